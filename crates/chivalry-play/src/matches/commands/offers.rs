//! Decides draw, takeback, rematch and adjournment offers. An offer is agreed once all enemies in
//! play accepted it (`rules.md 5.6`, `6.4`, `6.5`).

use std::time::Duration;

use crate::clock::Timestamp;
use crate::matches::commands::command::OfferAction;
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::Event;
use crate::matches::log::offer::{Offer, OfferEnd};
use crate::matches::log::result::{MatchResult, Termination};
use crate::matches::match_state::offers::PendingOffer;
use crate::matches::match_state::state::Match;
use crate::player::PlayerId;
use chivalry_rules::Seat;

/// The longest adjournment. An adjourned match always continues, so that it ends.
pub const MAX_ADJOURNMENT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

impl Match {
    pub(in crate::matches) fn decide_offer(
        &self,
        player: PlayerId,
        offer: Offer,
        action: OfferAction,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        self.decide_offer_until(player, offer, action, None, now)
    }

    /// Decides an offer, of an adjournment until that time.
    pub(in crate::matches) fn decide_offer_until(
        &self,
        player: PlayerId,
        offer: Offer,
        action: OfferAction,
        until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let seat = match offer {
            Offer::Rematch => self.seat_for_rematch(player)?,
            _ => self.seat_in_play(player)?,
        };
        self.check_offer(offer, until, now)?;
        let pending = self.offers.pending[offer as usize];
        let by_enemy = pending.by.filter(|by| self.are_enemies(*by, seat));
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
                Ok(vec![Event::Offered { seat, offer, until }])
            }
            (OfferAction::Offer | OfferAction::Accept, Some(by)) => {
                if until.is_some() && until != self.offers.until(offer) {
                    return Err(Refusal::AlreadyOffered);
                }
                let mut events = vec![Event::Offered { seat, offer, until }];
                if self.completes_agreement(offer, seat) {
                    events.extend(self.agreed(offer, by, now)?);
                }
                Ok(events)
            }
        }
    }

    /// True if acceptance by `seat` is the last that another team's offer needs: all of its own
    /// team, and of every team in games of more than two.
    pub(in crate::matches) fn completes_agreement(&self, offer: Offer, seat: Seat) -> bool {
        let PendingOffer { by, accepted, .. } = self.offers.pending[offer as usize];
        let Some(by) = by.filter(|by| self.are_enemies(*by, seat)) else { return false };
        let mut voters = self.variant.enemies_of(self.variant.team_of(by));
        // A seat that is out has no vote, except on a rematch.
        let is_needed = |own: Seat| offer == Offer::Rematch || self.is_in_play(own);
        voters.all(|own| own == seat || accepted[own] || !is_needed(own))
    }

    /// Returns the event that follows when all enemies accepted an offer of `by`.
    fn agreed(&self, offer: Offer, by: Seat, now: Timestamp) -> Result<Option<Event>, Refusal> {
        Ok(match offer {
            Offer::Draw => {
                let (result, termination) = (MatchResult::Draw, Termination::Agreement);
                Some(Event::Ended { result, termination })
            }
            Offer::Takeback => Some(Event::TookBack { ply: self.ply_before_last_move(by)? }),
            Offer::Rematch => None,
            Offer::Adjournment => {
                let latest = now + MAX_ADJOURNMENT;
                let until = self.offers.until(offer);
                Some(Event::Adjourned {
                    until: until.map_or(latest, |until| until.max(now)),
                    order: None,
                })
            }
            Offer::Resumption => Some(Event::AdjournmentEnded { order: None }),
        })
    }

    /// Refuses offers that do not fit the match.
    fn check_offer(
        &self,
        offer: Offer,
        until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let is_adjourned = self.adjourned_until.is_some();
        match offer {
            Offer::Adjournment | Offer::Resumption if self.is_held() => Err(Refusal::RoundPaused),
            Offer::Takeback if self.is_rated() => Err(Refusal::NoTakebacks),
            Offer::Takeback | Offer::Adjournment if is_adjourned => Err(Refusal::Adjourned),
            Offer::Resumption if !is_adjourned => Err(Refusal::NotAdjourned),
            Offer::Adjournment if !self.time().is_real_time() => Err(Refusal::NotRealTime),
            Offer::Adjournment
                if until.is_some_and(|until| until <= now || until > now + MAX_ADJOURNMENT) =>
            {
                Err(Refusal::AdjournmentTime)
            }
            _ => Ok(()),
        }
    }

    fn ply_before_last_move(&self, seat: Seat) -> Result<u32, Refusal> {
        self.moves().ply_before_last_move(seat).ok_or(Refusal::NothingToTakeBack)
    }
}
