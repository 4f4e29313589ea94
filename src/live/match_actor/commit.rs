//! The commands of a match: decide, append, apply, broadcast, answer.

use std::mem;
use std::sync::Arc;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    ChatLine, ChatRoom, Command, CommandAck, CommandRef, Decision, DroppedPremove, Event, LogError,
    Match, MoveOutcomes, Premove, Premoves, RecordedEvent, Refusal, ResolvedPremoves, Status,
};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::Seat;
use chivalry_tournament::TournamentId;

use crate::live::error::LiveError;
use crate::live::match_actor::actor::MatchActor;
use crate::live::match_actor::chat;
use crate::live::match_actor::chat::Said;
use crate::live::match_actor::downtime;
use crate::live::match_actor::downtime::{Downtime, LONGEST_CHARGED_COMMIT};
use crate::live::match_actor::feed::broadcast::{Broadcast, MatchUpdate};
use crate::live::match_actor::feed::featured_change::FeaturedChange;
use crate::live::match_actor::feed::side_event::SideEventKind;
use crate::live::match_actor::message::NewPremove;
use crate::live::match_actor::refusals::RefusedRequest;
use crate::live::match_actor::rematch;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::player_feed;
use crate::live::player_feed::{PlayerNotice, Standing};
use crate::planted::{Planted, is_planted};
use crate::store::{AddedLine, Append, AppendError, NewLine, PremoveChange, Reach, SideEffects};

impl MatchActor {
    /// Executes a command once. A repeated command gets its first answer.
    pub(crate) async fn command(
        &mut self,
        by: &Player,
        cause: Option<CommandRef>,
        command: &Command,
        received_at: Timestamp,
    ) -> Result<CommandAck, LiveError> {
        let snapshot = self.loaded().await?;
        if let Some(cause) = &cause {
            match snapshot.match_state.previous_answer(cause, command) {
                Ok(Some(accepted)) => return Ok(accepted),
                Ok(None) => {}
                Err(refusal) => return Err(self.refused(None, refusal).await),
            }
            let request = RefusedRequest::Command(command.clone());
            if let Some(refusal) = self.refusals.find(cause, &request) {
                return Err(self.refused(None, refusal).await);
            }
        }
        drop(snapshot);
        let mut decided = self.decide(by, cause.clone(), command, received_at).await;
        if matches!(decided, Err(LiveError::Unavailable(AppendError::Conflict))) {
            // Another owner appended to the log. Decide again on the new state.
            decided = self.decide(by, cause.clone(), command, received_at).await;
        }
        match decided {
            Err(LiveError::Refused(refusal)) => {
                let request = cause.map(|cause| (cause, RefusedRequest::Command(command.clone())));
                Err(self.refused(request, refusal).await)
            }
            decided => decided,
        }
    }

    async fn decide(
        &mut self,
        by: &Player,
        cause: Option<CommandRef>,
        command: &Command,
        received_at: Timestamp,
    ) -> Result<CommandAck, LiveError> {
        self.loaded().await?;
        self.compensate_stall().await?;
        self.flag(received_at).await;
        let snapshot = self.loaded().await?;
        // An append with an unknown outcome may have succeeded since.
        if let Some(cause) = &cause
            && let Some(accepted) = snapshot.match_state.previous_answer(cause, command)?
        {
            return Ok(accepted);
        }
        if let Command::Join { key, .. } = command {
            snapshot.match_state.admit(by.kind)?;
            if key.is_none() && snapshot.match_state.time().is_real_time() {
                self.context.check_penalty(by.id).await?;
            }
        }
        let command = self.presence.with_absences(&snapshot.match_state, by.id, command);
        // Refusals must not reveal more than the player may see.
        let seen = self.view.seen_by(Some(by.id), &snapshot);
        if !Arc::ptr_eq(&seen, &snapshot) {
            seen.match_state.decide(by.id, &command, received_at)?;
        }
        drop(seen);
        let mut decision = snapshot.match_state.decide(by.id, &command, received_at)?;
        if snapshot.match_state.agrees_to_rematch(&decision.events) {
            let rematch = rematch::create(&self.context, &snapshot);
            decision.events.push(Box::pin(rematch).await?);
        }
        let v = snapshot.match_state.v() + 1;
        // Without this reference the snapshot is changed in place.
        drop(snapshot);
        let ply = self.commit(decision, cause, received_at, Some(by)).await?;
        let snapshot = self.loaded().await?;
        Ok(CommandAck { v, ply, seat: snapshot.match_state.letter_of(by.id) })
    }

