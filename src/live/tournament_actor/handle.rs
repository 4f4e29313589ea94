//! The registry of tournament actors. A tournament in use or with due work has an actor.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::{broadcast, oneshot};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CommandRef, MatchId, Refusal};
use chivalry_play::player::{Player, PlayerId};
use chivalry_play::rating::Pool;
use chivalry_tournament::{
    Command, Event, ImportedTournament, PlanError, RecordedEvent, Tournament, TournamentId,
    TournamentPlan, Verdict,
};

use crate::live::answer_deadline::in_time;
use crate::live::error::LiveError;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::live::match_actor::feed::broadcast::Subscriber;
use crate::live::registry::Live;
use crate::live::time::Rounds;
use crate::live::tournament_actor::actor::TournamentActor;
use crate::live::tournament_actor::context::{TournamentContext, TournamentSender};
use crate::live::tournament_actor::message::{Answer, Done, Message, TournamentError};
use crate::live::tournament_actor::snapshot::TournamentSnapshot;
use crate::random;
use crate::store::{Orphan, Store, StoreError, TournamentAppendError, TournamentCommand};

/// Interval at which the store is asked for due tournaments.
const SWEEP: Duration = Duration::from_secs(30);

/// Maximum number of tournaments per sweep. The next sweep continues.
const MOST_AT_ONCE: u32 = 256;

/// Handle of all tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    context: Arc<TournamentContext>,
}

