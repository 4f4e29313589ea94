//! Squares, sets of squares, the board outline, seats and pieces.

pub(crate) mod geometry;
pub(crate) mod piece;
pub(crate) mod seat;
pub(crate) mod seat_name;
pub(crate) mod square;
pub(crate) mod square_set;

pub use geometry::{Board, BoardError, Leap, MAX_SQUARES};
pub use piece::{Piece, PieceKind};
pub use seat::{PerSeat, Seat, Team};
pub use seat_name::SeatName;
pub use square::{Square, SquareName};
pub use square_set::SquareSet;
