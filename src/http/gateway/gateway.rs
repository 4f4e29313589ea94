//! The gateway to the other nodes: this node's connections, and requests to the owners of entities.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::to_bytes;
use axum::http::Method;
use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all};
use parking_lot::{Mutex, MutexGuard};
use prometheus_client::metrics::counter::Counter;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use uuid::Uuid;

use crate::cluster::BusError;
use crate::live::cluster::forwarding::{OwnerReading, RETRY_DELAY, call_owner};
use crate::live::cluster::nodes::{Entity, Nodes};
use crate::store::{NodeId, Store, TokenHash};
use chivalry_play::player::PlayerId;

use crate::http::gateway::answers::read_answer;
use crate::http::gateway::outbox::Outboxes;
use crate::http::gateway::wire;
use crate::http::gateway::wire::{Heartbeat, OwnerReply, OwnerRequest, RemoteClient, ToClients};
use crate::http::owner_router::{
    ClientIdentity, OwnerResponse, OwnerRouter, PlayerReader, Relayed,
};

/// Queue capacity per client for frames from other nodes. A client that falls further behind is
/// disconnected and reconnects.
const QUEUE_CAPACITY: usize = 512;

/// Maximum size of a response that [`OwnerRouter::read`] returns, in bytes.
const MAX_READ: usize = 4 << 20;

/// Timeout of [`OwnerRouter::read`].
const READ_TIMEOUT: Duration = Duration::from_secs(3);

/// Silence after which a node counts as lost.
const NODE_TIMEOUT: Duration = Duration::from_secs(2);

/// Maximum number of clients per second that are asked to reconnect to other nodes.
const CLIENTS_PER_SECOND: u32 = 16;

/// Delay before a pending request checks its owner's heartbeat, and the silence after which it is
/// cancelled.
const CHECK_OWNER_AFTER: Duration = Duration::from_millis(250);
const OWNER_TIMEOUT: Duration = Duration::from_millis(1_200);

/// The connections between this node's clients and the other nodes.
#[derive(Debug)]
pub(crate) struct Gateway {
    pub(crate) nodes: Arc<Nodes>,
    store: Store,
    began_at: Instant,
    connections: AtomicU64,
    clients: Mutex<Clients>,
    pub(crate) outboxes: Outboxes,
    /// The last heartbeat of each other node.
    last_heartbeats: Mutex<BTreeMap<Uuid, LastHeartbeat>>,
    /// The bus's loss counter when connections were last notified.
    losses: AtomicU64,
    /// The next number for the reply subject of an HTTP request.
    pub(crate) requests: AtomicU64,
    /// The second since `began_at` in which clients were last sent to other nodes, and their
    /// number.
    moved_clients: Mutex<(u64, u32)>,
    forwarded: Counter,
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
    queues: BTreeMap<u64, mpsc::Sender<Relayed>>,
    of_players: BTreeMap<PlayerId, BTreeSet<u64>>,
}

impl Gateway {
    /// Creates a gateway, which counts forwarded frames in `forwarded`.
    pub(crate) fn new(nodes: Arc<Nodes>, store: Store, forwarded: Counter) -> Gateway {
        Gateway {
            outboxes: Outboxes::new(Arc::clone(&nodes)),
            losses: AtomicU64::new(nodes.bus().losses()),
            nodes,
            store,
            began_at: Instant::now(),
            connections: AtomicU64::new(1),
            clients: Mutex::default(),
            last_heartbeats: Mutex::default(),
            requests: AtomicU64::new(1),
            moved_clients: Mutex::default(),
            forwarded,
        }
    }

    pub(crate) fn me(&self) -> Uuid {
        self.nodes.me().0
    }

    pub(crate) async fn publish(&self, subject: String, payload: Bytes) {
        if let Err(error) = self.nodes.bus().publish(subject, payload).await {
            tracing::debug!(%error, "failed to publish to another node");
        }
    }

    /// Queues a message for connections. A connection whose queue is full is closed by dropping its
    /// sender.
    pub(crate) fn deliver(&self, connections: &[u64], relayed: impl Fn() -> Relayed) {
        let mut clients = self.clients();
        for connection in connections {
            if let Some(queue) = clients.queues.get(connection)
                && queue.try_send(relayed()).is_err()
            {
                clients.queues.remove(connection);
            }
        }
    }

    /// The connections of a player to this node.
    pub(crate) fn connections_of(&self, player: PlayerId) -> Vec<u64> {
        let clients = self.clients();
        clients.of_players.get(&player).into_iter().flatten().copied().collect()
    }

