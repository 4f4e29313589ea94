//! Lists and list items.

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::clock::TimeControl;
use chivalry_play::matches::{AppliedEvent, Event, Match, MatchId, MatchResult};

use crate::protocol::views::match_view::PlayerView;
use crate::protocol::views::seat_map::SeatMap;

/// A page of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct List<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// The `cursor` of the next page; `null` on the last page.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// A match in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchItem {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// The variant's name.
    pub variant: String,
    /// The status of the match.
    #[schema(schema_with = crate::protocol::views::match_view::status_schema)]
    pub status: &'static str,
    /// The player of each seat; `null` for a free seat.
    #[schema(schema_with = crate::protocol::views::match_view::seats_schema)]
    pub seats: SeatMap<Option<PlayerView>>,
    /// Names of the players of an imported game; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
    pub names: Option<SeatMap<String>>,
    /// The tags of the record of an imported game; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordTags>,
    /// The time control.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// True if the match was unlisted and joined by link only.
    pub private: bool,
    /// The starting position, if not the usual array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The time of creation.
    pub created_at: String,
    /// The time at which the last seat was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// The time of the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The result, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = crate::protocol::views::match_view::result_schema, required = false)]
    pub result: Option<&'static str>,
    /// The cause of the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<&'static str>,
    /// Plies played, pass-turns included, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Number of connections that watch the match without a seat; omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watchers: Option<u32>,
}

/// Tags of the record of an imported game. Unknown values are omitted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordTags {
    /// The tag `Date`: `1931.02.07`, or `1931.??.??` if only the year is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The tag `Event`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The tag `Round`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
}

/// A match with its moves: one line of an export.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameItem {
    /// The list item of the match.
    #[serde(flatten)]
    pub about: MatchItem,
    /// The tags of the record of an imported game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Vec<String>>>)]
    pub tags: Option<Vec<(String, String)>>,
    /// The moves as played, including `pass`.
    pub moves: Vec<String>,
    /// The remaining time of each move's seat after the move, in milliseconds; omitted without
    /// a time limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<Option<u64>>>,
    /// The last position.
    pub position: String,
}

impl GameItem {
    /// The export line of a match.
    #[must_use]
    pub fn of(about: MatchItem, match_state: &Match) -> GameItem {
        let moves = match_state.moves();
        GameItem {
            about,
            tags: match_state.imported().map(|imported| imported.tags().to_vec()),
            moves: moves.iter().map(|played| played.text.to_owned()).collect(),
            left_ms: match_state
                .time()
                .is_timed()
                .then(|| moves.iter().map(|played| played.left_ms).collect()),
            position: match_state.game().position().to_string(),
        }
    }
}

/// A position of a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// Number of plies played before the position, pass-turns included.
    pub ply: u32,
    /// The move that led to the position; `null` for the starting position.
    #[serde(rename = "move")]
    #[schema(required = true)]
    pub text: Option<String>,
    /// The position (`docs/notation.md`).
    pub position: String,
}

impl PositionView {
    /// The position of the match `id` after `occurrence`.
    #[must_use]
    pub fn of(id: MatchId, occurrence: &AppliedEvent) -> PositionView {
        let text = match &occurrence.recorded.event {
            Event::Moved { text, .. } => Some(text.clone()),
            _ => None,
        };
        let position = occurrence.position.to_string();
        PositionView { id, ply: occurrence.ply, text, position }
    }
}

/// The words accepted by [`result_of_word`].
pub const RESULT_WORDS: [&str; 10] =
    ["1-0", "RB", "0-1", "GY", "Red", "Green", "Blue", "Yellow", "1/2-1/2", "*"];

/// Parses a result word of a record. The words for one side in games of two teams are
/// equivalent. A single seat wins in its place of the usual turn order.
#[must_use]
pub fn result_of_word(word: &str) -> Option<MatchResult> {
    match word {
        "1-0" | "RB" | "Red" => Some(MatchResult::First),
        "0-1" | "GY" | "Green" => Some(MatchResult::Second),
        "Blue" => Some(MatchResult::Third),
        "Yellow" => Some(MatchResult::Fourth),
        "1/2-1/2" => Some(MatchResult::Draw),
        "*" => Some(MatchResult::Aborted),
        _ => None,
    }
}
