//! The game: squares, pieces, positions, moves and who won (`docs/rules.md`).
//!
//! Values and functions only: no clock, no async, no serialization, no input
//! or output. [`Position::check`] judges one written move and names the rule
//! it breaks; [`Position::legal_moves`] enumerates one route per result; a
//! property test holds the two to each other. [`Game`] adds the history that
//! repetition needs.

mod ahead;
mod board;
mod effect_stack;
mod game;
mod handicap;
mod hash;
mod lessons;
mod movegen;
mod moves;
pub mod notation;
mod outcome;
mod perft;
mod piece;
mod position;
mod seat;
mod setup;
mod square;
mod square_set;
mod trees;
mod variant;
mod violation;
mod visited;

pub use board::{Board, BoardError, Leap, MOST_SQUARES};
pub use effect_stack::{EffectStack, MOST_PLACEMENTS};
pub use game::{Game, GameError, QUIET_TURNS};
pub use handicap::HandicapFault;
pub use lessons::{Lesson, Topic};
pub use movegen::{LegalMove, MoveList};
pub use moves::{Effect, Mark, Move};
pub use outcome::{EndReason, Ending, Outcome};
pub use perft::{divide, perft};
pub use piece::{Kind, Piece};
pub use position::{Position, Undo};
pub use seat::{PerSeat, Seat, SeatName, Team};
pub use setup::{Setup, SetupError};
pub use square::{Square, SquareName};
pub use square_set::SquareSet;
pub use trees::TREES_EACH;
pub use variant::{
    Fault, FileFault, RuleSet, Switches, Variant, VariantError, VariantSpec, read_variant_file,
};
pub use violation::{Rule, Violation};
pub use visited::MOST_STATES;
