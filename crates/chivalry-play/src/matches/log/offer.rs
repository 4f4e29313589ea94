//! TODO-DOC

use serde::{Deserialize, Serialize};

use crate::matches::log::result::Termination;

/// What one side can propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To call the match a draw (`rules.md 5.6`).
    Draw,
    /// To take moves back, up to the last of the seat that asks.
    Takeback,
    /// To play again with colours swapped, once the match is over.
    Rematch,
}

impl Offer {
    /// Every kind of offer.
    pub const ALL: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Rematch];

    /// The offer's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Offer::Draw => "draw",
            Offer::Takeback => "takeback",
            Offer::Rematch => "rematch",
        }
    }
}

/// How an offer ended without being accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferEnd {
    /// The other side said no.
    Declined,
    /// The other side moved on instead of answering.
    Lapsed,
    /// The seat that made it took it back.
    Withdrawn,
}

/// Why a seat plays no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Leaving))]
#[serde(rename_all = "snake_case")]
pub enum SeatOutReason {
    /// It resigned.
    Resignation,
    /// It ran out of time.
    Time,
}

impl SeatOutReason {
    /// How a match ends in which nobody plays on.
    #[must_use]
    pub const fn termination(self) -> Termination {
        match self {
            SeatOutReason::Resignation => Termination::Resignation,
            SeatOutReason::Time => Termination::Time,
        }
    }

    /// Its name in records and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.termination().as_str()
    }
}
