//! Boards and pieces as the solver sees them: sets of squares in one word, from
//! the point of view of the seat to move.

pub(crate) mod bits;
pub(crate) mod board;
pub(crate) mod moves;
pub(crate) mod opponents;
pub(crate) mod placement;
