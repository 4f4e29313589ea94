//! Rounds without a game in tie-breaks.
//!
//! `fide-2017` has the reckoning that the server used before it had editions,
//! so that finished tournaments keep their standings. A round without a game
//! counts as a game against an opponent with the points of the player. A round
//! that an opponent chose not to play counts as a draw in the points of the
//! opponent. The lowest term is cut.
//!
//! `fide-2026` follows articles 15 and 16 of C.07, in force since March 2026.
//!
//! | article | rule |
//! |---|---|
//! | 15.2 | with pairings fixed in advance, forfeits are regular games, except in average ratings, and except lost ones in counts of games |
//! | 16.2.3, 16.2.5 | a requested bye is terminal (16.2.5) if the player was not available for any later round |
//! | 16.3 | terminal requested byes count as draws in the points of an opponent, all other rounds as they scored |
//! | 16.4 | a round without a game counts as a game against a dummy with the points of the player |
//! | 16.4.1 | after a forfeit, the dummy has no more than the adjusted points of the scheduled opponent |
//! | 16.4.2 | after a bye, the dummy has no more than draws in all rounds |
//! | 16.5 | of the lowest terms, those of requested byes and lost forfeits are cut first |

use super::cross_table::Scorecard;
use super::round_result::{RoundResult, RoundResultKind};
use super::tie_break_value::TieBreakTerm;
use crate::pairing::record::ByeReason;
use crate::plan::edition::Edition;
use crate::plan::scoring::{ByeWorth, Scoring};

/// The rules of a stage for rounds without a game.
#[derive(Clone, Copy)]
pub(crate) struct Regulations<'a> {
    pub(crate) edition: Edition,
    pub(crate) scoring: &'a Scoring,
    /// True if the pairings are fixed in advance (article 15).
    pub(crate) has_fixed_pairings: bool,
    /// The number of rounds of a Swiss.
    pub(crate) rounds: Option<u16>,
}

impl Regulations<'_> {
    /// True if the round counts as a game against its opponent.
    pub(super) fn is_regular(self, result: &RoundResult) -> bool {
        match result.kind {
            RoundResultKind::Played => true,
            RoundResultKind::ForfeitWon | RoundResultKind::ForfeitLost => {
                self.edition == Edition::Fide2026 && self.has_fixed_pairings
            }
            _ => false,
        }
    }

    /// True if the round counts in a number of games.
    pub(super) fn is_counted(self, result: &RoundResult) -> bool {
        self.is_regular(result) && result.kind != RoundResultKind::ForfeitLost
    }

    /// True if the term of the round is cut before the lowest one (16.5).
    pub(super) fn is_cut_first(self, result: &RoundResult) -> bool {
        self.edition == Edition::Fide2026 && !self.is_regular(result) && is_voluntary(result.kind)
    }

    /// Returns the points of the opponent of a round for the tie-breaks of
    /// `card`.
    pub(super) fn opponents_points(
        self,
        result: &RoundResult,
        card: &Scorecard,
        all: &[Scorecard],
    ) -> i64 {
        let other = || all.iter().find(|other| Some(other.entrant) == result.opponent);
        let own = i64::from(card.points());
        match result.kind {
            _ if self.is_regular(result) => other().map_or(own, |other| self.adjusted(other)),
            _ if self.edition == Edition::Fide2017 => own,
            RoundResultKind::ForfeitWon | RoundResultKind::ForfeitLost => {
                other().map_or(own, |other| own.min(self.adjusted(other)))
            }
            _ => {
                let rounds = self.rounds.map_or(card.results.len(), usize::from);
                own.min(i64::from(self.scoring.draw) * rounds as i64)
            }
        }
    }

    /// Returns the points of a player as they count for opponents (16.3).
    fn adjusted(self, card: &Scorecard) -> i64 {
        let is_available = |result: &RoundResult| match self.edition {
            Edition::Fide2017 => false,
            Edition::Fide2026 => !is_voluntary(result.kind),
        };
        let last = card.results.iter().rposition(is_available);
        let points = |(at, result): (usize, &RoundResult)| {
            let is_terminal = last.is_none_or(|last| at > last);
            let counts_as_draw = match self.edition {
                Edition::Fide2017 => result.kind.is_own_choice(),
                Edition::Fide2026 => is_terminal && is_requested_bye(result.kind),
            };
            i64::from(if counts_as_draw { self.scoring.draw } else { result.points })
        };
        card.results.iter().enumerate().map(points).sum()
    }
}

/// True for a requested bye of less than a win, or an absence.
const fn is_requested_bye(kind: RoundResultKind) -> bool {
    match kind {
        RoundResultKind::Absent => true,
        RoundResultKind::Bye(ByeReason::Requested | ByeReason::Late, worth) => {
            !matches!(worth, ByeWorth::Full)
        }
        _ => false,
    }
}

/// True for a voluntarily unplayed round (16.1).
const fn is_voluntary(kind: RoundResultKind) -> bool {
    is_requested_bye(kind) || matches!(kind, RoundResultKind::ForfeitLost)
}

/// Cuts the lowest terms, of which those with a mark come first, and then the
/// highest.
pub(super) fn cut(terms: &mut [TieBreakTerm], is_first: &[bool], lowest: u8, highest: u8) {
    for _ in 0..lowest {
        let left = (0..terms.len()).filter(|at| !terms[*at].cut);
        let least = left.min_by_key(|at| (!is_first[*at], terms[*at].amount, *at));
        let Some(least) = least else { return };
        terms[least].cut = true;
    }
    for _ in 0..highest {
        let left = (0..terms.len()).filter(|at| !terms[*at].cut);
        let Some(most) = left.max_by_key(|at| (terms[*at].amount, *at)) else { return };
        terms[most].cut = true;
    }
}
