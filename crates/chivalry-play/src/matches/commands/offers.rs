//! Decides draw, takeback and rematch offers. An offer is agreed once the whole other team
//! accepted it (`rules.md 5.6`, `6.4`).

use crate::matches::commands::command::OfferAction;
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::Event;
use crate::matches::log::offer::{Offer, OfferEnd};
use crate::matches::log::result::{MatchResult, Termination};
use crate::matches::match_state::offers::PendingOffer;
use crate::matches::match_state::state::Match;
use crate::player::PlayerId;
use chivalry_rules::{Seat, Team};

impl Match {
    pub(in crate::matches) fn decide_offer(
        &self,
        player: PlayerId,
        offer: Offer,
        action: OfferAction,
    ) -> Result<Vec<Event>, Refusal> {
        let seat = match offer {
            Offer::Draw | Offer::Takeback => self.seat_in_play(player)?,
            Offer::Rematch => self.seat_for_rematch(player)?,
        };
        if offer == Offer::Takeback && self.is_rated() {
            return Err(Refusal::NoTakebacks);
        }
        let pending = self.offers.0[offer as usize];
        let by_enemy = pending.by.filter(|by| Team::of(*by) != Team::of(seat));
        match (action, by_enemy) {
            // Declining the own offer withdraws it.
            (OfferAction::Decline, None) if pending.by == Some(seat) => {
                Ok(self.offers.ends(offer, OfferEnd::Withdrawn).collect())
            }
            (OfferAction::Accept | OfferAction::Decline, None) => Err(Refusal::NoOffer),
            (OfferAction::Decline, Some(_)) => {
                Ok(self.offers.ends(offer, OfferEnd::Declined).collect())
            }
            (OfferAction::Offer, None) if pending.by.is_some() => Err(Refusal::AlreadyOffered),
            (OfferAction::Offer | OfferAction::Accept, Some(_)) if pending.accepted[seat] => {
                Err(Refusal::AlreadyOffered)
            }
            (OfferAction::Offer, None) => {
                if offer == Offer::Takeback {
                    self.ply_before_last_move(seat)?;
                }
                Ok(vec![Event::Offered { seat, offer }])
            }
            (OfferAction::Offer | OfferAction::Accept, Some(by)) => {
                let mut events = vec![Event::Offered { seat, offer }];
                if self.completes_agreement(offer, seat) {
                    events.extend(self.agreed(offer, by)?);
                }
                Ok(events)
            }
        }
    }

    /// True if acceptance by `seat` is the last that the other team's offer needs.
    pub(in crate::matches) fn completes_agreement(&self, offer: Offer, seat: Seat) -> bool {
        let PendingOffer { by, accepted } = self.offers.0[offer as usize];
        let mut team = self.variant.seats_of(Team::of(seat));
        // A seat that is out has no vote, except on a rematch.
        let is_needed = |own: Seat| offer == Offer::Rematch || self.seats_out[own].is_none();
        by.is_some_and(|by| Team::of(by) != Team::of(seat))
            && team.all(|own| own == seat || accepted[own] || !is_needed(own))
    }

    /// Returns the event that follows when the whole other team accepted an offer of `by`.
    fn agreed(&self, offer: Offer, by: Seat) -> Result<Option<Event>, Refusal> {
        Ok(match offer {
            Offer::Draw => {
                let (result, termination) = (MatchResult::Draw, Termination::Agreement);
                Some(Event::Ended { result, termination })
            }
            Offer::Takeback => Some(Event::TookBack { ply: self.ply_before_last_move(by)? }),
            Offer::Rematch => None,
        })
    }

    fn ply_before_last_move(&self, seat: Seat) -> Result<u32, Refusal> {
        self.moves().ply_before_last_move(seat).ok_or(Refusal::NothingToTakeBack)
    }
}
