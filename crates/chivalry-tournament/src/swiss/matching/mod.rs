//! Matchings of the greatest weight in dense graphs of hundreds of players.

mod alternating_forest;
mod augmentation;
mod blossoms;
mod lexicographic_matching;
mod search;
mod state;
#[cfg(test)]
mod tests;
mod wide_int;

pub(super) use lexicographic_matching::BipartiteMatching;
pub(super) use search::max_weight_matching;
pub(super) use wide_int::WideInt;
