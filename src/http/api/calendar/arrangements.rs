//! Games at an agreed time.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::protocol::{
    ArrangementRequest, ArrangementView, Code, List, Reason, RequestError, TimeRequest,
    TimesRequest, rfc3339,
};
use crate::random;
use chivalry_play::lobby::{
    Arrangement, ArrangementId, ArrangementRefusal, ArrangementStatus, MAX_ARRANGEMENTS,
    proposed_times,
};
use chivalry_play::matches::admit;
use chivalry_play::player::PlayerId;

use crate::http::api::lobby::player_called;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Bearer, Challenge};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::feeds::calendar::{CalendarEvent, calendar};
use crate::http::feeds::routes::CALENDAR;
use crate::http::response::{REVALIDATE, cached};
use crate::http::state::AppState;

/// The most arrangements in one response.
const MAX_SHOWN: u32 = 100;

/// List one's arranged games
///
/// The last hundred, proposed by the player or by others, newest first.
#[utoipa::path(get, path = "/arrangements", tag = "lobby", security(("token" = ["challenge"])),
    responses((status = 200, description = "arranged games", body = List<ArrangementView>),
        Failures))]
pub(crate) async fn arrangements(
    State(state): State<AppState>,
    bearer: Bearer<Challenge>,
) -> ApiResult<Json<List<ArrangementView>>> {
    let rows = state.store.arrangements().of_player(bearer.player.id, MAX_SHOWN).await?;
    Ok(Json(List { items: rows.iter().map(ArrangementView::from).collect(), next: None }))
}

/// Propose a game at a later time
///
/// The other player agrees to one of the times, or proposes others. The match begins at the agreed
/// time. It is called off if a player makes no first move within five minutes.
#[utoipa::path(post, path = "/arrangements", tag = "lobby", security(("token" = ["challenge"])),
    request_body = ArrangementRequest,
    responses((status = 201, description = "the proposal", body = ArrangementView), Failures))]
pub(crate) async fn arrange(
    State(state): State<AppState>,
    bearer: Bearer<Challenge>,
    JsonBody(request): JsonBody<ArrangementRequest>,
) -> ApiResult<(StatusCode, Json<ArrangementView>)> {
    state.live.check_calendar()?;
    let now = state.live.time().now();
    let (terms, seat, times) = request.resolve()?;
    let times = proposed_times(times, now).map_err(refused)?;
    let invited = player_called(&state.store, "to", &request.to).await?;
    let proposer = bearer.player;
    for player in [&proposer, &invited] {
        admit(terms.rated, player.kind).map_err(|refusal| RequestError::from(&refusal))?;
    }
    if state.store.chat().is_muted(invited.id, proposer.id) {
        return Err(ApiError::new(Code::Forbidden, Reason::ChallengeNotTaken));
    }
    let arrangements = state.store.arrangements();
    for player in [proposer.id, invited.id] {
        if arrangements.pending_of(player).await? >= MAX_ARRANGEMENTS {
            let message = Reason::TooManyArrangements.with([("most", MAX_ARRANGEMENTS.into())]);
            return Err(ApiError::new(Code::RateLimited, message));
        }
    }
    let arrangement = Arrangement {
        id: ArrangementId(random::new_id()),
        times_by: proposer.id,
        proposer,
        invited,
        terms,
        seat,
        created_at: now,
        due_at: times.last().copied().unwrap_or(now),
        times,
        status: ArrangementStatus::Open,
        match_id: None,
    };
    arrangement.check().map_err(refused)?;
    arrangements.create(&arrangement).await?;
    state.arranged_games.report(&arrangement);
    Ok((StatusCode::CREATED, Json(ArrangementView::from(&arrangement))))
}

/// Propose other times
#[utoipa::path(post, path = "/arrangements/{id}/times", tag = "lobby",
    security(("token" = ["challenge"])), request_body = TimesRequest,
    params(("id" = uuid::Uuid, Path, description = "the arranged game")),
    responses((status = 200, description = "the proposal", body = ArrangementView), Failures))]
pub(crate) async fn propose_times(
    State(state): State<AppState>,
    PathParam(id): PathParam<ArrangementId>,
    bearer: Bearer<Challenge>,
    JsonBody(request): JsonBody<TimesRequest>,
) -> ApiResult<Json<ArrangementView>> {
    let (times, now) = (request.resolve()?, state.live.time().now());
    change(&state, id, bearer.player.id, |it| it.propose(bearer.player.id, times.clone(), now))
        .await
}

