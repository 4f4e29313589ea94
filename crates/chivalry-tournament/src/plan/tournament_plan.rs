//! The regulations of a tournament, fixed when it is created.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_rules::{Position, Variant};

use super::edition::Edition;
use super::error::PlanError;
use super::scoring::ByeWorth;
use super::stage_plan::{Format, StagePlan};
use super::tie_break::TieBreak;
use crate::tournament::entrant::Condition;

/// The maximum number of entrants of a tournament.
pub const MAX_ENTRANTS: u32 = 2_000;

/// The plan of a tournament, as its creator describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentPlan {
    /// The name.
    pub name: String,
    /// The pinned name of the variant. In games for four players, partners
    /// enter together.
    pub variant: String,
    /// The start position, if it is not the usual array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The edition of the FIDE regulations for pairings and tie-breaks. A plan
    /// of the log without an edition has that of 2017. It has no effect in games
    /// of more than two teams.
    #[serde(default)]
    pub edition: Edition,
    /// The default time control of the stages.
    pub time: TimeControl,
    /// True if its games are rated.
    #[serde(default)]
    pub rated: bool,
    /// The entry conditions.
    #[serde(default)]
    pub entry: Vec<Condition>,
    /// Entrants at most.
    #[serde(default = "max_entrants")]
    pub most: u32,
    /// The rules for late entries. Arenas always admit late entrants.
    #[serde(default)]
    pub late: Option<LateEntry>,
    /// The rules for requested byes.
    #[serde(default)]
    pub byes: Option<ByePolicy>,
    /// The automatic start of the first stage. Without it, a director starts
    /// the stage.
    #[serde(default)]
    pub begins_at: Option<Timestamp>,
    /// True if players may adjourn their games by agreement. The time control allows or forbids
    /// vacations.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjournment: bool,
    /// The stages, in order.
    pub stages: Vec<StagePlan>,
}

/// The rules for late entries into the first stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LateEntry {
    /// The last round from which late entrants may play.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub until_round: u16,
    /// The points of each missed round.
    #[serde(default)]
    pub worth: ByeWorth,
}

/// The rules for requested byes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AskedByes))]
#[serde(deny_unknown_fields)]
pub struct ByePolicy {
    /// The maximum number of byes per entrant.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub most: u16,
    /// The points of each bye.
    pub worth: ByeWorth,
    /// The number of final rounds without requested byes.
    #[serde(default)]
    pub not_in_last: u16,
}

impl TournamentPlan {
    /// Replaces the tie-breaks that the format gave to the stages of a game of
    /// more than two teams. An arena has none.
    pub fn use_tie_breaks_of_tables(&mut self) {
        let is_arena = |stage: &&mut StagePlan| matches!(stage.format, Format::Arena { .. });
        let stages = self.stages.iter_mut().filter(|stage| !is_arena(stage));
        for stage in stages.filter(|stage| stage.tie_breaks == stage.format.tie_breaks()) {
            stage.tie_breaks = TieBreak::OF_TABLES.to_vec();
        }
    }

    /// Returns the start position, if it is not the usual array.
    ///
    /// # Errors
    /// The text is not a position of `variant`.
    pub fn start(&self, variant: &'static Variant) -> Result<Option<Position>, PlanError> {
        let read = |text: &String| Position::read(text, variant);
        let start = self.position.as_ref().map(read).transpose();
        start.map_err(|fault| PlanError::Start(fault.to_string()))
    }

    /// Returns the time control of a stage.
    #[must_use]
    pub fn time_of(&self, stage: usize) -> TimeControl {
        self.stages[stage].time.unwrap_or(self.time)
    }
}

const fn max_entrants() -> u32 {
    MAX_ENTRANTS
}
