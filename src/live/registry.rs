//! The registry of match actors in memory, by match id.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, broadcast, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    AppliedEvent, Command, CommandAck, CommandRef, Event, Match, MatchId, NewMatch, RecordedEvent,
    Status, admit, visible_len,
};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::Seat;
use chivalry_tournament::TournamentId;

use crate::live::background::featured::FeaturedChange;
use crate::live::background::hibernation::HibernatedMatches;
use crate::live::background::{deadlines, erasure, hibernation, ratings};
use crate::live::cluster::nodes;
use crate::live::cluster::nodes::Nodes;
use crate::live::error::LiveError;
use crate::live::lobby_actor::notification::Notice;
use crate::live::match_actor::actor::{MatchActor, Message};
use crate::live::match_actor::feed::broadcast::{FrameCounter, MatchUpdate, Subscriber};
use crate::live::match_actor::snapshot;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::player_feed;
use crate::live::player_feed::{Concern, PlayerFeeds};
use crate::live::time::{Rounds, Time};
use crate::store::{Append, AppendError, Epoch, NodeId, SideEffects, Store, StoreError};

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

/// Interval of the heartbeat that is stored while a clock runs.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);

/// The registry of matches. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Live {
    pub(crate) shared: Arc<LiveContext>,
}

#[derive(Debug)]
pub(crate) struct LiveContext {
    pub(crate) store: Store,
    pub(crate) time: Time,
    /// Last heartbeat of the previous run of the server.
    pub(crate) alive_until: Option<Timestamp>,
    pub(crate) shards: [Mutex<HashMap<MatchId, MatchHandle>>; SHARDS],
    hasher: RandomState,
    /// Public matches that opened or closed.
    openings: broadcast::Sender<Arc<MatchSnapshot>>,
    /// Games of tournaments that have ended.
    pub(crate) game_ends: broadcast::Sender<(TournamentId, MatchId)>,
    /// Changes for the featured matches.
    pub(crate) featured_changes: broadcast::Sender<FeaturedChange>,
    pub(crate) running_clocks: AtomicUsize,
    pub(crate) hibernated: HibernatedMatches,
    pub(crate) loading: Semaphore,
    pub(crate) player_feeds: PlayerFeeds,
    pub(crate) written: FrameCounter,
    /// The cluster. `None` on a single server.
    pub(crate) nodes: Option<Arc<Nodes>>,
    /// Erased players.
    pub(crate) erased: broadcast::Sender<PlayerId>,
    /// Matches that were acquired from another node.
    pub(crate) taken_over: broadcast::Sender<MatchId>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

pub(crate) type MatchSender = mpsc::Sender<Box<Message>>;

/// A match in memory.
#[derive(Debug)]
pub(crate) struct MatchHandle {
    pub(crate) sender: MatchSender,
    /// Number of connections without a seat.
    watchers: Arc<AtomicU32>,
}

impl Live {
    /// Loads every match whose clock may run and starts the background tasks for deadlines,
    /// hibernation, erasure, ratings and the heartbeat. A node of a cluster loads only matches
    /// without an owner. [`Live::close`] shuts it down.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn open(
        store: Store,
        time: Time,
        nodes: Option<Arc<Nodes>>,
    ) -> Result<Live, StoreError> {
        let shared = Arc::new(LiveContext {
            alive_until: store.last_beat().await?,
            shards: std::array::from_fn(|_| Mutex::default()),
            hasher: RandomState::new(),
            openings: broadcast::Sender::new(OPENINGS),
            game_ends: broadcast::Sender::new(GAME_ENDS),
            featured_changes: broadcast::Sender::new(OPENINGS),
            running_clocks: AtomicUsize::new(0),
            hibernated: HibernatedMatches::default(),
            loading: Semaphore::new(LOADED_AT_ONCE),
            player_feeds: PlayerFeeds::default(),
            written: FrameCounter::default(),
            nodes,
            erased: broadcast::Sender::new(OPENINGS),
            taken_over: broadcast::Sender::new(OPENINGS),
            shutdown: CancellationToken::new(),
            tasks: TaskTracker::new(),
            store,
            time,
        });
        let live = Live { shared };
        match &live.shared.nodes {
            None => {
                for id in live.shared.store.live_matches().await? {
                    live.shared.start(id, None);
                }
            }
            Some(nodes) => {
                // A node has to be alive before it can own anything.
                live.shared.store.beat_node(nodes.me()).await?;
                let beating = nodes::beat(Arc::clone(&live.shared), Arc::clone(nodes));
                live.shared.tasks.spawn(beating);
            }
        }
        live.shared.tasks.spawn(heartbeat(Arc::clone(&live.shared)));
        live.shared.tasks.spawn(deadlines::watch(Arc::clone(&live.shared)));
        live.shared.tasks.spawn(hibernation::watch(Arc::clone(&live.shared)));
        live.shared.tasks.spawn(erasure::watch(Arc::clone(&live.shared)));
        live.shared.tasks.spawn(ratings::rate(Arc::clone(&live.shared)));
        Ok(live)
    }

