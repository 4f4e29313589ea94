//! Queues of messages to the clients of other nodes. A frame for many connections of one node is
//! sent once.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::live::cluster::nodes::{Entity, Nodes};
use crate::scheduling;
use crate::store::NodeId;

use crate::http::gateway::wire;
use crate::http::gateway::wire::{Heartbeat, ToClients};

/// Queue capacity per node. Remote sessions wait while the queue is full.
const QUEUE_CAPACITY: usize = 4096;

/// Maximum messages per batch.
const MAX_BATCH: usize = 1024;

/// A message for one connection.
#[derive(Clone, Debug)]
pub(crate) enum Outbound {
    Frame(Bytes),
    /// The answer to the frame with that number.
    Answer {
        number: u64,
        frame: Bytes,
    },
    Moved(Entity),
    /// The session of the connection ended.
    Ended,
}

/// The queue of each other node.
#[derive(Debug)]
pub(crate) struct Outboxes {
    nodes: Arc<Nodes>,
    /// A blocking lock, held for one look-up and never across an await.
    by_node: Mutex<HashMap<Uuid, mpsc::Sender<(u64, Outbound)>>>,
}

impl Outboxes {
    pub(crate) fn new(nodes: Arc<Nodes>) -> Outboxes {
        Outboxes { nodes, by_node: Mutex::default() }
    }

    /// Returns the queue to a node's connections.
    pub(crate) fn to(&self, node: Uuid) -> mpsc::Sender<(u64, Outbound)> {
        let mut by_node = self.by_node.lock();
        by_node.retain(|_, outbox| !outbox.is_closed());
        let spawn_sender = || {
            let (outbox, messages) = mpsc::channel(QUEUE_CAPACITY);
            scheduling::spawn(send(Arc::clone(&self.nodes), node, messages));
            outbox
        };
        by_node.entry(node).or_insert_with(spawn_sender).clone()
    }
}

async fn send(nodes: Arc<Nodes>, node: Uuid, mut messages: mpsc::Receiver<(u64, Outbound)>) {
    let subject = nodes.subject_of(NodeId(node));
    let mut batch = Vec::with_capacity(MAX_BATCH);
    while messages.recv_many(&mut batch, MAX_BATCH).await > 0 {
        for (message, to) in grouped(batch.drain(..)) {
            let of = Heartbeat::of(&nodes);
            let payload = match message {
                Outbound::Frame(frame) => wire::write(&ToClients::Frame { of, to }, &frame),
                Outbound::Answer { number, frame } => {
                    // Answers are never grouped.
                    let answer = ToClients::Answer { of, to: to[0], number };
                    wire::write(&answer, &frame)
                }
                Outbound::Moved(about) => {
                    wire::write(&ToClients::Moved { of, about: about.into(), to }, &[])
                }
                Outbound::Ended => wire::write(&ToClients::Ended { of, to }, &[]),
            };
            if let Err(error) = nodes.bus().publish(subject.clone(), payload).await {
                tracing::debug!(%error, "failed to publish to the clients of another node");
            }
        }
    }
}

/// Groups equal frames of a batch. Messages to one connection keep their order.
fn grouped(messages: impl Iterator<Item = (u64, Outbound)>) -> Vec<(Outbound, Vec<u64>)> {
    let mut grouped: Vec<(Outbound, Vec<u64>)> = Vec::new();
    let mut frames: HashMap<(*const u8, usize), usize> = HashMap::new();
    let mut last_of: HashMap<u64, usize> = HashMap::new();
    for (connection, message) in messages {
        let key = match &message {
            Outbound::Frame(frame) => Some((frame.as_ptr(), frame.len())),
            Outbound::Answer { .. } | Outbound::Moved(_) | Outbound::Ended => None,
        };
        // A connection joins an earlier frame only if no later message is queued for it.
        let same = key.and_then(|key| frames.get(&key).copied());
        let same = same.filter(|at| last_of.get(&connection).is_none_or(|last| last < at));
        let at = same.unwrap_or_else(|| {
            grouped.push((message, Vec::new()));
            grouped.len() - 1
        });
        if let Some(key) = key {
            frames.insert(key, at);
        }
        grouped[at].1.push(connection);
        last_of.insert(connection, at);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_for_many_is_sent_once_and_each_connection_keeps_its_order() {
        let (a, b) = (Bytes::from("a".repeat(9)), Bytes::from("b".repeat(9)));
        let messages = [(1, &a), (2, &a), (1, &b), (3, &a), (2, &b), (3, &b), (1, &a)];
        let messages = messages.into_iter().map(|(to, frame)| (to, Outbound::Frame(frame.clone())));
        let sent: Vec<(Bytes, Vec<u64>)> = grouped(messages)
            .into_iter()
            .map(|(message, to)| match message {
                Outbound::Frame(frame) => (frame, to),
                _ => unreachable!("only frames were queued"),
            })
            .collect();
        assert_eq!(sent, [(a.clone(), vec![1, 2, 3]), (b, vec![1, 2, 3]), (a, vec![1])]);
    }
}
