//! The actor that owns one match.

use std::collections::VecDeque;
use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::store::{Append, AppendError, SideEffects};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    Command, CommandAck, CommandRef, Decision, Event, LogError, Match, MatchId, MoveOutcomes,
    RecordedEvent, Refusal, Status,
};
use chivalry_play::player::{Player, PlayerId};

use crate::live::background::erasure::Forget;
use crate::live::background::featured::FeaturedChange;
use crate::live::background::ratings;
use crate::live::background::ratings::SeatRatings;
use crate::live::cluster::nodes::{Lease, LeaseEvent, knock};
use crate::live::error::LiveError;
use crate::live::match_actor::chat::{Memory, Talk};
use crate::live::match_actor::feed::broadcast::{Broadcast, MatchUpdate, Subscriber};
use crate::live::match_actor::feed::side_event::{SideEvent, SideEventKind};
use crate::live::match_actor::feed::spectator_delay::DelayedView;
use crate::live::match_actor::feed::subscribers::{Reader, Subscribers};
use crate::live::match_actor::premoves;
use crate::live::match_actor::premoves::PremoveWish;
use crate::live::match_actor::presence::Presence;
use crate::live::match_actor::snapshot;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::match_actor::timers;
use crate::live::match_actor::timers::Due;
use crate::live::player_feed;
use crate::live::player_feed::{Concern, Standing};
use crate::live::registry::{LiveContext, MatchSender};

/// Capacity of the mailbox. Senders wait while it is full.
const MAILBOX: usize = 32;

/// Refusals kept, so that a repeated command gets the same answer.
pub(crate) const REFUSALS: usize = 8;

pub(crate) enum Message {
    Command {
        by: Player,
        cause: Option<CommandRef>,
        command: Command,
        received_at: Timestamp,
        answer: Answer<CommandAck>,
    },
    Premove {
        by: PlayerId,
        cause: Option<CommandRef>,
        wish: PremoveWish,
        received_at: Timestamp,
        answer: Answer<CommandAck>,
    },
    Look {
        viewer: Option<PlayerId>,
        answer: Answer<Arc<MatchSnapshot>>,
    },
    Watch {
        viewer: Option<PlayerId>,
        subscriber: Subscriber,
        answer: Answer<Arc<MatchSnapshot>>,
    },
    Unwatch {
        subscriber: Subscriber,
        answer: Answer<()>,
    },
    Talk(Talk),
    /// The match was rated.
    Rated(SeatRatings),
    /// Drops cached personal data or chat of the match.
    Forget(Forget),
    /// Cancels a match that is no longer needed.
    CallOff {
        answer: Answer<()>,
    },
}

type Answer<T> = oneshot::Sender<Result<T, LiveError>>;

/// A match between its log and its subscribers. The snapshot is never ahead of the log.
pub(crate) struct MatchActor {
    pub(crate) id: MatchId,
    mailbox: mpsc::Receiver<Box<Message>>,
    pub(crate) shared: Arc<LiveContext>,
    pub(crate) known: Option<Arc<MatchSnapshot>>,
    /// The spectators' view of a match with a spectator delay.
    pub(crate) delayed: Option<DelayedView>,
    pub(crate) readers: Subscribers,
    /// The last chat lines. Loaded on first use.
    pub(crate) memory: Option<Memory>,
    pub(crate) presence: Presence,
    pub(crate) refusals: VecDeque<(CommandRef, Refusal)>,
    counts_as_running: bool,
    /// The lease on the match in a cluster. `None` on a single server.
    pub(crate) hold: Option<Box<Lease>>,
    /// True if the store has a newer owner.
    pub(crate) is_stale: bool,
}

impl MatchActor {
    pub(crate) fn new(
        id: MatchId,
        known: Option<Arc<MatchSnapshot>>,
        watchers: &Arc<AtomicU32>,
        shared: Arc<LiveContext>,
    ) -> (MatchSender, MatchActor) {
        let (address, mailbox) = mpsc::channel(MAILBOX);
        let task = MatchActor {
            id,
            mailbox,
            shared,
            delayed: known.as_ref().and_then(DelayedView::from),
            known,
            readers: Subscribers::new(Arc::clone(watchers)),
            memory: None,
            presence: Presence::default(),
            refusals: VecDeque::new(),
            counts_as_running: false,
            hold: None,
            is_stale: false,
        };
        (address, task)
    }

