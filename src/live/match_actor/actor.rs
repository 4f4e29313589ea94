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
use crate::live::cluster::nodes::{Lease, LeaseEvent, next_lease_event};
use crate::live::error::LiveError;
use crate::live::match_actor::chat::{ChatHistory, ChatRequest};
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
use crate::live::match_actor::timers::TimerEvent;
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
    GetSnapshot {
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
    Chat(ChatRequest),
    /// The match was rated.
    Rated(SeatRatings),
    /// Drops cached personal data or chat of the match.
    Forget(Forget),
    /// Cancels a match that is no longer needed.
    Cancel {
        answer: Answer<()>,
    },
}

type Answer<T> = oneshot::Sender<Result<T, LiveError>>;

/// A match between its log and its subscribers. The snapshot is never ahead of the log.
pub(crate) struct MatchActor {
    pub(crate) id: MatchId,
    mailbox: mpsc::Receiver<Box<Message>>,
    pub(crate) shared: Arc<LiveContext>,
    pub(crate) snapshot: Option<Arc<MatchSnapshot>>,
    /// The spectators' view of a match with a spectator delay.
    pub(crate) delayed: Option<DelayedView>,
    pub(crate) readers: Subscribers,
    /// The last chat lines. Loaded on first use.
    pub(crate) chat_history: Option<ChatHistory>,
    pub(crate) presence: Presence,
    pub(crate) refusals: VecDeque<(CommandRef, Refusal)>,
    counts_as_running: bool,
    /// The lease on the match in a cluster. `None` on a single server.
    pub(crate) lease: Option<Box<Lease>>,
    /// True if the store has a newer owner.
    pub(crate) is_stale: bool,
}

