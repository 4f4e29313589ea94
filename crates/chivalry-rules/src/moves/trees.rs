//! Placement of trees in the first plies (`rules.md 8.10`).

use super::effect::Effect;
use super::violation::{Rule, Violation};
use super::written::Move;
use crate::board::seat::Seat;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;
use crate::variant::spec::TREES_PER_SEAT;

impl Position {
    /// Returns true if the next turn of `seat` is the placement of its trees.
    #[must_use]
    #[inline]
    pub fn must_place_trees(&self, seat: Seat) -> bool {
        self.variant.has_trees() && !self.trees.intersects(self.variant.tree_squares(seat))
    }

    /// The tree squares of `seat` without pieces.
    #[must_use]
    pub fn free_tree_squares(&self, seat: Seat) -> SquareSet {
        self.variant.tree_squares(seat) - self.occupied()
    }

    /// Judges a placement by `seat`. All squares of `written` must be on the board.
    pub(crate) fn check_placement(&self, seat: Seat, written: &Move) -> Result<Effect, Violation> {
        if !self.must_place_trees(seat) {
            return Err(Violation::new(Rule::NoTreesDue, [written.from]));
        }
        let board = self.variant.board();
        let names = std::iter::once(written.from).chain(written.legs.iter().map(|&(_, to)| to));
        let trees: SquareSet = names.filter_map(|name| board.square(name)).collect();
        let are_three = written.legs.len() + 1 == TREES_PER_SEAT && trees.len() == TREES_PER_SEAT;
        if !written.is_placement() || !are_three {
            return Err(Violation::new(Rule::PlaceTrees, [written.from]));
        }
        if let Some(stray) = (trees - self.free_tree_squares(seat)).first() {
            return Err(self.violation(Rule::NotATreeSquare, [stray]));
        }
        let placement = placements(trees).next();
        placement.ok_or_else(|| Violation::new(Rule::PlaceTrees, [written.from]))
    }
}

/// Iterates over all placements on three squares of `free`, in board order.
pub(crate) fn placements(free: SquareSet) -> impl Iterator<Item = Effect> {
    let mut squares = [Square::new(0); 256];
    let mut count = 0;
    for square in free {
        squares[count] = square;
        count += 1;
    }
    let triples = (0..count).flat_map(move |first| {
        (first + 1..count)
            .flat_map(move |second| (second + 1..count).map(move |last| [first, second, last]))
    });
    triples.map(move |triple| {
        let [first, second, last] = triple.map(|index| squares[index]);
        let effect = Effect::piece_move(first, last, SquareSet::EMPTY);
        Effect { second_tree: Some(second), ..effect }
    })
}

/// The number of placements on three squares of `free`.
pub(crate) fn placement_count(free: SquareSet) -> usize {
    let count = free.len();
    count * count.saturating_sub(1) * count.saturating_sub(2) / 6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_as_many_as_are_counted_and_in_board_order() {
        for count in [0, 1, 2, 3, 4, 41] {
            let free: SquareSet = (7..7 + count).map(Square::new).collect();
            let all: Vec<Effect> = placements(free).collect();
            assert_eq!(all.len(), placement_count(free));
            let trees = |effect: &Effect| effect.trees().into_iter().collect::<Vec<_>>();
            assert!(all.iter().all(|effect| trees(effect).len() == TREES_PER_SEAT));
            assert!(all.windows(2).all(|pair| trees(&pair[0]) < trees(&pair[1])));
        }
    }
}
