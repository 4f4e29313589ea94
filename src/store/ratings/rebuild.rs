//! Rebuilds all ratings from the logs, in the stored order.

use std::collections::HashMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_play::rating::{Pool, RatingChange, RatingRecord};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::options::{SettingScope, lift_time_limits};
use crate::store::ratings::rated_matches::RatedMatches;
use crate::store::ratings::rated_matches::{
    change, entry, insert_change, reserve_numbers, set_entry,
};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::id;

/// Matches rated per transaction. A running server waits for at most one such transaction.
const MATCHES_PER_TRANSACTION: i64 = 64;

/// The result of a rebuild.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Number of rated matches.
    pub matches: u64,
    /// Number of rows that differed from the logs and were corrected.
    pub mended: u64,
}

/// The progress of a rebuild.
#[derive(Default)]
struct Rebuild {
    last_number: i64,
    known: HashMap<(PlayerId, Pool), RatingRecord>,
    done: Rebuilt,
}

/// Computes all ratings again.
#[derive(Clone, Copy, Debug)]
pub struct RatingRebuild<'a>(pub(crate) &'a Database);

impl RatingRebuild<'_> {
    /// Rates every rated match again in the stored order, and corrects differing rows. Servers may
    /// run during the rebuild.
    ///
    /// # Errors
    /// Returns an error if the database fails or the log of a rated match cannot be decoded.
    pub async fn run(self) -> Result<Rebuilt, StoreError> {
        let mut rebuild = Rebuild::default();
        loop {
            let mut transaction = self.0.writes.begin().await?;
            lift_time_limits(&mut transaction, SettingScope::Transaction).await?;
            // The lock prevents concurrent rating of this part.
            reserve_numbers(&mut transaction, 0).await?;
            let is_last = !self.rebuild_part(&mut transaction, &mut rebuild).await?;
            if is_last {
                rebuild.correct_entries(&mut transaction).await?;
            }
            transaction.commit().await?;
            if is_last {
                return Ok(rebuild.done);
            }
        }
    }

    /// Processes some matches. Returns true if there may be more.
    async fn rebuild_part(
        self,
        connection: &mut AnyConnection,
        rebuild: &mut Rebuild,
    ) -> Result<bool, StoreError> {
        let sql = "select number, match_id from rated_matches where number > $1
                   order by number limit $2";
        let rows = sqlx::query(sql)
            .bind(rebuild.last_number)
            .bind(MATCHES_PER_TRANSACTION)
            .fetch_all(&mut *connection)
            .await?;
        for row in &rows {
            let number: i64 = row.try_get("number")?;
            self.rate_again(connection, rebuild, number, MatchId(id(row, "match_id")?)).await?;
            rebuild.last_number = number;
        }
        Ok(rows.len() as i64 == MATCHES_PER_TRANSACTION)
    }

    async fn rate_again(
        self,
        connection: &mut AnyConnection,
        rebuild: &mut Rebuild,
        number: i64,
        match_id: MatchId,
    ) -> Result<(), StoreError> {
        let mut expected = Vec::new();
        if let Some(rated_game) = RatedMatches(self.0).rated_game(match_id).await? {
            let known = |(player, pool): &(PlayerId, Pool)| {
                Some((*player, *rebuild.known.get(&(*player, *pool))?))
            };
            let changes =
                rated_game.changes(&rated_game.players().iter().filter_map(known).collect());
            for change in changes {
                rebuild.known.insert((change.player, rated_game.pool), change.after);
                expected.push((rated_game.pool, change));
            }
            rebuild.done.matches += 1;
        }
        let sql = "select * from rating_changes where number = $1 order by seat";
        let rows = sqlx::query(sql).bind(number).fetch_all(&mut *connection).await?;
        let is_right = |row: &AnyRow, (pool, right): &(Pool, RatingChange)| {
            is_stored_in(row, *pool) && change(row).is_ok_and(|stored| stored == *right)
        };
        let right = rows.iter().zip(&expected).filter(|(row, right)| is_right(row, right)).count();
        let wrong = rows.len().max(expected.len()) - right;
        if wrong > 0 {
            let sql = "delete from rating_changes where number = $1";
            sqlx::query(sql).bind(number).execute(&mut *connection).await?;
            for (pool, change) in &expected {
                insert_change(connection, number, *pool, change).await?;
            }
            rebuild.done.mended += wrong as u64;
        }
        Ok(())
    }
}

impl Rebuild {
    /// Corrects the table of current ratings.
    async fn correct_entries(&mut self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let rows = sqlx::query("select * from ratings").fetch_all(&mut *connection).await?;
        let mut missing = self.known.clone();
        for row in &rows {
            let (player, pool): (_, &str) = (id(row, "player_id")?, row.try_get("pool")?);
            let key = pool.parse().ok().map(|pool| (PlayerId(player), pool));
            match key.and_then(|key| Some((key, missing.remove(&key)?))) {
                Some((_, right)) if is_stored_record(row, &right) => continue,
                Some(((player, pool), right)) => {
                    set_entry(connection, player, pool, &right).await?;
                }
                None => {
                    let sql = "delete from ratings where player_id = $1 and pool = $2";
                    let delete = sqlx::query(sql).bind(player.key()).bind(pool);
                    delete.execute(&mut *connection).await?;
                }
            }
            self.done.mended += 1;
        }
        for ((player, pool), entry) in missing {
            set_entry(connection, player, pool, &entry).await?;
            self.done.mended += 1;
        }
        Ok(())
    }
}

fn is_stored_in(row: &AnyRow, pool: Pool) -> bool {
    row.try_get("pool").is_ok_and(|text: &str| text == pool.to_string())
}

fn is_stored_record(row: &AnyRow, right: &RatingRecord) -> bool {
    let listed_until: Result<Option<i64>, _> = row.try_get("listed_until");
    let is_listed = listed_until.is_ok_and(|at| at == right.listed_until().map(|at| at.0));
    is_listed && entry(row).is_ok_and(|stored| stored == *right)
}
