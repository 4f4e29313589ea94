//! Measured figures of a run.

use std::fmt;

use serde::Serialize;

/// The figures of one run.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The target: `server` or `relay`.
    pub target: &'static str,
    /// Number of concurrent matches.
    pub matches: usize,
    /// Duration of the measurement in seconds.
    pub seconds: f64,
    /// Moves in that time that all players of their match received.
    pub moves: u64,
    /// Moves per second.
    pub moves_per_second: f64,
    /// Moves sent late because the previous move took too long.
    pub late_moves: u64,
    /// Time from sending a move until all players of the match received it.
    pub latency: Latency,
    /// CPU time of the server, in milliseconds.
    pub server_cpu_ms_per_1000_moves: Option<f64>,
    /// Bytes that the server wrote to disks for a move.
    pub server_bytes_written_per_move: Option<f64>,
    /// CPU time of the load generator, in milliseconds.
    pub load_cpu_ms_per_1000_moves: f64,
    /// The parts of the measurement, if there are several.
    pub parts: Vec<Part>,
    /// Memory of the server.
    #[serde(flatten)]
    pub memory: Memory,
    /// Frames received by watchers.
    pub frames_watched: u64,
    /// Reconnections of players.
    pub reconnections: u64,
    /// Transactions that the server committed during the measurement.
    pub commits: Option<u64>,
    /// Log appends in those transactions.
    pub appends: Option<u64>,
    /// Mean duration of a commit in milliseconds: the share of the database in
    /// [`Figures::latency`].
    pub commit_mean_ms: Option<f64>,
    /// The effect of engine games on move latency, if any were played.
    pub engine_games: Option<EngineFigures>,
}

/// One part of a measurement.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Part {
    /// Moves per second.
    pub moves_per_second: f64,
    /// Time from sending a move until all players of the match received it.
    pub latency: Latency,
}

impl Part {
    /// Computes the figures of each part from its times in microseconds. Parts last `seconds`.
    pub(super) fn of_each(parts: &mut [Vec<u32>], seconds: f64) -> Vec<Part> {
        let part = |times: &mut Vec<u32>| Part {
            moves_per_second: times.len() as f64 / seconds,
            latency: Latency::of(times),
        };
        parts.iter_mut().map(part).collect()
    }
}

/// Games of the computer player against itself, and move latency in alternating phases without and
/// with them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EngineFigures {
    /// Number of concurrent games.
    pub at_once: u32,
    /// Number of started games.
    pub begun: u64,
    /// Number of ended games, including those that ended after the last phase.
    pub ended: u64,
    /// Number of their plies, which are not counted as moves.
    pub plies: u64,
    /// Consecutive phases without and with engine games.
    pub pairs: Vec<Pair>,
    /// Ratio of the medians over the pairs: p50 with engine games to p50 without.
    pub p50_ratio: f64,
    /// Ratio of the medians over the pairs: p99 with engine games to p99 without.
    pub p99_ratio: f64,
}

/// Two consecutive phases of a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Pair {
    /// Latency without engine games.
    pub without: Latency,
    /// Latency with engine games.
    pub with: Latency,
}

impl EngineFigures {
    /// Computes the figures from the times of each phase in microseconds. Phases without and with
    /// engine games alternate.
    pub(super) fn of(phases: &mut [Vec<u32>]) -> EngineFigures {
        let mut latencies = phases.iter_mut().map(|times| Latency::of(times));
        let pair = || Some(Pair { without: latencies.next()?, with: latencies.next()? });
        let pairs: Vec<Pair> = std::iter::from_fn(pair).collect();
        let ratio = |time: fn(&Latency) -> f64| {
            let without = median(pairs.iter().map(|pair| time(&pair.without)).collect());
            median(pairs.iter().map(|pair| time(&pair.with)).collect()) / without
        };
        let (p50_ratio, p99_ratio) = (ratio(|times| times.p50_ms), ratio(|times| times.p99_ms));
        EngineFigures { pairs, p50_ratio, p99_ratio, ..EngineFigures::default() }
    }
}

