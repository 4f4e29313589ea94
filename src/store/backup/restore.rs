//! Restores a backup into an empty database, completely or not at all.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use sqlx::any::AnyArguments;
use sqlx::{AnyConnection, Arguments as _, AssertSqlSafe};

use crate::store::backup::{
    BackedUp, Column, FORMAT, Header, Kind, TableLine, Trailer, Value, columns, hex,
};
use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::explorer::clearing::forget_explored;
use crate::store::log::log_end::index_all;
use crate::store::matches::imported_games::fill_imported;
use crate::store::options::{SettingScope, lift_time_limits};
use crate::store::sql::rows::is_sqlite;
use crate::store::sql::schema;
use crate::store::sql::tables::{SEEDED, TABLES};

/// Rows per statement.
const ROWS_PER_STATEMENT: usize = 64;

/// The longest accepted line in bytes. Every row is shorter.
const MAX_LINE_BYTES: u64 = 256 << 20;

/// The first migration whose backups can be restored. Later ones only add columns that may be null.
const OLDEST: i64 = 1;

/// The last migration before version 0.1.0.
const LAST_PRE_RELEASE: i64 = 32;

/// Tables that earlier backups do not contain, and the migrations that add them.
const ADDED_TABLES: [(&str, i64); 27] = [
    ("known_addresses", 1),
    ("app_grants", 4),
    ("app_devices", 4),
    ("imported_games", 5),
    ("match_importers", 5),
    ("announcements", 6),
    ("announcement_targets", 6),
    ("recovery_codes", 9),
    ("security_events", 9),
    ("passkeys", 9),
    ("passkey_challenges", 9),
    ("tournament_schedules", 15),
    ("scheduled_tournaments", 15),
    ("scheduled_places", 15),
    ("notifications", 10),
    ("notification_reminders", 10),
    ("notification_settings", 10),
    ("push_subscriptions", 10),
    ("push_messages", 10),
    ("push_keys", 10),
    ("provider_identities", 11),
    ("mail_addresses", 11),
    ("mail_outbox", 11),
    ("mail_recovery_requests", 11),
    ("vacations", 12),
    ("arrangements", 12),
    ("game_orders", 17),
];

/// The reason why a backup was not restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The database contains rows.
    #[error(
        "the database is not empty: there are rows in `{0}`; a backup is restored into a new one"
    )]
    NotEmpty(&'static str),
    /// The file is not a backup, or it is truncated or altered.
    #[error("the backup is damaged, and nothing is restored: {0}")]
    Damaged(String),
    /// The backup has another schema version.
    #[error(
        "the backup has tables of version {found}, and this program version {ours}: restore it with the program that made it, then upgrade"
    )]
    OtherVersion {
        /// The last migration in the backup.
        found: i64,
        /// The last migration of this program.
        ours: i64,
    },
    /// The database failed or rejected a row of the backup.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<sqlx::Error> for RestoreError {
    fn from(error: sqlx::Error) -> RestoreError {
        RestoreError::Store(error.into())
    }
}

/// Restores backups.
#[derive(Clone, Copy, Debug)]
pub struct Restore<'a>(pub(crate) &'a Database);

impl Restore<'_> {
    /// Restores a backup into this empty database in one transaction. The transaction commits only
    /// after the whole backup was read and its checksum matched.
    ///
    /// # Errors
    /// See [`RestoreError`]. The database is then unchanged.
    pub async fn read(self, backup: impl Read) -> Result<BackedUp, RestoreError> {
        let mut lines = Lines::new(backup);
        let header: Header = lines.value()?;
        if header.format != FORMAT {
            return Err(RestoreError::Damaged(format!("its format is {:?}", header.format)));
        }
        let ours = schema::shared_version();
        // The last version before 0.1.0 has the tables of the first migration, except an added one.
        let is_pre_release = header.migration == LAST_PRE_RELEASE && ours < LAST_PRE_RELEASE;
        if !(OLDEST..=ours).contains(&header.migration) && !is_pre_release {
            return Err(RestoreError::OtherVersion { found: header.migration, ours });
        }
        let version = if is_pre_release { 0 } else { header.migration };
        let is_added =
            |table: &str| ADDED_TABLES.iter().any(|(added, by)| *added == table && *by > version);
        let mut transaction = self.0.writes.begin().await?;
        lift_time_limits(&mut transaction, SettingScope::Transaction).await?;
        // SQLite waits for a lock only if the transaction starts with a write.
        for table in SEEDED {
            let sql = format!("delete from {table}");
            sqlx::query(AssertSqlSafe(sql)).execute(&mut *transaction).await?;
        }
        for table in TABLES {
            let sql = format!("select 1 as one from {table} limit 1");
            if sqlx::query(AssertSqlSafe(sql)).fetch_optional(&mut *transaction).await?.is_some() {
                return Err(RestoreError::NotEmpty(table));
            }
        }
        let mut done = BackedUp::default();
        let mut pending = lines.line()?;
        for table in TABLES.into_iter().filter(|table| !is_added(table)) {
            let line: TableLine = read(&pending)?;
            let columns = columns(&mut transaction, table).await?;
            let names: HashSet<&String> = columns.iter().map(|column| &column.name).collect();
            let written: HashSet<&String> = line.columns.iter().collect();
            let has_columns = match header.migration == ours {
                true => written == names,
                false => written.is_subset(&names),
            };
            if line.table != table || written.len() != line.columns.len() || !has_columns {
                let what = format!("`{}` stands where `{table}` belongs", line.table);
                return Err(RestoreError::Damaged(what));
            }
            // The other database may order the columns differently.
            let columns = in_order(&line.columns, &columns);
            let mut rows: Vec<Vec<Value>> = Vec::with_capacity(ROWS_PER_STATEMENT);
            loop {
                pending = lines.line()?;
                let is_row = pending.first() == Some(&b'[');
                if is_row {
                    rows.push(read(&pending)?);
                    done.rows += 1;
                }
                if rows.len() == ROWS_PER_STATEMENT || !is_row && !rows.is_empty() {
                    insert(&mut transaction, table, &columns, &rows).await?;
                    rows.clear();
                }
                if !is_row {
                    break;
                }
            }
            done.tables += 1;
        }
        let trailer: Trailer = read(&pending)?;
        lines.check_end(&trailer, done.rows)?;
        if is_sqlite(&transaction) {
            index_all(&mut transaction).await?;
        }
        if is_added("imported_games") {
            fill_imported(&mut transaction).await?;
        }
        forget_explored(&mut transaction).await?;
        transaction.commit().await?;
        Ok(done)
    }
}

