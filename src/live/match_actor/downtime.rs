//! Compensation of players for a downtime.

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Event, Match, Status};

/// A downtime of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Downtime {
    /// The last sign of life of the previous owner. `None` if there is none.
    pub(crate) alive_until: Option<Timestamp>,
    /// The end of the downtime.
    pub(crate) back_at: Timestamp,
}

/// Returns the pause and resumption to append after a downtime. No player is charged for time in
/// which nobody could move. `paused_here` is true if a single server may have paused the match
/// before it became a node of a cluster. Empty if nothing has to be appended.
pub(crate) fn resumption(
    match_state: &Match,
    downtime: Option<Downtime>,
    paused_here: bool,
    now: Timestamp,
) -> Vec<(Event, Timestamp)> {
    if match_state.status() != Status::Playing || !match_state.time().is_real_time() {
        return Vec::new();
    }
    let resumed = (Event::Resumed, now);
    if paused_here && match_state.is_paused() {
        return vec![resumed];
    }
    let Some(Downtime { alive_until, back_at }) = downtime else { return Vec::new() };
    if match_state.last_at() >= back_at {
        return Vec::new();
    }
    if match_state.is_paused() {
        return vec![resumed];
    }
    let paused_at = alive_until.unwrap_or(match_state.last_at());
    let paused_at = paused_at.clamp(match_state.last_at(), back_at);
    vec![(Event::Paused, paused_at), resumed]
}
