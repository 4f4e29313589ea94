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

/// The status of a match without its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchStatus {
    /// Waits for players.
    Open,
    /// In play.
    Playing,
    /// Ended.
    Ended,
}

impl Status {
    /// Returns the status without the result.
    #[must_use]
    pub const fn kind(self) -> MatchStatus {
        match self {
            Status::Open => MatchStatus::Open,
            Status::Playing => MatchStatus::Playing,
            Status::Ended { .. } => MatchStatus::Ended,
        }
    }

    /// The status's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.kind().as_str()
    }
}

impl MatchStatus {
    /// Every status.
    pub const ALL: [MatchStatus; 3] = [MatchStatus::Open, MatchStatus::Playing, MatchStatus::Ended];

    /// The status's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            MatchStatus::Open => "open",
            MatchStatus::Playing => "playing",
            MatchStatus::Ended => "ended",
        }
    }
}
