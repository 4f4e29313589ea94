//! Resignation and flagging of one seat.

use crate::matches::commands::forced_events::{append_forced_events, ended};
use crate::matches::log::event::Event;
use crate::matches::log::offer::SeatOutReason;
use crate::matches::log::result::MatchResult;
use crate::matches::match_state::state::Match;
use chivalry_rules::{Seat, Team};

impl Match {
    /// Decides the loss of `seat` by resignation or time. Its team loses, unless a partner plays
    /// on.
    pub(in crate::matches) fn decide_seat_out(&self, seat: Seat, how: SeatOutReason) -> Vec<Event> {
        let team = Team::of(seat);
        let is_alone = self.active_seats(team).all(|own| own == seat);
        if is_alone || !self.partner_plays_on {
            return vec![ended(MatchResult::win(team.enemy()), how.termination())];
        }
        let mut events = vec![Event::SeatOut { seat, how }];
        let mut game = self.game.clone();
        game.withdraw(seat);
        append_forced_events(&game, &mut events);
        events
    }
}
