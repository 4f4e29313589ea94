//! Iterative deepening with aspiration windows.

use std::mem;
use std::num::NonZeroUsize;
use std::sync::Arc;

use chivalry_rules::{Effect, Game, MoveList, Variant};

use super::context::{Node, SearchContext};
use super::helper_threads::HelperThreads;
use super::limits::{SearchLimits, StopSignal};
use super::move_ordering::MoveOrdering;
use super::other_lines::{OtherLines, SearchLine};
use super::strength::Strength;
use super::table_lines::exact_lines;
use super::transposition_table::TranspositionTable;
use crate::evaluation::evaluator::Evaluator;
use crate::score::{MAX_PLY, Score, Window};
use crate::tables::Tables;

/// The half width of the first aspiration window.
const ASPIRATION_WIDTH: i32 = 40;

/// The minimum depth of a search with an aspiration window, in plies.
const ASPIRATION_DEPTH: usize = 4;

/// Beyond this half width the window opens completely.
const MAX_ASPIRATION_WIDTH: i32 = 500;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The score for the team to move.
    pub score: Score,
    /// The principal variation. It has at least one move.
    pub pv: Vec<Effect>,
    /// The last completed depth, in plies.
    pub depth: usize,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The lines after the best one, best first. Empty unless
    /// [`Search::set_lines`] asks for them.
    pub others: Vec<SearchLine>,
}

/// A search for one variant, with its transposition table and move ordering.
#[derive(Debug)]
pub struct Search {
    context: SearchContext,
    /// The number of lines of a result.
    lines: NonZeroUsize,
    others: Option<OtherLines>,
    helpers: HelperThreads,
}

impl Search {
    /// Creates a search.
    #[must_use]
    pub fn new(evaluator: Evaluator, table: TranspositionTable) -> Search {
        let context = SearchContext::new(evaluator, table);
        let helpers = HelperThreads::default();
        Search { context, lines: NonZeroUsize::MIN, others: None, helpers }
    }

