//! Errors of variant files.

use crate::board::geometry::BoardError;
use crate::position::validation::SetupError;
use crate::variant::compile::VariantError;

/// An error in a variant file and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct VariantFileError {
    /// The line number, from 1. Missing keys are reported after the last line.
    pub line: usize,
    /// The error.
    pub kind: VariantFileErrorKind,
}

/// Errors in variant files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantFileErrorKind {
    /// A line that is neither empty, a comment, nor `key: value`.
    #[error("`key: value` is expected")]
    NotKeyValue,
    /// An unknown key.
    #[error("there is no key or switch `{0}`")]
    UnknownKey(String),
    /// A key that occurs twice.
    #[error("`{0}` is written twice")]
    DuplicateKey(String),
    /// A key without a value.
    #[error("`{0}` has no value")]
    EmptyValue(String),
    /// A required key is missing.
    #[error("`{0}` is missing")]
    MissingKey(String),
    /// A name that is not valid in a URL.
    #[error("a name has 2 to 40 small letters, digits and hyphens, a letter first")]
    InvalidName,
    /// A language that is not a code of two letters.
    #[error("`{0}` is no language: two small letters, such as `en`")]
    InvalidLanguage(String),
    /// An invalid board picture.
    #[error("{0}")]
    Board(BoardError),
    /// Seats that no game has.
    #[error("the seats are `White Black`, or three or four of Red, Green, Blue and Yellow")]
    Seats,
    /// Teams that are not one or two seats each.
    #[error(
        "teams name every seat once, with commas between the teams, and have one or two seats each"
    )]
    Teams,
    /// A seating that does not name every seat once.
    #[error("the seating names every seat once, clockwise")]
    Seating,
    /// A goal is missing, is the own castle, or castles do not matter.
    #[error("{0} needs a goal: seats with castles, other than {0}")]
    Goal(&'static str),
    /// Goals in a game in which castles do not matter.
    #[error("castles do not matter in this game, so there are no goals")]
    UnusedGoal,
    /// No enemy sits opposite, and no goal is given.
    #[error("no enemy sits opposite of a seat: write `goal SEAT` for each seat")]
    NoOpposite,
    /// A reversed object in a game of more than two teams.
    #[error("only games of two teams have a reversed object")]
    ReversedTeams,
    /// Seats with an unequal number of turns.
    #[error("unequal turn order: {0} has more turns than others")]
    UnequalTurns(String),
    /// A seat that the game does not have.
    #[error("`{0}` is no seat of this game")]
    UnknownSeat(String),
    /// A word that is not a square of the board.
    #[error("`{0}` is not a square of the board")]
    OffBoard(String),
    /// A square that is named twice.
    #[error("{0} is named twice")]
    DuplicateSquare(String),
    /// A square that is water.
    #[error("{0} is water")]
    SquareInWater(String),
    /// A castle is missing although castles matter.
    #[error("{0} has no castle, and castles matter")]
    MissingCastle(&'static str),
    /// A castle is given although castles do not matter.
    #[error("castles do not matter in this game")]
    UnusedCastle,
    /// A seat with fewer than three tree squares.
    #[error("each seat has three tree squares or more, or none has any")]
    TooFewTreeSquares,
    /// An array that is not readable.
    #[error("column {column}: {detail}")]
    ArrayText {
        /// The column in the value, from 1.
        column: usize,
        /// The error at that column.
        detail: String,
    },
    /// An illegal array.
    #[error("{0}")]
    Setup(SetupError),
    /// A seat without pieces.
    #[error("{0} has no pieces")]
    NoPieces(&'static str),
    /// A goal that no piece of the seat can walk to.
    #[error("{0} cannot reach its goal")]
    Unreachable(&'static str),
    /// The game is over in the array.
    #[error("the game is over before it begins")]
    GameOver,
    /// A switch with a value other than `yes` and `no`.
    #[error("`yes` or `no` is expected, not `{0}`")]
    InvalidFlag(String),
    /// A number out of range.
    #[error("a number from {min} to {max} is expected, not `{found}`")]
    InvalidNumber {
        /// The value as written.
        found: String,
        /// The minimum.
        min: u8,
        /// The maximum.
        max: u8,
    },
    /// The goal has fewer squares than pieces are needed to win.
    #[error("{0} has a goal of too few squares for that")]
    GoalTooSmall(&'static str),
    /// A name or alias of another variant.
    #[error("another variant is called `{0}`")]
    NameTaken(String),
    /// An error found by compilation.
    #[error("{0}")]
    Compile(VariantError),
}
