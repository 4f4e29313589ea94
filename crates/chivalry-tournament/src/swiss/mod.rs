//! Swiss pairings by the FIDE (Dutch) system.
//!
//! The rules are those of the FIDE Handbook, C.04.3, in the version in force
//! from July 2017, with the general rules C.04.1 and C.04.2. Comments cite
//! clauses as `A.9` or `C.6`.
//!
//! `bracket` pairs one score bracket after the other. `criteria` maps the
//! criteria `C.5` to `C.19` to the digits of one weight, the most important
//! first, so that a matching of the greatest weight is a best candidate.
//! `candidate_order` selects the first of the best candidates in the order of
//! section D.

mod bracket;
mod candidate_order;
mod color_allocation;
mod criteria;
mod graph;
mod input;
mod lexicographic_matching;
mod player;
mod round;
#[cfg(test)]
mod tests;
mod weights;
mod wide_int;

pub use bracket::pair;
pub use color_allocation::ColorRule;
pub use criteria::Criterion;
pub use input::{Float, PastRound, SwissInput, SwissPlayer};
pub use player::may_meet;
pub use round::{BracketSummary, SWISS_VERSION, SwissPair, SwissRound, Unpairable};
