//! Matches that everybody but their players sees late.

use std::time::Duration;

use crate::clock::Timestamp;
use crate::player::PlayerId;

use super::log::event::{Event, RecordedEvent};
use super::match_state::state::Match;
use super::status::Status;

/// The most by which watchers may be behind.
pub const MAX_SPECTATOR_DELAY: Duration = Duration::from_secs(15 * 60);

impl Match {
    /// By how much an event that follows now is seen later by everybody but
    /// the players. What comes before the first turn is seen at once: there is
    /// nothing in it to hide, and seats have to be found.
    #[must_use]
    pub fn next_event_delay(&self) -> Duration {
        if self.status() == Status::Open { Duration::ZERO } else { self.spectator_delay() }
    }
}

/// How many entries of a match's whole log `viewer` may see at `now`: all of
/// them who has ever had a seat in it.
#[must_use]
pub fn visible_len(log: &[RecordedEvent], viewer: Option<PlayerId>, now: Timestamp) -> usize {
    let sits = |record: &RecordedEvent| match &record.event {
        Event::Seated { player, .. } => viewer == Some(*player),
        _ => false,
    };
    if log.iter().any(sits) { log.len() } else { public_len(log, now) }
}

/// How many entries of a match's whole log everybody may see at `now`.
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
