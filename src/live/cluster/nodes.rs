//! Several servers as one: which node owns what, and how the others reach it.
//!
//! Whoever is asked for a match asks its subject first. When nobody answers,
//! they take it: the store makes them its owner, and refuses from then on what
//! an earlier owner appends ([`Store::take`]). So whatever nodes believe of
//! each other, two can never both write.

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

/// The subjects of nodes that understand each other begin with it.
const SUBJECTS: &str = "chivalry.1";

/// Calls from other nodes that may wait; beyond them, a caller hears nothing
/// and asks again.
const CALLS: usize = 1024;

/// How long whoever owns something has to answer.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_millis(1_500);

/// Beats after which what other nodes may have changed is read again.
const LOOK_EVERY: u64 = 5;

/// Orphans that may wait to be taken up; beyond them, the next beat has them.
const ORPHANS: usize = 1024;

/// Something that one node at a time owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entity {
    /// A match.
    Match(MatchId),
    /// A tournament.
    Tournament(TournamentId),
    /// The lobby, of which there is one.
    Lobby,
}

impl Entity {
    /// The name by which the store knows its owner.
    #[must_use]
    pub fn id(self) -> Uuid {
        match self {
            Entity::Match(id) => id.0,
            Entity::Tournament(id) => id.0,
            Entity::Lobby => Uuid::nil(),
        }
    }
}

/// A call from another node to the owner of something.
#[derive(Debug)]
pub struct Call {
    /// What it is about.
    pub about: Entity,
    /// What is said.
    pub payload: Bytes,
    /// The way to answer it.
    pub delivery: Delivery,
}

/// What comes to a node for those who know what clients say and see.
#[derive(Debug)]
pub struct Arrivals {
    /// Calls about what this node owns.
    pub calls: mpsc::Receiver<Call>,
    /// Notices for players whose connections are to other nodes.
    pub notices: mpsc::Receiver<(PlayerId, Notice)>,
}

/// What is said on the subject of something: the first byte says which.
mod said {
    /// To the owner, by a node that speaks for a client.
    pub(crate) const CALL: u8 = b'c';
    /// By a new owner, with its epoch.
    pub(crate) const TAKEN: u8 = b't';
    /// That something was stored which concerns it.
    pub(crate) const NEWS: u8 = b'n';
    /// Whether anybody owns it.
    pub(crate) const ANYBODY: u8 = b'?';
}

/// This node, and its way to the others.
#[derive(Debug)]
pub struct Nodes {
    me: NodeId,
    /// Tells this database from others that share the bus.
    cluster: Uuid,
    bus: Arc<dyn Bus>,
    calls: mpsc::Sender<Call>,
    orphans: broadcast::Sender<Orphan>,
    /// For players whose connections are to other nodes.
    notices: mpsc::Sender<(PlayerId, Notice)>,
    /// How often messages may have been lost ([`Bus::losses`]), as it was seen last.
    losses: AtomicU64,
    /// Told when that has grown.
    lost: broadcast::Sender<()>,
    /// Cancelled when the node hands over what it owns.
    leaving: CancellationToken,
}

impl Nodes {
    /// A node of a name of its own, and the calls that will reach it. It hands
    /// over what it owns when `leaving` is cancelled. `cluster` tells its
    /// database from others that share the bus ([`Store::cluster_id`]).
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

    /// Hands over what a player is to be told over connections to other nodes.
    pub(crate) async fn tell_elsewhere(&self, player: PlayerId, notice: Notice) {
        // Nobody may be there to write it.
        let _ = self.notices.send((player, notice)).await;
    }

    /// Where nodes are told what is for a player, wherever they are connected.
    #[must_use]
    pub fn subject_of_players(&self) -> String {
        self.subject("players")
    }

    /// Where nodes say that they are there.
    #[must_use]
    pub fn subject_of_the_living(&self) -> String {
        self.subject("alive")
    }

    /// Where the answer to a request of this node comes.
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

    /// The name of this node.
    #[must_use]
    pub fn me(&self) -> NodeId {
        self.me
    }

    /// The way to the others.
    #[must_use]
    pub fn bus(&self) -> &Arc<dyn Bus> {
        &self.bus
    }

    /// Where a node is told what is for its clients.
    #[must_use]
    pub fn subject_of(&self, node: NodeId) -> String {
        self.subject(format_args!("node.{}", node.0))
    }

    /// Cancelled when the node hands over what it owns.
    #[must_use]
    pub fn leaving(&self) -> &CancellationToken {
        &self.leaving
    }

    /// What somebody has to take up, as their node is gone.
    #[must_use]
    pub fn orphans(&self) -> broadcast::Receiver<Orphan> {
        self.orphans.subscribe()
    }

