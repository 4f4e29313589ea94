//! The events of a match, from which its state is folded.
//!
//! Events are stored permanently. A field may be added with a default. The meaning of a field
//! never changes.

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

/// An entry of a match's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// The version of the match after the event, contiguous from 1.
    pub v: u32,
    /// The time at which the server decided the event.
    pub at: Timestamp,
    /// The command that caused the event, if it had an id. A repeated command gets the same
    /// answer.
    pub cause: Option<CommandRef>,
    /// The event.
    pub event: Event,
}

/// A player's command and its client-side id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandRef {
    /// The sender.
    pub player: PlayerId,
    /// The client's id of the command, up to 64 bytes.
    pub id: String,
}

/// An event of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Event {
    /// The match was created; always version 1.
    Created {
        /// The variant's pin: its name, and the hash of the rules of an operator's variant.
        variant: String,
        /// The start position; absent for the variant's array.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// The time control.
        time: TimeControl,
        /// True if the match is rated.
        rated: bool,
        /// True if the match is unlisted and joined by link only.
        private: bool,
        /// The creator.
        by: PlayerId,
        /// The invite keys of the free seats.
        #[serde(with = "per_seat")]
        keys: PerSeat<Option<String>>,
        /// The origin of the match, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<Arc<Origin>>,
        /// The spectator delay in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        watch_delay_ms: u32,
        /// True if a partner plays on after the other resigns or flags (`rules.md 6.4`).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        partner_plays_on: bool,
    },
    /// A free seat's invite link was replaced.
    LinkRenewed {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The key of the new link.
        key: String,
        /// The time at which the link expires; absent for never.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expires_at: Option<Timestamp>,
    },
    /// A free seat's invite link was revoked.
    LinkRevoked {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// A player took a seat.
    Seated {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The player.
        player: PlayerId,
    },
    /// Every seat is taken and the first turn begins.
    Started,
    /// A seat moved, or passed for lack of a legal move (`rules.md 6.2`).
    Moved {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The route as played, or `pass` (`notation.md`).
        #[serde(rename = "move")]
        text: String,
        /// The effect on the seat's clock; absent for a pass-turn, which uses no time.
        #[serde(flatten)]
        ledger: Option<Ledger>,
    },
    /// A seat made or accepted an offer.
    Offered {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The offer.
        offer: Offer,
        /// The time at which an adjourned match shall continue.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Timestamp>,
    },
    /// An offer ended without agreement.
    OfferEnded {
        /// The seat that had made or accepted the offer.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The offer.
        offer: Offer,
        /// The reason.
        how: OfferEnd,
    },
    /// Plies were taken back and all offers ended. The turn begins again at this entry's time.
    TookBack {
        /// The number of plies that remain.
        ply: u32,
    },
    /// A seat is out and its partner plays on (`rules.md 6.4`). All offers end.
    SeatOut {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The reason.
        how: SeatOutReason,
    },
    /// A seat got time from the other side.
    TimeAdded {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The added time in milliseconds.
        ms: u64,
    },
    /// The directors of the tournament took time from the clock of a seat.
    TimeTaken {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The time in milliseconds.
        ms: u64,
        /// The number of the order.
        order: u32,
    },
    /// The server shut down. Clocks stop at this entry's time.
    Paused,
    /// The server restarted. Clocks resume at this entry's time.
    Resumed,
    /// The vacation of a player began, or its end was changed. The clock of the seat does not run
    /// from this entry's time until the end of the vacation.
    Vacation {
        /// The seat.
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The end of the vacation.
        until: Timestamp,
    },
    /// The players adjourned the match, or the directors of the tournament paused it. Clocks stop
    /// at this entry's time, and all offers end.
    Adjourned {
        /// The time at which the match continues at the latest.
        until: Timestamp,
        /// The number of the directors' order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<u32>,
    },
    /// The match continues after an adjournment or a pause. Clocks run on at this entry's time.
    AdjournmentEnded {
        /// The number of the directors' order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<u32>,
    },
    /// The match ended. Only rematch offers can follow.
    Ended {
        /// The result.
        result: MatchResult,
        /// The reason.
        termination: Termination,
    },
    /// The rematch was created.
    Rematched {
        /// The rematch.
        to: MatchId,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