    /// Appends events, then applies and broadcasts them. Returns the number of plies after the
    /// first event.
    async fn commit(
        &mut self,
        decision: impl Into<Decision>,
        mut cause: Option<CommandRef>,
        at: Timestamp,
        by: Option<&Player>,
    ) -> Result<u32, LiveError> {
        let Some(snapshot) = self.view.snapshot() else { return Err(LiveError::NotFound) };
        let at = at.max(snapshot.match_state.last_at());
        let first_v = snapshot.match_state.v() + 1;
        let before = Standing::of(&snapshot.match_state);
        let mut resolved = snapshot.premoves.resolve(&snapshot.match_state, decision.into(), at)?;
        let records: Vec<RecordedEvent> = (first_v..)
            .zip(mem::take(&mut resolved.decision.events))
            .map(|(v, event)| RecordedEvent { v, at, cause: cause.take(), event })
            .collect();
        let deadline =
            deadline_after(&snapshot.match_state, &records, &resolved.decision.outcomes)?;
        let side_effects = SideEffects {
            due: player_feed::deliveries(
                &snapshot.match_state,
                &records,
                &self.context.store,
                &|player| self.subscribers.has_connection(player),
            ),
            premoves: premove_changes(&snapshot.premoves, resolved.premoves.as_ref()),
            faults: snapshot.faults(&records, by),
        };
        let append = Append { match_id: self.id, records, deadline, owner: self.owner.fence() };
        let began = self.context.time.now();
        let stored = self.context.store.log().append_along(&append, side_effects).await;
        let duration = self.context.time.now().since(began);
        let has_failed = matches!(stored, Err(AppendError::Unavailable(_)));
        self.stall.record(at, duration, has_failed);
        if let Err(error) = stored
            && !(has_failed && is_planted(Planted::AcknowledgesFailures))
        {
            return Err(self.failed_append(error));
        }
        let (mut first_ply, mut last, mut has_seated) = (None, None, false);
        let mut outcomes = mem::take(&mut resolved.decision.outcomes);
        for record in append.records {
            let update = self.apply(record, &mut outcomes, by)?;
            has_seated |= update.seated.is_some();
            first_ply.get_or_insert(update.occurrence.ply);
            last = Some(update);
        }
        if has_seated {
            Box::pin(self.load_ratings()).await;
        }
        self.adopt_premoves(resolved);
        self.report(before, last.as_ref());
        Ok(first_ply.unwrap_or(0))
    }

    /// Applies an event that was appended, and sends it to the subscribers.
    fn apply(
        &mut self,
        record: RecordedEvent,
        outcomes: &mut MoveOutcomes,
        by: Option<&Player>,
    ) -> Result<Arc<MatchUpdate>, LiveError> {
        let is_delayed = self.view.is_delayed();
        let update = self.view.apply(record, outcomes, by, &self.context.frames)?;
        let Some(snapshot) = self.view.snapshot() else { return Err(LiveError::NotFound) };
        let has_started = matches!(update.occurrence.recorded.event, Event::Started);
        if update.seated.is_some() || has_started {
            self.subscribers.prune(Some(&snapshot.match_state));
        }
        let event = Broadcast::Event(Arc::clone(&update));
        self.subscribers.send(Some(&event), (!is_delayed).then_some(&event), |_| true);
        Ok(update)
    }

    /// Reports the changes since `before` to the players, the lobby, the featured matches and the
    /// tournament. `last` is the newest event.
    fn report(&self, before: Standing, last: Option<&Arc<MatchUpdate>>) {
        let (Some(snapshot), Some(last)) = (self.view.snapshot(), last) else { return };
        let match_state = &snapshot.match_state;
        for notice in before.notices(match_state) {
            let player_notice = || PlayerNotice::Match { notice, update: Arc::clone(last) };
            self.context.player_feeds.publish(notice.player, player_notice);
        }
        if let Event::Offered { offer, .. } = last.occurrence.recorded.event {
            self.context.player_feeds.publish_offers(match_state, Some(offer));
        }
        if before.is_open() {
            self.context.report_opening(snapshot);
        }
        if !before.has_changed_phase(match_state) {
            return;
        }
        let has_ended = matches!(match_state.status(), Status::Ended { .. });
        // The end of a delayed match is reported when spectators see it.
        if !(has_ended && self.view.is_delayed()) {
            self.context.report_featured(FeaturedChange::of(snapshot));
        }
        if let Some(game) = match_state.tournament_game().filter(|_| has_ended) {
            // There may be no receiver.
            let _ = self.context.game_ends.send((TournamentId(game.tournament), self.id));
        }
    }

