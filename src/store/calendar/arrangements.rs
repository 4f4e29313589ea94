//! Games at an agreed time.

use std::collections::HashMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::lobby::{Arrangement, ArrangementId, ArrangementStatus, Terms};
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::{Seat, Variant};

use crate::store::db::Database;
use crate::store::due::insert_due;
use crate::store::error::StoreError;
use crate::store::log::append::{Due, Reach};
use crate::store::notifications::insertion::end_arranged;
use crate::store::players::accounts::Players;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{
    count, flag, id, json, named, optional_count, optional_id, time, unreadable,
};
use crate::store::webhooks::Webhooks;

const COLUMNS: &str = "select id, proposer_id, invited_id, variant, time, rated, seat, created_at,
                              times, times_by, due_at, status, match_id from arrangements";

/// The arranged games of players.
#[derive(Clone, Copy, Debug)]
pub struct Arrangements<'a>(pub(crate) &'a Database);

impl Arrangements<'_> {
    /// Stores a new arrangement.
    ///
    /// # Errors
    /// Returns an error if a player is unknown or the database fails.
    pub async fn create(self, arrangement: &Arrangement) -> Result<(), StoreError> {
        let sql = "insert into arrangements (id, proposer_id, invited_id, variant, time, rated,
                       seat, created_at, times, times_by, due_at, status)
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
        let time = serde_json::to_string(&arrangement.terms.time).map_err(unreadable)?;
        sqlx::query(sql)
            .bind(arrangement.id.key())
            .bind(arrangement.proposer.id.key())
            .bind(arrangement.invited.id.key())
            .bind(arrangement.terms.variant.name())
            .bind(time)
            .bind(i64::from(arrangement.terms.rated))
            .bind(arrangement.seat.map(|seat| seat.index() as i64))
            .bind(arrangement.created_at.0)
            .bind(times_text(arrangement)?)
            .bind(arrangement.times_by.key())
            .bind(arrangement.due_at.0)
            .bind(arrangement.status.as_str())
            .execute(&self.0.writes)
            .await?;
        Ok(())
    }

    /// Replaces `before` by `after`, and ends the notifications about a game that begins or does not
    /// take place. Returns false if the arrangement has changed since `before`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn update(
        self,
        before: &Arrangement,
        after: &Arrangement,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            if !replace(&mut transaction, before, after).await? {
                return Ok(false);
            }
            if before.status == ArrangementStatus::Agreed && after.status != before.status {
                end_arranged(&mut transaction, before.id.0, now).await?;
            }
            transaction.commit().await?;
            Ok(true)
        };
        self.0.writes.in_time(work).await
    }

    /// Stores the notifications of the players of an agreed game, and marks them as reminded.
    /// Returns false if they were, or if the game was cancelled.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remind(
        self,
        arrangement: &Arrangement,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update arrangements set reminded = 1
                       where id = $1 and reminded = 0 and status = 'agreed'";
            let update = sqlx::query(sql).bind(arrangement.id.key());
            if update.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(false);
            }
            let event = (0, "arrangement.reminder", now);
            let due = |player: &Player| Webhooks(self.0).due(player.id, event, Reach::Away);
            let due: Vec<Due> = arrangement.players().into_iter().filter_map(due).collect();
            insert_due(&mut transaction, arrangement.id.0, &due).await?;
            transaction.commit().await?;
            Ok(true)
        };
        let is_reminded: Result<bool, StoreError> = self.0.writes.in_time(work).await;
        let is_reminded = is_reminded?;
        if is_reminded {
            self.0.notify_due();
        }
        Ok(is_reminded)
    }

    /// Returns an arrangement.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn find(self, id: ArrangementId) -> Result<Option<Arrangement>, StoreError> {
        let sql = format!("{COLUMNS} where id = $1");
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(id.key()).fetch_all(&self.0.reads).await?;
        Ok(self.with_players(&rows).await?.pop())
    }

    /// Returns the number of arrangements of a player that have not ended.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn pending_of(self, player: PlayerId) -> Result<u32, StoreError> {
        let sql = "select count(*) as pending from arrangements
                   where (proposer_id = $1 or invited_id = $1) and status in ('open', 'agreed')";
        let row = sqlx::query(sql).bind(player.key()).fetch_one(&self.0.reads).await?;
        Ok(count(&row, "pending")?)
    }

    /// Returns the last `limit` arrangements of a player, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(
        self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<Arrangement>, StoreError> {
        let sql = format!(
            "{COLUMNS} where proposer_id = $1 or invited_id = $1 order by id desc limit $2"
        );
        let select = sqlx::query(AssertSqlSafe(sql)).bind(player.key()).bind(i64::from(limit));
        let rows = select.fetch_all(&self.0.reads).await?;
        self.with_players(&rows).await
    }

    /// Returns up to `limit` open or agreed arrangements that are due before `until`, the earliest
    /// first. Those whose players were reminded are omitted with `unreminded`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn due(
        self,
        until: Timestamp,
        unreminded: bool,
        limit: u32,
    ) -> Result<Vec<Arrangement>, StoreError> {
        let which = match unreminded {
            true => "status = 'agreed' and reminded = 0",
            false => "status in ('open', 'agreed')",
        };
        let sql = format!("{COLUMNS} where due_at <= $1 and {which} order by due_at, id limit $2");
        let select = sqlx::query(AssertSqlSafe(sql)).bind(until.0).bind(i64::from(limit));
        let rows = select.fetch_all(&self.0.reads).await?;
        self.with_players(&rows).await
    }

    /// Returns the time of the next arrangement that is due after `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next_due_at(self, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select due_at from arrangements where status in ('open', 'agreed')
                   and due_at > $1 order by due_at limit 1";
        let row = sqlx::query(sql).bind(now.0).fetch_optional(&self.0.reads).await?;
        Ok(row.map(|row| time(&row, "due_at")).transpose()?)
    }

    async fn with_players(self, rows: &[AnyRow]) -> Result<Vec<Arrangement>, StoreError> {
        let mut ids = Vec::with_capacity(rows.len() * 2);
        for row in rows {
            ids.push(PlayerId(id(row, "proposer_id")?));
            ids.push(PlayerId(id(row, "invited_id")?));
        }
        ids.sort();
        ids.dedup();
        let players = Players(self.0).by_ids(&ids).await?;
        let players = players.into_iter().map(|player| (player.id, player)).collect();
        let mut arrangements = Vec::with_capacity(rows.len());
        for row in rows {
            arrangements.extend(arrangement(row, &players)?);
        }
        Ok(arrangements)
    }
}

