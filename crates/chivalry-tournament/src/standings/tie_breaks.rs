//! Computation of tie-breaks, each with its terms.
//!
//! | name | value |
//! |---|---|
//! | `direct_encounter` | points against the tied entrants, if all of them have met |
//! | `wins` | games won |
//! | `buchholz` | points of the opponents, without `cut_lowest` and `cut_highest` of them (cut, median) |
//! | `sonneborn_berger` | points of defeated opponents, plus half the points of drawn opponents |
//! | `progressive` | sum of the points after each round |
//! | `average_rating` | average rating of the opponents |
//! | `second_side_games` | games with the second side |
//! | `castle_entries` | pieces that entered the goal castle |
//! | `captures_difference` | captured pieces minus lost pieces |
//!
//! Buchholz and Sonneborn-Berger adjust unplayed rounds. A round that an
//! opponent chose not to play counts as a draw in the points of the opponent.
//! A round without a game counts as a game against an opponent with the points
//! of the player.

use super::cross_table::{RoundResult, RoundResultKind, Scorecard};
use crate::ids::EntrantId;
use crate::plan::scoring::Scoring;
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

/// Computes a tie-break of `card`. `tied` are the cards that are equal so far,
/// and `all` is the whole group.
#[must_use]
pub(crate) fn evaluate(
    tie_break: TieBreak,
    card: &Scorecard,
    tied: &[&Scorecard],
    all: &[Scorecard],
    scoring: &Scoring,
) -> TieBreakValue {
    let played = || card.results.iter().filter(|result| result.kind == RoundResultKind::Played);
    let count = |amount: &dyn Fn(&RoundResult) -> i64| {
        played().map(|result| term(result, amount(result))).collect()
    };
    let terms: Vec<TieBreakTerm> = match tie_break {
        TieBreak::DirectEncounter {} => return direct_encounter(card, tied),
        TieBreak::AverageRating {} => return average_rating(card, all),
        TieBreak::Wins {} => count(&|result| i64::from(result.wins)),
        TieBreak::SecondSideGames {} => count(&|result| i64::from(result.sides[1])),
        TieBreak::CastleEntries {} => count(&|result| i64::from(result.castle_entries)),
        TieBreak::CapturesDifference {} => {
            count(&|result| i64::from(result.captures) - i64::from(result.pieces_lost))
        }
        TieBreak::Buchholz { cut_lowest, cut_highest } => {
            let over = card.results.iter().filter(|result| result.kind != RoundResultKind::Open);
            let mut terms: Vec<TieBreakTerm> = over
                .map(|result| term(result, opponents_points(result, card, all, scoring)))
                .collect();
            cut(&mut terms, cut_lowest, cut_highest);
            terms
        }
        TieBreak::SonnebornBerger {} => {
            let over = card.results.iter().filter(|result| result.kind != RoundResultKind::Open);
            let worth = |result: &RoundResult| {
                let theirs = opponents_points(result, card, all, scoring);
                // The share of a win that the result is worth, in halves.
                let share = i64::from((2 * result.points).min(2 * scoring.win));
                theirs * share / i64::from(scoring.win)
            };
            over.map(|result| term(result, worth(result))).collect()
        }
        TieBreak::Progressive {} => {
            let mut sum = 0;
            let after = |result: &RoundResult| {
                sum += i64::from(result.points);
                TieBreakTerm { opponent: result.opponent, ..term(result, sum) }
            };
            card.results.iter().map(after).collect()
        }
    };
    let value = terms.iter().filter(|term| !term.cut).map(|term| term.amount).sum();
    TieBreakValue { tie_break, value: Some(value), terms }
}

fn term(result: &RoundResult, amount: i64) -> TieBreakTerm {
    let was_played = result.kind == RoundResultKind::Played;
    let opponent = result.opponent.filter(|_| was_played);
    TieBreakTerm { round: result.round, opponent, amount, cut: false }
}

/// Returns the points of the opponent, as adjusted for Buchholz.
fn opponents_points(
    result: &RoundResult,
    card: &Scorecard,
    all: &[Scorecard],
    scoring: &Scoring,
) -> i64 {
    let opponent = result.opponent.filter(|_| result.kind == RoundResultKind::Played);
    let Some(other) = opponent.and_then(|id| all.iter().find(|card| card.entrant == id)) else {
        return i64::from(card.points());
    };
    let counted = |result: &RoundResult| match result.kind.is_own_choice() {
        true => scoring.draw,
        false => result.points,
    };
    other.results.iter().map(|result| i64::from(counted(result))).sum()
}

fn cut(terms: &mut [TieBreakTerm], lowest: u8, highest: u8) {
    let mut order: Vec<usize> = (0..terms.len()).collect();
    order.sort_by_key(|at| (terms[*at].amount, *at));
    let low = order.iter().take(lowest.into());
    let high = order.iter().rev().take(highest.into());
    for at in low.chain(high) {
        terms[*at].cut = true;
    }
}

fn direct_encounter(card: &Scorecard, tied: &[&Scorecard]) -> TieBreakValue {
    let is_tied = |id: EntrantId| tied.iter().any(|other| other.entrant == id);
    let has_met = |own: &Scorecard, other: &Scorecard| {
        own.results
            .iter()
            .any(|it| it.opponent == Some(other.entrant) && it.kind == RoundResultKind::Played)
    };
    let all_met = tied
        .iter()
        .all(|own| tied.iter().all(|other| own.entrant == other.entrant || has_met(own, other)));
    let among = card.results.iter().filter(|result| {
        result.kind == RoundResultKind::Played && result.opponent.is_some_and(is_tied)
    });
    let terms: Vec<TieBreakTerm> =
        among.map(|result| term(result, i64::from(result.points))).collect();
    let value = (all_met && tied.len() > 1).then(|| terms.iter().map(|term| term.amount).sum());
    TieBreakValue { tie_break: TieBreak::DirectEncounter {}, value, terms }
}

/// Rounded to the nearest integer, halves up.
fn average_rating(card: &Scorecard, all: &[Scorecard]) -> TieBreakValue {
    let rating = |result: &RoundResult| {
        let other = all.iter().find(|card| Some(card.entrant) == result.opponent);
        other.and_then(|card| card.rating)
    };
    let played = card.results.iter().filter(|result| result.kind == RoundResultKind::Played);
    let terms: Vec<TieBreakTerm> = played
        .filter_map(|result| rating(result).map(|rating| term(result, i64::from(rating))))
        .collect();
    let (sum, count) = (terms.iter().map(|term| term.amount).sum::<i64>(), terms.len() as i64);
    let value = (count > 0).then(|| (2 * sum + count).div_euclid(2 * count));
    TieBreakValue { tie_break: TieBreak::AverageRating {}, value, terms }
}