    /// Creates a match and its actor. A repeated command of a player returns the first match.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn create(
        &self,
        new: &NewMatch,
        by: &Player,
        command_id: Option<String>,
        key: impl FnMut() -> String,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        let seated = new.seat.map(|seat| (seat, by.clone()));
        self.create_with(new, by, seated.as_slice(), command_id, key).await
    }

    /// Creates a match in which `seated` hold seats. It starts immediately if all seats are taken.
    ///
    /// # Errors
    /// Fails if the match is rated and a guest is involved, or if the database fails.
    pub async fn create_with(
        &self,
        new: &NewMatch,
        by: &Player,
        seated: &[(Seat, Player)],
        command_id: Option<String>,
        key: impl FnMut() -> String,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        for player in seated.iter().map(|(_, player)| player).chain([by]) {
            admit(new.rated, player.kind)?;
        }
        let at = self.shared.time.now();
        let id = MatchId(Uuid::now_v7());
        let mut cause = command_id.map(|id| CommandRef { player: by.id, id });
        let seats: Vec<(Seat, PlayerId)> = seated.iter().map(|(seat, p)| (*seat, p.id)).collect();
        let events = Match::creation_with(new, by.id, &seats, key);
        let records: Vec<RecordedEvent> = (1..)
            .zip(events)
            .map(|(v, event)| RecordedEvent { v, at, cause: cause.take(), event })
            .collect();
        let (mut occurrences, match_state) = Match::history(id, records.clone())?;
        let owner = self.shared.owner_of_new()?;
        let append = Append { match_id: id, records, deadline: match_state.deadline(), owner };
        let due = player_feed::creation_deliveries(&match_state, &self.shared.store);
        let mut snapshot = MatchSnapshot::new(match_state);
        for (_, player) in seated {
            snapshot.seat(player);
        }
        snapshot.ratings = ratings::load(&self.shared.store, &snapshot, at).await?;
        let side_effects = SideEffects { due, ..SideEffects::default() };
        match self.shared.store.append_along(&append, side_effects).await {
            Ok(()) => {}
            Err(AppendError::CreatedBefore(earlier)) => {
                return self.look(earlier, Some(by.id)).await;
            }
            Err(error) => return Err(LiveError::Unavailable(error)),
        }
        let snapshot = Arc::new(snapshot);
        self.shared.start(id, Some(Arc::clone(&snapshot)));
        self.shared.report_featured(&snapshot);
        if snapshot.contest.status() == Status::Open {
            self.shared.report_opening(&snapshot);
        } else if let Some(last) = occurrences.pop() {
            let update = MatchUpdate::new(id, new.variant, last, None, &self.shared.written);
            for notice in player_feed::creation_notices(&snapshot.contest) {
                let concern = || Concern::Match { news: notice, update: Arc::clone(&update) };
                self.shared.player_feeds.publish(notice.player, concern);
            }
        }
        Ok(snapshot)
    }

    /// Stores a match that was played elsewhere. A repeated import by the same player returns the
    /// first match. The match has no actor, because it does not change.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn import(
        &self,
        events: Vec<Event>,
        by: PlayerId,
        id: String,
    ) -> Result<MatchId, LiveError> {
        let at = self.shared.time.now();
        let match_id = MatchId(Uuid::now_v7());
        let mut cause = Some(CommandRef { player: by, id });
        let records = (1..)
            .zip(events)
            .map(|(v, event)| RecordedEvent { v, at, cause: cause.take(), event })
            .collect();
        let append = Append { match_id, records, deadline: None, owner: None };
        match self.shared.store.append(append).await {
            Ok(()) => Ok(match_id),
            Err(AppendError::CreatedBefore(earlier)) => Ok(earlier),
            Err(error) => Err(LiveError::Unavailable(error)),
        }
    }

    /// Executes a command. A repeated command id returns the first answer.
    ///
    /// # Errors
    /// Returns the refusal, or an error after which the outcome is unknown.
    pub async fn command(
        &self,
        id: MatchId,
        by: &Player,
        command_id: Option<String>,
        command: Command,
    ) -> Result<CommandAck, LiveError> {
        let cause = command_id.map(|id| CommandRef { player: by.id, id });
        let received_at = self.shared.time.now();
        self.ask(id, |answer| Message::Command {
            by: by.clone(),
            cause: cause.clone(),
            command: command.clone(),
            received_at,
            answer,
        })
        .await
    }

    /// Returns the match as `viewer` may see it. Only its players see a delayed match without
    /// delay.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn look(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        self.ask(id, |answer| Message::GetSnapshot { viewer, answer }).await
    }

    /// Returns the match as `viewer` may see it, and subscribes `subscriber` to its updates.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn watch(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
        subscriber: &Subscriber,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        let subscriber = || subscriber.clone();
        self.ask(id, |answer| Message::Watch { viewer, subscriber: subscriber(), answer }).await
    }

    /// Unsubscribes `subscriber` from the match.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn unwatch(&self, id: MatchId, subscriber: &Subscriber) -> Result<(), LiveError> {
        self.ask(id, |answer| Message::Unwatch { subscriber: subscriber.clone(), answer }).await
    }

    /// Calls [`Live::unwatch`] in the background.
    pub fn leave(&self, id: MatchId, subscriber: &Subscriber) {
        let (live, subscriber) = (self.clone(), subscriber.clone());
        self.shared.tasks.spawn(async move {
            // An error means that the match is gone, and the subscription with it.
            let _ = live.unwatch(id, &subscriber).await;
        });
    }

    /// Returns the number of connections that watch a match without a seat.
    #[must_use]
    pub fn watchers(&self, id: MatchId) -> u32 {
        let shard = self.shared.shard(id).lock().unwrap_or_else(PoisonError::into_inner);
        shard.get(&id).map_or(0, |entry| entry.watchers.load(Ordering::Relaxed))
    }

    /// Returns the number of match frames encoded since the start of the server. Each variant of an
    /// event is encoded once for all readers.
    #[must_use]
    pub fn frames_written(&self) -> u64 {
        self.shared.written.so_far()
    }

    /// Returns the number of matches in memory.
    #[must_use]
    pub fn matches_in_memory(&self) -> usize {
        let shards = self.shared.shards.iter();
        shards.map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).len()).sum()
    }

    /// Returns the history of a match that `viewer` may see, and the match after it. Reads the
    /// store.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn history(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
    ) -> Result<(Vec<AppliedEvent>, MatchSnapshot), LiveError> {
        let mut log = self.shared.store.match_log(id).await?.ok_or(LiveError::NotFound)?;
        log.truncate(visible_len(&log, viewer, self.shared.time.now()));
        let (occurrences, match_state) = Match::history(id, log)?;
        let snapshot =
            snapshot::load_players(&self.shared.store, MatchSnapshot::new(match_state)).await?;
        Ok((occurrences, snapshot))
    }

    /// Subscribes to changes of public matches that wait for players.
    #[must_use]
    pub fn openings(&self) -> broadcast::Receiver<Arc<MatchSnapshot>> {
        self.shared.openings.subscribe()
    }

    /// Returns the server time.
    #[must_use]
    pub fn time(&self) -> Time {
        self.shared.time
    }

    /// Returns the cluster. `None` on a single server.
    #[must_use]
    pub fn nodes(&self) -> Option<&Arc<Nodes>> {
        self.shared.nodes.as_ref()
    }

    /// Hands a notice over for delivery by the other nodes.
    pub(crate) async fn tell_elsewhere(&self, player: PlayerId, notice: &Notice) {
        if let Some(nodes) = &self.shared.nodes {
            nodes.tell_elsewhere(player, notice.clone()).await;
        }
    }

    /// True if this node has the match in memory.
    #[must_use]
    pub fn holds(&self, id: MatchId) -> bool {
        self.shared.holds(id)
    }

    /// True if this node accepts no new work.
    pub(crate) fn is_draining(&self) -> bool {
        self.shared.is_draining()
    }

    /// Subscribes to matches that are acquired from another node.
    #[must_use]
    pub fn taken_over(&self) -> broadcast::Receiver<MatchId> {
        self.shared.taken_over.subscribe()
    }

    /// Pauses every running clock and stops every actor.
    pub async fn close(&self) {
        self.shared.shutdown.cancel();
        self.shared.tasks.close();
        self.shared.tasks.wait().await;
        // The heartbeat is the pause of hibernated matches.
        if !self.shared.hibernated.is_empty() {
            self.shared.store_heartbeat().await;
        }
    }

    /// Sends a message to a match actor, which is started if necessary, and waits for its answer.
    pub(crate) async fn ask<T>(
        &self,
        id: MatchId,
        message: impl Fn(oneshot::Sender<Result<T, LiveError>>) -> Message,
    ) -> Result<T, LiveError> {
        while !self.shared.is_draining() {
            let (answer, answered) = oneshot::channel();
            // An actor that has just retired accepts no messages and is about to leave the
            // registry.
            if self.shared.start(id, None).send(Box::new(message(answer))).await.is_err() {
                tokio::task::yield_now().await;
                continue;
            }
            return answered.await.unwrap_or(Err(LiveError::Draining));
        }
        Err(LiveError::Draining)
    }
}