/// Returns the median, or the upper one of two middle values.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Memory of the server process in bytes.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Memory {
    /// Resident memory at the end.
    pub resident_bytes: Option<u64>,
    /// Additional memory per idle connection.
    pub idle_connection_bytes: Option<u64>,
    /// Additional memory per parked match.
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
    /// The maximum.
    pub max_ms: f64,
}

impl Latency {
    /// Computes the distribution of times in microseconds, and sorts them.
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

impl fmt::Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Latency { p50_ms, p99_ms, p99_9_ms, max_ms } = self;
        write!(f, "p50 {p50_ms:.2}, p99 {p99_ms:.2}, p99.9 {p99_9_ms:.2}, max {max_ms:.2} ms")
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |what: &str, value: String| writeln!(f, "{what:32} {value}");
        line(
            "driven",
            format!("{} ({} matches, {:.1} s)", self.target, self.matches, self.seconds),
        )?;
        line("moves a second", format!("{:.0}", self.moves_per_second))?;
        line("sent late", format!("{} of {}", self.late_moves, self.moves))?;
        line("sent until all players receive", self.latency.to_string())?;
        for (number, Part { moves_per_second, latency }) in (0..).zip(&self.parts) {
            let figures = format!("{moves_per_second:.0} moves a second, {latency}");
            line(&format!("part {number}"), figures)?;
        }
        if let Some(cpu) = self.server_cpu_ms_per_1000_moves {
            line("server, of 1,000 moves", format!("{cpu:.1} ms of a processor"))?;
        }
        if let Some(bytes) = self.server_bytes_written_per_move {
            line("server, written for a move", format!("{bytes:.0} bytes"))?;
        }
        line(
            "load, of 1,000 moves",
            format!("{:.1} ms of a processor", self.load_cpu_ms_per_1000_moves),
        )?;
        if let (Some(commits), Some(appends), Some(mean)) =
            (self.commits, self.appends, self.commit_mean_ms)
        {
            let appends_per_commit = appends as f64 / commits.max(1) as f64;
            line(
                "commits",
                format!("{commits}, of {appends_per_commit:.1} appends and {mean:.2} ms"),
            )?;
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
        if let Some(games) = &self.engine_games {
            let EngineFigures { at_once, begun, ended, plies, pairs, p50_ratio, p99_ratio } = games;
            let counts = format!("{at_once} at once; {begun} begun, {ended} ended, {plies} plies");
            line("engine games", counts)?;
            for (number, pair) in (1..).zip(pairs) {
                line(&format!("{number}: without engine games"), pair.without.to_string())?;
                line(&format!("{number}: with them"), pair.with.to_string())?;
            }
            let ratios = format!("p50 {p50_ratio:.2}, p99 {p99_ratio:.2}, of medians");
            line("with them to without", ratios)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_taken_from_the_sorted_times() {
        let mut micros: Vec<u32> = (1..=1001).rev().map(|n| n * 1_000).collect();
        let latency = Latency::of(&mut micros);
        let all = [latency.p50_ms, latency.p99_ms, latency.p99_9_ms, latency.max_ms];
        assert_eq!(all, [501.0, 991.0, 1000.0, 1001.0]);
        assert_eq!(Latency::of(&mut []).max_ms, 0.0);
    }

    #[test]
    fn engine_games_are_measured_by_the_medians_of_the_pairs() {
        let phase = |ms: u32| vec![ms * 1_000; 100];
        let mut phases: Vec<Vec<u32>> = [2, 3, 90, 4, 2, 80].map(phase).into();
        let figures = EngineFigures::of(&mut phases);
        let pairs: Vec<(f64, f64)> =
            figures.pairs.iter().map(|pair| (pair.without.p50_ms, pair.with.p99_ms)).collect();
        assert_eq!(pairs, [(2.0, 3.0), (90.0, 4.0), (2.0, 80.0)]);
        assert_eq!((figures.p50_ratio, figures.p99_ratio), (2.0, 2.0));
    }
}
