//! The events of matches, which read the same over every transport
//! (`docs/protocol.md`, "Principles").

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
use crate::protocol::tournaments::views::FixtureView;
use crate::protocol::views::match_view::{
    ClockView, LedgerView, PlayerView, legal_moves, names, record_result, result_schema, rfc3339,
    square_names,
};
use crate::protocol::views::seat_map::SeatMap;

/// Longer than nearly every event is written, in bytes.
const LIKELY_LENGTH: usize = 768;

/// What every event has.
#[derive(Serialize, ToSchema)]
pub(crate) struct EventStamp {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    match_id: MatchId,
    /// The match's version with this event.
    v: u32,
    /// The time for which it speaks.
    now: String,
}

/// What happened.
#[derive(Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum EventBody<'a> {
    /// The match was made.
    Created {
        /// The variant's name.
        variant: &'static str,
        /// The position that it starts from.
        position: String,
        /// The time control.
        time: TimeControl,
        /// Whether it counts for ratings.
        rated: bool,
        /// Whether it is kept out of lists and joined by link only.
        private: bool,
        /// What else was agreed on, where anything was.
        #[serde(skip_serializing_if = "Option::is_none")]
        options: Option<MatchOptions>,
        /// The game of a tournament that it is, if it is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        tournament: Option<FixtureView>,
        /// Who played it, of a game that was played elsewhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
        names: Option<SeatMap<String>>,
        /// The tags of its record, of a game that was played elsewhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<Vec<String>>>)]
        tags: Option<&'a [(String, String)]>,
    },
    /// A seat was taken.
    Joined {
        /// The seat.
        seat: char,
        /// By whom.
        #[schema(required = true)]
        player: Option<PlayerView>,
    },
    /// The link of a free seat was replaced or revoked. Never the key:
    /// everybody may read this.
    Link {
        /// The seat.
        seat: char,
        /// What became of its link.
        link: LinkWord,
        /// From when on the new one is worth nothing; never when left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        expires_at: Option<String>,
    },
    /// Every seat is taken.
    Started {
        /// The clocks.
        clock: ClockView,
        /// The legal moves, for a client that asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    /// A move was made.
    Moved {
        /// Its number, from 1; pass-turns count.
        ply: u32,
        /// Whose move it was.
        seat: char,
        /// The move as it was made; `pass` for a pass-turn, which the server
        /// makes by itself.
        #[serde(rename = "move")]
        text: &'a str,
        /// The squares of the pieces captured.
        captured: Vec<String>,
        /// The position after it.
        position: String,
        /// The clocks after it.
        clock: ClockView,
        /// What it did to its seat's clock; left out without clocks.
        #[serde(skip_serializing_if = "Option::is_none")]
        ledger: Option<LedgerView>,
        /// The legal moves then, for a client that asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    /// A seat proposes something, or says yes to it.
    Offer {
        /// The seat.
        seat: char,
        /// What is proposed.
        offer: Offer,
    },
    /// What a seat proposed, or said yes to, is no longer asked.
    OfferEnded {
        /// The seat.
        seat: char,
        /// What was proposed.
        offer: Offer,
        /// How it ended.
        how: OfferEnd,
    },
    /// Moves were taken back, and all offers ended.
    TookBack {
        /// The last ply that is left.
        ply: u32,
        /// The position after it.
        position: String,
        /// The clocks.
        clock: ClockView,
        /// The legal moves, for a client that asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    /// A seat plays no more, and its partner plays on.
    SeatOut {
        /// The seat.
        seat: char,
        /// Why.
        how: SeatOutReason,
        /// The clocks.
        clock: ClockView,
    },
    /// A seat was given time.
    TimeAdded {
        /// The seat.
        seat: char,
        /// How much, in milliseconds.
        ms: u64,
        /// The clocks.
        clock: ClockView,
    },
    /// The players go on to another match.
    Rematched {
        /// That match.
        #[schema(value_type = uuid::Uuid)]
        rematch: MatchId,
    },
    /// The server went away, and the clocks stand still.
    Paused {
        /// The clocks.
        clock: ClockView,
    },
    /// The server is back, and the clocks go on.
    Resumed {
        /// The clocks.
        clock: ClockView,
    },
    /// The match is over.
    Ended {
        /// The result (`docs/notation.md`, "Game records").
        #[schema(schema_with = result_schema)]
        result: &'static str,
        /// Why it ended.
        termination: Termination,
        /// The clocks.
        clock: ClockView,
    },
}

/// What can become of a free seat's link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LinkWord {
    /// There is a new one.
    Renewed,
    /// There is none.
    Revoked,
}

/// An event's frame: the same bytes for every reader and every transport.
/// `seated` is the player that a `joined` event is about.
#[must_use]
pub fn event_frame(
    match_id: MatchId,
    variant: &Variant,
    occurrence: &AppliedEvent,
    seated: Option<&Player>,
    with_legal_moves: bool,
) -> Vec<u8> {
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
        Event::Offered { seat, offer } => EventBody::Offer { seat: letter(*seat), offer: *offer },
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
        Event::Rematched { to } => EventBody::Rematched { rematch: *to },
        Event::Paused => EventBody::Paused { clock: clock(at) },
        Event::Resumed => EventBody::Resumed { clock: clock(at) },
        Event::Ended { result, termination } => EventBody::Ended {
            result: record_result(*result, variant).as_str(),
            termination: *termination,
            clock: clock(at),
        },
    };
    let stamp = EventStamp { match_id, v: recorded.v, now: rfc3339(at) };
    join(&body, &stamp).expect("frames of strings, numbers and maps with letter keys")
}

/// Two objects written as one: `#[serde(flatten)]`, without its way through a map.
fn join(first: &impl Serialize, second: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(LIKELY_LENGTH);
    serde_json::to_writer(&mut text, first)?;
    // Where the first ended, the second goes on: with a comma for its brace.
    text.pop();
    let seam = text.len();
    serde_json::to_writer(&mut text, second)?;
    text[seam] = b',';
    Ok(text)
}
