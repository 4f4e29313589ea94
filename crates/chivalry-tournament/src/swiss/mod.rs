//! Swiss pairings by the FIDE (Dutch) system.
//!
//! The rules are those of the FIDE Handbook, C.04.3, in the editions of July
//! 2017 and of February 2026, with the general rules C.04.1 and C.04.2.
//! Comments cite clauses as `C.6` for 2017 and as `C6` for 2026.
//!
//! `edition_2017` and `edition_2026` pair one score bracket after the other.
//! `criteria` maps the quality criteria to the digits of one weight, the most
//! important first, so that a matching of the greatest weight is a best
//! candidate. `candidate_order` selects the first of the best candidates in the
//! order of section D of 2017, which is that of article 4 of 2026. `exchange`
//! finds the first exchange of players between the halves of a bracket.

mod bracket;
mod candidate_order;
mod color_allocation;
mod criteria;
mod edition_2017;
mod edition_2026;
mod exchange;
mod graph;
mod input;
mod matching;
mod method;
mod pair;
mod player;
mod round;
#[cfg(test)]
mod tests;
mod weights;

pub use color_allocation::ColorRule;
pub use criteria::Criterion;
pub use input::{Float, PastRound, SwissInput, SwissPlayer};
pub use pair::pair;
pub use player::may_meet;
pub use round::{BracketSummary, SwissPair, SwissRound, Unpairable, algorithm};
