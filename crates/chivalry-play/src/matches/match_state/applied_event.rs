//! TODO-DOC

use crate::clock::Clock;
use crate::matches::log::event::{Event, RecordedEvent};
use chivalry_rules::{Position, SquareSet};

/// An event with what a viewer has to know of the match just after it.
#[derive(Clone, Debug)]
pub struct AppliedEvent {
    /// The event as recorded.
    pub recorded: RecordedEvent,
    /// The number of plies played.
    pub ply: u32,
    /// The position.
    pub position: Position,
    /// Whether the next move is the players' to make: begun and not over.
    pub in_play: bool,
    /// The squares captured by the event.
    pub captured: SquareSet,
    /// The clocks.
    pub clock: Clock,
}

impl AppliedEvent {
    /// The one of a whole log by which that ply was made, and not taken back
    /// since; for ply 0, the first.
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
