//! The regulations of a tournament, fixed when it is created.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_rules::{Position, Variant};

use super::error::PlanError;
use super::scoring::ByeWorth;
use super::stage_plan::StagePlan;
use crate::tournament::entrant::Condition;

/// Entrants that a tournament can have.
pub(crate) const MAX_ENTRANTS: u32 = 2_000;

/// A tournament as its maker describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentPlan {
    /// What it is called.
    pub name: String,
    /// The variant's pin. In games for four, partners enter together.
    pub variant: String,
    /// The position that its games start from, when not the usual array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How thinking time is given, where a stage says nothing else.
    pub time: TimeControl,
    /// Whether its games count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Who may enter.
    #[serde(default)]
    pub entry: Vec<Condition>,
    /// Entrants at most.
    #[serde(default = "max_entrants")]
    pub most: u32,
    /// Whether entrants may come when it has begun; arenas always let them.
    #[serde(default)]
    pub late: Option<LateEntry>,
    /// Whether entrants may ask for byes themselves.
    #[serde(default)]
    pub byes: Option<ByePolicy>,
    /// When the first stage begins by itself; else a director begins it.
    #[serde(default)]
    pub begins_at: Option<Timestamp>,
    /// The stages, in their order.
    pub stages: Vec<StagePlan>,
}

/// How late entrants may come to the first stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LateEntry {
    /// The last round from which they may play.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub until_round: u16,
    /// What each round that they have missed is worth.
    #[serde(default)]
    pub worth: ByeWorth,
}

/// The byes that entrants may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AskedByes))]
#[serde(deny_unknown_fields)]
pub struct ByePolicy {
    /// How many each may have.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub most: u16,
    /// What each is worth.
    pub worth: ByeWorth,
    /// The last rounds, for which there are none.
    #[serde(default)]
    pub not_in_last: u16,
}

impl TournamentPlan {
    /// The position that its games start from, when not the usual array.
    ///
    /// # Errors
    /// A text that gives no position of `variant`.
    pub fn start(&self, variant: &'static Variant) -> Result<Option<Position>, PlanError> {
        let read = |text: &String| Position::read(text, variant);
        let start = self.position.as_ref().map(read).transpose();
        start.map_err(|fault| PlanError::Start(fault.to_string()))
    }

    /// How thinking time is given in a stage.
    #[must_use]
    pub fn time_of(&self, stage: usize) -> TimeControl {
        self.stages[stage].time.unwrap_or(self.time)
    }
}

const fn max_entrants() -> u32 {
    MAX_ENTRANTS
}
