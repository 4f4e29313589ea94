//! The timers of a match actor.

use std::future;
use std::pin::Pin;
use std::time::Duration;

use tokio::time::{Instant, Sleep};

use crate::live::match_actor::actor::MatchActor;

/// Delay before a failed load is retried.
const RELOAD: Duration = Duration::from_secs(1);

/// A timer of a match actor.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TimerEvent {
    /// The running clock reaches zero.
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

impl MatchActor {
    /// Returns the next timer. `asked_at` is the time of the last request.
    pub(crate) fn earliest_timer(&self, asked_at: Instant) -> Option<(Instant, TimerEvent)> {
        let instant = |at| self.shared.time.instant(at);
        let clock = self.snapshot.as_ref().map(|snapshot| snapshot.contest.clock());
        let timers = [
            (clock.and_then(|clock| clock.flags_at()).map(instant), TimerEvent::Flag),
            (self.next_public_at(), TimerEvent::Publish),
            (self.readers.count_due_at(), TimerEvent::ReportSpectators),
            (self.presence_check_at().map(instant), TimerEvent::CheckPresence),
            (self.snapshot.is_none().then(|| Instant::now() + RELOAD), TimerEvent::Reload),
            (self.idle_after().map(|idle| asked_at + idle), TimerEvent::Retire),
        ];
        let timers = timers.into_iter().filter_map(|(at, due)| Some((at?, due)));
        timers.min_by_key(|(at, _)| *at)
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
