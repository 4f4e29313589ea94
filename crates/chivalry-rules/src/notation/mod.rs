//! The text forms of `notation.md`: moves, positions, game records.

pub mod move_text;
pub mod position_text;
pub mod record;
