//! Infractions of players.

use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::penalty_until;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::log::prepared::PreparedAppend;
use crate::store::sql::key::Key as _;

/// The infractions of players.
#[derive(Clone, Copy, Debug)]
pub struct Conduct<'a>(pub(crate) &'a Database);

impl Conduct<'_> {
    /// Returns the time until which the player may not join open games ([`penalty_until`]).
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn penalty_until(
        self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        // Earlier infractions do not count. SQLite would prepare a statement with a parameter as
        // its limit each time.
        let sql = "select at from faults where player_id = $1 order by at desc limit 32";
        let rows = sqlx::query(sql).bind(player.key()).fetch_all(&self.0.reads).await?;
        let faults: sqlx::Result<Vec<Timestamp>> =
            rows.iter().map(|row| Ok(Timestamp(row.try_get("at")?))).collect();
        Ok(penalty_until(&faults?, now))
    }
}

/// Stores the infractions that the last event of an append caused.
pub(crate) async fn insert_faults(
    connection: &mut AnyConnection,
    append: &PreparedAppend,
) -> sqlx::Result<()> {
    let Some(last) = append.events.last() else { return Ok(()) };
    for (player, fault) in &append.faults {
        let sql = "insert into faults (player_id, at, match_id, fault) values ($1, $2, $3, $4)";
        sqlx::query(sql)
            .bind(player.key())
            .bind(last.at)
            .bind(append.match_id.key())
            .bind(fault.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
