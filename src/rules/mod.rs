//! The game: values and functions.
mod seat;
pub use seat::{PerSeat, Seat, SeatName, Team};