fn in_order(written: &[String], ours: &[Column]) -> Vec<Column> {
    let find = |name: &String| ours.iter().find(|column| column.name == *name).cloned();
    written.iter().filter_map(find).collect()
}

async fn insert(
    connection: &mut AnyConnection,
    table: &str,
    columns: &[Column],
    rows: &[Vec<Value>],
) -> Result<(), RestoreError> {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let mut values = AnyArguments::default();
    let mut list = Vec::with_capacity(rows.len());
    for row in rows {
        if row.len() != columns.len() {
            return Err(RestoreError::Damaged(format!("a row of `{table}` is truncated")));
        }
        let mut places = Vec::with_capacity(columns.len());
        for (value, column) in row.iter().zip(columns) {
            bind(&mut values, value, column.kind).ok_or_else(|| {
                RestoreError::Damaged(format!("a value of `{table}.{}`", column.name))
            })?;
            places.push(format!("${}", values.len()));
        }
        list.push(format!("({})", places.join(", ")));
    }
    let sql = format!("insert into {table} ({}) values {}", names.join(", "), list.join(", "));
    let query = sqlx::query_with::<sqlx::Any, _>(AssertSqlSafe(sql), values);
    query.persistent(rows.len() == ROWS_PER_STATEMENT).execute(connection).await?;
    Ok(())
}

/// Binds a value to a statement. Returns `None` if the value does not have the type of its column.
fn bind(values: &mut AnyArguments, value: &Value, kind: Kind) -> Option<()> {
    match (kind, value) {
        (Kind::Integer, Value::Null) => values.add(None::<i64>),
        (Kind::Integer, Value::Integer(number)) => values.add(*number),
        (Kind::Text, Value::Null) => values.add(None::<String>),
        (Kind::Text, Value::Text(text)) => values.add(text.clone()),
        (Kind::Bytes, Value::Null) => values.add(None::<Vec<u8>>),
        (Kind::Bytes, Value::Bytes { b }) => values.add(STANDARD.decode(b).ok()?),
        (Kind::Real, Value::Null) => values.add(None::<f64>),
        (Kind::Real, Value::Real { f }) => {
            values.add(f64::from_bits(u64::from_str_radix(f, 16).ok()?))
        }
        _ => return None,
    }
    .ok()
}

fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, RestoreError> {
    serde_json::from_slice(line).map_err(|error| RestoreError::Damaged(error.to_string()))
}

/// Reads and hashes the lines of a backup.
struct Lines<R: Read> {
    input: BufReader<GzDecoder<R>>,
    /// The hash of all lines before the one that was read last.
    hash: Sha256,
    last: Vec<u8>,
}

impl<R: Read> Lines<R> {
    fn new(backup: R) -> Lines<R> {
        let input = BufReader::with_capacity(1 << 16, GzDecoder::new(backup));
        Lines { input, hash: Sha256::new(), last: Vec::new() }
    }

    fn line(&mut self) -> Result<Vec<u8>, RestoreError> {
        self.hash.update(&self.last);
        self.last.clear();
        let damaged = |error: io::Error| RestoreError::Damaged(error.to_string());
        let mut bounded = (&mut self.input).take(MAX_LINE_BYTES);
        bounded.read_until(b'\n', &mut self.last).map_err(damaged)?;
        match self.last.last() {
            Some(b'\n') => Ok(self.last.clone()),
            Some(_) => Err(RestoreError::Damaged("a line is truncated".to_owned())),
            None => Err(RestoreError::Damaged("it is truncated".to_owned())),
        }
    }

    fn value<T: DeserializeOwned>(&mut self) -> Result<T, RestoreError> {
        read(&self.line()?)
    }

    fn check_end(mut self, trailer: &Trailer, rows: u64) -> Result<(), RestoreError> {
        let sha256 = hex(&self.hash.finalize());
        if *trailer != (Trailer { end: true, rows, sha256 }) {
            return Err(RestoreError::Damaged("its checksum does not match".to_owned()));
        }
        // The checksum does not cover data after the trailer.
        let mut more = [0];
        match self.input.read(&mut more) {
            Ok(0) => Ok(()),
            Ok(_) => Err(RestoreError::Damaged("data follows its end".to_owned())),
            Err(error) => Err(RestoreError::Damaged(error.to_string())),
        }
    }
}