    /// Appends the vacations of the players that the match has not adopted. A late vacation counts
    /// from its beginning.
    pub(crate) async fn adopt_vacations(&mut self) -> Result<(), LiveError> {
        let Some(match_state) = self.view.match_state() else { return Err(LiveError::NotFound) };
        if !match_state.time().allows_vacation() || match_state.status() != Status::Playing {
            return Ok(());
        }
        let players: Vec<PlayerId> =
            match_state.players().iter().filter_map(|(_, player)| *player).collect();
        for (player, vacation) in self.context.store.vacations().latest_of(&players).await? {
            let Some(match_state) = self.view.match_state() else { break };
            if let Some((event, at)) = match_state.adopt_vacation(player, vacation) {
                self.commit(vec![event], None, at, None).await?;
            }
        }
        Ok(())
    }

    /// Carries out the orders of the directors that are left, once each.
    pub(crate) async fn carry_orders_out(&mut self) -> Result<(), LiveError> {
        let Some(match_state) = self.view.match_state() else { return Ok(()) };
        if match_state.tournament_game().is_none() {
            return Ok(());
        }
        let orders = self.context.store.game_orders().pending(self.id).await?;
        let Some(last) = orders.last().map(|order| order.number) else { return Ok(()) };
        self.compensate_stall().await?;
        for order in orders {
            let now = self.context.time.now();
            self.flag(now).await;
            let events = self.loaded().await?.match_state.decide_order(&order, now);
            if !events.is_empty() {
                self.commit(events, None, now, None).await?;
            }
        }
        Ok(self.context.store.game_orders().remove(self.id, last).await?)
    }

    /// Ends the match if its running clock is at zero, and an adjournment that is over.
    pub(crate) async fn flag(&mut self, now: Timestamp) {
        let Some(match_state) = self.view.match_state() else { return };
        if !match_state.decide_flag(now).is_empty()
            && let Some(stall) = self.database_stalls(match_state.last_at()).last()
            && stall.back_at >= now
        {
            // Nothing is committed now.
            self.stall.note(stall.alive_until.unwrap_or(now));
        }
        if let Err(error) = self.compensate_stall().await {
            return tracing::warn!(%error, id = %self.id, "could not store the pause of a stall");
        }
        let Some(match_state) = self.view.match_state() else { return };
        let events = match_state.decide_flag(now);
        if !events.is_empty()
            && let Err(error) = self.commit(events, None, now, None).await
        {
            tracing::error!(%error, id = %self.id, "could not store a flag");
        }
    }

    /// Appends a pause, which stops the clock while the server is down.
    pub(crate) async fn pause(&mut self) {
        if self.running_until().is_none() {
            return;
        }
        let now = self.context.time.now();
        if let Err(error) = self.commit(vec![Event::Paused], None, now, None).await {
            tracing::error!(%error, id = %self.id, "could not store a pause");
        }
    }

    /// Appends the pauses and resumptions after the downtime of the server or of the match, and
    /// after stalls.
    pub(crate) async fn resume(&mut self) -> Result<(), LiveError> {
        let Some(match_state) = self.view.match_state() else { return Err(LiveError::NotFound) };
        let (is_node, now) = (self.owner.has_lease(), self.context.time.now());
        let ended_stalls = self.context.store.ended_stalls();
        let mut downtimes = self.database_stalls(match_state.last_at());
        if let Some(since) = self.stall.since() {
            downtimes.push(Downtime::between(since, now));
        } else if is_node {
            let unowned_since = self.owner.unowned_since();
            downtimes.extend(unowned_since.map(|since| Downtime::between(since, now)));
        } else {
            let (alive_until, back_at) = (self.context.alive_until, self.context.time.began_at());
            downtimes.push(Downtime { alive_until, back_at, resumed_at: now });
        }
        downtimes.sort_by_key(|downtime| downtime.alive_until);
        if is_planted(Planted::ChargesDowntime) {
            downtimes.clear();
        }
        for (event, at) in downtime::resumption(match_state, &downtimes, is_node, now) {
            self.commit(vec![event], None, at, None).await?;
        }
        self.owner.mark_compensated();
        self.stall.clear();
        self.compensated_stalls = ended_stalls;
        Ok(())
    }

