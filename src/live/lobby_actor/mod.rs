//! The actor that owns the lobby.

pub(crate) mod actor;
pub(crate) mod handle;
pub(crate) mod lease;
pub(crate) mod notification;
pub(crate) mod reply_cache;
pub(crate) mod subscribers;