    /// Makes whoever holds something look whether they still do, if they may have
    /// missed that they do not.
    pub(crate) fn look_for_losses(&self) {
        let losses = self.bus.losses();
        if self.losses.swap(losses, Ordering::AcqRel) != losses {
            // It may hold nothing.
            let _ = self.lost.send(());
        }
    }

    /// Calls the owner of something, and gives its answer.
    ///
    /// # Errors
    /// [`BusError::NobodyThere`] when nobody owns it who can be reached.
    pub async fn call(&self, about: Entity, payload: &[u8]) -> Result<Bytes, BusError> {
        let payload = [&[said::CALL], payload].concat().into();
        self.bus.request(self.subject_about(about), payload, ANSWER_WITHIN).await
    }

    /// Tells the owner of something, wherever it is, to look at what is
    /// stored.
    pub async fn tell_news(&self, about: Entity) {
        let payload = Bytes::from_static(&[said::NEWS]);
        if let Err(error) = self.bus.publish(self.subject_about(about), payload).await {
            tracing::debug!(%error, ?about, "an owner was not told");
        }
    }

    /// Tells somebody who listens to a subject of their own; whether they do.
    pub async fn somebody_hears(&self, subject: &str, payload: Bytes) -> bool {
        let asked = self.bus.request(subject.to_owned(), payload, ANSWER_WITHIN);
        asked.await.is_ok()
    }

    /// Whether another node owns it and answers; when the bus is down, that
    /// is not for this node to say.
    pub async fn somebody_has(&self, about: Entity) -> bool {
        let asked = Bytes::from_static(&[said::ANYBODY]);
        match self.bus.request(self.subject_about(about), asked, ANSWER_WITHIN).await {
            Ok(_) | Err(BusError::Down(_)) => true,
            Err(BusError::NobodyThere | BusError::TimedOut) => false,
        }
    }

    /// Whether it is for another node to look after: one that answers, and may
    /// not know that it owns it no more, and one that the store knows to own it
    /// and to live, and that may not know that it does. `None` when nobody can
    /// say just now.
    pub(crate) async fn another_has(&self, owners: &impl Owners, about: Entity) -> Option<bool> {
        if !self.somebody_has(about).await {
            return Some(false);
        }
        if !self.bus.is_up() {
            return None;
        }
        owners.is_anothers(about.id(), self.me).await.ok()
    }
}

/// What is kept of who owns what, by one database for all nodes.
pub(crate) trait Owners {
    /// Makes `node` the owner of something, as [`Store::take`] does.
    fn take(
        &self,
        entity: Uuid,
        node: NodeId,
    ) -> impl Future<Output = Result<Taken, StoreError>> + Send;

