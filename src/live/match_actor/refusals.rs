//! The last refusals of a match, so that a repeated command gets the same answer.

use std::collections::VecDeque;

use chivalry_play::matches::{CommandRef, Refusal};

/// Number of refusals that are kept.
const CAPACITY: usize = 8;

/// The last refused commands. The oldest are evicted.
#[derive(Debug, Default)]
pub(crate) struct Refusals(VecDeque<(CommandRef, Refusal)>);

impl Refusals {
    /// Returns the earlier refusal of a command. Another owner may have accepted the command since.
    pub(crate) fn find(&self, cause: &CommandRef) -> Option<Refusal> {
        let refused = self.0.iter().find(|(known, _)| known == cause);
        refused.map(|(_, refusal)| refusal.clone())
    }

    /// Records the refusal of a command.
    pub(crate) fn record(&mut self, cause: CommandRef, refusal: Refusal) {
        self.0.truncate(CAPACITY - 1);
        self.0.push_front((cause, refusal));
    }
}