impl LiveContext {
    /// Returns the sender of the match actor. Starts the actor from `known` if there is none.
    pub(crate) fn start(
        self: &Arc<LiveContext>,
        id: MatchId,
        known: Option<Arc<MatchSnapshot>>,
    ) -> MatchSender {
        let mut shard = self.shard(id).lock().unwrap_or_else(PoisonError::into_inner);
        let start = || {
            let watchers = Arc::default();
            let (sender, actor) = MatchActor::new(id, known, &watchers, Arc::clone(self));
            self.tasks.spawn(actor.run());
            self.hibernated.remove(id);
            MatchHandle { sender, watchers }
        };
        shard.entry(id).or_insert_with(start).sender.clone()
    }

    /// The lock is held for one lookup, never across an await.
    pub(crate) fn shard(&self, id: MatchId) -> &Mutex<HashMap<MatchId, MatchHandle>> {
        &self.shards[self.hasher.hash_one(id) as usize % SHARDS]
    }

    pub(crate) fn holds(&self, id: MatchId) -> bool {
        self.shard(id).lock().unwrap_or_else(PoisonError::into_inner).contains_key(&id)
    }

    /// True if this node accepts no new work.
    fn is_draining(&self) -> bool {
        let is_handing_over = |nodes: &Arc<Nodes>| nodes.leaving().is_cancelled();
        self.shutdown.is_cancelled() || self.nodes.as_ref().is_some_and(is_handing_over)
    }

