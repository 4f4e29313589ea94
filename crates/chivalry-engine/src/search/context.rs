//! State shared by all nodes of a search tree.

use std::ops::Range;
use std::sync::Arc;

use chivalry_rules::{
    Effect, EffectStack, Ending, Game, Outcome, PerSeat, Position, Seat, Team, Variant,
};

use super::game_history::GameHistory;
use super::limits::{NodeBudget, SearchLimits, StopSignal};
use super::move_ordering::MoveOrdering;
use super::principal_variation::PvTable;
use super::strength::Strength;
use super::transposition_table::{PackedMove, TranspositionTable};
use crate::evaluation::evaluator::Evaluator;
use crate::network::accumulator::Accumulator;
use crate::score::{MAX_PLY, Score, Window};
use crate::tables::{TableValue, Tables};

/// The node to search: the position of the context, seen from its side to
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
    /// The hidden layer of the evaluator's network.
    accumulator: Option<Accumulator>,
    pub(super) table: TranspositionTable,
    pub(super) ordering: MoveOrdering,
    /// The moves of all nodes of the current line.
    pub(super) move_stack: EffectStack,
    pub(super) history: GameHistory,
    pub(super) pv: PvTable,
    pub(super) position: Position,
    /// The team to move at the root. All others are the other side: if each
    /// plays for himself, the search is paranoid.
    root: Team,
    /// True if each turn is of the side that did not have the previous one.
    sides_alternate: bool,
    /// Part of the table keys, which depend on the side of the root and on the
    /// seats that are out.
    key: u64,
    /// Seats that must pass every turn (`rules.md 6.4`).
    pub(super) withdrawn: PerSeat<bool>,
    pub(super) budget: NodeBudget,
    /// Moves of the root that are not searched.
    pub(super) excluded: Vec<Effect>,
    pub(super) strength: Strength,
    /// Exact values of positions with few pieces.
    pub(super) tables: Option<Arc<Tables>>,
}

impl SearchContext {
    pub(super) fn new(evaluator: Evaluator, table: TranspositionTable) -> SearchContext {
        SearchContext {
            position: Position::start(evaluator.variant()),
            root: Team::First,
            sides_alternate: true,
            key: 0,
            accumulator: evaluator.accumulator(),
            evaluator,
            table,
            ordering: MoveOrdering::new(),
            move_stack: EffectStack::default(),
            history: GameHistory::default(),
            pv: PvTable::new(),
            withdrawn: PerSeat::default(),
            budget: NodeBudget::new(&SearchLimits::default()),
            excluded: Vec::new(),
            strength: Strength::default(),
            tables: None,
        }
    }

    /// Creates the context of another search of equal strength.
    pub(super) fn beside(&self, table: TranspositionTable) -> SearchContext {
        SearchContext {
            strength: self.strength,
            tables: self.tables.clone(),
            ..SearchContext::new(self.evaluator.clone(), table)
        }
    }

