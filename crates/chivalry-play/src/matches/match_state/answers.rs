//! Answers to accepted commands, kept so that a repeated command gets the same answer.

use std::hash::BuildHasher;

use crate::matches::log::event::{CommandRef, Event};
use crate::matches::match_state::command_content::{HASH_SEED, hash_of_event};

/// The result of an accepted command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandAck {
    /// The version of the event that the command caused.
    pub v: u32,
    /// The number of plies played after that event.
    pub ply: u32,
    /// The seat letter of the player who sent the command.
    pub seat: Option<char>,
}

/// The accepted commands of one match, by the hash of player and command id.
#[derive(Clone, Debug, Default)]
pub(in crate::matches) struct AnsweredCommands(Vec<AnsweredCommand>);

/// An accepted command.
#[derive(Clone, Copy, Debug)]
pub(in crate::matches) struct AnsweredCommand {
    key: u64,
    /// The hash of its content.
    pub(in crate::matches) content: u64,
    pub(in crate::matches) v: u32,
    pub(in crate::matches) ply: u32,
}

impl AnsweredCommands {
    /// Records the command that caused `event` with version `v`, after which `ply` plies are played.
    pub(in crate::matches) fn record(
        &mut self,
        cause: &CommandRef,
        event: &Event,
        (v, ply): (u32, u32),
    ) {
        self.0.push(AnsweredCommand { key: key(cause), content: hash_of_event(event), v, ply });
    }

    /// Returns the accepted command of that id.
    pub(in crate::matches) fn find(&self, cause: &CommandRef) -> Option<AnsweredCommand> {
        let key = key(cause);
        self.0.iter().find(|answered| answered.key == key).copied()
    }
}

fn key(cause: &CommandRef) -> u64 {
    HASH_SEED.hash_one(cause)
}
