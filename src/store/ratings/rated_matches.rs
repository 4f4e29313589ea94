//! Rates ended matches once each in one stored order. All ratings follow from that order and the
//! match logs.

use std::collections::HashMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Event, MatchId};
use chivalry_play::player::PlayerId;
use chivalry_play::rating::{Pool, RatedAccount, RatedGame, Rating, RatingChange, RatingRecord};
use chivalry_rules::Seat;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::log::match_log::Log;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, count, id, optional_time, time, unreadable};

/// A rated match.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedMatch {
    /// The match.
    pub match_id: MatchId,
    /// The rating changes of its players, in turn order.
    pub changes: Vec<RatingChange>,
}

/// Matches that are rated after their end.
#[derive(Clone, Copy, Debug)]
pub struct RatedMatches<'a>(pub(crate) &'a Database);

impl RatedMatches<'_> {
    /// Waits until a rateable match has ended.
    pub async fn match_to_rate(self) {
        self.0.rateable.notified().await;
    }

    /// Returns the time when the next match becomes rateable.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next_rating_at(self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select min(rating_due_at) from matches where rating_due_at is not null";
        let at: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        Ok(at.map(Timestamp))
    }

    /// Rates up to `limit` rateable matches in one transaction, earliest end first. Returns those
    /// that count, or `None` if none was due.
    ///
    /// # Errors
    /// Returns an error if the database fails. Nothing is rated then.
    pub async fn rate_due(
        self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Option<Vec<RatedMatch>>, StoreError> {
        let sql = "select id from matches where rating_due_at <= $1
                   order by rating_due_at, id limit $2";
        let due =
            sqlx::query(sql).bind(now.0).bind(i64::from(limit)).fetch_all(&self.0.reads).await?;
        if due.is_empty() {
            return Ok(None);
        }
        let mut rated_games = Vec::with_capacity(due.len());
        for row in &due {
            let id = MatchId(id(row, "id")?);
            let rated_game = match self.rated_game(id).await {
                Err(error) if error.is_unreadable() => {
                    tracing::error!(%error, %id, "a match is not rated, because its log cannot be read");
                    None
                }
                rated_game => rated_game?,
            };
            rated_games.push((id, rated_game));
        }
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let mut number = reserve_numbers(&mut transaction, rated_games.len()).await?;
            let mut rated = Vec::with_capacity(rated_games.len());
            for (match_id, rated_game) in rated_games {
                // Another server may have rated the match concurrently.
                let is_ours = dequeue_match(&mut transaction, match_id).await?;
                let Some(rated_game) = rated_game.filter(|_| is_ours) else { continue };
                let known = entries_of(&mut transaction, &rated_game.players()).await?;
                let known = known.into_iter().map(|((player, _), entry)| (player, entry)).collect();
                let changes = rated_game.changes(&known);
                insert_match(&mut transaction, number, match_id).await?;
                for change in &changes {
                    insert_change(&mut transaction, number, rated_game.pool, change).await?;
                    set_entry(&mut transaction, change.player, rated_game.pool, &change.after)
                        .await?;
                }
                rated.push(RatedMatch { match_id, changes });
                number += 1;
            }
            transaction.commit().await?;
            Ok(Some(rated))
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the rating changes of a match in turn order. The list is empty if the match is not
    /// rated.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn changes_of(self, id: MatchId) -> Result<Vec<RatingChange>, StoreError> {
        let sql = "select c.* from rated_matches r join rating_changes c on c.number = r.number
                   where r.match_id = $1 order by c.seat";
        let rows = sqlx::query(sql).bind(id.key()).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(change).collect::<sqlx::Result<_>>()?)
    }

    /// Reads the data of a match that its rating depends on from its log.
    pub(crate) async fn rated_game(self, id: MatchId) -> Result<Option<RatedGame>, StoreError> {
        let log = Log(self.0).read(id).await?.unwrap_or_default();
        let seated = log.iter().filter_map(|record| match record.event {
            Event::Seated { player, .. } => Some(player),
            _ => None,
        });
        let accounts = self.accounts(&seated.collect::<Vec<PlayerId>>()).await?;
        Ok(RatedGame::from_log(id, log, &accounts).map_err(unreadable)?)
    }

    /// Returns those players who have an account.
    async fn accounts(
        self,
        ids: &[PlayerId],
    ) -> Result<HashMap<PlayerId, RatedAccount>, StoreError> {
        static SELECT: MultiRowInsert = MultiRowInsert::new(
            "select id, account_since, bot_since from players
                          where account_since is not null and id in (",
            1,
            ")",
        );
        let mut accounts = HashMap::with_capacity(ids.len());
        for (sql, chunk) in SELECT.chunks(ids) {
            let mut select = sqlx::query::<sqlx::Any>(sql);
            for id in chunk {
                select = select.bind(id.key());
            }
            for row in select.fetch_all(&self.0.reads).await? {
                let is_bot = optional_time(&row, "bot_since")?.is_some();
                let account = RatedAccount { since: time(&row, "account_since")?, is_bot };
                accounts.insert(PlayerId(id(&row, "id")?), account);
            }
        }
        Ok(accounts)
    }
}

