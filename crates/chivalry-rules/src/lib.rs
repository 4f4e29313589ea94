//! The game: squares, pieces, positions, moves and who won (`docs/rules.md`).
//!
//! Values and functions only: no clock, no async, no serialization, no input
//! or output. [`Position::check`] judges one written move and names the rule
//! it breaks; [`Position::legal_moves`] enumerates one route per result; a
//! property test holds the two to each other. [`Game`] adds the history that
//! repetition needs.

mod board;
mod game;
mod lessons;
mod moves;
pub mod notation;
mod position;
mod variant;

pub use board::{
    Board, BoardError, Kind, Leap, MOST_SQUARES, PerSeat, Piece, Seat, SeatName, Square,
    SquareName, SquareSet, Team,
};
pub use game::{Game, GameError};
pub use lessons::{Lesson, Topic};
pub use moves::{
    Effect, EffectStack, LegalMove, MOST_PLACEMENTS, MOST_STATES, Mark, Move, MoveList, Rule, Undo,
    Violation, divide, perft,
};
pub use position::{EndReason, Ending, HandicapFault, Outcome, Position, Setup, SetupError};
pub use variant::{
    Fault, FileFault, RuleSet, Switches, TREES_EACH, Variant, VariantError, VariantSpec,
    read_variant_file,
};
