//! Removal of erased players from memory, and new names of guests who signed up.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::live::context::LiveContext;
use crate::live::time::Rounds;
use crate::store::{Store, StoreError};

/// Age after which an erasure or a new name is known to all nodes.
const LONG_AGO: Duration = Duration::from_secs(60);

/// Interval of checks for erasures and new names by other nodes.
const CHECK_EVERY: Duration = Duration::from_secs(5);

/// Returns the players whose erasure may be unknown to a node.
pub(crate) async fn recently_erased(
    store: &Store,
    now: Timestamp,
) -> Result<Vec<PlayerId>, StoreError> {
    store.erasures().since(long_ago(now)).await
}

fn long_ago(now: Timestamp) -> Timestamp {
    let long_ago = i64::try_from(LONG_AGO.as_millis()).unwrap_or(i64::MAX);
    Timestamp(now.0.saturating_sub(long_ago))
}

/// Removes players that other nodes or the command line have erased, and shows the new names of
/// guests who signed up on other nodes.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let mut forgotten: HashSet<PlayerId> = HashSet::new();
    let mut renamed: HashSet<PlayerId> = HashSet::new();
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
        // A single server shows the new name at once.
        if context.nodes.is_none() {
            continue;
        }
        match context.store.players().renamed_since(long_ago(context.time.now())).await {
            Ok(players) => {
                for player in players.iter().filter(|player| !renamed.contains(player)) {
                    context.reload_player(*player).await;
                }
                renamed = players.into_iter().collect();
            }
            Err(error) => tracing::warn!(%error, "could not read the renamed players"),
        }
    }
}
