//! The last refusals of a match, so that a repeated command gets the same answer.

use std::collections::VecDeque;

use chivalry_play::matches::{Command, CommandRef, Refusal};

use crate::live::match_actor::message::NewPremove;

/// Number of refusals that are kept.
const CAPACITY: usize = 8;

/// A request that was refused.
#[derive(Clone, Debug)]
pub(crate) enum RefusedRequest {
    Command(Command),
    Premove(NewPremove),
}

impl RefusedRequest {
    fn is_same(&self, other: &RefusedRequest) -> bool {
        match (self, other) {
            (RefusedRequest::Command(command), RefusedRequest::Command(other)) => {
                command.is_same_request(other)
            }
            (RefusedRequest::Premove(premove), RefusedRequest::Premove(other)) => premove == other,
            _ => false,
        }
    }
}

/// The last refused commands. The oldest are evicted.
#[derive(Debug, Default)]
pub(crate) struct Refusals(VecDeque<(CommandRef, RefusedRequest, Refusal)>);

impl Refusals {
    /// Returns the earlier refusal of a command, or the refusal of another command with its id.
    /// Another owner may have accepted the command since.
    pub(crate) fn find(&self, cause: &CommandRef, request: &RefusedRequest) -> Option<Refusal> {
        let (_, refused, refusal) = self.0.iter().find(|(known, ..)| known == cause)?;
        Some(if refused.is_same(request) { refusal.clone() } else { Refusal::IdReused })
    }

    /// Records the refusal of a command.
    pub(crate) fn record(&mut self, cause: CommandRef, request: RefusedRequest, refusal: Refusal) {
        if refusal != Refusal::IdReused {
            self.0.truncate(CAPACITY - 1);
            self.0.push_front((cause, request, refusal));
        }
    }
}
