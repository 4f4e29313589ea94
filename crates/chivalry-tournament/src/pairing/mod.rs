//! Pairings: their input, their games, and the explanation of each.

pub(crate) mod explanation;
pub(crate) mod input;
pub(crate) mod places;
pub(crate) mod record;
pub(crate) mod series;
mod table;
