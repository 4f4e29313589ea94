//! The matches that are out of memory although their clocks run.

use std::collections::BTreeMap;
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;

use parking_lot::{Mutex, MutexGuard};

/// Time after which an unused match with a stopped clock leaves memory.
pub(crate) const IDLE: Duration = Duration::from_secs(60);

/// Time after which an unused match with a running clock leaves memory. There may be very many.
pub(crate) const IDLE_RUNNING: Duration = Duration::from_secs(1);

/// Time before the expiry of its clock at which a match is loaded, so that it is flagged in time.
pub(crate) const LOAD_AHEAD: Duration = Duration::from_secs(5);

/// The hibernated matches and the expiry of their clocks.
#[derive(Debug, Default)]
pub(crate) struct HibernatedMatches(Mutex<BTreeMap<MatchId, Timestamp>>);

/// Returns the time after which an unused match leaves memory. `flags_at` is the expiry of its
/// running clock. `None` while the clock is about to expire.
pub(crate) fn idle_after(flags_at: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
    match flags_at {
        None => Some(IDLE),
        Some(at) => (at > now + LOAD_AHEAD + IDLE_RUNNING).then_some(IDLE_RUNNING),
    }
}

impl HibernatedMatches {
    pub(crate) fn insert(&self, id: MatchId, flags_at: Timestamp) {
        self.lock().insert(id, flags_at);
    }

    pub(crate) fn remove(&self, id: MatchId) {
        self.lock().remove(&id);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Returns the matches whose clocks are about to expire.
    pub(crate) fn due(&self, now: Timestamp) -> Vec<MatchId> {
        let hibernated = self.lock();
        let due = hibernated.iter().filter(|(_, flags_at)| **flags_at <= now + LOAD_AHEAD);
        due.map(|(id, _)| *id).collect()
    }

    /// The lock is held for one access, never across an await.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<MatchId, Timestamp>> {
        self.0.lock()
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
        assert_eq!(idle_after(Some(flags_at), now), Some(IDLE_RUNNING));
        assert_eq!(idle_after(Some(flags_at), Timestamp(54_000)), None);
        assert_eq!(idle_after(None, now), Some(IDLE));
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
