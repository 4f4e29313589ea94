//! The pending offers of a match.

use crate::clock::Timestamp;
use crate::matches::log::event::Event;
use crate::matches::log::offer::{Offer, OfferEnd};
use chivalry_rules::{PerSeat, Seat, Variant};

/// The pending offers, by kind.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::matches) struct Offers {
    pub(in crate::matches) pending: [PendingOffer; Offer::ALL.len()],
    /// The time until which the pending offer would adjourn the match.
    adjourned_until: Option<Timestamp>,
}

/// The offer of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::matches) struct PendingOffer {
    /// The offering seat, while the offer is pending.
    pub(in crate::matches) by: Option<Seat>,
    /// The offering seat, and the seats of other teams that accepted.
    pub(in crate::matches) accepted: PerSeat<bool>,
}

impl PendingOffer {
    fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.accepted[*seat])
    }
}

impl Offers {
    pub(in crate::matches) fn add(&mut self, offer: Offer, seat: Seat, until: Option<Timestamp>) {
        let pending = &mut self.pending[offer as usize];
        if pending.by.is_none() {
            pending.by = Some(seat);
            if offer == Offer::Adjournment {
                self.adjourned_until = until;
            }
        }
        pending.accepted[seat] = true;
    }

    /// Returns the time until which the pending offer of that kind would adjourn the match.
    pub(in crate::matches) fn until(&self, offer: Offer) -> Option<Timestamp> {
        self.adjourned_until.filter(|_| offer == Offer::Adjournment)
    }

    pub(in crate::matches) fn remove(&mut self, offer: Offer, seat: Seat) {
        let pending = &mut self.pending[offer as usize];
        pending.accepted[seat] = false;
        if pending.by == Some(seat) {
            pending.by = pending.seats().next();
        }
    }

    pub(in crate::matches) fn clear(&mut self) {
        *self = Offers::default();
    }

    /// Returns each seat that made or accepted a pending offer.
    pub(in crate::matches) fn iter(&self) -> impl Iterator<Item = (Offer, Seat)> {
        let seats =
            |offer: Offer| self.pending[offer as usize].seats().map(move |seat| (offer, seat));
        Offer::ALL.into_iter().flat_map(seats)
    }

    /// Returns the events that end the pending offer of that kind.
    pub(in crate::matches) fn ends(
        &self,
        offer: Offer,
        how: OfferEnd,
    ) -> impl Iterator<Item = Event> {
        let pending = self.pending[offer as usize];
        pending.seats().map(move |seat| Event::OfferEnded { seat, offer, how })
    }

    /// Returns the events of the offers that lapse by a move of `mover`. A takeback offer lapses
    /// by any move, other offers by a move of the other side.
    pub(in crate::matches) fn lapse(
        &self,
        mover: Seat,
        variant: &Variant,
    ) -> impl Iterator<Item = Event> {
        let mover = variant.team_of(mover);
        let lapses = move |offer: &Offer| match self.pending[*offer as usize].by {
            Some(by) => *offer == Offer::Takeback || variant.team_of(by) != mover,
            None => false,
        };
        let lapsed = Offer::ALL.into_iter().filter(lapses);
        lapsed.flat_map(|offer| self.ends(offer, OfferEnd::Lapsed))
    }
}
