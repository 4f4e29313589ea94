//! Seeks that outlive a connection, and challenges.

pub(crate) mod challenges;
pub(crate) mod seeks;
