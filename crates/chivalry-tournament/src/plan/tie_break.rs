//! Tie-breaks by name.

use serde::{Deserialize, Serialize};

/// What decides among those with as many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TieBreak {
    /// Points against those who have as much, when all of them have met.
    DirectEncounter {},
    /// Games won.
    Wins {},
    /// The opponents' points.
    Buchholz {
        /// How many of the lowest are left out.
        #[serde(default)]
        cut_lowest: u8,
        /// How many of the highest are left out.
        #[serde(default)]
        cut_highest: u8,
    },
    /// The points of opponents beaten, and half of those drawn with.
    SonnebornBerger {},
    /// The points after each round, added up.
    Progressive {},
    /// The mean rating of opponents.
    AverageRating {},
    /// Games with the second side.
    SecondSideGames {},
    /// Pieces brought into the goal castle.
    CastleEntries {},
    /// Pieces captured less pieces lost.
    CapturesDifference {},
}

impl TieBreak {
    /// Every tie-break, Buchholz without cuts.
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

    /// The unit of its value.
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

/// What a tie-break's value counts.
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
