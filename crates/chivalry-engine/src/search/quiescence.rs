//! Quiescence search: captures, charges and goal entries until the position
//! is quiet.

use super::context::{Node, SearchContext};
use super::limits::StopSignal;
use super::transposition_table::{Bound, PackedMove, TableEntry};
use crate::score::{Score, Window};

impl SearchContext {
    /// Returns the score of the current position after all noisy moves.
    /// Searches every move if a capture is compulsory.
    pub(super) fn quiescence(
        &mut self,
        ply: usize,
        mut window: Window,
        stop: &mut dyn StopSignal,
    ) -> Score {
        self.pv.clear(ply);
        if let Some(score) = self.enter_node(ply, stop) {
            return score;
        }
        if self.withdrawn[self.position.turn()] {
            return self.pass(Node { depth: 0, ply, window }, stop);
        }
        let is_forced = self.position.is_forced();
        let key = self.table_key(ply);
        // A lookup of other positions costs more than it saves.
        let entry = if is_forced { self.table.probe(key, ply) } else { None };
        if let Some(entry) = &entry
            && !window.is_open()
            && entry.is_cutoff(window)
        {
            return entry.score;
        }
        let mut bound = Bound::Upper;
        let mut best_move = PackedMove::default();
        let mut best = -Score::INFINITE;
        if !is_forced {
            // Stand pat.
            best = self.evaluate(window);
            if best >= window.beta {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        let moves = if is_forced {
            self.position.push_effects(&mut self.move_stack)
        } else {
            self.position.push_noisy_effects(&mut self.move_stack)
        };
        let moves = self.without_overlooked(moves, is_forced);
        if is_forced && moves.is_empty() {
            return self.pass(Node { depth: 0, ply, window }, stop);
        }
        let table_move = entry.map_or(PackedMove::default(), |entry| entry.best);
        self.ordering.score(&self.position, &self.move_stack, moves.clone(), table_move, ply);
        let hash = self.position.hash();
        for at in moves.clone() {
            let effect = self.ordering.pick(&mut self.move_stack, at..moves.end);
            self.history.push(hash);
            let undo = self.position.make(&effect);
            let score = if self.has_same_side() {
                self.quiescence(ply + 1, window, stop)
            } else {
                -self.quiescence(ply + 1, -window, stop)
            };
            self.position.unmake(&undo);
            self.history.pop();
            if self.budget.is_stopped() {
                self.move_stack.truncate(moves.start);
                return best;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    bound = Bound::Exact;
                    best_move = PackedMove::of(&effect);
                    self.pv.update(ply, effect);
                }
                if score >= window.beta {
                    bound = Bound::Lower;
                    break;
                }
            }
        }
        self.move_stack.truncate(moves.start);
        // A deeper entry of the same position is kept.
        if is_forced && entry.is_none_or(|entry| entry.depth <= 0) {
            let entry = TableEntry { score: best, depth: 0, bound, best: best_move };
            self.table.store(key, ply, &entry);
        }
        best
    }
}
