//! Puzzles: positions with exactly one winning line.
//!
//! [`PuzzleMiner`] finds them in games. A proof search verifies that the line
//! wins, and that no other move wins as soon.

mod miner;
mod puzzle;

#[cfg(test)]
mod tests;

pub use miner::{PuzzleMiner, practice_game};
pub use puzzle::{AttemptError, Puzzle, PuzzleError, PuzzleId, Verdict};
