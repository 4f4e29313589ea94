//! Seats that play no more while their partner plays on (`rules.md 6.4`).

use chivalry_rules::{PerSeat, Seat, Team};

use super::contest::Match;
use super::decide::{ended, settle};
use super::event::{Event, Leaving, MatchResult};

/// A seat that plays no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Why.
    pub how: Leaving,
    /// Plies played before that, of those that were not taken back.
    pub ply: u32,
}

impl Match {
    /// Whether a partner plays on when the other resigns or flags.
    #[must_use]
    pub fn partner_plays_on(&self) -> bool {
        self.partner_plays_on
    }

    /// The seats that play no more.
    #[must_use]
    pub fn left(&self) -> &PerSeat<Option<Left>> {
        &self.left
    }

    /// The seats of a team that play on.
    pub(super) fn still_in(&self, team: Team) -> impl Iterator<Item = Seat> {
        self.variant.seats_of(team).filter(|seat| self.left[*seat].is_none())
    }

    /// What comes of it that `seat` resigns or has no time left: its team has
    /// lost, unless its partner plays on.
    pub(super) fn decide_leaving(&self, seat: Seat, how: Leaving) -> Vec<Event> {
        let team = Team::of(seat);
        let is_alone = self.still_in(team).all(|own| own == seat);
        if is_alone || !self.partner_plays_on {
            return vec![ended(MatchResult::win(team.enemy()), how.termination())];
        }
        let mut events = vec![Event::SeatOut { seat, how }];
        let mut game = self.game.clone();
        game.withdraw(seat);
        settle(&mut game, &mut events);
        events
    }

    /// Tells the game of the seats that were out when `ply` plies had been
    /// played.
    pub(super) fn leave_at(&mut self, ply: u32) {
        for seat in Seat::ALL {
            if self.left[seat].is_some_and(|left| left.ply == ply) {
                self.game.withdraw(seat);
            }
        }
    }
}
