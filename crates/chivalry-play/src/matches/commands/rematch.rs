//! Rematches: agreement, settings and seats.

use crate::matches::commands::new_match::NewMatch;
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::Event;
use crate::matches::log::offer::Offer;
use crate::matches::match_state::state::Match;
use crate::matches::status::Status;
use crate::player::PlayerId;
use chivalry_rules::Seat;

impl Match {
    /// True if the players agree to a rematch by `events`. The caller then creates a match and
    /// appends [`Event::Rematched`].
    #[must_use]
    pub fn agrees_to_rematch(&self, events: &[Event]) -> bool {
        match events {
            [Event::Offered { seat, offer: Offer::Rematch, .. }] => {
                self.completes_agreement(Offer::Rematch, *seat)
            }
            _ => false,
        }
    }

    /// Returns the settings of the rematch and its players. Each player moves on by one seat in
    /// the turn order, which swaps colours or teams and keeps partners together.
    #[must_use]
    pub fn rematch_of_this(&self) -> (NewMatch, Vec<(Seat, PlayerId)>) {
        let new = NewMatch {
            variant: self.variant,
            position: (!self.is_from_array()).then(|| self.start_position()),
            time: self.time(),
            rated: self.is_rated(),
            private: self.private,
            partner_plays_on: self.partner_plays_on,
            seat: None,
            watch_delay_ms: self.watch_delay_ms(),
            tournament_game: None,
            arranged: false,
        };
        let seated = self
            .variant
            .seats()
            .filter_map(|seat| Some((self.variant.next_seat(seat), self.players[seat]?)));
        (new, seated.collect())
    }

    pub(in crate::matches) fn seat_for_rematch(&self, player: PlayerId) -> Result<Seat, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotAPlayer)?;
        let is_full = self.variant.seats().all(|seat| self.players[seat].is_some());
        match self.status {
            _ if self.rematch.is_some() => Err(Refusal::RematchMade),
            Status::Ended { .. } if is_full => Ok(seat),
            Status::Ended { .. } => Err(Refusal::MatchOver),
            Status::Open | Status::Playing => Err(Refusal::NotOver),
        }
    }
}
