//! Hibernated matches: unused matches with a running clock, which stay out of memory until a
//! request arrives or the clock is about to expire.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;

use crate::live::match_actor::actor::MatchActor;
use crate::live::registry::LiveContext;
use crate::live::time::Rounds;

/// Time after which an unused match with a stopped clock leaves memory.
const IDLE: Duration = Duration::from_secs(60);

/// Time after which an unused match with a running clock leaves memory. There may be very many.
const AFTER: Duration = Duration::from_secs(1);

/// Time before the expiry of its clock at which a match is loaded, so that it is flagged in time.
const AHEAD: Duration = Duration::from_secs(5);

/// Interval of checks for matches to load.
const SWEEP: Duration = Duration::from_secs(1);

/// The hibernated matches and the expiry of their clocks.
#[derive(Debug, Default)]
pub(crate) struct HibernatedMatches(Mutex<HashMap<MatchId, Timestamp>>);

impl HibernatedMatches {
    /// True if a match with this expiry may leave memory.
    pub(crate) fn may_begin(flags_at: Timestamp, now: Timestamp) -> bool {
        flags_at > now + AHEAD + AFTER
    }

    pub(crate) fn begin(&self, id: MatchId, flags_at: Timestamp) {
        self.lock().insert(id, flags_at);
    }

    pub(crate) fn end(&self, id: MatchId) {
        self.lock().remove(&id);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn due(&self, now: Timestamp) -> Vec<MatchId> {
        let dozing = self.lock();
        let due = dozing.iter().filter(|(_, flags_at)| **flags_at <= now + AHEAD);
        due.map(|(id, _)| *id).collect()
    }

    /// The lock is held for one access, never across an await.
    fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MatchActor {
    /// Returns the time after which an unused match leaves memory. `None` while an event is about
    /// to become public or the clock is about to expire.
    pub(crate) fn idle_after(&self) -> Option<Duration> {
        if self.public_at().is_some() {
            return None;
        }
        match self.running_until() {
            None => Some(IDLE),
            Some(at) => HibernatedMatches::may_begin(at, self.shared.time.now()).then_some(AFTER),
        }
    }

    /// Returns the expiry of a clock that pauses during a downtime. Correspondence clocks continue
    /// and have a deadline in the store instead.
    pub(crate) fn running_until(&self) -> Option<Timestamp> {
        let contest = &self.known.as_ref()?.contest;
        contest.clock().flags_at().filter(|_| contest.time().is_real_time())
    }

    pub(crate) fn runs_in_real_time(&self) -> bool {
        self.running_until().is_some()
    }
}

/// Loads matches before their clocks expire, until the server shuts down.
pub(crate) async fn watch(shared: Arc<LiveContext>) {
    let mut sweeps = Rounds::every(SWEEP, &shared.shutdown);
    while sweeps.next().await {
        for id in shared.dozing.due(shared.time.now()) {
            shared.take_up(id).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_match_is_taken_up_before_its_clock_is_at_zero() {
        let (dozing, id) = (HibernatedMatches::default(), MatchId(Uuid::from_u128(1)));
        let (now, flags_at) = (Timestamp(1_000), Timestamp(60_000));
        assert!(
            HibernatedMatches::may_begin(flags_at, now)
                && !HibernatedMatches::may_begin(flags_at, Timestamp(54_000))
        );
        dozing.begin(id, flags_at);
        assert!(dozing.due(Timestamp(54_999)).is_empty());
        assert_eq!(dozing.due(Timestamp(55_000)), [id]);
        assert_eq!(dozing.due(Timestamp(99_000)), [id], "it dozes until it is taken up");
        dozing.end(id);
        assert!(dozing.is_empty());
    }
}