    /// Returns the times since `since` in which nothing was committed for longer than a second.
    fn database_stalls(&self, since: Timestamp) -> Vec<Downtime> {
        if is_planted(Planted::ChargesStalls) {
            return Vec::new();
        }
        let time = &self.context.time;
        let stalls = self.context.store.stalls_after(time.instant(since)).into_iter();
        let downtimes = stalls
            .map(|stall| Downtime::between(time.at(stall.since).max(since), time.at(stall.until)));
        downtimes
            .filter(|downtime| {
                let began = downtime.alive_until.unwrap_or(since);
                downtime.back_at.since(began) > LONGEST_CHARGED_COMMIT
            })
            .collect()
    }

    /// Appends the pauses and resumptions after stalls. Nothing is judged before they are stored.
    pub(crate) async fn compensate_stall(&mut self) -> Result<(), LiveError> {
        let is_compensated = self.compensated_stalls == self.context.store.ended_stalls();
        match self.stall.since() {
            None if is_compensated => Ok(()),
            _ => self.resume().await,
        }
    }

    /// Records a refusal and returns the error for the requester.
    async fn refused(
        &mut self,
        request: Option<(CommandRef, RefusedRequest)>,
        refusal: Refusal,
    ) -> LiveError {
        // A previous owner has not seen the newer events, so its refusal is void.
        if !self.owner.check_epoch(&self.context.store).await {
            return LiveError::Moved;
        }
        if let Some((cause, request)) = request {
            self.refusals.record(cause, request, refusal.clone());
        }
        LiveError::Refused(refusal)
    }

    /// Returns the error for the requester of a failed append. The content of the log is unknown
    /// after it.
    fn failed_append(&mut self, error: AppendError) -> LiveError {
        self.view.invalidate();
        match error {
            AppendError::Stale => {
                self.owner.on_rejected_append();
                LiveError::Moved
            }
            error => LiveError::Unavailable(error),
        }
    }

    /// Sets or clears a premove once. A repeated command gets its first answer.
    pub(crate) async fn premove(
        &mut self,
        by: PlayerId,
        cause: Option<CommandRef>,
        wish: NewPremove,
        received_at: Timestamp,
    ) -> Result<CommandAck, LiveError> {
        let snapshot = self.loaded().await?;
        if let Some(cause) = &cause {
            let content = (wish.ply, wish.line.as_ref());
            match snapshot.premoves.previous_answer(cause, content, &snapshot.match_state) {
                Ok(Some(accepted)) => return Ok(accepted),
                Ok(None) => {}
                Err(refusal) => return Err(self.refused(None, refusal).await),
            }
            let request = RefusedRequest::Premove(wish.clone());
            if let Some(refusal) = self.refusals.find(cause, &request) {
                return Err(self.refused(None, refusal).await);
            }
        }
        drop(snapshot);
        self.flag(received_at).await;
        let snapshot = self.loaded().await?;
        let checked = snapshot.match_state.check_premove(by, wish.ply, wish.line.as_ref());
        let (seat, ply) = match checked {
            Ok(checked) => checked,
            Err(refusal) => {
                let request = cause.map(|cause| (cause, RefusedRequest::Premove(wish)));
                return Err(self.refused(request, refusal).await);
            }
        };
        let premove = wish.line.map(|tree| Premove { ply, tree });
        let change = PremoveChange { seat, premove: premove.clone() };
        let command = cause.map(|cause| (cause, ply));
        let store = &self.context.store;
        let kept =
            store.premoves().save(self.id, change, command.clone(), self.owner.fence()).await;
        if let Err(error) = kept {
            return Err(self.failed_append(error));
        }
        let accepted = CommandAck {
            v: snapshot.match_state.v(),
            ply,
            seat: snapshot.match_state.letter_of(by),
        };
        drop(snapshot);
        self.view.set_premove(seat, premove.clone(), command);
        self.send_to_player(seat, SideEventKind::Premove { premove });
        Ok(accepted)
    }

    /// Adopts the premoves that remain after some events, and sends each player their own.
    fn adopt_premoves(&mut self, resolved: ResolvedPremoves) {
        let ResolvedPremoves { premoves: Some(premoves), dropped, .. } = resolved else { return };
        let Some(snapshot) = self.view.snapshot() else { return };
        let changes = premove_changes(&snapshot.premoves, Some(&premoves));
        if changes.is_empty() {
            return;
        }
        self.view.set_premoves(premoves);
        for DroppedPremove { seat, ply, reason } in dropped {
            self.send_to_player(seat, SideEventKind::PremoveDropped { ply, why: reason });
        }
        for PremoveChange { seat, premove } in changes {
            self.send_to_player(seat, SideEventKind::Premove { premove });
        }
    }

