//! Server time. The system clock is read once, then a monotonic clock continues.

use std::future::pending;
use std::time::{Duration, SystemTime};

use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, sleep_until};
use tokio_util::sync::CancellationToken;

use chivalry_play::clock::Timestamp;

/// Waits until `deadline`; never completes without one. Cancel-safe.
pub(crate) async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => pending().await,
    }
}

/// Ticks at once and then after each `period`. A late tick delays those that follow.
pub(crate) fn ticks(period: Duration) -> Interval {
    delayed_ticks(Duration::ZERO, period)
}

/// Ticks like [`ticks`], with the first tick after `delay`.
pub(crate) fn delayed_ticks(delay: Duration, period: Duration) -> Interval {
    let mut ticks = interval_at(Instant::now() + delay, period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Converts between wall-clock time and the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    origin: Instant,
    origin_at: Timestamp,
}

impl Time {
    /// Reads the system clock once.
    #[must_use]
    pub fn from_system() -> Time {
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Time { origin: Instant::now(), origin_at: Timestamp(0) + since_epoch.unwrap_or_default() }
    }

    /// Sets the wall clock of a simulated node.
    #[cfg(test)]
    pub(crate) fn starting_at(origin_at: Timestamp) -> Time {
        Time { origin: Instant::now(), origin_at }
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.origin_at + self.origin.elapsed()
    }

    /// Returns the time at which the server started.
    #[must_use]
    pub fn began_at(&self) -> Timestamp {
        self.origin_at
    }

    /// Returns the time of `instant`.
    #[must_use]
    pub(crate) fn at(&self, instant: Instant) -> Timestamp {
        self.origin_at + instant.saturating_duration_since(self.origin)
    }

    /// Returns the instant of the time `at`.
    #[must_use]
    pub fn instant(&self, at: Timestamp) -> Instant {
        self.origin + at.since(self.origin_at)
    }
}

/// Periodic work. The first round starts immediately.
#[derive(Debug)]
pub(crate) struct Rounds {
    ticks: Interval,
    shutdown: CancellationToken,
}

impl Rounds {
    /// One round per `period`, until `shutdown`. A slow round delays those that follow.
    pub(crate) fn every(period: Duration, shutdown: &CancellationToken) -> Rounds {
        let ticks = ticks(period);
        Rounds { ticks, shutdown: shutdown.clone() }
    }

    /// Waits for the next round. Returns false after shutdown.
    pub(crate) async fn next(&mut self) -> bool {
        tokio::select! {
            biased;
            () = self.shutdown.cancelled() => false,
            _ = self.ticks.tick() => true,
        }
    }
}
