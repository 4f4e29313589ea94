//! The server's time: set once by the system's clock, kept by a clock that
//! nobody can set back.

use std::time::SystemTime;

use tokio::time::Instant;

use crate::clock::Timestamp;

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
