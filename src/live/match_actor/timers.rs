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
pub(crate) enum Due {
    /// The running clock reaches zero.
    Flag,
    /// The next delayed event becomes public.
    Show,
    /// The number of spectators is sent to the subscribers.
    Count,
    /// The presence of the players is checked.
    LookAround,
    /// A failed load is retried.
    Reload,
    /// The match leaves memory if nobody subscribes to it.
    Rest,
}

impl MatchActor {
    /// Returns the next timer. `asked_at` is the time of the last request.
    pub(crate) fn next_due(&self, asked_at: Instant) -> Option<(Instant, Due)> {
        let instant = |at| self.shared.time.instant(at);
        let clock = self.known.as_ref().map(|room| room.contest.clock());
        let dues = [
            (clock.and_then(|clock| clock.flags_at()).map(instant), Due::Flag),
            (self.public_at(), Due::Show),
            (self.readers.count_due_at(), Due::Count),
            (self.look_around_at().map(instant), Due::LookAround),
            (self.known.is_none().then(|| Instant::now() + RELOAD), Due::Reload),
            (self.idle_after().map(|idle| asked_at + idle), Due::Rest),
        ];
        let dues = dues.into_iter().filter_map(|(at, due)| Some((at?, due)));
        dues.min_by_key(|(at, _)| *at)
    }
}

/// Waits for the next timer. One `Sleep` serves all timers, because resetting it is cheap.
pub(crate) async fn rings(mut timer: Pin<&mut Sleep>, next: Option<(Instant, Due)>) -> Due {
    let Some((at, due)) = next else { return future::pending().await };
    if timer.deadline() != at {
        timer.as_mut().reset(at);
    }
    timer.await;
    due
}
