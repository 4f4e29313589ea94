//! Position hashing (Zobrist), for repetition (`rules.md 5.5`).
//!
//! The keys are fixed, so a position hashes alike on every machine and in
//! every version.

use crate::board::piece::{Kind, Piece};
use crate::board::seat::Seat;
use crate::board::square::Square;

const PIECE_KEYS: [u64; 4 * 2 * 256] = {
    let mut keys = [0; 4 * 2 * 256];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = mix(index as u64);
        index += 1;
    }
    keys
};

/// The key of a piece on a square.
#[inline]
pub(crate) const fn piece(piece: Piece, square: Square) -> u64 {
    let kind = match piece.kind {
        Kind::Man => 0,
        Kind::Knight => 1,
    };
    PIECE_KEYS[(piece.seat.index() * 2 + kind) * 256 + square.index()]
}

/// The key of a seat being to move.
#[inline]
pub(crate) const fn turn(seat: Seat) -> u64 {
    mix(0x1_0000 + seat.index() as u64)
}

/// The key of a seat having used that many castle moves.
#[inline]
pub(crate) const fn castle_moves(seat: Seat, used: u8) -> u64 {
    if used == 0 { 0 } else { mix(0x2_0000 + (seat.index() as u64) * 256 + used as u64) }
}

/// The key of a tree on a square.
#[inline]
pub(crate) const fn tree(square: Square) -> u64 {
    mix(0x3_0000 + square.index() as u64)
}

/// SplitMix64's output function.
const fn mix(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_keys_are_alike() {
        let mut keys = HashSet::new();
        for seat in Seat::ALL {
            for kind in [Kind::Man, Kind::Knight] {
                for index in 0..256 {
                    assert!(keys.insert(piece(Piece { seat, kind }, Square::new(index))));
                }
            }
            assert!(keys.insert(turn(seat)));
            let first = seat.index() * 64;
            assert!((first..first + 64).all(|index| keys.insert(tree(Square::new(index)))));
            for used in 1..=255 {
                assert!(keys.insert(castle_moves(seat, used)));
            }
        }
    }
}
