//! Commands of the engine: analysis, arenas, levels, tuning, training, puzzles and endgame tables.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod calibrate;
pub(crate) mod protocol;
pub(crate) mod puzzles;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod train;
pub(crate) mod tune;