    /// Runs until the match is idle or the server shuts down.
    ///
    /// Handler futures are boxed, which keeps an idle actor small. Thousands of actors are idle at
    /// any time.
    pub(crate) async fn run(mut self) {
        if let Err(error) = Box::pin(self.hold_on()).await {
            return Box::pin(self.give_up(&error)).await;
        }
        // Database errors may be transient, so only permanent errors end the actor.
        if let Err(error @ (LiveError::NotFound | LiveError::BrokenLog(_))) = self.loaded().await {
            return Box::pin(self.refuse_all(&error)).await;
        }
        self.tell_taken_over();
        let (shutdown, leaving) = (self.shared.shutdown.clone(), self.shared.leaving());
        let (mut shutdown, mut leaving) = (pin!(shutdown.cancelled()), pin!(leaving.cancelled()));
        let mut asked_at = Instant::now();
        let mut timer = pin!(sleep_until(asked_at));
        loop {
            if self.is_stale {
                return Box::pin(self.let_go_as_stale()).await;
            }
            self.count_running();
            let next = self.next_due(asked_at);
            tokio::select! {
                message = self.mailbox.recv() => match message {
                    Some(message) => {
                        Box::pin(self.take(*message)).await;
                        asked_at = Instant::now();
                    }
                    None => return Box::pin(self.retire()).await,
                },
                knock = knock(self.hold.as_deref_mut()) => match knock {
                    LeaseEvent::Taken => return Box::pin(self.let_go()).await,
                    LeaseEvent::MatchNotice => Box::pin(self.look_at_ratings()).await,
                    LeaseEvent::Unsure => self.is_stale = !self.still_holds().await,
                },
                due = timers::rings(timer.as_mut(), next) => match due {
                    Due::Flag => Box::pin(self.flag(self.shared.time.now())).await,
                    Due::Show => self.show_in_time().await,
                    Due::Count => self.tell_count(),
                    Due::LookAround => self.look_around(),
                    Due::Reload => drop(self.loaded().await),
                    Due::Rest => {
                        self.readers.prune(self.known.as_ref().map(|room| &room.contest));
                        if self.readers.is_empty() {
                            return Box::pin(self.retire()).await;
                        }
                        asked_at = Instant::now();
                    }
                },
                () = &mut leaving => return Box::pin(self.let_go()).await,
                () = &mut shutdown => {
                    Box::pin(self.pause()).await;
                    return Box::pin(self.refuse_all(&LiveError::Draining)).await;
                }
            }
        }
    }

    pub(crate) fn shared(&self) -> Arc<LiveContext> {
        Arc::clone(&self.shared)
    }

    fn count_running(&mut self) {
        let runs = self.runs_in_real_time();
        match (self.counts_as_running, runs) {
            (false, true) => self.shared.running_clocks.fetch_add(1, Ordering::Relaxed),
            (true, false) => self.shared.running_clocks.fetch_sub(1, Ordering::Relaxed),
            _ => 0,
        };
        self.counts_as_running = runs;
    }

    /// Leaves memory. Messages that arrived meanwhile are passed on to a new actor.
    async fn retire(mut self) {
        self.mailbox.close();
        let mut left = Vec::new();
        while let Some(message) = self.mailbox.recv().await {
            left.push(message);
        }
        if let Some(flags_at) = self.running_until() {
            self.shared.dozing.begin(self.id, flags_at);
        }
        self.leave();
        for message in left {
            if let Err(unsent) = self.shared.start(self.id, None).send(message).await {
                unsent.0.refuse(LiveError::Draining);
            }
        }
    }

    /// Closes the mailbox and answers each remaining message with `error`.
    pub(crate) async fn refuse_all(mut self, error: &LiveError) {
        self.mailbox.close();
        while let Some(message) = self.mailbox.recv().await {
            message.refuse(error.clone());
        }
        self.leave();
    }

    fn leave(&mut self) {
        self.known = None;
        self.count_running();
        self.shared.forget(self.id);
    }

