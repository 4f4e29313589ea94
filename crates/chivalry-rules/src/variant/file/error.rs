//! Errors of variant files.

use crate::board::geometry::BoardError;
use crate::position::validation::SetupError;
use crate::variant::compile::VariantError;

/// A fault of a variant file, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct FileFault {
    /// The line at fault, from 1; of what is missing, the one after the last.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a variant file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A line that is neither empty, a comment, nor `key: value`.
    #[error("`key: value` is expected")]
    NoKey,
    /// A key that no variant has.
    #[error("there is no key or switch `{0}`")]
    UnknownKey(String),
    /// A key that is written twice.
    #[error("`{0}` is written twice")]
    Twice(String),
    /// A key without a value.
    #[error("`{0}` has no value")]
    NoValue(String),
    /// A key that is not there.
    #[error("`{0}` is missing")]
    Missing(String),
    /// A name that could not stand in an address.
    #[error("a name has 2 to 40 small letters, digits and hyphens, a letter first")]
    Name,
    /// A language that is no code of two letters.
    #[error("`{0}` is no language: two small letters, such as `en`")]
    Language(String),
    /// A board that cannot be read.
    #[error("{0}")]
    Board(BoardError),
    /// Seats that fit no game.
    #[error("the seats are `White Black` or `Red Green Blue Yellow`")]
    Seats,
    /// Seats in an order in which one side has more turns.
    #[error("unequal turn order: {0} has more turns than others")]
    UnequalTurns(String),
    /// A seat that this game does not have.
    #[error("`{0}` is no seat of this game")]
    UnknownSeat(String),
    /// A word that is no square of the board.
    #[error("`{0}` is not a square of the board")]
    OffBoard(String),
    /// A square that is written twice, or belongs to two seats.
    #[error("{0} is named twice")]
    Shared(String),
    /// A square that is water.
    #[error("{0} is water")]
    Wet(String),
    /// A castle that is missing though castles matter.
    #[error("{0} has no castle, and castles matter")]
    NoCastle(&'static str),
    /// Castles where they do not matter.
    #[error("castles do not matter in this game")]
    IdleCastle,
    /// A seat without a place for its trees.
    #[error("each seat has three tree squares or more, or none has any")]
    FewTreeSquares,
    /// An array that cannot be read.
    #[error("column {column}: {detail}")]
    Array {
        /// The column of the value, from 1.
        column: usize,
        /// What is wrong there.
        detail: String,
    },
    /// An array that cannot be played.
    #[error("{0}")]
    Setup(SetupError),
    /// A seat without pieces.
    #[error("{0} has no pieces")]
    NoPieces(&'static str),
    /// A goal that no piece of a seat could ever walk to.
    #[error("{0} cannot reach its goal")]
    Unreachable(&'static str),
    /// An array in which the game is over.
    #[error("the game is over before it begins")]
    Over,
    /// A switch that is not `yes` or `no`.
    #[error("`yes` or `no` is expected, not `{0}`")]
    YesOrNo(String),
    /// A number out of its bounds.
    #[error("a number from {least} to {most} is expected, not `{found}`")]
    Number {
        /// What is written.
        found: String,
        /// The least that it can be.
        least: u8,
        /// The most that it can be.
        most: u8,
    },
    /// More pieces asked for than the goal has squares.
    #[error("{0} has a goal of too few squares for that")]
    SmallGoal(&'static str),
    /// A name or an alias that another variant has.
    #[error("another variant is called `{0}`")]
    Taken(String),
    /// Something else that keeps it from being played.
    #[error("{0}")]
    Other(VariantError),
}