    fn deliver_to_all(&self, relayed: impl Fn() -> Relayed) {
        let all: Vec<u64> = self.clients().queues.keys().copied().collect();
        self.deliver(&all, relayed);
    }

    /// Sends `payload` to the owner of an entity, and follows owner changes.
    pub(crate) async fn ask_owner(&self, about: Entity, payload: &Bytes) -> OwnerResponse {
        let call = || async {
            tokio::select! {
                biased;
                response = self.nodes.call(about, payload) => response,
                () = self.owner_is_silent(about) => Err(BusError::TimedOut),
            }
        };
        let read = |answer: &Bytes| match wire::read(answer) {
            Some((OwnerReply::Done(heartbeat), _)) => {
                // Records the heartbeat, because the node may fail before it sends another.
                self.on_heartbeat(heartbeat);
                OwnerReading::Answer(heartbeat.by)
            }
            // The entity was changing its owner.
            Some((OwnerReply::Moved, _)) => OwnerReading::NotOwner,
            Some((OwnerReply::Unsupported, _)) | None => OwnerReading::Unsupported,
        };
        call_owner(call, read).await
    }

    /// Completes once the owner of an entity has been silent for too long. Never completes while
    /// the owner is alive.
    async fn owner_is_silent(&self, about: Entity) {
        // Just after start-up no heartbeat has arrived yet.
        let check_at = (Instant::now() + CHECK_OWNER_AFTER).max(self.began_at + OWNER_TIMEOUT);
        sleep_until(check_at).await;
        match self.store.owners().of(about.id()).await {
            Ok(Some(owner)) if owner != self.nodes.me() && !self.is_alive(owner.0) => {}
            _ => std::future::pending().await,
        }
    }

    fn is_alive(&self, node: Uuid) -> bool {
        self.last_heartbeats().get(&node).is_some_and(|last| last.at.elapsed() < OWNER_TIMEOUT)
    }

    /// Records a heartbeat. Returns false if earlier messages of the node may be lost.
    pub(crate) fn on_heartbeat(&self, Heartbeat { by, losses }: Heartbeat) -> bool {
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
    pub(crate) fn check_for_losses(&self) {
        let losses = self.nodes.bus().losses();
        if self.losses.swap(losses, Ordering::AcqRel) != losses {
            tracing::warn!("messages of other nodes may be lost");
            self.deliver_to_all(|| Relayed::AllLost);
        }
    }

    /// Removes and returns the nodes that have been silent for too long.
    pub(crate) fn remove_silent_nodes(&self) -> Vec<Uuid> {
        let mut heartbeats = self.last_heartbeats();
        if !self.nodes.bus().is_up() {
            // The bus is down, so silence does not mean that a node is gone.
            heartbeats.values_mut().for_each(|last| last.at = Instant::now());
            return Vec::new();
        }
        let lost: Vec<Uuid> = heartbeats
            .extract_if(.., |_, last| last.at.elapsed() > NODE_TIMEOUT)
            .map(|(node, _)| node)
            .collect();
        drop(heartbeats);
        for node in &lost {
            tracing::warn!(%node, "another node sends no heartbeats");
            self.deliver_to_all(|| Relayed::Lost(*node));
        }
        lost
    }

    /// A blocking lock, held for one look-up and never across an await.
    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock()
    }

    fn last_heartbeats(&self) -> MutexGuard<'_, BTreeMap<Uuid, LastHeartbeat>> {
        self.last_heartbeats.lock()
    }
}

impl Gateway {
    fn remote_client(&self, identity: &ClientIdentity) -> RemoteClient {
        RemoteClient {
            node: self.me(),
            connection: identity.connection,
            player: identity.player.map(|player| player.0),
            scopes: identity.scopes.iter().collect(),
            lag_us: u64::try_from(identity.lag.as_micros()).unwrap_or(u64::MAX),
            number: identity.number,
        }
    }

    fn announcement(&self, reader: PlayerReader) -> Bytes {
        let PlayerReader { connection, player, legal } = reader;
        let node = self.me();
        wire::write(&ToClients::Listen { node, connection, player: player.0, legal }, &[])
    }

    /// Publishes a message to a node until the node confirms it or is gone.
    async fn publish_confirmed(&self, node: Uuid, message: Bytes) {
        let subject = self.nodes.subject_of(NodeId(node));
        while !self.nodes.somebody_hears(&subject, message.clone()).await {
            sleep_until(Instant::now() + RETRY_DELAY).await;
            if !self.is_alive(node) {
                break;
            }
        }
    }
}

