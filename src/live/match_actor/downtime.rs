//! Compensation of players for a downtime, and for commits that take long or fail.

use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Event, Match, Status};

use crate::planted::{Planted, is_planted};

/// A time in which nobody could move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Downtime {
    /// The last sign of life before it. `None` if there is none.
    pub(crate) alive_until: Option<Timestamp>,
    /// Its end.
    pub(crate) back_at: Timestamp,
    /// The time at which the clocks continue.
    pub(crate) resumed_at: Timestamp,
}

impl Downtime {
    /// The time from `since` to `until`.
    pub(crate) fn between(since: Timestamp, until: Timestamp) -> Downtime {
        Downtime { alive_until: Some(since), back_at: until, resumed_at: until }
    }
}

/// Duration of a commit beyond which its time is not charged to a player.
pub(crate) const LONGEST_CHARGED_COMMIT: Duration = Duration::from_secs(1);

/// A time in which events of the match could not be stored. It is nobody's time.
#[derive(Debug, Default)]
pub(crate) struct Stall {
    since: Option<Timestamp>,
    /// True if the last commit failed.
    is_failing: bool,
}

impl Stall {
    /// Records a commit of events at `at`, which took `duration`.
    pub(crate) fn record(&mut self, at: Timestamp, duration: Duration, has_failed: bool) {
        if is_planted(Planted::ChargesStalls) {
            return;
        }
        self.is_failing = has_failed;
        if has_failed || duration > LONGEST_CHARGED_COMMIT {
            self.since.get_or_insert(at);
        }
    }

    /// Records that nothing can be stored since `at`.
    pub(crate) fn note(&mut self, at: Timestamp) {
        if !is_planted(Planted::ChargesStalls) {
            self.since.get_or_insert(at);
        }
    }

    /// Returns the time of the first events that were stored late or not at all. `None` without
    /// any since the last compensation.
    pub(crate) fn since(&self) -> Option<Timestamp> {
        self.since
    }

    /// True if events are stored again after a stall that is not compensated yet.
    pub(crate) fn is_over(&self) -> bool {
        self.since.is_some() && !self.is_failing
    }

    /// Marks the stall as compensated.
    pub(crate) fn clear(&mut self) {
        self.since = None;
    }
}

/// Returns the pauses and resumptions to append after downtimes, which are in the order of time. No
/// player is charged for time in which nobody could move. `paused_here` is true if a single server
/// may have paused the match before it became a node of a cluster. Empty if nothing has to be
/// appended.
pub(crate) fn resumption(
    match_state: &Match,
    downtimes: &[Downtime],
    paused_here: bool,
    now: Timestamp,
) -> Vec<(Event, Timestamp)> {
    if match_state.status() != Status::Playing || !match_state.time().is_real_time() {
        return Vec::new();
    }
    // The clocks of an adjourned match do not run.
    if match_state.adjourned_until().is_some() && !match_state.is_paused() {
        return Vec::new();
    }
    // The clock of this machine may be behind that of the one that paused the match.
    if match_state.is_paused() {
        let is_resumed = paused_here || !downtimes.is_empty();
        return if is_resumed { vec![(Event::Resumed, now)] } else { Vec::new() };
    }
    let (mut events, mut last_at) = (Vec::new(), match_state.last_at());
    for Downtime { alive_until, back_at, resumed_at } in downtimes {
        if last_at < *back_at {
            let paused_at = alive_until.unwrap_or(last_at).clamp(last_at, *back_at);
            events.extend([(Event::Paused, paused_at), (Event::Resumed, *resumed_at)]);
            last_at = *resumed_at;
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stall_begins_with_the_first_late_commit() {
        let (second, minute) = (Duration::from_secs(1), Duration::from_secs(60));
        let mut stall = Stall::default();
        stall.record(Timestamp(1_000), second, false);
        assert_eq!(stall.since(), None);
        stall.record(Timestamp(2_000), minute, false);
        assert!(stall.is_over());
        stall.record(Timestamp(70_000), Duration::ZERO, true);
        assert_eq!(stall.since(), Some(Timestamp(2_000)));
        assert!(!stall.is_over());
        stall.clear();
        stall.record(Timestamp(80_000), Duration::ZERO, true);
        assert_eq!(stall.since(), Some(Timestamp(80_000)));
    }
}
