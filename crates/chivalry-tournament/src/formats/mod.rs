//! Pairing algorithms of all formats except the Swiss system.

pub mod arena;
pub mod knockout;
pub(crate) mod round_robin;
pub mod tables;
