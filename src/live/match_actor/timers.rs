//! The timers of a match actor.

use std::future;
use std::pin::Pin;
use std::time::Duration;

use tokio::time::{Instant, Sleep};

/// Delay before a failed load is retried.
pub(crate) const RELOAD: Duration = Duration::from_secs(1);

/// A timer of a match actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimerEvent {
    /// The running clock reaches zero, or an adjournment ends.
    Flag,
    /// The next delayed event becomes public.
    Publish,
    /// The number of spectators is sent to the subscribers.
    ReportSpectators,
    /// The presence of the players is checked.
    CheckPresence,
    /// A failed load is retried.
    Reload,
    /// The match leaves memory if nobody subscribes to it.
    Retire,
}

impl TimerEvent {
    /// True if the messages that wait in the mailbox come first.
    pub(crate) fn yields(self) -> bool {
        matches!(self, TimerEvent::Flag | TimerEvent::Retire)
    }
}

/// Waits for the next timer. One `Sleep` serves all timers, because resetting it is cheap.
pub(crate) async fn next_timer(
    mut timer: Pin<&mut Sleep>,
    next: Option<(Instant, TimerEvent)>,
) -> TimerEvent {
    let Some((at, due)) = next else { return future::pending().await };
    if timer.deadline() != at {
        timer.as_mut().reset(at);
    }
    timer.await;
    due
}
