//! The board: squares, sets of squares, seats and pieces.

pub(crate) mod geometry;
pub(crate) mod piece;
pub(crate) mod seat;
pub(crate) mod seat_name;
pub(crate) mod square;
pub(crate) mod square_set;

pub use geometry::{Board, BoardError, Leap, MOST_SQUARES};
pub use piece::{Kind, Piece};
pub use seat::{PerSeat, Seat, Team};
pub use seat_name::SeatName;
pub use square::{Square, SquareName};
pub use square_set::SquareSet;