    /// Returns the owner of a match that is created here.
    fn owner_of_new(&self) -> Result<Option<(NodeId, Epoch)>, LiveError> {
        match &self.nodes {
            None => Ok(None),
            Some(_) if self.is_draining() => Err(LiveError::Draining),
            Some(nodes) if !nodes.bus().is_up() => Err(LiveError::CutOff),
            Some(nodes) => Ok(Some((nodes.me(), Epoch::FIRST))),
        }
    }

    pub(crate) fn report_opening(&self, snapshot: &Arc<MatchSnapshot>) {
        if !snapshot.contest.is_private() {
            // There may be no receiver.
            let _ = self.openings.send(Arc::clone(snapshot));
        }
    }

    async fn store_heartbeat(&self) {
        if let Err(error) = self.store.beat(self.time.now()).await {
            tracing::warn!(%error, "could not store the heartbeat");
        }
    }

    pub(crate) fn unregister(&self, id: MatchId) {
        self.shard(id).lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}

async fn heartbeat(shared: Arc<LiveContext>) {
    let mut beats = Rounds::every(HEARTBEAT, &shared.shutdown);
    while beats.next().await {
        if shared.running_clocks.load(Ordering::Relaxed) > 0 || !shared.hibernated.is_empty() {
            shared.store_heartbeat().await;
        }
    }
}
