//! Errors in the plan of a schedule.

use std::time::Duration;

use crate::plan::error::PlanError;

/// The longest name in a plan of a schedule, in characters. Each tournament adds
/// its number.
pub const MAX_SCHEDULE_NAME_LENGTH: usize = 70;

/// The most places that score.
pub(crate) const MAX_SCORING_PLACES: usize = 100;

/// The most points of a place.
pub(crate) const MAX_POINTS: u32 = 1_000;

/// The longest time between the creation and the start of a tournament.
pub(crate) const MAX_LEAD: Duration = Duration::from_secs(14 * 24 * 3_600);

/// An error in the plan of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Too long name.
    #[error("plan.name must have 1 to {MAX_SCHEDULE_NAME_LENGTH} characters")]
    Name,
    /// No day, or more than seven.
    #[error("recurrence.days must have 1 to 7 days")]
    Days,
    /// Invalid time of day.
    #[error("recurrence.time must be a time of day, such as 20:00")]
    Time,
    /// Unknown time zone.
    #[error("recurrence.zone must be a time zone of the IANA database, such as Europe/Lisbon")]
    Zone,
    /// Number out of range.
    #[error("{field} must be {least} to {most}")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// No points, too many places or too many points.
    #[error(
        "scoring.points must have 1 to {MAX_SCORING_PLACES} places of 0 to {MAX_POINTS} points"
    )]
    Points,
    /// The plan of the tournaments determines its own start.
    #[error("plan.begins_at is determined by the recurrence")]
    BeginsAt,
    /// Invalid plan of the tournaments.
    #[error("plan.{0}")]
    Plan(#[from] PlanError),
}

impl ScheduleError {
    /// Returns the name of the field.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            ScheduleError::Name => "plan.name",
            ScheduleError::Days => "recurrence.days",
            ScheduleError::Time => "recurrence.time",
            ScheduleError::Zone => "recurrence.zone",
            ScheduleError::OutOfRange { field, .. } => field,
            ScheduleError::Points => "scoring.points",
            ScheduleError::BeginsAt => "plan.begins_at",
            ScheduleError::Plan(_) => "plan",
        }
    }
}
