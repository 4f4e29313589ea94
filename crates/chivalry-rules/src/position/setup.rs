//! Unchecked descriptions of positions.

use crate::board::piece::Piece;
use crate::board::seat::{PerSeat, Seat};
use crate::board::square::Square;
use crate::board::square_set::SquareSet;

/// A described position without any guarantee.
///
/// [`Setup::position`] validates it and returns a [`Position`](super::state::Position).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, in board order.
    pub pieces: Vec<Option<Piece>>,
    /// The squares of the trees (`rules.md 8.10`).
    pub trees: SquareSet,
    /// The seat to move.
    pub turn: Seat,
    /// Castle moves used by each seat (`rules.md 4.4`).
    pub castle_moves: PerSeat<u8>,
    /// Plies since the last capture or entry into a goal castle
    /// (`rules.md 5.5`).
    pub quiet: u32,
    /// The number of the round, from 1.
    pub round: u32,
}

impl Setup {
    /// An empty board of `squares` squares with the first seat to move.
    #[must_use]
    pub fn empty(squares: usize) -> Setup {
        Setup {
            pieces: vec![None; squares],
            trees: SquareSet::EMPTY,
            turn: Seat::FIRST,
            castle_moves: PerSeat::default(),
            quiet: 0,
            round: 1,
        }
    }

    /// Sets or removes the piece on a square. Squares off the board are ignored.
    pub fn set_piece(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(slot) = self.pieces.get_mut(square.index()) {
            *slot = piece;
        }
    }
}
