//! Connections: accepting them, their addresses, TLS, and the limits on them.

pub(crate) mod client_addr;
pub(crate) mod connection_limit;
pub(crate) mod listener;
pub(crate) mod rate_limit;
pub(crate) mod tls;
