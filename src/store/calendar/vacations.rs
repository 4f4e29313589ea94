//! Vacations of players from correspondence matches.

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_play::vacation::{Vacation, VacationAllowance};

use crate::random;
use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, id, time};

/// The result of a request for a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationSet {
    /// The player is on vacation.
    Done(Vacation),
    /// The days of the year are used up.
    NoDaysLeft,
    /// The vacation would take more days than are left. It can last until the given time.
    TooLong(Timestamp),
}

/// The vacations of players.
#[derive(Clone, Copy, Debug)]
pub struct Vacations<'a>(pub(crate) &'a Database);

impl Vacations<'_> {
    /// Begins a vacation of the player, or changes the end of the current one. Without `until` it
    /// lasts as long as possible.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn set(
        self,
        player: PlayerId,
        until: Option<Timestamp>,
        allowance: VacationAllowance,
        now: Timestamp,
    ) -> Result<VacationSet, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            // Requests of one player wait for each other.
            sqlx::query("update players set kind = kind where id = $1")
                .bind(player.key())
                .execute(&mut *transaction)
                .await?;
            let mut taken = of_player(&mut transaction, player).await?;
            let current = taken.iter().position(|(_, vacation)| vacation.until > now);
            let current = current.map(|index| taken.swap_remove(index));
            let mut past: Vec<Vacation> = taken.into_iter().map(|(_, vacation)| vacation).collect();
            // The days of the current vacation until now are used.
            past.extend(current.map(|(_, vacation)| Vacation { until: now, ..vacation }));
            let latest = allowance.latest_end(&past, now);
            if latest <= now {
                return Ok(VacationSet::NoDaysLeft);
            }
            let until = until.unwrap_or(latest);
            if until > latest {
                return Ok(VacationSet::TooLong(latest));
            }
            let began_at = current.map_or(now, |(_, vacation)| vacation.began_at);
            let sql = match current {
                Some(_) => {
                    "update vacations set until_at = $4 where id = $1 and player_id = $2
                                and began_at = $3"
                }
                None => {
                    "insert into vacations (id, player_id, began_at, until_at)
                         values ($1, $2, $3, $4)"
                }
            };
            let id = current.map_or_else(random::new_id, |(id, _)| id);
            sqlx::query(sql)
                .bind(id.as_bytes().as_slice())
                .bind(player.key())
                .bind(began_at.0)
                .bind(until.0)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(VacationSet::Done(Vacation { began_at, until }))
        };
        self.0.writes.in_time(work).await
    }

    /// Ends the vacation of the player at `now`. Returns false without a vacation.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn end(self, player: PlayerId, now: Timestamp) -> Result<bool, StoreError> {
        let sql = "update vacations set until_at = $2 where player_id = $1 and until_at > $2";
        let update = sqlx::query(sql).bind(player.key()).bind(now.0);
        Ok(update.execute(&self.0.writes).await?.rows_affected() > 0)
    }

    /// Returns the vacations of a player, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(self, player: PlayerId) -> Result<Vec<Vacation>, StoreError> {
        let mut connection = self.0.reads.acquire().await?;
        let vacations = of_player(&mut connection, player).await?;
        Ok(vacations.into_iter().map(|(_, vacation)| vacation).collect())
    }

    /// Returns the last vacation of each of the players.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn latest_of(
        self,
        players: &[PlayerId],
    ) -> Result<Vec<(PlayerId, Vacation)>, StoreError> {
        static LATEST: MultiRowInsert = MultiRowInsert::new(
            "select player_id, began_at, until_at from vacations v
             where not exists (select 1 from vacations o where o.player_id = v.player_id
                               and o.began_at > v.began_at)
               and player_id in (",
            1,
            ")",
        );
        let mut latest = Vec::new();
        for row in LATEST.rows_of(&self.0.reads, players).await? {
            latest.push((PlayerId(id(&row, "player_id")?), vacation(&row)?));
        }
        latest.sort_by_key(|(player, _)| *player);
        Ok(latest)
    }

    /// Returns up to `limit` matches under way that have not adopted a vacation, or its early end.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unadopted(self, now: Timestamp, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let sql = r#"select s.match_id from vacations v
                     join match_seats s on s.player_id = v.player_id
                     join matches m on m.id = s.match_id
                     where v.until_at > $1 and m.status = 'playing'
                       and m.time like '%"vacation":true%'
                       and (s.away_until is null or s.away_until <> v.until_at)
                     union
                     select s.match_id from match_seats s join matches m on m.id = s.match_id
                     where s.away_until > $1 and m.status = 'playing'
                       and not exists (select 1 from vacations v where v.player_id = s.player_id
                                       and v.until_at = s.away_until)
                     order by 1 limit $2"#;
        let select = sqlx::query(sql).bind(now.0).bind(i64::from(limit));
        let rows = select.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "match_id").map(MatchId)).collect::<sqlx::Result<_>>()?)
    }
}

async fn of_player(
    connection: &mut AnyConnection,
    player: PlayerId,
) -> sqlx::Result<Vec<(uuid::Uuid, Vacation)>> {
    let sql = "select id, began_at, until_at from vacations where player_id = $1 order by began_at";
    let rows = sqlx::query(sql).bind(player.key()).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((id(row, "id")?, vacation(row)?))).collect()
}

fn vacation(row: &AnyRow) -> sqlx::Result<Vacation> {
    Ok(Vacation { began_at: time(row, "began_at")?, until: time(row, "until_at")? })
}
