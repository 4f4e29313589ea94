//! Puzzles: mining them in games, and checking files of puzzles.

mod check;
mod command;
mod mine;

pub(crate) use command::Puzzles;