impl Tournaments {
    /// Loads all running tournaments and starts the background tasks. [`Tournaments::close`] shuts
    /// them down.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub(crate) async fn open(
        live: Live,
        store: Store,
        lobby: LobbyHandle,
    ) -> Result<Tournaments, StoreError> {
        // Subscribing first catches matches that end during the reads.
        let (ends, erased) = (live.game_ends(), live.erased());
        let running = store.tournaments().running().await?;
        let context = Arc::new(TournamentContext::new(live, store, lobby, start_actor));
        match context.live.nodes() {
            None => running.into_iter().for_each(|id| drop(context.start(id))),
            Some(nodes) => {
                let orphans = nodes.orphans();
                context.tasks.spawn(acquire_orphans(Arc::clone(&context), orphans));
            }
        }
        context.tasks.spawn(report_ends(Arc::clone(&context), ends));
        context.tasks.spawn(sweep(Arc::clone(&context)));
        context.tasks.spawn(forget(Arc::clone(&context), erased));
        Ok(Tournaments { context })
    }

    /// Stops all actors.
    pub(crate) async fn close(&self) {
        self.context.shutdown.cancel();
        self.context.tasks.join().await;
    }

    /// Creates a tournament. A repeated command returns the first tournament.
    ///
    /// # Errors
    /// Fails if the plan is invalid or the database fails.
    pub(crate) async fn create(
        &self,
        plan: TournamentPlan,
        directors: Vec<PlayerId>,
        cause: Option<CommandRef>,
    ) -> Result<TournamentId, TournamentError> {
        plan.check()?;
        let at = self.now();
        let by = directors.first().copied();
        let event = Event::Created { plan, directors, seed: random::value() };
        let first = RecordedEvent { v: 1, at, by, action: 1, event };
        self.create_from(vec![first], cause, |plan| plan.check_new(at)).await
    }

    /// Creates a tournament from its report. A repeated command returns the first tournament.
    ///
    /// # Errors
    /// Fails if the plan of the report is invalid or the database fails.
    pub(crate) async fn import(
        &self,
        imported: ImportedTournament,
        cause: Option<CommandRef>,
    ) -> Result<TournamentId, TournamentError> {
        let log = imported.log(self.now());
        self.create_from(log, cause, |plan| plan.check().map(drop)).await
    }

    async fn create_from(
        &self,
        log: Vec<RecordedEvent>,
        cause: Option<CommandRef>,
        check: impl Fn(&TournamentPlan) -> Result<(), PlanError>,
    ) -> Result<TournamentId, TournamentError> {
        let store = &self.context.store;
        if let Some(cause) = &cause
            && let Some(earlier) = store.tournaments().made_by(cause).await?
        {
            return self.made_before(earlier, &log).await;
        }
        if let Some(Event::Created { plan, .. }) = log.first().map(|first| &first.event) {
            check(plan)?;
        }
        let id = TournamentId(random::new_id());
        let made = Tournament::fold(log.iter().cloned())?;
        let command = cause.map(|cause| TournamentCommand { cause, content: None });
        match store.tournaments().append(id, &made, &log, command.as_ref(), None).await {
            Ok(()) => {}
            Err(TournamentAppendError::Conflict) => {
                let earlier = match &command {
                    Some(command) => store.tournaments().made_by(&command.cause).await?,
                    None => None,
                };
                let earlier = earlier.ok_or(TournamentError::Failed)?;
                return self.made_before(earlier, &log).await;
            }
            Err(error) => return Err(TournamentError::Unavailable(error)),
        }
        self.context.start(id);
        Ok(id)
    }

    /// Returns the tournament that a command created before, if the command asked for the same.
    async fn made_before(
        &self,
        earlier: TournamentId,
        log: &[RecordedEvent],
    ) -> Result<TournamentId, TournamentError> {
        let stored = self.context.store.tournaments().read(earlier).await?.unwrap_or_default();
        let is_same = |(old, new): (&RecordedEvent, &RecordedEvent)| match (&old.event, &new.event)
        {
            (
                Event::Created { plan: made, directors: with, .. },
                Event::Created { plan, directors, .. },
            ) => made == plan && with == directors,
            (old, new) => old == new,
        };
        // Entries of the creating command have the first version as their action.
        let created = stored.iter().filter(|recorded| recorded.action == 1);
        if created.count() == log.len() && stored.iter().zip(log).all(is_same) {
            Ok(earlier)
        } else {
            Err(LiveError::Refused(Refusal::IdReused).into())
        }
    }

    /// True if this node has the tournament in memory.
    #[must_use]
    pub(crate) fn is_in_memory(&self, id: TournamentId) -> bool {
        self.context.is_in_memory(id)
    }

    /// Executes a command of `by`, once for each `cause`.
    ///
    /// # Errors
    /// Returns the refusal, or an error after which the outcome is unknown.
    pub(crate) async fn command(
        &self,
        id: TournamentId,
        by: PlayerId,
        cause: Option<CommandRef>,
        command: Command,
    ) -> Result<Done, TournamentError> {
        if command.changes_clocks() {
            self.context.live.check_calendar()?;
        }
        let command = Box::new(command);
        self.request(id, |answer| Message::Command { by, cause, command, answer }).await
    }

    /// Enters players as one entrant.
    ///
    /// # Errors
    /// The same as [`Tournaments::command`].
    pub(crate) async fn enter(
        &self,
        id: TournamentId,
        by: PlayerId,
        cause: Option<CommandRef>,
        players: Vec<Player>,
        stage: usize,
    ) -> Result<Done, TournamentError> {
        let snapshot = self.snapshot(id).await?;
        let players = self.applicants(&snapshot, players).await?;
        self.command(id, by, cause, Command::Enter { players, stage }).await
    }

    /// Checks each entry condition for a player.
    ///
    /// # Errors
    /// Fails if the tournament does not exist or the database fails.
    pub(crate) async fn verdicts(
        &self,
        id: TournamentId,
        player: Player,
    ) -> Result<Vec<Verdict>, TournamentError> {
        let snapshot = self.snapshot(id).await?;
        let applicants = self.applicants(&snapshot, vec![player]).await?;
        Ok(snapshot.tournament.verdicts(&applicants, self.now()))
    }

    /// Returns the tournament.
    ///
    /// # Errors
    /// Fails if the tournament does not exist or the database fails.
    pub(crate) async fn snapshot(
        &self,
        id: TournamentId,
    ) -> Result<Arc<TournamentSnapshot>, TournamentError> {
        self.request(id, |answer| Message::GetSnapshot { answer }).await
    }

    /// Returns the tournament and subscribes `subscriber` to its events.
    ///
    /// # Errors
    /// Fails if the tournament does not exist or the database fails.
    pub(crate) async fn follow(
        &self,
        id: TournamentId,
        subscriber: &Subscriber,
    ) -> Result<Arc<TournamentSnapshot>, TournamentError> {
        let subscriber = subscriber.clone();
        self.request(id, |answer| Message::Follow { subscriber, answer }).await
    }

    /// Unsubscribes `subscriber` from the tournament.
    ///
    /// # Errors
    /// Fails if the tournament does not exist or the database fails.
    pub(crate) async fn unfollow(
        &self,
        id: TournamentId,
        subscriber: &Subscriber,
    ) -> Result<(), TournamentError> {
        let subscriber = subscriber.clone();
        self.request(id, |answer| Message::Unfollow { subscriber, answer }).await
    }

    async fn applicants(
        &self,
        snapshot: &TournamentSnapshot,
        players: Vec<Player>,
    ) -> Result<Vec<chivalry_tournament::Applicant>, TournamentError> {
        let plan = snapshot.tournament.plan();
        let pool = |player: &Player| Pool {
            variant: snapshot.tournament.variant().name(),
            speed: plan.time.speed(),
            rated: plan.rated,
            bots: player.kind == chivalry_play::player::PlayerKind::Bot,
        };
        let players: Vec<(Player, Pool)> =
            players.into_iter().map(|player| (player.clone(), pool(&player))).collect();
        Ok(self.context.store.applicants().of_tournament(&players, self.now()).await?)
    }

    /// Removes the cached name of a player from all tournaments in memory.
    pub(crate) async fn remove_player(&self, player: PlayerId) {
        self.context.remove_player(player).await;
    }

    /// Returns the current time.
    pub(crate) fn now(&self) -> Timestamp {
        self.context.live.time().now()
    }

    /// Sends a message to a tournament actor, which is started if necessary, and waits for its
    /// answer until the deadline.
    async fn request<T>(
        &self,
        id: TournamentId,
        message: impl FnOnce(Answer<T>) -> Message,
    ) -> Result<T, TournamentError> {
        in_time(self.send_request(id, message)).await
    }

    async fn send_request<T>(
        &self,
        id: TournamentId,
        message: impl FnOnce(Answer<T>) -> Message,
    ) -> Result<T, TournamentError> {
        let (answer, answered) = oneshot::channel();
        let mut message = message(answer);
        while !self.context.live.is_draining() {
            match self.context.start(id).send(message).await {
                Ok(()) => return answered.await.unwrap_or(Err(TournamentError::Draining)),
                // An actor that has just retired accepts no messages and is about to leave the
                // registry.
                Err(SendError(unsent)) => message = unsent,
            }
            tokio::task::yield_now().await;
        }
        Err(TournamentError::Draining)
    }
}

