//! Adds ended matches to the opening explorer.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::live::context::LiveContext;
use crate::live::time::Rounds;
use crate::random;
use crate::store::ExplorerStep;

/// Interval of checks for ended matches.
const SWEEP: Duration = Duration::from_secs(1);

/// Maximum number of matches per transaction. Appends of moves wait for at most one such
/// transaction.
const AT_ONCE: u32 = 8;

/// Ratio of rest to work while moves are committed. The index then takes at most a tenth of the
/// time of a processor.
const REST: u32 = 9;

/// Adds ended matches until the server shuts down. In a cluster one node at a time does the work.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let worker = random::new_id();
    let mut sweeps = Rounds::every(SWEEP, &context.shutdown);
    while sweeps.next().await {
        while !context.shutdown.is_cancelled() {
            let (began, commits) = (Instant::now(), context.store.commits());
            match context.store.explorer().step(worker, context.time.now(), AT_ONCE).await {
                Ok(ExplorerStep::Worked { .. }) if context.store.commits() == commits => {}
                Ok(ExplorerStep::Worked { .. }) => {
                    tokio::select! {
                        biased;
                        () = context.shutdown.cancelled() => return,
                        () = sleep(began.elapsed() * REST) => {}
                    }
                }
                Ok(ExplorerStep::Idle | ExplorerStep::Busy) => break,
                Err(error) => {
                    tracing::warn!(%error, "could not add ended matches to the explorer");
                    break;
                }
            }
        }
    }
}
