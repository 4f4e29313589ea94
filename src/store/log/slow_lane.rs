//! The queue of appends that need statements of their own.

use crate::store::log::prepared::Pending;

/// Limits of the slow lane: the number of waiting appends, and the number of commits that they
/// wait for.
const SLOW_LANE_CAPACITY: usize = 16;
const MAX_PASSED_COMMITS: u32 = 4;

/// A queue for appends that need statements of their own, such as match starts and ends. They wait
/// for a few commits of plain moves, and then share one transaction.
#[derive(Debug, Default)]
pub(crate) struct SlowLane {
    pub(crate) appends: Vec<Pending>,
    /// Number of commits since the first of them was queued.
    passed: u32,
}

impl SlowLane {
    /// Moves slow appends from `batch` into the queue. Moves all queued appends into `batch` when
    /// it is otherwise empty or they have waited long enough.
    pub(crate) fn exchange_with(&mut self, batch: &mut Vec<Pending>) {
        let is_slow = |waiting: &[Pending], pending: &Pending| {
            let is_of_same = |other: &Pending| other.rows.match_id == pending.rows.match_id;
            !pending.rows.has_only_events() || waiting.iter().any(is_of_same)
        };
        let mut at = 0;
        while let Some(pending) = batch.get(at) {
            if is_slow(&self.appends, pending) {
                self.appends.push(batch.remove(at));
            } else {
                at += 1;
            }
        }
        let is_full = self.appends.len() >= SLOW_LANE_CAPACITY || self.passed >= MAX_PASSED_COMMITS;
        if batch.is_empty() || is_full {
            batch.append(&mut self.appends);
        }
        self.passed = if self.appends.is_empty() { 0 } else { self.passed + 1 };
    }
}

#[cfg(test)]
mod tests {
    use chivalry_play::clock::Timestamp;
    use chivalry_play::matches::MatchId;
    use tokio::sync::oneshot;
    use tokio::time::Instant;

    use super::*;
    use crate::store::log::prepared::{PremoveRows, PreparedAppend};

    #[test]
    fn slow_appends_wait_for_a_few_commits_of_plain_moves() {
        let pending = |rows| Pending {
            rows: Box::new(rows),
            since: Instant::now(),
            answer: oneshot::channel().0,
        };
        let start = |id| {
            let id = MatchId(uuid::Uuid::from_u128(id));
            let plain = PreparedAppend::without_events(id, None, PremoveRows::default());
            pending(PreparedAppend { started: Some(Timestamp(1)), ..plain })
        };
        let plain = |id| {
            let id = MatchId(uuid::Uuid::from_u128(id));
            pending(PreparedAppend::without_events(id, None, PremoveRows::default()))
        };
        let ids = |batch: &[Pending]| -> Vec<u128> {
            batch.iter().map(|pending| pending.rows.match_id.0.as_u128()).collect()
        };
        let mut slow_lane = SlowLane::default();
        let mut batch = vec![start(1)];
        slow_lane.exchange_with(&mut batch);
        assert_eq!(ids(&batch), [1], "nothing else is to be written");

        batch = vec![start(1), plain(2), plain(1)];
        for _ in 0..MAX_PASSED_COMMITS {
            slow_lane.exchange_with(&mut batch);
            assert_eq!(ids(&batch), [2]);
        }
        slow_lane.exchange_with(&mut batch);
        assert_eq!(ids(&batch), [2, 1, 1], "in the order in which they came");

        batch = vec![start(1), plain(2)];
        slow_lane.exchange_with(&mut batch);
        batch = (3..2 + SLOW_LANE_CAPACITY as u128).map(start).collect();
        slow_lane.exchange_with(&mut batch);
        assert_eq!(batch.len(), SLOW_LANE_CAPACITY);
        assert!(slow_lane.appends.is_empty());
    }
}