/// Starts the actor of a tournament. Messages that it has not answered are passed on to a new actor.
fn start_actor(context: &Arc<TournamentContext>, id: TournamentId) -> TournamentSender {
    let (sender, actor) = TournamentActor::new(id, Arc::clone(context));
    let context = Arc::clone(context);
    context.clone().tasks.spawn(async move {
        let unanswered = actor.run().await;
        context.unregister(id);
        for message in unanswered {
            if let Err(SendError(unsent)) = context.start(id).send(message).await {
                unsent.refuse(TournamentError::Draining);
            }
        }
    });
    sender
}

/// Takes over the tournaments of dead nodes.
async fn acquire_orphans(
    context: Arc<TournamentContext>,
    mut orphans: broadcast::Receiver<Orphan>,
) {
    loop {
        let orphan = tokio::select! {
            biased;
            () = context.shutdown.cancelled() => return,
            orphan = orphans.recv() => orphan,
        };
        match orphan {
            Ok(Orphan::Tournament(id)) => drop(context.start_unless_owned(id).await),
            // The next heartbeat reports missed orphans.
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// Reports ended matches to their tournaments. After a lag, all running tournaments check their
/// matches.
async fn report_ends(
    context: Arc<TournamentContext>,
    mut ends: broadcast::Receiver<(TournamentId, MatchId)>,
) {
    loop {
        let ended = tokio::select! {
            biased;
            () = context.shutdown.cancelled() => return,
            ended = ends.recv() => ended,
        };
        match ended {
            Ok((id, played_in)) => {
                // A retiring actor checks its matches on its return.
                if let Some(sender) = context.start_unless_owned(id).await {
                    let _ = sender.send(Message::Ended { played_in }).await;
                }
            }
            Err(RecvError::Lagged(_)) => match context.store.tournaments().running().await {
                Ok(running) => {
                    for id in running {
                        if let Some(sender) = context.start_unless_owned(id).await {
                            let _ = sender.send(Message::CheckMatches).await;
                        }
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "could not read the running tournaments after a lag")
                }
            },
            Err(RecvError::Closed) => return,
        }
    }
}

/// Drops the cached names of erased players.
async fn forget(context: Arc<TournamentContext>, mut erased: broadcast::Receiver<PlayerId>) {
    loop {
        let erased = tokio::select! {
            biased;
            () = context.shutdown.cancelled() => return,
            erased = erased.recv() => erased,
        };
        match erased {
            Ok(player) => context.remove_player(player).await,
            Err(RecvError::Lagged(missed)) => {
                tracing::warn!(missed, "missed erasures: tournaments in memory keep the names");
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Starts the actors of tournaments with work due soon.
async fn sweep(context: Arc<TournamentContext>) {
    let mut sweeps = Rounds::every(SWEEP, &context.shutdown);
    while sweeps.next().await {
        let until = context.live.time().now() + 2 * SWEEP;
        match context.store.tournaments().due(until, MOST_AT_ONCE).await {
            Ok(due) => {
                for id in due {
                    context.start_unless_owned(id).await;
                }
            }
            Err(error) => tracing::warn!(%error, "could not read the due tournaments"),
        }
    }
}
