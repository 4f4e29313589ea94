//! The premoves of a match that have not been played.

use std::hash::BuildHasher;

use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::CommandRef;
use crate::matches::match_state::answers::CommandAck;
use crate::matches::match_state::command_content::HASH_SEED;
use crate::matches::match_state::state::Match;
use crate::matches::premoves::tree::{Premove, PremoveTree};
use chivalry_rules::{PerSeat, Seat};

/// The pending premoves by seat, and the commands that set them.
#[derive(Clone, Debug, Default)]
pub struct Premoves {
    pub(in crate::matches) seats: PerSeat<Option<Premove>>,
    commands: Vec<AcceptedCommand>,
}

/// A command that set or removed a premove.
#[derive(Clone, Debug)]
struct AcceptedCommand {
    cause: CommandRef,
    ply: u32,
    /// The hash of its line; `None` if it was accepted before the match was loaded.
    line: Option<u64>,
}

impl Premoves {
    /// Restores stored premoves.
    #[must_use]
    pub fn new(seats: PerSeat<Option<Premove>>, commands: Vec<(CommandRef, u32)>) -> Premoves {
        let accepted = |(cause, ply)| AcceptedCommand { cause, ply, line: None };
        Premoves { seats, commands: commands.into_iter().map(accepted).collect() }
    }

    /// Returns the premove of `seat`. Only its own player may see it.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Premove> {
        self.seats[seat].as_ref()
    }

    /// Sets or clears the premove of `seat`.
    pub fn set(&mut self, seat: Seat, premove: Option<Premove>) {
        self.seats[seat] = premove;
    }

    /// Records an accepted command and the ply and line in it.
    pub fn record_command(&mut self, cause: CommandRef, ply: u32, line: Option<&PremoveTree>) {
        self.commands.push(AcceptedCommand { cause, ply, line: Some(hash_of_line(line)) });
    }

    /// Returns the earlier answer to a repeated command (`protocol.md`, "Exactly once").
    ///
    /// # Errors
    /// [`Refusal::IdReused`] if the player gave the id to another command.
    pub fn previous_answer(
        &self,
        cause: &CommandRef,
        (ply, line): (Option<u32>, Option<&PremoveTree>),
        match_state: &Match,
    ) -> Result<Option<CommandAck>, Refusal> {
        let Some(accepted) = self.commands.iter().find(|it| it.cause == *cause) else {
            return Ok(None);
        };
        let is_other_line = accepted.line.is_some_and(|known| known != hash_of_line(line));
        if is_other_line || ply.is_some_and(|ply| ply != accepted.ply) {
            return Err(Refusal::IdReused);
        }
        Ok(Some(CommandAck {
            v: match_state.v(),
            ply: accepted.ply,
            seat: match_state.letter_of(cause.player),
        }))
    }

    /// Returns the seats whose premoves differ from `before`.
    pub fn changes_since(
        &self,
        before: &Premoves,
    ) -> impl Iterator<Item = (Seat, Option<&Premove>)> {
        self.seats
            .iter()
            .filter(|(seat, premove)| before.seats[*seat] != **premove)
            .map(|(seat, premove)| (seat, premove.as_ref()))
    }
}

fn hash_of_line(line: Option<&PremoveTree>) -> u64 {
    HASH_SEED.hash_one(format!("{line:?}"))
}
