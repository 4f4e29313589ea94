//! The subscriptions of a connection, one kind per file.

pub(crate) mod analysis;
pub(crate) mod chat;
pub(crate) mod featured;
pub(crate) mod lobby;
pub(crate) mod matches;
pub(crate) mod tournaments;
