//! The actor that owns one match.

pub(crate) mod actor;
pub(crate) mod chat;
pub(crate) mod feed;
pub(crate) mod lease;
pub(crate) mod premoves;
pub(crate) mod presence;
pub(crate) mod rematch;
pub(crate) mod snapshot;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod timers;
pub(crate) mod tournament_game;
