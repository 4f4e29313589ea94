//! Connections: the listener, client addresses, TLS, limits, and priorities.

pub(crate) mod address;
pub(crate) mod client_addr;
pub(crate) mod connection;
pub(crate) mod connection_limit;
pub(crate) mod cors;
pub(crate) mod http1;
pub(crate) mod http2;
pub(crate) mod limiter;
pub(crate) mod listener;
pub(crate) mod origin;
pub(crate) mod rate_limit;
pub(crate) mod request_head;
pub(crate) mod scheduling;
pub(crate) mod tls;
