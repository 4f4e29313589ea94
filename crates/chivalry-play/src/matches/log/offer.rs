//! Offers, and the reasons for which offers and seats end.

use serde::{Deserialize, Serialize};

use crate::matches::log::result::Termination;

/// An offer from one side to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw (`rules.md 5.6`).
    Draw,
    /// To take back the plies from the last move of the offering seat on.
    Takeback,
    /// A rematch with colours swapped, after the end.
    Rematch,
    /// To adjourn a live match until an agreed time.
    Adjournment,
    /// To end the adjournment before that time.
    Resumption,
}

impl Offer {
    /// Every kind of offer.
    pub const ALL: [Offer; 5] =
        [Offer::Draw, Offer::Takeback, Offer::Rematch, Offer::Adjournment, Offer::Resumption];

    /// The offer's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Offer::Draw => "draw",
            Offer::Takeback => "takeback",
            Offer::Rematch => "rematch",
            Offer::Adjournment => "adjournment",
            Offer::Resumption => "resumption",
        }
    }
}

/// The way in which an offer ended without agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferEnd {
    /// The other side declined.
    Declined,
    /// The other side moved instead of answering.
    Lapsed,
    /// The offering seat withdrew it.
    Withdrawn,
}

/// The reason for which a seat is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Leaving))]
#[serde(rename_all = "snake_case")]
pub enum SeatOutReason {
    /// Resignation.
    Resignation,
    /// The seat ran out of time.
    Time,
}

impl SeatOutReason {
    /// Returns the termination of a match that ends for this reason.
    #[must_use]
    pub const fn termination(self) -> Termination {
        match self {
            SeatOutReason::Resignation => Termination::Resignation,
            SeatOutReason::Time => Termination::Time,
        }
    }

    /// The reason's name in records and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.termination().as_str()
    }
}
