//! Connections of HTTP/2 (RFC 9113), which clients choose in the TLS handshake.
//!
//! [`connection`] serves the streams of a connection within limits, and [`streams`] observes them.
//! WebSockets use HTTP/1.1.

pub(crate) mod connection;
mod streams;
#[cfg(test)]
mod tests;
