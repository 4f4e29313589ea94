//! Failures of the store.

use std::path::PathBuf;
use std::sync::Arc;

use sqlx::migrate::MigrateError;

/// The database did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database's address is neither `postgres://` nor `postgresql://`.
    #[error("the database's address must begin with postgres:// or postgresql://")]
    Address,
    /// The data directory can be neither found nor made.
    #[error("the data directory {path} cannot be used: {source}")]
    Directory {
        /// The directory, as it was given.
        path: PathBuf,
        /// What the system said.
        source: Arc<std::io::Error>,
    },
    /// The tables are not those of this version, and were not to be changed.
    #[error("the database's tables are of another version of the server")]
    Outdated,
    /// The tables could not be brought to this version.
    #[error("the database's tables cannot be migrated: {0}")]
    Migration(#[source] Arc<MigrateError>),
    /// The database refused, cannot be reached, or holds what cannot be read.
    #[error(transparent)]
    Database(Arc<sqlx::Error>),
    /// The writer has ended: nothing more is stored.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether it is what was read that is at fault, and will be for ever.
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
