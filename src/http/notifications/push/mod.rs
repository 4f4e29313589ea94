//! Web Push: [`encryption`] of payloads (RFC 8291), the [`vapid`] identification of the site (RFC
//! 8292), and the [`sender`] of pending messages.

pub(crate) mod encryption;
pub(crate) mod sender;
pub(crate) mod vapid;
