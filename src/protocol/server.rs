//! What the server says: answers, and the events of matches. Events read the
//! same over every transport (`docs/protocol.md`, "Principles").

use serde::Serialize;

use crate::clock::{TimeControl, Timestamp};
use crate::lobby::{ChallengeId, SeekId};
use crate::matches::{Event, MatchId, Occurrence, OfferEnd};
use crate::player::Player;
use crate::rules::{Seat, Variant};

use super::error::RequestError;
use super::seat_map::SeatMap;
use super::views::{
    ClockView, LedgerView, MatchView, PlayerView, legal_moves, record_result, rfc3339, square_names,
};

/// A frame of the server's that is not an event.
#[derive(Debug, Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage<'a> {
    /// The first frame of a connection.
    Hello {
        /// Who the client is; `null` when its token is not known.
        player: Option<PlayerView>,
        /// The token to come back with, for a new guest.
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<&'a str>,
        /// The protocol spoken.
        protocol: &'static str,
        /// What the server takes.
        limits: Limits,
        /// The server's time.
        now: String,
    },
    /// A command was carried out, and what it changed is stored.
    Ok {
        /// The command's id.
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
        /// What there is to say about it.
        #[serde(flatten)]
        done: Done,
    },
    /// A command was not carried out.
    Err {
        /// The command's id.
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
        /// Why.
        #[serde(flatten)]
        error: &'a RequestError,
    },
    /// A whole match.
    Snapshot(Box<MatchView>),
    /// The answer to a ping.
    Pong {
        /// The ping's id.
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
        /// The server's time.
        now: String,
    },
    /// The last frame before the server closes the connection.
    Bye {
        /// Why.
        reason: &'static str,
        /// When to come back, in milliseconds from now.
        retry_after_ms: u64,
    },
}

/// What the server takes from one connection.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Limits {
    /// Bytes of a frame.
    pub frame_bytes: usize,
    /// Commands a second.
    pub commands_per_second: u32,
    /// Matches watched at once.
    pub matches_watched: usize,
}

/// What a command did.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
pub struct Done {
    /// The match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// The version of the event that it caused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v: Option<u32>,
    /// The number of the ply made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The seat of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<char>,
    /// The seek.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub seek: Option<SeekId>,
    /// The challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub challenge: Option<ChallengeId>,
    /// The token of the guest who was made on the way, of a client that came
    /// without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The links of the free seats of a match just made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, LinkView>>)]
    pub links: Option<SeatMap<LinkView>>,
}

/// A link that takes a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct LinkView {
    /// The address to open in a browser.
    pub url: String,
    /// The key to join with.
    pub key: String,
    /// From when on the link is worth nothing; never when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
}

#[derive(Serialize)]
struct EventFrame<'a> {
    t: &'static str,
    #[serde(rename = "match")]
    match_id: MatchId,
    v: u32,
    now: String,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body<'a> {
    Created {
        variant: &'static str,
        position: String,
        time: TimeControl,
        rated: bool,
        private: bool,
    },
    Joined {
        seat: char,
        player: Option<PlayerView>,
    },
    /// Never the key: everybody may read it.
    Link {
        seat: char,
        link: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        expires_at: Option<String>,
    },
    Clock {
        clock: ClockView,
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    Moved {
        ply: u32,
        seat: char,
        #[serde(rename = "move")]
        text: &'a str,
        captured: Vec<String>,
        position: String,
        clock: ClockView,
        #[serde(skip_serializing_if = "Option::is_none")]
        ledger: Option<LedgerView>,
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    Offer {
        seat: char,
        offer: &'static str,
    },
    OfferEnded {
        seat: char,
        offer: &'static str,
        how: &'static str,
    },
    Ended {
        result: &'static str,
        termination: &'static str,
        clock: ClockView,
    },
}

impl ServerMessage<'_> {
    /// The frame's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("frames of strings, numbers and maps with letter keys")
    }
}

/// An event's frame: the same bytes for every reader and every transport.
/// `seated` is the player that a `joined` event is about.
#[must_use]
pub fn event_frame(
    match_id: MatchId,
    variant: &Variant,
    occurrence: &Occurrence,
    seated: Option<&Player>,
    with_legal_moves: bool,
) -> Vec<u8> {
    let recorded = &occurrence.recorded;
    let at = recorded.at;
    let letter = |seat: Seat| variant.seat_name(seat).letter();
    let clock = |at: Timestamp| ClockView::of(&occurrence.clock, variant, at);
    let legal = || with_legal_moves.then(|| legal_moves(&occurrence.position, occurrence.in_play));
    let (t, body) = match &recorded.event {
        Event::Created { time, rated, private, .. } => {
            let position = occurrence.position.to_string();
            let (rated, private) = (*rated, *private);
            let variant = occurrence.position.variant().name();
            ("created", Body::Created { variant, position, time: *time, rated, private })
        }
        Event::Seated { seat, .. } => {
            ("joined", Body::Joined { seat: letter(*seat), player: seated.map(PlayerView::from) })
        }
        Event::LinkRenewed { seat, expires_at, .. } => {
            let expires_at = expires_at.map(rfc3339);
            ("link", Body::Link { seat: letter(*seat), link: "renewed", expires_at })
        }
        Event::LinkRevoked { seat } => {
            ("link", Body::Link { seat: letter(*seat), link: "revoked", expires_at: None })
        }
        Event::Started => ("started", Body::Clock { clock: clock(at), legal: legal() }),
        Event::Moved { seat, text, ledger } => {
            let body = Body::Moved {
                ply: occurrence.ply,
                seat: letter(*seat),
                text,
                captured: square_names(occurrence.captured, variant),
                position: occurrence.position.to_string(),
                clock: clock(at),
                ledger: ledger.as_ref().map(|ledger| LedgerView::of(ledger, at)),
                legal: legal(),
            };
            ("moved", body)
        }
        Event::Offered { seat, offer } => {
            ("offer", Body::Offer { seat: letter(*seat), offer: offer.as_str() })
        }
        Event::OfferEnded { seat, offer, how } => {
            let how = match how {
                OfferEnd::Declined => "declined",
                OfferEnd::Lapsed => "lapsed",
            };
            let body = Body::OfferEnded { seat: letter(*seat), offer: offer.as_str(), how };
            ("offer_ended", body)
        }
        Event::Paused => ("paused", Body::Clock { clock: clock(at), legal: None }),
        Event::Resumed => ("resumed", Body::Clock { clock: clock(at), legal: None }),
        Event::Ended { result, termination } => {
            let body = Body::Ended {
                result: record_result(*result, variant).as_str(),
                termination: termination.as_str(),
                clock: clock(at),
            };
            ("ended", body)
        }
    };
    let frame = EventFrame { t, match_id, v: recorded.v, now: rfc3339(at), body };
    serde_json::to_vec(&frame).expect("frames of strings, numbers and maps with letter keys")
}
