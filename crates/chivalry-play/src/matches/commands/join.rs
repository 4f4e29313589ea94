//! Joining: seats, keys and accounts.

use crate::clock::Timestamp;
use crate::matches::commands::forced_events::append_forced_events;
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::Event;
use crate::matches::match_state::state::Match;
use crate::player::{PlayerId, PlayerKind};
use chivalry_rules::Seat;

impl Match {
    pub(in crate::matches) fn decide_join(
        &self,
        player: PlayerId,
        seat: Option<char>,
        key: Option<&str>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if self.seat_of(player).is_some() {
            return Err(Refusal::SeatTaken("the player has a seat in this match already"));
        }
        let free = |seat: &Seat| self.players[*seat].is_none();
        let keyed = |seat: &Seat| key.is_some() && self.invite_keys[*seat].as_deref() == key;
        let seat = match (seat, key) {
            (Some(letter), _) => {
                let seat = self.variant.seat_of_letter(letter).ok_or(Refusal::NoSuchSeat)?;
                Some(seat).filter(free)
            }
            (None, Some(_)) => {
                Some(self.variant.seats().find(keyed).ok_or(Refusal::WrongKey)?).filter(free)
            }
            (None, None) => self.variant.seats().find(free),
        };
        let seat = seat.ok_or(Refusal::SeatTaken("the seat is taken"))?;
        if (self.private || key.is_some()) && !keyed(&seat) {
            return Err(Refusal::WrongKey);
        }
        if key.is_some() && self.invite_key_expiries[seat].is_some_and(|end| end <= now) {
            return Err(Refusal::LinkExpired);
        }
        let mut events = vec![Event::Seated { seat, player }];
        if self.variant.seats().filter(free).count() == 1 {
            events.push(Event::Started);
            append_forced_events(&self.game, &mut events);
        }
        Ok(events)
    }

    /// Checks that a player of that kind may take a seat.
    ///
    /// # Errors
    /// The match is rated and the player is a guest.
    pub fn admit(&self, kind: PlayerKind) -> Result<(), Refusal> {
        admit(self.is_rated(), kind)
    }
}

/// Checks that a player of that kind may create or join a match.
///
/// # Errors
/// The match is rated and the player is a guest.
pub fn admit(rated: bool, kind: PlayerKind) -> Result<(), Refusal> {
    if rated && kind == PlayerKind::Guest { Err(Refusal::AccountsOnly) } else { Ok(()) }
}
