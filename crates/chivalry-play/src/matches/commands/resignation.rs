//! Resignation and flagging of one seat.

use crate::matches::commands::forced_events::{append_forced_events, ended};
use crate::matches::log::event::Event;
use crate::matches::log::offer::SeatOutReason;
use crate::matches::log::result::MatchResult;
use crate::matches::match_state::state::Match;
use chivalry_rules::Seat;

impl Match {
    /// Decides the loss of `seat` by resignation or time. Its team loses, unless a partner plays
    /// on. If each plays for himself, the game goes on until one seat is left (`rules.md 6.5`).
    pub(in crate::matches) fn decide_seat_out(&self, seat: Seat, how: SeatOutReason) -> Vec<Event> {
        let team = self.variant.team_of(seat);
        let is_alone = self.active_seats(team).all(|own| own == seat);
        let winner = match self.variant.other_team(team) {
            Some(enemy) => (is_alone || !self.partner_plays_on).then_some(enemy),
            None => {
                let mut left = self.active_enemies(seat);
                left.next().filter(|_| left.next().is_none()).map(|seat| self.variant.team_of(seat))
            }
        };
        if let Some(winner) = winner {
            return vec![ended(MatchResult::win(winner), how.termination())];
        }
        let mut events = vec![Event::SeatOut { seat, how }];
        let mut game = self.game.clone();
        game.withdraw(seat);
        append_forced_events(&game, &mut events);
        events
    }
}
