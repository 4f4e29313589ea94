//! The text forms of `notation.md`: moves, positions, game records.

pub(crate) mod board_text;
pub mod move_text;
pub mod position_text;
pub mod record;
