//! Results of game records.

use std::fmt;
use std::str::FromStr;

use crate::board::seat_name::SeatName;
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
    /// `RG`
    RedGreen,
    /// `BY`
    BlueYellow,
    /// `RY`
    RedYellow,
    /// `GB`
    GreenBlue,
    /// `Red`: each for himself (`rules.md 6.5`), as the next three.
    Red,
    /// `Green`
    Green,
    /// `Blue`
    Blue,
    /// `Yellow`
    Yellow,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

/// The winning seats of each result.
const WINNERS: [(RecordResult, &[SeatName]); 12] = {
    use SeatName::{Black, Blue, Green, Red, White, Yellow};
    [
        (RecordResult::White, &[White]),
        (RecordResult::Black, &[Black]),
        (RecordResult::RedBlue, &[Red, Blue]),
        (RecordResult::GreenYellow, &[Green, Yellow]),
        (RecordResult::RedGreen, &[Red, Green]),
        (RecordResult::BlueYellow, &[Blue, Yellow]),
        (RecordResult::RedYellow, &[Red, Yellow]),
        (RecordResult::GreenBlue, &[Green, Blue]),
        (RecordResult::Red, &[Red]),
        (RecordResult::Green, &[Green]),
        (RecordResult::Blue, &[Blue]),
        (RecordResult::Yellow, &[Yellow]),
    ]
};

impl RecordResult {
    /// All results.
    pub const ALL: [RecordResult; 14] = [
        RecordResult::White,
        RecordResult::Black,
        RecordResult::RedBlue,
        RecordResult::GreenYellow,
        RecordResult::RedGreen,
        RecordResult::BlueYellow,
        RecordResult::RedYellow,
        RecordResult::GreenBlue,
        RecordResult::Red,
        RecordResult::Green,
        RecordResult::Blue,
        RecordResult::Yellow,
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
            RecordResult::RedGreen => "RG",
            RecordResult::BlueYellow => "BY",
            RecordResult::RedYellow => "RY",
            RecordResult::GreenBlue => "GB",
            RecordResult::Red => "Red",
            RecordResult::Green => "Green",
            RecordResult::Blue => "Blue",
            RecordResult::Yellow => "Yellow",
            RecordResult::Draw => "1/2-1/2",
            RecordResult::Unknown => "*",
        }
    }

    /// The written form of `outcome` in games of `variant`.
    #[must_use]
    pub fn of(outcome: Outcome, variant: &Variant) -> RecordResult {
        let Outcome::Win(team) = outcome else { return RecordResult::Draw };
        let winners: Vec<SeatName> =
            variant.seats_of(team).map(|seat| variant.seat_name(seat)).collect();
        let is_written = |names: &[SeatName]| {
            names.len() == winners.len() && names.iter().all(|name| winners.contains(name))
        };
        let known = WINNERS.iter().find(|(_, names)| is_written(names));
        known.map_or(RecordResult::Unknown, |(result, _)| *result)
    }

    /// The outcome in games of `variant`. `None` if the result is unknown or one of other games.
    #[must_use]
    pub fn outcome(self, variant: &Variant) -> Option<Outcome> {
        let outcomes = variant.teams().map(Outcome::Win).chain([Outcome::Draw]);
        outcomes.into_iter().find(|&outcome| RecordResult::of(outcome, variant) == self)
    }

    /// True if the result states who won, or a draw.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, RecordResult::Unknown)
    }
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is not a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a result is one of 1-0, 0-1, 1/2-1/2, RB, GY, RG, BY, RY, GB, Red, Green, Blue, Yellow and *"
)]
pub struct RecordResultError;

impl FromStr for RecordResult {
    type Err = RecordResultError;

    fn from_str(text: &str) -> Result<RecordResult, RecordResultError> {
        let same = |result: &RecordResult| result.as_str().eq_ignore_ascii_case(text);
        RecordResult::ALL.into_iter().find(same).ok_or(RecordResultError)
    }
}
