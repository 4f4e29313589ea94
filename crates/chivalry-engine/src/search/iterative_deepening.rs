//! Iterative deepening with aspiration windows.

use std::sync::Arc;

use chivalry_rules::{Effect, Game, MoveList, Outcome, Variant};

use super::context::{Node, SearchContext};
use super::limits::{SearchLimits, StopSignal};
use super::move_ordering::MoveOrdering;
use super::strength::Strength;
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
}

/// A search for one variant, with its transposition table and move ordering.
#[derive(Debug)]
pub struct Search {
    context: SearchContext,
}

impl Search {
    /// Creates a search.
    #[must_use]
    pub fn new(evaluator: Evaluator, table: TranspositionTable) -> Search {
        Search { context: SearchContext::new(evaluator, table) }
    }

    /// The variant whose positions it searches.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.context.variant()
    }

    /// Sets the playing strength and clears the transposition table.
    pub fn set_strength(&mut self, strength: Strength) {
        self.context.strength = strength;
        self.context.table.clear();
    }

    /// Uses tables for positions with few pieces. Tables of another variant have
    /// no effect. Clears the transposition table.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.context.tables = tables;
        self.context.table.clear();
    }

    /// Clears the transposition table and the move ordering. The results of
    /// the next search do not depend on earlier ones.
    pub fn new_game(&mut self) {
        self.context.table.clear();
        self.context.ordering = MoveOrdering::new();
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
        let blunder = self.context.strength.blunder(&root, &list);
        let pv = vec![blunder.unwrap_or(first)];
        let mut result = SearchResult { score: Score::DRAW, pv, depth: 0, nodes: 0 };
        if blunder.is_some() {
            return Some(result);
        }
        if let Some(exact) = self.exact_result(game) {
            on_depth(&exact);
            return Some(exact);
        }
        let max_depth = limits.depth.unwrap_or(MAX_PLY / 2).clamp(1, MAX_PLY / 2);
        for depth in 1..=max_depth {
            let score = self.aspiration_window(depth, result.score, stop);
            // An incomplete depth searched the previous best move first, so
            // that its best move is at least as good.
            if let Some(pv) = self.context.pv.root() {
                result.pv.clone_from(pv);
            }
            result.nodes = self.context.budget.visited();
            let Some(score) = score else { break };
            result = SearchResult { score, depth, ..result };
            on_depth(&result);
            let is_proved =
                score.decided_in().is_some_and(|plies| plies.unsigned_abs() as usize <= depth);
            if is_proved || list.len() == 1 && limits.depth.is_none() {
                break;
            }
        }
        Some(result)
    }

    /// The result by the tables, without a search. A best line that the history
    /// of `game` would draw is left to the search.
    fn exact_result(&self, game: &Game) -> Option<SearchResult> {
        let tables = self.context.tables.as_ref()?;
        let score = self.context.exact_score(0)?;
        let mut pv = tables.best_line(game.position()).ok()?;
        let mut after = game.clone();
        let mut played = 0;
        while after.ending().is_none() && played < pv.len() {
            after.play(&pv[played]);
            played += 1;
        }
        pv.truncate(played);
        let is_draw = after.ending().is_none_or(|ending| ending.outcome == Outcome::Draw);
        let is_as_expected = played > 0 && is_draw == (score == Score::DRAW);
        let depth = pv.len();
        is_as_expected.then_some(SearchResult { score, depth, pv, nodes: 1 })
    }

    /// Searches the root with a window around `guess`, which widens while the
    /// score is outside. `None` if the search was stopped.
    fn aspiration_window(
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
            let score = self.context.alpha_beta(node, false, stop);
            if self.context.budget.is_stopped() {
                return None;
            }
            if width >= infinite || (alpha < score && score < beta) {
                return Some(score);
            }
            width = if width > MAX_ASPIRATION_WIDTH { infinite } else { width * 4 };
        }
    }
}
