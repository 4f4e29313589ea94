//! Removal of erased players from memory, mainly of their cached names.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::live::context::LiveContext;
use crate::live::time::Rounds;
use crate::store::{Store, StoreError};

/// Age after which an erasure is known to all nodes.
const LONG_AGO: Duration = Duration::from_secs(60);

/// Interval of checks for erasures by other nodes.
const CHECK_EVERY: Duration = Duration::from_secs(5);

/// Returns the players whose erasure may be unknown to a node.
pub(crate) async fn recently_erased(
    store: &Store,
    now: Timestamp,
) -> Result<Vec<PlayerId>, StoreError> {
    let long_ago = i64::try_from(LONG_AGO.as_millis()).unwrap_or(i64::MAX);
    store.erasures().since(Timestamp(now.0.saturating_sub(long_ago))).await
}

/// Removes players that other nodes or the command line have erased.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let mut forgotten: HashSet<PlayerId> = HashSet::new();
    let mut checks = Rounds::every(CHECK_EVERY, &context.shutdown);
    while checks.next().await {
        match recently_erased(&context.store, context.time.now()).await {
            Ok(erased) => {
                for player in erased.iter().filter(|player| !forgotten.contains(player)) {
                    context.store.erasures().forget_in_memory(*player);
                    context.remove_player(*player).await;
                }
                forgotten = erased.into_iter().collect();
            }
            Err(error) => tracing::warn!(%error, "could not read the erased players"),
        }
    }
}
