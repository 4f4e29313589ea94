//! What two games add: trees and water (rules.md 8.10), and the object reversed
//! (8.11).

use std::collections::BTreeSet;

use super::{Model, Outcome, Place, Square};

impl Model {
    /// Has the seat its trees still to place?
    pub(crate) fn trees_are_due(&self, place: &Place, seat: usize) -> bool {
        self.tree_squares.get(seat).is_some_and(|own| own.is_disjoint(&place.trees))
    }

    /// The tree squares of a seat that no piece stands on, in board order.
    pub(crate) fn free_tree_squares(&self, place: &Place, seat: usize) -> Vec<Square> {
        let own = self.tree_squares[seat].iter().copied();
        own.filter(|square| !place.pieces.contains_key(square)).collect()
    }

    /// Every placement as a result: the first tree, the last, and the one
    /// between them; sorted as strings.
    pub(super) fn placements(&self, place: &Place) -> Vec<Outcome> {
        let free = self.free_tree_squares(place, place.to_move);
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
    pub(super) fn planted(&self, place: &Place, trees: BTreeSet<Square>) -> Place {
        let mut after = place.clone();
        after.trees.extend(trees);
        after.quiet += 1;
        self.next_seat(&mut after);
        after
    }

    /// Judges a turn in which trees are due, or are written of.
    pub(super) fn judge_placement(
        &self,
        place: &Place,
        written: &[Square],
        is_placement: bool,
    ) -> Result<Place, &'static str> {
        if !self.trees_are_due(place, place.to_move) {
            return Err("no_trees_due");
        }
        let trees: BTreeSet<Square> = written.iter().copied().collect();
        if !is_placement || written.len() != 3 || trees.len() != 3 {
            return Err("place_trees");
        }
        let free = self.free_tree_squares(place, place.to_move);
        if !trees.iter().all(|tree| free.contains(tree)) {
            return Err("not_a_tree_square");
        }
        Ok(self.planted(place, trees))
    }

    /// Has the seat a move, were it to move?
    pub(super) fn can_move(&self, place: &Place, seat: usize) -> bool {
        if self.trees_are_due(place, seat) {
            self.free_tree_squares(place, seat).len() >= 3
        } else {
            !self.legal(place, seat).is_empty()
        }
    }

    /// rules.md 8.11, two seats: a piece in its goal has lost the game, and who
    /// cannot move has won it.
    pub(super) fn reversed_outcome(&self, place: &Place, mover: usize) -> Option<String> {
        for seat in [mover, 1 - mover] {
            let own = self.pieces_of(place, seat);
            if own.iter().any(|square| self.goals[seat].contains(square)) {
                return Some(self.team_text(1 - seat));
            }
        }
        (!self.can_move(place, place.to_move)).then(|| self.team_text(place.to_move))
    }
}
