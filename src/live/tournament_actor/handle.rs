//! The way to tournaments: one task owns each that somebody asks for, or in
//! which there is something to do.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::store::{Orphan, Store, StoreError, TournamentAppendError};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CommandRef, MatchId};
use chivalry_play::player::{Player, PlayerId};
use chivalry_play::rating::Pool;
use chivalry_tournament::{
    Command, EntrantId, Event, LogError, PlanError, RecordedEvent, Refusal, Tournament,
    TournamentId, TournamentPlan, Verdict,
};

use crate::live::cluster::nodes::Entity;
use crate::live::error::LiveError;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::live::match_actor::feed::broadcast::Subscriber;
use crate::live::registry::Live;
use crate::live::time::Rounds;
use crate::live::tournament_actor::actor::{Message, TournamentTask};
use crate::live::tournament_actor::snapshot::TournamentSnapshot;

/// How often the store is asked for tournaments that are due.
const SWEEP: Duration = Duration::from_secs(30);

/// Tournaments taken up by one sweep; the rest is due still at the next.
const MOST_AT_ONCE: u32 = 256;

/// The way to all tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Tournaments {
    hall: Arc<TournamentContext>,
}

/// What all tasks of tournaments share.
#[derive(Debug)]
pub(crate) struct TournamentContext {
    pub(crate) live: Live,
    pub(crate) store: Store,
    pub(crate) lobby: LobbyHandle,
    /// A plain lock: it is held for one look-up, never across an await.
    tasks: Mutex<HashMap<TournamentId, Address>>,
    pub(crate) shutdown: CancellationToken,
    tracker: TaskTracker,
}

type Address = mpsc::Sender<Message>;

