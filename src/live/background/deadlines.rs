//! Deadlines of correspondence matches. They are kept in the store, because they are far ahead.

use std::sync::Arc;
use std::time::Duration;

use crate::live::cluster::heartbeat::start_unless_owned;
use crate::live::context::LiveContext;
use crate::live::time::Rounds;

/// Interval at which the store is asked for expired matches. A request to such a match flags it
/// earlier.
const SWEEP: Duration = Duration::from_secs(30);

/// Maximum number of matches per sweep. The next sweep continues.
const MOST_AT_ONCE: u32 = 256;

/// Starts the actor of every expired match, which flags the match and thereby removes the deadline.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let mut sweeps = Rounds::every(SWEEP, &context.shutdown);
    while sweeps.next().await {
        match context.store.matches().due(context.time.now(), MOST_AT_ONCE).await {
            Ok(due) => {
                for id in due {
                    start_unless_owned(&context, id).await;
                }
            }
            Err(error) => tracing::warn!(%error, "could not read the due matches"),
        }
    }
}
