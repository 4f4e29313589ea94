//! Writes a consistent backup while servers run.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::TryStreamExt as _;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};

use crate::store::backup::{
    BackedUp, Column, FORMAT, Header, Kind, TableLine, Trailer, Value, columns, hex, is_null,
};
use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::rows::{is_sqlite, unreadable};
use crate::store::sql::schema;
use crate::store::sql::tables::TABLES;

/// The reason why a backup was not written.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        BackupError::Store(error.into())
    }
}

/// Writes backups.
#[derive(Clone, Copy, Debug)]
pub struct Backup<'a>(pub(crate) &'a Database);

impl Backup<'_> {
    /// Writes a consistent snapshot of all stored data to `out`. Running servers are not blocked.
    ///
    /// # Errors
    /// Returns an error if the database or `out` fails. The output is then not a valid backup.
    pub async fn write(self, out: impl Write) -> Result<BackedUp, BackupError> {
        let mut lines = Lines {
            out: GzEncoder::new(out, Compression::default()),
            hash: Sha256::new(),
            done: BackedUp::default(),
        };
        let mut snapshot = self.0.snapshot().await?;
        let sql = "select max(version) from _sqlx_migrations where success";
        let applied: Option<i64> = sqlx::query_scalar(sql).fetch_one(&mut *snapshot).await?;
        let known = self.0.migrator.iter().map(|migration| migration.version).max();
        let later = applied.filter(|_| applied > known);
        let database = if is_sqlite(&snapshot) { "sqlite" } else { "postgres" };
        lines.write(&Header {
            format: FORMAT.to_owned(),
            migration: later.unwrap_or_else(schema::shared_version),
            database: database.to_owned(),
        })?;
        for table in TABLES {
            let columns = columns(&mut snapshot, table).await?;
            let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
            let sql = format!("select {} from {table}", names.join(", "));
            lines.write(&TableLine { table: table.to_owned(), columns: names })?;
            lines.done.tables += 1;
            let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut *snapshot);
            while let Some(row) = rows.try_next().await? {
                lines.write(&values(&row, &columns)?)?;
                lines.done.rows += 1;
            }
        }
        snapshot.commit().await?;
        lines.finish()
    }
}

fn values(row: &AnyRow, columns: &[Column]) -> sqlx::Result<Vec<Value>> {
    let value = |(at, column): (usize, &Column)| {
        if is_null(row, at)? {
            return Ok(Value::Null);
        }
        Ok(match column.kind {
            Kind::Integer => Value::Integer(row.try_get(at)?),
            Kind::Text => Value::Text(row.try_get(at)?),
            Kind::Bytes => Value::Bytes { b: STANDARD.encode(row.try_get::<&[u8], _>(at)?) },
            Kind::Real => {
                let number: f64 = row.try_get(at)?;
                Value::Real { f: format!("{:016x}", number.to_bits()) }
            }
        })
    };
    columns.iter().enumerate().map(value).collect()
}

/// Compresses and hashes the lines of a backup.
struct Lines<W: Write> {
    out: GzEncoder<W>,
    hash: Sha256,
    done: BackedUp,
}

impl<W: Write> Lines<W> {
    fn write(&mut self, line: &impl Serialize) -> Result<(), BackupError> {
        let mut text = serde_json::to_vec(line).map_err(unreadable)?;
        text.push(b'\n');
        self.hash.update(&text);
        Ok(self.out.write_all(&text)?)
    }

    fn finish(mut self) -> Result<BackedUp, BackupError> {
        let sha256 = hex(&self.hash.clone().finalize());
        self.write(&Trailer { end: true, rows: self.done.rows, sha256 })?;
        self.out.finish()?.flush()?;
        Ok(self.done)
    }
}
