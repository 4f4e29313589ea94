//! The heartbeat of a server without a cluster. It dates the start of a downtime.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::live::context::LiveContext;
use crate::live::time::Rounds;

/// Interval of the heartbeat that is stored while a clock runs.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);

/// Stores a heartbeat while a clock runs, until the server shuts down.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let mut beats = Rounds::every(HEARTBEAT, &context.shutdown);
    while beats.next().await {
        if context.running_clocks.load(Ordering::Relaxed) > 0 || !context.hibernated.is_empty() {
            store(&context).await;
        }
    }
}

/// Stores one heartbeat.
pub(crate) async fn store(context: &LiveContext) {
    if let Err(error) = context.store.beat(context.time.now()).await {
        tracing::warn!(%error, "could not store the heartbeat");
    }
}