    async fn take(&mut self, message: Message) {
        // A requester may be gone. Its answer is then dropped.
        match message {
            Message::Command { by, cause, command, received_at, answer } => {
                self.hear(by.id);
                let _ = answer.send(self.command(&by, cause, &command, received_at).await);
            }
            Message::Premove { by, cause, wish, received_at, answer } => {
                self.hear(by);
                let _ = answer.send(Box::pin(self.premove(by, cause, wish, received_at)).await);
            }
            Message::Look { viewer, answer } => {
                let room = self.loaded().await;
                let _ = answer.send(room.map(|room| self.seen_by(viewer, &room)));
            }
            Message::Watch { viewer, subscriber, answer } => {
                let room = self.loaded().await;
                if let Ok(room) = &room {
                    self.readers.add(&subscriber, viewer, &room.contest);
                }
                let _ = answer.send(room.map(|room| self.seen_by(viewer, &room)));
                self.look_around();
            }
            Message::Unwatch { subscriber, answer } => {
                self.readers.remove(&subscriber, self.known.as_ref().map(|room| &room.contest));
                let _ = answer.send(Ok(()));
                self.look_around();
            }
            Message::Talk(talk) => Box::pin(self.talk(talk)).await,
            Message::CallOff { answer } => drop(answer.send(self.call_off().await)),
            Message::Forget(what) => Box::pin(self.forget(what)).await,
            Message::Rated(ratings) => {
                // Spectators of a delayed match get its last events before the ratings.
                self.show_in_time().await;
                self.show_ratings(ratings);
            }
        }
    }

    /// Sends the number of spectators to all subscribers.
    fn tell_count(&mut self) {
        let count = self.readers.take_count();
        self.shared.tell_change(FeaturedChange::Watched(self.id, count));
        self.tell_around(SideEventKind::Watchers { count }, |_| true);
    }

    /// Sends a side event, which is in no log, to the subscribers that `is_told` selects. Each
    /// frame carries the version of the match that its subscriber sees.
    pub(crate) fn tell_around(&mut self, what: SideEventKind, is_told: impl Fn(&Reader) -> bool) {
        let Some(room) = self.known.clone() else { return };
        let (about, now) = ((self.id, room.contest.variant()), self.shared.time.now());
        let around = |v, what| {
            Broadcast::SideEvent(SideEvent::new(about, v, now, what, &self.shared.written))
        };
        let late = self.delayed.as_ref().map(|delayed| {
            let v = delayed.room().contest.v();
            (!what.tells_of_now()).then(|| around(v, what.clone()))
        });
        let told = around(room.contest.v(), what);
        self.readers.tell_each(|reader| match &late {
            _ if !is_told(reader) => None,
            Some(late) if !room.is_player(reader.viewer) => late.as_ref(),
            _ => Some(&told),
        });
    }

    pub(crate) async fn show_in_time(&mut self) {
        if let Err(error) = self.show().await {
            tracing::error!(%error, id = %self.id, "what is to be seen could not be read");
            self.known = None;
        }
    }

    /// Changes a part of the snapshot that is in no log.
    pub(crate) fn change_room(&mut self, change: impl FnOnce(&mut MatchSnapshot)) {
        if let Some(room) = &mut self.known {
            change(Arc::make_mut(room));
        }
    }

    /// Returns the snapshot. Reads the log if there is no snapshot or it is uncertain.
    pub(crate) async fn loaded(&mut self) -> Result<Arc<MatchSnapshot>, LiveError> {
        match &self.known {
            Some(room) => Ok(Arc::clone(room)),
            // Boxed because loading is rare and its future is large.
            None => Box::pin(self.load()).await,
        }
    }

    async fn load(&mut self) -> Result<Arc<MatchSnapshot>, LiveError> {
        let store = &self.shared.store;
        // Limits concurrent loads. Waiting here has no timeout, unlike waiting for a connection.
        let turn = self.shared.loading.acquire().await;
        let log = store.match_log(self.id).await?.ok_or(LiveError::NotFound)?;
        let mut room = MatchSnapshot::new(Match::fold(self.id, log.clone())?);
        if room.contest.status() != Status::Open {
            room.premoves = store.premoves(self.id).await?;
        }
        let mut room = snapshot::load_players(store, room).await?;
        room.gone = self.gone(&room.contest);
        room.ratings = ratings::load(store, &room, self.shared.time.now()).await?;
        let room = Arc::new(room);
        drop(turn);
        self.delay(&room, &log)?;
        self.known = Some(Arc::clone(&room));
        if let Some(events) = self.resumption(&room.contest) {
            for (event, at) in events {
                self.commit(vec![event], None, at, None).await?;
            }
        }
        if let Some(hold) = &mut self.hold {
            hold.is_made_good();
        }
        self.known.clone().ok_or(LiveError::NotFound)
    }

