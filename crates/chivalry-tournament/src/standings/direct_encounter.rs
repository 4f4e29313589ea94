//! Direct encounter: the points against the tied entrants.
//!
//! If some of them have not met, the value is undefined. In a Swiss of the
//! edition of 2026, those who would be alone at the top whatever the missing
//! games bring have a value, one place after the other (C.07, 6.3).

use super::cross_table::Scorecard;
use super::round_result::RoundResult;
use super::tie_break_value::{TieBreakTerm, TieBreakValue, term};
use super::unplayed::Regulations;
use crate::ids::EntrantId;
use crate::plan::edition::Edition;
use crate::plan::tie_break::TieBreak;

pub(super) fn direct_encounter(
    card: &Scorecard,
    tied: &[&Scorecard],
    regulations: Regulations<'_>,
) -> TieBreakValue {
    let among = |card: &Scorecard| -> Vec<TieBreakTerm> {
        let is_tied = |id: EntrantId| tied.iter().any(|other| other.entrant == id);
        let counts = |result: &&RoundResult| {
            regulations.is_regular(result) && result.opponent.is_some_and(is_tied)
        };
        let met = card.results.iter().filter(counts);
        met.map(|result| TieBreakTerm {
            opponent: result.opponent,
            ..term(result, i64::from(result.points))
        })
        .collect()
    };
    let terms = among(card);
    let sum = |terms: &[TieBreakTerm]| terms.iter().map(|term| term.amount).sum::<i64>();
    let missing = |card: &Scorecard, terms: &[TieBreakTerm]| {
        let has_met = |id| terms.iter().any(|term| term.opponent == Some(id));
        let others = tied.iter().filter(|other| other.entrant != card.entrant);
        others.filter(|other| !has_met(other.entrant)).count() as i64
    };
    let all_met = tied.iter().all(|card| missing(card, &among(card)) == 0);
    let is_certain = || {
        let is_swiss = !regulations.has_fixed_pairings;
        let win = i64::from(regulations.scoring.win);
        // The lowest and the highest points of each.
        let range = |card: &&Scorecard| {
            let terms = among(card);
            (sum(&terms), sum(&terms) + win * missing(card, &terms))
        };
        let mut ranges: Vec<(EntrantId, (i64, i64))> =
            tied.iter().map(|card| (card.entrant, range(card))).collect();
        ranges.sort_by_key(|(_, (low, _))| std::cmp::Reverse(*low));
        let is_above = |at: usize| ranges[at + 1..].iter().all(|it| it.1.1 < ranges[at].1.0);
        let certain = (0..ranges.len()).take_while(|at| is_above(*at));
        let own = ranges.iter().position(|(id, _)| *id == card.entrant);
        is_swiss && regulations.edition == Edition::Fide2026 && certain.last() >= own
    };
    let value = (tied.len() > 1 && (all_met || is_certain())).then(|| sum(&terms));
    TieBreakValue { tie_break: TieBreak::DirectEncounter {}, value, terms }
}
