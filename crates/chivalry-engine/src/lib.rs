//! A game engine for Chivalry, Camelot and their family.
//!
//! - [`Search`] finds the best move by principal variation search. Its static
//!   evaluation is a [`Network`], or the sum of [`Features`] multiplied by
//!   [`Weights`].
//! - [`prove`] proves forced wins by exhaustive search.
//! - [`tables`] solves games with few pieces, and looks up exact values.
//! - [`analysis`] evaluates positions for a cache and reviews finished games.
//! - [`puzzles`] finds positions with a unique winning line.
//! - [`arena`] plays engines against each other, [`sprt`] decides how many
//!   games that takes. [`tuning`] fits weights to self-play games, and
//!   [`training`] networks.
//!
//! The crate reads no clock and performs no I/O. A caller limits a search by
//! [`SearchLimits`] and ends it by a [`StopSignal`]. Equal positions and node
//! limits give equal results on every machine.

pub mod analysis;
pub mod arena;
mod evaluation;
mod level;
mod network;
mod proof;
pub mod puzzles;
mod score;
mod search;
pub mod sprt;
mod symmetry;
pub mod tables;
pub mod training;
pub mod tuning;

pub use evaluation::evaluator::Evaluator;
pub use evaluation::features::{FEATURE_COUNT, Features};
pub use evaluation::weights::{ENGINE_VERSION, Weights, WeightsError};
pub use level::{Calibration, Handicap, Level, calibrate};
pub use network::file::NetworkError;
pub use network::layers::Network;
pub use proof::{Proof, prove, winning_moves};
pub use score::Score;
pub use search::iterative_deepening::{Search, SearchResult};
pub use search::limits::{SearchLimits, StopSignal};
pub use search::other_lines::SearchLine;
pub use search::principal_variation::line_text;
pub use search::strength::Strength;
pub use search::transposition_table::TranspositionTable;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
