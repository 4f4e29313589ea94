//! The heartbeat of a server. It dates the start of a downtime, and probes the database.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::live::context::LiveContext;
use crate::live::match_actor::message::Message;
use crate::live::time::Rounds;

/// Interval of the heartbeat that is stored while a clock runs.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);

/// Number of heartbeats between two that an idle server stores as a probe.
const PROBE_EVERY: u64 = 10;

/// Stores a heartbeat while a clock runs or the database accepts no writes, until the server shuts
/// down.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let mut beats = Rounds::every(HEARTBEAT, &context.shutdown);
    let mut ended_stalls = 0;
    for beat in 1_u64.. {
        if !beats.next().await {
            break;
        }
        let has_clocks =
            context.running_clocks.load(Ordering::Relaxed) > 0 || !context.hibernated.is_empty();
        let is_probe = beat % PROBE_EVERY == 0 || context.store.writer_fault().is_some();
        if has_clocks || is_probe {
            store(&context).await;
        }
        let ended = context.store.ended_stalls();
        if mem::replace(&mut ended_stalls, ended) != ended {
            for (_, sender) in context.senders() {
                // A busy match compensates itself with its next command.
                let _ = sender.try_send(Box::new(Message::Compensate));
            }
        }
    }
}

/// Stores one heartbeat.
pub(crate) async fn store(context: &LiveContext) {
    if let Err(error) = context.store.record_heartbeat(context.time.now()).await {
        tracing::warn!(%error, "could not store the heartbeat");
    }
}
