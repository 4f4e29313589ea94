//! Deadlines too far ahead to wait for in memory: those of correspondence
//! matches, which the store keeps.

use std::sync::Arc;
use std::time::Duration;

use crate::live::registry::LiveContext;
use crate::live::time::Rounds;

/// How often the store is asked for matches that are due. A player who comes
/// to such a match sooner finds its clock at zero all the same.
const SWEEP: Duration = Duration::from_secs(30);

/// Matches taken up by one sweep; the rest is due still at the next.
const MOST_AT_ONCE: u32 = 256;

/// Starts the task of every match that is due: it looks at the clock, ends the
/// match, and with that the deadline.
pub(crate) async fn watch(shared: Arc<LiveContext>) {
    let mut sweeps = Rounds::every(SWEEP, &shared.shutdown);
    while sweeps.next().await {
        match shared.store.due_matches(shared.time.now(), MOST_AT_ONCE).await {
            Ok(due) => {
                for id in due {
                    shared.take_up(id).await;
                }
            }
            Err(error) => tracing::warn!(%error, "the matches that are due could not be read"),
        }
    }
}
