//! Counts of wrong passwords and recovery codes, which are stored after their answers. An answer
//! therefore takes the same time for a name that exists and for one that does not.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use crate::live::Time;
use crate::live::time::ticks;
use crate::store::{ClientInfo, SecurityEvent, SecurityEventKind, Store};
use chivalry_play::player::PlayerId;

/// Interval in which the counts are stored.
const STORE_INTERVAL: Duration = Duration::from_secs(2);

/// Maximum counts between two of these times. Further players are not counted.
const MAX_COUNTS: usize = 1_024;

/// The failed attempts since they were stored. The lock is held for one look-up.
#[derive(Clone, Debug, Default)]
pub(crate) struct FailedAttempts(Arc<Mutex<BTreeMap<(PlayerId, SecurityEventKind), u32>>>);

impl FailedAttempts {
    /// Counts a failed attempt to use the account of a player.
    pub(crate) fn count(&self, player: PlayerId, kind: SecurityEventKind) {
        let mut counts = self.0.lock();
        if counts.len() < MAX_COUNTS || counts.contains_key(&(player, kind)) {
            *counts.entry((player, kind)).or_default() += 1;
        }
    }

    /// Stores the counts until the server drains, and once more then.
    pub(crate) async fn run(self, store: Store, time: Time, draining: CancellationToken) {
        let mut rounds = ticks(STORE_INTERVAL);
        loop {
            let is_last = tokio::select! {
                biased;
                () = draining.cancelled() => true,
                _ = rounds.tick() => false,
            };
            self.store(&store, time).await;
            if is_last {
                return;
            }
        }
    }

    async fn store(&self, store: &Store, time: Time) {
        let counts = std::mem::take(&mut *self.0.lock());
        if counts.is_empty() {
            return;
        }
        let at = time.now();
        let event = |((player, kind), times)| SecurityEvent {
            times,
            ..SecurityEvent::new(player, kind, ClientInfo::default(), at)
        };
        let events: Vec<SecurityEvent> = counts.into_iter().map(event).collect();
        if let Err(error) = store.security_log().add(&events).await {
            tracing::warn!(%error, "failed sign-ins could not be stored");
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn attempts_are_counted_for_a_bounded_number_of_players() {
        let attempts = FailedAttempts::default();
        let player = |number: usize| PlayerId(Uuid::from_u128(number as u128));
        for number in 0..2 * MAX_COUNTS {
            attempts.count(player(number), SecurityEventKind::SignInFailed);
        }
        attempts.count(player(0), SecurityEventKind::SignInFailed);
        let counts = attempts.0.lock();
        assert_eq!(counts.len(), MAX_COUNTS);
        assert_eq!(counts[&(player(0), SecurityEventKind::SignInFailed)], 2);
    }
}