    /// Sends a side event to the connections of the player in `seat` only.
    fn send_to_player(&mut self, seat: Seat, what: SideEventKind) {
        let player = self.view.match_state().and_then(|match_state| match_state.players()[seat]);
        if player.is_some() {
            self.send_side_event(what, |reader| reader.viewer == player);
        }
    }

    /// Stores a chat line once, and sends it.
    pub(crate) async fn say(
        &mut self,
        by: Player,
        cause: Option<CommandRef>,
        room: ChatRoom,
        text: String,
    ) -> Result<Said, LiveError> {
        let snapshot = self.loaded().await?;
        if !self.view.seen_by(None, &snapshot).match_state.can_send_chat(by.id, room) {
            return Err(Refusal::WrongChatRoom.into());
        }
        let v = self.view.seen_by(Some(by.id), &snapshot).match_state.v();
        let readers = self.other_players_in(room, by.id, &snapshot);
        let reach = |player| {
            let is_present = self.subscribers.has_connection(player);
            (player, player_feed::reach(&snapshot.match_state, is_present))
        };
        let reached: Vec<(PlayerId, Reach)> = readers.iter().copied().map(reach).collect();
        drop(snapshot);
        self.load_chat().await?;
        let (player, command) = (by.id, cause.map(|cause| cause.id));
        let at = self.context.time.now();
        let new = NewLine { match_id: self.id, room, player, command, at, text };
        let added = self.context.store.chat().add_line(&new, &reached).await?;
        let (line, is_new) = match added {
            AddedLine::New(line) => (line, true),
            AddedLine::Earlier(line) => (line, false),
            AddedLine::IdReused => return Err(Refusal::IdReused.into()),
        };
        if is_new {
            let said = Arc::new(ChatLine { room, line, at, player: by, text: Some(new.text) });
            for reader in readers {
                let notice =
                    || PlayerNotice::Said { match_id: self.id, v, line: Arc::clone(&said) };
                self.context.player_feeds.publish(reader, notice);
            }
            if let Some(chat) = &mut self.chat {
                chat.add(Arc::clone(&said));
            }
            self.send_to_chat_readers(SideEventKind::Said(said), room, Some(player));
        }
        Ok(Said { v, line })
    }

    /// Returns the players of the match, other than the author, who may read a line in the room.
    fn other_players_in(
        &self,
        room: ChatRoom,
        author: PlayerId,
        snapshot: &Arc<MatchSnapshot>,
    ) -> Vec<PlayerId> {
        let public = self.view.seen_by(None, snapshot);
        let players = snapshot.match_state.players().iter().filter_map(|(_, player)| *player);
        let may_read = |reader: &PlayerId| {
            let store = &self.context.store;
            chat::may_read(store, &public.match_state, Some(*reader), room, Some(author))
        };
        players.filter(|player| *player != author).filter(may_read).collect()
    }

    /// Removes the text of a chat line. Returns false if there is no such text.
    pub(crate) async fn hide(
        &mut self,
        by: PlayerId,
        room: ChatRoom,
        line: u32,
    ) -> Result<bool, LiveError> {
        self.loaded().await?;
        self.load_chat().await?;
        let at = self.context.time.now();
        if !self.context.store.moderation().hide_line((self.id, room, line), by, at).await? {
            return Ok(false);
        }
        if let Some(chat) = &mut self.chat {
            chat.hide(room, line);
        }
        self.send_to_chat_readers(SideEventKind::Hidden { room, line }, room, None);
        Ok(true)
    }
}

/// Returns the deadline of the match after `records`.
fn deadline_after(
    match_state: &Match,
    records: &[RecordedEvent],
    outcomes: &MoveOutcomes,
) -> Result<Option<Timestamp>, LogError> {
    let adjourns = |record: &RecordedEvent| matches!(record.event, Event::Adjourned { .. });
    let is_adjourned = match_state.adjourned_until().is_some() || records.iter().any(adjourns);
    if !match_state.time().is_timed() || match_state.time().is_real_time() && !is_adjourned {
        return Ok(None);
    }
    let (mut match_state, mut outcomes) = (match_state.clone(), outcomes.clone());
    for record in records {
        match_state.apply_decided(record.clone(), &mut outcomes)?;
    }
    Ok(match_state.deadline())
}

/// Returns the changes to store when `after` replaces `before`.
fn premove_changes(before: &Premoves, after: Option<&Premoves>) -> Vec<PremoveChange> {
    let changes = after.into_iter().flat_map(|after| after.changes_since(before));
    changes.map(|(seat, premove)| PremoveChange { seat, premove: premove.cloned() }).collect()
}
