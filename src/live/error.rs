//! Failures of commands and look-ups.

use chivalry_play::matches::{LogError, Refusal};

use crate::store::{AppendError, StoreError};

/// Why a match did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LiveError {
    /// There is no such match.
    #[error("there is no such match")]
    NotFound,
    /// The rules of play say no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The server is going away.
    #[error("the server is going away")]
    Draining,
    /// Another node has the match now: whether the command was carried out is
    /// not known, and sending it there with the same id finds out.
    #[error("another node has the match now")]
    Moved,
    /// This node cannot reach the others, which may have the match.
    #[error("the server cannot reach the other nodes")]
    CutOff,
    /// The database failed: whether the command was carried out is not known,
    /// and sending it again with the same id finds out.
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
