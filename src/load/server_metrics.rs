//! Reads the server's counters from `/metrics`.

use std::net::SocketAddr;
use std::str::FromStr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::load::target::Target;

/// Counters of the server's store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ServerMetrics {
    pub(super) commits: u64,
    pub(super) appends: u64,
    /// Total duration of all commits.
    pub(super) commit_seconds: f64,
}

impl ServerMetrics {
    /// Reads the counters. Returns `None` if the server does not publish them.
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

    /// Returns the difference to `before`.
    pub(super) fn since(self, before: ServerMetrics) -> ServerMetrics {
        ServerMetrics {
            commits: self.commits - before.commits,
            appends: self.appends - before.appends,
            commit_seconds: self.commit_seconds - before.commit_seconds,
        }
    }

    /// Returns the mean duration of a commit in milliseconds.
    pub(super) fn commit_mean_ms(self) -> f64 {
        self.commit_seconds * 1_000.0 / self.commits.max(1) as f64
    }

    fn parse(text: &str) -> Option<ServerMetrics> {
        Some(ServerMetrics {
            commits: value(text, "chivalry_commits_total")?,
            appends: value(text, "chivalry_appends_total")?,
            commit_seconds: value(text, "chivalry_commit_seconds_sum")?,
        })
    }
}

fn value<T: FromStr>(text: &str, name: &str) -> Option<T> {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    value.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_parsed_by_their_full_name() {
        let text = "# TYPE chivalry_commits counter\nchivalry_commits_total 7\n\
                    chivalry_appends_total_of_something 8\nchivalry_appends_total 9\n\
                    chivalry_commit_seconds_sum 0.014\n# EOF\n";
        let read = ServerMetrics { commits: 7, appends: 9, commit_seconds: 0.014 };
        assert_eq!(ServerMetrics::parse(text), Some(read));
        assert_eq!(read.commit_mean_ms(), 2.0);
        assert_eq!(ServerMetrics::parse("chivalry_commits_total 7\n"), None);
    }
}
