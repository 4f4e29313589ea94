//! The lines of a search after the best one.

use chivalry_rules::{Effect, Game};

use super::context::SearchContext;
use super::limits::{NodeBudget, SearchLimits, StopSignal};
use crate::score::Score;

/// A line from the root of a search.
#[derive(Clone, Debug)]
pub struct SearchLine {
    /// The score for the team to move.
    pub score: Score,
    /// The moves. There is at least one.
    pub pv: Vec<Effect>,
}

/// The search of the lines after the first. It has a transposition table of
/// its own, so the first line does not depend on the number of lines.
#[derive(Debug)]
pub(super) struct OtherLines {
    context: SearchContext,
    count: usize,
    /// The scores of the last complete depth.
    scores: Vec<Score>,
}

impl OtherLines {
    /// Creates a search beside that of the first line.
    pub(super) fn beside(first: &SearchContext) -> OtherLines {
        let context = first.beside(first.table.of_equal_size());
        OtherLines { context, count: 0, scores: Vec::new() }
    }

    /// Prepares a search for `count` lines.
    pub(super) fn reset(&mut self, game: &Game, limits: &SearchLimits, count: usize) {
        self.context.reset(game, limits);
        self.count = count;
        self.scores.clear();
    }

    /// Searches to `depth` and charges `budget`. No line is better than the one
    /// before it. The second value is false if the search was stopped.
    pub(super) fn search(
        &mut self,
        budget: &mut NodeBudget,
        first: &SearchLine,
        depth: usize,
        stop: &mut dyn StopSignal,
    ) -> (Vec<SearchLine>, bool) {
        let context = &mut self.context;
        context.budget = *budget;
        context.excluded = vec![first.pv[0]];
        let mut ceiling = first.score;
        let mut lines: Vec<SearchLine> = Vec::with_capacity(self.count);
        while lines.len() < self.count {
            let guess = self.scores.get(lines.len()).copied().unwrap_or(ceiling);
            let score = context.aspiration_window(depth, guess, stop);
            let (Some(score), Some(pv)) = (score, context.pv.root()) else { break };
            // The search of the first line did not prefer this move.
            let score = score.min(ceiling);
            lines.push(SearchLine { score, pv: pv.clone() });
            context.excluded.push(pv[0]);
            ceiling = score;
        }
        *budget = context.budget;
        let is_complete = !budget.is_stopped();
        if is_complete {
            self.scores = lines.iter().map(|line| line.score).collect();
        }
        (lines, is_complete)
    }
}
