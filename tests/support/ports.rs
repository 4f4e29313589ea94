//! Ports for servers that come back to the same one.

use std::iter;
use std::net::TcpListener;

/// A port that is free, and is not one of those that the system gives to connections and to
/// listeners that do not care: whoever is away for a moment has to find it free again.
pub(crate) fn free_port() -> u16 {
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let candidates = iter::repeat_with(|| rand::random_range(20_000..32_000));
    candidates.take(1_000).find(is_free).expect("a free port")
}
