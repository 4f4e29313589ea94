//! The task that owns one match.

use std::collections::VecDeque;
use std::future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::clock::Timestamp;
use crate::matches::{
    Accepted, Command, CommandRef, Event, LogError, Match, MatchId, Recorded, Refusal, Status,
};
use crate::player::Player;
use crate::store::{Append, AppendError};

use super::concerns::{self, Concern, Standing};
use super::room::{self, Room};
use super::update::{Subscriber, Update};
use super::{Address, LiveError, Shared};

/// Messages that may wait for a match; more wait for room.
const MAILBOX: usize = 32;

/// How long a match stays in memory that nobody watches or asks for.
const IDLE: Duration = Duration::from_secs(60);

/// How long to wait before a log is read again that could not be.
const RELOAD: Duration = Duration::from_secs(1);

/// Refusals remembered, so that a command sent again gets the same answer.
const REFUSALS: usize = 8;

pub(super) enum Message {
    Command {
        by: Player,
        cause: Option<CommandRef>,
        command: Command,
        received_at: Timestamp,
        answer: Answer<Accepted>,
    },
    Look {
        answer: Answer<Arc<Room>>,
    },
    Watch {
        subscriber: Subscriber,
        answer: Answer<Arc<Room>>,
    },
    Unwatch {
        subscriber: Subscriber,
        answer: Answer<()>,
    },
}

type Answer<T> = oneshot::Sender<Result<T, LiveError>>;

/// A match on its way from the log to its players. The room it holds is never
/// ahead of the log.
pub(super) struct RoomTask {
    id: MatchId,
    mailbox: mpsc::Receiver<Box<Message>>,
    shared: Arc<Shared>,
    known: Option<Arc<Room>>,
    subscribers: Vec<Subscriber>,
    refusals: VecDeque<(CommandRef, Refusal)>,
    counts_as_running: bool,
}

impl RoomTask {
    pub(super) fn new(
        id: MatchId,
        known: Option<Arc<Room>>,
        shared: Arc<Shared>,
    ) -> (Address, RoomTask) {
        let (address, mailbox) = mpsc::channel(MAILBOX);
        let task = RoomTask {
            id,
            mailbox,
            shared,
            known,
            subscribers: Vec::new(),
            refusals: VecDeque::new(),
            counts_as_running: false,
        };
        (address, task)
    }

    /// Owns the match until nobody needs it, or the server goes away.
    pub(super) async fn run(mut self) {
        // A database that does not answer now may do so in a moment.
        if let Err(error @ (LiveError::NotFound | LiveError::BrokenLog(_))) = self.loaded().await {
            return self.refuse_all(&error).await;
        }
        let shutdown = self.shared.shutdown.clone();
        let mut asked_at = Instant::now();
        loop {
            self.count_running();
            let flags_at = self.flags_at();
            let idle_at = (!self.runs_in_real_time()).then_some(asked_at + IDLE);
            let reload_at = self.known.is_none().then(|| Instant::now() + RELOAD);
            tokio::select! {
                message = self.mailbox.recv() => match message {
                    Some(message) => {
                        self.take(*message).await;
                        asked_at = Instant::now();
                    }
                    None => return self.retire().await,
                },
                () = until(flags_at) => self.flag(self.shared.time.now()).await,
                () = until(reload_at) => drop(self.loaded().await),
                () = until(idle_at) => {
                    self.subscribers.retain(|subscriber| !subscriber.is_gone());
                    if self.subscribers.is_empty() {
                        return self.retire().await;
                    }
                    asked_at = Instant::now();
                }
                () = shutdown.cancelled() => {
                    self.pause().await;
                    return self.refuse_all(&LiveError::Draining).await;
                }
            }
        }
    }

    fn flags_at(&self) -> Option<Instant> {
        let clock = self.known.as_ref()?.contest.clock();
        clock.flags_at().map(|at| self.shared.time.instant(at))
    }

