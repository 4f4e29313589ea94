//! Errors and exit statuses of the commands.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use crate::cluster::ClusterError;
use crate::http::{RunError, VariantsError};
use crate::live::compute::tables::TablesError;
use crate::load::LoadError;
use crate::store::{BackupError, StoreError};
use chivalry_engine::tables::{SolveError, TableFileError};

/// A fatal error of a command.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Several nodes need a database that they can share.
    #[error("nodes share a Postgres database: --nats-url needs --database-url")]
    NoSharedDatabase,
    /// The node cannot join its cluster.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The server failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An operator's variants cannot be loaded.
    #[error(transparent)]
    Variants(#[from] VariantsError),
    /// The load test failed.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The backup or restore failed.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// Endgame tables cannot be opened.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// Endgame tables cannot be read.
    #[error(transparent)]
    TableFile(#[from] TableFileError),
    /// Endgame tables cannot be computed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Exit status for "no": an illegal move, an unsound record.
pub(crate) const NO: u8 = 1;
/// Exit status for invalid input.
pub(crate) const FAULTY: u8 = 2;

/// The message of a file that cannot be used.
pub(crate) fn file_fault(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}
