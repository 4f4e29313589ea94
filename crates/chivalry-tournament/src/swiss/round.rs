//! Result of the Swiss pairing.

use super::color_allocation::ColorRule;
use super::criteria::Criterion;
use crate::ids::EntrantId;

/// The version of the pairing: what the same input gives changes only with it.
pub const SWISS_VERSION: &str = "fide-dutch-2017/1";

/// The pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissRound {
    /// The pairs, by table (C.04.2 D.9).
    pub pairs: Vec<SwissPair>,
    /// Who has the bye, if the number is odd.
    pub bye: Option<EntrantId>,
    /// The brackets, in the order of their pairing.
    pub brackets: Vec<BracketSummary>,
}

/// A pair, and where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissPair {
    /// Who has the first side.
    pub first: EntrantId,
    /// Who has the second side.
    pub second: EntrantId,
    /// By which rule.
    pub colors: ColorRule,
    /// The bracket in which it was made, from 0.
    pub bracket: usize,
}

/// How a bracket was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketSummary {
    /// The score of its residents, in half points; of the highest when lower
    /// scores were collapsed into it (A.9).
    pub points: u32,
    /// Who came down from the bracket before.
    pub moved_down: Vec<EntrantId>,
    /// Who belongs to it by score.
    pub residents: Vec<EntrantId>,
    /// Who remained, and moved down to the next.
    pub downfloaters: Vec<EntrantId>,
    /// Whether it had to be paired so that the rest could be (C.4).
    pub completing: bool,
    /// Whether lower scores were collapsed into it (A.9).
    pub collapsed: bool,
    /// The criteria that could not be kept whole, with what they cost.
    pub failures: Vec<(Criterion, u32)>,
}

/// There is no pairing that keeps the absolute criteria (C.1 to C.3): the
/// director has to decide (A.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pairing of this round keeps the absolute criteria C.1 to C.3")]
pub struct Unpairable;
