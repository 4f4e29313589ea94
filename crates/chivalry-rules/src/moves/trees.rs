//! The trees of games that have them: placed once, in the first plies, and
//! there to stay (`rules.md 8.10`).

use super::effect::Effect;
use super::violation::{Rule, Violation};
use super::written::Move;
use crate::board::seat::Seat;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;
use crate::variant::spec::TREES_EACH;

impl Position {
    /// Whether the next turn of `seat` is the placement of its trees.
    #[must_use]
    #[inline]
    pub fn trees_are_due(&self, seat: Seat) -> bool {
        self.variant.has_trees() && !self.trees.meets(self.variant.tree_squares(seat))
    }

    /// Where `seat` may place a tree, were it to: its tree squares without a
    /// piece.
    #[must_use]
    pub fn free_tree_squares(&self, seat: Seat) -> SquareSet {
        self.variant.tree_squares(seat) - self.occupied()
    }

    /// Judges the turn in which `seat` places trees, or would do so. Its
    /// squares are known to be on the board.
    pub(crate) fn check_placement(&self, seat: Seat, written: &Move) -> Result<Effect, Violation> {
        if !self.trees_are_due(seat) {
            return Err(Violation::new(Rule::NoTreesDue, [written.from]));
        }
        let board = self.variant.board();
        let names = std::iter::once(written.from).chain(written.legs.iter().map(|&(_, to)| to));
        let trees: SquareSet = names.filter_map(|name| board.square(name)).collect();
        let are_three = written.legs.len() + 1 == TREES_EACH && trees.len() == TREES_EACH;
        if !written.is_placement() || !are_three {
            return Err(Violation::new(Rule::PlaceTrees, [written.from]));
        }
        if let Some(stray) = (trees - self.free_tree_squares(seat)).first() {
            return Err(self.broken(Rule::NotATreeSquare, [stray]));
        }
        let placement = placements(trees).next();
        placement.ok_or_else(|| Violation::new(Rule::PlaceTrees, [written.from]))
    }
}

/// Every placement on three of `free`, in board order.
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
        let effect = Effect::of_piece(first, last, SquareSet::EMPTY);
        Effect { second_tree: Some(second), ..effect }
    })
}

/// How many placements there are on three of `free`.
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
            assert!(all.iter().all(|effect| trees(effect).len() == TREES_EACH));
            assert!(all.windows(2).all(|pair| trees(&pair[0]) < trees(&pair[1])));
        }
    }
}