    /// Whether `epoch` is the newest of something, as [`Store::still_owns`]
    /// does.
    fn still_owns(
        &self,
        entity: Uuid,
        epoch: Epoch,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Whether a living node other than `node` owns it, as
    /// [`Store::is_anothers`] does.
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

/// That this node owns something, as far as it knows.
#[derive(Debug)]
pub(crate) struct Lease {
    about: Entity,
    epoch: Epoch,
    inbox: Inbox,
    lost_any: broadcast::Receiver<()>,
    nodes: Arc<Nodes>,
    /// When its owner before was last heard of, if it died.
    lost: Option<Timestamp>,
    /// Whether another node had it before.
    pub(crate) was_anothers: bool,
}

/// What comes to the owner of something.
pub(crate) enum LeaseEvent {
    /// Another node is its owner now.
    Taken,
    /// Something was stored that concerns it.
    MatchNotice,
    /// A message may have been lost that said that it is taken.
    Unsure,
}

impl Lease {
    /// Makes this node the owner of something. Whoever was it before is told,
    /// and asked no more: the subject is listened to before anything else.
    pub(crate) async fn take(
        nodes: &Arc<Nodes>,
        owners: &impl Owners,
        about: Entity,
    ) -> Result<Lease, HoldError> {
        let lost_any = nodes.lost.subscribe();
        let inbox = nodes.bus.listen(nodes.subject_about(about)).await?;
        let taken = owners.take(about.id(), nodes.me).await?;
        let hold = Lease {
            about,
            epoch: taken.epoch,
            inbox,
            lost_any,
            nodes: Arc::clone(nodes),
            lost: taken.lost,
            was_anothers: taken.was_owned_by_another,
        };
        if hold.was_anothers {
            let payload = [&[said::TAKEN], taken.epoch.0.to_be_bytes().as_slice()].concat();
            nodes.bus.publish(nodes.subject_about(about), payload.into()).await?;
        }
        Ok(hold)
    }

    /// The hold on what this node has just made.
    pub(crate) async fn of_new(nodes: &Arc<Nodes>, about: Entity) -> Result<Lease, HoldError> {
        let lost_any = nodes.lost.subscribe();
        let inbox = nodes.bus.listen(nodes.subject_about(about)).await?;
        Ok(Lease {
            about,
            epoch: Epoch::FIRST,
            inbox,
            lost_any,
            nodes: Arc::clone(nodes),
            lost: None,
            was_anothers: false,
        })
    }

    /// Whether the store knows of no later owner; when that cannot be asked, there may
    /// be one.
    pub(crate) async fn is_newest(&self, owners: &impl Owners) -> bool {
        owners.still_owns(self.about.id(), self.epoch).await.unwrap_or(false)
    }

    /// As whom its owner appends to it.
    pub(crate) fn owner(&self) -> (NodeId, Epoch) {
        (self.nodes.me, self.epoch)
    }

    /// Since when nobody had looked after it when it was taken, if that was so.
    pub(crate) fn neglected_since(&self) -> Option<Timestamp> {
        self.lost
    }

    /// What is to be said of that time was said.
    pub(crate) fn is_made_good(&mut self) {
        self.lost = None;
    }

    /// Whether others can be reached: what is acknowledged to nobody else
    /// must not be acknowledged.
    pub(crate) fn is_in_touch(&self) -> bool {
        self.nodes.bus.is_up()
    }

    /// What the owner itself has to do with; calls are passed on, and
    /// questions answered. Loses nothing when it is dropped before its end.
    pub(crate) async fn next(&mut self) -> LeaseEvent {
        loop {
            let delivery = tokio::select! {
                biased;
                Some(delivery) = self.inbox.next() => delivery,
                _ = self.lost_any.recv() => return LeaseEvent::Unsure,
            };
            let payload = delivery.payload.clone();
            match payload.first() {
                Some(&said::CALL) => {
                    let call = Call { about: self.about, payload: payload.slice(1..), delivery };
                    // Who hears nothing asks again.
                    if self.nodes.calls.try_send(call).is_err() {
                        tracing::warn!(about = ?self.about, "too many calls wait");
                    }
                }
                Some(&said::TAKEN) => {
                    let epoch = payload.get(1..9).and_then(|bytes| bytes.try_into().ok());
                    if epoch.is_some_and(|epoch| i64::from_be_bytes(epoch) > self.epoch.0) {
                        return LeaseEvent::Taken;
                    }
                }
                Some(&said::NEWS) => return LeaseEvent::MatchNotice,
                Some(&said::ANYBODY) => delivery.answer(Bytes::new()).await,
                // Of a later version, which knows what to do without us.
                _ => {}
            }
        }
    }
}

/// What comes to something that is held; nothing ever to what is not.
pub(crate) async fn knock(hold: Option<&mut Lease>) -> LeaseEvent {
    match hold {
        Some(hold) => hold.next().await,
        None => std::future::pending().await,
    }
}

/// Why something could not be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HoldError {
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl LiveContext {
    /// Starts the task of a match that there is something to do in, unless
    /// another node has it.
    pub(crate) async fn take_up(self: &Arc<Self>, id: MatchId) {
        if let Some(nodes) = &self.nodes
            && !self.holds(id)
        {
            match nodes.another_has(&self.store, Entity::Match(id)).await {
                Some(true) => return self.dozing.end(id),
                // It is asked again.
                None => return,
                Some(false) => {}
            }
        }
        self.start(id, None);
    }
}

/// Says that this node lives, and takes up what others leave who do not, until
/// the node leaves.
pub(crate) async fn beat(shared: Arc<LiveContext>, nodes: Arc<Nodes>) {
    match shared.store.unowned_matches().await {
        Ok(matches) => matches.into_iter().for_each(|id| take_up(&shared, id)),
        Err(error) => tracing::warn!(%error, "the matches without a node could not be read"),
    }
    let mut beats = Rounds::every(crate::live::registry::HEARTBEAT, &nodes.leaving);
    for beat in 0_u64.. {
        if !beats.next().await {
            break;
        }
        nodes.look_for_losses();
        if beat % LOOK_EVERY == 0
            && let Err(error) = shared.store.look_again().await
        {
            tracing::warn!(%error, "what other nodes changed could not be read");
        }
        match shared.store.beat_node(nodes.me).await {
            Ok(orphans) => {
                for orphan in orphans {
                    match orphan {
                        Orphan::Match(id) => take_up(&shared, id),
                        // Nobody may be listening.
                        other => drop(nodes.orphans.send(other)),
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "this node could not say that it lives"),
        }
    }
}

fn take_up(shared: &Arc<LiveContext>, id: MatchId) {
    let taking = Arc::clone(shared);
    shared.tasks.spawn(async move { taking.take_up(id).await });
}
