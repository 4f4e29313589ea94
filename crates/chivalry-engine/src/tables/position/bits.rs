//! Sets of squares.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares. Square 0 is the lowest bit.
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

/// A set of up to 256 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WideBits {
    low: u128,
    high: u128,
}

macro_rules! wide_operation {
    ($operation:ident, $method:ident) => {
        impl $operation for WideBits {
            type Output = WideBits;

            #[inline]
            fn $method(self, other: WideBits) -> WideBits {
                WideBits { low: self.low.$method(other.low), high: self.high.$method(other.high) }
            }
        }
    };
}

wide_operation!(BitAnd, bitand);
wide_operation!(BitOr, bitor);
wide_operation!(BitXor, bitxor);

impl Not for WideBits {
    type Output = WideBits;

    #[inline]
    fn not(self) -> WideBits {
        WideBits { low: !self.low, high: !self.high }
    }
}

impl SquareBits for WideBits {
    const EMPTY: WideBits = WideBits { low: 0, high: 0 };
    const CAPACITY: usize = 256;

    #[inline]
    fn of(square: u8) -> WideBits {
        match square {
            0..128 => WideBits { low: 1 << square, high: 0 },
            128.. => WideBits { low: 0, high: 1 << (square - 128) },
        }
    }

    #[inline]
    fn below(square: u8) -> WideBits {
        match square {
            0..128 => WideBits { low: u128::below(square), high: 0 },
            128.. => WideBits { low: u128::MAX, high: u128::below(square - 128) },
        }
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    #[inline]
    fn len(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline]
    fn lowest(self) -> u8 {
        if self.low == 0 { 128 + self.high.lowest() } else { self.low.lowest() }
    }

    #[inline]
    fn without_lowest(self) -> WideBits {
        match self.low {
            0 => WideBits { low: 0, high: self.high.without_lowest() },
            low => WideBits { low: low.without_lowest(), high: self.high },
        }
    }

    #[inline]
    fn reversed(self, squares: u8) -> WideBits {
        // The reversed halves, moved down by the bits that the board does not use.
        let (low, high) = (self.high.reverse_bits(), self.low.reverse_bits());
        match 256 - u32::from(squares) {
            unused @ 1..128 => {
                WideBits { low: low >> unused | high << (128 - unused), high: high >> unused }
            }
            unused => WideBits { low: high >> (unused - 128), high: 0 },
        }
    }

    #[inline]
    fn with_gap(self, square: u8) -> WideBits {
        let below = self & WideBits::below(square);
        let above = self ^ below;
        let moved = WideBits { low: above.low << 1, high: above.high << 1 | above.low >> 127 };
        below | moved
    }
}

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

    fn squares<B: SquareBits>(set: B) -> Vec<u8> {
        set.squares().collect()
    }

    #[test]
    fn wide_sets_agree_with_narrow_ones() {
        let chosen = [0, 1, 30, 66, 126, 127, 128, 129, 200, 254];
        let wide = chosen.into_iter().fold(WideBits::EMPTY, |set, at| set | WideBits::of(at));
        assert_eq!(squares(wide), chosen);
        assert_eq!(wide.len(), 10);
        for square in 0..=254 {
            let moved: Vec<u8> =
                chosen.into_iter().map(|at| if at < square { at } else { at + 1 }).collect();
            assert_eq!(squares(wide.with_gap(square)), moved);
            let below: Vec<u8> = chosen.into_iter().filter(|&at| at < square).collect();
            assert_eq!(squares(wide & WideBits::below(square)), below);
            assert_eq!(squares(!wide & WideBits::of(square)).is_empty(), chosen.contains(&square));
        }
        for count in [67, 127, 128, 129, 160, 176, 255] {
            let inside = wide & WideBits::below(count);
            let reversed: Vec<u8> =
                squares(inside).into_iter().rev().map(|at| count - 1 - at).collect();
            assert_eq!(squares(inside.reversed(count)), reversed);
        }
    }
}
