//! Premoves and conditional premoves: moves that seats prepare for their coming plies.

mod check;
#[cfg(feature = "schema")]
mod move_schema;
pub(in crate::matches) mod pending;
pub(in crate::matches) mod resolve;
pub(in crate::matches) mod tree;
#[cfg(feature = "schema")]
mod tree_schema;
