//! Ports for servers that restart on the same port.

use std::iter;
use std::net::TcpListener;

/// Returns a free port outside the system's ephemeral range. No other connection or listener gets
/// the port while its server is down.
pub(crate) fn free_port() -> u16 {
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let candidates = iter::repeat_with(|| rand::random_range(20_000..32_000));
    candidates.take(1_000).find(is_free).expect("a free port")
}
