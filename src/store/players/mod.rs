//! Players, their tokens, moderation and conduct.

pub(crate) mod accounts;
pub(crate) mod conduct;
pub(crate) mod error;
pub(crate) mod guest_writer;
pub(crate) mod guests;
pub(crate) mod known_addresses;
pub(crate) mod moderation;
pub(crate) mod rows;
pub(crate) mod tokens;
