//! Lists, and matches as lists show them.

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::clock::TimeControl;
use chivalry_play::matches::{AppliedEvent, Event, Match, MatchId, MatchResult};

use crate::protocol::views::match_view::PlayerView;
use crate::protocol::views::seat_map::SeatMap;

/// A part of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct List<T> {
    /// What is on this part of it.
    pub items: Vec<T>,
    /// The `cursor` to ask for the next part with; `null` when this is the
    /// last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// A match as lists show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchItem {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub id: MatchId,
    /// The variant's name.
    pub variant: String,
    /// How far it is.
    #[schema(schema_with = crate::protocol::views::match_view::status_schema)]
    pub status: &'static str,
    /// Who sits where; `null` is a free seat.
    #[schema(schema_with = crate::protocol::views::match_view::seats_schema)]
    pub seats: SeatMap<Option<PlayerView>>,
    /// Who played it, of a game that was played elsewhere; left out for all
    /// others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, String>>)]
    pub names: Option<SeatMap<String>>,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether it was joined by link only.
    pub private: bool,
    /// The position that it started from, when not the usual array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// When it was made.
    pub created_at: String,
    /// When the last seat was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// The result, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = crate::protocol::views::match_view::result_schema, required = false)]
    pub result: Option<&'static str>,
    /// Why it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<&'static str>,
    /// Plies played, pass-turns included, once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// How many connections watch and hold no seat, while somebody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watchers: Option<u32>,
}

/// A match with its moves: a line of an export.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameItem {
    /// What lists show.
    #[serde(flatten)]
    pub about: MatchItem,
    /// The tags of its record, of a game that was played elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Vec<String>>>)]
    pub tags: Option<Vec<(String, String)>>,
    /// The moves as played, `pass` included.
    pub moves: Vec<String>,
    /// What the clock of each move's seat had left after it, in
    /// milliseconds; left out without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<Vec<Option<u64>>>,
    /// The last position.
    pub position: String,
}

impl GameItem {
    /// The line of a match.
    #[must_use]
    pub fn of(about: MatchItem, contest: &Match) -> GameItem {
        let moves = contest.moves();
        GameItem {
            about,
            tags: contest.imported().map(|imported| imported.tags().to_vec()),
            moves: moves.iter().map(|played| played.text.to_owned()).collect(),
            left_ms: contest
                .time()
                .is_timed()
                .then(|| moves.iter().map(|played| played.left_ms).collect()),
            position: contest.game().position().to_string(),
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
    /// Plies played until then, pass-turns included.
    pub ply: u32,
    /// The move that led to it; `null` before the first.
    #[serde(rename = "move")]
    #[schema(required = true)]
    pub text: Option<String>,
    /// The position (`docs/notation.md`).
    pub position: String,
}

impl PositionView {
    /// The position after `occurrence`, of the match `id`.
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

/// The words that [`result_of_word`] knows.
pub const RESULT_WORDS: [&str; 6] = ["1-0", "RB", "0-1", "GY", "1/2-1/2", "*"];

/// The result that a record's word stands for. Of the words of two-handed and
/// four-handed games, those of one side are the same.
#[must_use]
pub fn result_of_word(word: &str) -> Option<MatchResult> {
    match word {
        "1-0" | "RB" => Some(MatchResult::First),
        "0-1" | "GY" => Some(MatchResult::Second),
        "1/2-1/2" => Some(MatchResult::Draw),
        "*" => Some(MatchResult::Aborted),
        _ => None,
    }
}
