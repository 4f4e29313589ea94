//! Challenges, and seeks that outlive a connection.

pub(crate) mod challenges;
pub(crate) mod seeks;
