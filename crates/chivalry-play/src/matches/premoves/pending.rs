//! TODO-DOC

use crate::matches::log::event::CommandRef;
use crate::matches::match_state::answers::CommandAck;
use crate::matches::match_state::state::Match;
use crate::matches::premoves::tree::Premove;
use chivalry_rules::{PerSeat, Seat};

/// What the seats of one match have ready, and the commands that said so.
#[derive(Clone, Debug, Default)]
pub struct Premoves {
    pub(in crate::matches) seats: PerSeat<Option<Premove>>,
    commands: Vec<(CommandRef, u32)>,
}

impl Premoves {
    /// As they are stored.
    #[must_use]
    pub fn new(seats: PerSeat<Option<Premove>>, commands: Vec<(CommandRef, u32)>) -> Premoves {
        Premoves { seats, commands }
    }

    /// What `seat` has ready: for its own player's eyes only.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Premove> {
        self.seats[seat].as_ref()
    }

    /// Sets what `seat` has ready.
    pub fn set(&mut self, seat: Seat, premove: Option<Premove>) {
        self.seats[seat] = premove;
    }

    /// Remembers a command that was carried out, for the ply that it named.
    pub fn record_command(&mut self, cause: CommandRef, ply: u32) {
        self.commands.push((cause, ply));
    }

    /// The ply that this very command named when it was carried out before
    /// (`protocol.md`, "Exactly once").
    #[must_use]
    pub fn previous_answer(&self, cause: &CommandRef, match_state: &Match) -> Option<CommandAck> {
        let (_, ply) = self.commands.iter().find(|(known, _)| known == cause)?;
        Some(CommandAck {
            v: match_state.v(),
            ply: *ply,
            seat: match_state.letter_of(cause.player),
        })
    }

    /// What has changed since `before`, seat by seat.
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