    async fn command(
        &mut self,
        by: &Player,
        cause: Option<CommandRef>,
        command: &Command,
        received_at: Timestamp,
    ) -> Result<CommandAck, LiveError> {
        self.check_in_touch()?;
        let room = self.loaded().await?;
        if let Some(cause) = &cause {
            if let Some(accepted) = room.contest.previous_answer(cause) {
                return Ok(accepted);
            }
            self.check_refused(cause)?;
        }
        drop(room);
        let decided = self.decide(by, cause.clone(), command, received_at).await;
        let decided = match decided {
            // Another owner appended to the log. Decide again on the new state.
            Err(LiveError::Unavailable(AppendError::Conflict)) => {
                self.decide(by, cause.clone(), command, received_at).await
            }
            decided => decided,
        };
        match decided {
            Err(LiveError::Refused(refusal)) => Err(self.refused(cause, refusal).await),
            decided => decided,
        }
    }

    /// Repeats the earlier refusal of a command.
    pub(crate) fn check_refused(&self, cause: &CommandRef) -> Result<(), Refusal> {
        let refused = self.refusals.iter().find(|(known, _)| known == cause);
        refused.map_or(Ok(()), |(_, refusal)| Err(refusal.clone()))
    }

    async fn decide(
        &mut self,
        by: &Player,
        cause: Option<CommandRef>,
        command: &Command,
        received_at: Timestamp,
    ) -> Result<CommandAck, LiveError> {
        self.flag(received_at).await;
        let room = self.loaded().await?;
        // An append with an unknown outcome may have succeeded since.
        if let Some(accepted) = cause.as_ref().and_then(|cause| room.contest.previous_answer(cause))
        {
            return Ok(accepted);
        }
        if let Command::Join { key, .. } = command {
            room.contest.admit(by.kind)?;
            if key.is_none() && room.contest.time().is_real_time() {
                self.shared.check_wait(by.id).await?;
            }
        }
        let command = self.informed(&room.contest, by.id, command);
        // Refusals must not reveal more than the player may see.
        let seen = self.seen_by(Some(by.id), &room);
        if !Arc::ptr_eq(&seen, &room) {
            seen.contest.decide(by.id, &command, received_at)?;
        }
        drop(seen);
        let mut decision = room.contest.decide(by.id, &command, received_at)?;
        if room.contest.agrees_to_rematch(&decision.events) {
            decision.events.push(Box::pin(self.rematch(&room)).await?);
        }
        let v = room.contest.v() + 1;
        // Without this reference the snapshot is changed in place.
        drop(room);
        let ply = self.commit(decision, cause, received_at, Some(by)).await?;
        let room = self.loaded().await?;
        Ok(CommandAck { v, ply, seat: room.contest.letter_of(by.id) })
    }

    /// Ends the match if its running clock is at zero.
    pub(crate) async fn flag(&mut self, now: Timestamp) {
        let Some(room) = &self.known else { return };
        let events = room.contest.decide_flag(now);
        if !events.is_empty()
            && let Err(error) = self.commit(events, None, now, None).await
        {
            tracing::error!(%error, id = %self.id, "a flag could not be stored");
        }
    }

    /// Appends a pause, which stops the clock while the server is down.
    async fn pause(&mut self) {
        if !self.runs_in_real_time() {
            return;
        }
        let now = self.shared.time.now();
        if let Err(error) = self.commit(vec![Event::Paused], None, now, None).await {
            tracing::error!(%error, id = %self.id, "a pause could not be stored");
        }
    }

