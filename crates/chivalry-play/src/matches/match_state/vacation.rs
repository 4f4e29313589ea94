//! Vacations of the players of a match.

use crate::clock::Timestamp;
use crate::matches::log::event::Event;
use crate::matches::match_state::state::Match;
use crate::matches::status::Status;
use crate::player::PlayerId;
use crate::vacation::Vacation;

impl Match {
    /// Returns the event by which the match adopts the last vacation of a player, and its time.
    /// The time is that of the beginning or of the early end, unless the log is newer. `None` if
    /// the vacation changes nothing that follows the log.
    #[must_use]
    pub fn adopt_vacation(
        &self,
        player: PlayerId,
        vacation: Vacation,
    ) -> Option<(Event, Timestamp)> {
        if !self.time().allows_vacation() || self.status != Status::Playing {
            return None;
        }
        let seat = self.seat_of(player)?;
        let last_at = self.last_at;
        let known = self.clock.away_until(seat, last_at).unwrap_or(last_at);
        let until = vacation.until.max(last_at);
        if until == known {
            return None;
        }
        let is_shortened = until < known;
        let at = if is_shortened { vacation.until } else { vacation.began_at };
        Some((Event::Vacation { seat, until: vacation.until }, at.max(last_at)))
    }
}
