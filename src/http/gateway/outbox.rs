//! What is on its way to the connections of another node: a frame for many of
//! them is sent once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::live::cluster::nodes::{Entity, Nodes};
use crate::store::NodeId;

use crate::http::gateway::forwarding::sign_of;
use crate::http::gateway::wire;
use crate::http::gateway::wire::ToClients;

/// What may wait for a node; guests wait for room.
const WAITING: usize = 4096;

/// How much is sent at once.
const AT_ONCE: usize = 1024;

/// What is for one connection.
#[derive(Clone, Debug)]
pub(crate) enum Post {
    Frame(Bytes),
    Moved(Entity),
    /// Its session is over.
    Ended,
}

/// The way to the connections of each other node.
#[derive(Debug)]
pub(crate) struct Outboxes {
    nodes: Arc<Nodes>,
    /// A plain lock: it is held for one look-up, never across an await.
    of_nodes: Mutex<HashMap<Uuid, mpsc::Sender<(u64, Post)>>>,
}

impl Outboxes {
    pub(crate) fn new(nodes: Arc<Nodes>) -> Outboxes {
        Outboxes { nodes, of_nodes: Mutex::default() }
    }

    /// The way to the connections of a node.
    pub(crate) fn to(&self, node: Uuid) -> mpsc::Sender<(u64, Post)> {
        let mut of_nodes = self.of_nodes.lock().unwrap_or_else(PoisonError::into_inner);
        of_nodes.retain(|_, outbox| !outbox.is_closed());
        let begin = || {
            let (outbox, posts) = mpsc::channel(WAITING);
            tokio::spawn(send(Arc::clone(&self.nodes), node, posts));
            outbox
        };
        of_nodes.entry(node).or_insert_with(begin).clone()
    }
}

async fn send(nodes: Arc<Nodes>, node: Uuid, mut posts: mpsc::Receiver<(u64, Post)>) {
    let subject = nodes.subject_of(NodeId(node));
    let mut batch = Vec::with_capacity(AT_ONCE);
    while posts.recv_many(&mut batch, AT_ONCE).await > 0 {
        for (post, to) in gathered(batch.drain(..)) {
            let of = sign_of(&nodes);
            let payload = match post {
                Post::Frame(frame) => wire::write(&ToClients::Frame { of, to }, &frame),
                Post::Moved(about) => {
                    wire::write(&ToClients::Moved { of, about: about.into(), to }, &[])
                }
                Post::Ended => wire::write(&ToClients::Ended { of, to }, &[]),
            };
            if let Err(error) = nodes.bus().publish(subject.clone(), payload).await {
                tracing::debug!(%error, "clients of another node were not told");
            }
        }
    }
}

/// The same posts, each frame once with all that it is for: what is for one
/// connection keeps its order.
fn gathered(posts: impl Iterator<Item = (u64, Post)>) -> Vec<(Post, Vec<u64>)> {
    let mut gathered: Vec<(Post, Vec<u64>)> = Vec::new();
    let mut frames: HashMap<(*const u8, usize), usize> = HashMap::new();
    let mut last_of: HashMap<u64, usize> = HashMap::new();
    for (connection, post) in posts {
        let key = match &post {
            Post::Frame(frame) => Some((frame.as_ptr(), frame.len())),
            Post::Moved(_) | Post::Ended => None,
        };
        // Only where nothing later is on its way to the connection already.
        let same = key.and_then(|key| frames.get(&key).copied());
        let same = same.filter(|at| last_of.get(&connection).is_none_or(|last| last < at));
        let at = same.unwrap_or_else(|| {
            gathered.push((post, Vec::new()));
            gathered.len() - 1
        });
        if let Some(key) = key {
            frames.insert(key, at);
        }
        gathered[at].1.push(connection);
        last_of.insert(connection, at);
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_for_many_is_sent_once_and_each_connection_keeps_its_order() {
        let (a, b) = (Bytes::from("a".repeat(9)), Bytes::from("b".repeat(9)));
        let posts = [(1, &a), (2, &a), (1, &b), (3, &a), (2, &b), (3, &b), (1, &a)];
        let posts = posts.into_iter().map(|(to, frame)| (to, Post::Frame(frame.clone())));
        let sent: Vec<(Bytes, Vec<u64>)> = gathered(posts)
            .into_iter()
            .map(|(post, to)| match post {
                Post::Frame(frame) => (frame, to),
                Post::Moved(_) | Post::Ended => unreachable!("none was posted"),
            })
            .collect();
        assert_eq!(sent, [(a.clone(), vec![1, 2, 3]), (b, vec![1, 2, 3]), (a, vec![1])]);
    }
}
