//! What directors have set up, and who sits where, to be read.

use chivalry_play::player::PlayerId;
use chivalry_rules::{Seat, Team};

use super::EntrantId;
use super::pairing::DueGame;
use super::plan::ByeWorth;
use super::tournament::Tournament;

impl Tournament {
    /// The order that the director gave, the best first.
    #[must_use]
    pub fn seeded(&self) -> Option<&[EntrantId]> {
        self.seeded.as_deref()
    }

    /// Pairs that are not to meet.
    pub fn forbidden(&self) -> impl Iterator<Item = [EntrantId; 2]> {
        self.forbidden.iter().copied()
    }

    /// Pairs that are to meet in the next round, first who has the first side.
    #[must_use]
    pub fn fixed(&self) -> &[[EntrantId; 2]] {
        &self.fixed
    }

    /// The byes that were asked for or given: stage, round, who, and what each
    /// is worth.
    pub fn requested_byes(&self) -> impl Iterator<Item = (usize, u16, EntrantId, ByeWorth)> {
        self.requested_byes
            .iter()
            .map(|((stage, round, entrant), worth)| (*stage, *round, *entrant, *worth))
    }

    /// Who sits where in a game: partners opposite each other.
    #[must_use]
    pub fn seats(&self, game: &DueGame) -> Vec<(Seat, PlayerId)> {
        self.seats_between(game.first, game.second)
    }

    /// [`Tournament::seats`], of a game between these two.
    #[must_use]
    pub fn seats_between(&self, first: EntrantId, second: EntrantId) -> Vec<(Seat, PlayerId)> {
        let side = |seat| match Team::of(seat) {
            Team::First => first,
            Team::Second => second,
        };
        let sitting = |seat: Seat| {
            let players = &self.entrant(side(seat))?.players;
            players.get(seat.index() / 2).map(|player| (seat, *player))
        };
        self.variant.seats().filter_map(sitting).collect()
    }
}
