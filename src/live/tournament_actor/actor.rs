//! The actor that owns one tournament.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::store::{TournamentAppendError, TournamentCommand};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CommandRef, MatchId, Refusal};
use chivalry_play::player::PlayerId;
use chivalry_tournament::{Command, EntrantId, Event, RecordedEvent, Tournament, TournamentId};

use crate::live::cluster::lease::LeaseEvent;
use crate::live::cluster::nodes::Entity;
use crate::live::cluster::owner::Owner;
use crate::live::error::LiveError;
use crate::live::lobby_actor::notification::Notice;
use crate::live::match_actor::feed::broadcast::{Broadcast, Subscriber};
use crate::live::player_feed::PlayerNotice;
use crate::live::time::until;
use crate::live::tournament_actor::context::TournamentContext;
use crate::live::tournament_actor::message::{Done, Message, TournamentError};
use crate::live::tournament_actor::snapshot::{TournamentSnapshot, TournamentUpdate};

/// Capacity of the mailbox. Senders wait while it is full.
const MAILBOX: usize = 64;

/// Time after which an unused tournament leaves memory.
const IDLE: Duration = Duration::from_secs(60);

/// Delay before failed work is retried.
const AGAIN: Duration = Duration::from_secs(1);

/// Interval of checks for due work that needs a director.
const STUCK: Duration = Duration::from_secs(30);

/// The events of one command and the player who caused them.
pub(crate) struct Action {
    pub(crate) by: Option<PlayerId>,
    pub(crate) events: Vec<Event>,
}

/// A tournament between its log and its players. The snapshot is never ahead of the log.
pub(crate) struct TournamentActor {
    pub(crate) id: TournamentId,
    mailbox: mpsc::Receiver<Message>,
    pub(crate) context: Arc<TournamentContext>,
    snapshot: Option<Arc<TournamentSnapshot>>,
    followers: Vec<Subscriber>,
    /// Matches that may have ended.
    pub(crate) unchecked: BTreeSet<MatchId>,
    /// Time of the next due work.
    due_at: Option<Timestamp>,
    again_at: Option<Instant>,
    owner: Owner,
}

