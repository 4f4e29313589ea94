//! Rules of Chivalry (1887), Camelot and their family: boards, positions, moves, notation and
//! variants.
//!
//! Section numbers refer to `docs/rules.md` of the project, which defines the rules, and to
//! `docs/notation.md`, which defines the text forms.
//!
//! Positions have two types. A [`Setup`] is an unchecked description, and [`Setup::position`]
//! turns it into a legal [`Position`].
//!
//! Legality is implemented twice. [`Position::check`] judges one written move and names the
//! violated rule. [`Position::legal_moves`] generates one route for each distinct result. A
//! property test compares both.
//!
//! [`Game`] adds the history that repetition and the fifty-move rule need.
//!
//! The crate contains no clocks, no async code, no serialization and no I/O.

mod board;
mod game;
mod lessons;
mod moves;
pub mod notation;
mod position;
mod variant;

pub use board::{
    Board, BoardError, Leap, MAX_SQUARES, PerSeat, Piece, PieceKind, Seat, SeatName, Square,
    SquareName, SquareSet, Team,
};
pub use game::{Game, GameError, QUIET_TURNS};
pub use lessons::{Lesson, LessonTopic};
pub use moves::{
    Effect, EffectStack, LegMark, LegalMove, MAX_JUMP_STATES, MAX_PLACEMENTS, Move, MoveList, Rule,
    Undo, Violation, perft, perft_divide,
};
pub use position::{EndReason, Ending, HandicapError, Outcome, Position, Setup, SetupError};
pub use variant::{
    RuleSet, Switches, TREES_PER_SEAT, Variant, VariantError, VariantFileError,
    VariantFileErrorKind, VariantSpec, read_variant_file,
};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
