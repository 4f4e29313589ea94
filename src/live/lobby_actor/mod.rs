//! The actor that owns the lobby.

pub(crate) mod actor;
pub(crate) mod commit;
pub(crate) mod handle;
pub(crate) mod message;
pub(crate) mod notification;
pub(crate) mod playing;
pub(crate) mod reply_cache;
pub(crate) mod restore;
pub(crate) mod subscribers;
