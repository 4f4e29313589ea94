//! Seats that play no more while their partner plays on (`rules.md 6.4`).

use chivalry_rules::{PerSeat, Seat, Team};

use super::decide::{append_forced_events, ended};
use super::event::{Event, MatchResult, SeatOutReason};
use super::match_state::Match;

/// A seat that plays no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatExit {
    /// Why.
    pub how: SeatOutReason,
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
    pub fn seats_out(&self) -> &PerSeat<Option<SeatExit>> {
        &self.seats_out
    }

    /// The seats of a team that play on.
    pub(super) fn active_seats(&self, team: Team) -> impl Iterator<Item = Seat> {
        self.variant.seats_of(team).filter(|seat| self.seats_out[*seat].is_none())
    }

    /// What comes of it that `seat` resigns or has no time left: its team has
    /// lost, unless its partner plays on.
    pub(super) fn decide_seat_out(&self, seat: Seat, how: SeatOutReason) -> Vec<Event> {
        let team = Team::of(seat);
        let is_alone = self.active_seats(team).all(|own| own == seat);
        if is_alone || !self.partner_plays_on {
            return vec![ended(MatchResult::win(team.enemy()), how.termination())];
        }
        let mut events = vec![Event::SeatOut { seat, how }];
        let mut game = self.game.clone();
        game.leave(seat);
        append_forced_events(&mut game, &mut events);
        events
    }

    /// Tells the game of the seats that were out when `ply` plies had been
    /// played.
    pub(super) fn apply_seats_out(&mut self, ply: u32) {
        for seat in Seat::ALL {
            if self.seats_out[seat].is_some_and(|left| left.ply == ply) {
                self.game.leave(seat);
            }
        }
    }
}
