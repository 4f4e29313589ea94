//! Talk around matches, mutes and moderation as clients see them
//! (`docs/protocol.md`, "Talk").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::Object;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatLine, ChatRoom, MatchId, TimeoutReason};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::views::match_view::{PlayerView, rfc3339, words};

/// The longest line, in characters.
pub const LONGEST_LINE: usize = 300;

/// The longest timeout, in minutes: a week.
const LONGEST_TIMEOUT: u32 = 10_080;

/// [`ChatRoom`] as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoomField {
    /// Among those who sit in the match.
    Players,
    /// Among those who watch it.
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

/// Something to be said.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ChatRequest {
    /// Where.
    pub room: RoomField,
    /// What: 1 to 300 characters, without control characters.
    #[schema(min_length = 1, max_length = 300)]
    pub text: String,
}

/// A line that was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineView {
    /// Its number in its room, contiguous from 1.
    pub line: u32,
    /// When it was said.
    pub at: String,
    /// By whom.
    pub player: PlayerView,
    /// What; `null` once a moderator has hidden it.
    #[schema(required = true)]
    pub text: Option<String>,
}

/// A frame about talk.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TalkFrame {
    /// Somebody said something.
    Chat {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// Its version.
        v: u32,
        /// When it was said.
        now: String,
        /// Where.
        room: RoomField,
        /// The line's number in its room, contiguous from 1.
        line: u32,
        /// Who said it.
        player: PlayerView,
        /// What.
        #[schema(required = true)]
        text: Option<String>,
    },
    /// What was said last in a room.
    ChatHistory {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// Its version.
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
        /// Its version.
        v: u32,
        /// When it was hidden.
        now: String,
        /// Where it stood.
        room: RoomField,
        /// Its number in the room.
        line: u32,
    },
    /// A moderator told the player not to talk for a while, or let them talk
    /// again.
    ChatTimeout {
        /// Until when, and why; `null` when they may talk again.
        #[schema(required = true)]
        timeout: Option<TimeoutView>,
        /// The server's time.
        now: String,
    },
}

/// For how long a player may not talk, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TimeoutView {
    /// Until when.
    pub until: String,
    /// Why: `insult`, `threat`, `indecency`, `spam`, `help` or `other`.
    pub reason: &'static str,
}

/// A timeout to be given.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TimeoutRequest {
    /// For how many minutes, 1 to 10,080.
    #[schema(minimum = 1, maximum = 10_080)]
    pub minutes: u32,
    /// Why: `insult`, `threat`, `indecency`, `spam`, `help` or `other`.
    #[schema(schema_with = timeout_reasons)]
    pub reason: String,
}

/// A player as they see themselves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MeView {
    /// What others see.
    #[serde(flatten)]
    pub player: PlayerView,
    /// True for moderators; left out for others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moderator: bool,
    /// For how long the player may not talk; left out while they may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_timeout: Option<TimeoutView>,
}

/// Something that a moderator did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ModerationView {
    /// Names the entry.
    pub id: uuid::Uuid,
    /// When it was done.
    pub at: String,
    /// By whom.
    pub moderator: PlayerView,
    /// `timeout`, `end_timeout` or `hide`.
    pub action: &'static str,
    /// To whom.
    pub player: PlayerView,
    /// The timeout that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<TimeoutView>,
    /// The match of the line that was hidden.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// Its room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomField>,
    /// Its number in the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

fn timeout_reasons() -> Object {
    words("Why.", TimeoutReason::ALL.map(TimeoutReason::as_str))
}

impl ChatRequest {
    /// Where to say what.
    ///
    /// # Errors
    /// `bad_field`, when there is nothing to say, too much, or what cannot be
    /// shown on a line.
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
        if text.chars().any(is_unfit) {
            return fault(Reason::LineUnfit);
        }
        Ok((self.room.into(), text))
    }
}

/// Control characters, and those that turn the direction of what follows.
fn is_unfit(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl TimeoutRequest {
    /// For how many minutes, and why.
    ///
    /// # Errors
    /// The first field that cannot be met.
    pub fn resolve(&self) -> Result<(u32, TimeoutReason), RequestError> {
        if !(1..=LONGEST_TIMEOUT).contains(&self.minutes) {
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
    /// A timeout until then.
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
    /// The frame's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("frames of strings and numbers")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<String> {
        let request = ChatRequest { room: RoomField::Players, text: text.to_owned() };
        request.resolve().ok().map(|(_, text)| text.to_owned())
    }

    #[test]
    fn a_line_is_trimmed_and_has_its_bounds() {
        assert_eq!(said("  good luck \n").as_deref(), Some("good luck"));
        assert_eq!(said(&"é".repeat(LONGEST_LINE)).map(|text| text.len()), Some(600));
        for text in ["", " \t\n", "a\nb", "a\u{7}b", "a\u{202e}b", &"x".repeat(301)] {
            assert_eq!(said(text), None, "{text:?}");
        }
    }
}
