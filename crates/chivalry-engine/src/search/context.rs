//! State shared by all nodes of a search tree.

use chivalry_rules::{EffectStack, Ending, Game, Outcome, PerSeat, Position, Team, Variant};

use super::game_history::GameHistory;
use super::limits::{NodeBudget, SearchLimits, StopSignal};
use super::move_ordering::MoveOrdering;
use super::principal_variation::PvTable;
use super::strength::Strength;
use super::transposition_table::TranspositionTable;
use crate::evaluation::evaluator::Evaluator;
use crate::score::{MAX_PLY, Score, Window};

/// The node to search: the position of the context, seen from its team to
/// move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Remaining depth in plies.
    pub(super) depth: i32,
    /// Distance from the root in plies.
    pub(super) ply: usize,
    pub(super) window: Window,
}

/// The current position and the tables of a search.
#[derive(Debug)]
pub(super) struct SearchContext {
    pub(super) evaluator: Evaluator,
    pub(super) table: TranspositionTable,
    pub(super) ordering: MoveOrdering,
    /// The moves of all nodes of the current line.
    pub(super) move_stack: EffectStack,
    pub(super) history: GameHistory,
    pub(super) pv: PvTable,
    pub(super) position: Position,
    /// Seats that must pass every turn (`rules.md 6.4`).
    pub(super) withdrawn: PerSeat<bool>,
    pub(super) budget: NodeBudget,
    pub(super) strength: Strength,
}

impl SearchContext {
    pub(super) fn new(evaluator: Evaluator, table: TranspositionTable) -> SearchContext {
        SearchContext {
            position: Position::start(evaluator.variant()),
            evaluator,
            table,
            ordering: MoveOrdering::new(),
            move_stack: EffectStack::default(),
            history: GameHistory::default(),
            pv: PvTable::new(),
            withdrawn: PerSeat::default(),
            budget: NodeBudget::new(&SearchLimits::default()),
            strength: Strength::default(),
        }
    }

    pub(super) fn variant(&self) -> &'static Variant {
        self.evaluator.variant()
    }

    /// Prepares a search of the position of `game`.
    pub(super) fn reset(&mut self, game: &Game, limits: &SearchLimits) {
        self.position = *game.position();
        self.withdrawn = *game.withdrawn();
        self.history.reset(game);
        self.budget = NodeBudget::new(limits);
        self.move_stack.truncate(0);
        self.table.advance_generation();
        self.ordering.age();
    }

    /// Counts the node. Returns its score if the game is over there, or if the
    /// search must end.
    #[inline]
    pub(super) fn enter_node(&mut self, ply: usize, stop: &mut dyn StopSignal) -> Option<Score> {
        if !self.budget.count_node(stop) {
            return Some(Score::DRAW);
        }
        if ply == 0 {
            return None;
        }
        if let Some(ending) = self.position.ending_with_withdrawn(&self.withdrawn) {
            return Some(ending_score(&self.position, ending, ply));
        }
        (self.history.is_draw(&self.position) || ply >= MAX_PLY).then_some(Score::DRAW)
    }

    /// The static evaluation of the current position, with the noise of the
    /// playing strength.
    pub(super) fn evaluate(&self, window: Window) -> Score {
        let score = self.evaluator.evaluate_lazily(&self.position, window);
        self.strength.add_noise(score, self.position.hash())
    }
}

/// The score of a finished game for the team to move.
fn ending_score(position: &Position, ending: Ending, ply: usize) -> Score {
    match ending.outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(team) if team == Team::of(position.turn()) => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
    }
}
