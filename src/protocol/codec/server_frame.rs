//! Server frames other than match events: answers and notifications.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_play::lobby::{ChallengeId, SeekId};
use chivalry_play::matches::{DropReason, MatchId, PremoveTree};
use chivalry_tournament::{EntrantId, TournamentId};

use crate::protocol::codec::error::RequestError;
use crate::protocol::views::match_view::{MatchView, PlayerView, PresenceView, SeatRatingView};
use crate::protocol::views::seat_map::SeatMap;

/// A server frame that is not a match event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage<'a> {
    /// The first frame of a connection.
    Hello {
        /// The player of the client; `null` if the token is unknown.
        #[schema(required = true)]
        player: Option<PlayerView>,
        /// The access token of a newly created guest. A client sends it when it reconnects.
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<&'a str>,
        /// The protocol version.
        protocol: &'static str,
        /// The limits of the connection.
        limits: Limits,
        /// The server's time.
        now: String,
    },
    /// A command succeeded and its effects are stored.
    Ok {
        /// The id of the command.
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
        /// The result of the command.
        #[serde(flatten)]
        done: Done,
    },
    /// A command failed.
    Err {
        /// The id of the command.
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
        /// The error.
        #[serde(flatten)]
        error: &'a RequestError,
    },
    /// The complete state of a match.
    Snapshot(Box<MatchView>),
    /// The number of watchers of a match changed.
    Watchers {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// The server's time of this frame.
        now: String,
        /// Number of connections that watch the match without a seat.
        count: u32,
    },
    /// A player disconnected or reconnected.
    Presence {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// The server's time of this frame.
        now: String,
        /// The player's seat.
        seat: char,
        /// The presence of the player.
        #[serde(flatten)]
        presence: PresenceView,
    },
    /// A player has another name, because a guest signed up or a player was erased.
    Renamed {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// The server's time of this frame.
        now: String,
        /// The player's seat.
        seat: char,
        /// The player with the new name.
        player: PlayerView,
    },
    /// A player took a seat, or the match was rated.
    Rated {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// The server's time of this frame.
        now: String,
        /// The rating of each rated player, and its change by the match.
        #[schema(value_type = std::collections::BTreeMap<String, SeatRatingView>)]
        ratings: SeatMap<SeatRatingView>,
    },
    /// The premove of the connection's player.
    Premove {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// The server's time of this frame.
        now: String,
        /// The ply that the premove is for.
        #[serde(skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
        /// The premove tree; `null` if there is no premove.
        #[schema(required = true)]
        line: Option<&'a PremoveTree>,
    },
    /// A premove of the connection's player was discarded.
    PremoveDropped {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version that the client has.
        v: u32,
        /// The server's time of this frame.
        now: String,
        /// The ply that the premove was for.
        ply: u32,
        /// The reason, in one English sentence.
        detail: String,
        /// The rule that the premove would have broken.
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<&'static str>,
        /// The section of `rules.md` that states the rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        section: Option<&'static str>,
    },
    /// The answer to a ping.
    Pong {
        /// The id of the ping.
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
        /// The server's time.
        now: String,
    },
    /// The last frame before the server closes the connection.
    Bye {
        /// The reason.
        reason: &'static str,
        /// The delay before a reconnection, in milliseconds.
        retry_after_ms: u64,
        /// The URL of the node to reconnect to. Without it, the client reconnects to the address
        /// that it used first.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<&'a str>,
    },
}

/// The limits of one connection.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Limits {
    /// Maximum size of a frame, in bytes.
    pub frame_bytes: usize,
    /// Maximum number of commands per second.
    pub commands_per_second: u32,
    /// Maximum number of matches watched at once.
    pub matches_watched: usize,
    /// Maximum length of a chat message, in characters.
    pub chat_characters: usize,
}

/// The result of a command.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Done {
    /// The match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// The version of the event that the command caused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v: Option<u32>,
    /// The number of the ply that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The seat of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<char>,
    /// Number of connections that watch the match without a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watchers: Option<u32>,
    /// The number of the chat line in its room.
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
    /// The entrant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant: Option<EntrantId>,
    /// The access token of a guest that the command created for a client without a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The links of the free seats of a new match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, LinkView>>)]
    pub links: Option<SeatMap<LinkView>>,
}

/// True if a frame answers a move that was made. Only such an answer has a version and a ply.
#[must_use]
pub fn is_accepted_move(frame: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Answer<'a> {
        t: &'a str,
        v: Option<u32>,
        ply: Option<u32>,
    }
    serde_json::from_slice(frame)
        .is_ok_and(|Answer { t, v, ply }| t == "ok" && v.is_some() && ply.is_some())
}

/// A link that grants a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkView {
    /// The URL to open in a browser.
    pub url: String,
    /// The key to join with.
    pub key: String,
    /// The expiry time of the link; omitted if the link does not expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
}

impl ServerMessage<'_> {
    /// Builds the frame for a discarded premove of `ply`.
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

    /// Serializes the frame to JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("frames of strings, numbers and maps with letter keys")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_a_move_is_recognized() {
        let answer = |v, ply| {
            let done = Done { v, ply, ..Done::default() };
            ServerMessage::Ok { re: Some("7"), done }.to_json()
        };
        assert!(is_accepted_move(answer(Some(9), Some(4)).as_bytes()));
        assert!(!is_accepted_move(answer(Some(9), None).as_bytes()));
        // A premove has no version.
        assert!(!is_accepted_move(answer(None, Some(4)).as_bytes()));
        assert!(!is_accepted_move(br#"{"t":"moved","v":9,"ply":4}"#));
    }
}
