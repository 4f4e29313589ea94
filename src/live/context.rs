//! State shared by the actors of matches and the background tasks.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{Semaphore, broadcast};
use tokio_util::sync::CancellationToken;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{MatchId, Refusal};
use chivalry_play::player::PlayerId;
use chivalry_tournament::TournamentId;

use crate::live::cluster::nodes::Nodes;
use crate::live::error::LiveError;
use crate::live::frame::FrameCounter;
use crate::live::hibernated::HibernatedMatches;
use crate::live::match_actor::feed::featured_change::FeaturedChange;
use crate::live::match_actor::handle::{MatchHandle, MatchSender};
use crate::live::match_actor::message::{Forget, Message};
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::player_feed::{PlayerFeeds, PlayerNotice};
use crate::live::time::Time;
use crate::scheduling::Tasks;
use crate::store::{Epoch, NodeId, Store, StoreError};

/// Number of locks over which the match handles are spread.
const SHARDS: usize = 64;

/// Logs that are read concurrently.
const LOADED_AT_ONCE: usize = 4;

/// Capacity of the channels to the lobby and the featured matches. Receivers that lag read the
/// store.
const OPENINGS: usize = 256;

/// Capacity of the channel of ended tournament games. Tournaments that lag check their matches
/// themselves.
const GAME_ENDS: usize = 1024;

/// Starts the actor of a match, from its state if that is known. The registry supplies it: the
/// context must not depend on the actors, which depend on the context.
pub(crate) type StartActor =
    fn(&Arc<LiveContext>, MatchId, Option<Arc<MatchSnapshot>>) -> MatchHandle;

/// State shared by the actors of matches and the background tasks.
#[derive(Debug)]
pub(crate) struct LiveContext {
    pub(crate) store: Store,
    pub(crate) time: Time,
    /// False if matches may get no event that the previous release cannot read.
    pub(crate) has_calendar: AtomicBool,
    /// Last heartbeat of the previous run of the server.
    pub(crate) alive_until: Option<Timestamp>,
    start_actor: StartActor,
    handles: [Mutex<HashMap<MatchId, MatchHandle>>; SHARDS],
    hasher: RandomState,
    /// Public matches that opened or closed.
    pub(crate) openings: broadcast::Sender<Arc<MatchSnapshot>>,
    /// Games of tournaments that have ended.
    pub(crate) game_ends: broadcast::Sender<(TournamentId, MatchId)>,
    /// Changes for the featured matches.
    pub(crate) featured_changes: broadcast::Sender<FeaturedChange>,
    pub(crate) running_clocks: AtomicUsize,
    pub(crate) hibernated: HibernatedMatches,
    pub(crate) loading: Semaphore,
    pub(crate) player_feeds: PlayerFeeds,
    pub(crate) frames: FrameCounter,
    /// The cluster. `None` on a single server.
    pub(crate) nodes: Option<Arc<Nodes>>,
    /// Erased players.
    pub(crate) erased: broadcast::Sender<PlayerId>,
    /// Matches that were acquired from another node.
    pub(crate) acquired: broadcast::Sender<MatchId>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) tasks: Tasks,
}

