//! The commands of the lobby: decide, store, create matches, publish, answer.

use std::mem;
use std::sync::Arc;

use chivalry_play::clock::Timestamp;
use chivalry_play::lobby::{
    Challenge, ChallengeEnd, ChallengeId, ConnectionId, DeclineReason, Lobby, LobbyRefusal,
    NewChallenge, Pairing, Seek, SeekId, SeekOutcome, Seeker,
};
use chivalry_play::matches::{CommandRef, MatchId, NewMatch, Refusal};
use chivalry_play::player::{Player, PlayerId};

use crate::live::lobby_actor::actor::LobbyActor;
use crate::live::lobby_actor::message::{
    ChallengeAnswer, ChallengeTerms, LobbyCommand, LobbyError, Made, Outcome,
};
use crate::live::lobby_actor::notification::FeedChange;
use crate::live::lobby_actor::reply_cache::Content;
use crate::live::lobby_actor::restore::command_of;
use crate::live::player_feed::PlayerNotice;
use crate::random;
use crate::store::{Due, Reach};

impl LobbyActor {
    /// Executes a command, unless its answer is cached.
    pub(crate) async fn execute_once(
        &mut self,
        command: LobbyCommand,
        cause: Option<CommandRef>,
        home: Option<ConnectionId>,
    ) -> Result<Outcome, LobbyError> {
        self.check_lease().await?;
        let Some(cause) = cause else { return self.carry_out(command, home).await };
        let content = Content::of(&command);
        if let Some((known, outcome)) = self.replies.find(&cause) {
            if *known != content {
                return Err(LobbyError::Live(Refusal::IdReused.into()));
            }
            if let (Some(seek), Some(home)) = (outcome.seek, home) {
                self.lobby.attach_connection(seek, cause.player, home);
            }
            return Ok(outcome.clone());
        }
        let outcome = self.carry_out(command, home).await?;
        self.replies.remember(cause, content, outcome.clone());
        Ok(outcome)
    }

