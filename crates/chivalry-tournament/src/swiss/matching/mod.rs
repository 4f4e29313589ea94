//! Matchings of the greatest weight in dense graphs of hundreds of players.

mod alternating_forest;
mod augmentation;
mod bits;
mod blossoms;
mod duals;
mod edge_weights;
mod fixed_pairs;
mod lexicographic_matching;
mod search;
#[cfg(test)]
mod tests;
mod wide_int;

pub(super) use bits::{BitMatrix, BitSet};
pub(super) use edge_weights::EdgeWeights;
pub(super) use lexicographic_matching::BipartiteMatching;
pub(super) use search::{Search, max_weight_matching};
pub(super) use wide_int::WideInt;
