//! The health of the writer: its ability to commit, with hysteresis.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;
use tokio::time::Instant;

use crate::store::log::prepared::is_busy_code;

/// Wait of the oldest append, or duration of failures, after which the writer counts as stalled.
const STALLED_AFTER: Duration = Duration::from_secs(5);

/// Time without a commit that is not charged to players.
const NOTABLE_STALL: Duration = Duration::from_secs(1);

/// Maximum number of past stalls that are remembered.
const MAX_STALLS: usize = 64;

/// Time for which commits have to succeed before the writer counts as healthy again.
const HEALTHY_AFTER: Duration = Duration::from_secs(2);

/// The reason why the database accepts no writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriterFault {
    /// Commits take too long, for no known reason.
    Stalled,
    /// The disk of the database is full.
    DiskFull,
    /// The database is read-only, or its disk fails.
    Unwritable,
    /// Another program holds a lock.
    Locked,
    /// The database does not answer.
    Unreachable,
}

impl WriterFault {
    /// Classifies an error. Returns `None` for an error that concerns one statement only.
    pub(crate) fn of(error: &sqlx::Error) -> Option<WriterFault> {
        match error {
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::WorkerCrashed => Some(WriterFault::Unreachable),
            sqlx::Error::PoolTimedOut => Some(WriterFault::Stalled),
            sqlx::Error::Database(error) => WriterFault::of_code(&error.code()?),
            _ => None,
        }
    }

    fn of_code(code: &str) -> Option<WriterFault> {
        match code {
            "53100" => Some(WriterFault::DiskFull),
            "55P03" => Some(WriterFault::Locked),
            "57014" => Some(WriterFault::Stalled),
            "25006" => Some(WriterFault::Unwritable),
            code if is_busy_code(code) => Some(WriterFault::Locked),
            // The class of a Postgres code is its beginning.
            code if code.len() == 5 => match &code[..2] {
                "08" | "53" | "57" => Some(WriterFault::Unreachable),
                "58" => Some(WriterFault::Unwritable),
                _ => None,
            },
            // The lowest byte of a code of SQLite is its class: a read-only file, a failed read or
            // write, a damaged file, a full disk, a file that cannot be opened.
            code => match code.parse::<u32>().ok()? & 0xff {
                8 | 10 | 11 | 14 => Some(WriterFault::Unwritable),
                13 => Some(WriterFault::DiskFull),
                _ => None,
            },
        }
    }

    /// True if an append that fails for this reason would fail again at once.
    fn is_lasting(self) -> bool {
        matches!(self, WriterFault::DiskFull | WriterFault::Unwritable)
    }
}

/// A time in which nothing was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stall {
    pub(crate) since: Instant,
    pub(crate) until: Instant,
}

/// The state behind [`WriterHealth`].
#[derive(Debug, Default)]
struct HealthState {
    /// Start of the wait of the oldest append.
    waiting_since: Option<Instant>,
    /// Start of a heartbeat that is not answered yet.
    beating_since: Option<Instant>,
    /// The last times in which nothing was committed for longer than [`NOTABLE_STALL`], oldest
    /// first. They do not overlap.
    stalls: VecDeque<Stall>,
    /// The number of stalls that have ended.
    ended_stalls: u64,
    /// Start of the first failure after the last success.
    failing_since: Option<Instant>,
    /// The reason of these failures.
    fault: Option<WriterFault>,
    /// The first and the last success after the last failure or stall.
    successes: Option<(Instant, Instant)>,
    reported: Option<WriterFault>,
}

impl HealthState {
    /// Records the stall that a write ends which began at `began`.
    fn note_stall(&mut self, began: Instant, now: Instant) {
        let is_notable = now.duration_since(began) > NOTABLE_STALL;
        let Some(since) = self.stalled_since(now).or(is_notable.then_some(began)) else { return };
        self.ended_stalls += 1;
        match self.stalls.back_mut() {
            // A write that began during a stall may end after another that ended it.
            Some(last) if since <= last.until => {
                *last = Stall { since: since.min(last.since), until: now };
            }
            _ => {
                if self.stalls.len() == MAX_STALLS {
                    self.stalls.pop_front();
                }
                self.stalls.push_back(Stall { since, until: now });
            }
        }
    }

