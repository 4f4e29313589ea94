//! Routes below `/schedules`.

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderName, StatusCode};
use chivalry_play::matches::Refusal;
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_tournament::{ScheduleId, TournamentId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::live::error::LiveError;
use crate::live::tournament_actor::schedules::{ScheduleCreationError, Schedules};
use crate::protocol::{
    Code, List, Reason, RequestError, ScheduleRequest, ScheduleStandingView, ScheduleView,
    TournamentItem,
};
use crate::store::{ScheduleCreated, ScheduleRow, Store, TournamentRow};

use crate::http::api::matches::lists::{PageParams, page_size};
use crate::http::api::tournaments::tournaments::MAX_BODY_BYTES;
use crate::http::error::{ApiError, ApiResult, Failures, live_error, store_error};
use crate::http::extract::auth::{Bearer, Play};
use crate::http::extract::body::{
    IdempotencyKey, IdempotencyKeyHeader, JsonBody, Params, PathParam,
};
use crate::http::state::AppState;

/// The most schedules of an account that have not ended.
const MAX_SCHEDULES: u32 = 5;

/// The most schedules of a list.
const MAX_LISTED: u32 = 100;

/// The most places of a schedule's standings.
const MAX_STANDINGS: usize = 500;

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    let large = OpenApiRouter::new()
        .routes(routes!(list, create))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    OpenApiRouter::new()
        .merge(large)
        .routes(routes!(look))
        .routes(routes!(end))
        .routes(routes!(tournaments))
        .routes(routes!(standings))
}

/// Create a schedule
///
/// For accounts. The server creates a tournament for each start, and its creator directs
/// them. The same `Idempotency-Key` sent again creates no second schedule.
#[utoipa::path(post, path = "/schedules", tag = "tournaments", operation_id = "create_schedule",
    security(("token" = ["play"])), request_body = ScheduleRequest,
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "the schedule", body = ScheduleView,
        headers(("Location" = String, description = "the address of the schedule"))), Failures))]
async fn create(
    State(schedules): State<Schedules>,
    State(store): State<Store>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<ScheduleRequest>,
) -> ApiResult<(StatusCode, [(HeaderName, String); 1], Json<ScheduleView>)> {
    if bearer.player.kind == PlayerKind::Guest {
        return Err(ApiError::new(Code::Forbidden, Reason::SchedulesForAccounts));
    }
    let plan = request.resolve()?;
    let command = key.as_ref().map(|key| key.0.as_str());
    let created = schedules.create(plan, bearer.player.id, command, MAX_SCHEDULES).await;
    let (made, created) = created.map_err(|error| match error {
        ScheduleCreationError::Plan(error) => ApiError::from(RequestError::from(&error)),
        ScheduleCreationError::Store(error) => store_error(&error).into(),
    })?;
    let id = match created {
        ScheduleCreated::Done => made.id,
        ScheduleCreated::Before(earlier) => earlier,
        ScheduleCreated::TooMany => {
            let message = Reason::TooManySchedules.with([("most", MAX_SCHEDULES.into())]);
            return Err(RequestError::new(Code::RateLimited, message).into());
        }
    };
    let stored = schedule(&store, id).await?;
    if stored.plan != made.plan {
        return Err(live_error(&LiveError::Refused(Refusal::IdReused)).into());
    }
    let location = format!("/api/v1/schedules/{id}");
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(view(&stored, Some(&bearer.player)))))
}

/// List schedules
///
/// Those that have not ended, in the order in which their next tournaments are created; or
/// the one of a tournament.
#[utoipa::path(get, path = "/schedules", tag = "tournaments", operation_id = "schedules",
    params(("tournament" = Option<uuid::Uuid>, Query,
            description = "only the schedule that created this tournament")),
    responses((status = 200, description = "schedules", body = List<ScheduleView>), Failures))]
async fn list(State(store): State<Store>, params: Params) -> ApiResult<Json<List<ScheduleView>>> {
    let named = |text: &str| text.parse::<TournamentId>().ok();
    let rows = match params.read("tournament", "the id of a tournament", named)? {
        Some(tournament) => {
            store.schedules().of_tournament(tournament).await?.into_iter().collect()
        }
        None => store.schedules().active(MAX_LISTED).await?,
    };
    let creators: Vec<PlayerId> = rows.iter().map(|row| row.created_by).collect();
    let creators = store.players().by_ids(&creators).await?;
    let items = rows
        .iter()
        .map(|row| view(row, creators.iter().find(|creator| creator.id == row.created_by)));
    Ok(Json(List { items: items.collect(), next: None }))
}

