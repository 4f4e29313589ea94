//! Deletes the index, so that it is written again.

use sqlx::AnyConnection;

use crate::store::db::Database;
use crate::store::error::StoreError;

/// Rows deleted per transaction. A running server waits for at most one such transaction.
const ROWS_AT_ONCE: i64 = 2_000;

/// The parts of the deletion. Each is repeated until no row is left.
const PARTS: [&str; 4] = [
    "delete from explorer_positions where (position, block) in
         (select position, block from explorer_positions limit $1)",
    "delete from explorer_players where (player_id, block) in
         (select player_id, block from explorer_players limit $1)",
    "delete from explorer_games where number in (select number from explorer_games limit $1)",
    "update matches set explored_at = null where id in
         (select id from matches where explored_at is not null limit $1)",
];

/// Makes all matches wait for the index. Backups contain the matches, and not the index.
pub(crate) async fn forget_explored(connection: &mut AnyConnection) -> sqlx::Result<()> {
    let sql = "update matches set explored_at = null where explored_at is not null";
    sqlx::query(sql).execute(connection).await?;
    Ok(())
}

/// Deletes some rows, or ends the deletion if none is left.
pub(crate) async fn clear_some(db: &Database) -> Result<(), StoreError> {
    for part in PARTS {
        let deleted = sqlx::query(part).bind(ROWS_AT_ONCE).execute(&db.writes).await?;
        if deleted.rows_affected() > 0 {
            return Ok(());
        }
    }
    let sql = "update explorer_state set clearing = 0, last_number = 0";
    sqlx::query(sql).execute(&db.writes).await?;
    Ok(())
}
