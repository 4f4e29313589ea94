//! The actor that owns the lobby.

use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use chivalry_play::lobby::{Lobby, LobbyRefusal, OpenMatch};
use chivalry_play::matches::{MatchId, Status};
use chivalry_play::player::PlayerId;

use crate::live::background::erasure::recently_erased;
use crate::live::cluster::lease::LeaseEvent;
use crate::live::cluster::nodes::Entity;
use crate::live::cluster::owner::Owner;
use crate::live::error::LiveError;
use crate::live::lobby_actor::message::{LobbyError, Message};
use crate::live::lobby_actor::notification::{FeedChange, FeedSnapshot, Notice};
use crate::live::lobby_actor::playing::PlayingCounts;
use crate::live::lobby_actor::reply_cache::ReplyCache;
use crate::live::lobby_actor::restore::{MAX_MATCHES, open_matches, restore_lobby};
use crate::live::lobby_actor::subscribers::LobbySubscribers;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::registry::Live;
use crate::live::time::until;
use crate::store::{Orphan, Store, StoreError};

/// Interval at which widening seeks are matched again.
const WIDEN: Duration = Duration::from_secs(1);

/// The lobby between its players and the store. Its state is never ahead of the store.
#[derive(Debug)]
pub(crate) struct LobbyActor {
    mailbox: mpsc::Receiver<Message>,
    openings: broadcast::Receiver<Arc<MatchSnapshot>>,
    erased: broadcast::Receiver<PlayerId>,
    pub(crate) live: Live,
    pub(crate) store: Store,
    pub(crate) lobby: Lobby,
    pub(crate) matches: BTreeMap<MatchId, OpenMatch>,
    pub(crate) playing: PlayingCounts,
    pub(crate) v: u64,
    /// The current feed. Built on the first request after a change.
    pub(crate) snapshot: Option<Arc<FeedSnapshot>>,
    pub(crate) subscribers: LobbySubscribers,
    pub(crate) replies: ReplyCache,
    pub(crate) owner: Owner,
    pub(crate) is_here: Arc<AtomicBool>,
}

impl LobbyActor {
    pub(crate) async fn load(
        mailbox: mpsc::Receiver<Message>,
        live: Live,
        store: Store,
        is_here: Arc<AtomicBool>,
    ) -> Result<LobbyActor, StoreError> {
        // Subscribing first catches changes that happen during the reads.
        let (openings, erased) = (live.openings(), live.erased());
        let (lobby, matches) = match live.nodes() {
            None => (restore_lobby(&store, live.time().now()).await?, open_matches(&store).await?),
            Some(_) => Default::default(),
        };
        Ok(LobbyActor {
            mailbox,
            openings,
            erased,
            live,
            store,
            lobby,
            matches,
            playing: PlayingCounts::new(),
            v: 0,
            snapshot: None,
            subscribers: LobbySubscribers::default(),
            replies: ReplyCache::default(),
            owner: Owner::default(),
            is_here,
        })
    }

    /// Runs until `shutdown`, or until all handles are dropped.
    pub(crate) async fn run(mut self, shutdown: CancellationToken) {
        let mut widen_at = Instant::now() + WIDEN;
        let (leaving, mut orphans) = self.lease_signals();
        loop {
            let expires_at = self.lobby.expires_at().map(|at| self.live.time().instant(at));
            tokio::select! {
                biased;
                () = shutdown.cancelled() => return,
                () = leaving.cancelled(), if self.owner.has_lease() => self.release(),
                event = self.owner.next_event() => {
                    self.owner.on_event(&event, &self.store).await;
                    if self.owner.stop().is_some() {
                        self.release();
                    } else if matches!(event, LeaseEvent::DataChanged) {
                        self.reload_matches().await;
                        self.remove_erased().await;
                    }
                }
                () = lobby_orphaned(&mut orphans), if !self.owner.has_lease() => {
                    self.acquire_if_unowned().await;
                }
                opening = self.openings.recv() => match opening {
                    Ok(snapshot) => self.report_opening(&snapshot).await,
                    Err(RecvError::Lagged(_)) => self.reload_matches().await,
                    Err(RecvError::Closed) => return,
                },
                erased = self.erased.recv() => match erased {
                    Ok(player) => self.remove_player(player).await,
                    Err(RecvError::Lagged(_)) => self.remove_erased().await,
                    Err(RecvError::Closed) => return,
                },
                () = tokio::time::sleep_until(widen_at), if self.lobby.is_widening() => {
                    self.lobby.widen();
                    self.pair_dirty_seeks().await;
                    widen_at = Instant::now() + WIDEN;
                }
                () = tokio::time::sleep_until(self.playing.next_at()), if self.has_readers() => {
                    self.count_playing().await;
                }
                () = until(expires_at) => self.expire().await,
                message = self.mailbox.recv() => match message {
                    Some(message) => self.on_message(message).await,
                    None => return,
                },
            }
        }
    }

