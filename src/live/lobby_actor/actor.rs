//! The actor that owns the lobby.

use std::collections::BTreeMap;
use std::future;
use std::mem;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::store::{MatchFilter, MatchRow, MatchStatus, Store, StoreError};
use chivalry_play::lobby::{
    Challenge, ChallengeEnd, ChallengeId, ConnectionId, Lobby, LobbyRefusal, NewChallenge,
    OpenMatch, Pairing, PairingOrigin, Seek, SeekId, SeekOutcome, Seeker,
};
use chivalry_play::matches::{CommandRef, MatchId, NewMatch, Status};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::Variant;

use crate::live::cluster::nodes::{Lease, LeaseEvent, next_lease_event};
use crate::live::lobby_actor::handle::{
    ChallengeAnswer, ChallengeWish, LobbyCommand, LobbyError, Made, Message, Outcome,
};
use crate::live::lobby_actor::lease::lobby_orphaned;
use crate::live::lobby_actor::notification::{FeedChange, FeedSnapshot};
use crate::live::lobby_actor::reply_cache::ReplyCache;
use crate::live::lobby_actor::subscribers::LobbySubscribers;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::registry::Live;

/// Interval at which widening seeks are matched again.
const WIDEN: Duration = Duration::from_secs(1);

/// Maximum number of open matches in the lobby feed. Lists contain the older ones.
const MOST_MATCHES: u32 = 100;

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
    pub(crate) v: u64,
    /// The current feed. Built on the first request after a change.
    pub(crate) snapshot: Option<Arc<FeedSnapshot>>,
    pub(crate) subscribers: LobbySubscribers,
    pub(crate) replies: ReplyCache,
    pub(crate) lease: Option<Lease>,
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
            None => (restore_lobby(&live, &store).await?, open_matches(&store).await?),
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
            v: 0,
            snapshot: None,
            subscribers: LobbySubscribers::default(),
            replies: ReplyCache::default(),
            lease: None,
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
                message = self.mailbox.recv() => match message {
                    Some(message) => self.on_message(message).await,
                    None => return,
                },
                opening = self.openings.recv() => match opening {
                    Ok(snapshot) => self.report_opening(&snapshot).await,
                    Err(broadcast::error::RecvError::Lagged(_)) => self.reload_matches().await,
                    Err(broadcast::error::RecvError::Closed) => return,
                },
                erased = self.erased.recv() => match erased {
                    Ok(player) => self.forget_player(player).await,
                    Err(broadcast::error::RecvError::Lagged(_)) => self.remove_erased().await,
                    Err(broadcast::error::RecvError::Closed) => return,
                },
                () = tokio::time::sleep_until(widen_at), if self.lobby.is_widening() => {
                    self.lobby.widen();
                    self.pair_dirty_seeks().await;
                    widen_at = Instant::now() + WIDEN;
                }
                () = until(expires_at) => self.expire().await,
                event = next_lease_event(self.lease.as_mut()) => match event {
                    LeaseEvent::OwnerChanged => self.release(),
                    LeaseEvent::DataChanged => {
                        self.reload_matches().await;
                        self.remove_erased().await;
                    }
                    LeaseEvent::PossiblyLost => drop(self.check_lease().await),
                },
                () = lobby_orphaned(&mut orphans), if self.lease.is_none() => {
                    self.take_over_if_unowned().await;
                }
                () = leaving.cancelled(), if self.lease.is_some() => self.release(),
                () = shutdown.cancelled() => return,
            }
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
            Message::TakeOver { answer } => drop(answer.send(self.take_over().await)),
            Message::Follow { connection, answer } => {
                self.subscribers.follow(connection);
                let _ = answer.send(Ok(self.look()));
            }
            Message::Unfollow { connection, answer } => {
                self.subscribers.unfollow(connection);
                let _ = answer.send(Ok(()));
            }
            Message::GetFeed { answer } => drop(answer.send(Ok(self.look()))),
            Message::Find { id, answer } => {
                let found = self.lobby.find(id).cloned();
                let _ = answer.send(found.ok_or(LobbyRefusal::NoSuchSeek.into()));
            }
            Message::FindReply { cause, answer } => {
                let _ = answer.send(Ok(self.replies.find(&cause).cloned()));
            }
            Message::Command { command, cause, home, answer } => {
                let _ = answer.send(self.execute_once(*command, cause, home).await);
                self.pair_dirty_seeks().await;
            }
        }
    }

    /// Executes a command, unless its answer is cached.
    async fn execute_once(
        &mut self,
        command: LobbyCommand,
        cause: Option<CommandRef>,
        home: Option<ConnectionId>,
    ) -> Result<Outcome, LobbyError> {
        self.check_lease().await?;
        let Some(cause) = cause else { return self.carry_out(command, home).await };
        if let Some(outcome) = self.replies.find(&cause) {
            if let (Some(seek), Some(home)) = (outcome.seek, home) {
                self.lobby.attach_connection(seek, cause.player, home);
            }
            return Ok(outcome.clone());
        }
        let outcome = self.carry_out(command, home).await?;
        self.replies.remember(cause, outcome.clone());
        Ok(outcome)
    }

    async fn carry_out(
        &mut self,
        command: LobbyCommand,
        home: Option<ConnectionId>,
    ) -> Result<Outcome, LobbyError> {
        match command {
            LobbyCommand::Seek { by, wish } => {
                let (player, id) = (by.player.id, SeekId(Uuid::now_v7()));
                let now = self.live.time().now();
                let mut next = self.lobby.clone();
                let placed = next.seek(id, by, wish, home, now, rand::random());
                self.commit_seek(next, placed, player).await
            }
            LobbyCommand::Accept { seek, by, seat } => {
                let player = by.player.id;
                let now = self.live.time().now();
                let mut next = self.lobby.clone();
                let known = next.find(seek).ok_or(LobbyRefusal::NoSuchSeek)?;
                let variant = known.terms.variant;
                let seat_of =
                    |letter| variant.seat_of_letter(letter).ok_or(LobbyRefusal::NoSuchSeat);
                let seat = seat.map(seat_of).transpose()?;
                let placed = next.accept(seek, by, seat, home, now, rand::random());
                self.commit_seek(next, placed, player).await
            }
            LobbyCommand::Leave { seek, by } => {
                self.leave(seek, by, home).await?;
                Ok(Outcome { seek, ..Outcome::default() })
            }
            LobbyCommand::Challenge { by, wish } => {
                let challenge = Some(self.challenge(by, wish, home).await?);
                Ok(Outcome { challenge, ..Outcome::default() })
            }
            LobbyCommand::Answer { challenge, by, say } => self.answer(challenge, by, say).await,
        }
    }

    async fn commit_seek(
        &mut self,
        next: Lobby,
        placed: Result<SeekOutcome, LobbyRefusal>,
        player: PlayerId,
    ) -> Result<Outcome, LobbyError> {
        let SeekOutcome { seek, pairing } = placed?;
        let made = self.commit_pairing(next, pairing.as_ref()).await?;
        let seat_of = |id| made_for(id, pairing.as_ref()?, player);
        Ok(Outcome { seek: Some(seek), challenge: None, made: made.and_then(seat_of) })
    }

    async fn leave(
        &mut self,
        seek: Option<SeekId>,
        by: PlayerId,
        home: Option<ConnectionId>,
    ) -> Result<(), LobbyError> {
        let mut next = self.lobby.clone();
        match seek {
            Some(seek) => next.leave(seek, by)?,
            None => {
                for seek in home.map(|home| next.seeks_of_connection(home)).unwrap_or_default() {
                    next.leave(seek, by)?;
                }
            }
        }
        self.commit_pairing(next, None).await.map(drop)
    }

    async fn disconnect(&mut self, connection: ConnectionId) {
        self.subscribers.disconnect(connection);
        let mut next = self.lobby.clone();
        next.disconnect(connection);
        let is_lost = |challenge: &&Arc<Challenge>| next.find_challenge(challenge.id).is_none();
        let lost: Vec<_> = self.lobby.challenges().iter().filter(is_lost).cloned().collect();
        for seek in self.lobby.seeks() {
            let still = next.find(seek.id);
            let players = seek.players().map(|seeker| seeker.player.id);
            for player in players.filter(|id| !still.is_some_and(|seek| seek.has(*id))) {
                self.replies.forget(player, seek.id);
            }
        }
        if let Err(error) = self.commit_pairing(next, None).await {
            tracing::error!(%error, "could not withdraw the seeks of a closed connection");
        }
        for challenge in lost {
            self.end(&challenge, ChallengeEnd::Cancelled, None).await;
        }
        self.pair_dirty_seeks().await;
    }

    /// Creates the matches that no single command causes.
    async fn pair_dirty_seeks(&mut self) {
        while self.lobby.is_dirty() {
            let mut next = self.lobby.clone();
            let pairing = next.next_pairing(self.live.time().now(), rand::random());
            if let Err(error) = self.commit_pairing(next, pairing.as_ref()).await {
                tracing::error!(%error, "could not store a pairing");
                return;
            }
        }
    }

    /// Creates the match and stores the remaining seeks, then adopts `next` and publishes the
    /// changes.
    pub(crate) async fn commit_pairing(
        &mut self,
        next: Lobby,
        pairing: Option<&Pairing>,
    ) -> Result<Option<MatchId>, LobbyError> {
        let Some(pairing) = pairing else { return self.adopt(next, None).await.map(|()| None) };
        let Some(match_id) = self.create_match(pairing).await? else {
            let mut without = self.lobby.clone();
            without.forget(pairing.origin);
            self.adopt(without, None).await?;
            return Err(LobbyRefusal::NoSuchSeek.into());
        };
        self.adopt(next, Some((pairing, match_id))).await?;
        Ok(Some(match_id))
    }

    async fn adopt(
        &mut self,
        next: Lobby,
        made: Option<(&Pairing, MatchId)>,
    ) -> Result<(), LobbyError> {
        let changes = next.changes_since(&self.lobby);
        let stays = |seek: &&Arc<Seek>| seek.terms.is_persistent();
        let kept: Vec<&Seek> = changes.kept.iter().filter(stays).map(AsRef::as_ref).collect();
        let gone: Vec<SeekId> = changes.gone.iter().filter(stays).map(|seek| seek.id).collect();
        match self.store.change_seeks(&kept, &gone).await {
            Err(error) if made.is_none() => return Err(error.into()),
            // The match exists. The command of the match identifies the stale seek at the next
            // start.
            Err(error) => tracing::error!(%error, "could not delete a paired seek"),
            Ok(()) => {}
        }
        let before = mem::replace(&mut self.lobby, next);
        self.subscribers.send_seekers(&before, &changes, made.map(|(pairing, _)| pairing));
        if let Some((pairing, match_id)) = made {
            self.subscribers.send_paired(pairing, match_id);
        }
        let is_open = |seek: &&Arc<Seek>| seek.is_open();
        self.publish(FeedChange {
            seeks: changes.kept.iter().filter(is_open).cloned().collect(),
            seeks_gone: changes.gone.iter().filter(is_open).map(|seek| seek.id).collect(),
            ..FeedChange::default()
        });
        Ok(())
    }

    /// Creates the match of a seek or challenge. The creating command is named after it, which
    /// makes the creation idempotent. Returns `None` if an earlier attempt, stored without an
    /// acknowledgement, created it for other players.
    async fn create_match(&self, pairing: &Pairing) -> Result<Option<MatchId>, LobbyError> {
        let new = NewMatch {
            rated: pairing.terms.rated,
            ..NewMatch::plain(pairing.terms.variant, pairing.terms.time)
        };
        let (by, seats) = (&pairing.by, &pairing.seats);
        let command = Some(command_of(pairing.origin));
        let match_snapshot = self.live.create_with(&new, by, seats, command, String::new).await?;
        let sits = |player: &Player| match_snapshot.contest.seat_of(player.id).is_some();
        let is_theirs = seats.iter().all(|(_, player)| sits(player));
        Ok(is_theirs.then(|| match_snapshot.contest.id()))
    }

    async fn challenge(
        &mut self,
        by: Seeker,
        wish: ChallengeWish,
        home: Option<ConnectionId>,
    ) -> Result<Arc<Challenge>, LobbyError> {
        self.expire().await;
        let ChallengeWish { to, terms, seat, stands_for } = wish;
        if self.store.is_muted(to.player.id, by.player.id) {
            return Err(LobbyRefusal::NotAccepting.into());
        }
        let id = ChallengeId(Uuid::now_v7());
        let new =
            NewChallenge { id, by, to, terms, seat, expires_in: stands_for, connection: home };
        let mut next = self.lobby.clone();
        let challenge = next.challenge(new, self.live.time().now())?;
        if challenge.id == id {
            self.store.create_challenge(&challenge).await?;
            self.lobby = next;
            self.subscribers.send_challenge(&challenge, None, None);
        }
        Ok(challenge)
    }

    pub(crate) async fn answer(
        &mut self,
        id: ChallengeId,
        by: PlayerId,
        say: ChallengeAnswer,
    ) -> Result<Outcome, LobbyError> {
        self.expire().await;
        let challenge = self.lobby.find_challenge(id).cloned();
        let challenge = challenge.ok_or(LobbyRefusal::NoSuchChallenge)?;
        let mut next = self.lobby.clone();
        let end = match say {
            ChallengeAnswer::Accept => {
                let pairing = next.accept_challenge(id, by, rand::random())?;
                let made = self.commit_pairing(next, Some(&pairing)).await?;
                self.end(&challenge, ChallengeEnd::Accepted, made).await;
                let made = made.and_then(|made| made_for(made, &pairing, by));
                return Ok(Outcome { challenge: Some(challenge), made, ..Outcome::default() });
            }
            ChallengeAnswer::Decline(reason) => {
                next.decline_challenge(id, by)?;
                ChallengeEnd::Declined(reason)
            }
            ChallengeAnswer::Cancel => {
                next.cancel_challenge(id, by)?;
                ChallengeEnd::Cancelled
            }
        };
        self.store.end_challenge(id, end, None).await?;
        self.lobby = next;
        self.subscribers.send_challenge(&challenge, Some(end), None);
        Ok(Outcome { challenge: Some(challenge), ..Outcome::default() })
    }

    async fn expire(&mut self) {
        let over = self.lobby.expire(self.live.time().now());
        for challenge in over {
            self.end(&challenge, ChallengeEnd::Expired, None).await;
        }
    }

    /// Stores the end of a challenge. An error is logged, because the challenge ends regardless.
    async fn end(&self, challenge: &Arc<Challenge>, end: ChallengeEnd, made: Option<MatchId>) {
        if let Err(error) = self.store.end_challenge(challenge.id, end, made).await {
            tracing::error!(%error, "could not store the end of a challenge");
        }
        self.subscribers.send_challenge(challenge, Some(end), made);
    }

    pub(crate) fn update_open_match(&mut self, match_snapshot: &MatchSnapshot) {
        let match_state = &match_snapshot.contest;
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
        if self.matches.len() > MOST_MATCHES as usize
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

    fn look(&mut self) -> Arc<FeedSnapshot> {
        let snapshot = self.snapshot.get_or_insert_with(|| {
            let open = self.lobby.seeks().iter().filter(|seek| seek.is_open());
            Arc::new(FeedSnapshot {
                v: self.v,
                at: self.live.time().now(),
                seeks: open.cloned().collect(),
                matches: self.matches.values().cloned().collect(),
                frame: OnceLock::new(),
            })
        });
        Arc::clone(snapshot)
    }

    fn publish(&mut self, change: FeedChange) {
        if change.is_empty() {
            return;
        }
        self.v += 1;
        self.snapshot = None;
        let change = Arc::new(FeedChange { v: self.v, at: self.live.time().now(), ..change });
        self.subscribers.send_change(&change);
    }
}

