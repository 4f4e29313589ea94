//! The premoves of a match that have not been played.

use crate::matches::log::event::CommandRef;
use crate::matches::match_state::answers::CommandAck;
use crate::matches::match_state::state::Match;
use crate::matches::premoves::tree::Premove;
use chivalry_rules::{PerSeat, Seat};

/// The pending premoves by seat, and the commands that set them.
#[derive(Clone, Debug, Default)]
pub struct Premoves {
    pub(in crate::matches) seats: PerSeat<Option<Premove>>,
    commands: Vec<(CommandRef, u32)>,
}

impl Premoves {
    /// Restores stored premoves.
    #[must_use]
    pub fn new(seats: PerSeat<Option<Premove>>, commands: Vec<(CommandRef, u32)>) -> Premoves {
        Premoves { seats, commands }
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

    /// Records an accepted command and the ply in it.
    pub fn record_command(&mut self, cause: CommandRef, ply: u32) {
        self.commands.push((cause, ply));
    }

    /// Returns the earlier answer to a repeated command (`protocol.md`, "Exactly once").
    #[must_use]
    pub fn previous_answer(&self, cause: &CommandRef, match_state: &Match) -> Option<CommandAck> {
        let (_, ply) = self.commands.iter().find(|(known, _)| known == cause)?;
        Some(CommandAck {
            v: match_state.v(),
            ply: *ply,
            seat: match_state.letter_of(cause.player),
        })
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