/// Why a tournament did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum TournamentError {
    /// There is no such tournament.
    #[error("there is no such tournament")]
    NotFound,
    /// It says no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// No tournament can be made so.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The server is going away.
    #[error("the server is going away")]
    Draining,
    /// The database failed: whether the command was carried out is not known,
    /// and sending it again with the same id finds out.
    #[error("the database does not answer")]
    Unavailable(#[source] TournamentAppendError),
    /// A match could not be made or read.
    #[error(transparent)]
    Match(#[from] LiveError),
    /// The log cannot be read.
    #[error("the tournament's log cannot be read")]
    BrokenLog(#[from] LogError),
    /// What comes next could not be worked out.
    #[error("the tournament could not be worked out")]
    Failed,
}

impl From<StoreError> for TournamentError {
    fn from(error: StoreError) -> TournamentError {
        TournamentError::Unavailable(TournamentAppendError::Store(error))
    }
}

/// What an accepted command did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// The version of the first event that it caused.
    pub v: u32,
    /// Who entered with it.
    pub entrant: Option<EntrantId>,
}

impl Tournaments {
    /// Takes up what is under way: every tournament that is played, and from
    /// then on each in which something is due. Ends by [`Tournaments::close`].
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn open(
        live: Live,
        store: Store,
        lobby: LobbyHandle,
    ) -> Result<Tournaments, StoreError> {
        // What ends while the store is read is then known from here.
        let (ends, erased) = (live.fixture_ends(), live.erased());
        let running = store.running_tournaments().await?;
        let (tasks, shutdown, tracker) =
            (Mutex::default(), CancellationToken::new(), TaskTracker::new());
        let hall = Arc::new(TournamentContext { live, store, lobby, tasks, shutdown, tracker });
        match hall.live.nodes() {
            None => running.into_iter().for_each(|id| drop(hall.start(id))),
            Some(nodes) => {
                let orphans = nodes.orphans();
                hall.tracker.spawn(look_after(Arc::clone(&hall), orphans));
            }
        }
        hall.tracker.spawn(report_ends(Arc::clone(&hall), ends));
        hall.tracker.spawn(sweep(Arc::clone(&hall)));
        hall.tracker.spawn(forget(Arc::clone(&hall), erased));
        Ok(Tournaments { hall })
    }

    /// Ends every task.
    pub(crate) async fn close(&self) {
        self.hall.shutdown.cancel();
        self.hall.tracker.close();
        self.hall.tracker.wait().await;
    }

    /// Makes a tournament: the same one again for the same command.
    ///
    /// # Errors
    /// When the plan cannot be had, or the database fails.
    pub(crate) async fn create(
        &self,
        plan: TournamentPlan,
        directors: Vec<PlayerId>,
        cause: Option<CommandRef>,
    ) -> Result<TournamentId, TournamentError> {
        plan.check()?;
        let store = &self.hall.store;
        if let Some(cause) = &cause
            && let Some(earlier) = store.tournament_made_by(cause).await?
        {
            return Ok(earlier);
        }
        let id = TournamentId(Uuid::now_v7());
        let at = self.hall.live.time().now();
        let by = directors.first().copied();
        let event = Event::Created { plan, directors, seed: rand::random() };
        let first = RecordedEvent { v: 1, at, by, action: 1, event };
        let made = Tournament::fold([first.clone()])?;
        match store.append_tournament(id, &made, &[first], cause.as_ref(), None).await {
            Ok(()) => {}
            Err(TournamentAppendError::Conflict) => {
                let earlier = match &cause {
                    Some(cause) => store.tournament_made_by(cause).await?,
                    None => None,
                };
                return earlier.ok_or(TournamentError::Failed);
            }
            Err(error) => return Err(TournamentError::Unavailable(error)),
        }
        self.hall.start(id);
        Ok(id)
    }

    /// Whether the tournament is in memory here.
    #[must_use]
    pub(crate) fn holds(&self, id: TournamentId) -> bool {
        self.hall.holds(id)
    }

    /// Carries out a command of `by`, once for each `cause`.
    ///
    /// # Errors
    /// Why it was not carried out, or is not known to have been.
    pub(crate) async fn command(
        &self,
        id: TournamentId,
        by: PlayerId,
        cause: Option<CommandRef>,
        command: Command,
    ) -> Result<Done, TournamentError> {
        self.ask(id, |answer| Message::Command {
            by,
            cause: cause.clone(),
            command: Box::new(command.clone()),
            answer,
        })
        .await
    }

    /// Lets players in, as one.
    ///
    /// # Errors
    /// As [`Tournaments::command`].
    pub(crate) async fn enter(
        &self,
        id: TournamentId,
        by: PlayerId,
        cause: Option<CommandRef>,
        players: Vec<Player>,
        stage: usize,
    ) -> Result<Done, TournamentError> {
        let room = self.look(id).await?;
        let players = self.applicants(&room, players).await?;
        self.command(id, by, cause, Command::Enter { players, stage }).await
    }

    /// Whether a player meets each condition of entry.
    ///
    /// # Errors
    /// When there is no such tournament, or the database fails.
    pub(crate) async fn verdicts(
        &self,
        id: TournamentId,
        player: Player,
    ) -> Result<Vec<Verdict>, TournamentError> {
        let room = self.look(id).await?;
        let applicants = self.applicants(&room, vec![player]).await?;
        Ok(room.tournament.verdicts(&applicants, self.now()))
    }

    /// The tournament as it stands.
    ///
    /// # Errors
    /// When there is none, or the database fails.
    pub(crate) async fn look(
        &self,
        id: TournamentId,
    ) -> Result<Arc<TournamentSnapshot>, TournamentError> {
        self.ask(id, |answer| Message::Look { answer }).await
    }

    /// The tournament as it stands; from then on, `subscriber` is told every
    /// event.
    ///
    /// # Errors
    /// When there is none, or the database fails.
    pub(crate) async fn follow(
        &self,
        id: TournamentId,
        subscriber: &Subscriber,
    ) -> Result<Arc<TournamentSnapshot>, TournamentError> {
        let subscriber = || subscriber.clone();
        self.ask(id, |answer| Message::Follow { subscriber: subscriber(), answer }).await
    }

    /// Tells `subscriber` nothing more of the tournament.
    ///
    /// # Errors
    /// When there is none, or the database fails.
    pub(crate) async fn unfollow(
        &self,
        id: TournamentId,
        subscriber: &Subscriber,
    ) -> Result<(), TournamentError> {
        let subscriber = || subscriber.clone();
        self.ask(id, |answer| Message::Unfollow { subscriber: subscriber(), answer }).await
    }

    async fn applicants(
        &self,
        room: &TournamentSnapshot,
        players: Vec<Player>,
    ) -> Result<Vec<chivalry_tournament::Applicant>, TournamentError> {
        let plan = room.tournament.plan();
        let pool = |player: &Player| Pool {
            variant: room.tournament.variant().name(),
            speed: plan.time.speed(),
            rated: plan.rated,
            bots: player.kind == chivalry_play::player::PlayerKind::Bot,
        };
        let players: Vec<(Player, Pool)> =
            players.into_iter().map(|player| (player.clone(), pool(&player))).collect();
        Ok(self.hall.store.applicants(&players, self.now()).await?)
    }

    pub(crate) fn hall(&self) -> &TournamentContext {
        &self.hall
    }

    fn now(&self) -> Timestamp {
        self.hall.live.time().now()
    }

    /// Sends a message to a tournament's task, which is started if need be,
    /// and waits for the answer.
    async fn ask<T>(
        &self,
        id: TournamentId,
        message: impl Fn(oneshot::Sender<Result<T, TournamentError>>) -> Message,
    ) -> Result<T, TournamentError> {
        while !self.hall.live.is_leaving() {
            let (answer, answered) = oneshot::channel();
            // A task that has just retired does not take messages any more,
            // and is about to leave the list.
            if self.hall.start(id).send(message(answer)).await.is_err() {
                tokio::task::yield_now().await;
                continue;
            }
            return answered.await.unwrap_or(Err(TournamentError::Draining));
        }
        Err(TournamentError::Draining)
    }
}

impl TournamentContext {
    /// The address of the tournament's task; it is started if there is none.
    pub(crate) fn start(self: &Arc<TournamentContext>, id: TournamentId) -> Address {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let start = || {
            let (address, task) = TournamentTask::new(id, Arc::clone(self));
            self.tracker.spawn(task.run());
            address
        };
        tasks.entry(id).or_insert_with(start).clone()
    }

    /// [`TournamentContext::start`], unless another node has the tournament, which is then
    /// told to look at its games.
    async fn take_up(self: &Arc<TournamentContext>, id: TournamentId) -> Option<Address> {
        let about = Entity::Tournament(id);
        if let Some(nodes) = self.live.nodes()
            && !self.holds(id)
            && nodes.somebody_has(about).await
        {
            nodes.tell_news(about).await;
            return None;
        }
        Some(self.start(id))
    }

    fn holds(&self, id: TournamentId) -> bool {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&id)
    }

    pub(crate) async fn forget_player(&self, player: PlayerId) {
        let addresses: Vec<Address> = {
            let tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            tasks.values().cloned().collect()
        };
        for address in addresses {
            // One that leaves memory reads the names when it is back.
            let _ = address.send(Message::Forget { player }).await;
        }
    }

    pub(crate) fn forget(&self, id: TournamentId) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}

