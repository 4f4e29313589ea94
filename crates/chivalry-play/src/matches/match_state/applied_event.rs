//! An applied event, as viewers of the match see it.

use crate::clock::Clock;
use crate::matches::log::event::{Event, RecordedEvent};
use chivalry_rules::{Position, SquareSet};

/// An event with the state of the match directly after it.
#[derive(Clone, Debug)]
pub struct AppliedEvent {
    /// The event.
    pub recorded: RecordedEvent,
    /// The number of plies played.
    pub ply: u32,
    /// The position.
    pub position: Position,
    /// True if a player is to move: the match has begun and is not over.
    pub in_play: bool,
    /// The squares captured by the event.
    pub captured: SquareSet,
    /// The clocks.
    pub clock: Clock,
}

impl AppliedEvent {
    /// Returns the event of `log`, a whole log, that played the given ply and was not taken
    /// back. For ply 0, the first event.
    #[must_use]
    pub fn find_ply(log: &[AppliedEvent], ply: u32) -> Option<&AppliedEvent> {
        if ply == 0 {
            return log.first();
        }
        let mut kept = u32::MAX;
        log.iter().rev().find(|occurrence| {
            if let Event::TookBack { ply } = occurrence.recorded.event {
                kept = kept.min(ply);
            }
            let is_move = matches!(occurrence.recorded.event, Event::Moved { .. });
            is_move && occurrence.ply == ply && ply <= kept
        })
    }
}
