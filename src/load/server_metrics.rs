//! What the server says of its own work, at `/metrics`.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::Target;

/// Counters of the server's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ServerMetrics {
    pub(super) commits: u64,
    pub(super) appends: u64,
}

impl ServerMetrics {
    /// `None` when it does not say.
    pub(super) async fn read(address: SocketAddr, target: Target) -> Option<ServerMetrics> {
        if target == Target::Relay {
            return None;
        }
        let mut stream = TcpStream::connect(address).await.ok()?;
        let request =
            format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.ok()?;
        ServerMetrics::parse(&answer)
    }

    fn parse(text: &str) -> Option<ServerMetrics> {
        let counter = |name: &str| -> Option<u64> {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
            line.trim().parse().ok()
        };
        Some(ServerMetrics {
            commits: counter("chivalry_commits_total")?,
            appends: counter("chivalry_appends_total")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_found_by_their_whole_name() {
        let text = "# TYPE chivalry_commits counter\nchivalry_commits_total 7\n\
                    chivalry_appends_total_of_something 8\nchivalry_appends_total 9\n# EOF\n";
        let read = ServerMetrics { commits: 7, appends: 9 };
        assert_eq!(ServerMetrics::parse(text), Some(read));
        assert_eq!(ServerMetrics::parse("chivalry_commits_total 7\n"), None);
    }
}
