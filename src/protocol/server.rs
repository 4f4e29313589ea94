//! What the server says: answers, and the events of matches. Events read the
//! same over every transport (`docs/protocol.md`, "Principles").

use serde::Serialize;

use crate::clock::{TimeControl, Timestamp};
use crate::lobby::{ChallengeId, SeekId};
use crate::matches::{DropReason, Event, Imported, Line, MatchId, Occurrence, OfferEnd, Origin};
use crate::player::Player;
use crate::rules::{Seat, Variant};

use super::error::RequestError;
use super::requests::MatchOptions;
use super::seat_map::SeatMap;
use super::views::{
    ClockView, LedgerView, MatchView, PlayerView, PresenceView, SeatRatingView, legal_moves, names,
    record_result, rfc3339, square_names,
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
    /// How many watch a match and hold no seat.
    Watchers {
        /// The match.
        #[serde(rename = "match")]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// When it was so.
        now: String,
        /// How many.
        count: u32,
    },
    /// A player has gone, or is back.
    Presence {
        /// The match.
        #[serde(rename = "match")]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// When it was so.
        now: String,
        /// The player's seat.
        seat: char,
        /// How it is with them.
        #[serde(flatten)]
        presence: PresenceView,
    },
    /// Somebody sat down, or the match was rated.
    Rated {
        /// The match.
        #[serde(rename = "match")]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// When it was so.
        now: String,
        /// The rating of each player who has one, and what the match did to it.
        ratings: SeatMap<SeatRatingView>,
    },
    /// What the player of the connection has ready for their coming ply.
    Premove {
        /// The match.
        #[serde(rename = "match")]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// When it was so.
        now: String,
        /// The ply to which it is bound.
        #[serde(skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
        /// What is to be played; `null` when nothing is ready.
        line: Option<&'a Line>,
    },
    /// What the player of the connection had ready came to nothing.
    PremoveDropped {
        /// The match.
        #[serde(rename = "match")]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// When it was so.
        now: String,
        /// The ply to which it was bound.
        ply: u32,
        /// Why, in one English sentence.
        detail: String,
        /// The rule that it would have broken.
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<&'static str>,
        /// The section of `rules.md` that states it.
        #[serde(skip_serializing_if = "Option::is_none")]
        section: Option<&'static str>,
    },
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
    /// Characters of a line of talk.
    pub chat_characters: usize,
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
    /// How many connections watch the match and hold no seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watchers: Option<u32>,
    /// The number of the line said, in its room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
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
        #[serde(skip_serializing_if = "Option::is_none")]
        options: Option<MatchOptions>,
        #[serde(skip_serializing_if = "Option::is_none")]
        names: Option<SeatMap<String>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        tags: Option<&'a [(String, String)]>,
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
    TookBack {
        ply: u32,
        position: String,
        clock: ClockView,
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<String>>,
    },
    SeatOut {
        seat: char,
        how: &'static str,
        clock: ClockView,
    },
    TimeAdded {
        seat: char,
        ms: u64,
        clock: ClockView,
    },
    Rematched {
        rematch: MatchId,
    },
    Ended {
        result: &'static str,
        termination: &'static str,
        clock: ClockView,
    },
}

impl ServerMessage<'_> {
    /// The frame about what was ready for `ply` and came to nothing.
    #[must_use]
    pub fn premove_dropped(
        match_id: MatchId,
        v: u32,
        now: String,
        ply: u32,
        why: &DropReason,
    ) -> ServerMessage<'static> {
        let rule = match why {
            DropReason::Illegal(violation) => Some(violation.rule()),
            DropReason::Unforeseen | DropReason::Passed | DropReason::WentBack => None,
        };
        ServerMessage::PremoveDropped {
            match_id,
            v,
            now,
            ply,
            detail: why.to_string(),
            rule: rule.map(|rule| rule.code()),
            section: rule.map(|rule| rule.section()),
        }
    }

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
        Event::Created {
            time, rated, private, origin, partner_plays_on, watch_delay_ms, ..
        } => {
            let imported = origin.as_deref().and_then(Origin::imported);
            let body = Body::Created {
                variant: variant.name(),
                position: occurrence.position.to_string(),
                time: *time,
                rated: *rated,
                private: *private,
                options: MatchOptions::of(*partner_plays_on, *watch_delay_ms),
                names: imported.map(|imported| names(imported, variant)),
                tags: imported.map(Imported::tags),
            };
            ("created", body)
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
        Event::TookBack { ply } => {
            let position = occurrence.position.to_string();
            let (clock, legal) = (clock(at), legal());
            ("took_back", Body::TookBack { ply: *ply, position, clock, legal })
        }
        Event::SeatOut { seat, how } => {
            let (seat, how) = (letter(*seat), how.as_str());
            ("seat_out", Body::SeatOut { seat, how, clock: clock(at) })
        }
        Event::TimeAdded { seat, ms } => {
            let body = Body::TimeAdded { seat: letter(*seat), ms: *ms, clock: clock(at) };
            ("time_added", body)
        }
        Event::Rematched { to } => ("rematched", Body::Rematched { rematch: *to }),
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
