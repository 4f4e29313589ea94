//! Results of game records.

use std::fmt;
use std::str::FromStr;

use crate::board::seat::Team;
use crate::position::outcome::Outcome;
use crate::variant::compiled::Variant;

/// The result stated by a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecordResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `RB`
    RedBlue,
    /// `GY`
    GreenYellow,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

impl RecordResult {
    /// All results.
    pub const ALL: [RecordResult; 6] = [
        RecordResult::White,
        RecordResult::Black,
        RecordResult::RedBlue,
        RecordResult::GreenYellow,
        RecordResult::Draw,
        RecordResult::Unknown,
    ];

    /// The written result.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            RecordResult::White => "1-0",
            RecordResult::Black => "0-1",
            RecordResult::RedBlue => "RB",
            RecordResult::GreenYellow => "GY",
            RecordResult::Draw => "1/2-1/2",
            RecordResult::Unknown => "*",
        }
    }

    /// The written form of `outcome` in games of `variant`.
    #[must_use]
    pub fn of(outcome: Outcome, variant: &Variant) -> RecordResult {
        match (outcome, variant.seat_count()) {
            (Outcome::Draw, _) => RecordResult::Draw,
            (Outcome::Win(Team::First), 2) => RecordResult::White,
            (Outcome::Win(Team::Second), 2) => RecordResult::Black,
            (Outcome::Win(Team::First), _) => RecordResult::RedBlue,
            (Outcome::Win(Team::Second), _) => RecordResult::GreenYellow,
        }
    }

    /// The outcome, if the result is known.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            RecordResult::White | RecordResult::RedBlue => Some(Outcome::Win(Team::First)),
            RecordResult::Black | RecordResult::GreenYellow => Some(Outcome::Win(Team::Second)),
            RecordResult::Draw => Some(Outcome::Draw),
            RecordResult::Unknown => None,
        }
    }
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is not a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is one of 1-0, 0-1, 1/2-1/2, RB, GY and *")]
pub struct RecordResultError;

impl FromStr for RecordResult {
    type Err = RecordResultError;

    fn from_str(text: &str) -> Result<RecordResult, RecordResultError> {
        let same = |result: &RecordResult| result.as_str().eq_ignore_ascii_case(text);
        RecordResult::ALL.into_iter().find(same).ok_or(RecordResultError)
    }
}
