//! Ownership of matches, tournaments and the lobby in a cluster, and the messages between nodes.
//!
//! A node asks the subject of an entity before it acquires it. If no owner answers, the node
//! acquires the entity in the store. The store then rejects the appends of previous owners
//! ([`Store::take`]), so two nodes can never both write.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::cluster::{Bus, BusError, Delivery, Inbox};
use crate::store::{Epoch, NodeId, Orphan, Store, StoreError, Taken};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_tournament::TournamentId;

use crate::live::lobby_actor::notification::Notice;
use crate::live::registry::LiveContext;
use crate::live::time::Rounds;

/// Prefix of all subjects, with the version of the node protocol.
const SUBJECTS: &str = "chivalry.1";

/// Capacity of the queue of calls from other nodes. Further calls are dropped, and their callers
/// retry.
const CALLS: usize = 1024;

/// Timeout of a request to the owner of an entity.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_millis(1_500);

/// Number of heartbeats between two reads of the data that other nodes may have changed.
const RELOAD_EVERY: u64 = 5;

/// Capacity of the channel of orphans. Dropped orphans are found by the next heartbeat.
const ORPHANS: usize = 1024;

/// An entity that one node at a time owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entity {
    /// A match.
    Match(MatchId),
    /// A tournament.
    Tournament(TournamentId),
    /// The lobby. There is one per cluster.
    Lobby,
}

impl Entity {
    /// Returns the id under which the store keeps the owner.
    #[must_use]
    pub fn id(self) -> Uuid {
        match self {
            Entity::Match(id) => id.0,
            Entity::Tournament(id) => id.0,
            Entity::Lobby => Uuid::nil(),
        }
    }
}

/// A call from another node to the owner of an entity.
#[derive(Debug)]
pub struct Call {
    /// The entity.
    pub about: Entity,
    /// The content.
    pub payload: Bytes,
    /// The delivery to answer.
    pub delivery: Delivery,
}

/// Messages for the sessions and the lobby of this node.
#[derive(Debug)]
pub struct Arrivals {
    /// Calls to entities that this node owns.
    pub calls: mpsc::Receiver<Call>,
    /// Notices for players connected to other nodes.
    pub notices: mpsc::Receiver<(PlayerId, Notice)>,
}

/// The first byte of a message on the subject of an entity.
mod message_kind {
    /// To the owner, from a node that speaks for a client.
    pub(crate) const CALL: u8 = b'c';
    /// From a new owner, with its epoch.
    pub(crate) const ACQUIRED: u8 = b't';
    /// To the owner: data of the entity was stored.
    pub(crate) const DATA_CHANGED: u8 = b'n';
    /// To the owner: confirm the ownership.
    pub(crate) const PROBE: u8 = b'?';
}

/// This node and its connection to the other nodes.
#[derive(Debug)]
pub struct Nodes {
    me: NodeId,
    /// Separates clusters that share a bus.
    cluster: Uuid,
    bus: Arc<dyn Bus>,
    calls: mpsc::Sender<Call>,
    orphans: broadcast::Sender<Orphan>,
    /// Notices for players connected to other nodes.
    notices: mpsc::Sender<(PlayerId, Notice)>,
    /// The last seen value of [`Bus::losses`].
    losses: AtomicU64,
    /// Signals that messages may have been lost.
    lost: broadcast::Sender<()>,
    /// Cancelled when the node hands over what it owns.
    leaving: CancellationToken,
}

impl Nodes {
    /// Creates a node with a new id, and the queues of its messages. The node hands over what it
    /// owns when `leaving` is cancelled. `cluster` separates clusters that share a bus
    /// ([`Store::cluster_id`]).
    #[must_use]
    pub fn join(
        bus: Arc<dyn Bus>,
        cluster: Uuid,
        leaving: CancellationToken,
    ) -> (Arc<Nodes>, Arrivals) {
        let (calls, called) = mpsc::channel(CALLS);
        let (notices, noticed) = mpsc::channel(CALLS);
        let (me, orphans) = (NodeId(Uuid::now_v7()), broadcast::Sender::new(ORPHANS));
        let (losses, lost) = (AtomicU64::new(bus.losses()), broadcast::Sender::new(1));
        let nodes = Nodes { me, cluster, bus, calls, orphans, notices, losses, lost, leaving };
        (Arc::new(nodes), Arrivals { calls: called, notices: noticed })
    }

