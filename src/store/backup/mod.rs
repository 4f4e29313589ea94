//! Backups: all stored data as lines of text that both databases can read (`docs/operations.md`,
//! "Backup and restore").
//!
//! A backup is compressed by gzip. The first line is the header. A line with its name and columns
//! precedes the rows of each table. Each row is a list of values. The last line holds the number
//! of rows and the SHA-256 of all earlier lines.

pub(crate) mod dump;
pub(crate) mod restore;

use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _, ValueRef as _};

use crate::store::error::StoreError;
use crate::store::sql::rows::is_sqlite;

pub use dump::BackupError;
pub use restore::RestoreError;

/// The format name in the header.
const FORMAT: &str = "chivalry-backup-1";

/// The size of a backup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackedUp {
    /// Number of tables.
    pub tables: u64,
    /// Number of rows in all tables.
    pub rows: u64,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    /// The version of the last applied migration.
    migration: i64,
    /// The source database: `sqlite` or `postgres`.
    database: String,
}

/// The line before the rows of a table.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct TableLine {
    table: String,
    columns: Vec<String>,
}

/// The last line.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Trailer {
    end: bool,
    rows: u64,
    /// In hexadecimal digits.
    sha256: String,
}

/// A value of a row. Bytes and fractions are restored bit for bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Value {
    Null,
    Integer(i64),
    Text(String),
    /// In base64.
    Bytes {
        b: String,
    },
    /// The bits of an IEEE 754 double, in hexadecimal digits.
    Real {
        f: String,
    },
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Integer,
    Text,
    Bytes,
    Real,
}

/// A column of a table.
#[derive(Clone, Debug)]
struct Column {
    name: String,
    kind: Kind,
}

/// Returns the columns of a table, without generated columns.
async fn columns(connection: &mut AnyConnection, table: &str) -> Result<Vec<Column>, StoreError> {
    let sql = if is_sqlite(connection) {
        "select name, lower(type) as kind from pragma_table_xinfo($1) where hidden = 0
         order by cid"
    } else {
        "select column_name::text as name, data_type::text as kind
         from information_schema.columns
         where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'
         order by ordinal_position"
    };
    let rows = sqlx::query(sql).bind(table).fetch_all(connection).await?;
    let column = |row: &AnyRow| -> sqlx::Result<Column> {
        let kind: &str = row.try_get("kind")?;
        let kind = match kind {
            "integer" | "bigint" | "smallint" => Kind::Integer,
            "text" => Kind::Text,
            "blob" | "bytea" => Kind::Bytes,
            "real" | "double precision" => Kind::Real,
            other => {
                return Err(crate::store::sql::rows::unreadable(format!(
                    "a column of {table} is {other}"
                )));
            }
        };
        Ok(Column { name: row.try_get("name")?, kind })
    };
    Ok(rows.iter().map(column).collect::<sqlx::Result<_>>()?)
}

fn is_null(row: &AnyRow, at: usize) -> sqlx::Result<bool> {
    Ok(row.try_get_raw(at)?.is_null())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
