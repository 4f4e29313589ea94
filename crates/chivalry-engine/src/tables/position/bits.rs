//! Sets of squares in one machine word.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares in one integer. Square 0 is the lowest bit.
pub(crate) trait SquareBits:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// The number of squares that fit.
    const CAPACITY: usize;

    /// The set that contains only `square`.
    fn of(square: u8) -> Self;
    /// The squares with a lower number than `square`.
    fn below(square: u8) -> Self;
    /// Returns true if the set is empty.
    fn is_empty(self) -> bool;
    /// The number of squares.
    fn len(self) -> u32;
    /// The square with the lowest number. The set must not be empty.
    fn lowest(self) -> u8;
    /// The set without its lowest square.
    fn without_lowest(self) -> Self;
    /// The set with the order of `squares` squares reversed.
    fn reversed(self, squares: u8) -> Self;
    /// Moves `square` and all higher squares up by one.
    fn with_gap(self, square: u8) -> Self;

    /// Returns true if the sets share a square.
    #[inline]
    fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The squares in ascending order.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set in ascending order.
pub(crate) struct Squares<B>(B);

impl<B: SquareBits> Iterator for Squares<B> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! square_bits {
    ($word:ty) => {
        impl SquareBits for $word {
            const EMPTY: Self = 0;
            const CAPACITY: usize = <$word>::BITS as usize;

            #[inline]
            fn of(square: u8) -> Self {
                1 << square
            }

            #[inline]
            fn below(square: u8) -> Self {
                (1 << square) - 1
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn reversed(self, squares: u8) -> Self {
                self.reverse_bits() >> (<$word>::BITS - u32::from(squares))
            }

            #[inline]
            fn with_gap(self, square: u8) -> Self {
                let low = self & Self::below(square);
                low | (self ^ low) << 1
            }
        }
    };
}

square_bits!(u32);
square_bits!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_moves_the_higher_squares() {
        assert_eq!(0b1011_u32.with_gap(1), 0b10101);
        assert_eq!(0b1011_u128.with_gap(0), 0b10110);
    }

    #[test]
    fn reversal_keeps_the_number_of_squares() {
        assert_eq!(0b0010_0001_u32.reversed(23), 1 << 22 | 1 << 17);
        assert_eq!(1_u128.reversed(67), 1 << 66);
    }
}
