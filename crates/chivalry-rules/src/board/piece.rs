//! Men and Knights.

use super::seat::Seat;

/// The kind of a piece. Only Knights can charge (`rules.md 2.4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// Moves by plain move, canter or jump.
    Man,
    /// Moves like a Man and can also charge.
    Knight,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub seat: Seat,
    /// Man or Knight.
    pub kind: PieceKind,
}
