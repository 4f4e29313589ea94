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
//! The edition determines how rounds without a game count ([`unplayed`]).

use chivalry_rules::Team;

use super::cross_table::Scorecard;
use super::direct_encounter::direct_encounter;
use super::round_result::{RoundResult, RoundResultKind};
use super::tie_break_value::{TieBreakTerm, TieBreakValue, term};
use super::unplayed::{Regulations, cut};
use crate::ids::EntrantId;
use crate::plan::tie_break::TieBreak;

/// Computes a tie-break of `card`. `tied` are the cards that are equal so far,
/// and `all` is the whole group.
#[must_use]
pub(crate) fn evaluate(
    tie_break: TieBreak,
    card: &Scorecard,
    tied: &[&Scorecard],
    all: &[Scorecard],
    regulations: Regulations<'_>,
) -> TieBreakValue {
    let scoring = regulations.scoring;
    let over = || card.results.iter().filter(|result| result.kind != RoundResultKind::Open);
    let count = |amount: &dyn Fn(&RoundResult) -> i64| {
        let counted = over().filter(|result| regulations.is_counted(result));
        counted.map(|result| term(result, amount(result))).collect()
    };
    let terms: Vec<TieBreakTerm> = match tie_break {
        TieBreak::DirectEncounter {} => return direct_encounter(card, tied, regulations),
        TieBreak::AverageRating {} => return average_rating(card, all),
        TieBreak::Wins {} => count(&|result| match result.kind {
            RoundResultKind::ForfeitWon => 1,
            _ => i64::from(result.wins),
        }),
        TieBreak::SecondSideGames {} => count(&|result| match result.kind {
            RoundResultKind::ForfeitWon => i64::from(result.scheduled_side == Some(Team::Second)),
            _ => i64::from(result.sides[1]),
        }),
        TieBreak::CastleEntries {} => count(&|result| i64::from(result.castle_entries)),
        TieBreak::CapturesDifference {} => {
            count(&|result| i64::from(result.captures) - i64::from(result.pieces_lost))
        }
        TieBreak::Buchholz { cut_lowest, cut_highest } => {
            let mut terms: Vec<TieBreakTerm> = over()
                .map(|result| term(result, regulations.opponents_points(result, card, all)))
                .collect();
            let is_voluntary: Vec<bool> =
                over().map(|result| regulations.is_cut_first(result)).collect();
            cut(&mut terms, &is_voluntary, cut_lowest, cut_highest);
            terms
        }
        TieBreak::SonnebornBerger {} => {
            let worth = |result: &RoundResult| {
                let theirs = regulations.opponents_points(result, card, all);
                // The share of a win that the result is worth, in halves.
                let share = i64::from((2 * result.points).min(2 * scoring.win));
                theirs * share / i64::from(scoring.win)
            };
            over().map(|result| term(result, worth(result))).collect()
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

/// Rounded to the nearest integer, halves up.
fn average_rating(card: &Scorecard, all: &[Scorecard]) -> TieBreakValue {
    let rating = |opponent: EntrantId| {
        let other = all.iter().find(|card| card.entrant == opponent);
        other.and_then(|card| card.rating)
    };
    let played = card.results.iter().filter(|result| result.kind == RoundResultKind::Played);
    let of_result = |result: &RoundResult| -> Vec<TieBreakTerm> {
        let amount = |opponent| {
            let amount = i64::from(rating(opponent)?);
            Some(TieBreakTerm { opponent: Some(opponent), ..term(result, amount) })
        };
        result.opponents().filter_map(amount).collect()
    };
    let terms: Vec<TieBreakTerm> = played.flat_map(of_result).collect();
    let (sum, count) = (terms.iter().map(|term| term.amount).sum::<i64>(), terms.len() as i64);
    let value = (count > 0).then(|| (2 * sum + count).div_euclid(2 * count));
    TieBreakValue { tie_break: TieBreak::AverageRating {}, value, terms }
}
