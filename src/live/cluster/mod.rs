//! Ownership of matches, tournaments and the lobby by the nodes of a cluster.

pub(crate) mod balance;
pub(crate) mod forwarding;
pub(crate) mod heartbeat;
pub(crate) mod lease;
pub(crate) mod nodes;
pub(crate) mod owner;
pub(crate) mod ownership;
#[cfg(test)]
pub(crate) mod simulation;
