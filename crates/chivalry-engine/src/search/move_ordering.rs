//! Move ordering: transposition table move, goal entries, captures, killer
//! moves, then quiet moves by history heuristic.

use std::ops::Range;

use chivalry_rules::{Effect, EffectStack, Position, Seat};

use super::transposition_table::PackedMove;
use crate::score::MAX_PLY;

const TABLE_MOVE: i32 = 1 << 30;
const GOAL_ENTRY: i32 = 1 << 29;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const MAX_HISTORY: i32 = 1 << 14;

/// Killer moves, the history heuristic, and the scores of the current moves.
#[derive(Clone, Debug)]
pub(super) struct MoveOrdering {
    /// Two quiet moves per ply that failed high last.
    killers: [[PackedMove; 2]; MAX_PLY + 1],
    /// Scores by seat, origin and destination.
    history: Vec<i16>,
    /// One score per entry of the move stack.
    scores: Vec<i32>,
}

impl MoveOrdering {
    pub(super) fn new() -> MoveOrdering {
        MoveOrdering {
            killers: [[PackedMove::default(); 2]; MAX_PLY + 1],
            history: vec![0; 4 << 16],
            scores: Vec::new(),
        }
    }

    /// Clears the killer moves and halves the history scores.
    pub(super) fn age(&mut self) {
        self.killers = [[PackedMove::default(); 2]; MAX_PLY + 1];
        for value in &mut self.history {
            *value /= 2;
        }
    }

    /// Scores the `moves` on the stack for [`MoveOrdering::pick`].
    pub(super) fn score(
        &mut self,
        position: &Position,
        stack: &EffectStack,
        moves: Range<usize>,
        table_move: PackedMove,
        ply: usize,
    ) {
        self.scores.truncate(moves.start);
        let seat = position.turn();
        let goal = position.variant().goal(seat);
        for effect in stack.slice(moves) {
            let captured = effect.captured();
            let score = if !table_move.is_none() && PackedMove::of(effect) == table_move {
                TABLE_MOVE
            } else if goal.contains(effect.to()) && !goal.contains(effect.from()) {
                GOAL_ENTRY + captured.len() as i32
            } else if !captured.is_empty() {
                let knights = (captured & position.knights()).len();
                CAPTURE
                    + (captured.len() * 2 + knights) as i32 * MAX_HISTORY
                    + i32::from(self.history[history_index(seat, effect)])
            } else {
                let packed = PackedMove::of(effect);
                match self.killers[ply].iter().position(|&killer| killer == packed) {
                    Some(index) => KILLER - index as i32,
                    None => i32::from(self.history[history_index(seat, effect)]),
                }
            };
            self.scores.push(score);
        }
    }

    /// Swaps the best of the `remaining` moves to their front and returns it.
    #[inline]
    pub(super) fn pick(&mut self, stack: &mut EffectStack, remaining: Range<usize>) -> Effect {
        let mut best = remaining.start;
        for at in remaining.start + 1..remaining.end {
            if self.scores[at] > self.scores[best] {
                best = at;
            }
        }
        self.scores.swap(remaining.start, best);
        stack.swap(remaining.start, best);
        stack.get(remaining.start)
    }

    /// Rewards `best`, which failed high, and penalizes the moves searched
    /// before it.
    pub(super) fn update(
        &mut self,
        seat: Seat,
        best: &Effect,
        searched: &[Effect],
        depth: i32,
        ply: usize,
    ) {
        let bonus = (depth * depth).min(400);
        self.adjust_history(seat, best, bonus);
        for effect in searched {
            self.adjust_history(seat, effect, -bonus);
        }
        if best.captured().is_empty() {
            let packed = PackedMove::of(best);
            let [first, second] = &mut self.killers[ply];
            if *first != packed {
                *second = *first;
                *first = packed;
            }
        }
    }

    /// Adds `bonus` with a decay that keeps scores below [`MAX_HISTORY`].
    fn adjust_history(&mut self, seat: Seat, effect: &Effect, bonus: i32) {
        let value = &mut self.history[history_index(seat, effect)];
        let old = i32::from(*value);
        *value = (old + bonus * 16 - old * bonus.abs() * 16 / MAX_HISTORY) as i16;
    }
}

#[inline]
fn history_index(seat: Seat, effect: &Effect) -> usize {
    seat.index() << 16 | effect.from().index() << 8 | effect.to().index()
}
