//! Standings: worked out from the games each time, never kept.

use std::cmp::Reverse;

use super::EntrantId;
use super::contest::Tournament;
use super::knockout::{self, KnockoutInput};
use super::plan::Format;
use super::table::Line;
use super::tie_break::{Working, work_out};

/// Where an entrant stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1; the same for those whom nothing separates.
    pub place: u32,
    /// Who.
    pub entrant: EntrantId,
    /// Half points.
    pub points: u32,
    /// Each tie-break of the stage, with its working.
    pub tie_breaks: Vec<Working>,
}

impl Tournament {
    /// The standing of a group of a stage, the first in front. In a knockout
    /// those stand higher who came further.
    #[must_use]
    pub fn standings(&self, stage: usize, group: usize) -> Vec<Standing> {
        let lines = self.lines(stage, group);
        match self.plan.stages.get(stage).map(|plan| plan.format) {
            None => Vec::new(),
            Some(Format::Knockout { .. }) => self.knockout_standings(stage, &lines),
            Some(_) => self.standings_by_points(stage, &lines),
        }
    }

    fn standings_by_points(&self, stage: usize, lines: &[Line]) -> Vec<Standing> {
        let plan = &self.plan.stages[stage];
        let mut order: Vec<(&Line, Vec<Working>)> =
            lines.iter().map(|line| (line, Vec::new())).collect();
        // The start of each group of those whom nothing has separated so far.
        order.sort_by_key(|(line, _)| Reverse(line.points()));
        let mut bounds = bounds_where(&order, |a, b| a.0.points() == b.0.points());
        for tie_break in &plan.tie_breaks {
            for span in bounds.windows(2) {
                let tied: Vec<&Line> =
                    order[span[0]..span[1]].iter().map(|(line, _)| *line).collect();
                for (line, workings) in &mut order[span[0]..span[1]] {
                    workings.push(work_out(*tie_break, line, &tied, lines, &plan.scoring));
                }
                order[span[0]..span[1]].sort_by_key(|(_, workings)| Reverse(last_value(workings)));
            }
            let is_same = |a: &(&Line, Vec<Working>), b: &(&Line, Vec<Working>)| {
                last_value(&a.1) == last_value(&b.1)
            };
            let finer = bounds_where(&order, is_same);
            bounds.extend(finer);
            bounds.sort_unstable();
            bounds.dedup();
        }
        let mut standings = Vec::new();
        for span in bounds.windows(2) {
            for (line, workings) in &mut order[span[0]..span[1]] {
                standings.push(Standing {
                    place: span[0] as u32 + 1,
                    entrant: line.entrant,
                    points: line.points(),
                    tie_breaks: std::mem::take(workings),
                });
            }
        }
        standings
    }

    fn knockout_standings(&self, stage: usize, lines: &[Line]) -> Vec<Standing> {
        let Some(input) = self.knockout_input(stage) else { return Vec::new() };
        let mut standings = Vec::new();
        for together in knockout::places(&input) {
            let place = standings.len() as u32 + 1;
            for entrant in together {
                let line = lines.iter().find(|line| line.entrant == entrant);
                let points = line.map_or(0, Line::points);
                standings.push(Standing { place, entrant, points, tie_breaks: Vec::new() });
            }
        }
        standings
    }

    /// The bracket of a stage, as far as it was played.
    #[must_use]
    pub fn knockout_input(&self, stage: usize) -> Option<KnockoutInput> {
        let plan = self.plan.stages.get(stage)?;
        let Format::Knockout { double, third_place } = plan.format else { return None };
        let seeds = self.stages.get(stage)?.groups.first()?.clone();
        let own = || self.pairings.values().filter(move |pairing| pairing.stage == stage);
        let decided = own().filter_map(|pairing| {
            let node = pairing.paired.node?;
            pairing.end(&plan.series)?;
            let winner = pairing.winner(&plan.series);
            let loser = winner.map(|winner| pairing.opponent(winner));
            Some(knockout::NodeResult { node, winner, loser })
        });
        let firsts = seeds
            .iter()
            .map(|id| own().filter(|pairing| pairing.paired.first == *id).count() as u32);
        Some(KnockoutInput {
            decided: decided.collect(),
            paired: own().filter_map(|pairing| pairing.paired.node).collect(),
            firsts: firsts.collect(),
            seeds,
            double,
            third_place,
        })
    }
}

fn last_value(workings: &[Working]) -> Option<i64> {
    workings.last().and_then(|working| working.value)
}

/// Where each run of the same begins, and the end.
fn bounds_where<T>(all: &[T], is_same: impl Fn(&T, &T) -> bool) -> Vec<usize> {
    let starts = (0..all.len()).filter(|at| *at == 0 || !is_same(&all[at - 1], &all[*at]));
    starts.chain([all.len()]).collect()
}
