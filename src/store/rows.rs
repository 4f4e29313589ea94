//! Between rows and values.

use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _, SqlSafeStr as _, SqlStr};
use uuid::Uuid;

use crate::clock::Timestamp;

/// How many rows one statement may take, in the order they are tried: few
/// lengths, so that each is prepared once and kept.
const CHUNKS: [usize; 7] = [64, 32, 16, 8, 4, 2, 1];

/// A statement that ends in a list of rows of placeholders, in every length.
pub(super) struct ByRows([SqlStr; CHUNKS.len()]);

impl ByRows {
    /// `head ($1, $2), ($3, $4) tail`, for rows of `columns` values.
    pub(super) fn new(head: &str, columns: usize, tail: &str) -> ByRows {
        ByRows(CHUNKS.map(|rows| {
            let list = placeholders(rows, columns);
            AssertSqlSafe(format!("{head} {list} {tail}")).into_sql_str()
        }))
    }

    /// Splits `rows` into chunks, each with the statement of its length.
    pub(super) fn chunks<'a, T>(&self, rows: &'a [T]) -> impl Iterator<Item = (SqlStr, &'a [T])> {
        let mut rest = rows;
        std::iter::from_fn(move || {
            let size = CHUNKS.iter().position(|chunk| *chunk <= rest.len())?;
            let (chunk, after) = rest.split_at(CHUNKS[size]);
            rest = after;
            Some((self.0[size].clone(), chunk))
        })
    }
}

/// `($1, $2), ($3, $4)` for two rows of two columns.
fn placeholders(rows: usize, columns: usize) -> String {
    let mut list = String::new();
    for row in 0..rows {
        for column in 0..columns {
            let before = match (row, column) {
                (0, 0) => "(",
                (_, 0) => "), (",
                _ => ", ",
            };
            let number = row * columns + column + 1;
            write!(list, "{before}${number}").expect("room in memory");
        }
    }
    list.push(')');
    list
}

pub(super) fn unreadable(
    error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> sqlx::Error {
    sqlx::Error::Decode(error.into())
}

pub(super) fn id(row: &AnyRow, column: &str) -> sqlx::Result<Uuid> {
    Uuid::from_slice(row.try_get(column)?).map_err(unreadable)
}

pub(super) fn optional_id(row: &AnyRow, column: &str) -> sqlx::Result<Option<Uuid>> {
    let bytes: Option<Vec<u8>> = row.try_get(column)?;
    bytes.map(|bytes| Uuid::from_slice(&bytes).map_err(unreadable)).transpose()
}

pub(super) fn time(row: &AnyRow, column: &str) -> sqlx::Result<Timestamp> {
    row.try_get(column).map(Timestamp)
}

pub(super) fn optional_time(row: &AnyRow, column: &str) -> sqlx::Result<Option<Timestamp>> {
    let time: Option<i64> = row.try_get(column)?;
    Ok(time.map(Timestamp))
}

pub(super) fn count(row: &AnyRow, column: &str) -> sqlx::Result<u32> {
    let number: i64 = row.try_get(column)?;
    number.try_into().map_err(unreadable)
}

pub(super) fn optional_count(row: &AnyRow, column: &str) -> sqlx::Result<Option<u32>> {
    let number: Option<i64> = row.try_get(column)?;
    number.map(|number| number.try_into().map_err(unreadable)).transpose()
}

/// A flag is 0 or 1 in both databases: the driver reads no boolean of SQLite's.
pub(super) fn flag(row: &AnyRow, column: &str) -> sqlx::Result<bool> {
    let number: i64 = row.try_get(column)?;
    Ok(number != 0)
}

pub(super) fn json<T: DeserializeOwned>(row: &AnyRow, column: &str) -> sqlx::Result<T> {
    let text: &str = row.try_get(column)?;
    serde_json::from_str(text).map_err(unreadable)
}

/// The value of a closed list whose name is `text`.
pub(super) fn named<T: Copy>(
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
    fn rows_are_split_into_few_lengths_and_none_is_lost() {
        let rows: Vec<usize> = (0..203).collect();
        let by_rows = ByRows::new("insert into t values", 2, "");
        let chunks: Vec<_> = by_rows.chunks(&rows).collect();
        let lengths: Vec<usize> = chunks.iter().map(|(_, chunk)| chunk.len()).collect();
        assert_eq!(lengths, [64, 64, 64, 8, 2, 1]);
        assert!(chunks.iter().flat_map(|(_, chunk)| *chunk).eq(&rows));
        assert_eq!(chunks[4].0.as_str(), "insert into t values ($1, $2), ($3, $4) ");
    }
}
