//! What a legal move does.

use crate::board::square::Square;
use crate::board::square_set::SquareSet;

/// What a legal move does: two moves with the same effect are the same result
/// (`notation.md`, "Moves"). Only [`Position::check`] and
/// [`Position::legal_moves`] make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effect {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) captured: SquareSet,
    /// Of a placement, the second of three trees: the others are the start
    /// and the end.
    pub(crate) second_tree: Option<Square>,
}

impl Effect {
    #[inline]
    pub(crate) const fn of_piece(from: Square, to: Square, captured: SquareSet) -> Effect {
        Effect { from, to, captured, second_tree: None }
    }

    /// Where the piece starts; of a placement, the first tree.
    #[must_use]
    pub fn from(&self) -> Square {
        self.from
    }

    /// Where the piece ends; of a placement, the last tree.
    #[must_use]
    pub fn to(&self) -> Square {
        self.to
    }

    /// Whether it places trees and moves no piece (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn is_placement(&self) -> bool {
        self.second_tree.is_some()
    }

    /// The squares of the trees placed.
    #[must_use]
    pub fn trees(&self) -> SquareSet {
        match self.second_tree {
            Some(second) => SquareSet::of(self.from).with(second).with(self.to),
            None => SquareSet::EMPTY,
        }
    }

    /// The squares of the pieces captured.
    #[must_use]
    pub fn captured(&self) -> SquareSet {
        self.captured
    }
}