/// Locks the rating order until the transaction ends, and reserves `count` numbers. Returns the
/// first of them. It must be the first statement of its transaction, see
/// [`append::write`](crate::store::log::append::write).
pub(crate) async fn reserve_numbers(
    connection: &mut AnyConnection,
    count: usize,
) -> Result<i64, StoreError> {
    let sql = "update rating_sequence set last_number = last_number + $1";
    let count = count as i64;
    sqlx::query(sql).bind(count).execute(&mut *connection).await?;
    let sql = "select last_number from rating_sequence";
    let last: i64 = sqlx::query_scalar(sql).fetch_one(connection).await?;
    Ok(last - count + 1)
}

/// Removes a match from the queue of rateable matches. Returns true if it was queued.
async fn dequeue_match(connection: &mut AnyConnection, id: MatchId) -> Result<bool, StoreError> {
    let sql = "update matches set rating_due_at = null
               where id = $1 and rating_due_at is not null";
    let taken = sqlx::query(sql).bind(id.key()).execute(connection).await?;
    Ok(taken.rows_affected() > 0)
}

async fn insert_match(
    connection: &mut AnyConnection,
    number: i64,
    id: MatchId,
) -> Result<(), StoreError> {
    let sql = "insert into rated_matches (number, match_id) values ($1, $2)";
    sqlx::query(sql).bind(number).bind(id.key()).execute(connection).await?;
    Ok(())
}

pub(crate) async fn insert_change(
    connection: &mut AnyConnection,
    number: i64,
    pool: Pool,
    RatingChange { seat, player, before, after }: &RatingChange,
) -> Result<(), StoreError> {
    let sql = "insert into rating_changes (number, seat, player_id, pool, rating_before,
                   deviation_before, volatility_before, rating, deviation, volatility, games,
                   last_at)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    sqlx::query(sql)
        .bind(number)
        .bind(seat.index() as i64)
        .bind(player.key())
        .bind(pool.to_string())
        .bind(before.value)
        .bind(before.deviation)
        .bind(before.volatility)
        .bind(after.rating.value)
        .bind(after.rating.deviation)
        .bind(after.rating.volatility)
        .bind(i64::from(after.games))
        .bind(after.last_at.0)
        .execute(connection)
        .await?;
    Ok(())
}

pub(crate) async fn set_entry(
    connection: &mut AnyConnection,
    player: PlayerId,
    pool: Pool,
    entry: &RatingRecord,
) -> Result<(), StoreError> {
    let sql = "insert into ratings (player_id, pool, rating, deviation, volatility, games,
                   last_at, listed_until)
               values ($1, $2, $3, $4, $5, $6, $7, $8)
               on conflict (player_id, pool) do update
               set rating = $3, deviation = $4, volatility = $5, games = $6, last_at = $7,
                   listed_until = $8";
    sqlx::query(sql)
        .bind(player.key())
        .bind(pool.to_string())
        .bind(entry.rating.value)
        .bind(entry.rating.deviation)
        .bind(entry.rating.volatility)
        .bind(i64::from(entry.games))
        .bind(entry.last_at.0)
        .bind(entry.listed_until().map(|at| at.0))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the stored rating records of players in pools.
pub(crate) async fn entries_of(
    connection: &mut AnyConnection,
    wanted: &[(PlayerId, Pool)],
) -> Result<HashMap<(PlayerId, Pool), RatingRecord>, StoreError> {
    static SELECT: MultiRowInsert =
        MultiRowInsert::new("select * from ratings where (player_id, pool) in (values", 2, ")");
    let mut entries = HashMap::with_capacity(wanted.len());
    for (sql, chunk) in SELECT.chunks(wanted) {
        let mut select = sqlx::query::<sqlx::Any>(sql);
        for (player, pool) in chunk {
            select = select.bind(player.key()).bind(pool.to_string());
        }
        for row in select.fetch_all(&mut *connection).await? {
            let player = PlayerId(id(&row, "player_id")?);
            entries.insert((player, pool(&row)?), entry(&row)?);
        }
    }
    Ok(entries)
}

/// Decodes a change from the columns of `rating_changes`.
pub(crate) fn change(row: &AnyRow) -> sqlx::Result<RatingChange> {
    let seat = Seat::new(count(row, "seat")? as usize);
    Ok(RatingChange {
        seat: seat.ok_or_else(|| unreadable("a seat's index is 0 to 3"))?,
        player: PlayerId(id(row, "player_id")?),
        before: Rating {
            value: row.try_get("rating_before")?,
            deviation: row.try_get("deviation_before")?,
            volatility: row.try_get("volatility_before")?,
        },
        after: entry(row)?,
    })
}

/// Decodes a rating record from the columns that two tables share.
pub(crate) fn entry(row: &AnyRow) -> sqlx::Result<RatingRecord> {
    Ok(RatingRecord {
        rating: Rating {
            value: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        },
        games: count(row, "games")?,
        last_at: time(row, "last_at")?,
    })
}

pub(crate) fn pool(row: &AnyRow) -> sqlx::Result<Pool> {
    let text: &str = row.try_get("pool")?;
    text.parse().map_err(unreadable)
}
