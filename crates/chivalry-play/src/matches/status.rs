//! The status of a match.

use crate::matches::log::result::{MatchResult, Termination};

/// The status of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Waits for players.
    Open,
    /// In play.
    Playing,
    /// Ended.
    Ended {
        /// The result.
        result: MatchResult,
        /// The reason.
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