    /// Whether a clock runs that needs the match in memory, and stands still
    /// while the server is away. Correspondence clocks have a deadline in the
    /// store instead, and go on.
    fn runs_in_real_time(&self) -> bool {
        let is_real_time = |room: &Arc<Room>| room.contest.time().is_real_time();
        self.flags_at().is_some() && self.known.as_ref().is_some_and(is_real_time)
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

    /// Leaves memory. Messages that came meanwhile are for the task that
    /// follows.
    async fn retire(mut self) {
        self.mailbox.close();
        let mut left = Vec::new();
        while let Some(message) = self.mailbox.recv().await {
            left.push(message);
        }
        self.leave();
        for message in left {
            if let Err(unsent) = self.shared.start(self.id, None).send(message).await {
                unsent.0.refuse(LiveError::Draining);
            }
        }
    }

    /// Takes no more messages, and answers each that came with `error`.
    async fn refuse_all(mut self, error: &LiveError) {
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
        // Who asked may have gone meanwhile: an answer that nobody takes is
        // dropped.
        match message {
            Message::Command { by, cause, command, received_at, answer } => {
                let _ = answer.send(self.command(&by, cause, &command, received_at).await);
            }
            Message::Look { answer } => {
                let _ = answer.send(self.loaded().await);
            }
            Message::Watch { subscriber, answer } => {
                let room = self.loaded().await;
                if room.is_ok() {
                    self.unsubscribe(&subscriber);
                    self.subscribers.push(subscriber);
                }
                let _ = answer.send(room);
            }
            Message::Unwatch { subscriber, answer } => {
                self.unsubscribe(&subscriber);
                let _ = answer.send(Ok(()));
            }
        }
    }

    fn unsubscribe(&mut self, subscriber: &Subscriber) {
        self.subscribers.retain(|other| !other.is_same(subscriber) && !other.is_gone());
    }

    /// The room; read from the log when it is not known, or no longer certain.
    async fn loaded(&mut self) -> Result<Arc<Room>, LiveError> {
        if let Some(room) = &self.known {
            return Ok(Arc::clone(room));
        }
        let store = &self.shared.store;
        // Thousands of matches may be wanted at once: they wait here, where
        // waiting is no failure, rather than for a connection.
        let turn = self.shared.loading.acquire().await;
        let log = store.match_log(self.id).await?.ok_or(LiveError::NotFound)?;
        let room = Room::new(Match::fold(self.id, log)?);
        let room = Arc::new(room::load_players(store, room).await?);
        drop(turn);
        self.known = Some(Arc::clone(&room));
        if let Some(events) = self.resumption(&room.contest) {
            for (event, at) in events {
                self.commit(vec![event], None, at, None).await?;
            }
        }
        self.known.clone().ok_or(LiveError::NotFound)
    }

    /// What has to be noted of a match whose clock ran, or was stopped, when
    /// an earlier run of the server ended: time in which nobody could move is
    /// nobody's.
    fn resumption(&self, contest: &Match) -> Option<Vec<(Event, Timestamp)>> {
        let began_at = self.shared.time.began_at();
        if contest.status() != Status::Playing
            || !contest.time().is_real_time()
            || contest.last_at() >= began_at
        {
            return None;
        }
        let paused_at = self.shared.alive_until.unwrap_or(contest.last_at());
        let paused_at = paused_at.clamp(contest.last_at(), began_at);
        let resumed = (Event::Resumed, self.shared.time.now());
        if contest.is_paused() {
            Some(vec![resumed])
        } else {
            Some(vec![(Event::Paused, paused_at), resumed])
        }
    }

    async fn command(
        &mut self,
        by: &Player,
        cause: Option<CommandRef>,
        command: &Command,
        received_at: Timestamp,
    ) -> Result<Accepted, LiveError> {
        let room = self.loaded().await?;
        if let Some(cause) = &cause {
            if let Some(accepted) = room.contest.answer_before(cause) {
                return Ok(accepted);
            }
            if let Some((_, refusal)) = self.refusals.iter().find(|(known, _)| known == cause) {
                return Err(refusal.clone().into());
            }
        }
        drop(room);
        let decided = self.decide(by, cause.clone(), command, received_at).await;
        let decided = match decided {
            // Somebody else wrote to the log: decide again on what it says.
            Err(LiveError::Unavailable(AppendError::Conflict)) => {
                self.decide(by, cause.clone(), command, received_at).await
            }
            decided => decided,
        };
        if let (Err(LiveError::Refused(refusal)), Some(cause)) = (&decided, cause) {
            self.refusals.truncate(REFUSALS - 1);
            self.refusals.push_front((cause, refusal.clone()));
        }
        decided
    }

    async fn decide(
        &mut self,
        by: &Player,
        cause: Option<CommandRef>,
        command: &Command,
        received_at: Timestamp,
    ) -> Result<Accepted, LiveError> {
        self.flag(received_at).await;
        let room = self.loaded().await?;
        let events = room.contest.decide(by.id, command, received_at)?;
        let v = room.contest.v() + 1;
        drop(room);
        let ply = self.commit(events, cause, received_at, Some(by)).await?;
        let room = self.loaded().await?;
        Ok(Accepted { v, ply, seat: room.contest.letter_of(by.id) })
    }

    /// Ends the match if its running clock is at zero.
    async fn flag(&mut self, now: Timestamp) {
        let Some(room) = &self.known else { return };
        let events = room.contest.decide_flag(now);
        if !events.is_empty()
            && let Err(error) = self.commit(events, None, now, None).await
        {
            tracing::error!(%error, id = %self.id, "a flag could not be stored");
        }
    }

    /// Stops the clock for as long as the server is away.
    async fn pause(&mut self) {
        if !self.runs_in_real_time() {
            return;
        }
        let now = self.shared.time.now();
        if let Err(error) = self.commit(vec![Event::Paused], None, now, None).await {
            tracing::error!(%error, id = %self.id, "a pause could not be stored");
        }
    }

    /// Stores events, and only then applies and publishes them. Gives the
    /// number of plies after the first of them.
    async fn commit(
        &mut self,
        events: Vec<Event>,
        mut cause: Option<CommandRef>,
        at: Timestamp,
        by: Option<&Player>,
    ) -> Result<u32, LiveError> {
        let Some(room) = &self.known else { return Err(LiveError::NotFound) };
        let at = at.max(room.contest.last_at());
        let first_v = room.contest.v() + 1;
        let was_open = room.contest.status() == Status::Open;
        let records: Vec<Recorded> = (first_v..)
            .zip(events)
            .map(|(v, event)| Recorded { v, at, cause: cause.take(), event })
            .collect();
        let deadline = deadline_after(&room.contest, &records)?;
        let due = concerns::due(&room.contest, &records, &self.shared.store);
        let append = Append { match_id: self.id, records: records.clone(), deadline };
        if let Err(error) = self.shared.store.append_due(append, due).await {
            // What the log holds now is known only by reading it.
            self.known = None;
            return Err(LiveError::Unavailable(error));
        }
        let mut first_ply = None;
        for record in records {
            let ply = self.apply(record, by)?;
            first_ply.get_or_insert(ply);
        }
        if let Some(room) = self.known.as_ref().filter(|_| was_open) {
            self.shared.tell_opening(room);
        }
        Ok(first_ply.unwrap_or(0))
    }

    fn apply(&mut self, record: Recorded, by: Option<&Player>) -> Result<u32, LiveError> {
        let Some(known) = &mut self.known else { return Err(LiveError::NotFound) };
        let room = Arc::make_mut(known);
        let before = Standing::of(&room.contest);
        let applied = room.apply(record, by);
        let variant = room.contest.variant();
        let occurrence = match applied {
            Ok(occurrence) => occurrence,
            Err(error) => {
                self.known = None;
                return Err(error.into());
            }
        };
        let ply = occurrence.ply;
        let seated = room.seated_by(&occurrence.recorded.event).cloned();
        let update = Arc::new(Update::new(self.id, variant, occurrence, seated));
        self.subscribers.retain(|subscriber| subscriber.tell(&update));
        for news in before.news(&room.contest) {
            let concern = || Concern::Match { news, update: Arc::clone(&update) };
            self.shared.concerns.tell(news.player, concern);
        }
        Ok(ply)
    }
}

impl Message {
    fn refuse(self, error: LiveError) {
        // Who asked may have gone.
        match self {
            Message::Command { answer, .. } => drop(answer.send(Err(error))),
            Message::Look { answer } | Message::Watch { answer, .. } => {
                drop(answer.send(Err(error)));
            }
            Message::Unwatch { answer, .. } => drop(answer.send(Err(error))),
        }
    }
}

/// The deadline of a match once `records` are part of it.
fn deadline_after(contest: &Match, records: &[Recorded]) -> Result<Option<Timestamp>, LogError> {
    if contest.time().is_real_time() || !contest.time().is_timed() {
        return Ok(None);
    }
    let mut contest = contest.clone();
    for record in records {
        contest.apply(record.clone())?;
    }
    Ok(contest.deadline())
}

async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => future::pending().await,
    }
}
