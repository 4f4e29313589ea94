//! Errors of match commands and queries.

use chivalry_play::matches::{LogError, Refusal};

use crate::live::cluster::lease::LeaseError;
use crate::store::{AppendError, StoreError};

/// The reason for which a match request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LiveError {
    /// The match does not exist.
    #[error("there is no such match")]
    NotFound,
    /// The rules of play refuse the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The server is shutting down.
    #[error("the server is going away")]
    Draining,
    /// Another node owns the match. The outcome of the command is unknown until it is repeated with
    /// the same id.
    #[error("another node has the match now")]
    Moved,
    /// This node cannot reach the other nodes, one of which may own the match.
    #[error("the server cannot reach the other nodes")]
    CutOff,
    /// The database failed. The outcome of the command is unknown until it is repeated with the
    /// same id.
    #[error("the database does not answer")]
    Unavailable(#[source] AppendError),
    /// The match's log cannot be read.
    #[error("the match's log cannot be read")]
    BrokenLog(#[from] LogError),
}

impl From<StoreError> for LiveError {
    fn from(error: StoreError) -> LiveError {
        LiveError::Unavailable(AppendError::Unavailable(error))
    }
}

impl From<LeaseError> for LiveError {
    fn from(error: LeaseError) -> LiveError {
        match error {
            LeaseError::Store(error) => error.into(),
            LeaseError::Bus(error) => {
                tracing::warn!(%error, "could not acquire a lease");
                LiveError::CutOff
            }
        }
    }
}
