//! Conversions between rows and values.

use std::fmt::Write as _;
use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _, SqlSafeStr as _, SqlStr};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::EntryHash;

use crate::store::sql::connections::Connections;
use crate::store::sql::key::Key;

/// Maximum number of rows of one statement.
pub(crate) const MAX_ROWS: usize = 64;

/// The placeholder syntax of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placeholders {
    /// `?`, for SQLite. SQLite looks up a numbered placeholder by a scan of all earlier names.
    Nameless,
    /// `$1`, for Postgres.
    Numbered,
}

impl Placeholders {
    pub(crate) fn of(connection: &AnyConnection) -> Placeholders {
        if is_sqlite(connection) { Placeholders::Nameless } else { Placeholders::Numbered }
    }
}

/// Returns true for SQLite, which allows one writing transaction at a time.
pub(crate) fn is_sqlite(connection: &AnyConnection) -> bool {
    connection.backend_name() == "SQLite"
}

/// The row counts that get a prepared statement. Each statement is cached, so that their number
/// has to be limited.
#[derive(Clone, Copy, Debug)]
enum Lengths {
    /// Powers of two.
    PowersOfTwo,
    /// Every number. This caches more statements, but never needs a second one for the rest.
    Every,
}

/// A statement that ends in a list of placeholder rows, prepared for several row counts.
pub(crate) struct MultiRowInsert {
    head: &'static str,
    columns: usize,
    tail: &'static str,
    lengths: Lengths,
    statements: [[OnceLock<SqlStr>; 2]; MAX_ROWS],
}

impl MultiRowInsert {
    /// Creates `head ($1, $2), ($3, $4) tail` for rows of `columns` values.
    pub(crate) const fn new(
        head: &'static str,
        columns: usize,
        tail: &'static str,
    ) -> MultiRowInsert {
        MultiRowInsert::with_lengths(Lengths::PowersOfTwo, head, columns, tail)
    }

    /// Creates a [`MultiRowInsert::new`] with a statement for every row count, for the most
    /// frequent statement.
    pub(crate) const fn every_batch_size(
        head: &'static str,
        columns: usize,
        tail: &'static str,
    ) -> MultiRowInsert {
        MultiRowInsert::with_lengths(Lengths::Every, head, columns, tail)
    }

    const fn with_lengths(
        lengths: Lengths,
        head: &'static str,
        columns: usize,
        tail: &'static str,
    ) -> MultiRowInsert {
        let statements = [const { [const { OnceLock::new() }; 2] }; MAX_ROWS];
        MultiRowInsert { head, columns, tail, lengths, statements }
    }

    /// Splits `rows` into chunks, each with the statement for its length.
    pub(crate) fn chunks<'a, T>(&self, rows: &'a [T]) -> impl Iterator<Item = (SqlStr, &'a [T])> {
        self.chunks_with(Placeholders::Numbered, rows)
    }

    /// Splits `rows` like [`MultiRowInsert::chunks`], with the placeholders that the database
    /// parses fastest.
    pub(crate) fn chunks_with<'a, T>(
        &self,
        placeholders: Placeholders,
        rows: &'a [T],
    ) -> impl Iterator<Item = (SqlStr, &'a [T])> {
        let mut rest = rows;
        std::iter::from_fn(move || {
            let remaining = rest.len().min(MAX_ROWS);
            let size = match self.lengths {
                Lengths::Every => remaining,
                Lengths::PowersOfTwo => 1 << remaining.checked_ilog2()?,
            };
            let (chunk, after) = rest.split_at(size);
            rest = after;
            (!chunk.is_empty()).then(|| (self.sql(placeholders, size), chunk))
        })
    }

    /// Fetches the rows of a select that ends in a list of ids. The last id is repeated up to the
    /// next prepared length.
    pub(crate) async fn rows_of<K: Key + Copy>(
        &self,
        connections: &Connections,
        ids: &[K],
    ) -> sqlx::Result<Vec<AnyRow>> {
        let mut found = Vec::new();
        for ids in ids.chunks(MAX_ROWS) {
            let size = ids.len().next_power_of_two();
            let sql = self.sql(Placeholders::Numbered, size);
            let padded = ids.iter().chain(std::iter::repeat(&ids[ids.len() - 1])).take(size);
            let mut select = sqlx::query::<sqlx::Any>(sql);
            for id in padded {
                select = select.bind(id.key());
            }
            found.extend(select.fetch_all(connections).await?);
        }
        Ok(found)
    }

    fn sql(&self, placeholders: Placeholders, rows: usize) -> SqlStr {
        let statements = &self.statements[rows - 1][placeholders as usize];
        let make = || {
            let list = list(placeholders, rows, self.columns);
            AssertSqlSafe(format!("{} {list} {}", self.head, self.tail)).into_sql_str()
        };
        statements.get_or_init(make).clone()
    }
}