async fn replace(
    connection: &mut AnyConnection,
    before: &Arrangement,
    after: &Arrangement,
) -> Result<bool, StoreError> {
    let sql = "update arrangements
               set times = $2, times_by = $3, due_at = $4, status = $5, match_id = $6
               where id = $1 and times = $7 and times_by = $8 and due_at = $9 and status = $10";
    let updated = sqlx::query(sql)
        .bind(before.id.key())
        .bind(times_text(after)?)
        .bind(after.times_by.key())
        .bind(after.due_at.0)
        .bind(after.status.as_str())
        .bind(after.match_id.as_ref().map(|id| id.key()))
        .bind(times_text(before)?)
        .bind(before.times_by.key())
        .bind(before.due_at.0)
        .bind(before.status.as_str())
        .execute(&mut *connection)
        .await?;
    Ok(updated.rows_affected() > 0)
}

fn times_text(arrangement: &Arrangement) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&arrangement.times).map_err(unreadable)?)
}

/// Decodes an arrangement. Returns `None` if its variant is unknown.
fn arrangement(
    row: &AnyRow,
    players: &HashMap<PlayerId, Player>,
) -> sqlx::Result<Option<Arrangement>> {
    let player = |column| -> sqlx::Result<Option<Player>> {
        Ok(players.get(&PlayerId(id(row, column)?)).cloned())
    };
    let (Some(proposer), Some(invited)) = (player("proposer_id")?, player("invited_id")?) else {
        return Ok(None);
    };
    let Some(variant) = Variant::named(row.try_get("variant")?) else { return Ok(None) };
    let control: TimeControl = json(row, "time")?;
    let status = row.try_get("status")?;
    Ok(Some(Arrangement {
        id: ArrangementId(id(row, "id")?),
        proposer,
        invited,
        terms: Terms { variant, time: control, rated: flag(row, "rated")? },
        seat: optional_count(row, "seat")?.and_then(|index| Seat::new(index as usize)),
        created_at: time(row, "created_at")?,
        times: json(row, "times")?,
        times_by: PlayerId(id(row, "times_by")?),
        due_at: time(row, "due_at")?,
        status: named(&ArrangementStatus::ALL, ArrangementStatus::as_str, status)?,
        match_id: optional_id(row, "match_id")?.map(MatchId),
    }))
}
