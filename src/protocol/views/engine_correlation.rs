//! What moderators are told of those who may have asked an engine (`docs/protocol.md`, "Talk").

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_engine::analysis::EngineCorrelation;
use chivalry_play::matches::MatchId;

use crate::protocol::codec::error::RequestError;

/// The choices of a player, beside those of the engine: moves where there were several, after
/// the opening, while neither side had all but won.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LikenessView {
    /// How many there were.
    pub choices: u32,
    /// The share that the engine would have made as well, from 0 to 1; left out, as what
    /// follows, where there is nothing to tell it from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<f64>,
    /// How much of the chances each lost on average, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<f64>,
    /// How long each took on average, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// The standard deviation of those times, in parts of their mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unevenness: Option<f64>,
}

/// What is said while a player's matches are looked at.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum EngineUseView {
    /// One match.
    Match {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The letter of the player's seat.
        seat: char,
        /// Their choices in it.
        #[serde(flatten)]
        likeness: LikenessView,
    },
    /// All of them.
    All {
        /// How many matches there were.
        matches: u32,
        /// The choices in all of them.
        #[serde(flatten)]
        likeness: LikenessView,
        /// Whether that is so striking that somebody should have a look. It proves nothing.
        striking: bool,
        /// Always true: nothing follows.
        done: bool,
    },
    /// It came to nothing.
    Failed(RequestError),
}

impl From<&EngineCorrelation> for LikenessView {
    fn from(likeness: &EngineCorrelation) -> LikenessView {
        LikenessView {
            choices: likeness.choices(),
            agreement: likeness.agreement(),
            lost: likeness.mean_loss(),
            took_ms: likeness.mean_time().map(|took| took.as_millis() as u64),
            unevenness: likeness.time_variation(),
        }
    }
}
