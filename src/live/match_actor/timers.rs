//! What a match's task does when nobody says anything to it.

use std::future;
use std::pin::Pin;
use std::time::Duration;

use tokio::time::{Instant, Sleep};

use crate::live::match_actor::actor::MatchActor;

/// How long to wait before a log is read again that could not be.
const RELOAD: Duration = Duration::from_secs(1);

/// Something that a match's task does by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Due {
    /// The running clock is at zero.
    Flag,
    /// What is seen late is to be seen.
    Show,
    /// The readers are told how many they are.
    Count,
    /// It is found out whose players are there.
    LookAround,
    /// The log is read again.
    Reload,
    /// The match leaves memory, if nobody needs it.
    Rest,
}

impl MatchActor {
    /// What is to be done next, if nothing is asked after `asked_at`.
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

/// What is due, once it is. One timer serves for all: to move it on, as every move does, costs
/// next to nothing.
pub(crate) async fn rings(mut timer: Pin<&mut Sleep>, next: Option<(Instant, Due)>) -> Due {
    let Some((at, due)) = next else { return future::pending().await };
    if timer.deadline() != at {
        timer.as_mut().reset(at);
    }
    timer.await;
    due
}
