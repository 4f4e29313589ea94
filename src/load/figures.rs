//! What came out.

use std::fmt;

use serde::Serialize;

/// The figures of one run.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// What was driven: `server` or `relay`.
    pub target: &'static str,
    /// Matches at once.
    pub matches: usize,
    /// How long moves were counted.
    pub seconds: f64,
    /// Moves that everybody of their match was told of in that time.
    pub moves: u64,
    /// Their rate.
    pub moves_per_second: f64,
    /// Moves that were sent late, because the one before took too long.
    pub late_moves: u64,
    /// From sending a move until all players of the match were told.
    pub latency: Latency,
    /// Processor time of the server, in milliseconds.
    pub server_cpu_ms_per_1000_moves: Option<f64>,
    /// Processor time of the load itself, in milliseconds.
    pub load_cpu_ms_per_1000_moves: f64,
    /// Memory of the server.
    #[serde(flatten)]
    pub memory: Memory,
    /// Frames that watchers read.
    pub frames_watched: u64,
    /// Connections of players that were lost and came back.
    pub reconnections: u64,
    /// Transactions that the server committed meanwhile.
    pub commits: Option<u64>,
    /// Appends to logs in them.
    pub appends: Option<u64>,
}

/// Memory of the server's process, in bytes.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Memory {
    /// At the end.
    pub resident_bytes: Option<u64>,
    /// More for each connection that does nothing.
    pub idle_connection_bytes: Option<u64>,
    /// More for each match under way that nobody is connected to.
    pub match_bytes: Option<u64>,
}

/// A distribution of times, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Latency {
    /// The median.
    pub p50_ms: f64,
    /// The 99th percentile.
    pub p99_ms: f64,
    /// The 99.9th percentile.
    pub p99_9_ms: f64,
    /// The longest.
    pub max_ms: f64,
}

impl Latency {
    /// Of times in microseconds, which it sorts.
    pub(super) fn of(micros: &mut [u32]) -> Latency {
        micros.sort_unstable();
        let at = |share: f64| {
            let last = micros.len().saturating_sub(1);
            let value = micros.get((last as f64 * share).round() as usize);
            f64::from(value.copied().unwrap_or_default()) / 1_000.0
        };
        Latency { p50_ms: at(0.5), p99_ms: at(0.99), p99_9_ms: at(0.999), max_ms: at(1.0) }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Latency { p50_ms, p99_ms, p99_9_ms, max_ms } = self.latency;
        let mut line = |what: &str, value: String| writeln!(f, "{what:32} {value}");
        line(
            "driven",
            format!("{} ({} matches, {:.1} s)", self.target, self.matches, self.seconds),
        )?;
        line("moves a second", format!("{:.0}", self.moves_per_second))?;
        line("sent late", format!("{} of {}", self.late_moves, self.moves))?;
        let times =
            format!("p50 {p50_ms:.2}, p99 {p99_ms:.2}, p99.9 {p99_9_ms:.2}, max {max_ms:.2} ms");
        line("sent until all players told", times)?;
        if let Some(cpu) = self.server_cpu_ms_per_1000_moves {
            line("server, of 1,000 moves", format!("{cpu:.1} ms of a processor"))?;
        }
        line(
            "load, of 1,000 moves",
            format!("{:.1} ms of a processor", self.load_cpu_ms_per_1000_moves),
        )?;
        if let Some((appends, commits)) = self.appends.zip(self.commits) {
            let each = appends as f64 / commits.max(1) as f64;
            line("commits", format!("{commits}, of {each:.1} appends"))?;
        }
        for (what, bytes) in [
            ("memory", self.memory.resident_bytes),
            ("memory, of an idle connection", self.memory.idle_connection_bytes),
            ("memory, of a match alone", self.memory.match_bytes),
        ] {
            if let Some(bytes) = bytes {
                line(what, format!("{:.1} KiB", bytes as f64 / 1024.0))?;
            }
        }
        if self.frames_watched > 0 {
            line("frames to watchers", self.frames_watched.to_string())?;
        }
        if self.reconnections > 0 {
            line("reconnections", self.reconnections.to_string())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_times() {
        let mut micros: Vec<u32> = (1..=1001).rev().map(|n| n * 1_000).collect();
        let latency = Latency::of(&mut micros);
        let all = [latency.p50_ms, latency.p99_ms, latency.p99_9_ms, latency.max_ms];
        assert_eq!(all, [501.0, 991.0, 1000.0, 1001.0]);
        assert_eq!(Latency::of(&mut []).max_ms, 0.0);
    }
}
