//! Puzzles: positions with exactly one winning line.
//!
//! [`PuzzleMiner`] finds them in games. A proof search verifies that the line
//! wins, and that no other move wins as soon. [`Grader`] measures the
//! difficulty, and [`collection`] returns the puzzles that the crate contains.

mod collection;
mod grade;
mod graded;
mod miner;
mod puzzle;
mod theme;

#[cfg(test)]
mod tests;

pub use collection::{Collection, collection};
pub use grade::{Grade, Grader, estimated_rating};
pub use graded::{GradedPuzzle, LineError, PuzzleLine};
pub use miner::{PuzzleMiner, practice_game};
pub use puzzle::{AttemptError, Puzzle, PuzzleError, PuzzleId, Verdict};
pub use theme::Theme;