    /// Returns the stalls that ended after `since`, oldest first, and one that has not ended.
    fn stalls_after(&self, since: Instant, now: Instant) -> Vec<Stall> {
        let current = self.stalled_since(now).map(|since| Stall { since, until: now });
        let ended = self.stalls.iter().copied().filter(|stall| stall.until > since);
        ended.chain(current).collect()
    }

    fn succeeded(&mut self, now: Instant) {
        let is_stalled = self.is_stalled(now);
        (self.failing_since, self.fault) = (None, None);
        let first = self.successes.filter(|_| !is_stalled).map_or(now, |(first, _)| first);
        self.successes = Some((first, now));
    }

    fn failed(&mut self, fault: WriterFault, began: Instant) {
        self.failing_since.get_or_insert(began);
        self.successes = None;
        // A wait for the connection has the cause of the failure before it.
        if fault != WriterFault::Stalled || self.fault.is_none() {
            self.fault = Some(fault);
        }
    }

    fn is_stalled(&self, now: Instant) -> bool {
        let since = [self.waiting_since, self.failing_since].into_iter().flatten().min();
        since.is_some_and(|since| now.duration_since(since) >= STALLED_AFTER)
    }

    /// The start of the time in which nothing is committed, if it is notable.
    fn stalled_since(&self, now: Instant) -> Option<Instant> {
        let waits = [self.waiting_since, self.beating_since, self.failing_since];
        let since = waits.into_iter().flatten().min();
        since.filter(|since| now.duration_since(*since) > NOTABLE_STALL)
    }

    /// Updates and returns the reported fault.
    fn check(&mut self, now: Instant) -> Option<WriterFault> {
        let has_recovered = |(first, last): (Instant, Instant)| last - first >= HEALTHY_AFTER;
        if self.is_stalled(now) || self.fault.is_some_and(WriterFault::is_lasting) {
            self.reported = Some(self.fault.unwrap_or(WriterFault::Stalled));
        } else if self.successes.is_some_and(has_recovered) {
            self.reported = None;
        }
        self.reported
    }
}

/// The health of the writer, shared by the clones of a store. The lock is held for one access.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriterHealth(Arc<Mutex<HealthState>>);

impl WriterHealth {
    /// Records the start of a heartbeat, or `None` after its answer.
    pub(crate) fn set_beating(&self, since: Option<Instant>) {
        self.0.lock().beating_since = since;
    }

    /// Returns the stalls that ended after `since`, oldest first, and one that has not ended.
    pub(crate) fn stalls_after(&self, since: Instant) -> Vec<Stall> {
        self.0.lock().stalls_after(since, Instant::now())
    }

    /// Returns the number of stalls that have ended.
    pub(crate) fn ended_stalls(&self) -> u64 {
        self.0.lock().ended_stalls
    }

    /// Records the start of the wait of the oldest append, or `None` if no append waits.
    pub(crate) fn set_waiting(&self, since: Option<Instant>) {
        self.0.lock().waiting_since = since;
    }

    /// Records a write that began at `began`. An error that concerns one statement proves that the
    /// database answers, but not that it commits.
    pub(crate) fn record(&self, began: Instant, error: Option<&sqlx::Error>) {
        match error {
            None => {
                let (mut state, now) = (self.0.lock(), Instant::now());
                state.note_stall(began, now);
                state.succeeded(now);
            }
            Some(error) => {
                if let Some(fault) = WriterFault::of(error) {
                    self.0.lock().failed(fault, began);
                }
            }
        }
    }

    /// Returns the reason why nothing can be written.
    pub(crate) fn fault(&self) -> Option<WriterFault> {
        self.0.lock().check(Instant::now())
    }
}

