//! Vacations from correspondence matches.

use axum::Json;
use axum::extract::State;

use crate::protocol::{Code, Reason, RequestError, VacationRequest, VacationView, rfc3339};
use crate::store::VacationSet;
use chivalry_play::player::PlayerId;

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Bearer, Play, Read};
use crate::http::extract::body::JsonBody;
use crate::http::state::AppState;

/// View one's vacation
///
/// The days of the calendar year that are left, and the current vacation.
#[utoipa::path(get, path = "/me/vacation", tag = "identity", security(("token" = ["read"])),
    responses((status = 200, description = "the vacation", body = VacationView), Failures))]
pub(crate) async fn vacation(
    State(state): State<AppState>,
    bearer: Bearer<Read>,
) -> ApiResult<Json<VacationView>> {
    Ok(Json(view(&state, bearer.player.id).await?))
}

/// Go on vacation
///
/// The player's clocks stop in the correspondence matches whose time control allows vacations.
/// The vacation ends by itself. A request during a vacation changes its end.
#[utoipa::path(put, path = "/me/vacation", tag = "identity", security(("token" = ["play"])),
    request_body = VacationRequest,
    responses((status = 200, description = "the player is on vacation", body = VacationView),
        Failures))]
pub(crate) async fn set_vacation(
    State(state): State<AppState>,
    bearer: Bearer<Play>,
    JsonBody(request): JsonBody<VacationRequest>,
) -> ApiResult<Json<VacationView>> {
    state.live.check_calendar()?;
    let now = state.live.time().now();
    let until = request.resolve(now)?;
    let allowance = state.options.calendar.allowance();
    let player = bearer.player.id;
    match state.store.vacations().set(player, until, allowance, now).await? {
        VacationSet::Done(_) => {}
        VacationSet::NoDaysLeft => {
            return Err(ApiError::new(Code::Forbidden, Reason::NoVacationLeft));
        }
        VacationSet::TooLong(latest) => {
            let message = Reason::VacationTooLong.with([("until", rfc3339(latest).into())]);
            return Err(RequestError::unmet("until", message).into());
        }
    }
    state.live.adopt_vacations().await?;
    Ok(Json(view(&state, player).await?))
}

/// Return from vacation
///
/// The clocks run again. Without a vacation nothing changes.
#[utoipa::path(delete, path = "/me/vacation", tag = "identity", security(("token" = ["play"])),
    responses((status = 200, description = "the player is not on vacation", body = VacationView),
        Failures))]
pub(crate) async fn end_vacation(
    State(state): State<AppState>,
    bearer: Bearer<Play>,
) -> ApiResult<Json<VacationView>> {
    let (player, now) = (bearer.player.id, state.live.time().now());
    if state.store.vacations().end(player, now).await? {
        state.live.adopt_vacations().await?;
    }
    Ok(Json(view(&state, player).await?))
}

async fn view(state: &AppState, player: PlayerId) -> ApiResult<VacationView> {
    let now = state.live.time().now();
    let taken = state.store.vacations().of_player(player).await?;
    let allowance = state.options.calendar.allowance();
    let current = taken.iter().find(|vacation| vacation.until > now).copied();
    // The rest of the current vacation is not used yet.
    let used: Vec<_> = taken
        .into_iter()
        .map(|mut vacation| {
            vacation.until = vacation.until.min(now);
            vacation
        })
        .collect();
    let left_ms = u64::try_from(allowance.left(&used, now).as_millis()).unwrap_or(u64::MAX);
    Ok(VacationView {
        now: rfc3339(now),
        days_per_year: allowance.days_per_year,
        left_ms,
        latest_until: rfc3339(allowance.latest_end(&used, now)),
        began_at: current.map(|vacation| rfc3339(vacation.began_at)),
        until: current.map(|vacation| rfc3339(vacation.until)),
    })
}
