//! The computer player: it knows the rules and nothing else.
//!
//! [`Search`] looks for the best move by alpha-beta; what it thinks of a quiet
//! position is a sum of [`Features`] by [`Weights`], which are data.
//! [`prove`] finds wins and nothing but wins. Time is not read here: a search
//! asks [`Halt`] whether to go on.

pub mod analysis;
pub mod arena;
mod evaluation;
mod features;
mod level;
mod likeness;
mod line;
mod ordering;
mod proof;
pub mod puzzles;
mod score;
mod search;
mod table;
pub mod tune;
mod weakness;
mod weights;

pub use evaluation::Evaluation;
pub use features::{FEATURES, Features};
pub use level::Level;
pub use likeness::Likeness;
pub use line::line_text;
pub use proof::{Proof, prove, winning_moves};
pub use score::Score;
pub use search::{Found, Halt, Limits, Search};
pub use table::Table;
pub use weakness::Weakness;
pub use weights::{EDITION, Weights, WeightsError};
