//! Ownership of matches, tournaments and the lobby by the nodes of a cluster.

pub(crate) mod heartbeat;
pub(crate) mod lease;
pub(crate) mod nodes;
#[cfg(test)]
pub(crate) mod simulation;
