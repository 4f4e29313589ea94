//! Numbers of people who play, for the lobby feed.

use std::time::Duration;

use tokio::time::Instant;

use chivalry_play::lobby::PeoplePlaying;

use crate::store::Store;

/// Interval of counts while the feed has readers.
const COUNT_EVERY: Duration = Duration::from_secs(10);

/// The last count of the people who play.
#[derive(Debug)]
pub(crate) struct PlayingCounts {
    counts: Vec<PeoplePlaying>,
    next_at: Instant,
}

impl PlayingCounts {
    pub(crate) fn new() -> PlayingCounts {
        PlayingCounts { counts: Vec::new(), next_at: Instant::now() }
    }

    /// Returns the last count.
    pub(crate) fn current(&self) -> &[PeoplePlaying] {
        &self.counts
    }

    /// Returns the time of the next count.
    pub(crate) fn next_at(&self) -> Instant {
        self.next_at
    }

    /// Counts again if that is due. Returns true if the numbers changed.
    pub(crate) async fn refresh(&mut self, store: &Store) -> bool {
        if Instant::now() < self.next_at {
            return false;
        }
        self.next_at = Instant::now() + COUNT_EVERY;
        match store.matches().people_playing().await {
            Ok(counts) if counts != self.counts => {
                self.counts = counts;
                true
            }
            Ok(_) => false,
            Err(error) => {
                tracing::warn!(%error, "could not count the people who play");
                false
            }
        }
    }
}
