//! Premoves and conditional premoves.
//!
//! Premoves are not part of the log, because spectators read the log. They are stored beside the
//! match and played in the same commit as the move that they answer.

mod check;
#[cfg(feature = "schema")]
mod move_schema;
pub(in crate::matches) mod pending;
pub(in crate::matches) mod resolve;
pub(in crate::matches) mod tree;
#[cfg(feature = "schema")]
mod tree_schema;
