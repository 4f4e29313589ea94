//! Return of hibernated matches to memory.

use std::sync::Arc;
use std::time::Duration;

use crate::live::cluster::heartbeat::start_unless_owned;
use crate::live::context::LiveContext;
use crate::live::time::Rounds;

/// Interval of checks for matches to load.
pub(crate) const SWEEP: Duration = Duration::from_secs(1);

/// Loads matches before their clocks expire, until the server shuts down.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let mut sweeps = Rounds::every(SWEEP, &context.shutdown);
    while sweeps.next().await {
        for id in context.hibernated.due(context.time.now()) {
            start_unless_owned(&context, id).await;
        }
    }
}
