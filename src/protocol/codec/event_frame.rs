//! Match events. Their form is the same on every transport (`docs/protocol.md`, "Principles").

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::{
    AppliedEvent, Event, ImportedRecord, MatchId, Offer, OfferEnd, Origin, SeatOutReason,
    Termination,
};
use chivalry_play::player::Player;
use chivalry_rules::{Seat, Variant};

use crate::protocol::requests::matches::MatchOptions;
use crate::protocol::tournaments::fixture::FixtureView;
use crate::protocol::views::match_view::{
    ClockView, LedgerView, PlayerView, legal_moves, names, record_result, result_schema, rfc3339,
};
use crate::protocol::views::rules::square_names;
use crate::protocol::views::seat_map::SeatMap;

/// Initial buffer size, in bytes. Nearly every event is shorter.
const INITIAL_CAPACITY: usize = 768;

/// The fields common to all events.
#[derive(Serialize, ToSchema)]
pub(crate) struct EventStamp {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    match_id: MatchId,
    /// The match's version with this event.
    v: u32,
    /// The server time of the event.
    now: String,
}

/// A match event.
#[derive(Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum EventBody<'a> {
    /// The match was created.
    Created {
        /// The variant's name.
        variant: &'static str,
        /// The starting position.
        position: String,
        /// The time control.
        time: TimeControl,
        /// True if the match counts for ratings.
        rated: bool,
        /// True if the match is unlisted and joined by link only.
        private: bool,
        /// Further options of the match; omitted if there are none.
        #[serde(skip_serializing_if = "Option::is_none")]
        options: Option<MatchOptions>,
        /// The tournament game that the match belongs to, if any.
        #[serde(skip_serializing_if = "Option::is_none")]
        tournament: Option<FixtureView>,
        /// Names of the players of an imported game.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
        names: Option<SeatMap<String>>,
        /// The tags of the record of an imported game.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<Vec<String>>>)]
        tags: Option<&'a [(String, String)]>,
    },
    /// A player took a seat.
    Joined {
        /// The seat.
        seat: char,
        /// The player.
        #[schema(required = true)]
        player: Option<PlayerView>,
    },
    /// The link of a free seat was replaced or revoked. The event is public and never contains
    /// the key.
    Link {
        /// The seat.
        seat: char,
        /// The change of the link.
        link: LinkWord,
        /// The expiry time of the new link; omitted if the link does not expire.
        #[serde(skip_serializing_if = "Option::is_none")]
        expires_at: Option<String>,
    },
    /// All seats are taken and the match started.
    Started {
        /// The clocks.
        clock: ClockView,
        /// The legal moves, for a client that requested them.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    /// A move was made.
    Moved {
        /// The number of the ply, from 1; pass-turns count.
        ply: u32,
        /// The seat that moved.
        seat: char,
        /// The move as it was played; `pass` for a pass-turn, which the server makes
        /// automatically.
        #[serde(rename = "move")]
        text: &'a str,
        /// The squares of the captured pieces.
        captured: Vec<String>,
        /// The position after the move.
        position: String,
        /// The clocks after the move.
        clock: ClockView,
        /// The clock accounting of the move; omitted without clocks.
        #[serde(skip_serializing_if = "Option::is_none")]
        ledger: Option<LedgerView>,
        /// The legal moves after the move, for a client that requested them.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    /// A seat made an offer, or accepted one of the other side.
    Offer {
        /// The seat.
        seat: char,
        /// The offer.
        offer: Offer,
        /// The time at which the adjourned match would continue.
        #[serde(skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// An offer, or an acceptance of it, ended.
    OfferEnded {
        /// The seat.
        seat: char,
        /// The offer.
        offer: Offer,
        /// The way in which the offer ended.
        how: OfferEnd,
    },
    /// Moves were taken back. All offers ended.
    TookBack {
        /// The last remaining ply.
        ply: u32,
        /// The position after the takeback.
        position: String,
        /// The clocks.
        clock: ClockView,
        /// The legal moves, for a client that requested them.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    /// A seat dropped out while its partner plays on.
    SeatOut {
        /// The seat.
        seat: char,
        /// The reason.
        how: SeatOutReason,
        /// The clocks.
        clock: ClockView,
    },
    /// Time was added to the clock of a seat.
    TimeAdded {
        /// The seat.
        seat: char,
        /// The time added, in milliseconds.
        ms: u64,
        /// The clocks.
        clock: ClockView,
    },
    /// A director of the tournament took time from the clock of a seat.
    TimeTaken {
        /// The seat.
        seat: char,
        /// The time taken, in milliseconds.
        ms: u64,
        /// The clocks.
        clock: ClockView,
    },
    /// The players started a rematch.
    Rematched {
        /// The match of the rematch.
        #[schema(value_type = uuid::Uuid)]
        rematch: MatchId,
    },
    /// The server shut down and the clocks are paused.
    Paused {
        /// The clocks.
        clock: ClockView,
    },
    /// The server is running again and the clocks resumed.
    Resumed {
        /// The clocks.
        clock: ClockView,
    },
    /// The vacation of a player began or changed its end.
    Vacation {
        /// The seat.
        seat: char,
        /// The end of the vacation. A time that has passed ends it.
        until: String,
        /// The clocks.
        clock: ClockView,
    },
    /// The match was adjourned. All offers ended.
    Adjourned {
        /// The time at which it continues at the latest.
        until: String,
        /// True if a director of the tournament paused the round.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        by_director: bool,
        /// The clocks.
        clock: ClockView,
    },
    /// The match continues after an adjournment.
    AdjournmentEnded {
        /// The clocks.
        clock: ClockView,
    },
    /// The match ended.
    Ended {
        /// The result (`docs/notation.md`, "Game records").
        #[schema(schema_with = result_schema)]
        result: &'static str,
        /// The cause of the end.
        termination: Termination,
        /// The clocks.
        clock: ClockView,
    },
}

/// A change of a free seat's link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LinkWord {
    /// The link was replaced.
    Renewed,
    /// The link was revoked.
    Revoked,
}

/// Encodes an event. All readers and transports receive the same bytes. `seated` is the player
/// of a `joined` event.
#[must_use]
pub fn event_frame(
    match_id: MatchId,
    variant: &Variant,
    occurrence: &AppliedEvent,
    seated: Option<&Player>,
    with_legal_moves: bool,
) -> String {
    let recorded = &occurrence.recorded;
    let at = recorded.at;
    let letter = |seat: Seat| variant.seat_name(seat).letter();
    let clock = |at: Timestamp| ClockView::of(&occurrence.clock, variant, at);
    let legal = || with_legal_moves.then(|| legal_moves(&occurrence.position, occurrence.in_play));
    let body = match &recorded.event {
        Event::Created {
            time, rated, private, origin, partner_plays_on, watch_delay_ms, ..
        } => {
            let imported = origin.as_deref().and_then(Origin::imported);
            EventBody::Created {
                variant: variant.pin(),
                position: occurrence.position.to_string(),
                time: *time,
                rated: *rated,
                private: *private,
                options: MatchOptions::of(*partner_plays_on, *watch_delay_ms),
                tournament: origin
                    .as_deref()
                    .and_then(Origin::tournament_game)
                    .map(FixtureView::from),
                names: imported.map(|imported| names(imported, variant)),
                tags: imported.map(ImportedRecord::tags),
            }
        }
        Event::Seated { seat, .. } => {
            EventBody::Joined { seat: letter(*seat), player: seated.map(PlayerView::from) }
        }
        Event::LinkRenewed { seat, expires_at, .. } => {
            let expires_at = expires_at.map(rfc3339);
            EventBody::Link { seat: letter(*seat), link: LinkWord::Renewed, expires_at }
        }
        Event::LinkRevoked { seat } => {
            let link = LinkWord::Revoked;
            EventBody::Link { seat: letter(*seat), link, expires_at: None }
        }
        Event::Started => EventBody::Started { clock: clock(at), legal: legal() },
        Event::Moved { seat, text, ledger } => EventBody::Moved {
            ply: occurrence.ply,
            seat: letter(*seat),
            text,
            captured: square_names(occurrence.captured, variant),
            position: occurrence.position.to_string(),
            clock: clock(at),
            ledger: ledger.as_ref().map(|ledger| LedgerView::of(ledger, at)),
            legal: legal(),
        },
        Event::Offered { seat, offer, until } => {
            EventBody::Offer { seat: letter(*seat), offer: *offer, until: until.map(rfc3339) }
        }
        Event::OfferEnded { seat, offer, how } => {
            EventBody::OfferEnded { seat: letter(*seat), offer: *offer, how: *how }
        }
        Event::TookBack { ply } => {
            let position = occurrence.position.to_string();
            let (clock, legal) = (clock(at), legal());
            EventBody::TookBack { ply: *ply, position, clock, legal }
        }
        Event::SeatOut { seat, how } => {
            EventBody::SeatOut { seat: letter(*seat), how: *how, clock: clock(at) }
        }
        Event::TimeAdded { seat, ms } => {
            EventBody::TimeAdded { seat: letter(*seat), ms: *ms, clock: clock(at) }
        }
        Event::TimeTaken { seat, ms, .. } => {
            EventBody::TimeTaken { seat: letter(*seat), ms: *ms, clock: clock(at) }
        }
        Event::Rematched { to } => EventBody::Rematched { rematch: *to },
        Event::Paused => EventBody::Paused { clock: clock(at) },
        Event::Resumed => EventBody::Resumed { clock: clock(at) },
        Event::Vacation { seat, until } => {
            let until = rfc3339(*until);
            EventBody::Vacation { seat: letter(*seat), until, clock: clock(at) }
        }
        Event::Adjourned { until, order } => EventBody::Adjourned {
            until: rfc3339(*until),
            by_director: order.is_some(),
            clock: clock(at),
        },
        Event::AdjournmentEnded { .. } => EventBody::AdjournmentEnded { clock: clock(at) },
        Event::Ended { result, termination } => EventBody::Ended {
            result: record_result(*result, variant).as_str(),
            termination: *termination,
            clock: clock(at),
        },
    };
    let stamp = EventStamp { match_id, v: recorded.v, now: rfc3339(at) };
    let text = join(&body, &stamp).expect("frames of strings, numbers and maps with letter keys");
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// Writes two objects as one, like `#[serde(flatten)]` without its intermediate map.
fn join(first: &impl Serialize, second: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(INITIAL_CAPACITY);
    serde_json::to_writer(&mut text, first)?;
    // A comma replaces the closing brace of the first object.
    text.pop();
    let first_length = text.len();
    serde_json::to_writer(&mut text, second)?;
    text[first_length] = b',';
    Ok(text)
}
