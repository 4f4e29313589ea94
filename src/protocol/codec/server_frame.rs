//! What the server says besides the events of matches: answers, and what
//! happens around matches.

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::lobby::{ChallengeId, SeekId};
use chivalry_play::matches::{DropReason, MatchId, PremoveTree};
use chivalry_tournament::{EntrantId, TournamentId};

use crate::protocol::codec::error::RequestError;
use crate::protocol::views::match_view::{MatchView, PlayerView, PresenceView, SeatRatingView};
use crate::protocol::views::seat_map::SeatMap;

/// A frame of the server's that is not an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage<'a> {
    /// The first frame of a connection.
    Hello {
        /// Who the client is; `null` when its token is not known.
        #[schema(required = true)]
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
        #[schema(value_type = uuid::Uuid)]
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
        #[schema(value_type = uuid::Uuid)]
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
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// When it was so.
        now: String,
        /// The rating of each player who has one, and what the match did to it.
        #[schema(value_type = std::collections::BTreeMap<String, SeatRatingView>)]
        ratings: SeatMap<SeatRatingView>,
    },
    /// What the player of the connection has ready for their coming ply.
    Premove {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// When it was so.
        now: String,
        /// The ply to which it is bound.
        #[serde(skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
        /// What is to be played; `null` when nothing is ready.
        #[schema(required = true)]
        line: Option<&'a PremoveTree>,
    },
    /// What the player of the connection had ready came to nothing.
    PremoveDropped {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
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
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
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
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
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
    /// The tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub tournament: Option<TournamentId>,
    /// Who entered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant: Option<EntrantId>,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkView {
    /// The address to open in a browser.
    pub url: String,
    /// The key to join with.
    pub key: String,
    /// From when on the link is worth nothing; never when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
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
