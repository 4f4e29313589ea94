//! Reminders that the time of a player runs out. The append of a turn stores its reminder, and the
//! append that ends the turn deletes it.

use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::due::insert_due;
use crate::store::error::StoreError;
use crate::store::log::append::{Due, Reach};
use crate::store::log::prepared::PreparedAppend;
use crate::store::notifications::insertion::IS_NOTIFIED;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, time};
use crate::store::webhooks::Webhooks;

/// The longest time between a reminder and the end of the player's time.
const LONGEST_LEAD: Duration = Duration::from_secs(24 * 60 * 60);

/// The part of the player's time that remains at the reminder.
const LEAD_PART: u32 = 5;

/// The least time between two reminders about a match.
const LEAST_DISTANCE: Duration = Duration::from_secs(24 * 60 * 60);

/// The time before a reminder at which its quiet hours are considered. They last for less than a
/// day.
const LOOK_AHEAD: Duration = Duration::from_secs(24 * 60 * 60);

/// The condition of a player `p` with a webhook for reminders. Bots have webhooks, too.
const HAS_REMINDERS: &str = "exists (select 1 from webhooks w where w.player_id = p.id
    and w.disabled_at is null and w.events like '%match.reminder%')";

/// A reminder of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// The match.
    pub match_id: MatchId,
    /// The player who is to move.
    pub player: PlayerId,
    /// The version of the match in which the turn began.
    pub v: u32,
    /// The time of the reminder without quiet hours.
    pub remind_at: Timestamp,
    /// The end of the player's time.
    pub deadline: Timestamp,
    /// The time at which it was due when it was read.
    pub due_at: Timestamp,
}

/// Stores the reminders of the turn that an append begins, and deletes those of the turn that it
/// ends.
pub(crate) async fn write_reminders(
    connection: &mut AnyConnection,
    append: &PreparedAppend,
) -> sqlx::Result<()> {
    let is_of = |due: &&Due, event| due.event == event && due.reach != Reach::Webhooks;
    let turns = || append.due.iter().filter(|due| is_of(due, "match.turn"));
    let has_ended = append.due.iter().any(|due| is_of(&due, "match.ended"));
    let has_turn = turns().next().is_some();
    if has_turn || has_ended {
        let sql = "delete from notification_reminders where match_id = $1";
        sqlx::query(sql).bind(append.match_id.key()).execute(&mut *connection).await?;
    }
    let Some(deadline) = append.deadline.filter(|_| !has_ended) else { return Ok(()) };
    if !has_turn {
        // The time of the same turn changed.
        let sql = "update notification_reminders
                   set remind_at = remind_at + $2 - deadline_at, deadline_at = $2, due_at = 0
                   where match_id = $1 and deadline_at <> $2";
        let update = sqlx::query(sql).bind(append.match_id.key()).bind(deadline.0);
        update.execute(&mut *connection).await?;
        return Ok(());
    }
    for Due { player, v, at, .. } in turns() {
        let lead = (deadline.since(*at) / LEAD_PART).min(LONGEST_LEAD);
        let remind_at = before(deadline, lead);
        let sql = format!(
            "insert into notification_reminders
                 (match_id, player_id, v, remind_at, deadline_at, due_at)
             select $1, p.id, $3, $4, $5, $6 from players p
             where p.id = $2 and (({IS_NOTIFIED}) or {HAS_REMINDERS}) on conflict do nothing"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(append.match_id.key())
            .bind(player.key())
            .bind(i64::from(*v))
            .bind(remind_at.0)
            .bind(deadline.0)
            .bind(before(remind_at, LOOK_AHEAD).0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

fn before(at: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(at.0 - duration.as_millis() as i64)
}

/// The reminders of players.
#[derive(Clone, Copy, Debug)]
pub struct Reminders<'a>(pub(crate) &'a Database);

impl Reminders<'_> {
    /// Returns up to `limit` reminders that are due at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn due(self, now: Timestamp, limit: u32) -> Result<Vec<Reminder>, StoreError> {
        let sql = "select match_id, player_id, v, remind_at, deadline_at, due_at
                   from notification_reminders where due_at <= $1 order by due_at limit $2";
        let query = sqlx::query(sql).bind(now.0).bind(i64::from(limit));
        let rows = query.fetch_all(&self.0.writes).await?;
        Ok(rows.iter().map(reminder).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the time at which the next reminder is due.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next_at(self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select min(due_at) from notification_reminders";
        let at: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        Ok(at.map(Timestamp))
    }

    /// Postpones a reminder, unless its turn ended.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn postpone(self, reminder: &Reminder, until: Timestamp) -> Result<(), StoreError> {
        let sql = "update notification_reminders set due_at = $4
                   where match_id = $1 and player_id = $2 and due_at = $3";
        let update = sqlx::query(sql).bind(reminder.match_id.key()).bind(reminder.player.key());
        update.bind(reminder.due_at.0).bind(until.0).execute(&self.0.writes).await?;
        Ok(())
    }

    /// Stores what a reminder causes in the channels, unless its turn ended, or the player got another
    /// about the match within a day.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn raise(self, reminder: &Reminder, now: Timestamp) -> Result<(), StoreError> {
        let Reminder { match_id, player, v, .. } = reminder;
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "delete from notification_reminders
                       where match_id = $1 and player_id = $2 and due_at = $3";
            let delete = sqlx::query(sql).bind(match_id.key()).bind(player.key());
            let deleted = delete.bind(reminder.due_at.0).execute(&mut *transaction).await?;
            let sql = "select count(*) from notifications
                       where player_id = $1 and subject = $2 and kind = 'reminder'
                         and created_at > $3";
            let since = before(now, LEAST_DISTANCE);
            let earlier = sqlx::query_scalar(sql).bind(player.key()).bind(match_id.key());
            let earlier: i64 = earlier.bind(since.0).fetch_one(&mut *transaction).await?;
            if deleted.rows_affected() > 0 && earlier == 0 {
                let event = (*v, "match.reminder", now);
                let due = Webhooks(self.0).due(*player, event, Reach::Away);
                insert_due(&mut transaction, match_id.0, due.as_slice()).await?;
            }
            transaction.commit().await?;
            Ok::<(), StoreError>(())
        };
        self.0.writes.in_time(work).await?;
        self.0.due.notify_one();
        Ok(())
    }
}

fn reminder(row: &AnyRow) -> sqlx::Result<Reminder> {
    Ok(Reminder {
        match_id: id(row, "match_id").map(MatchId)?,
        player: id(row, "player_id").map(PlayerId)?,
        v: count(row, "v")?,
        remind_at: time(row, "remind_at")?,
        deadline: time(row, "deadline_at")?,
        due_at: time(row, "due_at")?,
    })
}
