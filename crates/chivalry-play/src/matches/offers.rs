//! What one side proposes to the other: a draw, a takeback, a rematch.
//!
//! One mechanism for all: a seat offers, and it comes about when the whole
//! other team has said yes (`rules.md 5.6`, `6.4`).

use crate::player::PlayerId;
use chivalry_rules::{PerSeat, Seat, Team};

use super::command::{NewMatch, OfferAction, Refusal};
use super::event::{Event, MatchResult, Offer, OfferEnd, Termination};
use super::match_state::Match;
use super::{MatchId, Status};

/// The offers of one match that stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offers([PendingOffer; Offer::ALL.len()]);

/// An offer of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct PendingOffer {
    /// The seat whose offer it is, while it stands.
    by: Option<Seat>,
    /// That seat, and those of the other team that have said yes.
    yes: PerSeat<bool>,
}

impl PendingOffer {
    fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.yes[*seat])
    }
}

impl Offers {
    pub(super) fn add(&mut self, offer: Offer, seat: Seat) {
        let asked = &mut self.0[offer as usize];
        asked.by.get_or_insert(seat);
        asked.yes[seat] = true;
    }

    pub(super) fn remove(&mut self, offer: Offer, seat: Seat) {
        let asked = &mut self.0[offer as usize];
        asked.yes[seat] = false;
        if asked.by == Some(seat) {
            asked.by = asked.seats().next();
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Offers::default();
    }

    /// Each seat that has made an offer that stands, or said yes to one.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Offer, Seat)> {
        let seats = |offer: Offer| self.0[offer as usize].seats().map(move |seat| (offer, seat));
        Offer::ALL.into_iter().flat_map(seats)
    }

    /// The end of every offer of `offer`'s kind, with all that was said to it.
    fn ends(&self, offer: Offer, how: OfferEnd) -> impl Iterator<Item = Event> {
        let asked = self.0[offer as usize];
        asked.seats().map(move |seat| Event::OfferEnded { seat, offer, how })
    }

    /// What a move of `mover` does to them: an offer lapses when the other
    /// side moves; one to take back the position, when anybody does.
    pub(super) fn lapse(&self, mover: Seat) -> impl Iterator<Item = Event> {
        let lapses = move |offer: &Offer| match self.0[*offer as usize].by {
            Some(by) => *offer == Offer::Takeback || Team::of(by) != Team::of(mover),
            None => false,
        };
        let lapsed = Offer::ALL.into_iter().filter(lapses);
        lapsed.flat_map(|offer| self.ends(offer, OfferEnd::Lapsed))
    }
}

impl Match {
    pub(super) fn decide_offer(
        &self,
        player: PlayerId,
        offer: Offer,
        say: OfferAction,
    ) -> Result<Vec<Event>, Refusal> {
        let seat = match offer {
            Offer::Draw | Offer::Takeback => self.seat_in_play(player)?,
            Offer::Rematch => self.seat_for_rematch(player)?,
        };
        if offer == Offer::Takeback && self.is_rated() {
            return Err(Refusal::NoTakebacks);
        }
        let asked = self.offers.0[offer as usize];
        let by_enemy = asked.by.filter(|by| Team::of(*by) != Team::of(seat));
        match (say, by_enemy) {
            // To decline what one offered oneself is to take it back.
            (OfferAction::Decline, None) if asked.by == Some(seat) => {
                Ok(self.offers.ends(offer, OfferEnd::Withdrawn).collect())
            }
            (OfferAction::Accept | OfferAction::Decline, None) => Err(Refusal::NoOffer),
            (OfferAction::Decline, Some(_)) => {
                Ok(self.offers.ends(offer, OfferEnd::Declined).collect())
            }
            (OfferAction::Offer, None) if asked.by.is_some() => Err(Refusal::AlreadyOffered),
            (OfferAction::Offer | OfferAction::Accept, Some(_)) if asked.yes[seat] => {
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

    /// Whether the players play again once `events` have happened: a match for
    /// that is then to be made, and [`Event::Rematched`] says which.
    #[must_use]
    pub fn agrees_to_rematch(&self, events: &[Event]) -> bool {
        match events {
            [Event::Offered { seat, offer: Offer::Rematch }] => {
                self.completes_agreement(Offer::Rematch, *seat)
            }
            _ => false,
        }
    }

    /// The match that is played again: the same in all but the seats, which
    /// go on by one in the turn order, so that colours or teams are swapped
    /// and partners stay partners. Who takes which is told with it.
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
        };
        let seated = self
            .variant
            .seats()
            .filter_map(|seat| Some((self.variant.after(seat), self.players[seat]?)));
        (new, seated.collect())
    }

    /// The match that its players went on to.
    #[must_use]
    pub fn rematch(&self) -> Option<MatchId> {
        self.rematch
    }

    /// Each seat that has made an offer that stands, or said yes to one.
    pub fn offers(&self) -> impl Iterator<Item = (Offer, Seat)> {
        self.offers.iter()
    }

    /// Whether a yes of `seat` is the last that the other team's offer needs.
    fn completes_agreement(&self, offer: Offer, seat: Seat) -> bool {
        let PendingOffer { by, yes } = self.offers.0[offer as usize];
        let mut team = self.variant.seats_of(Team::of(seat));
        // Who plays no more has no say, but in playing again.
        let is_asked = |own: Seat| offer == Offer::Rematch || self.seats_out[own].is_none();
        by.is_some_and(|by| Team::of(by) != Team::of(seat))
            && team.all(|own| own == seat || yes[own] || !is_asked(own))
    }

    /// What comes of an offer of `by` that the whole other team has accepted.
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

    fn seat_for_rematch(&self, player: PlayerId) -> Result<Seat, Refusal> {
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
