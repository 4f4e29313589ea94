//! Zobrist keys for repetition (`rules.md 5.5`).
//!
//! The keys are constants. The hash of a position is the same on every machine and in every
//! version.

use crate::board::piece::{Piece, PieceKind};
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
        PieceKind::Man => 0,
        PieceKind::Knight => 1,
    };
    PIECE_KEYS[(piece.seat.index() * 2 + kind) * 256 + square.index()]
}

/// The key of the seat to move.
#[inline]
pub(crate) const fn turn(seat: Seat) -> u64 {
    mix(0x1_0000 + seat.index() as u64)
}

/// The key of `used` castle moves of a seat.
#[inline]
pub(crate) const fn castle_moves(seat: Seat, used: u8) -> u64 {
    if used == 0 { 0 } else { mix(0x2_0000 + (seat.index() as u64) * 256 + used as u64) }
}

/// The key of a tree on a square.
#[inline]
pub(crate) const fn tree(square: Square) -> u64 {
    mix(0x3_0000 + square.index() as u64)
}

/// The output function of SplitMix64.
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
    fn keys_are_distinct() {
        let mut keys = HashSet::new();
        for seat in Seat::ALL {
            for kind in [PieceKind::Man, PieceKind::Knight] {
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
