//! Requests that clients send.

pub(crate) mod analysis;
pub(crate) mod calendar;
pub(crate) mod identity;
pub(crate) mod lobby;
pub(crate) mod matches;
pub(crate) mod notifications;
pub(crate) mod premoves;
pub mod puzzles;
pub mod records;
pub(crate) mod start;
pub(crate) mod webhooks;
