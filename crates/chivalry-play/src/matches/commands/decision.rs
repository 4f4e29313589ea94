//! The result of a decision: events, and the games after the moves among them.

use crate::matches::log::event::Event;
use crate::matches::match_state::move_outcome::MoveOutcomes;

/// Events decided by a match, in order.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// The events.
    pub events: Vec<Event>,
    /// The outcomes of the judged moves among them.
    pub outcomes: MoveOutcomes,
}

impl From<Vec<Event>> for Decision {
    fn from(events: Vec<Event>) -> Decision {
        Decision { events, outcomes: MoveOutcomes::default() }
    }
}
