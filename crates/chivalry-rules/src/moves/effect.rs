//! Effects of legal moves.

use crate::board::square::Square;
use crate::board::square_set::SquareSet;

/// The effect of a legal move. Moves with equal effects are the same result (`notation.md`,
/// "Moves").
///
/// Only move generation and [`Position::check`](crate::Position::check) create effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effect {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) captured: SquareSet,
    /// The second of three trees of a placement. The start and the end are the others.
    pub(crate) second_tree: Option<Square>,
}

impl Effect {
    #[inline]
    pub(crate) const fn piece_move(from: Square, to: Square, captured: SquareSet) -> Effect {
        Effect { from, to, captured, second_tree: None }
    }

    /// The starting square, or the first tree of a placement.
    #[must_use]
    pub fn from(&self) -> Square {
        self.from
    }

    /// The final square, or the last tree of a placement.
    #[must_use]
    pub fn to(&self) -> Square {
        self.to
    }

    /// Returns true if the move places trees and moves no piece (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn is_placement(&self) -> bool {
        self.second_tree.is_some()
    }

    /// The squares of the placed trees.
    #[must_use]
    pub fn trees(&self) -> SquareSet {
        match self.second_tree {
            Some(second) => SquareSet::from_square(self.from).with(second).with(self.to),
            None => SquareSet::EMPTY,
        }
    }

    /// The squares of the captured pieces.
    #[must_use]
    pub fn captured(&self) -> SquareSet {
        self.captured
    }
}