/// Restores the stored part of the lobby.
pub(crate) async fn restore_lobby(live: &Live, store: &Store) -> Result<Lobby, StoreError> {
    let mut lobby = Lobby::default();
    for seek in store.seeks().await? {
        let by = seek.players().next().map(|seeker| seeker.player.id);
        let command = command_of(PairingOrigin::Seek(seek.id));
        match by {
            Some(by) if store.match_made_by(by, &command).await?.is_none() => {
                lobby.restore(seek);
            }
            _ => store.change_seeks(&[], &[seek.id]).await?,
        }
    }
    for challenge in store.open_challenges(live.time().now()).await? {
        let command = command_of(PairingOrigin::Challenge(challenge.id));
        match store.match_made_by(challenge.by.player.id, &command).await? {
            None => lobby.restore_challenge(challenge),
            made => store.end_challenge(challenge.id, ChallengeEnd::Accepted, made).await?,
        }
    }
    Ok(lobby)
}

pub(crate) async fn open_matches(
    store: &Store,
) -> Result<BTreeMap<MatchId, OpenMatch>, StoreError> {
    let filter = MatchFilter { status: Some(MatchStatus::Open), ..MatchFilter::default() };
    let page = store.matches(&filter, MOST_MATCHES, None).await?;
    let open = |row: MatchRow| {
        let variant = Variant::named(&row.variant)?;
        let MatchRow { id, position, time, rated, seats, created_at, .. } = row;
        Some((id, OpenMatch { id, variant, position, time, rated, seats, created_at }))
    };
    Ok(page.items.into_iter().filter_map(open).collect())
}

fn made_for(match_id: MatchId, pairing: &Pairing, player: PlayerId) -> Option<Made> {
    let seat = pairing.terms.variant.seat_name(pairing.seat_of(player)?).letter();
    Some(Made { match_id, seat })
}

fn command_of(origin: PairingOrigin) -> String {
    match origin {
        PairingOrigin::Seek(id) => format!("seek:{id}"),
        PairingOrigin::Challenge(id) => format!("challenge:{id}"),
    }
}

async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => future::pending().await,
    }
}
