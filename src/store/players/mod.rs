//! Players, their tokens, the programs to which they signed in, moderation and conduct.

pub(crate) mod accounts;
pub(crate) mod apps;
pub(crate) mod conduct;
pub(crate) mod devices;
pub(crate) mod error;
pub(crate) mod guest_writer;
pub(crate) mod guests;
pub(crate) mod known_addresses;
pub(crate) mod moderation;
pub(crate) mod passkeys;
pub(crate) mod recovery;
pub(crate) mod rows;
pub(crate) mod security_log;
pub(crate) mod tokens;
