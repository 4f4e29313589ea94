//! The results of entry conditions.

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_play::player::PlayerId;
use chivalry_tournament::{Condition, Verdict};

/// The result of an entry condition for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VerdictView {
    /// The player.
    #[schema(value_type = uuid::Uuid)]
    player: PlayerId,
    /// The condition.
    condition: Condition,
    /// The condition in words.
    asked: String,
    /// True if the condition is met.
    met: bool,
    /// The player's value, in words.
    has: String,
}

impl From<&Verdict> for VerdictView {
    fn from(verdict: &Verdict) -> VerdictView {
        VerdictView {
            player: verdict.player,
            condition: verdict.condition.clone(),
            asked: verdict.condition.to_string(),
            met: verdict.met,
            has: verdict.has.clone(),
        }
    }
}