/// Takes up the tournaments of nodes that are gone.
async fn look_after(hall: Arc<TournamentContext>, mut orphans: broadcast::Receiver<Orphan>) {
    loop {
        let orphan = tokio::select! {
            orphan = orphans.recv() => orphan,
            () = hall.shutdown.cancelled() => return,
        };
        match orphan {
            Ok(Orphan::Tournament(id)) => drop(hall.take_up(id).await),
            // The next beat has what was missed.
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// Tells tournaments which of their matches have ended. When it has fallen
/// behind, every tournament that is played looks for itself.
async fn report_ends(
    hall: Arc<TournamentContext>,
    mut ends: broadcast::Receiver<(TournamentId, MatchId)>,
) {
    loop {
        let ended = tokio::select! {
            ended = ends.recv() => ended,
            () = hall.shutdown.cancelled() => return,
        };
        match ended {
            Ok((id, played_in)) => {
                // A task that has just retired looks for itself when it is back.
                if let Some(address) = hall.take_up(id).await {
                    let _ = address.send(Message::Ended { played_in }).await;
                }
            }
            Err(RecvError::Lagged(_)) => match hall.store.running_tournaments().await {
                Ok(running) => {
                    for id in running {
                        if let Some(address) = hall.take_up(id).await {
                            let _ = address.send(Message::LookAround).await;
                        }
                    }
                }
                Err(error) => tracing::error!(%error, "ends of matches were missed"),
            },
            Err(RecvError::Closed) => return,
        }
    }
}

/// Forgets what players were called who have been erased.
async fn forget(hall: Arc<TournamentContext>, mut erased: broadcast::Receiver<PlayerId>) {
    loop {
        let erased = tokio::select! {
            erased = erased.recv() => erased,
            () = hall.shutdown.cancelled() => return,
        };
        match erased {
            Ok(player) => hall.forget_player(player).await,
            Err(RecvError::Lagged(missed)) => {
                tracing::warn!(missed, "names are in tournaments until they leave memory");
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Starts the task of every tournament that is about to be due.
async fn sweep(hall: Arc<TournamentContext>) {
    let mut sweeps = Rounds::every(SWEEP, &hall.shutdown);
    while sweeps.next().await {
        let until = hall.live.time().now() + 2 * SWEEP;
        match hall.store.due_tournaments(until, MOST_AT_ONCE).await {
            Ok(due) => {
                for id in due {
                    hall.take_up(id).await;
                }
            }
            Err(error) => tracing::warn!(%error, "the tournaments that are due could not be read"),
        }
    }
}