    async fn carry_out(
        &mut self,
        command: LobbyCommand,
        home: Option<ConnectionId>,
    ) -> Result<Outcome, LobbyError> {
        match command {
            LobbyCommand::Seek { by, wish } => {
                let (player, id) = (by.player.id, SeekId(random::new_id()));
                let now = self.live.time().now();
                let mut next = self.lobby.clone();
                let placed = next.seek(id, by, wish, home, now, random::value());
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
                let placed = next.accept(seek, by, seat, home, now, random::value());
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

    pub(crate) async fn disconnect(&mut self, connection: ConnectionId) {
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
    pub(crate) async fn pair_dirty_seeks(&mut self) {
        while self.lobby.is_dirty() {
            let mut next = self.lobby.clone();
            let pairing = next.next_pairing(self.live.time().now(), random::value());
            if let Err(error) = self.commit_pairing(next, pairing.as_ref()).await {
                tracing::error!(%error, "could not store a pairing");
                return;
            }
        }
    }

    /// Creates the match and stores the remaining seeks, then adopts `next` and publishes the
    /// changes.
    async fn commit_pairing(
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
        let is_open = |seek: &&Arc<Seek>| seek.is_open();
        let open: Vec<&Seek> = changes.kept.iter().filter(is_open).map(AsRef::as_ref).collect();
        let invitations = self.invitations(&changes.kept);
        match self.store.seeks().change(&kept, &gone, &open, &invitations).await {
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
        let sits = |player: &Player| match_snapshot.match_state.seat_of(player.id).is_some();
        let is_theirs = seats.iter().all(|(_, player)| sits(player));
        Ok(is_theirs.then(|| match_snapshot.match_state.id()))
    }

    async fn challenge(
        &mut self,
        by: Seeker,
        wish: ChallengeTerms,
        home: Option<ConnectionId>,
    ) -> Result<Arc<Challenge>, LobbyError> {
        self.expire().await;
        let ChallengeTerms { to, terms, seat, expires_in } = wish;
        if self.store.chat().is_muted(to.player.id, by.player.id) {
            return Err(LobbyRefusal::NotAccepting.into());
        }
        let id = ChallengeId(random::new_id());
        let new = NewChallenge { id, by, to, terms, seat, expires_in, connection: home };
        let mut next = self.lobby.clone();
        let challenge = next.challenge(new, self.live.time().now())?;
        if challenge.id == id {
            let due = self.challenge_deliveries(&challenge, None);
            self.store.challenges().create(&challenge, &due).await?;
            self.lobby = next;
            self.report_challenge(&challenge, None, None);
        }
        Ok(challenge)
    }

    async fn answer(
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
                let pairing = next.accept_challenge(id, by, random::value())?;
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
        let due = self.challenge_deliveries(&challenge, Some(end));
        self.store.challenges().end(id, end, None, &due).await?;
        self.lobby = next;
        self.report_challenge(&challenge, Some(end), None);
        Ok(Outcome { challenge: Some(challenge), ..Outcome::default() })
    }

    pub(crate) async fn expire(&mut self) {
        let over = self.lobby.expire(self.live.time().now());
        for challenge in over {
            self.end(&challenge, ChallengeEnd::Expired, None).await;
        }
    }

    /// Stores the end of a challenge. An error is logged, because the challenge ends regardless.
    async fn end(&self, challenge: &Arc<Challenge>, end: ChallengeEnd, made: Option<MatchId>) {
        let due = self.challenge_deliveries(challenge, Some(end));
        if let Err(error) = self.store.challenges().end(challenge.id, end, made, &due).await {
            tracing::error!(%error, "could not store the end of a challenge");
        }
        self.report_challenge(challenge, Some(end), made);
    }

    /// Sends a challenge, or its end, to the connections and event streams of both players.
    fn report_challenge(
        &self,
        challenge: &Arc<Challenge>,
        end: Option<ChallengeEnd>,
        match_id: Option<MatchId>,
    ) {
        self.subscribers.send_challenge(challenge, end, match_id);
        for player in [challenge.by.player.id, challenge.to.player.id] {
            let challenge = Arc::clone(challenge);
            self.live.notify(player, PlayerNotice::Challenge { challenge, end, match_id });
        }
    }

    /// Returns the effects of a challenge, or its end, on both players.
    fn challenge_deliveries(&self, challenge: &Challenge, end: Option<ChallengeEnd>) -> Vec<Due> {
        let [by, to] = [challenge.by.player.id, challenge.to.player.id];
        let (event, players) = match end {
            None => ("challenge.received", [None, Some(to)]),
            Some(ChallengeEnd::Accepted) => ("challenge.accepted", [Some(by), None]),
            Some(ChallengeEnd::Declined(_)) => ("challenge.declined", [Some(by), None]),
            Some(ChallengeEnd::Cancelled) => ("challenge.cancelled", [None, Some(to)]),
            Some(ChallengeEnd::Expired) => ("challenge.expired", [Some(by), Some(to)]),
        };
        let event = (u32::from(end.is_some()), event, self.live.time().now());
        let players = players.into_iter().flatten();
        players.filter_map(|player| self.due(player, event)).collect()
    }

    /// Returns the effects of an event on a player. An open page shows it.
    fn due(&self, player: PlayerId, event: (u32, &'static str, Timestamp)) -> Option<Due> {
        let is_present = self.subscribers.has_connection(player);
        let reach = if is_present { Reach::Present } else { Reach::Away };
        self.store.webhooks().due(player, event, reach)
    }

    /// Returns the effects of changed seeks on the players whom they invite.
    fn invitations(&self, kept: &[Arc<Seek>]) -> Vec<(SeekId, Due)> {
        let invited = kept.iter().filter_map(|seek| {
            let invited = seek.invited()?.id;
            let before = self.lobby.find(seek.id).and_then(|before| before.invited());
            let is_new = before.is_none_or(|before| before.id != invited);
            let event = (0, "seek.invited", self.live.time().now());
            Some((seek.id, self.due(invited, event).filter(|_| is_new)?))
        });
        invited.collect()
    }

    /// Removes a player from every seek and challenge. Does nothing if another node owns the lobby.
    pub(crate) async fn withdraw(&mut self, player: PlayerId) -> Result<(), LobbyError> {
        if self.live.nodes().is_some() && !self.owner.has_lease() {
            return Ok(());
        }
        let mut next = self.lobby.clone();
        let is_in = |seek: &&Arc<Seek>| {
            seek.has(player) || seek.invited().is_some_and(|invited| invited.id == player)
        };
        let seeks: Vec<SeekId> =
            self.lobby.seeks().iter().filter(is_in).map(|seek| seek.id).collect();
        if !seeks.is_empty() {
            for seek in seeks {
                next.leave(seek, player)?;
            }
            self.commit_pairing(next, None).await?;
        }
        let challenges: Vec<Arc<Challenge>> = self.lobby.challenges().to_vec();
        for challenge in challenges {
            let say = if challenge.by.player.id == player {
                ChallengeAnswer::Cancel
            } else if challenge.to.player.id == player {
                ChallengeAnswer::Decline(DeclineReason::Generic)
            } else {
                continue;
            };
            self.answer(challenge.id, player, say).await?;
        }
        Ok(())
    }
}

fn made_for(match_id: MatchId, pairing: &Pairing, player: PlayerId) -> Option<Made> {
    let seat = pairing.terms.variant.seat_name(pairing.seat_of(player)?).letter();
    Some(Made { match_id, seat })
}