impl Collector for WriterHealth {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let since = self.0.lock().waiting_since;
        let wait = ConstGauge::new(since.map_or(0.0, |since| since.elapsed().as_secs_f64()));
        let help = "Time for which the oldest append has waited for its commit";
        let unit = Some(&Unit::Seconds);
        let kind = wait.metric_type();
        wait.encode(encoder.encode_descriptor("oldest_waiting_append", help, unit, kind)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_wait_of_five_seconds_is_a_fault_until_commits_succeed_for_two() {
        let start = Instant::now();
        let mut health = HealthState::default();
        health.succeeded(start);
        health.waiting_since = Some(start);
        assert_eq!(health.check(start + seconds(4)), None);
        assert_eq!(health.check(start + seconds(5)), Some(WriterFault::Stalled));
        health.failed(WriterFault::Locked, start);
        health.failed(WriterFault::Stalled, start);
        assert_eq!(health.check(start + seconds(6)), Some(WriterFault::Locked));

        health.succeeded(start + seconds(7));
        health.waiting_since = None;
        health.succeeded(start + seconds(8));
        assert_eq!(health.check(start + seconds(20)), Some(WriterFault::Locked));
        health.failed(WriterFault::Stalled, start + seconds(20));
        health.succeeded(start + seconds(21));
        health.succeeded(start + seconds(23));
        assert_eq!(health.check(start + seconds(23)), None);
    }

    #[test]
    fn a_slow_commit_is_followed_by_two_seconds_of_commits() {
        let start = Instant::now();
        let mut health = HealthState::default();
        health.succeeded(start);
        health.waiting_since = Some(start + seconds(60));
        assert_eq!(health.check(start + seconds(66)), Some(WriterFault::Stalled));
        health.succeeded(start + seconds(67));
        health.waiting_since = None;
        assert_eq!(health.check(start + seconds(67)), Some(WriterFault::Stalled));
        health.succeeded(start + seconds(69));
        assert_eq!(health.check(start + seconds(69)), None);
    }

    #[test]
    fn a_full_disk_is_a_fault_at_once() {
        let start = Instant::now();
        let mut health = HealthState::default();
        health.failed(WriterFault::DiskFull, start);
        assert_eq!(health.check(start), Some(WriterFault::DiskFull));
        health.succeeded(start + seconds(1));
        assert_eq!(health.check(start + seconds(1)), Some(WriterFault::DiskFull));
        health.succeeded(start + seconds(3));
        assert_eq!(health.check(start + seconds(3)), None);
    }

    #[test]
    fn writes_of_one_stall_count_as_one_and_the_next_stall_is_another() {
        let start = Instant::now();
        let stall =
            |since, until| Stall { since: start + seconds(since), until: start + seconds(until) };
        let mut health = HealthState::default();
        health.failed(WriterFault::Locked, start + seconds(10));
        health.note_stall(start + seconds(30), start + seconds(40));
        health.succeeded(start + seconds(40));
        // This heartbeat waited for the same lock.
        health.note_stall(start + seconds(35), start + seconds(41));
        health.note_stall(start + seconds(50), start + seconds(50));
        health.note_stall(start + seconds(60), start + seconds(62));
        let now = start + seconds(63);
        assert_eq!(health.stalls_after(start, now), [stall(10, 41), stall(60, 62)]);
        assert_eq!(health.stalls_after(start + seconds(41), now), [stall(60, 62)]);
        health.waiting_since = Some(start + seconds(70));
        let now = start + seconds(75);
        assert_eq!(health.stalls_after(start + seconds(62), now), [stall(70, 75)]);
    }

    #[test]
    fn codes_of_both_databases_are_classified() {
        let faults = [
            ("13", Some(WriterFault::DiskFull)),
            ("53100", Some(WriterFault::DiskFull)),
            ("261", Some(WriterFault::Locked)),
            ("778", Some(WriterFault::Unwritable)),
            ("25006", Some(WriterFault::Unwritable)),
            ("57P03", Some(WriterFault::Unreachable)),
            ("2067", None),
            ("23505", None),
        ];
        for (code, fault) in faults {
            assert_eq!(WriterFault::of_code(code), fault, "{code}");
        }
    }
}
