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
    /// How long one of them took in the mean, in milliseconds: what part of
    /// [`Figures::latency`] is the database's.
    pub commit_mean_ms: Option<f64>,
    /// What engine games did to the moves, where any were played.
    pub engine_games: Option<EngineFigures>,
}

/// Games of the computer player against itself, and moves measured without
/// them and with them by turns.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EngineFigures {
    /// Games at once.
    pub at_once: u32,
    /// Games that began.
    pub begun: u64,
    /// Games that ended, the last of them after the last phase.
    pub ended: u64,
    /// Their plies, which are none of the moves that are counted.
    pub plies: u64,
    /// Each two phases that followed each other.
    pub pairs: Vec<Pair>,
    /// The median of the pairs' medians with them, of that without them.
    pub p50_ratio: f64,
    /// The same of the 99th percentiles.
    pub p99_ratio: f64,
}

/// Two phases of a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Pair {
    /// Moves while no engine games were played.
    pub without: Latency,
    /// Moves while they were.
    pub with: Latency,
}

impl EngineFigures {
    /// Of the times of each phase in microseconds, without and with engine
    /// games in turn.
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

/// The greater of the two in the middle, where there are two.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
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
        line("sent until all players told", self.latency.to_string())?;
        if let Some(cpu) = self.server_cpu_ms_per_1000_moves {
            line("server, of 1,000 moves", format!("{cpu:.1} ms of a processor"))?;
        }
        line(
            "load, of 1,000 moves",
            format!("{:.1} ms of a processor", self.load_cpu_ms_per_1000_moves),
        )?;
        if let (Some(commits), Some(appends), Some(mean)) =
            (self.commits, self.appends, self.commit_mean_ms)
        {
            let each = appends as f64 / commits.max(1) as f64;
            line("commits", format!("{commits}, of {each:.1} appends and {mean:.2} ms"))?;
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
    fn percentiles_are_those_of_the_sorted_times() {
        let mut micros: Vec<u32> = (1..=1001).rev().map(|n| n * 1_000).collect();
        let latency = Latency::of(&mut micros);
        let all = [latency.p50_ms, latency.p99_ms, latency.p99_9_ms, latency.max_ms];
        assert_eq!(all, [501.0, 991.0, 1000.0, 1001.0]);
        assert_eq!(Latency::of(&mut []).max_ms, 0.0);
    }

    #[test]
    fn engine_games_are_judged_by_the_medians_of_the_pairs() {
        let phase = |ms: u32| vec![ms * 1_000; 100];
        let mut phases: Vec<Vec<u32>> = [2, 3, 90, 4, 2, 80].map(phase).into();
        let figures = EngineFigures::of(&mut phases);
        let pairs: Vec<(f64, f64)> =
            figures.pairs.iter().map(|pair| (pair.without.p50_ms, pair.with.p99_ms)).collect();
        assert_eq!(pairs, [(2.0, 3.0), (90.0, 4.0), (2.0, 80.0)]);
        assert_eq!((figures.p50_ratio, figures.p99_ratio), (2.0, 2.0));
    }
}
