//! Commands of the engine: analysis, arenas, tuning and puzzles.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod protocol;
pub(crate) mod puzzles;
pub(crate) mod tune;
