//! Match logs: group commit, appends, entries, and the owners that may append.

pub(crate) mod append;
pub(crate) mod event_row;
pub(crate) mod events;
pub(crate) mod health;
pub(crate) mod log_end;
pub(crate) mod log_heads;
pub(crate) mod match_log;
pub(crate) mod members;
pub(crate) mod owners;
pub(crate) mod prepared;
pub(crate) mod slow_lane;
pub(crate) mod transaction;
pub(crate) mod writer;
