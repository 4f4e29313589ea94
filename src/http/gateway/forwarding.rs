//! The gateway between nodes. Frames and requests are forwarded to the node that owns their entity,
//! and its events are forwarded back.
//!
//! On the owner, a remote client is a regular session (`remote_session`) whose transport is the
//! bus. Permissions are therefore checked in one place for all clients.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::cluster::{BusError, Inbox};
use crate::live::cluster::forwarding::{OwnerAnswer, call_owner};
use crate::live::cluster::nodes::{Arrivals, Call, Entity, Nodes};
use crate::store::{NodeId, Store};
use chivalry_play::player::PlayerId;

use crate::http::gateway::outbox::Outboxes;
use crate::http::gateway::remote_feed::FeedSubscribers;
use crate::http::gateway::remote_session::RemoteSessions;
use crate::http::gateway::remote_subscriptions::ClientIdentity;
use crate::http::gateway::requests;
use crate::http::gateway::wire;
use crate::http::gateway::wire::{Heartbeat, OwnerReply, OwnerRequest, RemoteClient, ToClients};
use crate::http::session::lobby::notice_frame;
use crate::http::state::AppState;

pub(crate) use crate::http::gateway::requests::to_owner;

/// Queue capacity per client for frames from other nodes. A client that falls further behind is
/// disconnected and reconnects.
const QUEUE_CAPACITY: usize = 512;

/// Interval of heartbeats, and the silence after which a node counts as lost.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
const NODE_TIMEOUT: Duration = Duration::from_secs(3);

/// Delay before a pending request checks its owner's heartbeat, and the silence after which it is
/// cancelled.
const CHECK_OWNER_AFTER: Duration = Duration::from_millis(250);
const OWNER_TIMEOUT: Duration = Duration::from_millis(1_200);

/// A message from another node to a connection.
#[derive(Debug)]
pub(crate) enum Relayed {
    /// A frame about an entity of node `by`, forwarded unchanged.
    Frame { by: Uuid, frame: Bytes },
    /// A notice for the player, forwarded unchanged.
    Notice(Bytes),
    /// The node released the entity.
    Moved { by: Uuid, about: Entity },
    /// Messages of the node may have been lost, or the node is gone.
    Lost(Uuid),
    /// Messages of any node may have been lost.
    AllLost,
    /// Another node joined. It has no subscriptions yet.
    Joined,
}

/// The result of a request to an entity's owner, with the id of the owner.
pub(crate) type OwnerResponse = OwnerAnswer<Uuid>;

/// The connections between this node's clients and the other nodes.
#[derive(Debug)]
pub(crate) struct Gateway {
    pub(crate) nodes: Arc<Nodes>,
    store: Store,
    began_at: Instant,
    connections: AtomicU64,
    clients: Mutex<Clients>,
    sessions: RemoteSessions,
    pub(crate) feed_subscribers: FeedSubscribers,
    pub(crate) outboxes: Outboxes,
    /// The last heartbeat of each other node.
    last_heartbeats: Mutex<HashMap<Uuid, LastHeartbeat>>,
    /// The bus's loss counter when connections were last notified.
    losses: AtomicU64,
    /// The next number for the reply subject of an HTTP request.
    pub(crate) requests: AtomicU64,
}

/// The last heartbeat of another node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastHeartbeat {
    at: Instant,
    losses: u64,
}

/// The client connections to this node.
#[derive(Debug, Default)]
struct Clients {
    queues: HashMap<u64, mpsc::Sender<Relayed>>,
    of_players: HashMap<PlayerId, HashSet<u64>>,
}

impl Gateway {
    pub(crate) fn new(nodes: Arc<Nodes>, store: Store) -> Gateway {
        Gateway {
            outboxes: Outboxes::new(Arc::clone(&nodes)),
            losses: AtomicU64::new(nodes.bus().losses()),
            nodes,
            store,
            began_at: Instant::now(),
            connections: AtomicU64::new(1),
            clients: Mutex::default(),
            sessions: RemoteSessions::default(),
            feed_subscribers: FeedSubscribers::default(),
            last_heartbeats: Mutex::default(),
            requests: AtomicU64::new(1),
        }
    }

