//! Result of the Swiss pairing.

use super::color_allocation::ColorRule;
use super::criteria::Criterion;
use crate::ids::EntrantId;
use crate::plan::edition::Edition;

/// Returns the name and version of the algorithm of an edition. The version
/// changes with every change of results.
#[must_use]
pub const fn algorithm(edition: Edition) -> &'static str {
    match edition {
        Edition::Fide2017 => "fide-dutch-2017/1",
        Edition::Fide2026 => "fide-dutch-2026/1",
    }
}

/// The pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissRound {
    /// The pairs, by table (C.04.2 D.9).
    pub pairs: Vec<SwissPair>,
    /// The player with the bye, if the number is odd.
    pub bye: Option<EntrantId>,
    /// The brackets, in pairing order.
    pub brackets: Vec<BracketSummary>,
}

/// A pair of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissPair {
    /// The player with the first side.
    pub first: EntrantId,
    /// The player with the second side.
    pub second: EntrantId,
    /// By which rule.
    pub colors: ColorRule,
    /// The index of its bracket.
    pub bracket: usize,
}

/// The pairing of one score bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketSummary {
    /// The score of the residents, in half points. The highest score of a
    /// collapsed bracket (A.9).
    pub points: u32,
    /// The players moved down from the previous bracket.
    pub moved_down: Vec<EntrantId>,
    /// The residents.
    pub residents: Vec<EntrantId>,
    /// The players who float down to the next bracket.
    pub downfloaters: Vec<EntrantId>,
    /// True if the bracket had to leave specific players for the rest (C.4), or
    /// for a bye of the lowest possible score (C5 of 2026).
    pub completing: bool,
    /// True if lower brackets were collapsed into it (A.9 of 2017).
    pub collapsed: bool,
    /// The violated criteria with their counts.
    pub failures: Vec<(Criterion, u32)>,
}

/// No pairing satisfies the absolute criteria C.1 to C.3. The arbiter decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pairing of this round keeps the absolute criteria C.1 to C.3")]
pub struct Unpairable;