impl MatchActor {
    pub(crate) fn new(
        id: MatchId,
        snapshot: Option<Arc<MatchSnapshot>>,
        watchers: &Arc<AtomicU32>,
        shared: Arc<LiveContext>,
    ) -> (MatchSender, MatchActor) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let actor = MatchActor {
            id,
            mailbox,
            shared,
            delayed: snapshot.as_ref().and_then(DelayedView::from),
            snapshot,
            readers: Subscribers::new(Arc::clone(watchers)),
            chat_history: None,
            presence: Presence::default(),
            refusals: VecDeque::new(),
            counts_as_running: false,
            lease: None,
            is_stale: false,
        };
        (sender, actor)
    }

    /// Runs until the match is idle or the server shuts down.
    ///
    /// Handler futures are boxed, which keeps an idle actor small. Thousands of actors are idle at
    /// any time.
    pub(crate) async fn run(mut self) {
        if let Err(error) = Box::pin(self.acquire_lease()).await {
            return Box::pin(self.abandon(&error)).await;
        }
        // Database errors may be transient, so only permanent errors end the actor.
        if let Err(error @ (LiveError::NotFound | LiveError::BrokenLog(_))) = self.loaded().await {
            return Box::pin(self.refuse_all(&error)).await;
        }
        self.report_takeover();
        let (shutdown, leaving) = (self.shared.shutdown.clone(), self.shared.leaving());
        let (mut shutdown, mut leaving) = (pin!(shutdown.cancelled()), pin!(leaving.cancelled()));
        let mut asked_at = Instant::now();
        let mut timer = pin!(sleep_until(asked_at));
        loop {
            if self.is_stale {
                return Box::pin(self.release_stale()).await;
            }
            self.count_running();
            let next = self.earliest_timer(asked_at);
            tokio::select! {
                message = self.mailbox.recv() => match message {
                    Some(message) => {
                        Box::pin(self.on_message(*message)).await;
                        asked_at = Instant::now();
                    }
                    None => return Box::pin(self.retire()).await,
                },
                event = next_lease_event(self.lease.as_deref_mut()) => match event {
                    LeaseEvent::OwnerChanged => return Box::pin(self.release()).await,
                    LeaseEvent::DataChanged => Box::pin(self.reload_ratings()).await,
                    LeaseEvent::PossiblyLost => self.is_stale = !self.holds_lease().await,
                },
                due = timers::next_timer(timer.as_mut(), next) => match due {
                    TimerEvent::Flag => Box::pin(self.flag(self.shared.time.now())).await,
                    TimerEvent::Publish => self.publish_due_events().await,
                    TimerEvent::ReportSpectators => self.send_spectator_count(),
                    TimerEvent::CheckPresence => self.check_presence(),
                    TimerEvent::Reload => drop(self.loaded().await),
                    TimerEvent::Retire => {
                        self.readers.prune(self.snapshot.as_ref().map(|it| &it.contest));
                        if self.readers.is_empty() {
                            return Box::pin(self.retire()).await;
                        }
                        asked_at = Instant::now();
                    }
                },
                () = &mut leaving => return Box::pin(self.release()).await,
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
            self.shared.hibernated.insert(self.id, flags_at);
        }
        self.unregister();
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
        self.unregister();
    }

    fn unregister(&mut self) {
        self.snapshot = None;
        self.count_running();
        self.shared.unregister(self.id);
    }

    async fn on_message(&mut self, message: Message) {
        // A requester may be gone. Its answer is then dropped.
        match message {
            Message::Command { by, cause, command, received_at, answer } => {
                self.record_activity(by.id);
                let _ = answer.send(self.command(&by, cause, &command, received_at).await);
            }
            Message::Premove { by, cause, wish, received_at, answer } => {
                self.record_activity(by);
                let _ = answer.send(Box::pin(self.premove(by, cause, wish, received_at)).await);
            }
            Message::GetSnapshot { viewer, answer } => {
                let snapshot = self.loaded().await;
                let _ = answer.send(snapshot.map(|snapshot| self.seen_by(viewer, &snapshot)));
            }
            Message::Watch { viewer, subscriber, answer } => {
                let snapshot = self.loaded().await;
                if let Ok(snapshot) = &snapshot {
                    self.readers.add(&subscriber, viewer, &snapshot.contest);
                }
                let _ = answer.send(snapshot.map(|snapshot| self.seen_by(viewer, &snapshot)));
                self.check_presence();
            }
            Message::Unwatch { subscriber, answer } => {
                self.readers
                    .remove(&subscriber, self.snapshot.as_ref().map(|snapshot| &snapshot.contest));
                let _ = answer.send(Ok(()));
                self.check_presence();
            }
            Message::Chat(request) => Box::pin(self.on_chat(request)).await,
            Message::Cancel { answer } => drop(answer.send(self.cancel_match().await)),
            Message::Forget(what) => Box::pin(self.forget(what)).await,
            Message::Rated(ratings) => {
                // Spectators of a delayed match get its last events before the ratings.
                self.publish_due_events().await;
                self.show_ratings(ratings);
            }
        }
    }

    /// Sends the number of spectators to all subscribers.
    fn send_spectator_count(&mut self) {
        let count = self.readers.take_spectator_count();
        self.shared.report_featured_change(FeaturedChange::Watched(self.id, count));
        self.send_side_event(SideEventKind::Watchers { count }, |_| true);
    }

    /// Sends a side event, which is in no log, to the subscribers that `is_recipient` selects. Each
    /// frame carries the version of the match that its subscriber sees.
    pub(crate) fn send_side_event(
        &mut self,
        what: SideEventKind,
        is_recipient: impl Fn(&Reader) -> bool,
    ) {
        let Some(snapshot) = self.snapshot.clone() else { return };
        let (about, now) = ((self.id, snapshot.contest.variant()), self.shared.time.now());
        let event_at = |v, what| {
            Broadcast::SideEvent(SideEvent::new(about, v, now, what, &self.shared.written))
        };
        let delayed_event = self.delayed.as_ref().map(|delayed| {
            let v = delayed.snapshot().contest.v();
            (!what.reveals_present()).then(|| event_at(v, what.clone()))
        });
        let current = event_at(snapshot.contest.v(), what);
        self.readers.send_each(|reader| match &delayed_event {
            _ if !is_recipient(reader) => None,
            Some(delayed_event) if !snapshot.is_player(reader.viewer) => delayed_event.as_ref(),
            _ => Some(&current),
        });
    }

    pub(crate) async fn publish_due_events(&mut self) {
        if let Err(error) = self.publish_delayed().await {
            tracing::error!(%error, id = %self.id, "could not read the delayed events of a match");
            self.snapshot = None;
        }
    }

    /// Changes a part of the snapshot that is in no log.
    pub(crate) fn update_snapshot(&mut self, change: impl FnOnce(&mut MatchSnapshot)) {
        if let Some(snapshot) = &mut self.snapshot {
            change(Arc::make_mut(snapshot));
        }
    }

    /// Returns the snapshot. Reads the log if there is no snapshot or it is uncertain.
    pub(crate) async fn loaded(&mut self) -> Result<Arc<MatchSnapshot>, LiveError> {
        match &self.snapshot {
            Some(snapshot) => Ok(Arc::clone(snapshot)),
            // Boxed because loading is rare and its future is large.
            None => Box::pin(self.load()).await,
        }
    }

    async fn load(&mut self) -> Result<Arc<MatchSnapshot>, LiveError> {
        let store = &self.shared.store;
        // Limits concurrent loads. Waiting here has no timeout, unlike waiting for a connection.
        let turn = self.shared.loading.acquire().await;
        let log = store.match_log(self.id).await?.ok_or(LiveError::NotFound)?;
        let mut snapshot = MatchSnapshot::new(Match::fold(self.id, log.clone())?);
        if snapshot.contest.status() != Status::Open {
            snapshot.premoves = store.premoves(self.id).await?;
        }
        let mut snapshot = snapshot::load_players(store, snapshot).await?;
        snapshot.gone = self.gone(&snapshot.contest);
        snapshot.ratings = ratings::load(store, &snapshot, self.shared.time.now()).await?;
        let snapshot = Arc::new(snapshot);
        drop(turn);
        self.build_delayed_view(&snapshot, &log)?;
        self.snapshot = Some(Arc::clone(&snapshot));
        if let Some(events) = self.resumption(&snapshot.contest) {
            for (event, at) in events {
                self.commit(vec![event], None, at, None).await?;
            }
        }
        if let Some(lease) = &mut self.lease {
            lease.take_compensation();
        }
        self.snapshot.clone().ok_or(LiveError::NotFound)
    }

    async fn command(
        &mut self,
        by: &Player,
        cause: Option<CommandRef>,
        command: &Command,
        received_at: Timestamp,
    ) -> Result<CommandAck, LiveError> {
        self.check_connected()?;
        let snapshot = self.loaded().await?;
        if let Some(cause) = &cause {
            if let Some(accepted) = snapshot.contest.previous_answer(cause) {
                return Ok(accepted);
            }
            self.check_refused(cause)?;
        }
        drop(snapshot);
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
        let snapshot = self.loaded().await?;
        // An append with an unknown outcome may have succeeded since.
        if let Some(accepted) =
            cause.as_ref().and_then(|cause| snapshot.contest.previous_answer(cause))
        {
            return Ok(accepted);
        }
        if let Command::Join { key, .. } = command {
            snapshot.contest.admit(by.kind)?;
            if key.is_none() && snapshot.contest.time().is_real_time() {
                self.shared.check_wait(by.id).await?;
            }
        }
        let command = self.with_absences(&snapshot.contest, by.id, command);
        // Refusals must not reveal more than the player may see.
        let seen = self.seen_by(Some(by.id), &snapshot);
        if !Arc::ptr_eq(&seen, &snapshot) {
            seen.contest.decide(by.id, &command, received_at)?;
        }
        drop(seen);
        let mut decision = snapshot.contest.decide(by.id, &command, received_at)?;
        if snapshot.contest.agrees_to_rematch(&decision.events) {
            decision.events.push(Box::pin(self.rematch(&snapshot)).await?);
        }
        let v = snapshot.contest.v() + 1;
        // Without this reference the snapshot is changed in place.
        drop(snapshot);
        let ply = self.commit(decision, cause, received_at, Some(by)).await?;
        let snapshot = self.loaded().await?;
        Ok(CommandAck { v, ply, seat: snapshot.contest.letter_of(by.id) })
    }

    /// Ends the match if its running clock is at zero.
    pub(crate) async fn flag(&mut self, now: Timestamp) {
        let Some(snapshot) = &self.snapshot else { return };
        let events = snapshot.contest.decide_flag(now);
        if !events.is_empty()
            && let Err(error) = self.commit(events, None, now, None).await
        {
            tracing::error!(%error, id = %self.id, "could not store a flag");
        }
    }

    /// Appends a pause, which stops the clock while the server is down.
    async fn pause(&mut self) {
        if !self.runs_in_real_time() {
            return;
        }
        let now = self.shared.time.now();
        if let Err(error) = self.commit(vec![Event::Paused], None, now, None).await {
            tracing::error!(%error, id = %self.id, "could not store a pause");
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
        let Some(snapshot) = &self.snapshot else { return Err(LiveError::NotFound) };
        let at = at.max(snapshot.contest.last_at());
        let first_v = snapshot.contest.v() + 1;
        let before = Standing::of(&snapshot.contest);
        let was_open = snapshot.contest.status() == Status::Open;
        let mut resolved = snapshot.premoves.resolve(&snapshot.contest, decision.into(), at)?;
        let records: Vec<RecordedEvent> = (first_v..)
            .zip(mem::take(&mut resolved.decision.events))
            .map(|(v, event)| RecordedEvent { v, at, cause: cause.take(), event })
            .collect();
        let deadline = deadline_after(&snapshot.contest, &records, &resolved.decision.outcomes)?;
        let side_effects = SideEffects {
            due: player_feed::deliveries(&snapshot.contest, &records, &self.shared.store),
            premoves: premoves::changes(&snapshot.premoves, resolved.premoves.as_ref()),
            faults: snapshot.faults(&records, by),
        };
        let (match_id, owner) = (self.id, self.owner());
        let append = Append { match_id, records, deadline, owner };
        if let Err(error) = self.shared.store.append_along(&append, side_effects).await {
            // The content of the log is unknown after a failed append.
            self.snapshot = None;
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
        if let Some(update) = last {
            self.send_notices(before, &update);
        }
        self.adopt_premoves(resolved);
        if let Some(snapshot) = self.snapshot.as_ref().filter(|_| was_open) {
            self.shared.report_opening(snapshot);
        }
        self.report_featured(before);
        self.report_end(before);
        Ok(first_ply.unwrap_or(0))
    }

    fn apply(
        &mut self,
        record: RecordedEvent,
        outcomes: &mut MoveOutcomes,
        by: Option<&Player>,
    ) -> Result<Arc<MatchUpdate>, LiveError> {
        let Some(shared) = &mut self.snapshot else { return Err(LiveError::NotFound) };
        let snapshot = Arc::make_mut(shared);
        let is_late = self.delayed.is_some();
        let applied = snapshot.apply(record, outcomes, by);
        let variant = snapshot.contest.variant();
        let occurrence = match applied {
            Ok(occurrence) => occurrence,
            Err(error) => {
                self.snapshot = None;
                return Err(error.into());
            }
        };
        let seated = snapshot.seated_by(&occurrence.recorded.event).cloned();
        let update = MatchUpdate::new(self.id, variant, occurrence, seated, &self.shared.written);
        let is_recipient = |viewer| !is_late || snapshot.is_player(viewer);
        self.readers.send(&Broadcast::Event(Arc::clone(&update)), is_recipient);
        if update.seated.is_some() {
            self.readers.prune(Some(&snapshot.contest));
        }
        match &mut self.delayed {
            Some(delayed) => delayed.push(&update),
            None if matches!(update.occurrence.recorded.event, Event::Started) => {
                self.delayed = DelayedView::from(shared);
            }
            None => {}
        }
        Ok(update)
    }

    /// Reports a match that started or ended since `before` to the featured matches. The end of a
    /// delayed match is reported when spectators see it.
    fn report_featured(&self, before: Standing) {
        let Some(snapshot) = &self.snapshot else { return };
        let is_seen = self.delayed.is_none() || snapshot.contest.status() == Status::Playing;
        if is_seen && before.has_changed_phase(&snapshot.contest) {
            self.shared.report_featured(snapshot);
        }
    }

    /// Sends the players their notices about all changes since `before`. `last` is the newest
    /// event.
    fn send_notices(&self, before: Standing, last: &Arc<MatchUpdate>) {
        let Some(snapshot) = &self.snapshot else { return };
        for notice in before.notices(&snapshot.contest) {
            let concern = || Concern::Match { news: notice, update: Arc::clone(last) };
            self.shared.player_feeds.publish(notice.player, concern);
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
            Message::GetSnapshot { answer, .. } | Message::Watch { answer, .. } => {
                drop(answer.send(Err(error)));
            }
            Message::Unwatch { answer, .. } | Message::Cancel { answer } => {
                drop(answer.send(Err(error)));
            }
            Message::Chat(request) => request.refuse(error),
            Message::Rated(_) | Message::Forget(_) => {}
        }
    }
}

/// Returns the deadline of the match after `records`.
fn deadline_after(
    match_state: &Match,
    records: &[RecordedEvent],
    outcomes: &MoveOutcomes,
) -> Result<Option<Timestamp>, LogError> {
    if match_state.time().is_real_time() || !match_state.time().is_timed() {
        return Ok(None);
    }
    let (mut match_state, mut outcomes) = (match_state.clone(), outcomes.clone());
    for record in records {
        match_state.apply_decided(record.clone(), &mut outcomes)?;
    }
    Ok(match_state.deadline())
}