    /// Hands a notice over for delivery by the other nodes.
    pub(crate) async fn tell_elsewhere(&self, player: PlayerId, notice: Notice) {
        // The queue may be closed during shutdown.
        let _ = self.notices.send((player, notice)).await;
    }

    /// Returns the subject of notices to players, wherever they are connected.
    #[must_use]
    pub fn subject_of_players(&self) -> String {
        self.subject("players")
    }

    /// Returns the subject of heartbeats.
    #[must_use]
    pub fn subject_of_the_living(&self) -> String {
        self.subject("alive")
    }

    /// Returns the subject of the answer to a request of this node.
    #[must_use]
    pub fn subject_of_answer(&self, request: u64) -> String {
        self.subject(format_args!("answer.{}.{request}", self.me.0))
    }

    fn subject_about(&self, about: Entity) -> String {
        match about {
            Entity::Match(id) => self.subject(format_args!("match.{}", id.0)),
            Entity::Tournament(id) => self.subject(format_args!("tournament.{}", id.0)),
            Entity::Lobby => self.subject("lobby"),
        }
    }

    fn subject(&self, what: impl Display) -> String {
        format!("{SUBJECTS}.{}.{what}", self.cluster.simple())
    }

    /// Returns the id of this node.
    #[must_use]
    pub fn me(&self) -> NodeId {
        self.me
    }

    /// Returns the bus.
    #[must_use]
    pub fn bus(&self) -> &Arc<dyn Bus> {
        &self.bus
    }

    /// Returns the subject of messages to the clients of a node.
    #[must_use]
    pub fn subject_of(&self, node: NodeId) -> String {
        self.subject(format_args!("node.{}", node.0))
    }

    /// Returns the token that is cancelled when the node hands over what it owns.
    #[must_use]
    pub fn leaving(&self) -> &CancellationToken {
        &self.leaving
    }

    /// Subscribes to entities whose owners are dead.
    #[must_use]
    pub fn orphans(&self) -> broadcast::Receiver<Orphan> {
        self.orphans.subscribe()
    }

    /// Makes lease holders check their leases if messages may have been lost.
    pub(crate) fn check_losses(&self) {
        let losses = self.bus.losses();
        if self.losses.swap(losses, Ordering::AcqRel) != losses {
            // There may be no lease.
            let _ = self.lost.send(());
        }
    }

    /// Calls the owner of an entity and returns its answer.
    ///
    /// # Errors
    /// [`BusError::NobodyThere`] if no owner can be reached.
    pub async fn call(&self, about: Entity, payload: &[u8]) -> Result<Bytes, BusError> {
        let payload = [&[message_kind::CALL], payload].concat().into();
        self.bus.request(self.subject_about(about), payload, ANSWER_WITHIN).await
    }

    /// Asks the owner of an entity to read the newly stored data.
    pub async fn tell_news(&self, about: Entity) {
        let payload = Bytes::from_static(&[message_kind::DATA_CHANGED]);
        if let Err(error) = self.bus.publish(self.subject_about(about), payload).await {
            tracing::debug!(%error, ?about, "could not notify an owner");
        }
    }

    /// Sends a payload to a subject. Returns true if a receiver confirms it.
    pub async fn somebody_hears(&self, subject: &str, payload: Bytes) -> bool {
        let asked = self.bus.request(subject.to_owned(), payload, ANSWER_WITHIN);
        asked.await.is_ok()
    }

    /// True if another node owns the entity and answers. Also true while the bus is down, because
    /// the owner is then unknown.
    pub async fn somebody_has(&self, about: Entity) -> bool {
        let asked = Bytes::from_static(&[message_kind::PROBE]);
        match self.bus.request(self.subject_about(about), asked, ANSWER_WITHIN).await {
            Ok(_) | Err(BusError::Down(_)) => true,
            Err(BusError::NobodyThere | BusError::TimedOut) => false,
        }
    }