    pub(super) fn variant(&self) -> &'static Variant {
        self.evaluator.variant()
    }

    /// Prepares a search of the position of `game`.
    pub(super) fn reset(&mut self, game: &Game, limits: &SearchLimits) {
        self.position = *game.position();
        self.withdrawn = *game.withdrawn();
        let variant = self.variant();
        self.root = variant.team_of(self.position.turn());
        let differs = |seat| variant.team_of(seat) != variant.team_of(variant.next_seat(seat));
        let is_free_for_all = variant.is_free_for_all();
        self.sides_alternate = !is_free_for_all && variant.seats().all(differs);
        let out = variant.seats().map(|seat| u64::from(self.withdrawn[seat]) << seat.index());
        let side = (out.sum::<u64>() << 2) + self.root.index() as u64 + 1;
        self.key = if is_free_for_all { side.wrapping_mul(0x9e37_79b9_7f4a_7c15) } else { 0 };
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
            return Some(self.ending_score(ending, ply));
        }
        if self.history.is_draw(&self.position) || ply >= MAX_PLY {
            return Some(Score::DRAW);
        }
        self.exact_score(ply)
    }

    /// The score of the position by the tables, if they contain it. A reduced
    /// playing strength ignores them. A table that cannot be read has no effect:
    /// the search goes on without it.
    #[inline]
    pub(super) fn exact_score(&self, ply: usize) -> Option<Score> {
        let tables = self.tables.as_ref().filter(|_| self.strength.is_full())?;
        let value = tables.probe_in_game(&self.position).ok().flatten()?;
        Some(exact_score(value, ply))
    }

    /// The static evaluation of the current position, with the noise of the
    /// playing strength.
    pub(super) fn evaluate(&mut self, window: Window) -> Score {
        let SearchContext { evaluator, accumulator, position, root, .. } = self;
        let score = evaluator.evaluate_within(accumulator, position, *root, window);
        self.strength.add_noise(score, self.position.hash())
    }

    /// The score of a finished game for the side to move.
    fn ending_score(&self, ending: Ending, ply: usize) -> Score {
        let is_root = self.is_root_side(self.position.turn());
        match ending.outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(team) if (team == self.root) == is_root => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
        }
    }

    fn is_root_side(&self, seat: Seat) -> bool {
        self.variant().team_of(seat) == self.root
    }

    /// True if the seat to move is on the side that made the last turn.
    #[inline]
    pub(super) fn has_same_side(&self) -> bool {
        if self.sides_alternate {
            return false;
        }
        let turn = self.position.turn();
        self.is_root_side(self.variant().previous_seat(turn)) == self.is_root_side(turn)
    }

    /// True if each side has every second turn.
    pub(super) fn sides_alternate(&self) -> bool {
        self.sides_alternate
    }

    /// The key of the current position in the transposition table. A root
    /// without its excluded moves has another key.
    #[inline]
    pub(super) fn table_key(&self, ply: usize) -> u64 {
        let key = self.position.hash() ^ self.key;
        if ply > 0 {
            key
        } else {
            self.excluded.iter().fold(key, |key, it| key ^ PackedMove::of(it).hash())
        }
    }

    /// Removes the excluded moves of the root from its `moves`, which are on
    /// top of the stack.
    pub(super) fn without_excluded(&mut self, moves: Range<usize>) -> Range<usize> {
        let first = moves.start;
        self.without(moves, first, |context, effect| context.excluded.contains(effect))
    }

    /// Removes the moves that the search overlooks from those on top of the
    /// stack. `keeps_one` keeps the first if it overlooks all.
    #[inline]
    pub(super) fn without_overlooked(
        &mut self,
        moves: Range<usize>,
        keeps_one: bool,
    ) -> Range<usize> {
        if self.strength.oversight == 0 {
            return moves;
        }
        let fewest = moves.start + usize::from(keeps_one);
        self.without(moves, fewest, |context, effect| {
            context.strength.overlooks(&context.position, effect)
        })
    }

    /// Removes moves from those on top of the stack, as long as there are more
    /// than up to the index `fewest`.
    fn without(
        &mut self,
        moves: Range<usize>,
        fewest: usize,
        is_removed: impl Fn(&SearchContext, &Effect) -> bool,
    ) -> Range<usize> {
        let mut end = moves.end;
        for at in moves.clone().rev() {
            if end > fewest && is_removed(self, &self.move_stack.get(at)) {
                end -= 1;
                self.move_stack.swap(at, end);
            }
        }
        self.move_stack.truncate(end);
        moves.start..end
    }
}

/// The score of a node at `ply` with an exact value.
pub(super) fn exact_score(value: TableValue, ply: usize) -> Score {
    match value {
        TableValue::Win { plies } => Score::win_in(ply + usize::from(plies)),
        TableValue::Loss { plies } => Score::loss_in(ply + usize::from(plies)),
        TableValue::Draw => Score::DRAW,
    }
}