    pub(crate) fn me(&self) -> Uuid {
        self.nodes.me().0
    }

    /// True if the bus is connected.
    pub(crate) fn is_in_touch(&self) -> bool {
        self.nodes.bus().is_up()
    }

    /// Registers a client connection. Returns its number and its queue of messages.
    pub(crate) fn connect(&self, player: Option<PlayerId>) -> (u64, mpsc::Receiver<Relayed>) {
        let connection = self.connections.fetch_add(1, Ordering::Relaxed);
        let (queue, relayed) = mpsc::channel(QUEUE_CAPACITY);
        let mut clients = self.clients();
        clients.queues.insert(connection, queue);
        if let Some(player) = player {
            clients.of_players.entry(player).or_default().insert(connection);
        }
        (connection, relayed)
    }

    /// Unregisters a connection and notifies `nodes`, which have sessions of it.
    pub(crate) async fn disconnect(
        &self,
        connection: u64,
        player: Option<PlayerId>,
        nodes: impl Iterator<Item = Uuid>,
    ) {
        self.unregister(connection, player);
        for node in nodes.collect::<HashSet<Uuid>>() {
            let closed = ToClients::Closed { node: self.me(), connection };
            self.publish(self.nodes.subject_of(NodeId(node)), wire::write(&closed, &[])).await;
        }
    }

    pub(crate) fn unregister(&self, connection: u64, player: Option<PlayerId>) {
        let mut clients = self.clients();
        clients.queues.remove(&connection);
        if let Some(player) = player
            && let Some(others) = clients.of_players.get_mut(&player)
        {
            others.remove(&connection);
            if others.is_empty() {
                clients.of_players.remove(&player);
            }
        }
    }

    pub(crate) async fn publish(&self, subject: String, payload: Bytes) {
        if let Err(error) = self.nodes.bus().publish(subject, payload).await {
            tracing::debug!(%error, "failed to publish to another node");
        }
    }

    /// Queues a message for connections. A connection whose queue is full is closed by dropping its
    /// sender.
    fn deliver(&self, connections: &[u64], relayed: impl Fn() -> Relayed) {
        let mut clients = self.clients();
        for connection in connections {
            if let Some(queue) = clients.queues.get(connection)
                && queue.try_send(relayed()).is_err()
            {
                clients.queues.remove(connection);
            }
        }
    }

    fn deliver_to_all(&self, relayed: impl Fn() -> Relayed) {
        let all: Vec<u64> = self.clients().queues.keys().copied().collect();
        self.deliver(&all, relayed);
    }

    /// Registers a connection with the lobby's owner, which then sends the player's notices.
    pub(crate) async fn register_with_lobby_owner(
        &self,
        identity: &ClientIdentity,
    ) -> OwnerResponse {
        let payload = wire::write(&OwnerRequest::Connect(identity.to_remote_client(self)), &[]);
        self.ask_owner(Entity::Lobby, &payload).await
    }

    /// Sends `payload` to the owner of an entity, and follows owner changes.
    pub(crate) async fn ask_owner(&self, about: Entity, payload: &Bytes) -> OwnerResponse {
        let call = || async {
            tokio::select! {
                response = self.nodes.call(about, payload) => response,
                () = self.owner_is_silent(about) => Err(BusError::TimedOut),
            }
        };
        let read = |answer: &Bytes| match wire::read(answer) {
            Some((OwnerReply::Done(heartbeat), _)) => {
                // Records the heartbeat, because the node may fail before it sends another.
                self.on_heartbeat(heartbeat);
                Some(heartbeat.by)
            }
            // The entity was changing its owner.
            Some((OwnerReply::Moved, _)) | None => None,
        };
        call_owner(call, read).await
    }

