//! Failures of the store.

use std::path::PathBuf;
use std::sync::Arc;

use sqlx::migrate::MigrateError;

/// A failure of the database.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database's address is neither `postgres://` nor `postgresql://`.
    #[error("the database's address must begin with postgres:// or postgresql://")]
    Address,
    /// The data directory can be neither found nor created.
    #[error("the data directory {path} cannot be used: {source}")]
    Directory {
        /// The directory as configured.
        path: PathBuf,
        /// The error of the operating system.
        source: Arc<std::io::Error>,
    },
    /// The data directory contains no database, and none may be created.
    #[error("there is no database in {path}: give --data-dir or --database-url")]
    NoDatabase {
        /// The directory as configured.
        path: PathBuf,
    },
    /// The database has no tables, and migrations are disabled.
    #[error("the database has no tables: `chivalry migrate` creates them")]
    NoTables,
    /// The schema has an earlier version, and migrations are disabled.
    #[error("the database's tables are of an earlier version: `chivalry migrate` updates them")]
    Outdated,
    /// A later version removed a part of the schema that this program uses.
    #[error(
        "the database's tables are of a later version that this program cannot use (migration {migration}): start a later program"
    )]
    Contracted {
        /// The number of the migration that removed the part.
        migration: i64,
    },
    /// A version before 0.1.0 created the tables.
    #[error(
        "the database's tables are of a version before 0.1.0: write a backup with the program that made them, and restore it into a new database with this one"
    )]
    PreRelease,
    /// A migration failed.
    #[error("the database's tables cannot be migrated: {0}")]
    Migration(#[source] Arc<MigrateError>),
    /// The database failed, is unreachable, or holds unreadable data.
    #[error(transparent)]
    Database(Arc<sqlx::Error>),
    /// The writer has shut down. No more appends are stored.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Returns true if stored data cannot be decoded. Such an error is permanent.
    pub(crate) fn is_unreadable(&self) -> bool {
        match self {
            StoreError::Database(error) => {
                matches!(**error, sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. })
            }
            _ => false,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}
