//! Endgame tables: the exact value of every position with few pieces.
//!
//! [`SolvedTables::solve`] fills them by retrograde analysis, and
//! [`SolvedTables::verify`] checks each value against its successors. [`Tables`]
//! looks up positions in a file that [`SolvedTables::write`] has written.

mod file;
mod material;
mod position;
mod prober;
mod search_check;
mod slices;
mod solver;
#[cfg(test)]
mod tests;
mod value;

pub use file::reader::{TableFile, TableFileError, TableSource};
pub use material::{Army, Material, MaterialError};
pub use position::board::UnsupportedVariant;
pub use position::opponents::Opponents;
pub use prober::{MoveValue, Tables};
pub use search_check::{SearchCheck, check_by_search};
pub use slices::table_set::SliceStats;
pub use slices::verify::SliceCheck;
pub use solver::{SliceStore, SolveError, SolvedTables};
pub use value::{TableValue, TooLong};
