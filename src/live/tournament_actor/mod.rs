//! The actor that owns one tournament.

pub(crate) mod actor;
pub(crate) mod context;
pub(crate) mod games;
pub(crate) mod handle;
pub(crate) mod message;
pub(crate) mod schedules;
pub(crate) mod snapshot;
