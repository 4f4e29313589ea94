//! The plan of a schedule.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::Timestamp;

use super::error::{
    MAX_LEAD, MAX_POINTS, MAX_SCHEDULE_NAME_LENGTH, MAX_SCORING_PLACES, ScheduleError,
};
use super::recurrence::Recurrence;
use crate::plan::tournament_plan::TournamentPlan;

/// Tournaments that the server creates from one plan at the times of a
/// calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchedulePlan {
    /// The plan of each tournament. The schedule adds a number to its name and
    /// determines its start.
    pub template: TournamentPlan,
    /// The starts of the tournaments.
    pub recurrence: Recurrence,
    /// The time between the creation and the start of a tournament, in
    /// milliseconds.
    pub lead_ms: u64,
    /// The points of the schedule's standings.
    pub scoring: ScheduleScoring,
}

/// The points of a schedule's standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ScheduleScoring {
    /// The points of each place, from the first. Further places have none.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 100))]
    pub points: Vec<u32>,
    /// The number of best results of each player that count. All of them
    /// without this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1_000))]
    pub best: Option<u32>,
}

impl Default for ScheduleScoring {
    fn default() -> ScheduleScoring {
        ScheduleScoring { points: vec![10, 8, 6, 5, 4, 3, 2, 1], best: None }
    }
}

impl SchedulePlan {
    /// Validates every field at `now`.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn check(&self, now: Timestamp) -> Result<(), ScheduleError> {
        if self.template.name.chars().count() > MAX_SCHEDULE_NAME_LENGTH {
            return Err(ScheduleError::Name);
        }
        self.recurrence.check()?;
        let most = MAX_LEAD.as_millis() as u64;
        if self.lead_ms > most {
            return Err(ScheduleError::OutOfRange { field: "lead_ms", least: 0, most });
        }
        let points = &self.scoring.points;
        let is_in_range = (1..=MAX_SCORING_PLACES).contains(&points.len());
        if !is_in_range || points.iter().any(|points| *points > MAX_POINTS) {
            return Err(ScheduleError::Points);
        }
        if self.scoring.best.is_some_and(|best| !(1..=MAX_POINTS).contains(&best)) {
            let most = u64::from(MAX_POINTS);
            return Err(ScheduleError::OutOfRange { field: "scoring.best", least: 1, most });
        }
        if self.template.begins_at.is_some() {
            return Err(ScheduleError::BeginsAt);
        }
        self.template.check_tie_breaks()?;
        Ok(self.template.check_new(now)?)
    }

    /// Returns the time at which a tournament that begins at `begins_at` is
    /// created.
    #[must_use]
    pub fn creation_of(&self, begins_at: Timestamp) -> Timestamp {
        Timestamp(begins_at.0.saturating_sub_unsigned(self.lead_ms))
    }

    /// Returns the plan of the tournament with that number, from 1.
    #[must_use]
    pub fn tournament(&self, number: u32, begins_at: Timestamp) -> TournamentPlan {
        TournamentPlan {
            name: format!("{} {number}", self.template.name),
            begins_at: Some(begins_at),
            ..self.template.clone()
        }
    }
}