impl TournamentActor {
    pub(crate) fn new(
        id: TournamentId,
        context: Arc<TournamentContext>,
    ) -> (mpsc::Sender<Message>, TournamentActor) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let actor = TournamentActor {
            id,
            mailbox,
            context,
            snapshot: None,
            followers: Vec::new(),
            unchecked: BTreeSet::new(),
            due_at: None,
            again_at: None,
            owner: Owner::default(),
        };
        (sender, actor)
    }

    /// Runs until the tournament is idle or the server shuts down. Returns the messages that a new
    /// actor has to answer.
    pub(crate) async fn run(mut self) -> Vec<Message> {
        // Database errors may be transient, so only permanent errors end the actor.
        if let Err(error @ (TournamentError::NotFound | TournamentError::BrokenLog(_))) =
            self.loaded().await
        {
            return self.refuse_all(&error).await;
        }
        if let Err(error) = self.acquire().await {
            return self.refuse_all(&error).await;
        }
        let shutdown = self.context.shutdown.clone();
        let nodes = self.context.live.nodes();
        let leaving = nodes.map_or_else(CancellationToken::new, |it| it.leaving().clone());
        let mut asked_at = Instant::now();
        loop {
            self.do_due_work().await;
            if self.owner.stop().is_some() {
                return self.release().await;
            }
            let due_at = self.due_at.map(|at| self.context.live.time().instant(at));
            let idle_at = self.may_rest(due_at).then_some(asked_at + IDLE);
            tokio::select! {
                biased;
                () = shutdown.cancelled() => {
                    return self.refuse_all(&TournamentError::Draining).await;
                }
                () = leaving.cancelled(), if self.owner.stop().is_none() => self.owner.hand_over(),
                event = self.owner.next_event() => {
                    self.owner.on_event(&event, &self.context.store).await;
                    if matches!(event, LeaseEvent::DataChanged) {
                        self.on_message(Message::CheckMatches).await;
                    }
                }
                () = until(due_at) => {}
                () = until(self.again_at) => self.again_at = None,
                message = self.mailbox.recv() => match message {
                    Some(message) => {
                        asked_at = Instant::now();
                        self.on_message(message).await;
                    }
                    None => return self.retire().await,
                },
                () = until(idle_at) => {
                    self.followers.retain(|follower| !follower.is_gone());
                    if self.followers.is_empty() {
                        return self.retire().await;
                    }
                    asked_at = Instant::now();
                }
            }
        }
    }

    /// Acquires the tournament. Does nothing on a single server.
    async fn acquire(&mut self) -> Result<(), TournamentError> {
        let Some(nodes) = self.context.live.nodes() else { return Ok(()) };
        let (store, about) = (&self.context.store, Entity::Tournament(self.id));
        self.owner.acquire(nodes, store, about, false).await.map_err(LiveError::from)?;
        // A previous owner may have appended until now.
        self.snapshot = None;
        Ok(())
    }

    /// Hands the tournament over to another node. Subscribers are sent there.
    async fn release(mut self) -> Vec<Message> {
        // Releasing the lease first keeps new requests away from this node.
        self.owner.release();
        let moved = Broadcast::Moved(Entity::Tournament(self.id));
        self.followers.retain(|follower| follower.send(&moved));
        self.refuse_all(&LiveError::Moved.into()).await
    }

    /// True if no work is due soon. The store then reports the next due time.
    fn may_rest(&self, due_at: Option<Instant>) -> bool {
        let is_soon = due_at.is_some_and(|at| at < Instant::now() + 2 * IDLE);
        !is_soon && self.again_at.is_none() && self.snapshot.is_some()
    }

    /// Leaves memory. Returns the messages that arrived meanwhile.
    async fn retire(mut self) -> Vec<Message> {
        self.mailbox.close();
        let mut left = Vec::new();
        while let Some(message) = self.mailbox.recv().await {
            left.push(message);
        }
        left
    }

    /// Closes the mailbox and answers each remaining message with `error`.
    async fn refuse_all(mut self, error: &TournamentError) -> Vec<Message> {
        self.mailbox.close();
        while let Some(message) = self.mailbox.recv().await {
            message.refuse(error.clone());
        }
        Vec::new()
    }

    async fn on_message(&mut self, message: Message) {
        // A requester may be gone. Its answer is then dropped.
        match message {
            Message::Command { by, cause, command, answer } => {
                let _ = answer.send(self.command(by, cause, *command).await);
            }
            Message::GetSnapshot { answer } => drop(answer.send(self.loaded().await)),
            Message::Follow { subscriber, answer } => {
                let snapshot = self.loaded().await;
                if snapshot.is_ok() {
                    self.followers.retain(|it| !it.is_same(&subscriber) && !it.is_gone());
                    self.followers.push(subscriber);
                }
                let _ = answer.send(snapshot);
            }
            Message::Unfollow { subscriber, answer } => {
                self.followers.retain(|it| !it.is_same(&subscriber));
                let _ = answer.send(Ok(()));
            }
            Message::Ended { played_in } => drop(self.unchecked.insert(played_in)),
            // Loading the log again also loads the names.
            Message::Forget { player } => {
                self.snapshot.take_if(|snapshot| snapshot.players.contains_key(&player));
            }
            Message::CheckMatches => {
                if let Some(snapshot) = &self.snapshot {
                    self.unchecked.extend(snapshot.tournament.awaited_matches());
                }
            }
        }
    }

    /// Returns the snapshot. Reads the log if there is no snapshot or it is uncertain.
    pub(crate) async fn loaded(&mut self) -> Result<Arc<TournamentSnapshot>, TournamentError> {
        if let Some(snapshot) = &self.snapshot {
            return Ok(Arc::clone(snapshot));
        }
        let store = &self.context.store;
        let log = store.tournaments().read(self.id).await?.ok_or(TournamentError::NotFound)?;
        let tournament = run_blocking(move || Tournament::fold(log)).await??;
        self.unchecked.extend(tournament.awaited_matches());
        self.due_at = tournament.next_due_at(self.context.live.time().now());
        let snapshot =
            TournamentSnapshot::named(store, self.id, tournament, HashMap::new()).await?;
        let snapshot = Arc::new(snapshot);
        self.snapshot = Some(Arc::clone(&snapshot));
        Ok(snapshot)
    }

    async fn command(
        &mut self,
        by: PlayerId,
        cause: Option<CommandRef>,
        command: Command,
    ) -> Result<Done, TournamentError> {
        match self.decide(by, cause.clone(), command.clone()).await {
            // Another owner appended to the log. Decide again on the new state.
            Err(TournamentError::Unavailable(TournamentAppendError::Conflict)) => {
                self.decide(by, cause, command).await
            }
            decided => decided,
        }
    }

    async fn decide(
        &mut self,
        by: PlayerId,
        cause: Option<CommandRef>,
        command: Command,
    ) -> Result<Done, TournamentError> {
        if !self.owner.is_connected() {
            return Err(LiveError::CutOff.into());
        }
        let snapshot = self.loaded().await?;
        let cause = cause.map(|cause| TournamentCommand::of(cause, &command));
        if let Some(TournamentCommand { cause, content }) = &cause
            && let Some((v, earlier)) =
                self.context.store.tournaments().command(self.id, cause).await?
        {
            if earlier.is_some() && earlier != *content {
                return Err(LiveError::Refused(Refusal::IdReused).into());
            }
            return Ok(Done { v, entrant: entered(&snapshot.tournament, v) });
        }
        let now = self.now();
        let events =
            run_blocking(move || snapshot.tournament.decide(Some(by), &command, now)).await??;
        let v = self.commit(vec![Action { by: Some(by), events }], cause, now).await?;
        let snapshot = self.loaded().await?;
        Ok(Done { v, entrant: entered(&snapshot.tournament, v) })
    }

    /// Does all due work. Failed work is retried later.
    async fn do_due_work(&mut self) {
        if self.again_at.is_some() {
            return;
        }
        loop {
            let step = match self.tick().await {
                Ok(false) => self.sync_games().await,
                step => step,
            };
            match step {
                Ok(true) => {}
                Ok(false) => return,
                Err(
                    TournamentError::Draining
                    | TournamentError::Match(LiveError::Draining | LiveError::Moved),
                ) => return,
                Err(error) => {
                    tracing::warn!(%error, id = %self.id.0, "could not do due work; retrying");
                    self.again_at = Some(Instant::now() + AGAIN);
                    return;
                }
            }
        }
    }

    /// Does the work that is due by the clock. Returns true if there was any.
    async fn tick(&mut self) -> Result<bool, TournamentError> {
        let (snapshot, now) = (self.loaded().await?, self.now());
        if self.due_at.is_none_or(|at| at > now) {
            return Ok(false);
        }
        let events = run_blocking(move || {
            let events = snapshot.tournament.decide(None, &Command::Tick, now);
            events.map(|events| (snapshot.tournament.next_due_at(now), events))
        });
        let (next, events) = events.await??;
        if events.is_empty() {
            // Work that needs a director is checked again later.
            self.due_at = next.map(|at| if at > now { at } else { now + STUCK });
            return Ok(false);
        }
        self.due_at = None;
        self.commit(vec![Action { by: None, events }], None, now).await?;
        Ok(true)
    }

    /// Appends the events of actions, then applies and publishes them. Returns the version of the
    /// first event.
    pub(crate) async fn commit(
        &mut self,
        actions: Vec<Action>,
        cause: Option<TournamentCommand>,
        at: Timestamp,
    ) -> Result<u32, TournamentError> {
        let Some(snapshot) = self.snapshot.clone() else { return Err(TournamentError::NotFound) };
        let first_v = snapshot.tournament.v() + 1;
        let mut after = snapshot.tournament.clone();
        let mut new: Vec<RecordedEvent> = Vec::new();
        for Action { by, events } in actions {
            let action = after.v() + 1;
            for event in events {
                let recorded = RecordedEvent { v: after.v() + 1, at, by, action, event };
                after.apply(recorded.clone())?;
                new.push(recorded);
            }
        }
        if new.is_empty() {
            return Ok(first_v - 1);
        }
        let store = &self.context.store;
        let owner = self.owner.fence();
        let appended =
            store.tournaments().append(self.id, &after, &new, cause.as_ref(), owner).await;
        if let Err(error) = appended {
            // The content of the log is unknown after a failed append.
            self.snapshot = None;
            if matches!(error, TournamentAppendError::Stale) {
                self.owner.on_rejected_append();
                return Err(LiveError::Moved.into());
            }
            return Err(TournamentError::Unavailable(error));
        }
        self.snapshot = None;
        let players = snapshot.players.clone();
        let ordered = ordered_matches(&snapshot.tournament, &after, &new);
        let snapshot = Arc::new(TournamentSnapshot::named(store, self.id, after, players).await?);
        // Due work stays due until a tick has done it.
        let next = snapshot.tournament.next_due_at(at);
        self.due_at = [self.due_at, next].into_iter().flatten().min().filter(|_| next.is_some());
        if new.iter().any(|recorded| matches!(recorded.event, Event::Undone { .. })) {
            // A cancellation may be undone after its games were cancelled.
            self.unchecked.extend(snapshot.tournament.awaited_matches());
        }
        self.snapshot = Some(Arc::clone(&snapshot));
        self.publish(&snapshot, new).await;
        if !ordered.is_empty()
            && let Err(error) = self.context.live.pass_orders_on(&ordered).await
        {
            // The next sweep passes them on.
            tracing::warn!(%error, id = %self.id, "could not pass the orders of directors on");
        }
        Ok(first_v)
    }

    /// Sends the events to the subscribers, and the calls to the players.
    async fn publish(&mut self, snapshot: &Arc<TournamentSnapshot>, new: Vec<RecordedEvent>) {
        for recorded in new {
            for (player, call) in snapshot.calls(&recorded) {
                let call = Arc::new(call);
                self.context.live.notify(player, PlayerNotice::Called(Arc::clone(&call)));
                self.context.lobby.notify(player, Notice::Called(call)).await;
            }
            let written = self.context.live.frames();
            let update = TournamentUpdate::new(Arc::clone(snapshot), recorded, written);
            let update = Broadcast::Tournament(update);
            self.followers.retain(|follower| follower.send(&update));
        }
    }

    /// Returns the current time, which never precedes the last event.
    pub(crate) fn now(&self) -> Timestamp {
        let log = self.snapshot.as_ref().map(|snapshot| snapshot.tournament.log());
        let last_at = log.and_then(|log| log.last()).map_or(Timestamp(0), |last| last.at);
        self.context.live.time().now().max(last_at)
    }
}

/// Returns the matches that have new orders after new entries of the log.
fn ordered_matches(before: &Tournament, after: &Tournament, new: &[RecordedEvent]) -> Vec<MatchId> {
    let mut orders: Vec<_> = new.iter().flat_map(|recorded| after.orders_of(recorded)).collect();
    let cancellations = after.cancellations(new);
    if !cancellations.is_empty() {
        let earlier: BTreeSet<MatchId> = before.abandoned_matches().collect();
        orders.extend(cancellations.into_iter().filter(|(id, _)| !earlier.contains(id)));
    }
    orders.into_iter().map(|(id, _)| id).collect()
}

/// Runs long computations off the async threads.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, TournamentError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| TournamentError::Failed)
}

/// Returns the entrant of the event with this version.
fn entered(tournament: &Tournament, v: u32) -> Option<EntrantId> {
    let recorded = tournament.log().get((v as usize).checked_sub(1)?)?;
    match recorded.event {
        Event::Entered { entrant, .. } => Some(entrant),
        _ => None,
    }
}
