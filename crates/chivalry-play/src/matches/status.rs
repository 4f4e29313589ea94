//! TODO-DOC

use crate::matches::log::result::{MatchResult, Termination};

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Waiting for players.
    Open,
    /// Being played.
    Playing,
    /// Over.
    Ended {
        /// Who won, if anybody.
        result: MatchResult,
        /// Why it ended.
        termination: Termination,
    },
}

impl Status {
    /// The status's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Playing => "playing",
            Status::Ended { .. } => "ended",
        }
    }
}
