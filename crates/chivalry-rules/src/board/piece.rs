//! Pieces: a Man or a Knight of a seat.

use super::seat::Seat;

/// What a piece can do: Knights may charge (`rules.md 2.4`), Men may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Moves by plain move, canter or jump.
    Man,
    /// Does all that a Man does, and the Knight's Charge.
    Knight,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// Man or Knight.
    pub kind: Kind,
}
