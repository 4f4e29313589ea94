//! TODO-DOC

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::clock::{Ledger, TimeControl, Timestamp};
use crate::matches::id::MatchId;
use crate::matches::log::offer::{Offer, OfferEnd, SeatOutReason};
use crate::matches::log::origin::Origin;
use crate::matches::log::result::{MatchResult, Termination};
use crate::matches::log::serde_seats::{per_seat, seat_index};
use crate::player::PlayerId;
use chivalry_rules::{PerSeat, Seat};

/// One entry of a match's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// The match's version with this event, contiguous from 1.
    pub v: u32,
    /// When the server decided it.
    pub at: Timestamp,
    /// The command that caused it, when a player gave one an id: kept so that
    /// the same command sent again gets the same answer.
    pub cause: Option<CommandRef>,
    /// What happened.
    pub event: Event,
}

/// A player's command, by the id that the client gave it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandRef {
    /// Who sent it.
    pub player: PlayerId,
    /// The client's own id, up to 64 bytes.
    pub id: String,
}

/// Something that happened to a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Event {
    /// The match was made; always version 1.
    Created {
        /// The variant's pin: its name, and of an operator's variant the hash
        /// of its rules.
        variant: String,
        /// The position it starts from, when not the usual array.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// The time control.
        time: TimeControl,
        /// Whether it counts for ratings.
        rated: bool,
        /// Whether it is kept out of lists and joined by link only.
        private: bool,
        /// Who made it.
        by: PlayerId,
        /// The secret of each seat's link, where the seat was left free.
        #[serde(with = "per_seat")]
        keys: PerSeat<Option<String>>,
        /// What was before it, when something was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<Arc<Origin>>,
        /// By how many milliseconds everybody but the players sees it late.
        #[serde(default, skip_serializing_if = "is_zero")]
        watch_delay_ms: u32,
        /// Whether a partner plays on when the other resigns or flags
        /// (`rules.md 6.4`).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        partner_plays_on: bool,
    },
    /// A free seat's link was replaced: earlier ones are worth nothing.
    LinkRenewed {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The new link's secret.
        key: String,
        /// From when on it is worth nothing; never when not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_at: Option<Timestamp>,
    },
    /// A free seat's link is worth nothing any more.
    LinkRevoked {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// A player took a seat.
    Seated {
        /// The seat taken.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// Who took it.
        player: PlayerId,
    },
    /// All seats are taken: the first turn begins.
    Started,
    /// A seat moved, or passed because it had no move (`rules.md 6.2`).
    Moved {
        /// The seat whose ply it is.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The route as played, or `pass` (`notation.md`).
        #[serde(rename = "move")]
        text: String,
        /// What it did to the seat's clock; a pass-turn takes no time.
        #[serde(flatten)]
        ledger: Option<Ledger>,
    },
    /// A seat proposed something to the other side.
    Offered {
        /// The seat that offers.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// What it offers.
        offer: Offer,
    },
    /// An offer is off the table without having been accepted.
    OfferEnded {
        /// The seat that had offered.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// What it had offered.
        offer: Offer,
        /// Why it ended.
        how: OfferEnd,
    },
    /// Plies were taken back, and all offers with them: the turn begins anew
    /// at this entry's time.
    TookBack {
        /// Plies that are left.
        ply: u32,
    },
    /// A seat plays no more, and its partner plays on (`rules.md 6.4`). All
    /// offers end with it.
    SeatOut {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// Why.
        how: SeatOutReason,
    },
    /// The other side added time to a seat's clock.
    TimeAdded {
        /// The seat that has more.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// How much, in milliseconds.
        ms: u64,
    },
    /// The server went away: clocks stand still from this entry's time on.
    Paused,
    /// The server is back: clocks go on from this entry's time.
    Resumed,
    /// The match is over; only talk of a rematch follows.
    Ended {
        /// Who won, if anybody.
        result: MatchResult,
        /// Why it ended.
        termination: Termination,
    },
    /// The players play again.
    Rematched {
        /// The match that they play then.
        to: MatchId,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
