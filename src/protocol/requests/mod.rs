//! Requests that clients send.

pub(crate) mod accounts;
pub(crate) mod apps;
pub(crate) mod lobby;
pub(crate) mod matches;
pub(crate) mod premoves;
pub mod puzzles;
pub mod records;
pub(crate) mod start;
pub(crate) mod tokens;
pub(crate) mod webhooks;
