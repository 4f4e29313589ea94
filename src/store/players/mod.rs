//! Players, their tokens, moderation and conduct.

pub(crate) mod accounts;
pub(crate) mod conduct;
pub(crate) mod moderation;
pub(crate) mod tokens;
