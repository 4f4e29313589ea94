//! Schedules, their tournaments, and the final places in them.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::CommandRef;
use chivalry_play::player::PlayerId;
use chivalry_tournament::{ScheduleId, SchedulePlan, Tournament, TournamentId};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, json, optional_time, time, unreadable};

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleRow {
    /// The id.
    pub id: ScheduleId,
    /// The account that directs the tournaments.
    pub created_by: PlayerId,
    /// The creation time.
    pub created_at: Timestamp,
    /// The plan.
    pub plan: SchedulePlan,
    /// The number of the next tournament, from 1.
    pub next_number: u32,
    /// The start of the next tournament.
    pub next_at: Timestamp,
    /// The time at which the next tournament is created. `None` if the schedule has ended.
    pub create_at: Option<Timestamp>,
}

/// The result of creating a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleCreated {
    /// It is stored.
    Done,
    /// The same command created this schedule before.
    Before(ScheduleId),
    /// The account has the maximum number of schedules that have not ended.
    TooMany,
}

/// The schedules of tournaments.
#[derive(Clone, Copy, Debug)]
pub struct Schedules<'a>(pub(crate) &'a Database);

impl Schedules<'_> {
    /// Stores a schedule of an account that may have `most`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn create(
        self,
        schedule: &ScheduleRow,
        command: Option<&str>,
        most: u32,
    ) -> Result<ScheduleCreated, StoreError> {
        let plan = serde_json::to_string(&schedule.plan).map_err(unreadable)?;
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "insert into tournament_schedules
                         (id, created_by, create_command, created_at, plan, next_number, next_at,
                          create_at)
                       values ($1, $2, $3, $4, $5, $6, $7, $8)
                       on conflict do nothing";
            let inserted = sqlx::query(sql)
                .bind(schedule.id.key())
                .bind(schedule.created_by.key())
                .bind(command)
                .bind(schedule.created_at.0)
                .bind(plan)
                .bind(i64::from(schedule.next_number))
                .bind(schedule.next_at.0)
                .bind(schedule.create_at.map(|at| at.0))
                .execute(&mut *transaction)
                .await?;
            if inserted.rows_affected() == 0 {
                let sql = "select id from tournament_schedules
                           where created_by = $1 and create_command = $2";
                let earlier = sqlx::query(sql).bind(schedule.created_by.key()).bind(command);
                let earlier = id(&earlier.fetch_one(&mut *transaction).await?, "id")?;
                return Ok(ScheduleCreated::Before(ScheduleId(earlier)));
            }
            let sql = "select count(*) as schedules from tournament_schedules
                       where created_by = $1 and create_at is not null";
            let counted = sqlx::query(sql).bind(schedule.created_by.key());
            if count(&counted.fetch_one(&mut *transaction).await?, "schedules")? > most {
                // Without a commit, nothing is stored.
                return Ok(ScheduleCreated::TooMany);
            }
            transaction.commit().await?;
            Ok(ScheduleCreated::Done)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns a schedule, or `None` for an unknown one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_id(self, schedule: ScheduleId) -> Result<Option<ScheduleRow>, StoreError> {
        self.one("where id = $1", schedule.key()).await
    }

    /// Returns the schedule of a tournament, if it has one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_tournament(
        self,
        tournament: TournamentId,
    ) -> Result<Option<ScheduleRow>, StoreError> {
        let of = "where id = (select schedule_id from scheduled_tournaments
                              where tournament_id = $1)";
        self.one(of, tournament.key()).await
    }

    async fn one(self, of: &'static str, key: &[u8]) -> Result<Option<ScheduleRow>, StoreError> {
        let sql = AssertSqlSafe(format!("{SELECT} {of}"));
        let row = sqlx::query(sql).bind(key).fetch_optional(&self.0.reads).await?;
        Ok(row.as_ref().map(schedule_row).transpose()?)
    }

    /// Returns schedules that have not ended, those whose next tournament is created first at the
    /// front.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn active(self, limit: u32) -> Result<Vec<ScheduleRow>, StoreError> {
        self.created_until(Timestamp(i64::MAX), limit).await
    }

    /// Returns up to `limit` schedules whose next tournament is to be created at or before `until`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn created_until(
        self,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<ScheduleRow>, StoreError> {
        let of = "where create_at <= $1 order by create_at, id limit $2";
        let sql = AssertSqlSafe(format!("{SELECT} {of}"));
        let query = sqlx::query(sql).bind(until.0).bind(i64::from(limit));
        let rows = query.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(schedule_row).collect::<sqlx::Result<_>>()?)
    }

    /// Records the tournament that was created for the next number of a schedule, if there is one,
    /// and moves the schedule on to its next start. Does nothing if another node has done so.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn advance(
        self,
        schedule: &ScheduleRow,
        created: Option<TournamentId>,
        (next_at, create_at): (Timestamp, Timestamp),
    ) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update tournament_schedules
                       set next_number = next_number + $2, next_at = $3, create_at = $4
                       where id = $1 and next_at = $5 and create_at is not null";
            sqlx::query(sql)
                .bind(schedule.id.key())
                .bind(i64::from(created.is_some()))
                .bind(next_at.0)
                .bind(create_at.0)
                .bind(schedule.next_at.0)
                .execute(&mut *transaction)
                .await?;
            // A schedule that has ended meanwhile still has the tournament.
            if let Some(tournament) = created {
                let sql = "insert into scheduled_tournaments (schedule_id, number, tournament_id)
                           values ($1, $2, $3) on conflict do nothing";
                sqlx::query(sql)
                    .bind(schedule.id.key())
                    .bind(i64::from(schedule.next_number))
                    .bind(tournament.key())
                    .execute(&mut *transaction)
                    .await?;
            }
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Ends a schedule. Returns false if it has ended before.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn end(self, schedule: ScheduleId) -> Result<bool, StoreError> {
        let sql = "update tournament_schedules set create_at = null
                   where id = $1 and create_at is not null";
        let ended = sqlx::query(sql).bind(schedule.key()).execute(&self.0.writes).await?;
        Ok(ended.rows_affected() > 0)
    }

    /// Returns up to `limit` tournaments of a schedule before `before`, latest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn tournaments(
        self,
        schedule: ScheduleId,
        before: u32,
        limit: u32,
    ) -> Result<Vec<(u32, TournamentId)>, StoreError> {
        let sql = "select number, tournament_id from scheduled_tournaments
                   where schedule_id = $1 and number < $2 order by number desc limit $3";
        let query = sqlx::query(sql).bind(schedule.key()).bind(i64::from(before));
        let rows = query.bind(i64::from(limit)).fetch_all(&self.0.reads).await?;
        let entry = |row: &AnyRow| -> sqlx::Result<(u32, TournamentId)> {
            Ok((count(row, "number")?, TournamentId(id(row, "tournament_id")?)))
        };
        Ok(rows.iter().map(entry).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the final places in the tournaments of a schedule.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn places(self, schedule: ScheduleId) -> Result<Vec<(PlayerId, u32)>, StoreError> {
        let sql = "select p.player_id, p.place from scheduled_tournaments t
                   join scheduled_places p on p.tournament_id = t.tournament_id
                   where t.schedule_id = $1";
        let rows = sqlx::query(sql).bind(schedule.key()).fetch_all(&self.0.reads).await?;
        let place = |row: &AnyRow| -> sqlx::Result<(PlayerId, u32)> {
            Ok((PlayerId(id(row, "player_id")?), count(row, "place")?))
        };
        Ok(rows.iter().map(place).collect::<sqlx::Result<_>>()?)
    }
}

/// The id of the command that creates a tournament of a schedule.
#[must_use]
pub fn creation_command(schedule: &ScheduleRow) -> CommandRef {
    let id = format!("schedule {} {}", schedule.id, schedule.next_number);
    CommandRef { player: schedule.created_by, id }
}

/// Stores the final places of a tournament that belongs to a schedule. `after` is the tournament,
/// which has ended, or whose end was undone.
pub(crate) async fn derive_final_places(
    connection: &mut AnyConnection,
    tournament: TournamentId,
    after: &Tournament,
) -> sqlx::Result<()> {
    let sql = "select number from scheduled_tournaments where tournament_id = $1";
    let scheduled = sqlx::query(sql).bind(tournament.key());
    if scheduled.fetch_optional(&mut *connection).await?.is_none() {
        return Ok(());
    }
    let delete = sqlx::query("delete from scheduled_places where tournament_id = $1");
    delete.bind(tournament.key()).execute(&mut *connection).await?;
    for (player, place) in after.final_places() {
        let sql = "insert into scheduled_places (tournament_id, player_id, place)
                   values ($1, $2, $3) on conflict do nothing";
        sqlx::query(sql)
            .bind(tournament.key())
            .bind(player.key())
            .bind(i64::from(place))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

const SELECT: &str = "select id, created_by, created_at, plan, next_number, next_at, create_at
                      from tournament_schedules";

fn schedule_row(row: &AnyRow) -> sqlx::Result<ScheduleRow> {
    Ok(ScheduleRow {
        id: ScheduleId(id(row, "id")?),
        created_by: PlayerId(id(row, "created_by")?),
        created_at: time(row, "created_at")?,
        plan: json(row, "plan")?,
        next_number: count(row, "next_number")?,
        next_at: time(row, "next_at")?,
        create_at: optional_time(row, "create_at")?,
    })
}
