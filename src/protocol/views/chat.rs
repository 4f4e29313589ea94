//! Chat, timeouts and moderation (`docs/protocol.md`, "Chat").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::Object;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatLine, ChatRoom, MatchId, TimeoutReason};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::views::match_view::{PlayerView, enum_schema, rfc3339};

/// Maximum length of a line, in characters.
pub const LONGEST_LINE: usize = 300;

/// Maximum length of a timeout, in minutes: one week.
const MAX_TIMEOUT_MINUTES: u32 = 10_080;

/// The wire form of [`ChatRoom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoomField {
    /// The room of the players of the match.
    Players,
    /// The room of the spectators of the match.
    Watchers,
}

impl From<RoomField> for ChatRoom {
    fn from(room: RoomField) -> ChatRoom {
        match room {
            RoomField::Players => ChatRoom::Players,
            RoomField::Watchers => ChatRoom::Spectators,
        }
    }
}

impl From<ChatRoom> for RoomField {
    fn from(room: ChatRoom) -> RoomField {
        match room {
            ChatRoom::Players => RoomField::Players,
            ChatRoom::Spectators => RoomField::Watchers,
        }
    }
}

/// A chat message to send.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChatRequest {
    /// The room.
    pub room: RoomField,
    /// The text: 1 to 300 characters, without control characters.
    #[schema(min_length = 1, max_length = 300)]
    pub text: String,
}

/// A chat line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineView {
    /// The number of the line in its room, contiguous from 1.
    pub line: u32,
    /// The time of the message.
    pub at: String,
    /// The author.
    pub player: PlayerView,
    /// The text; `null` if a moderator has hidden it.
    #[schema(required = true)]
    pub text: Option<String>,
}

/// A chat frame.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TalkFrame {
    /// A new chat line.
    Chat {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version of the match.
        v: u32,
        /// The time of the message.
        now: String,
        /// The room.
        room: RoomField,
        /// The line's number in its room, contiguous from 1.
        line: u32,
        /// The author.
        player: PlayerView,
        /// The text.
        #[schema(required = true)]
        text: Option<String>,
    },
    /// The most recent lines of a room.
    ChatHistory {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version of the match.
        v: u32,
        /// The server's time.
        now: String,
        /// The room.
        room: RoomField,
        /// The lines, oldest first.
        lines: Vec<LineView>,
    },
    /// A moderator hid a line.
    ChatHidden {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The version of the match.
        v: u32,
        /// The time at which the line was hidden.
        now: String,
        /// The room.
        room: RoomField,
        /// The number of the line in its room.
        line: u32,
    },
    /// A moderator gave the player a chat timeout, or ended it.
    ChatTimeout {
        /// The timeout; `null` if it has ended.
        #[schema(required = true)]
        timeout: Option<TimeoutView>,
        /// The server's time.
        now: String,
    },
}

/// A chat timeout.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TimeoutView {
    /// The end of the timeout.
    pub until: String,
    /// The reason: `insult`, `threat`, `indecency`, `spam`, `help` or `other`.
    pub reason: &'static str,
}

/// A chat timeout to give.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TimeoutRequest {
    /// The duration in minutes, 1 to 10,080.
    #[schema(minimum = 1, maximum = 10_080)]
    pub minutes: u32,
    /// The reason: `insult`, `threat`, `indecency`, `spam`, `help` or `other`.
    #[schema(schema_with = timeout_reasons)]
    pub reason: String,
}

/// A player's view of their own account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MeView {
    /// The public view of the player.
    #[serde(flatten)]
    pub player: PlayerView,
    /// True for moderators; omitted for others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moderator: bool,
    /// The player's chat timeout; omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_timeout: Option<TimeoutView>,
}

/// An action of a moderator.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ModerationView {
    /// The id of the entry.
    pub id: uuid::Uuid,
    /// The time of the action.
    pub at: String,
    /// The moderator.
    pub moderator: PlayerView,
    /// `timeout`, `end_timeout` or `hide`.
    pub action: &'static str,
    /// The player affected.
    pub player: PlayerView,
    /// The timeout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<TimeoutView>,
    /// The match of the hidden line.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// The room of the hidden line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomField>,
    /// The number of the hidden line in its room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

fn timeout_reasons() -> Object {
    enum_schema("The reason.", TimeoutReason::ALL.map(TimeoutReason::as_str))
}

impl ChatRequest {
    /// Resolves the request to the room and the text.
    ///
    /// # Errors
    /// `bad_field` if the text is empty, too long, or contains characters that cannot be
    /// displayed on one line.
    pub fn resolve(&self) -> Result<(ChatRoom, &str), RequestError> {
        let sent = self.text.chars().count();
        let fault = |reason: Reason| {
            let fault = RequestError::field("text", reason);
            let has_its_form = (1..=LONGEST_LINE).contains(&sent);
            Err(if has_its_form { fault.well_formed() } else { fault })
        };
        let text = self.text.trim();
        let length = text.chars().count();
        if !(1..=LONGEST_LINE).contains(&length) {
            return fault(Reason::LineLength);
        }
        if text.chars().any(is_unprintable) {
            return fault(Reason::LineUnfit);
        }
        Ok((self.room.into(), text))
    }
}

/// Returns true for control characters and for characters that change the text direction.
fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl TimeoutRequest {
    /// Resolves the request to the duration in minutes and the reason.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(&self) -> Result<(u32, TimeoutReason), RequestError> {
        if !(1..=MAX_TIMEOUT_MINUTES).contains(&self.minutes) {
            return Err(RequestError::field("minutes", Reason::TimeoutLength));
        }
        let mut reasons = TimeoutReason::ALL.into_iter();
        let reason = reasons.find(|reason| reason.as_str() == self.reason);
        let reason = reason.ok_or_else(|| {
            let known = TimeoutReason::ALL.map(TimeoutReason::as_str).join(", ");
            RequestError::field("reason", Reason::UnknownReason.with([("known", known.into())]))
        })?;
        Ok((self.minutes, reason))
    }
}

impl TimeoutView {
    /// The view of a timeout that ends at `until`.
    #[must_use]
    pub fn of(until: Timestamp, reason: TimeoutReason) -> TimeoutView {
        TimeoutView { until: rfc3339(until), reason: reason.as_str() }
    }
}

impl From<&ChatLine> for LineView {
    fn from(line: &ChatLine) -> LineView {
        LineView {
            line: line.line,
            at: rfc3339(line.at),
            player: PlayerView::from(&line.player),
            text: line.text.clone(),
        }
    }
}

impl TalkFrame {
    /// Serializes the frame to JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("frames of strings and numbers")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted_text(text: &str) -> Option<String> {
        let request = ChatRequest { room: RoomField::Players, text: text.to_owned() };
        request.resolve().ok().map(|(_, text)| text.to_owned())
    }

    #[test]
    fn chat_lines_are_trimmed_and_limited_in_length() {
        assert_eq!(accepted_text("  good luck \n").as_deref(), Some("good luck"));
        assert_eq!(accepted_text(&"é".repeat(LONGEST_LINE)).map(|text| text.len()), Some(600));
        for text in ["", " \t\n", "a\nb", "a\u{7}b", "a\u{202e}b", &"x".repeat(301)] {
            assert_eq!(accepted_text(text), None, "{text:?}");
        }
    }
}