    /// Completes once the owner of an entity has been silent for too long. Never completes while
    /// the owner is alive.
    async fn owner_is_silent(&self, about: Entity) {
        // Just after start-up no heartbeat has arrived yet.
        let check_at = (Instant::now() + CHECK_OWNER_AFTER).max(self.began_at + OWNER_TIMEOUT);
        tokio::time::sleep_until(check_at).await;
        match self.store.owner(about.id()).await {
            Ok(Some(owner)) if owner != self.nodes.me() && !self.is_alive(owner.0) => {}
            _ => std::future::pending().await,
        }
    }

    pub(crate) fn is_alive(&self, node: Uuid) -> bool {
        self.last_heartbeats().get(&node).is_some_and(|last| last.at.elapsed() < OWNER_TIMEOUT)
    }

    fn on_message(self: &Arc<Self>, app: &AppState, payload: &Bytes) {
        self.check_for_losses();
        let Some((message, frame)) = wire::read::<ToClients>(payload) else {
            return;
        };
        match message {
            ToClients::Frame { of, to } if self.on_heartbeat(of) => {
                self.deliver(&to, || Relayed::Frame { by: of.by, frame: frame.clone() });
            }
            ToClients::Moved { of, about, to } if self.on_heartbeat(of) => {
                self.deliver(&to, || Relayed::Moved { by: of.by, about: about.into() });
            }
            ToClients::Ended { of, to } if self.on_heartbeat(of) => {
                self.deliver(&to, || Relayed::Lost(of.by));
            }
            // Messages were lost; the connections resubscribe.
            ToClients::Frame { .. } | ToClients::Moved { .. } | ToClients::Ended { .. } => {}
            ToClients::Player { by, player } if by != self.me() => {
                let of_player = |clients: &Clients| {
                    let connections = clients.of_players.get(&PlayerId(player));
                    connections.into_iter().flatten().copied().collect::<Vec<u64>>()
                };
                let connections = of_player(&self.clients());
                self.deliver(&connections, || Relayed::Notice(frame.clone()));
            }
            ToClients::Listen { node, connection, player, legal } if node != self.me() => {
                self.serve_remote_feed(app, (node, connection), PlayerId(player), legal);
            }
            ToClients::Player { .. } | ToClients::Listen { .. } => {}
            ToClients::Closed { node, connection } => self.sessions.close((node, connection)),
        }
    }

    /// Records a heartbeat. Returns false if earlier messages of the node may be lost.
    fn on_heartbeat(&self, Heartbeat { by, losses }: Heartbeat) -> bool {
        if by == self.me() {
            return true;
        }
        let heartbeat = LastHeartbeat { at: Instant::now(), losses };
        let last = self.last_heartbeats().insert(by, heartbeat);
        match last {
            None => self.deliver_to_all(|| Relayed::Joined),
            Some(last) if last.losses == losses => {}
            Some(_) => {
                tracing::warn!(node = %by, "messages of another node may be lost");
                self.deliver_to_all(|| Relayed::Lost(by));
                return false;
            }
        }
        true
    }

    /// Notifies all connections if this node's bus may have lost messages.
    fn check_for_losses(&self) {
        let losses = self.nodes.bus().losses();
        if self.losses.swap(losses, Ordering::AcqRel) != losses {
            tracing::warn!("messages of other nodes may be lost");
            self.deliver_to_all(|| Relayed::AllLost);
        }
    }

    /// Removes nodes that have been silent for too long.
    fn remove_silent_nodes(&self) {
        let mut heartbeats = self.last_heartbeats();
        if !self.nodes.bus().is_up() {
            // The bus is down, so silence does not mean that a node is gone.
            heartbeats.values_mut().for_each(|last| last.at = Instant::now());
            return;
        }
        let lost: Vec<Uuid> = heartbeats
            .extract_if(|_, last| last.at.elapsed() > NODE_TIMEOUT)
            .map(|(node, _)| node)
            .collect();
        drop(heartbeats);
        for node in lost {
            tracing::warn!(%node, "another node sends no heartbeats");
            self.sessions.close_all_of(node);
            self.deliver_to_all(|| Relayed::Lost(node));
        }
    }

