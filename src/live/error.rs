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
    #[error("the server is shutting down")]
    Draining,
    /// Another node owns the match. The outcome of the command is unknown until it is repeated with
    /// the same id.
    #[error("another node owns the match now")]
    Moved,
    /// This node cannot reach the other nodes, one of which may own the match.
    #[error("the server cannot reach the other nodes")]
    CutOff,
    /// The database failed. The outcome of the command is unknown until it is repeated with the
    /// same id.
    #[error("the database does not respond")]
    Unavailable(#[source] AppendError),
    /// The answer took too long, because the database does not commit. The outcome of the command is
    /// unknown until it is repeated with the same id.
    #[error("the database does not respond in time")]
    TimedOut,
    /// The match's log cannot be replayed.
    #[error("the match's log cannot be read")]
    BrokenLog(#[from] LogError),
    /// The match's stored data is damaged.
    #[error("the match's stored data cannot be read")]
    Unreadable(#[source] StoreError),
}

impl From<StoreError> for LiveError {
    fn from(error: StoreError) -> LiveError {
        if error.is_unreadable() {
            return LiveError::Unreadable(error);
        }
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
