//! Standings, computed from the games on demand.

use std::cmp::Reverse;

use super::cross_table::Scorecard;
use super::tie_break_value::TieBreakValue;
use super::tie_breaks::evaluate;
use super::unplayed::Regulations;
use crate::formats::knockout;
use crate::formats::knockout::KnockoutInput;
use crate::ids::EntrantId;
use crate::plan::edition::Edition;
use crate::plan::stage_plan::Format;
use crate::plan::tie_break::TieBreak;
use crate::tournament::state::Tournament;

/// The standing of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1. Tied entrants share a place.
    pub place: u32,
    /// The entrant.
    pub entrant: EntrantId,
    /// Half points.
    pub points: u32,
    /// The value of each tie-break of the stage.
    pub tie_breaks: Vec<TieBreakValue>,
}

impl Tournament {
    /// Returns the standings of a group, the leader first. A knockout ranks
    /// entrants by the round that they reached.
    #[must_use]
    pub fn standings(&self, stage: usize, group: usize) -> Vec<Standing> {
        let cards = self.cross_table(stage, group);
        match self.plan.stages.get(stage).map(|plan| plan.format) {
            None => Vec::new(),
            Some(Format::Knockout { .. }) => self.knockout_standings(stage, &cards),
            Some(_) => self.standings_by_points(stage, &cards),
        }
    }

    fn standings_by_points(&self, stage: usize, cards: &[Scorecard]) -> Vec<Standing> {
        let plan = &self.plan.stages[stage];
        let regulations = Regulations {
            edition: self.plan.edition,
            scoring: &plan.scoring,
            has_fixed_pairings: matches!(
                plan.format,
                Format::RoundRobin { .. } | Format::Knockout { .. }
            ),
            rounds: match plan.format {
                Format::Swiss { rounds } => Some(rounds),
                _ => None,
            },
        };
        let mut order: Vec<(&Scorecard, Vec<TieBreakValue>)> =
            cards.iter().map(|card| (card, Vec::new())).collect();
        // The start of each group of entrants that are still tied.
        order.sort_by_key(|(card, _)| Reverse(card.points()));
        let mut bounds = bounds_where(&order, |a, b| a.0.points() == b.0.points());
        for tie_break in &plan.tie_breaks {
            for span in bounds.windows(2) {
                let tied: Vec<&Scorecard> =
                    order[span[0]..span[1]].iter().map(|(card, _)| *card).collect();
                for (card, values) in &mut order[span[0]..span[1]] {
                    values.push(evaluate(*tie_break, card, &tied, cards, regulations));
                }
                order[span[0]..span[1]].sort_by_key(|(_, values)| Reverse(last_value(values)));
            }
            let is_same = |a: &(&Scorecard, Vec<TieBreakValue>),
                           b: &(&Scorecard, Vec<TieBreakValue>)| {
                last_value(&a.1) == last_value(&b.1)
            };
            let finer = bounds_where(&order, is_same);
            bounds.extend(finer);
            bounds.sort_unstable();
            bounds.dedup();
            let is_repeated = matches!(tie_break, TieBreak::DirectEncounter {})
                && regulations.edition == Edition::Fide2026;
            while is_repeated && split_again(&mut order, &mut bounds, regulations) {}
        }
        let mut standings = Vec::new();
        for span in bounds.windows(2) {
            for (card, values) in &mut order[span[0]..span[1]] {
                standings.push(Standing {
                    place: span[0] as u32 + 1,
                    entrant: card.entrant,
                    points: card.points(),
                    tie_breaks: std::mem::take(values),
                });
            }
        }
        standings
    }

    fn knockout_standings(&self, stage: usize, cards: &[Scorecard]) -> Vec<Standing> {
        let Some(input) = self.knockout_input(stage) else { return Vec::new() };
        let mut standings = Vec::new();
        for together in knockout::places(&input) {
            let place = standings.len() as u32 + 1;
            for entrant in together {
                let card = cards.iter().find(|card| card.entrant == entrant);
                let points = card.map_or(0, Scorecard::points);
                standings.push(Standing { place, entrant, points, tie_breaks: Vec::new() });
            }
        }
        standings
    }

    /// Returns the bracket of a stage with the results so far.
    #[must_use]
    pub fn knockout_input(&self, stage: usize) -> Option<KnockoutInput> {
        let plan = self.plan.stages.get(stage)?;
        let Format::Knockout { double, third_place } = plan.format else { return None };
        let seeds = self.stages.get(stage)?.groups.first()?.clone();
        let own = || self.pairings.values().filter(move |pairing| pairing.stage == stage);
        let decided = own().filter_map(|pairing| {
            let node = pairing.pair.node?;
            pairing.end(&plan.series)?;
            let winner = pairing.winner(&plan.series);
            let loser = winner.map(|winner| pairing.opponent(winner));
            Some(knockout::NodeResult { node, winner, loser })
        });
        let firsts =
            seeds.iter().map(|id| own().filter(|pairing| pairing.pair.first == *id).count() as u32);
        Some(KnockoutInput {
            decided: decided.collect(),
            paired: own().filter_map(|pairing| pairing.pair.node).collect(),
            firsts: firsts.collect(),
            seeds,
            double,
            third_place,
        })
    }
}

/// Applies the direct encounter to those who are still tied (C.07, 6.2), and
/// returns true if it split some of them.
fn split_again(
    order: &mut [(&Scorecard, Vec<TieBreakValue>)],
    bounds: &mut Vec<usize>,
    regulations: Regulations<'_>,
) -> bool {
    let mut finer = Vec::new();
    for span in bounds.windows(2) {
        let tied: Vec<&Scorecard> = order[span[0]..span[1]].iter().map(|(card, _)| *card).collect();
        let value = |card: &Scorecard| {
            let encounter = TieBreak::DirectEncounter {};
            evaluate(encounter, card, &tied, &[], regulations).value
        };
        order[span[0]..span[1]].sort_by_key(|(card, _)| Reverse(value(card)));
        let values: Vec<Option<i64>> =
            order[span[0]..span[1]].iter().map(|(card, _)| value(card)).collect();
        let splits = (1..values.len()).filter(|at| values[at - 1] != values[*at]);
        finer.extend(splits.map(|at| span[0] + at));
    }
    let is_split = !finer.is_empty();
    bounds.extend(finer);
    bounds.sort_unstable();
    is_split
}

fn last_value(values: &[TieBreakValue]) -> Option<i64> {
    values.last().and_then(|it| it.value)
}

/// Returns the start of each run of equal elements, and the end.
fn bounds_where<T>(all: &[T], is_same: impl Fn(&T, &T) -> bool) -> Vec<usize> {
    let starts = (0..all.len()).filter(|at| *at == 0 || !is_same(&all[at - 1], &all[*at]));
    starts.chain([all.len()]).collect()
}
