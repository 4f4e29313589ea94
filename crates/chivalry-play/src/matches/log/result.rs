//! Results and terminations of matches.

use serde::{Deserialize, Serialize};

use chivalry_rules::Team;

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchResult {
    /// The first team won.
    First,
    /// The second team won.
    Second,
    /// The third team won, in games of three or four teams (`rules.md 6.5`).
    Third,
    /// The fourth team won.
    Fourth,
    /// A draw.
    Draw,
    /// The match was aborted and does not count. For an imported game, the result is unknown.
    Aborted,
}

impl MatchResult {
    /// Every result. The order is part of stored data.
    pub const ALL: [MatchResult; 6] = [
        MatchResult::First,
        MatchResult::Second,
        MatchResult::Draw,
        MatchResult::Aborted,
        MatchResult::Third,
        MatchResult::Fourth,
    ];

    /// Returns the result in which `team` won.
    #[must_use]
    pub const fn win(team: Team) -> MatchResult {
        match team {
            Team::First => MatchResult::First,
            Team::Second => MatchResult::Second,
            Team::Third => MatchResult::Third,
            Team::Fourth => MatchResult::Fourth,
        }
    }

    /// Returns the winning team.
    #[must_use]
    pub const fn winner(self) -> Option<Team> {
        match self {
            MatchResult::First => Some(Team::First),
            MatchResult::Second => Some(Team::Second),
            MatchResult::Third => Some(Team::Third),
            MatchResult::Fourth => Some(Team::Fourth),
            MatchResult::Draw | MatchResult::Aborted => None,
        }
    }
}

/// The reason for the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// Enough pieces reached the goal castles (`rules.md 5.1`).
    Castle,
    /// Neither side has the pieces to win (`rules.md 5.2`).
    Bare,
    /// The enemy pieces were captured (`rules.md 5.3`).
    Capture,
    /// The side to move has no legal move (`rules.md 5.4`).
    NoMove,
    /// Threefold repetition (`rules.md 5.5`).
    Repetition,
    /// Fifty turns by each seat without progress (`rules.md 5.5`).
    FiftyMoves,
    /// Every seat passed in a row (`rules.md 6.2`).
    Passes,
    /// Agreement to a draw (`rules.md 5.6`).
    Agreement,
    /// A seat resigned (`rules.md 5.6`).
    Resignation,
    /// A seat ran out of time (`rules.md 5.6`).
    Time,
    /// The other side was absent for longer than the grace period.
    Abandonment,
    /// The match was aborted before every seat moved.
    Abort,
    /// Unknown, for an imported game.
    Unknown,
}

impl Termination {
    /// Every reason.
    pub const ALL: [Termination; 13] = [
        Termination::Castle,
        Termination::Bare,
        Termination::Capture,
        Termination::NoMove,
        Termination::Repetition,
        Termination::FiftyMoves,
        Termination::Passes,
        Termination::Agreement,
        Termination::Resignation,
        Termination::Time,
        Termination::Abandonment,
        Termination::Abort,
        Termination::Unknown,
    ];

    /// The reason's name in the store, in records and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Castle => "castle",
            Termination::Bare => "bare",
            Termination::Capture => "capture",
            Termination::NoMove => "no_move",
            Termination::Repetition => "repetition",
            Termination::FiftyMoves => "fifty_moves",
            Termination::Passes => "passes",
            Termination::Agreement => "agreement",
            Termination::Resignation => "resignation",
            Termination::Time => "time",
            Termination::Abandonment => "abandonment",
            Termination::Abort => "abort",
            Termination::Unknown => "unknown",
        }
    }
}
