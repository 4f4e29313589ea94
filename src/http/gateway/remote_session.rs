//! Connections to other nodes, as sessions of this one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::cluster::Delivery;
use crate::live::cluster::nodes::{Call, Entity, Nodes};
use crate::protocol::Scopes;
use chivalry_play::player::PlayerId;

use crate::http::gateway::forwarding::sign_of;
use crate::http::gateway::outbox::{Outboxes, Post};
use crate::http::gateway::wire;
use crate::http::gateway::wire::{Caller, ReplyCache};
use crate::http::session::session::Session;
use crate::http::state::AppState;

/// Frames of one client that may wait; who asks before the answer has come
/// hears nothing, and asks again.
const WAITING: usize = 16;

/// The node that a connection is to, and its number there.
type Key = (Uuid, u64);

/// The sessions of connections to other nodes.
#[derive(Debug, Default)]
pub(crate) struct Guests(Arc<Mutex<Sessions>>);

type Sessions = HashMap<Key, mpsc::Sender<Said>>;

/// A frame of a client that is connected elsewhere; without one, it wants to be
/// told what concerns its player.
#[derive(Debug)]
struct Said {
    frame: Bytes,
    /// Whether it was said before, to an earlier owner.
    is_again: bool,
    lag: Duration,
    delivery: Delivery,
}

impl Guests {
    /// Hands a client's frame to its session, which is begun if need be.
    pub(crate) fn hand_over(
        &self,
        app: &AppState,
        nodes: &Arc<Nodes>,
        outboxes: &Outboxes,
        caller: Caller,
        (frame, is_again): (Bytes, bool),
        call: Call,
    ) {
        let key = (caller.node, caller.connection);
        let lag = Duration::from_micros(caller.lag_us);
        let said = Said { frame, is_again, lag, delivery: call.delivery };
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = || {
            let (frames, says) = mpsc::channel(WAITING);
            let outbox = outboxes.to(caller.node);
            let connection = caller.connection;
            let line = RemoteTransport {
                says,
                outbox: outbox.clone(),
                connection,
                nodes: Arc::clone(nodes),
                current: None,
                is_again: false,
                lag,
            };
            let (app, guests) = (Arc::clone(app), Arc::clone(&self.0));
            let own_end = frames.downgrade();
            tokio::spawn(async move {
                let player = caller.player.map(PlayerId);
                let scopes: Scopes = caller.scopes.into_iter().collect();
                Box::new(Session::guest(app, line, scopes)).receive(player).await;
                // Unless another has begun in its place.
                let is_own = |frames: &mpsc::Sender<Said>| {
                    own_end.upgrade().is_some_and(|own| own.same_channel(frames))
                };
                let remove_own = |mut guests: MutexGuard<'_, Sessions>| {
                    if guests.get(&key).is_some_and(is_own) {
                        guests.remove(&key);
                    }
                };
                remove_own(guests.lock().unwrap_or_else(PoisonError::into_inner));
                // Its node may still count on it; one that is gone has nobody to tell.
                let _ = outbox.send((connection, Post::Ended)).await;
            });
            frames
        };
        let session = guests.entry(key).or_insert_with(begin);
        // One that is just ending is begun anew when the frame comes again.
        if session.try_send(said).is_err() {
            tracing::debug!(?key, "a session takes no more frames");
        }
    }

    /// A connection was closed.
    pub(crate) fn close(&self, key: Key) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
    }

    /// A node is gone, and all its connections.
    pub(crate) fn close_all_of(&self, node: Uuid) {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guests.retain(|(of, _), _| *of != node);
    }
}

/// The line to a client that is connected to another node.
#[derive(Debug)]
pub(crate) struct RemoteTransport {
    says: mpsc::Receiver<Said>,
    outbox: mpsc::Sender<(u64, Post)>,
    connection: u64,
    nodes: Arc<Nodes>,
    /// The frame that is being answered: its node waits.
    current: Option<Delivery>,
    is_again: bool,
    lag: Duration,
}

impl RemoteTransport {
    /// The next frame, empty from who wants to be told what concerns its
    /// player; `None` when the client is gone.
    pub(crate) async fn recv(&mut self) -> Option<Bytes> {
        let Said { frame, is_again, lag, delivery } = self.says.recv().await?;
        (self.current, self.is_again, self.lag) = (Some(delivery), is_again, lag);
        Some(frame)
    }

    /// Whether the frame was said before, to an earlier owner.
    pub(crate) fn is_again(&self) -> bool {
        self.is_again
    }

    /// What the client's own line costs a move.
    pub(crate) fn lag(&self) -> Duration {
        self.lag
    }

    /// Puts a frame on its way to the client; whether it can be.
    pub(crate) async fn send(&self, frame: Bytes) -> bool {
        self.outbox.send((self.connection, Post::Frame(frame))).await.is_ok()
    }

    /// Lets the client's node know that this one has something no more.
    pub(crate) async fn send_moved(&self, about: Entity) {
        // A node that is gone has nobody to tell.
        let _ = self.outbox.send((self.connection, Post::Moved(about))).await;
    }

    /// Says that the frame is answered, or that this is not the node to answer
    /// it.
    pub(crate) async fn done(&mut self, is_moved: bool) {
        if let Some(delivery) = self.current.take() {
            let answered =
                if is_moved { ReplyCache::Moved } else { ReplyCache::Done(sign_of(&self.nodes)) };
            delivery.answer(wire::write(&answered, &[])).await;
        }
    }
}
