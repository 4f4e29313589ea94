//! Sets of squares in 256 bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::square::Square;

/// A set of squares of one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// The set that contains only `square`.
    #[must_use]
    pub const fn from_square(square: Square) -> SquareSet {
        let mut words = [0; 4];
        words[square.index() / 64] = 1 << (square.index() % 64);
        SquareSet(words)
    }

    /// Returns true if the set contains `square`.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Adds `square`.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Removes `square`.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// The set with `square` added.
    #[must_use]
    #[inline]
    pub const fn with(mut self, square: Square) -> SquareSet {
        self.insert(square);
        self
    }

    /// The set with `square` removed.
    #[must_use]
    #[inline]
    pub const fn without(mut self, square: Square) -> SquareSet {
        self.remove(square);
        self
    }

    /// Returns true if the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Returns true if the sets share a square.
    #[must_use]
    #[inline]
    pub fn intersects(self, other: SquareSet) -> bool {
        !(self & other).is_empty()
    }

    /// The number of squares.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()) as usize
    }

    /// The first square in board order.
    #[must_use]
    #[inline]
    pub fn first(self) -> Option<Square> {
        self.into_iter().next()
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(mut self, other: SquareSet) -> SquareSet {
        self &= other;
        self
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: SquareSet) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(mut self, other: SquareSet) -> SquareSet {
        self |= other;
        self
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn sub(mut self, other: SquareSet) -> SquareSet {
        self -= other;
        self
    }
}

impl SubAssign for SquareSet {
    #[inline]
    fn sub_assign(&mut self, other: SquareSet) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, SquareSet::with)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares { words: self.0, word: 0 }
    }
}

/// Iterator over the squares of a set in board order.
#[derive(Clone, Debug)]
pub struct Squares {
    words: [u64; 4],
    word: usize,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word < 4 {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Square::new(self.word * 64 + bits.trailing_zeros() as usize));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iteration_follows_board_order() {
        let squares = [255, 0, 64, 63, 128, 191].map(Square::new);
        let set: SquareSet = squares.into_iter().collect();
        let indices: Vec<usize> = set.into_iter().map(Square::index).collect();
        assert_eq!(indices, [0, 63, 64, 128, 191, 255]);
        assert_eq!(set.len(), 6);
        assert_eq!(set.without(Square::new(0)).first(), Some(Square::new(63)));
    }

    #[test]
    fn sets_have_union_intersection_and_difference() {
        let low: SquareSet = (0..100).map(Square::new).collect();
        let high: SquareSet = (50..150).map(Square::new).collect();
        assert_eq!((low | high).len(), 150);
        assert_eq!((low & high).len(), 50);
        assert_eq!((low - high).len(), 50);
        assert!(low.intersects(high) && !(low - high).intersects(high));
    }
}