impl LiveContext {
    /// Returns a context without matches.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub(crate) async fn open(
        store: Store,
        time: Time,
        nodes: Option<Arc<Nodes>>,
        start_actor: StartActor,
    ) -> Result<LiveContext, StoreError> {
        Ok(LiveContext {
            has_calendar: AtomicBool::new(true),
            alive_until: store.last_heartbeat().await?,
            start_actor,
            handles: std::array::from_fn(|_| Mutex::default()),
            hasher: RandomState::new(),
            openings: broadcast::Sender::new(OPENINGS),
            game_ends: broadcast::Sender::new(GAME_ENDS),
            featured_changes: broadcast::Sender::new(OPENINGS),
            running_clocks: AtomicUsize::new(0),
            hibernated: HibernatedMatches::default(),
            loading: Semaphore::new(LOADED_AT_ONCE),
            player_feeds: PlayerFeeds::default(),
            frames: FrameCounter::default(),
            nodes,
            erased: broadcast::Sender::new(OPENINGS),
            acquired: broadcast::Sender::new(OPENINGS),
            shutdown: CancellationToken::new(),
            tasks: Tasks::default(),
            store,
            time,
        })
    }

    /// Returns the sender of the match actor. Starts the actor from `known` if there is none.
    pub(crate) fn start(
        self: &Arc<LiveContext>,
        id: MatchId,
        known: Option<Arc<MatchSnapshot>>,
    ) -> MatchSender {
        let start = || {
            self.hibernated.remove(id);
            (self.start_actor)(self, id, known)
        };
        self.shard(id).entry(id).or_insert_with(start).sender.clone()
    }

    /// Returns the sender of the match actor, if the match is in memory.
    pub(crate) fn sender(&self, id: MatchId) -> Option<MatchSender> {
        self.shard(id).get(&id).map(|handle| handle.sender.clone())
    }

    /// True if this node has the match in memory.
    pub(crate) fn is_in_memory(&self, id: MatchId) -> bool {
        self.shard(id).contains_key(&id)
    }

    /// Removes the actor of a match that has ended.
    pub(crate) fn unregister(&self, id: MatchId) {
        self.shard(id).remove(&id);
    }

    /// Returns the number of connections that watch a match without a seat.
    pub(crate) fn spectators(&self, id: MatchId) -> u32 {
        self.shard(id).get(&id).map_or(0, MatchHandle::spectators)
    }

    /// Returns the number of matches in memory.
    pub(crate) fn matches_in_memory(&self) -> usize {
        self.handles.iter().map(|shard| lock(shard).len()).sum()
    }

    /// The lock is held for one lookup, never across an await.
    fn shard(&self, id: MatchId) -> MutexGuard<'_, HashMap<MatchId, MatchHandle>> {
        lock(&self.handles[self.hasher.hash_one(id) as usize % SHARDS])
    }

    /// True if this node accepts no new work.
    pub(crate) fn is_draining(&self) -> bool {
        let is_handing_over = |nodes: &Arc<Nodes>| nodes.leaving().is_cancelled();
        self.shutdown.is_cancelled() || self.nodes.as_ref().is_some_and(is_handing_over)
    }

    /// Returns the token that is cancelled when this node hands over what it owns.
    pub(crate) fn leaving(&self) -> CancellationToken {
        self.nodes.as_ref().map_or_else(CancellationToken::new, |nodes| nodes.leaving().clone())
    }

    /// Checks that the operator has not switched the calendar off.
    ///
    /// # Errors
    /// Fails with [`Refusal::CalendarOff`].
    pub(crate) fn check_calendar(&self) -> Result<(), LiveError> {
        match self.has_calendar.load(Ordering::Relaxed) {
            true => Ok(()),
            false => Err(Refusal::CalendarOff.into()),
        }
    }

    /// Returns the owner of a match that is created here.
    ///
    /// # Errors
    /// Fails if this node may not own new matches.
    pub(crate) fn owner_of_new(&self) -> Result<Option<(NodeId, Epoch)>, LiveError> {
        match &self.nodes {
            None => Ok(None),
            Some(_) if self.is_draining() => Err(LiveError::Draining),
            Some(nodes) if !nodes.bus().is_up() => Err(LiveError::CutOff),
            Some(nodes) => Ok(Some((nodes.me(), Epoch::FIRST))),
        }
    }

    /// Checks that no penalty bars the player from pairing
    /// ([`penalty_until`](chivalry_play::matches::penalty_until)).
    ///
    /// # Errors
    /// Fails if a penalty is active or the database fails.
    pub(crate) async fn check_penalty(&self, player: PlayerId) -> Result<(), LiveError> {
        let now = self.time.now();
        match self.store.conduct().penalty_until(player, now).await? {
            Some(until) => Err(Refusal::PenaltyActive(until.since(now)).into()),
            None => Ok(()),
        }
    }

    /// Reports a match that opened or closed to the lobby.
    pub(crate) fn report_opening(&self, snapshot: &Arc<MatchSnapshot>) {
        if !snapshot.match_state.is_private() {
            // There may be no receiver.
            let _ = self.openings.send(Arc::clone(snapshot));
        }
    }

    /// Reports a change to the featured matches.
    pub(crate) fn report_featured(&self, change: Option<FeaturedChange>) {
        if let Some(change) = change {
            // There may be no receiver.
            let _ = self.featured_changes.send(change);
        }
    }

    /// Returns the matches in memory with their senders, oldest first.
    pub(crate) fn senders(&self) -> Vec<(MatchId, MatchSender)> {
        let mut senders: Vec<(MatchId, MatchSender)> = Vec::new();
        for shard in &self.handles {
            senders.extend(lock(shard).iter().map(|(id, handle)| (*id, handle.sender.clone())));
        }
        senders.sort_unstable_by_key(|(id, _)| *id);
        senders
    }

    /// Removes an erased player from memory.
    pub(crate) async fn remove_player(&self, player: PlayerId) {
        // There may be no receiver.
        let _ = self.erased.send(player);
        self.player_feeds.publish(player, || PlayerNotice::Erased);
        self.reload_player(player).await;
    }

    /// Reads the name of a player again in the matches in memory.
    pub(crate) async fn reload_player(&self, player: PlayerId) {
        for (_, sender) in self.senders() {
            // A retiring actor loads the names again on its return.
            let _ = sender.send(Box::new(Message::Forget(Forget::Player(player)))).await;
        }
    }

    /// Drops the cached chat of a match, if it is in memory.
    pub(crate) async fn remove_chat(&self, id: MatchId) {
        if let Some(sender) = self.sender(id) {
            let _ = sender.send(Box::new(Message::Forget(Forget::Chat))).await;
        }
    }
}

fn lock(
    shard: &Mutex<HashMap<MatchId, MatchHandle>>,
) -> MutexGuard<'_, HashMap<MatchId, MatchHandle>> {
    shard.lock()
}
