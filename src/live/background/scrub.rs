//! The scrub of ended matches, which finds damage before anybody needs the data.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use chivalry_play::matches::MatchId;

use crate::live::context::LiveContext;
use crate::live::time::Rounds;
use crate::random;

/// The pace of the scrub.
#[derive(Clone, Debug, clap::Args)]
pub struct ScrubOptions {
    /// Number of ended matches whose logs are verified per minute; 0 verifies none
    #[arg(
        long,
        env = "CHIVALRY_SCRUB_MATCHES_PER_MINUTE",
        default_value_t = 60,
        value_name = "COUNT"
    )]
    pub scrub_matches_per_minute: u32,
}

impl Default for ScrubOptions {
    fn default() -> ScrubOptions {
        ScrubOptions { scrub_matches_per_minute: 60 }
    }
}

/// Verifies one match per round until the server shuts down. The first match is random, so that
/// frequent restarts do not favour the oldest ones.
pub(crate) async fn watch(context: Arc<LiveContext>, options: ScrubOptions) {
    if options.scrub_matches_per_minute == 0 {
        return;
    }
    let period = Duration::from_secs(60) / options.scrub_matches_per_minute;
    let mut rounds = Rounds::every(period, &context.shutdown);
    let mut after = random_start(&context).await;
    while rounds.next().await {
        match context.store.doctor().scrub_next(after).await {
            Ok(verified) => after = verified.unwrap_or(MatchId(Uuid::nil())),
            Err(error) => tracing::warn!(%error, "could not verify a match"),
        }
    }
}

/// Returns a random id between the oldest match and now.
async fn random_start(context: &LiveContext) -> MatchId {
    let oldest = context.store.matches().oldest().await.ok().flatten();
    let Some(MatchId(oldest)) = oldest else { return MatchId(Uuid::nil()) };
    let (oldest, newest) = (oldest.as_u128(), random::new_id().as_u128());
    let span = newest.saturating_sub(oldest).saturating_add(1);
    MatchId(Uuid::from_u128(oldest + random::value::<u128>() % span))
}
