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
const IDLE_RUNNING: Duration = Duration::from_secs(1);

/// Time before the expiry of its clock at which a match is loaded, so that it is flagged in time.
const LOAD_AHEAD: Duration = Duration::from_secs(5);

/// Interval of checks for matches to load.
const SWEEP: Duration = Duration::from_secs(1);

/// The hibernated matches and the expiry of their clocks.
#[derive(Debug, Default)]
pub(crate) struct HibernatedMatches(Mutex<HashMap<MatchId, Timestamp>>);

impl HibernatedMatches {
    /// True if a match with this expiry may leave memory.
    pub(crate) fn may_hibernate(flags_at: Timestamp, now: Timestamp) -> bool {
        flags_at > now + LOAD_AHEAD + IDLE_RUNNING
    }

    pub(crate) fn insert(&self, id: MatchId, flags_at: Timestamp) {
        self.lock().insert(id, flags_at);
    }

    pub(crate) fn remove(&self, id: MatchId) {
        self.lock().remove(&id);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn due(&self, now: Timestamp) -> Vec<MatchId> {
        let hibernated = self.lock();
        let due = hibernated.iter().filter(|(_, flags_at)| **flags_at <= now + LOAD_AHEAD);
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
        if self.next_public_at().is_some() {
            return None;
        }
        match self.running_until() {
            None => Some(IDLE),
            Some(at) => {
                HibernatedMatches::may_hibernate(at, self.shared.time.now()).then_some(IDLE_RUNNING)
            }
        }
    }

    /// Returns the expiry of a clock that pauses during a downtime. Correspondence clocks continue
    /// and have a deadline in the store instead.
    pub(crate) fn running_until(&self) -> Option<Timestamp> {
        let match_state = &self.snapshot.as_ref()?.contest;
        match_state.clock().flags_at().filter(|_| match_state.time().is_real_time())
    }

    pub(crate) fn runs_in_real_time(&self) -> bool {
        self.running_until().is_some()
    }
}

/// Loads matches before their clocks expire, until the server shuts down.
pub(crate) async fn watch(shared: Arc<LiveContext>) {
    let mut sweeps = Rounds::every(SWEEP, &shared.shutdown);
    while sweeps.next().await {
        for id in shared.hibernated.due(shared.time.now()) {
            shared.start_unless_owned(id).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_hibernated_match_is_loaded_before_its_clock_expires() {
        let (hibernated, id) = (HibernatedMatches::default(), MatchId(Uuid::from_u128(1)));
        let (now, flags_at) = (Timestamp(1_000), Timestamp(60_000));
        assert!(
            HibernatedMatches::may_hibernate(flags_at, now)
                && !HibernatedMatches::may_hibernate(flags_at, Timestamp(54_000))
        );
        hibernated.insert(id, flags_at);
        assert!(hibernated.due(Timestamp(54_999)).is_empty());
        assert_eq!(hibernated.due(Timestamp(55_000)), [id]);
        assert_eq!(
            hibernated.due(Timestamp(99_000)),
            [id],
            "it stays hibernated until it is loaded"
        );
        hibernated.remove(id);
        assert!(hibernated.is_empty());
    }
}
