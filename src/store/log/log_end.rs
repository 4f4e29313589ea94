//! The end of the log in SQLite, where all matches share one append-only table. Postgres has a key
//! per match instead.
//!
//! The position of an entry is the only key of that table. The writer assigns it, so that an
//! append fails if another connection appended to the log since the writer read its end. While
//! the end is known, nothing but this writer has appended, and the cached heads are the last
//! entries of their matches.

use std::time::Duration;

use sqlx::{Acquire as _, AnyConnection, Row as _};
use tokio::time::Instant;

/// Number of entries without an index after which they are indexed. Each index run changes one
/// page per match.
const MAX_UNINDEXED: i64 = 4_096;

/// Number of entries without an index after which they are indexed if the last run was at least
/// [`INDEX_INTERVAL`] ago. Reading a match scans all entries without an index.
const MIN_UNINDEXED: i64 = 256;

const INDEX_INTERVAL: Duration = Duration::from_secs(1);

/// The positions of the end of the log and of its index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogEnd {
    /// The position of the next entry.
    pub(crate) next: i64,
    /// The position of the last entry that is indexed.
    indexed: i64,
    /// The time of the last index run.
    indexed_at: Instant,
}

impl LogEnd {
    pub(crate) async fn read(connection: &mut AnyConnection) -> sqlx::Result<LogEnd> {
        let sql = "select (select coalesce(max(seq), 0) from event_log) as last, seq as indexed
                   from indexed_events";
        let row = sqlx::query(sql).fetch_one(connection).await?;
        let (last, indexed): (i64, i64) = (row.try_get("last")?, row.try_get("indexed")?);
        // Entries may have been deleted by hand.
        let next = last.max(indexed) + 1;
        Ok(LogEnd { next, indexed, indexed_at: Instant::now() })
    }

    /// True if the entries without an index have to be indexed now.
    pub(crate) fn is_index_due(&self) -> bool {
        let unindexed = self.next - 1 - self.indexed;
        unindexed >= MAX_UNINDEXED
            || unindexed >= MIN_UNINDEXED && self.indexed_at.elapsed() >= INDEX_INTERVAL
    }

    /// Indexes up to [`MAX_UNINDEXED`] entries.
    ///
    /// # Errors
    /// Fails if the database fails or another connection indexed the same entries. Nothing is
    /// indexed then.
    pub(crate) async fn index(&mut self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        let last = (self.next - 1).min(self.indexed + MAX_UNINDEXED);
        let mut transaction = connection.begin().await?;
        index_between(&mut transaction, self.indexed, last).await?;
        transaction.commit().await?;
        (self.indexed, self.indexed_at) = (last, Instant::now());
        Ok(())
    }
}

/// Indexes the whole log.
pub(crate) async fn index_all(connection: &mut AnyConnection) -> sqlx::Result<()> {
    let end = LogEnd::read(connection).await?;
    index_between(connection, end.indexed, end.next - 1).await
}

/// Indexes the entries after `first` up to `last`. The versions of a match have no gap, so that an
/// index row needs only the first.
async fn index_between(connection: &mut AnyConnection, first: i64, last: i64) -> sqlx::Result<()> {
    let sql = "insert into event_index (match_id, first_v, seqs)
               select match_id, min(v), json_group_array(seq order by v) from event_log
               where seq > $1 and seq <= $2 group by match_id";
    sqlx::query(sql).bind(first).bind(last).execute(&mut *connection).await?;
    let sql = "update indexed_events set seq = $2 where seq = $1";
    let moved = sqlx::query(sql).bind(first).bind(last).execute(connection).await?;
    if moved.rows_affected() == 1 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}
