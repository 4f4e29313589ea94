//! Sessions on this node for clients that are connected to other nodes.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes};
use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::cluster::Delivery;
use crate::live::cluster::nodes::{Call, Entity, Nodes};
use crate::protocol::Scopes;
use crate::scheduling;
use chivalry_play::player::PlayerId;

use crate::http::gateway::outbox::{Outbound, Outboxes};
use crate::http::gateway::wire;
use crate::http::gateway::wire::{Heartbeat, OwnerReply, RemoteClient};
use crate::http::session::session::Session;
use crate::http::session::transport::Transport;
use crate::http::state::AppState;

/// Queue capacity for frames of one client. A frame that does not fit is dropped; its node times
/// out and sends it again.
const QUEUE_CAPACITY: usize = 16;

/// The node of a connection, and the connection's number on that node.
type Key = (Uuid, u64);

/// The sessions of clients that are connected to other nodes.
#[derive(Debug, Default)]
pub(crate) struct RemoteSessions(Arc<Mutex<Sessions>>);

type Sessions = BTreeMap<Key, mpsc::Sender<RemoteFrame>>;

/// A forwarded client frame. An empty frame subscribes to the player's notices.
#[derive(Debug)]
struct RemoteFrame {
    frame: Bytes,
    /// True for a replay of a frame that an earlier owner answered.
    is_replay: bool,
    lag: Duration,
    number: Option<u64>,
    call: Call,
}

impl RemoteSessions {
    /// Passes a client's frame to its session, which is spawned on the first frame.
    pub(crate) fn hand_over(
        &self,
        app: &AppState,
        nodes: &Arc<Nodes>,
        outboxes: &Outboxes,
        client: RemoteClient,
        (frame, is_replay): (Bytes, bool),
        call: Call,
    ) {
        let key = (client.node, client.connection);
        let lag = Duration::from_micros(client.lag_us);
        let queued = RemoteFrame { frame, is_replay, lag, number: client.number, call };
        let mut sessions = self.0.lock();
        let spawn_session = || {
            let (sender, frames) = mpsc::channel(QUEUE_CAPACITY);
            let outbox = outboxes.to(client.node);
            let connection = client.connection;
            let transport = RemoteTransport {
                frames,
                outbox: outbox.clone(),
                connection,
                nodes: Arc::clone(nodes),
                current: None,
                number: None,
                unanswered: None,
                last_done: None,
                is_replay: false,
                lag,
            };
            let (app, sessions) = (app.clone(), Arc::clone(&self.0));
            let own_end = sender.downgrade();
            scheduling::spawn(async move {
                let player = client.player.map(PlayerId);
                let scopes: Scopes = client.scopes.into_iter().collect();
                Box::new(Session::remote(app, transport, scopes)).receive(player).await;
                // A newer session under the same key stays registered.
                let is_own = |other: &mpsc::Sender<RemoteFrame>| {
                    own_end.upgrade().is_some_and(|own| own.same_channel(other))
                };
                let remove_own = |mut sessions: MutexGuard<'_, Sessions>| {
                    if sessions.get(&key).is_some_and(is_own) {
                        sessions.remove(&key);
                    }
                };
                remove_own(sessions.lock());
                // The client's node may still be subscribed. A failed send means that the node is
                // gone.
                let _ = outbox.send((connection, Outbound::Ended)).await;
            });
            sender
        };
        let session = sessions.entry(key).or_insert_with(spawn_session);
        // If the session is just ending, the client's node sends the frame again.
        if session.try_send(queued).is_err() {
            tracing::debug!(?key, "the frame queue of a remote session is full");
        }
    }

    /// Ends the session of a closed connection.
    pub(crate) fn close(&self, key: Key) {
        self.0.lock().remove(&key);
    }

    /// Ends the sessions of all connections to a lost node.
    pub(crate) fn close_all_of(&self, node: Uuid) {
        let mut sessions = self.0.lock();
        sessions.retain(|(of, _), _| *of != node);
    }
}

/// The transport to a client that is connected to another node.
#[derive(Debug)]
pub(crate) struct RemoteTransport {
    frames: mpsc::Receiver<RemoteFrame>,
    outbox: mpsc::Sender<(u64, Outbound)>,
    connection: u64,
    nodes: Arc<Nodes>,
    /// The request of the current frame, not yet acknowledged.
    current: Option<Delivery>,
    /// The number of the current frame.
    number: Option<u64>,
    /// The number of the current frame, until it is answered.
    unanswered: Option<u64>,
    /// The number of the last frame that was carried out.
    last_done: Option<u64>,
    is_replay: bool,
    lag: Duration,
}

impl RemoteTransport {
    /// Returns the reply to a request.
    fn reply(&self, owner_changed: bool) -> Bytes {
        let reply = match owner_changed {
            true => OwnerReply::Moved,
            false => OwnerReply::Done(Heartbeat::of(&self.nodes)),
        };
        wire::write(&reply, &[])
    }
}

impl Transport for RemoteTransport {
    const IS_REMOTE: bool = true;

    type Receiver = ();

    /// An empty frame subscribes to the player's notices.
    async fn recv(&mut self, (): &mut ()) -> Option<Result<Message, axum::Error>> {
        let RemoteFrame { frame, is_replay, lag, number, call } = loop {
            let received = self.frames.recv().await?;
            // The client's node repeats a request whose reply is late. Its answer is on the way.
            let is_done = received.number.is_some() && received.number == self.last_done;
            if !is_done && received.call.is_current() {
                break received;
            }
            scheduling::spawn(received.call.delivery.answer(self.reply(!is_done)));
        };
        (self.current, self.number, self.unanswered) = (Some(call.delivery), number, number);
        (self.is_replay, self.lag) = (is_replay, lag);
        // Invalid UTF-8 becomes an empty frame.
        let text = Utf8Bytes::try_from(frame).unwrap_or_default();
        Some(Ok(Message::Text(text)))
    }

    async fn recv_early((): &mut ()) -> Option<Result<Message, axum::Error>> {
        pending().await
    }

    async fn feed(&mut self, message: Message) -> Result<(), axum::Error> {
        // The client's own node sends pings and close frames.
        if let Message::Text(text) = message {
            // A failed send means that the client's node is gone, which ends the session.
            let _ = self.outbox.send((self.connection, Outbound::Frame(text.into()))).await;
        }
        Ok(())
    }

    async fn feed_answer(&mut self, message: Message) -> Result<(), axum::Error> {
        match (message, self.unanswered.take()) {
            (Message::Text(text), Some(number)) => {
                let answer = Outbound::Answer { number, frame: text.into() };
                // A failed send means that the client's node is gone, which ends the session.
                let _ = self.outbox.send((self.connection, answer)).await;
                Ok(())
            }
            (message, _) => self.feed(message).await,
        }
    }

    async fn flush(&mut self, owner_changed: bool) -> Result<(), axum::Error> {
        self.unanswered = None;
        if let Some(delivery) = self.current.take() {
            if !owner_changed {
                self.last_done = self.number;
            }
            delivery.answer(self.reply(owner_changed)).await;
        }
        Ok(())
    }

    fn is_replay(&self) -> bool {
        self.is_replay
    }

    fn remote_lag(&self) -> Option<Duration> {
        Some(self.lag)
    }

    async fn send_moved(&mut self, about: Entity) {
        // A failed send means that the client's node is gone.
        let _ = self.outbox.send((self.connection, Outbound::Moved(about))).await;
    }
}
