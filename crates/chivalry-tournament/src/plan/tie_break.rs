//! Tie-breaks by name.

use serde::{Deserialize, Serialize};

/// A tie-break between entrants with equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TieBreak {
    /// Points against the tied entrants, if all of them have met.
    DirectEncounter {},
    /// Games won. At a table, the only first places.
    Wins {},
    /// The opponents' points.
    Buchholz {
        /// The number of lowest scores to cut.
        #[serde(default)]
        cut_lowest: u8,
        /// The number of highest scores to cut.
        #[serde(default)]
        cut_highest: u8,
    },
    /// The points of defeated opponents, plus half the points of drawn
    /// opponents.
    SonnebornBerger {},
    /// The sum of the points after each round.
    Progressive {},
    /// The average rating of the opponents.
    AverageRating {},
    /// Games with the second side.
    SecondSideGames {},
    /// Pieces that entered the goal castle.
    CastleEntries {},
    /// Captured pieces minus lost pieces.
    CapturesDifference {},
}

impl TieBreak {
    /// All tie-breaks, with Buchholz without cuts.
    pub const ALL: [TieBreak; 9] = [
        TieBreak::DirectEncounter {},
        TieBreak::Wins {},
        TieBreak::Buchholz { cut_lowest: 0, cut_highest: 0 },
        TieBreak::SonnebornBerger {},
        TieBreak::Progressive {},
        TieBreak::AverageRating {},
        TieBreak::SecondSideGames {},
        TieBreak::CastleEntries {},
        TieBreak::CapturesDifference {},
    ];

    /// Tie-breaks of tables of more than two players that name none, the most
    /// significant first.
    pub const OF_TABLES: [TieBreak; 2] = [TieBreak::Wins {}, TieBreak::Progressive {}];

    /// True if the tie-break is defined for tables of more than two players.
    #[must_use]
    pub const fn is_of_tables(self) -> bool {
        matches!(self, TieBreak::Wins {} | TieBreak::Progressive {} | TieBreak::AverageRating {})
    }

    /// Returns the unit of the value.
    #[must_use]
    pub const fn unit(self) -> TieBreakUnit {
        match self {
            TieBreak::DirectEncounter {} | TieBreak::Buchholz { .. } | TieBreak::Progressive {} => {
                TieBreakUnit::HalfPoints
            }
            TieBreak::SonnebornBerger {} => TieBreakUnit::QuarterPoints,
            TieBreak::AverageRating {} => TieBreakUnit::Rating,
            TieBreak::Wins {}
            | TieBreak::SecondSideGames {}
            | TieBreak::CastleEntries {}
            | TieBreak::CapturesDifference {} => TieBreakUnit::Count,
        }
    }
}

/// The unit of a tie-break value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreakUnit {
    /// Half points.
    HalfPoints,
    /// Quarters of a point.
    QuarterPoints,
    /// Rating points.
    Rating,
    /// Games or pieces.
    Count,
}
