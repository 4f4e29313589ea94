//! Updates that wait for spectators while players are served.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::task::yield_now;

use crate::live::match_actor::feed::broadcast::{Broadcast, Subscriber};
use crate::scheduling;

/// Number of spectators that receive an update before other tasks run.
pub(crate) const CHUNK: usize = 32;

/// Capacity of the queue. Beyond it the oldest update is sent to all of its recipients at once.
const CAPACITY: usize = 64;

/// A queue of updates for the spectators of one match. A task sends them in chunks and yields
/// between these, so that a command of a player waits for one chunk at most.
#[derive(Debug, Default)]
pub(crate) struct SpectatorQueue {
    updates: Arc<Mutex<VecDeque<QueuedUpdate>>>,
}

#[derive(Debug)]
struct QueuedUpdate {
    update: Broadcast,
    /// The recipients who have not received the update.
    recipients: Vec<Subscriber>,
}

impl SpectatorQueue {
    pub(crate) fn is_empty(&self) -> bool {
        self.updates.lock().is_empty()
    }

    /// Queues an update behind the earlier ones. A recipient whose own queue is full resynchronizes
    /// later.
    pub(crate) fn push(&self, update: Broadcast, recipients: Vec<Subscriber>) {
        let mut updates = self.updates.lock();
        let is_running = !updates.is_empty();
        if updates.len() >= CAPACITY
            && let Some(mut oldest) = updates.pop_front()
        {
            oldest.send_to(usize::MAX);
        }
        updates.push_back(QueuedUpdate { update, recipients });
        drop(updates);
        if !is_running {
            scheduling::spawn(send_all(Arc::clone(&self.updates)));
        }
    }
}

/// Sends the updates of a queue until it is empty.
async fn send_all(updates: Arc<Mutex<VecDeque<QueuedUpdate>>>) {
    loop {
        {
            let mut updates = updates.lock();
            let Some(oldest) = updates.front_mut() else { return };
            oldest.send_to(CHUNK);
            if oldest.recipients.is_empty() {
                updates.pop_front();
            }
            if updates.is_empty() {
                return;
            }
        }
        yield_now().await;
    }
}

impl QueuedUpdate {
    /// Sends the update to the next recipients, `limit` at most.
    fn send_to(&mut self, limit: usize) {
        let rest = self.recipients.len().saturating_sub(limit);
        for recipient in self.recipients.drain(rest..) {
            recipient.send(&self.update);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::Receiver;
    use uuid::Uuid;

    use chivalry_play::matches::MatchId;

    use crate::live::cluster::nodes::Entity;

    use super::*;

    fn update(number: usize) -> Broadcast {
        Broadcast::Moved(Entity::Match(MatchId(Uuid::from_u128(number as u128))))
    }

    fn received(updates: &mut Receiver<Broadcast>) -> Vec<u128> {
        let mut received = Vec::new();
        while let Ok(Broadcast::Moved(Entity::Match(MatchId(id)))) = updates.try_recv() {
            received.push(id.as_u128());
        }
        received
    }

    #[tokio::test]
    async fn every_spectator_receives_all_updates_in_their_order() {
        let (subscribers, mut outboxes): (Vec<_>, Vec<_>) =
            (0..3 * CHUNK + 1).map(|_| Subscriber::new(2 * CAPACITY)).unzip();
        let queue = SpectatorQueue::default();
        let updates = CAPACITY + 10;
        for number in 0..updates {
            queue.push(update(number), subscribers.clone());
        }
        assert_eq!(queue.updates.lock().len(), CAPACITY);
        while !queue.is_empty() {
            yield_now().await;
        }
        for outbox in &mut outboxes {
            assert!(received(outbox).into_iter().eq(0..updates as u128));
        }
    }

    #[tokio::test]
    async fn other_tasks_run_between_two_chunks() {
        let (subscribers, outboxes): (Vec<_>, Vec<_>) =
            (0..3 * CHUNK).map(|_| Subscriber::new(1)).unzip();
        let queue = SpectatorQueue::default();
        queue.push(update(1), subscribers);
        let reached = || outboxes.iter().filter(|outbox| !outbox.is_empty()).count();
        let mut counts = vec![reached()];
        while !queue.is_empty() {
            yield_now().await;
            counts.push(reached());
        }
        assert_eq!(counts, [0, CHUNK, 2 * CHUNK, 3 * CHUNK]);
    }
}
