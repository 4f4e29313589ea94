//! Pairing algorithms of all formats except the Swiss system.

pub mod arena;
pub mod arena_tables;
pub mod knockout;
mod partition;
pub(crate) mod round_robin;
pub mod tables;