    /// Returns the token of the handover and the orphans of other nodes.
    fn lease_signals(&self) -> (CancellationToken, Option<broadcast::Receiver<Orphan>>) {
        match self.live.nodes() {
            None => (CancellationToken::new(), None),
            Some(nodes) => (nodes.leaving().clone(), Some(nodes.orphans())),
        }
    }

    /// Acquires the lobby for this node and restores its stored part.
    async fn acquire(&mut self) -> Result<(), LobbyError> {
        let Some(nodes) = self.live.nodes().cloned() else { return Ok(()) };
        if self.owner.has_lease() {
            return Ok(());
        }
        if nodes.leaving().is_cancelled() {
            return Err(LiveError::Draining.into());
        }
        let mut owner = Owner::default();
        let acquired = owner.acquire(&nodes, &self.store, Entity::Lobby, false).await;
        acquired.map_err(LiveError::from)?;
        self.lobby = restore_lobby(&self.store, self.live.time().now()).await?;
        self.matches = open_matches(&self.store).await?;
        self.snapshot = None;
        self.owner = owner;
        self.is_here.store(true, Ordering::Release);
        Ok(())
    }

    /// Acquires the lobby after its owner died, unless another node was faster.
    async fn acquire_if_unowned(&mut self) {
        let Some(nodes) = self.live.nodes().cloned() else { return };
        if !nodes.somebody_has(Entity::Lobby).await
            && let Err(error) = self.acquire().await
        {
            tracing::warn!(%error, "could not acquire the lobby");
        }
    }

    /// Releases the lobby to another node. Its connections are sent there.
    fn release(&mut self) {
        self.owner = Owner::default();
        self.is_here.store(false, Ordering::Release);
        self.lobby = Lobby::default();
        self.matches = BTreeMap::new();
        self.replies = ReplyCache::default();
        self.snapshot = None;
        self.subscribers.send_all(&Notice::Moved);
    }

    /// Fails if another node owns the lobby or may own it.
    pub(crate) async fn check_lease(&mut self) -> Result<(), LobbyError> {
        if self.live.nodes().is_none() {
            return Ok(());
        }
        if !self.owner.has_lease() {
            return Err(LiveError::Moved.into());
        }
        if !self.owner.is_connected() {
            return Err(LiveError::CutOff.into());
        }
        if !self.owner.check_epoch(&self.store).await {
            self.release();
            return Err(LiveError::Moved.into());
        }
        Ok(())
    }

    /// Reports an opened or closed match to the owner of the lobby.
    async fn report_opening(&mut self, snapshot: &Arc<MatchSnapshot>) {
        match self.live.nodes() {
            Some(nodes) if !self.owner.has_lease() => nodes.publish_change(Entity::Lobby).await,
            _ => self.update_open_match(snapshot),
        }
    }

    async fn on_message(&mut self, message: Message) {
        // A requester may be gone. Its answer is then dropped.
        match message {
            Message::Connect { connection, player, notifier } => {
                self.subscribers.connect(connection, player, notifier, &self.lobby);
            }
            Message::Disconnect { connection } => self.disconnect(connection).await,
            Message::Tell { player, notice } => self.subscribers.send(player, &notice),
            Message::Withdraw { player, answer } => {
                let _ = answer.send(self.withdraw(player).await);
            }
            Message::Acquire { answer } => drop(answer.send(self.acquire().await)),
            Message::Follow { connection, answer } => {
                self.count_playing().await;
                self.subscribers.follow(connection);
                let _ = answer.send(Ok(self.snapshot()));
            }
            Message::Unfollow { connection, answer } => {
                self.subscribers.unfollow(connection);
                let _ = answer.send(Ok(()));
            }
            Message::GetFeed { answer } => drop(answer.send(Ok(self.snapshot()))),
            Message::Find { id, answer } => {
                let found = self.lobby.find(id).cloned();
                let _ = answer.send(found.ok_or(LobbyRefusal::NoSuchSeek.into()));
            }
            Message::FindReply { cause, answer } => {
                let reply = self.replies.find(&cause).map(|(_, outcome)| outcome.clone());
                let _ = answer.send(Ok(reply));
            }
            Message::Command { command, cause, home, answer } => {
                let _ = answer.send(self.execute_once(*command, cause, home).await);
                self.pair_dirty_seeks().await;
            }
        }
    }

