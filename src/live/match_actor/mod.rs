//! The actor that owns one match.

pub(crate) mod actor;
pub(crate) mod chat;
pub(crate) mod commit;
pub(crate) mod downtime;
pub(crate) mod feed;
pub(crate) mod handle;
pub(crate) mod message;
pub(crate) mod presence;
pub(crate) mod refusals;
pub(crate) mod rematch;
pub(crate) mod seat_ratings;
pub(crate) mod snapshot;
#[cfg(test)]
mod tests;
pub(crate) mod timers;
pub(crate) mod view;
