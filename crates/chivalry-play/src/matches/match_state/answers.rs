//! Answers to accepted commands, kept so that a repeated command gets the same answer.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use crate::matches::log::event::CommandRef;

/// Hashes command references with a random seed, so that clients cannot cause collisions.
static HASH_SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);

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

#[derive(Clone, Copy, Debug)]
struct AnsweredCommand {
    key: u64,
    v: u32,
    ply: u32,
}

impl AnsweredCommands {
    pub(in crate::matches) fn record(&mut self, cause: &CommandRef, v: u32, ply: u32) {
        self.0.push(AnsweredCommand { key: key(cause), v, ply });
    }

    /// Returns the version and the ply with which the command was answered.
    pub(in crate::matches) fn find(&self, cause: &CommandRef) -> Option<(u32, u32)> {
        let key = key(cause);
        let answered = self.0.iter().find(|answered| answered.key == key)?;
        Some((answered.v, answered.ply))
    }
}

fn key(cause: &CommandRef) -> u64 {
    HASH_SEED.hash_one(cause)
}
