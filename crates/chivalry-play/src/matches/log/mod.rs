//! The log of a match: events, hash chain, and the compact move list.

pub(in crate::matches) mod chain;
pub(in crate::matches) mod event;
pub(in crate::matches) mod imported_record;
pub(in crate::matches) mod move_log;
pub(in crate::matches) mod offer;
pub(in crate::matches) mod origin;
pub(in crate::matches) mod result;
pub(in crate::matches) mod serde_seats;
