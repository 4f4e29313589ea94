//! Tie-breaks by name, each with its working.
//!
//! | name | what it is |
//! |---|---|
//! | `direct_encounter` | points against those who have as much, when all of them have met |
//! | `wins` | games won |
//! | `buchholz` | the opponents' points; `cut_lowest` and `cut_highest` leave some out (cut, median) |
//! | `sonneborn_berger` | the points of opponents beaten, and half of those drawn with |
//! | `progressive` | the points after each round, added up |
//! | `average_rating` | the mean rating of opponents |
//! | `second_side_games` | games with the second side |
//! | `castle_entries` | pieces brought into the goal castle |
//! | `captures_difference` | pieces captured less pieces lost |
//!
//! For Buchholz and Sonneborn-Berger, a round that an opponent chose not to
//! play counts as a draw in that opponent's points; and a round without a game
//! is a game with an opponent who has as many points as the player.

use super::cross_table::{RoundResult, RoundResultKind, Scorecard};
use crate::ids::EntrantId;
use crate::plan::scoring::Scoring;
use crate::plan::tie_break::TieBreak;

/// The value of a tie-break, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreakValue {
    /// The tie-break.
    pub tie_break: TieBreak,
    /// The value, in its unit; `None` where it tells nothing: a direct
    /// encounter that has not taken place, opponents without ratings.
    pub value: Option<i64>,
    /// What it is made of.
    pub terms: Vec<TieBreakTerm>,
}

/// A part of a tie-break's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreakTerm {
    /// The round, where it is about one.
    pub round: u16,
    /// The opponent; none for a round without a game.
    pub opponent: Option<EntrantId>,
    /// What it adds, in the tie-break's unit.
    pub amount: i64,
    /// Whether it was left out as one of the lowest or highest.
    pub cut: bool,
}

/// The value of a tie-break for `card`, who is among `tied`, with as many
/// points and all tie-breaks before the same; `all` is everybody.
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
                // The share of a win that the round was, in half_points.
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

/// The points of the opponent, as far as they count for others.
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

/// Rounded to the nearest whole, half_points up.
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