    /// Notifies the connections of an erased player and removes their seeks and challenges.
    pub(crate) async fn remove_player(&mut self, player: PlayerId) {
        self.subscribers.send(player, &Notice::Erased);
        if let Err(error) = self.withdraw(player).await {
            tracing::warn!(%error, "could not withdraw the seeks of an erased player");
        }
    }

    /// Removes players that other nodes have erased.
    pub(crate) async fn remove_erased(&mut self) {
        match recently_erased(&self.store, self.live.time().now()).await {
            Ok(erased) => {
                for player in erased {
                    self.remove_player(player).await;
                }
            }
            Err(error) => tracing::warn!(%error, "could not read the erased players"),
        }
    }

    pub(crate) fn update_open_match(&mut self, match_snapshot: &MatchSnapshot) {
        let match_state = &match_snapshot.match_state;
        let id = match_state.id();
        if match_state.status() != Status::Open {
            if self.matches.remove(&id).is_some() {
                self.publish(FeedChange { matches_gone: vec![id], ..FeedChange::default() });
            }
            return;
        }
        let open = OpenMatch {
            id,
            variant: match_state.variant(),
            position: (!match_state.is_from_array()).then(|| match_state.start().to_string()),
            time: match_state.time(),
            rated: match_state.is_rated(),
            seats: match_snapshot.players.clone(),
            created_at: match_state.created_at(),
        };
        self.matches.insert(id, open.clone());
        let mut matches_gone = Vec::new();
        if self.matches.len() > MAX_MATCHES as usize
            && let Some((oldest, _)) = self.matches.pop_first()
        {
            matches_gone.push(oldest);
        }
        self.publish(FeedChange { matches: vec![open], matches_gone, ..FeedChange::default() });
    }

    pub(crate) async fn reload_matches(&mut self) {
        match open_matches(&self.store).await {
            Ok(matches) => {
                let before = mem::replace(&mut self.matches, matches);
                let is_gone = |id: &MatchId| !self.matches.contains_key(id);
                self.publish(FeedChange {
                    matches: self.matches.values().cloned().collect(),
                    matches_gone: before.into_keys().filter(is_gone).collect(),
                    ..FeedChange::default()
                });
            }
            Err(error) => tracing::error!(%error, "could not read the open matches"),
        }
    }

    /// True if this node publishes the feed and somebody reads it.
    fn has_readers(&self) -> bool {
        let is_owner = self.live.nodes().is_none() || self.owner.has_lease();
        is_owner && self.subscribers.has_followers()
    }

    /// Counts the people who play, if that is due, and publishes changed numbers.
    async fn count_playing(&mut self) {
        if self.playing.refresh(&self.store).await {
            let playing = Some(self.playing.current().to_vec());
            self.publish(FeedChange { playing, ..FeedChange::default() });
        }
    }

    fn snapshot(&mut self) -> Arc<FeedSnapshot> {
        let snapshot = self.snapshot.get_or_insert_with(|| {
            let open = self.lobby.seeks().iter().filter(|seek| seek.is_open());
            Arc::new(FeedSnapshot {
                v: self.v,
                at: self.live.time().now(),
                seeks: open.cloned().collect(),
                matches: self.matches.values().cloned().collect(),
                playing: self.playing.current().to_vec(),
                frame: OnceLock::new(),
            })
        });
        Arc::clone(snapshot)
    }

    pub(crate) fn publish(&mut self, change: FeedChange) {
        if change.is_empty() {
            return;
        }
        self.v += 1;
        self.snapshot = None;
        let change = Arc::new(FeedChange { v: self.v, at: self.live.time().now(), ..change });
        self.subscribers.send_change(&change);
    }
}

/// Waits until the lobby has no owner.
async fn lobby_orphaned(orphans: &mut Option<broadcast::Receiver<Orphan>>) {
    let Some(orphans) = orphans else { return std::future::pending().await };
    loop {
        match orphans.recv().await {
            Ok(Orphan::Lobby) | Err(RecvError::Lagged(_)) => return,
            Ok(_) => {}
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}
