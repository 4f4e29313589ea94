//! Schedules of tournaments: requests and views.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::Player;
use chivalry_tournament::{
    Recurrence, ScheduleError, ScheduleId, SchedulePlan, ScheduleScoring, ScheduleStanding,
};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Message;
use crate::protocol::tournaments::requests::PlanView;
use crate::protocol::views::match_view::{PlayerView, rfc3339};

/// A schedule to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleRequest {
    /// The plan of each tournament, without `begins_at`. Its name has up to 70 characters, to which
    /// the number of the tournament is added.
    plan: PlanView,
    /// The starts of the tournaments.
    recurrence: Recurrence,
    /// The time between the creation and the start of a tournament, in milliseconds.
    #[serde(default = "a_day")]
    #[schema(maximum = 1_209_600_000)]
    lead_ms: u64,
    /// The points of the schedule's standings.
    #[serde(default)]
    scoring: ScheduleScoring,
}

const fn a_day() -> u64 {
    24 * 3_600_000
}

impl ScheduleRequest {
    /// Resolves the request to a plan. Only its form and its variant are validated.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn resolve(self) -> Result<SchedulePlan, RequestError> {
        let ScheduleRequest { plan, recurrence, lead_ms, scoring } = self;
        Ok(SchedulePlan { template: plan.resolve()?, recurrence, lead_ms, scoring })
    }
}

/// A schedule: tournaments that the server creates from one plan.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScheduleView {
    /// The schedule.
    #[schema(value_type = Uuid)]
    pub schedule: ScheduleId,
    /// The player who directs the tournaments.
    #[schema(required = true)]
    pub by: Option<PlayerView>,
    /// The time of creation.
    pub created_at: String,
    /// The plan of each tournament.
    pub plan: PlanView,
    /// The starts of the tournaments.
    pub recurrence: Recurrence,
    /// The time between the creation and the start of a tournament, in milliseconds.
    pub lead_ms: u64,
    /// The points of the schedule's standings.
    pub scoring: ScheduleScoring,
    /// The number of tournaments so far.
    pub tournaments: u32,
    /// The start of the next tournament that the server creates. Null if the schedule has ended.
    #[schema(required = true, format = DateTime)]
    pub next_begins_at: Option<String>,
}

impl ScheduleView {
    /// The view of a schedule whose next tournament has this number and start.
    #[must_use]
    pub fn of(
        schedule: ScheduleId,
        plan: &SchedulePlan,
        (by, created_at): (Option<&Player>, Timestamp),
        (next_number, next_at): (u32, Option<Timestamp>),
    ) -> ScheduleView {
        ScheduleView {
            schedule,
            by: by.map(PlayerView::from),
            created_at: rfc3339(created_at),
            plan: PlanView::from(&plan.template),
            recurrence: plan.recurrence.clone(),
            lead_ms: plan.lead_ms,
            scoring: plan.scoring.clone(),
            tournaments: next_number.saturating_sub(1),
            next_begins_at: next_at.map(rfc3339),
        }
    }
}

/// The standing of a player over all tournaments of a schedule.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScheduleStandingView {
    /// The place, from 1. Tied players share a place.
    pub place: u32,
    /// The player.
    pub player: PlayerView,
    /// The points of the results that count.
    pub points: u32,
    /// The number of tournaments won.
    pub wins: u32,
    /// The number of tournaments played.
    pub played: u32,
}

impl ScheduleStandingView {
    /// The view of a standing of `player`.
    #[must_use]
    pub fn of(standing: &ScheduleStanding, player: &Player) -> ScheduleStandingView {
        ScheduleStandingView {
            place: standing.place,
            player: PlayerView::from(player),
            points: standing.points,
            wins: standing.wins,
            played: standing.played,
        }
    }
}

impl From<&ScheduleError> for RequestError {
    fn from(error: &ScheduleError) -> RequestError {
        match error {
            ScheduleError::Plan(error) => error.into(),
            ScheduleError::Name | ScheduleError::Zone | ScheduleError::BeginsAt => {
                RequestError::unmet(error.field(), Message::from(error))
            }
            _ => RequestError::field(error.field(), Message::from(error)),
        }
    }
}
