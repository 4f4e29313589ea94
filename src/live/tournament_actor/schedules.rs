//! Creates the tournaments of schedules.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use chivalry_engine::Level;
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::Refusal;
use chivalry_play::player::PlayerId;
use chivalry_tournament::{ScheduleError, ScheduleId, SchedulePlan, TournamentId};

use crate::live::compute::bots::ComputerPlayers;
use crate::live::error::LiveError;
use crate::live::time::Rounds;
use crate::live::tournament_actor::handle::Tournaments;
use crate::live::tournament_actor::message::TournamentError;
use crate::random;
use crate::store::{ScheduleCreated, ScheduleRow, Store, StoreError, creation_command};

/// Interval at which the store is asked for due schedules.
const SWEEP: Duration = Duration::from_secs(30);

/// Maximum number of schedules per sweep. The next sweep continues.
const MOST_AT_ONCE: u32 = 64;

/// The levels of the computer players that enter the tournaments of the server's own schedules, so
/// that a single player has opponents.
const HOUSE_ENTRANTS: [u8; 2] = [2, 4];

/// The service that creates the tournaments of schedules. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Schedules {
    tournaments: Tournaments,
    store: Store,
    computers: ComputerPlayers,
}

impl Schedules {
    /// Returns the service. The caller runs it.
    pub(crate) fn new(
        tournaments: Tournaments,
        store: Store,
        computers: ComputerPlayers,
    ) -> Schedules {
        Schedules { tournaments, store, computers }
    }

    /// Creates tournaments until `shutdown`.
    pub(crate) async fn run(self, shutdown: CancellationToken) {
        let mut sweeps = Rounds::every(SWEEP, &shutdown);
        while sweeps.next().await {
            self.create_due().await;
        }
    }

    /// Stores a schedule of a player who may have `most`, and creates its first tournament if that
    /// is due. A repeated command stores no second one.
    ///
    /// # Errors
    /// Fails if the plan is invalid or the database fails.
    pub(crate) async fn create(
        &self,
        plan: SchedulePlan,
        by: PlayerId,
        command: Option<&str>,
        most: u32,
    ) -> Result<(ScheduleRow, ScheduleCreated), ScheduleCreationError> {
        let now = self.tournaments.now();
        plan.check(now)?;
        let (next_at, create_at) = next_of(&plan, now).ok_or(ScheduleError::Zone)?;
        let schedule = ScheduleRow {
            id: ScheduleId(random::new_id()),
            created_by: by,
            created_at: now,
            plan,
            next_number: 1,
            next_at,
            create_at: Some(create_at),
        };
        let created = self.store.schedules().create(&schedule, command, most).await?;
        if created == ScheduleCreated::Done {
            self.create_until(&schedule, now).await;
        }
        Ok((schedule, created))
    }

    /// Creates the tournaments that are due.
    async fn create_due(&self) {
        let now = self.tournaments.now();
        match self.store.schedules().created_until(now, MOST_AT_ONCE).await {
            Ok(due) => {
                for schedule in due {
                    self.create_until(&schedule, now).await;
                }
            }
            Err(error) => tracing::warn!(%error, "could not read the due schedules"),
        }
    }

    /// Creates the tournaments of a schedule that are due at `now`. After a transient error the
    /// next sweep continues.
    async fn create_until(&self, schedule: &ScheduleRow, now: Timestamp) {
        let mut schedule = schedule.clone();
        while schedule.create_at.is_some_and(|create_at| create_at <= now) {
            match self.create_next(&schedule, now).await {
                Some(next) => schedule = next,
                None => return,
            }
        }
    }

    /// Creates the next tournament of a schedule, unless its start has passed, and moves the
    /// schedule on. Several nodes may do so at once, because the command of the creation has an id.
    async fn create_next(&self, schedule: &ScheduleRow, now: Timestamp) -> Option<ScheduleRow> {
        let id = schedule.id;
        let mut created = None;
        if schedule.next_at > now {
            let plan = schedule.plan.tournament(schedule.next_number, schedule.next_at);
            let cause = creation_command(schedule);
            match self.tournaments.create(plan, vec![schedule.created_by], Some(cause)).await {
                Ok(tournament) => created = Some(tournament),
                Err(error) if is_final(&error) => {
                    tracing::warn!(%error, %id, "a schedule could not create a tournament");
                }
                Err(error) => {
                    tracing::warn!(%error, %id, "a schedule creates a tournament later");
                    return None;
                }
            }
        }
        let Some(next) = next_of(&schedule.plan, schedule.next_at.max(now)) else {
            tracing::error!(%id, "a schedule has no further start");
            return None;
        };
        if let Err(error) = self.store.schedules().advance(schedule, created, next).await {
            tracing::warn!(%error, %id, "could not move a schedule on");
            return None;
        }
        if let Some(tournament) = created
            && self.house_director().is_some_and(|house| house == schedule.created_by)
        {
            self.enter_computers(tournament).await;
        }
        let (next_at, create_at) = next;
        Some(ScheduleRow {
            next_number: schedule.next_number + u32::from(created.is_some()),
            next_at,
            create_at: Some(create_at),
            ..schedule.clone()
        })
    }

    /// The computer player that directs the tournaments of the server's own schedules.
    pub(crate) fn house_director(&self) -> Option<PlayerId> {
        self.computers.of_level(Level::ALL[0]).map(|player| player.id)
    }

    async fn enter_computers(&self, tournament: TournamentId) {
        let Some(house) = self.house_director() else { return };
        let levels = Level::ALL.into_iter().filter(|it| HOUSE_ENTRANTS.contains(&it.number()));
        for player in levels.filter_map(|level| self.computers.of_level(level)) {
            let players = vec![player.clone()];
            if let Err(error) = self.tournaments.enter(tournament, house, None, players, 0).await {
                tracing::warn!(%error, %tournament, "a computer player could not enter");
            }
        }
    }
}

/// The reason why a schedule was not created.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum ScheduleCreationError {
    /// The plan is invalid.
    #[error(transparent)]
    Plan(#[from] ScheduleError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns the first start after `after`, and the time at which its tournament is created.
fn next_of(plan: &SchedulePlan, after: Timestamp) -> Option<(Timestamp, Timestamp)> {
    let next = plan.recurrence.next_after(after)?;
    Some((next, plan.creation_of(next)))
}

/// True if the same creation would fail again.
fn is_final(error: &TournamentError) -> bool {
    matches!(
        error,
        TournamentError::Plan(_)
            | TournamentError::Refused(_)
            | TournamentError::Match(LiveError::Refused(Refusal::IdReused))
    )
}
