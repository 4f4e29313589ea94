//! Values of tie-breaks with their terms.

use super::round_result::{RoundResult, RoundResultKind};
use crate::ids::EntrantId;
use crate::plan::tie_break::TieBreak;

/// The value of a tie-break with its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreakValue {
    /// The tie-break.
    pub tie_break: TieBreak,
    /// The value, in its unit. `None` if undefined: a direct encounter that is
    /// incomplete, or opponents without ratings.
    pub value: Option<i64>,
    /// The terms.
    pub terms: Vec<TieBreakTerm>,
}

/// A term of a tie-break value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreakTerm {
    /// The round.
    pub round: u16,
    /// The opponent. `None` for a round without a game.
    pub opponent: Option<EntrantId>,
    /// The amount, in the unit of the tie-break.
    pub amount: i64,
    /// True if the term was cut as one of the lowest or highest.
    pub cut: bool,
}

pub(super) fn term(result: &RoundResult, amount: i64) -> TieBreakTerm {
    let was_played = result.kind == RoundResultKind::Played;
    let opponent = result.opponent.filter(|_| was_played);
    TieBreakTerm { round: result.round, opponent, amount, cut: false }
}