/// Get a schedule
#[utoipa::path(get, path = "/schedules/{id}", tag = "tournaments", operation_id = "schedule",
    params(("id" = uuid::Uuid, Path, description = "the schedule")),
    responses((status = 200, description = "the schedule", body = ScheduleView), Failures))]
async fn look(
    State(store): State<Store>,
    PathParam(id): PathParam<ScheduleId>,
) -> ApiResult<Json<ScheduleView>> {
    let row = schedule(&store, id).await?;
    let creator = store.players().by_id(row.created_by).await?;
    Ok(Json(view(&row, creator.as_ref())))
}

/// End a schedule
///
/// For its creator. Tournaments that exist already take place.
#[utoipa::path(post, path = "/schedules/{id}/end", tag = "tournaments",
    operation_id = "end_schedule", security(("token" = ["play"])),
    params(("id" = uuid::Uuid, Path, description = "the schedule")),
    responses((status = 200, description = "the schedule", body = ScheduleView), Failures))]
async fn end(
    State(store): State<Store>,
    PathParam(id): PathParam<ScheduleId>,
    bearer: Bearer<Play>,
) -> ApiResult<Json<ScheduleView>> {
    let row = schedule(&store, id).await?;
    if row.created_by != bearer.player.id {
        return Err(ApiError::new(Code::Forbidden, Reason::NotYourSchedule));
    }
    store.schedules().end(id).await?;
    let row = schedule(&store, id).await?;
    Ok(Json(view(&row, Some(&bearer.player))))
}

/// List the tournaments of a schedule
///
/// Newest first.
#[utoipa::path(get, path = "/schedules/{id}/tournaments", tag = "tournaments",
    operation_id = "tournaments_of_schedule",
    params(("id" = uuid::Uuid, Path, description = "the schedule"), PageParams),
    responses((status = 200, description = "tournaments", body = List<TournamentItem>), Failures))]
async fn tournaments(
    State(store): State<Store>,
    PathParam(id): PathParam<ScheduleId>,
    params: Params,
) -> ApiResult<Json<List<TournamentItem>>> {
    let limit = page_size(&params)?;
    let cursor = |text: &str| text.parse::<u32>().ok();
    let before = params.read_or_unmet("cursor", "the `next` of an earlier answer", cursor)?;
    let row = schedule(&store, id).await?;
    let before = before.unwrap_or(u32::MAX);
    let mut listed = store.schedules().tournaments(id, before, limit + 1).await?;
    let has_more = listed.len() > limit as usize;
    listed.truncate(limit as usize);
    let next = listed.last().filter(|_| has_more).map(|(number, _)| number.to_string());
    let creator = store.players().by_id(row.created_by).await?;
    let mut items = Vec::with_capacity(listed.len());
    for (_, tournament) in listed {
        let Some(row) = store.tournaments().row(tournament).await? else { continue };
        let TournamentRow { id, plan, entrants, status, created_at, .. } = row;
        items.push(TournamentItem::of(id, status, &plan, entrants, creator.as_ref(), created_at));
    }
    Ok(Json(List { items, next }))
}

/// Get the standings of a schedule
///
/// The points of each player over all tournaments that have ended. The places are those of
/// the last stage. Ties are broken by the number of wins, and then by the fewest
/// tournaments. At most 500 players.
#[utoipa::path(get, path = "/schedules/{id}/standings", tag = "tournaments",
    operation_id = "schedule_standings",
    params(("id" = uuid::Uuid, Path, description = "the schedule")),
    responses((status = 200, description = "standings", body = List<ScheduleStandingView>),
        Failures))]
async fn standings(
    State(store): State<Store>,
    PathParam(id): PathParam<ScheduleId>,
) -> ApiResult<Json<List<ScheduleStandingView>>> {
    let row = schedule(&store, id).await?;
    let mut standings = row.plan.scoring.standings(store.schedules().places(id).await?);
    standings.truncate(MAX_STANDINGS);
    let players: Vec<PlayerId> = standings.iter().map(|standing| standing.player).collect();
    let players = store.players().by_ids(&players).await?;
    let items = standings.iter().filter_map(|standing| {
        let player = players.iter().find(|player| player.id == standing.player)?;
        Some(ScheduleStandingView::of(standing, player))
    });
    Ok(Json(List { items: items.collect(), next: None }))
}

async fn schedule(store: &Store, id: ScheduleId) -> ApiResult<ScheduleRow> {
    let row = store.schedules().by_id(id).await?;
    row.ok_or_else(|| ApiError::new(Code::NotFound, Reason::NoSuchSchedule))
}

fn view(row: &ScheduleRow, by: Option<&Player>) -> ScheduleView {
    let next_at = row.create_at.map(|_| row.next_at);
    ScheduleView::of(row.id, &row.plan, (by, row.created_at), (row.next_number, next_at))
}