/// Returns `($1, $2), ($3, $4)` for two rows of two columns.
fn list(placeholders: Placeholders, rows: usize, columns: usize) -> String {
    let mut list = String::new();
    for row in 0..rows {
        for column in 0..columns {
            list.push_str(match (row, column) {
                (0, 0) => "(",
                (_, 0) => "), (",
                _ => ", ",
            });
            match placeholders {
                Placeholders::Nameless => list.push('?'),
                Placeholders::Numbered => {
                    let number = row * columns + column + 1;
                    write!(list, "${number}").expect("room in memory");
                }
            }
        }
    }
    list.push(')');
    list
}

pub(crate) fn unreadable(
    error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> sqlx::Error {
    sqlx::Error::Decode(error.into())
}

pub(crate) fn id(row: &AnyRow, column: &str) -> sqlx::Result<Uuid> {
    Uuid::from_slice(row.try_get(column)?).map_err(unreadable)
}

pub(crate) fn optional_id(row: &AnyRow, column: &str) -> sqlx::Result<Option<Uuid>> {
    let bytes: Option<Vec<u8>> = row.try_get(column)?;
    bytes.map(|bytes| Uuid::from_slice(&bytes).map_err(unreadable)).transpose()
}

/// Decodes the hash of an entry, if it has one.
pub(crate) fn link_hash(row: &AnyRow, column: &str) -> sqlx::Result<Option<EntryHash>> {
    let bytes: Option<Vec<u8>> = row.try_get(column)?;
    bytes.map(|bytes| EntryHash::try_from(bytes.as_slice()).map_err(unreadable)).transpose()
}

pub(crate) fn time(row: &AnyRow, column: &str) -> sqlx::Result<Timestamp> {
    row.try_get(column).map(Timestamp)
}

pub(crate) fn optional_time(row: &AnyRow, column: &str) -> sqlx::Result<Option<Timestamp>> {
    let time: Option<i64> = row.try_get(column)?;
    Ok(time.map(Timestamp))
}

pub(crate) fn count(row: &AnyRow, column: &str) -> sqlx::Result<u32> {
    let number: i64 = row.try_get(column)?;
    number.try_into().map_err(unreadable)
}

pub(crate) fn optional_count(row: &AnyRow, column: &str) -> sqlx::Result<Option<u32>> {
    let number: Option<i64> = row.try_get(column)?;
    number.map(|number| number.try_into().map_err(unreadable)).transpose()
}

/// Decodes a flag, stored as 0 or 1. The driver cannot read booleans of SQLite.
pub(crate) fn flag(row: &AnyRow, column: &str) -> sqlx::Result<bool> {
    let number: i64 = row.try_get(column)?;
    Ok(number != 0)
}

pub(crate) fn json<T: DeserializeOwned>(row: &AnyRow, column: &str) -> sqlx::Result<T> {
    let text: &str = row.try_get(column)?;
    serde_json::from_str(text).map_err(unreadable)
}

/// Returns the value of a closed list whose name is `text`.
pub(crate) fn named<T: Copy>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
    text: &str,
) -> sqlx::Result<T> {
    let found = all.iter().copied().find(|value| name(*value) == text);
    found.ok_or_else(|| unreadable(format!("unknown name {text:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_split_into_powers_of_two_without_loss() {
        let rows: Vec<usize> = (0..203).collect();
        let by_rows = MultiRowInsert::new("insert into t values", 2, "");
        let chunks: Vec<_> = by_rows.chunks(&rows).collect();
        let lengths: Vec<usize> = chunks.iter().map(|(_, chunk)| chunk.len()).collect();
        assert_eq!(lengths, [64, 64, 64, 8, 2, 1]);
        assert!(chunks.iter().flat_map(|(_, chunk)| *chunk).eq(&rows));
        assert_eq!(chunks[4].0.as_str(), "insert into t values ($1, $2), ($3, $4) ");
    }

    #[test]
    fn every_batch_size_writes_the_remaining_rows_in_one_statement() {
        let rows: Vec<usize> = (0..67).collect();
        let by_rows = MultiRowInsert::every_batch_size("insert into t values", 2, "");
        let chunks: Vec<_> = by_rows.chunks_with(Placeholders::Nameless, &rows).collect();
        let lengths: Vec<usize> = chunks.iter().map(|(_, chunk)| chunk.len()).collect();
        assert_eq!(lengths, [64, 3]);
        assert_eq!(chunks[1].0.as_str(), "insert into t values (?, ?), (?, ?), (?, ?) ");
        assert!(by_rows.chunks_with(Placeholders::Nameless, &rows[..0]).next().is_none());
    }
}