    /// Appends events, then applies and broadcasts them. Returns the number of plies after the
    /// first event.
    pub(crate) async fn commit(
        &mut self,
        decision: impl Into<Decision>,
        mut cause: Option<CommandRef>,
        at: Timestamp,
        by: Option<&Player>,
    ) -> Result<u32, LiveError> {
        let Some(room) = &self.known else { return Err(LiveError::NotFound) };
        let at = at.max(room.contest.last_at());
        let first_v = room.contest.v() + 1;
        let before = Standing::of(&room.contest);
        let was_open = room.contest.status() == Status::Open;
        let mut followed = room.premoves.resolve(&room.contest, decision.into(), at)?;
        let records: Vec<RecordedEvent> = (first_v..)
            .zip(mem::take(&mut followed.decision.events))
            .map(|(v, event)| RecordedEvent { v, at, cause: cause.take(), event })
            .collect();
        let deadline = deadline_after(&room.contest, &records, &followed.decision.outcomes)?;
        let along = SideEffects {
            due: player_feed::due(&room.contest, &records, &self.shared.store),
            premoves: premoves::changes(&room.premoves, followed.premoves.as_ref()),
            faults: room.faults(&records, by),
        };
        let (match_id, owner) = (self.id, self.owner());
        let append = Append { match_id, records, deadline, owner };
        if let Err(error) = self.shared.store.append_along(&append, along).await {
            // Only the log can tell its content after a failed append.
            self.known = None;
            return Err(self.failed_append(error));
        }
        let (mut first_ply, mut last, mut has_come) = (None, None, false);
        let mut outcomes = mem::take(&mut followed.decision.outcomes);
        for record in append.records {
            let update = self.apply(record, &mut outcomes, by)?;
            has_come |= update.seated.is_some();
            first_ply.get_or_insert(update.occurrence.ply);
            last = Some(update);
        }
        if has_come {
            Box::pin(self.look_up_ratings()).await;
        }
        if let Some(update) = last {
            self.tell_concerns(before, &update);
        }
        self.take_premoves(followed);
        if let Some(room) = self.known.as_ref().filter(|_| was_open) {
            self.shared.tell_opening(room);
        }
        self.tell_show(before);
        self.tell_tournament(before);
        Ok(first_ply.unwrap_or(0))
    }

    fn apply(
        &mut self,
        record: RecordedEvent,
        outcomes: &mut MoveOutcomes,
        by: Option<&Player>,
    ) -> Result<Arc<MatchUpdate>, LiveError> {
        let Some(known) = &mut self.known else { return Err(LiveError::NotFound) };
        let room = Arc::make_mut(known);
        let is_late = self.delayed.is_some();
        let applied = room.apply(record, outcomes, by);
        let variant = room.contest.variant();
        let occurrence = match applied {
            Ok(occurrence) => occurrence,
            Err(error) => {
                self.known = None;
                return Err(error.into());
            }
        };
        let seated = room.seated_by(&occurrence.recorded.event).cloned();
        let update = MatchUpdate::new(self.id, variant, occurrence, seated, &self.shared.written);
        let is_told = |viewer| !is_late || room.is_player(viewer);
        self.readers.tell(&Broadcast::Event(Arc::clone(&update)), is_told);
        if update.seated.is_some() {
            self.readers.prune(Some(&room.contest));
        }
        match &mut self.delayed {
            Some(delayed) => delayed.push(&update),
            None if matches!(update.occurrence.recorded.event, Event::Started) => {
                self.delayed = DelayedView::from(known);
            }
            None => {}
        }
        Ok(update)
    }

    /// Reports a match that started or ended since `before` to the featured matches. The end of a
    /// delayed match is reported when spectators see it.
    fn tell_show(&self, before: Standing) {
        let Some(room) = &self.known else { return };
        let is_seen = self.delayed.is_none() || room.contest.status() == Status::Playing;
        if is_seen && before.has_come_on(&room.contest) {
            self.shared.tell_show(room);
        }
    }

    /// Sends the players their notices about all changes since `before`. `last` is the newest
    /// event.
    fn tell_concerns(&self, before: Standing, last: &Arc<MatchUpdate>) {
        let Some(room) = &self.known else { return };
        for news in before.news(&room.contest) {
            let concern = || Concern::Match { news, update: Arc::clone(last) };
            self.shared.concerns.tell(news.player, concern);
        }
    }
}

impl Message {
    fn refuse(self, error: LiveError) {
        // The requester may be gone.
        match self {
            Message::Command { answer, .. } | Message::Premove { answer, .. } => {
                drop(answer.send(Err(error)));
            }
            Message::Look { answer, .. } | Message::Watch { answer, .. } => {
                drop(answer.send(Err(error)));
            }
            Message::Unwatch { answer, .. } | Message::CallOff { answer } => {
                drop(answer.send(Err(error)));
            }
            Message::Talk(talk) => talk.refuse(error),
            Message::Rated(_) | Message::Forget(_) => {}
        }
    }
}

/// Returns the deadline of the match after `records`.
fn deadline_after(
    contest: &Match,
    records: &[RecordedEvent],
    outcomes: &MoveOutcomes,
) -> Result<Option<Timestamp>, LogError> {
    if contest.time().is_real_time() || !contest.time().is_timed() {
        return Ok(None);
    }
    let (mut contest, mut outcomes) = (contest.clone(), outcomes.clone());
    for record in records {
        contest.apply_decided(record.clone(), &mut outcomes)?;
    }
    Ok(contest.deadline())
}
