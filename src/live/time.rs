//! The server's time: set once by the system's clock, kept by a clock that
//! nobody can set back; and what is done every so often.

use std::time::{Duration, SystemTime};

use tokio::time::{Instant, Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use chivalry_play::clock::Timestamp;

/// Tells the time, and when a time comes.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    origin: Instant,
    origin_at: Timestamp,
}

impl Time {
    /// Reads the system's clock, once.
    #[must_use]
    pub fn from_system() -> Time {
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Time { origin: Instant::now(), origin_at: Timestamp(0) + since_epoch.unwrap_or_default() }
    }

    /// Now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.origin_at + self.origin.elapsed()
    }

    /// When this was first asked for the time: when the server began.
    #[must_use]
    pub fn began_at(&self) -> Timestamp {
        self.origin_at
    }

    /// The instant at which it is `at`.
    #[must_use]
    pub fn instant(&self, at: Timestamp) -> Instant {
        self.origin + at.since(self.origin_at)
    }
}

/// What is done again and again, at once for the first time.
#[derive(Debug)]
pub(crate) struct Rounds {
    ticks: Interval,
    shutdown: CancellationToken,
}

impl Rounds {
    /// One every `period`, until `shutdown`; one that takes longer puts off
    /// those that follow.
    pub(crate) fn every(period: Duration, shutdown: &CancellationToken) -> Rounds {
        let mut ticks = interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Rounds { ticks, shutdown: shutdown.clone() }
    }

    /// Waits for the next to be due; `false` when there is none any more.
    pub(crate) async fn next(&mut self) -> bool {
        tokio::select! {
            _ = self.ticks.tick() => true,
            () = self.shutdown.cancelled() => false,
        }
    }
}