    fn hand_over(&self, app: &AppState, client: RemoteClient, message: (Bytes, bool), call: Call) {
        self.sessions.hand_over(app, &self.nodes, &self.outboxes, client, message, call);
    }

    /// A blocking lock, held for one look-up and never across an await.
    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock()
    }

    pub(crate) fn last_heartbeats(&self) -> MutexGuard<'_, HashMap<Uuid, LastHeartbeat>> {
        self.last_heartbeats.lock()
    }
}

/// Returns a heartbeat of this node.
pub(crate) fn heartbeat_of(nodes: &Nodes) -> Heartbeat {
    Heartbeat { by: nodes.me().0, losses: nodes.bus().losses() }
}

/// Runs the gateway until `shutdown`.
pub(crate) async fn run(
    app: AppState,
    relay: Arc<Gateway>,
    router: Router,
    arrivals: Arrivals,
    shutdown: CancellationToken,
) {
    let mut tasks = JoinSet::new();
    let bus = relay.nodes.bus();
    let subjects = [
        relay.nodes.subject_of(relay.nodes.me()),
        relay.nodes.subject_of_players(),
        relay.nodes.subject_of_the_living(),
    ];
    for (index, subject) in subjects.into_iter().enumerate() {
        let (bus, relay, app) = (Arc::clone(bus), Arc::clone(&relay), Arc::clone(&app));
        tasks.spawn(async move {
            let subscribe = async || loop {
                match bus.listen(subject.clone()).await {
                    Ok(inbox) => return inbox,
                    Err(error) => {
                        tracing::warn!(%error, "failed to subscribe to messages of other nodes");
                        tokio::time::sleep_until(Instant::now() + HEARTBEAT_INTERVAL).await;
                    }
                }
            };
            let mut inbox: Inbox = subscribe().await;
            loop {
                match inbox.next().await {
                    Some(delivery) if index == 2 => {
                        if let Some((heartbeat, _)) = wire::read(&delivery.payload) {
                            relay.on_heartbeat(heartbeat);
                        }
                    }
                    Some(delivery) => {
                        relay.on_message(&app, &delivery.payload);
                        // Confirms the delivery to the sender.
                        delivery.answer(Bytes::new()).await;
                    }
                    None => inbox = subscribe().await,
                }
            }
        });
    }
    tasks.spawn(send_heartbeats(Arc::clone(&relay)));
    let Arrivals { mut calls, mut notices } = arrivals;
    loop {
        tokio::select! {
            Some(call) = calls.recv() => match wire::read::<OwnerRequest>(&call.payload) {
                Some((OwnerRequest::Frame(client), frame)) => {
                    relay.hand_over(&app, client, (frame, false), call);
                }
                Some((OwnerRequest::Again(client), frame)) => {
                    relay.hand_over(&app, client, (frame, true), call);
                }
                Some((OwnerRequest::Connect(client), _)) => {
                    relay.hand_over(&app, client, (Bytes::new(), true), call);
                }
                Some((request @ OwnerRequest::Request { .. }, body)) => {
                    requests::answer(&app, &relay, &router, request, body, call);
                }
                None => {}
            },
            Some((player, notice)) = notices.recv() => {
                if let Some(frame) = notice_frame(&app, &notice) {
                    let to = ToClients::Player { by: relay.me(), player: player.0 };
                    relay.publish(relay.nodes.subject_of_players(), wire::write(&to, frame.as_bytes())).await;
                }
            }
            () = shutdown.cancelled() => return,
        }
    }
}

async fn send_heartbeats(relay: Arc<Gateway>) {
    let mut ticks = interval(HEARTBEAT_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        relay.check_for_losses();
        let heartbeat = wire::write(&heartbeat_of(&relay.nodes), &[]);
        relay.publish(relay.nodes.subject_of_the_living(), heartbeat).await;
        relay.remove_silent_nodes();
    }
}
