//! Ownership of matches, tournaments and the lobby in a cluster, and the messages between nodes.
//!
//! A node asks the subject of an entity before it acquires it. If no owner answers, the node
//! acquires the entity in the store. The store then rejects the appends of previous owners
//! (`Owners::acquire`), so two nodes can never both write.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use parking_lot::RwLock;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::cluster::{Bus, BusError, Delivery};
use crate::random;
use crate::store::{Member, NodeId, Orphan};
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_tournament::TournamentId;

use crate::live::lobby_actor::notification::Notice;

/// Prefix of all subjects, with the version of the node protocol.
const SUBJECTS: &str = "chivalry.2";

/// Capacity of the queue of calls from other nodes. Further calls are dropped, and their callers
/// retry.
const CALLS: usize = 1024;

/// Timeout of a request to the owner of an entity.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_millis(1_500);

/// Capacity of the channel of orphans. Dropped orphans are found by the next heartbeat.
const ORPHANS: usize = 1024;

/// An entity that one node at a time owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The lease under which the call arrived.
    pub(crate) lease: Weak<()>,
}

impl Call {
    /// True while this node has the lease under which the call arrived. After that the caller may
    /// have taken its request to another owner, so the call must not be carried out, even if this
    /// node acquires the entity again.
    pub(crate) fn is_current(&self) -> bool {
        self.lease.strong_count() > 0
    }
}

/// Messages for the sessions and the lobby of this node.
#[derive(Debug)]
pub struct Arrivals {
    /// Calls to entities that this node owns.
    pub calls: mpsc::Receiver<Call>,
    /// Notices for players connected to other nodes.
    pub notices: mpsc::Receiver<(PlayerId, Notice)>,
    /// Matches that other nodes are asked to acquire.
    pub offers: mpsc::Receiver<(NodeId, Vec<MatchId>)>,
}

/// The first byte of a message on the subject of an entity.
pub(crate) mod message_kind {
    /// To the owner, from a node that speaks for a client.
    pub(crate) const CALL: u8 = b'c';
    /// From a new owner, with its epoch.
    pub(crate) const ACQUIRED: u8 = b't';
    /// To the owner: data of the entity was stored.
    pub(crate) const DATA_CHANGED: u8 = b'n';
    /// To the owner: confirm the ownership.
    pub(crate) const PROBE: u8 = b'?';
    /// The answer to a request that the owner does not know, in every version.
    pub(crate) const UNSUPPORTED: &[u8] = b"{\"t\":\"unsupported\"}\n";
}

/// This node and its connection to the other nodes.
#[derive(Debug)]
pub struct Nodes {
    pub(crate) me: NodeId,
    /// Separates clusters that share a bus.
    cluster: Uuid,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) calls: mpsc::Sender<Call>,
    pub(crate) orphans: broadcast::Sender<Orphan>,
    /// Notices for players connected to other nodes.
    notices: mpsc::Sender<(PlayerId, Notice)>,
    /// The last seen value of [`Bus::losses`].
    losses: AtomicU64,
    /// Signals that messages may have been lost.
    pub(crate) lost: broadcast::Sender<()>,
    /// Cancelled when the node hands over what it owns.
    leaving: CancellationToken,
    /// The URL under which clients reach this node, if they can.
    url: Option<String>,
    /// The living nodes at the last heartbeat. The lock is held for one look-up.
    members: RwLock<Vec<Member>>,
    /// Offers of matches to other nodes.
    offers: mpsc::Sender<(NodeId, Vec<MatchId>)>,
}

impl Nodes {
    /// Creates a node with a new id, and the queues of its messages. The node hands over what it
    /// owns when `leaving` is cancelled. `cluster` separates clusters that share a bus
    /// (`Owners::cluster_id`). Clients reach this node under `url`, if they can.
    #[must_use]
    pub fn join(
        bus: Arc<dyn Bus>,
        cluster: Uuid,
        leaving: CancellationToken,
        url: Option<String>,
    ) -> (Arc<Nodes>, Arrivals) {
        let (calls, called) = mpsc::channel(CALLS);
        let (notices, noticed) = mpsc::channel(CALLS);
        let (offers, offered) = mpsc::channel(1);
        let (me, orphans) = (NodeId(random::new_id()), broadcast::Sender::new(ORPHANS));
        let (losses, lost) = (AtomicU64::new(bus.losses()), broadcast::Sender::new(1));
        let members = RwLock::default();
        let nodes = Nodes {
            me,
            cluster,
            bus,
            calls,
            orphans,
            notices,
            losses,
            lost,
            leaving,
            url,
            members,
            offers,
        };
        (Arc::new(nodes), Arrivals { calls: called, notices: noticed, offers: offered })
    }

    /// Returns the URL under which clients reach this node, if they can.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Returns the living nodes at the last heartbeat.
    pub(crate) fn members(&self) -> Vec<Member> {
        self.members.read().clone()
    }

    pub(crate) fn set_members(&self, members: Vec<Member>) {
        *self.members.write() = members;
    }

    /// Returns the URL under which clients reach a living node, if they can.
    #[must_use]
    pub fn url_of(&self, node: NodeId) -> Option<String> {
        self.members.read().iter().find(|member| member.node == node)?.url.clone()
    }

    /// Asks a node to acquire matches of this node. An offer that is not sent is made again.
    pub(crate) fn offer(&self, to: NodeId, matches: Vec<MatchId>) {
        let _ = self.offers.try_send((to, matches));
    }

    /// Hands a notice over for delivery by the other nodes.
    pub(crate) async fn notify_on_other_nodes(&self, player: PlayerId, notice: Notice) {
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

    pub(crate) fn subject_about(&self, about: Entity) -> String {
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
    pub async fn publish_change(&self, about: Entity) {
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
}
