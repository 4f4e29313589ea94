//! Views of the engine correlation of a player's moves, for moderators (`docs/protocol.md`,
//! "Moderation").

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_engine::analysis::EngineCorrelation;
use chivalry_play::matches::MatchId;

use crate::protocol::codec::error::RequestError;

/// A comparison of a player's moves with those of the engine. It covers moves with
/// alternatives, after the opening, in positions that neither side has nearly won.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LikenessView)]
pub struct CorrelationView {
    /// Number of moves compared.
    pub choices: u32,
    /// The share of moves that match the engine's choice, from 0 to 1. This and the following
    /// fields are omitted if there is no basis for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<f64>,
    /// The mean loss of expected score per move, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<f64>,
    /// The mean time per move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// The standard deviation of the time per move, divided by the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unevenness: Option<f64>,
}

/// The progress of a check of a player's matches.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum EngineUseView {
    /// The result for one match.
    Match {
        /// The match.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
        /// The letter of the player's seat.
        seat: char,
        /// The player's moves in the match.
        #[serde(flatten)]
        likeness: CorrelationView,
    },
    /// The result for all matches.
    All {
        /// Number of matches.
        matches: u32,
        /// The player's moves in all matches.
        #[serde(flatten)]
        likeness: CorrelationView,
        /// True if the correlation is high enough for a review by a moderator. It is not proof.
        striking: bool,
        /// Always true: this is the last item of the answer.
        done: bool,
    },
    /// The check failed.
    Failed(RequestError),
}

impl From<&EngineCorrelation> for CorrelationView {
    fn from(likeness: &EngineCorrelation) -> CorrelationView {
        CorrelationView {
            choices: likeness.choices(),
            agreement: likeness.agreement(),
            lost: likeness.mean_loss(),
            took_ms: likeness.mean_time().map(|took| took.as_millis() as u64),
            unevenness: likeness.time_variation(),
        }
    }
}