    /// The variant whose positions it searches.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.context.variant()
    }

    /// Sets the playing strength and clears the transposition table.
    pub fn set_strength(&mut self, strength: Strength) {
        self.context.strength = strength;
        self.clear();
    }

    /// Sets the number of threads of a search. Results with several threads
    /// depend on their speed. The node limit counts the nodes of all threads.
    /// Clears the transposition table.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.helpers = HelperThreads::of(&self.context, threads);
        self.clear();
    }

    /// Sets the number of lines that a result has, if so many moves are legal.
    /// The first line at a depth does not depend on the number.
    pub fn set_lines(&mut self, lines: NonZeroUsize) {
        self.lines = lines;
    }

    /// Uses tables for positions with few pieces. Tables of another variant have
    /// no effect. Clears the transposition table.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.context.tables = tables;
        self.clear();
    }

    /// Clears the transposition table and the move ordering. The results of
    /// the next search do not depend on earlier ones.
    pub fn new_game(&mut self) {
        self.context.ordering = MoveOrdering::new();
        self.clear();
    }

    /// Clears the table and creates the contexts of the other lines and threads
    /// again.
    fn clear(&mut self) {
        self.context.table.clear();
        self.others = None;
        self.helpers = HelperThreads::of(&self.context, self.helpers.threads());
    }

    /// Searches the position of `game` to increasing depths until a limit is
    /// reached or `stop` ends the search. Returns the result of the deepest
    /// search, and calls `on_depth` after each completed depth.
    ///
    /// Returns `None` if the game is over or the seat must pass.
    pub fn run(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        stop: &mut dyn StopSignal,
        on_depth: &mut dyn FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        let root = *game.position();
        debug_assert!(std::ptr::eq(root.variant(), self.variant()));
        if game.ending().is_some() || game.must_pass() {
            return None;
        }
        self.context.reset(game, limits);
        let mut list = MoveList::new();
        root.legal_moves(&mut list);
        let first = list.get(0)?.effect;
        let pv = vec![first];
        let others = Vec::new();
        let result = SearchResult { score: Score::DRAW, pv, depth: 0, nodes: 0, others };
        if let Some((first, others)) = exact_lines(&self.context, game, self.lines) {
            let SearchLine { score, pv } = first;
            let exact = SearchResult { score, depth: pv.len(), pv, nodes: 1, others };
            on_depth(&exact);
            return Some(exact);
        }
        self.prepare_others(game, limits, list.len());
        let is_only_move = list.len() == 1 && limits.depth.is_none();
        let max_depth = if is_only_move { 1 } else { limits.depth.unwrap_or(MAX_PLY / 2) };
        let max_depth = max_depth.clamp(1, MAX_PLY / 2);
        if self.helpers.threads() == NonZeroUsize::MIN {
            return Some(self.run_to_depth(result, max_depth, stop, on_depth));
        }
        let mut helpers = mem::take(&mut self.helpers);
        let (found, deepest) = helpers.search_beside(game, limits, |running| {
            let mut stop = running.stop_signal(stop);
            let all_nodes = |found: &SearchResult| SearchResult {
                nodes: running.nodes(found.nodes),
                ..found.clone()
            };
            let mut on_depth = |found: &SearchResult| on_depth(&all_nodes(found));
            all_nodes(&self.run_to_depth(result, max_depth, &mut stop, &mut on_depth))
        });
        self.helpers = helpers;
        let is_deeper = |depth: usize| depth > found.depth && found.others.is_empty();
        Some(match deepest.filter(|(depth, _)| is_deeper(*depth)) {
            Some((depth, SearchLine { score, pv })) => SearchResult { score, pv, depth, ..found },
            None => found,
        })
    }

    /// Deepens `result` to `max_depth`, until its score is proved or the search
    /// is stopped.
    fn run_to_depth(
        &mut self,
        mut result: SearchResult,
        max_depth: usize,
        stop: &mut dyn StopSignal,
        on_depth: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        while result.depth < max_depth {
            let (deeper, is_complete) = self.deepen(&result, stop);
            result = deeper;
            if !is_complete {
                break;
            }
            on_depth(&result);
            let is_proved =
                result.others.iter().map(|line| line.score).chain([result.score]).all(|score| {
                    let plies = score.decided_in();
                    plies.is_some_and(|plies| plies.unsigned_abs() as usize <= result.depth)
                });
            if is_proved {
                break;
            }
        }
        result
    }

    /// Prepares the search of the lines after the first among `moves` legal
    /// moves.
    fn prepare_others(&mut self, game: &Game, limits: &SearchLimits, moves: usize) {
        let count = self.lines.get().min(moves) - 1;
        if count == 0 {
            self.others = None;
            return;
        }
        let others = self.others.get_or_insert_with(|| OtherLines::beside(&self.context));
        others.reset(game, limits, count);
    }

    /// Searches one ply deeper than `previous`. The second value is false if
    /// the search was stopped.
    fn deepen(
        &mut self,
        previous: &SearchResult,
        stop: &mut dyn StopSignal,
    ) -> (SearchResult, bool) {
        let depth = previous.depth + 1;
        let score = self.context.aspiration_window(depth, previous.score, stop);
        let pv = self.context.pv.root().unwrap_or(&previous.pv).clone();
        let nodes = self.context.budget.visited();
        let Some(score) = score else {
            // An incomplete depth searched the previous best move first, so
            // that its best move is at least as good. It may be the first
            // move of another line, so several lines stay as they are.
            let pv = if self.others.is_none() { pv } else { previous.pv.clone() };
            return (SearchResult { pv, nodes, ..previous.clone() }, false);
        };
        let Some(others) = &mut self.others else {
            return (SearchResult { score, pv, depth, nodes, others: Vec::new() }, true);
        };
        let first = SearchLine { score, pv };
        let (others, is_complete) = others.search(&mut self.context.budget, &first, depth, stop);
        let nodes = self.context.budget.visited();
        if !is_complete && previous.depth > 0 {
            return (SearchResult { nodes, ..previous.clone() }, false);
        }
        (SearchResult { score, pv: first.pv, depth, nodes, others }, is_complete)
    }
}

impl SearchContext {
    /// Searches the root with a window around `guess`, which widens while the
    /// score is outside. `None` if the search was stopped.
    pub(super) fn aspiration_window(
        &mut self,
        depth: usize,
        guess: Score,
        stop: &mut dyn StopSignal,
    ) -> Option<Score> {
        let infinite = Score::INFINITE.0;
        let mut width = if depth < ASPIRATION_DEPTH { infinite } else { ASPIRATION_WIDTH };
        loop {
            let alpha = Score((guess.0 - width).max(-infinite));
            let beta = Score((guess.0 + width).min(infinite));
            let node = Node { depth: depth as i32, ply: 0, window: Window { alpha, beta } };
            let score = self.alpha_beta(node, false, stop);
            if self.budget.is_stopped() {
                return None;
            }
            if width >= infinite || (alpha < score && score < beta) {
                return Some(score);
            }
            width = if width > MAX_ASPIRATION_WIDTH { infinite } else { width * 4 };
        }
    }
}