impl OwnerRouter for Gateway {
    fn is_reachable(&self) -> bool {
        self.nodes.bus().is_up()
    }

    fn place_at(&self, node: Uuid) -> Option<String> {
        let url = self.nodes.url_of(NodeId(node)).filter(|_| self.is_alive(node))?;
        let second = self.began_at.elapsed().as_secs();
        let mut moved = self.moved_clients.lock();
        if moved.0 != second {
            *moved = (second, 0);
        }
        moved.1 += 1;
        (moved.1 <= CLIENTS_PER_SECOND).then_some(url)
    }

    fn connect(&self, player: Option<PlayerId>) -> (u64, mpsc::Receiver<Relayed>) {
        let connection = self.connections.fetch_add(1, Ordering::Relaxed);
        let (queue, relayed) = mpsc::channel(QUEUE_CAPACITY);
        let mut clients = self.clients();
        clients.queues.insert(connection, queue);
        if let Some(player) = player {
            clients.of_players.entry(player).or_default().insert(connection);
        }
        (connection, relayed)
    }

    fn disconnect(&self, connection: u64, player: Option<PlayerId>) {
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

    fn close_sessions(&self, connection: u64, nodes: Vec<Uuid>) -> BoxFuture<'_, ()> {
        async move {
            for node in nodes.into_iter().collect::<BTreeSet<Uuid>>() {
                let closed = ToClients::Closed { node: self.me(), connection };
                self.publish(self.nodes.subject_of(NodeId(node)), wire::write(&closed, &[])).await;
            }
        }
        .boxed()
    }

    fn end_tokens(&self, tokens: Vec<TokenHash>) -> BoxFuture<'_, ()> {
        let message = wire::write(&ToClients::TokensEnded { tokens }, &[]);
        self.publish(self.nodes.subject_of_players(), message).boxed()
    }

    fn forward<'a>(
        &'a self,
        identity: &'a ClientIdentity,
        about: Entity,
        frame: &'a str,
    ) -> BoxFuture<'a, OwnerResponse> {
        async move {
            let client = self.remote_client(identity);
            let request = match identity.is_replay {
                true => OwnerRequest::Again(client),
                false => OwnerRequest::Frame(client),
            };
            self.forwarded.inc();
            self.ask_owner(about, &wire::write(&request, frame.as_bytes())).await
        }
        .boxed()
    }

    fn read(&self, about: Entity, path: String) -> BoxFuture<'_, Option<Bytes>> {
        let read = async move {
            let number = self.requests.fetch_add(1, Ordering::Relaxed);
            let answer_on = self.nodes.subject_of_answer(number);
            let request = OwnerRequest::Request {
                answer_on: answer_on.clone(),
                method: Method::GET.to_string(),
                uri: path,
                headers: Vec::new(),
                token: None,
            };
            let answer = self.nodes.bus().listen(answer_on).await.ok()?;
            let asked = self.ask_owner(about, &wire::write(&request, &[])).await;
            if !matches!(asked, OwnerResponse::Answered(_)) {
                return None;
            }
            let response = read_answer(answer, None).await?;
            let is_success = response.status().is_success();
            let body = to_bytes(response.into_body(), MAX_READ).await.ok()?;
            is_success.then_some(body)
        };
        async move { timeout(READ_TIMEOUT, read).await.ok().flatten() }.boxed()
    }

    fn register_with_lobby_owner<'a>(
        &'a self,
        identity: &'a ClientIdentity,
    ) -> BoxFuture<'a, OwnerResponse> {
        async move {
            let request = OwnerRequest::Connect(self.remote_client(identity));
            self.ask_owner(Entity::Lobby, &wire::write(&request, &[])).await
        }
        .boxed()
    }

    fn announce_reader(&self, reader: PlayerReader) -> BoxFuture<'_, ()> {
        async move {
            let message = self.announcement(reader);
            let nodes: Vec<Uuid> = self.last_heartbeats().keys().copied().collect();
            join_all(nodes.iter().map(|node| self.publish_confirmed(*node, message.clone()))).await;
        }
        .boxed()
    }

    fn renew_reader(&self, reader: PlayerReader) -> BoxFuture<'_, ()> {
        self.publish(self.nodes.subject_of_players(), self.announcement(reader)).boxed()
    }
}
