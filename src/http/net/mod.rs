//! Connections: the listener, client addresses, TLS, and limits.

pub(crate) mod client_addr;
pub(crate) mod connection_limit;
pub(crate) mod listener;
pub(crate) mod rate_limit;
pub(crate) mod tls;