    /// True if another node is responsible for the entity: one that answers, or a living owner
    /// according to the store. The former may have lost the entity and the latter may have missed
    /// its acquisition. `None` if the owner cannot be determined now.
    pub(crate) async fn is_owned_elsewhere(
        &self,
        owners: &impl Owners,
        about: Entity,
    ) -> Option<bool> {
        if !self.somebody_has(about).await {
            return Some(false);
        }
        if !self.bus.is_up() {
            return None;
        }
        owners.is_anothers(about.id(), self.me).await.ok()
    }
}

/// The store of owners, shared by all nodes.
pub(crate) trait Owners {
    /// Makes `node` the owner of an entity ([`Store::take`]).
    fn take(
        &self,
        entity: Uuid,
        node: NodeId,
    ) -> impl Future<Output = Result<Taken, StoreError>> + Send;

    /// True if `epoch` is the newest epoch of an entity ([`Store::still_owns`]).
    fn still_owns(
        &self,
        entity: Uuid,
        epoch: Epoch,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// True if a living node other than `node` owns the entity ([`Store::is_anothers`]).
    fn is_anothers(
        &self,
        entity: Uuid,
        node: NodeId,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;
}

impl Owners for Store {
    async fn take(&self, entity: Uuid, node: NodeId) -> Result<Taken, StoreError> {
        Store::take(self, entity, node).await
    }

    async fn still_owns(&self, entity: Uuid, epoch: Epoch) -> Result<bool, StoreError> {
        Store::still_owns(self, entity, epoch).await
    }

    async fn is_anothers(&self, entity: Uuid, node: NodeId) -> Result<bool, StoreError> {
        Store::is_anothers(self, entity, node).await
    }
}

/// The ownership of an entity, until another node acquires it.
#[derive(Debug)]
pub(crate) struct Lease {
    about: Entity,
    epoch: Epoch,
    inbox: Inbox,
    losses: broadcast::Receiver<()>,
    nodes: Arc<Nodes>,
    /// Last heartbeat of the previous owner, if that node died.
    lost: Option<Timestamp>,
    /// True if another node was the previous owner.
    pub(crate) was_owned_by_another: bool,
}

/// An event for the owner of an entity.
pub(crate) enum LeaseEvent {
    /// Another node acquired the entity.
    OwnerChanged,
    /// Data of the entity was stored by another task.
    DataChanged,
    /// The message about another owner may have been lost.
    PossiblyLost,
}

impl Lease {
    /// Acquires an entity and notifies the previous owner. Subscribes first, so that no message is
    /// missed.
    pub(crate) async fn take(
        nodes: &Arc<Nodes>,
        owners: &impl Owners,
        about: Entity,
    ) -> Result<Lease, LeaseError> {
        let losses = nodes.lost.subscribe();
        let inbox = nodes.bus.listen(nodes.subject_about(about)).await?;
        let taken = owners.take(about.id(), nodes.me).await?;
        let lease = Lease {
            about,
            epoch: taken.epoch,
            inbox,
            losses,
            nodes: Arc::clone(nodes),
            lost: taken.lost,
            was_owned_by_another: taken.was_owned_by_another,
        };
        if lease.was_owned_by_another {
            let payload =
                [&[message_kind::ACQUIRED], taken.epoch.0.to_be_bytes().as_slice()].concat();
            nodes.bus.publish(nodes.subject_about(about), payload.into()).await?;
        }
        Ok(lease)
    }

    /// Returns the lease on an entity that this node has just created.
    pub(crate) async fn for_new(nodes: &Arc<Nodes>, about: Entity) -> Result<Lease, LeaseError> {
        let losses = nodes.lost.subscribe();
        let inbox = nodes.bus.listen(nodes.subject_about(about)).await?;
        Ok(Lease {
            about,
            epoch: Epoch::FIRST,
            inbox,
            losses,
            nodes: Arc::clone(nodes),
            lost: None,
            was_owned_by_another: false,
        })
    }

    /// True if the store has no newer owner. False if the store cannot be read.
    pub(crate) async fn is_current(&self, owners: &impl Owners) -> bool {
        owners.still_owns(self.about.id(), self.epoch).await.unwrap_or(false)
    }

    /// Returns the node and epoch that fence appends.
    pub(crate) fn owner(&self) -> (NodeId, Epoch) {
        (self.nodes.me, self.epoch)
    }

    /// Returns the last heartbeat of a previous owner that died.
    pub(crate) fn unowned_since(&self) -> Option<Timestamp> {
        self.lost
    }

    /// Marks the downtime as compensated.
    pub(crate) fn take_compensation(&mut self) {
        self.lost = None;
    }

    /// True if the bus is up. Without the bus nothing must be acknowledged.
    pub(crate) fn is_connected(&self) -> bool {
        self.nodes.bus.is_up()
    }

    /// Returns the next event for the owner. Forwards calls and confirms the ownership on the way.
    /// Cancel safe.
    pub(crate) async fn next(&mut self) -> LeaseEvent {
        loop {
            let delivery = tokio::select! {
                biased;
                Some(delivery) = self.inbox.next() => delivery,
                _ = self.losses.recv() => return LeaseEvent::PossiblyLost,
            };
            let payload = delivery.payload.clone();
            match payload.first() {
                Some(&message_kind::CALL) => {
                    let call = Call { about: self.about, payload: payload.slice(1..), delivery };
                    // The caller retries.
                    if self.nodes.calls.try_send(call).is_err() {
                        tracing::warn!(about = ?self.about, "dropped a call: the queue is full");
                    }
                }
                Some(&message_kind::ACQUIRED) => {
                    let epoch = payload.get(1..9).and_then(|bytes| bytes.try_into().ok());
                    if epoch.is_some_and(|epoch| i64::from_be_bytes(epoch) > self.epoch.0) {
                        return LeaseEvent::OwnerChanged;
                    }
                }
                Some(&message_kind::DATA_CHANGED) => return LeaseEvent::DataChanged,
                Some(&message_kind::PROBE) => delivery.answer(Bytes::new()).await,
                // Sent by a newer version, and optional for this one.
                _ => {}
            }
        }
    }
}

/// Waits for the next event of a lease. Pending forever without a lease.
pub(crate) async fn next_lease_event(lease: Option<&mut Lease>) -> LeaseEvent {
    match lease {
        Some(lease) => lease.next().await,
        None => std::future::pending().await,
    }
}

/// The reason for which an entity could not be acquired.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LeaseError {
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl LiveContext {
    /// Starts the actor of a match with due work, unless another node owns it.
    pub(crate) async fn start_unless_owned(self: &Arc<Self>, id: MatchId) {
        if let Some(nodes) = &self.nodes
            && !self.holds(id)
        {
            match nodes.is_owned_elsewhere(&self.store, Entity::Match(id)).await {
                Some(true) => return self.hibernated.remove(id),
                // The next sweep retries.
                None => return,
                Some(false) => {}
            }
        }
        self.start(id, None);
    }
}

/// Stores the heartbeat of this node and takes over orphans, until the node shuts down.
pub(crate) async fn beat(shared: Arc<LiveContext>, nodes: Arc<Nodes>) {
    match shared.store.unowned_matches().await {
        Ok(matches) => matches.into_iter().for_each(|id| spawn_start(&shared, id)),
        Err(error) => tracing::warn!(%error, "could not read the matches without an owner"),
    }
    let mut beats = Rounds::every(crate::live::registry::HEARTBEAT, &nodes.leaving);
    for beat in 0_u64.. {
        if !beats.next().await {
            break;
        }
        nodes.check_losses();
        if beat % RELOAD_EVERY == 0
            && let Err(error) = shared.store.look_again().await
        {
            tracing::warn!(%error, "could not read the changes of other nodes");
        }
        match shared.store.beat_node(nodes.me).await {
            Ok(orphans) => {
                for orphan in orphans {
                    match orphan {
                        Orphan::Match(id) => spawn_start(&shared, id),
                        // There may be no receiver.
                        other => drop(nodes.orphans.send(other)),
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "could not store the heartbeat of this node"),
        }
    }
}

fn spawn_start(shared: &Arc<LiveContext>, id: MatchId) {
    let starting = Arc::clone(shared);
    shared.tasks.spawn(async move { starting.start_unless_owned(id).await });
}
