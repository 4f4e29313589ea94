//! Matches that spectators see with a delay.

use std::time::Duration;

use crate::clock::Timestamp;
use crate::player::PlayerId;

use super::log::event::{Event, RecordedEvent};
use super::match_state::state::Match;
use super::status::Status;

/// The maximum delay.
pub const MAX_SPECTATOR_DELAY: Duration = Duration::from_secs(15 * 60);

impl Match {
    /// Returns the delay of the next event for spectators. Events before the first turn have no
    /// delay, so that free seats are found.
    #[must_use]
    pub fn next_event_delay(&self) -> Duration {
        if self.status() == Status::Open { Duration::ZERO } else { self.spectator_delay() }
    }
}

/// Returns the number of entries of `log`, a whole log, that `viewer` may see at `now`. Players
/// see every entry.
#[must_use]
pub fn visible_len(log: &[RecordedEvent], viewer: Option<PlayerId>, now: Timestamp) -> usize {
    let sits = |record: &RecordedEvent| match &record.event {
        Event::Seated { player, .. } => viewer == Some(*player),
        _ => false,
    };
    if log.iter().any(sits) { log.len() } else { public_len(log, now) }
}

/// Returns the number of entries of `log`, a whole log, that everybody may see at `now`.
#[must_use]
pub fn public_len(log: &[RecordedEvent], now: Timestamp) -> usize {
    let delay = match log.first().map(|first| &first.event) {
        Some(Event::Created { watch_delay_ms, .. }) => {
            Duration::from_millis((*watch_delay_ms).into())
        }
        _ => Duration::ZERO,
    };
    let has_started = |record: &RecordedEvent| matches!(record.event, Event::Started);
    match log.iter().position(has_started) {
        Some(started) if !delay.is_zero() => {
            let late = &log[started + 1..];
            started + 1 + late.iter().take_while(|record| record.at + delay <= now).count()
        }
        _ => log.len(),
    }
}
