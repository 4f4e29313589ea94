//! Trees and water (rules.md 8.10), and the reversed object (8.11).

use std::collections::BTreeSet;

use super::{Model, Outcome, Square, State};

impl Model {
    /// Returns true if the seat must still place its trees.
    pub(crate) fn must_place_trees(&self, state: &State, seat: usize) -> bool {
        self.tree_squares.get(seat).is_some_and(|own| own.is_disjoint(&state.trees))
    }

    /// The empty tree squares of a seat, in board order.
    pub(crate) fn free_tree_squares(&self, state: &State, seat: usize) -> Vec<Square> {
        let own = self.tree_squares[seat].iter().copied();
        own.filter(|square| !state.pieces.contains_key(square)).collect()
    }

    /// Every placement as a result, sorted as strings: the first tree, the last, and the one
    /// between them.
    pub(super) fn placements(&self, state: &State) -> Vec<Outcome> {
        let free = self.free_tree_squares(state, state.to_move);
        let mut results = Vec::new();
        for first in &free {
            for second in free.iter().filter(|square| *square > first) {
                for last in free.iter().filter(|square| *square > second) {
                    results.push((first.text(), last.text(), vec![second.text()]));
                }
            }
        }
        results.sort();
        results
    }

    /// The position after a placement.
    pub(super) fn planted(&self, state: &State, trees: BTreeSet<Square>) -> State {
        let mut after = state.clone();
        after.trees.extend(trees);
        after.quiet += 1;
        self.next_seat(&mut after);
        after
    }

    /// Judges a turn with trees to place or with a written placement.
    pub(super) fn judge_placement(
        &self,
        state: &State,
        written: &[Square],
        is_placement: bool,
    ) -> Result<State, &'static str> {
        if !self.must_place_trees(state, state.to_move) {
            return Err("no_trees_due");
        }
        let trees: BTreeSet<Square> = written.iter().copied().collect();
        if !is_placement || written.len() != 3 || trees.len() != 3 {
            return Err("place_trees");
        }
        let free = self.free_tree_squares(state, state.to_move);
        if !trees.iter().all(|tree| free.contains(tree)) {
            return Err("not_a_tree_square");
        }
        Ok(self.planted(state, trees))
    }

    /// Returns true if the seat has a move when it is its turn.
    pub(super) fn can_move(&self, state: &State, seat: usize) -> bool {
        if self.must_place_trees(state, seat) {
            self.free_tree_squares(state, seat).len() >= 3
        } else {
            self.has_legal(state, seat)
        }
    }

    /// The end by rules.md 8.11 for two seats: a piece in its goal loses, and having no move
    /// wins.
    pub(super) fn reversed_outcome(&self, state: &State, mover: usize) -> Option<String> {
        for seat in [mover, 1 - mover] {
            let own = self.pieces_of(state, seat);
            if own.iter().any(|square| self.goals[seat].contains(square)) {
                return Some(self.team_text(1 - seat));
            }
        }
        (!self.can_move(state, state.to_move)).then(|| self.team_text(state.to_move))
    }
}
