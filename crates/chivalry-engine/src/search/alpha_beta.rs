//! Alpha-beta search of one node: principal variation search with a
//! transposition table, null-move pruning, late move reductions and late move
//! pruning.

use std::ops::Range;

use super::context::{Node, SearchContext};
use super::limits::StopSignal;
use super::transposition_table::{Bound, PackedMove, TableEntry};
use crate::score::{Score, Window};

/// The minimum depth of null-move pruning, in plies.
const NULL_MOVE_DEPTH: i32 = 2;

/// The minimum number of pieces for null-move pruning. With fewer, zugzwang
/// is likely.
const NULL_MOVE_PIECES: usize = 4;

/// The minimum depth of late move reductions, in plies.
const REDUCTION_DEPTH: i32 = 3;

/// The number of moves that are searched to full depth first.
const UNREDUCED_MOVES: usize = 3;

/// The maximum depth of late move pruning, in plies.
const PRUNING_DEPTH: i32 = 5;

impl SearchContext {
    /// Returns the score of `node`, exact if it is inside the window, and
    /// a bound otherwise. The score is void if the search was stopped.
    pub(super) fn alpha_beta(
        &mut self,
        node: Node,
        allow_null: bool,
        stop: &mut dyn StopSignal,
    ) -> Score {
        let Node { depth, ply, window } = node;
        self.pv.clear(ply);
        if depth <= 0 {
            return self.quiescence(ply, window, stop);
        }
        if let Some(score) = self.enter_node(ply, stop) {
            return score;
        }
        // Mate distance pruning: no line can beat a shorter known win.
        let alpha = window.alpha.max(Score::loss_in(ply));
        let beta = window.beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta };
        let node = Node { window, ..node };
        let is_principal = window.is_open();
        let key = self.table_key(ply);
        let entry = self.table.probe(key, ply);
        if let Some(entry) = &entry
            && ply > 0
            && !is_principal
            && entry.depth >= depth
            && entry.is_cutoff(window)
        {
            return entry.score;
        }
        if self.withdrawn[self.position.turn()] {
            return self.pass(node, stop);
        }
        let is_forced = self.position.is_forced();
        if allow_null
            && !is_principal
            && !is_forced
            && let Some(score) = self.null_move(node, stop)
        {
            return score;
        }
        let mut moves = self.position.push_effects(&mut self.move_stack);
        if ply == 0 {
            moves = self.without_excluded(moves);
        }
        moves = self.without_overlooked(moves, true);
        if moves.is_empty() {
            return self.pass(node, stop);
        }
        let table_move = entry.map_or(PackedMove::default(), |entry| entry.best);
        self.ordering.score(&self.position, &self.move_stack, moves.clone(), table_move, ply);
        let result = self.search_moves(node, is_forced, moves.clone(), stop);
        self.move_stack.truncate(moves.start);
        let Some(entry) = result else { return Score::DRAW };
        self.table.store(key, ply, &entry);
        entry.score
    }

    /// Searches the scored `moves` of a node until one fails high. `None` if
    /// the search was stopped.
    fn search_moves(
        &mut self,
        node: Node,
        is_forced: bool,
        moves: Range<usize>,
        stop: &mut dyn StopSignal,
    ) -> Option<TableEntry> {
        let Node { depth, ply, mut window } = node;
        let is_principal = window.is_open();
        let hash = self.position.hash();
        // A forced reply extends the search by one ply.
        let is_extended = is_forced && moves.len() <= 2 && ply < 2 * depth as usize + 8;
        let child_depth = depth - 1 + i32::from(is_extended);
        let goal = self.position.variant().goal(self.position.turn());
        let unpruned = self.unpruned_moves(node, is_forced);
        let best = PackedMove::default();
        let mut entry = TableEntry { score: -Score::INFINITE, depth, bound: Bound::Upper, best };
        for at in moves.clone() {
            let effect = self.ordering.pick(&mut self.move_stack, at..moves.end);
            let index = at - moves.start;
            let is_quiet = effect.captured().is_empty() && !goal.contains(effect.to());
            // All later moves are quiet, too.
            if is_quiet && index >= unpruned && entry.score.decided_in().is_none() {
                break;
            }
            let is_reducible = is_quiet && !is_forced && depth >= REDUCTION_DEPTH;
            let reduction = if is_reducible && index >= UNREDUCED_MOVES {
                late_move_reduction(depth, index, is_principal)
            } else {
                0
            };
            self.history.push(hash);
            let undo = self.position.make(&effect);
            let child = Node { depth: child_depth, ply: ply + 1, window };
            let score = if index == 0 {
                self.search_child(child, true, stop)
            } else {
                self.search_later_move(child, reduction, stop)
            };
            self.position.unmake(&undo);
            self.history.pop();
            if self.budget.is_stopped() {
                return None;
            }
            let score = score.max(-Score::INFINITE);
            if score <= entry.score {
                continue;
            }
            entry.score = score;
            if score > window.alpha {
                window.alpha = score;
                entry.bound = Bound::Exact;
                entry.best = PackedMove::of(&effect);
                self.pv.update(ply, effect);
            }
            if score >= window.beta {
                entry.bound = Bound::Lower;
                let refuted = self.move_stack.slice(moves.start..at);
                self.ordering.update(self.position.turn(), &effect, refuted, depth, ply);
                break;
            }
        }
        Some(entry)
    }

    /// The number of moves after which late move pruning leaves out quiet moves.
    /// Only games of two teams with several seats gain by it.
    fn unpruned_moves(&self, node: Node, is_forced: bool) -> usize {
        let Node { depth, ply, window } = node;
        let is_game_for_four = self.variant().seat_count() > 2 && self.sides_alternate();
        if !is_game_for_four || is_forced || ply == 0 || window.is_open() || depth > PRUNING_DEPTH {
            return usize::MAX;
        }
        let depth = depth.unsigned_abs() as usize;
        3 + 3 * depth * depth
    }

    /// Returns the score of a move after the first, for the side that made it.
    /// Searches with a reduced null window first and repeats the search with
    /// full depth and window as far as the score exceeds alpha.
    fn search_later_move(
        &mut self,
        child: Node,
        reduction: i32,
        stop: &mut dyn StopSignal,
    ) -> Score {
        let window = child.window;
        let null_child = Node { window: Window::above(window.alpha), ..child };
        let reduced_child = Node { depth: child.depth - reduction, ..null_child };
        let mut score = self.search_child(reduced_child, true, stop);
        if score > window.alpha && reduction > 0 {
            score = self.search_child(null_child, true, stop);
        }
        if score > window.alpha && score < window.beta {
            score = self.search_child(child, true, stop);
        }
        score
    }

    /// Searches the current position. The window of `child` and the score are
    /// those of the side that made the last turn.
    fn search_child(&mut self, child: Node, allow_null: bool, stop: &mut dyn StopSignal) -> Score {
        if self.has_same_side() {
            self.alpha_beta(child, allow_null, stop)
        } else {
            -self.alpha_beta(Node { window: -child.window, ..child }, allow_null, stop)
        }
    }

    /// Null-move pruning: returns a score if the position fails high even
    /// after passing the turn.
    fn null_move(&mut self, node: Node, stop: &mut dyn StopSignal) -> Option<Score> {
        let Node { depth, ply, window: Window { beta, .. } } = node;
        let team = self.variant().team_of(self.position.turn());
        let own = self.position.team_pieces(team).len();
        // With the object reversed, passing is an advantage. Without alternate
        // turns, a pass does not give the turn to the other side.
        if depth < NULL_MOVE_DEPTH
            || !self.sides_alternate()
            || own < NULL_MOVE_PIECES
            || self.variant().switches().object_reversed
            || beta.decided_in().is_some()
            || self.evaluate(Window::below(beta)) < beta
        {
            return None;
        }
        let before = self.position;
        self.history.push(before.hash());
        self.position = before.after_pass();
        let depth = depth - 3 - depth / 5;
        let child = Node { depth, ply: ply + 1, window: -Window::below(beta) };
        let score = -self.alpha_beta(child, false, stop);
        self.position = before;
        self.history.pop();
        (score >= beta && !self.budget.is_stopped())
            .then(|| if score.decided_in().is_some() { beta } else { score })
    }

    /// Returns the score of a node whose seat cannot move. With two seats the
    /// team to move loses, otherwise the seat passes (`rules.md 6.2`).
    pub(super) fn pass(&mut self, node: Node, stop: &mut dyn StopSignal) -> Score {
        let Node { depth, ply, window } = node;
        if self.variant().seat_count() == 2 {
            return Score::loss_in(ply);
        }
        let before = self.position;
        self.history.push(before.hash());
        self.position = before.after_pass();
        let child = Node { depth: depth - 1, ply: ply + 1, window };
        let score = self.search_child(child, false, stop);
        self.position = before;
        self.history.pop();
        score
    }
}

/// The depth reduction of the move at `index` in move order, in plies.
fn late_move_reduction(depth: i32, index: usize, is_principal: bool) -> i32 {
    let reduction = 1 + i32::from(index >= 8) + i32::from(index >= 24 && depth >= 6) + depth / 8;
    (reduction - i32::from(is_principal)).max(0)
}
