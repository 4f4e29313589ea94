//! Integers with enough bits for all criteria.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::Weight;

/// A signed integer of `N` times 64 bits in two's complement, the least
/// significant word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::swiss) struct WideInt<const N: usize>([u64; N]);

impl<const N: usize> WideInt<N> {
    /// Usable bits. The rest is headroom for sums inside the matching.
    pub(in crate::swiss) const BITS: usize = 64 * N - 8;

    /// Adds `value << shift`.
    pub(in crate::swiss) fn add_shifted(&mut self, value: i64, shift: usize) {
        let (word, bit) = (shift / 64, shift % 64);
        let whole = i128::from(value) << bit;
        let (low, high) = (whole as u64, (whole >> 64) as u64);
        let sign = if value < 0 { u64::MAX } else { 0 };
        let addend = WideInt(std::array::from_fn(|at| match at.checked_sub(word) {
            None => 0,
            Some(0) => low,
            Some(1) => high,
            Some(_) => sign,
        }));
        *self += addend;
    }

    #[inline]
    fn is_negative(&self) -> bool {
        self.0[N - 1] >> 63 == 1
    }
}

impl<const N: usize> Add for WideInt<N> {
    type Output = Self;

    #[inline]
    fn add(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(more, carry);
        }
        self
    }
}

impl<const N: usize> Sub for WideInt<N> {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (word, less) in self.0.iter_mut().zip(other.0) {
            (*word, borrow) = word.borrowing_sub(less, borrow);
        }
        self
    }
}

impl<const N: usize> AddAssign for WideInt<N> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const N: usize> SubAssign for WideInt<N> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const N: usize> Ord for WideInt<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let (own, their) = (self.0[N - 1] as i64, other.0[N - 1] as i64);
        if own != their {
            return own.cmp(&their);
        }
        let lower = (0..N - 1).rev().find(|at| self.0[*at] != other.0[*at]);
        lower.map_or(Ordering::Equal, |at| self.0[at].cmp(&other.0[at]))
    }
}

impl<const N: usize> PartialOrd for WideInt<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Weight for WideInt<N> {
    const ZERO: Self = WideInt([0; N]);
    const ONE: Self = {
        let mut words = [0; N];
        words[0] = 1;
        WideInt(words)
    };

    fn inf() -> Self {
        let mut words = [u64::MAX; N];
        words[N - 1] = u64::MAX >> 3;
        WideInt(words)
    }

    #[inline]
    fn double(self) -> Self {
        self + self
    }

    #[inline]
    fn half(mut self) -> Self {
        let mut above = if self.is_negative() { 1 } else { 0 };
        for word in self.0.iter_mut().rev() {
            let low = *word & 1;
            *word = *word >> 1 | above << 63;
            above = low;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    fn wide(number: i128) -> WideInt<2> {
        WideInt([number as u64, (number >> 64) as u64])
    }

    #[test]
    fn wide_integers_calculate_like_native_integers() {
        let mut random = StdRng::seed_from_u64(1);
        let mut number = || (random.random::<u128>() as i128) >> random.random_range(2..120);
        for _ in 0..5_000 {
            let (a, b) = (number(), number());
            assert_eq!(wide(a) + wide(b), wide(a + b));
            assert_eq!(wide(a) - wide(b), wide(a - b));
            assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            assert_eq!(wide(a).half(), wide(a >> 1));
            assert_eq!(wide(a).double(), wide(a * 2));
            let shift = (b & 63) as usize;
            let mut sum = wide(a);
            sum.add_shifted(b as i32 as i64, shift);
            assert_eq!(sum, wide(a + (i128::from(b as i32) << shift)));
        }
        assert_eq!(WideInt::<2>::inf(), wide(i128::MAX / 4));
    }
}
