//! Forwarding of frames and requests to the node that owns a match, a tournament or the lobby.

pub(crate) mod forwarding;
pub(crate) mod outbox;
pub(crate) mod remote_feed;
pub(crate) mod remote_session;
pub(crate) mod remote_subscriptions;
pub(crate) mod requests;
pub(crate) mod wire;
