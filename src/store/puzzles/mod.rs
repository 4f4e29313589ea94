//! Puzzles and attempts at them.
//!
//! The puzzles of the program are in memory. One gets a row with the first attempt at it, so that
//! a server needs no step to have them. `created_at` is 0 there, and later in rows of mined puzzles.

mod attempts;
mod puzzle_rows;

pub use attempts::{CountedAttempt, PuzzleAttempt};
pub(crate) use puzzle_rows::Puzzles;
pub use puzzle_rows::{PuzzleFilter, PuzzlePage, PuzzleRow};