/// Agree to a time
#[utoipa::path(post, path = "/arrangements/{id}/agree", tag = "lobby",
    security(("token" = ["challenge"])), request_body = TimeRequest,
    params(("id" = uuid::Uuid, Path, description = "the arranged game")),
    responses((status = 200, description = "the game is arranged", body = ArrangementView),
        Failures))]
pub(crate) async fn agree(
    State(state): State<AppState>,
    PathParam(id): PathParam<ArrangementId>,
    bearer: Bearer<Challenge>,
    JsonBody(request): JsonBody<TimeRequest>,
) -> ApiResult<Json<ArrangementView>> {
    let (at, now) = (request.resolve()?, state.live.time().now());
    change(&state, id, bearer.player.id, |it| it.agree(bearer.player.id, at, now)).await
}

/// Decline or cancel an arranged game
#[utoipa::path(delete, path = "/arrangements/{id}", tag = "lobby",
    security(("token" = ["challenge"])),
    params(("id" = uuid::Uuid, Path, description = "the arranged game")),
    responses((status = 200, description = "the game does not take place", body = ArrangementView),
        Failures))]
pub(crate) async fn cancel(
    State(state): State<AppState>,
    PathParam(id): PathParam<ArrangementId>,
    bearer: Bearer<Challenge>,
) -> ApiResult<Json<ArrangementView>> {
    change(&state, id, bearer.player.id, |it| it.cancel(bearer.player.id)).await
}

/// An arranged game as a calendar
///
/// The agreed game as iCalendar (RFC 5545), or a cancelled one. For its players only.
#[utoipa::path(get, path = "/arrangements/{id}/calendar", tag = "lobby",
    security(("token" = ["challenge"])),
    params(("id" = uuid::Uuid, Path, description = "the arranged game")),
    responses(
        (status = 200, description = "the calendar", body = String, content_type = "text/calendar"),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn arranged_calendar(
    State(state): State<AppState>,
    PathParam(id): PathParam<ArrangementId>,
    bearer: Bearer<Challenge>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let arrangement = find(&state, id, bearer.player.id).await?;
    if arrangement.status == ArrangementStatus::Open {
        return Err(ApiError::new(Code::TooSoon, Reason::NoTimeAgreed));
    }
    let host = state.public_url.split("://").last().unwrap_or_default();
    let [proposer, invited] = arrangement.players().map(|player| player.name.as_str());
    let url = match arrangement.match_id {
        Some(match_id) => format!("{}/m/{match_id}", state.public_url),
        None => format!("{}/account", state.public_url),
    };
    let event = CalendarEvent {
        uid: format!("{}@{host}", arrangement.id),
        created_at: arrangement.created_at,
        begins_at: arrangement.due_at,
        summary: format!("{proposer} – {invited}"),
        description: format!(
            "{} · {}",
            arrangement.terms.variant.title(),
            rfc3339(arrangement.due_at)
        ),
        url,
        is_cancelled: !matches!(
            arrangement.status,
            ArrangementStatus::Agreed | ArrangementStatus::Begun
        ),
    };
    Ok(cached(&headers, CALENDAR, REVALIDATE, calendar("Chivalry", &[event])))
}

/// Returns an arrangement of the player.
async fn find(state: &AppState, id: ArrangementId, player: PlayerId) -> ApiResult<Arrangement> {
    let found = state.store.arrangements().find(id).await?;
    let is_theirs = |it: &Arrangement| it.players().iter().any(|it| it.id == player);
    found.filter(is_theirs).ok_or_else(|| ApiError::not_found("arranged game"))
}

/// Changes an arrangement of the player, which the other player may change at the same time.
async fn change(
    state: &AppState,
    id: ArrangementId,
    player: PlayerId,
    next: impl Fn(&Arrangement) -> Result<Arrangement, ArrangementRefusal>,
) -> ApiResult<Json<ArrangementView>> {
    loop {
        let before = find(state, id, player).await?;
        let after = next(&before).map_err(refused)?;
        if after == before {
            return Ok(Json(ArrangementView::from(&after)));
        }
        if state.store.arrangements().update(&before, &after, state.live.time().now()).await? {
            state.arranged_games.report(&after);
            return Ok(Json(ArrangementView::from(&after)));
        }
    }
}

fn refused(refusal: ArrangementRefusal) -> ApiError {
    ApiError(RequestError::from(&refusal))
}
