//! Tournaments: creation, lists, entry and direction.

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Response;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use axum::extract::DefaultBodyLimit;
use uuid::Uuid;

use crate::live::tournament_actor::handle::Tournaments;
use crate::live::tournament_actor::message::TournamentError;
use crate::protocol::{
    Code, Done, EntrantRequest, JoinTournamentRequest, List, Reason, RequestError,
    TournamentAction, TournamentItem, TournamentRequest, TournamentView, VerdictView, enum_schema,
};
use crate::store::Store;
use chivalry_play::player::{Player, PlayerId};
use chivalry_tournament::{Command, TournamentId, TournamentStatus};

use crate::http::api::lobby::player_called;
use crate::http::api::matches::lists::{PageParams, page_size};
use crate::http::error::{ApiError, ApiResult, Failures, live_error, store_error};
use crate::http::extract::auth::{AnyScope, Bearer, Play};
use crate::http::extract::body::{
    IdempotencyKey, IdempotencyKeyHeader, JsonBody, Params, PathParam,
};
use crate::http::state::AppState;

/// The largest body of a plan or a report, in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 512 * 1024;

/// The most directors of a tournament besides its creator.
const MAX_DIRECTORS: usize = 16;

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    let large = OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(crate::http::api::tournaments::reports::next_of_report))
        .routes(routes!(crate::http::api::tournaments::reports::import))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    OpenApiRouter::new()
        .merge(large)
        .routes(routes!(look))
        .routes(routes!(verdicts))
        .routes(routes!(join))
        .routes(routes!(withdraw))
        .routes(routes!(start))
        .routes(routes!(act))
        .routes(routes!(crate::http::api::tournaments::desk::desk))
        .routes(routes!(crate::http::api::tournaments::desk::engine_use))
        .routes(routes!(crate::http::api::tournaments::tables::rounds))
        .routes(routes!(crate::http::api::tournaments::tables::round))
        .routes(routes!(crate::http::api::tournaments::tables::why))
        .routes(routes!(crate::http::api::tournaments::tables::standings))
        .routes(routes!(crate::http::api::tournaments::tables::cross_table))
        .routes(routes!(crate::http::api::tournaments::tables::bracket))
        .routes(routes!(crate::http::stream::tournament_events::tournament_events))
        .routes(routes!(crate::http::api::tournaments::reports::report))
        .routes(routes!(crate::http::api::tournaments::exports::export))
        .routes(routes!(crate::http::api::tournaments::exports::games))
}

/// Create a tournament
///
/// Its creator becomes a director. The same `Idempotency-Key` sent again creates no
/// second tournament.
#[utoipa::path(post, path = "/tournaments", tag = "tournaments", operation_id = "create_tournament",
    security(("token" = ["play"])), request_body = TournamentRequest,
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "the tournament", body = Done,
        headers(("Location" = String, description = "the address of the tournament"))), Failures))]
async fn create(
    State(tournaments): State<Tournaments>,
    State(store): State<Store>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<TournamentRequest>,
) -> ApiResult<(StatusCode, [(HeaderName, String); 1], Json<Done>)> {
    let TournamentRequest { plan, directors } = request;
    let plan = plan.resolve()?;
    plan.check_tie_breaks().map_err(|fault| RequestError::from(&fault))?;
    if directors.len() > MAX_DIRECTORS {
        let message = Reason::TooManyDirectors.with([("most", MAX_DIRECTORS.into())]);
        return Err(RequestError::field("directors", message).into());
    }
    let mut all = vec![bearer.player.id];
    for (at, name) in directors.iter().enumerate() {
        let id = player_called(&store, &format!("directors[{at}]"), name).await?.id;
        if !all.contains(&id) {
            all.push(id);
        }
    }
    let cause = IdempotencyKey::cause(key, &bearer.player);
    let id = tournaments.create(plan, all, cause).await?;
    let location = format!("/api/v1/tournaments/{id}");
    let done = Done { tournament: Some(id), v: Some(1), ..Done::default() };
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(done)))
}

/// Filters of a tournament list.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `list`")]
struct StatusParams {
    /// `open`, `running`, `ended` or `cancelled`.
    #[param(schema_with = statuses)]
    status: Option<String>,
}

fn statuses() -> Object {
    enum_schema("The status.", TournamentStatus::ALL.map(TournamentStatus::as_str))
}

/// List tournaments
///
/// Newest first.
#[utoipa::path(get, path = "/tournaments", tag = "tournaments", operation_id = "tournaments",
    params(
        StatusParams,
        PageParams),
    responses((status = 200, description = "tournaments", body = List<TournamentItem>), Failures))]
async fn list(State(store): State<Store>, params: Params) -> ApiResult<Json<List<TournamentItem>>> {
    let named = |text: &str| TournamentStatus::ALL.into_iter().find(|it| it.as_str() == text);
    let status = params.read("status", "`open`, `running`, `ended` or `cancelled`", named)?;
    let limit = page_size(&params)?;
    let cursor = |text: &str| text.parse::<Uuid>().ok().map(TournamentId);
    let before = params.read("cursor", "the `next` of an earlier answer", cursor)?;
    let mut rows = store.tournaments().page(status, before, limit + 1).await?;
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let creators: Vec<PlayerId> = rows.iter().map(|row| row.created_by).collect();
    let creators = store.players().by_ids(&creators).await?;
    let next = rows.last().filter(|_| has_more).map(|row| row.id.to_string());
    let items = rows.iter().map(|row| {
        let by = creators.iter().find(|creator| creator.id == row.created_by);
        TournamentItem::of(row.id, row.status, &row.plan, row.entrants, by, row.created_at)
    });
    Ok(Json(List { items: items.collect(), next }))
}

/// Get a tournament
///
/// With its entrants, stages and rounds. The pairings of a round are requested
/// separately.
#[utoipa::path(get, path = "/tournaments/{id}", tag = "tournaments", operation_id = "tournament",
    params(("id" = uuid::Uuid, Path, description = "the tournament")),
    responses(
        (status = 200, description = "the tournament", body = TournamentView),
        (status = 304, description = "the tournament has not changed"),
        Failures))]
async fn look(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    crate::http::api::tournaments::tables::cached_view(&state, id, &headers, "", |snapshot| {
        Ok(TournamentView::of(snapshot.id, &snapshot.tournament, &snapshot.players))
    })
    .await
}

/// Check the conditions of entry
///
/// Returns a verdict on each condition of entry for the player of the token.
#[utoipa::path(get, path = "/tournaments/{id}/verdicts", tag = "tournaments",
    operation_id = "tournament_verdicts", security(("token" = [])),
    params(("id" = uuid::Uuid, Path, description = "the tournament")),
    responses((status = 200, description = "verdicts", body = List<VerdictView>), Failures))]
async fn verdicts(
    State(tournaments): State<Tournaments>,
    PathParam(id): PathParam<TournamentId>,
    bearer: Bearer<AnyScope>,
) -> ApiResult<Json<List<VerdictView>>> {
    let verdicts = tournaments.verdicts(id, bearer.player).await?;
    Ok(Json(List { items: verdicts.iter().map(VerdictView::from).collect(), next: None }))
}

/// Enter a tournament
///
/// In games for four, partners enter together. The request of the first invites the
/// partner and has no entrant in its answer. Both enter once the partner sends the same
/// players. A director may enter any players, regardless of the conditions of entry.
#[utoipa::path(post, path = "/tournaments/{id}/join", tag = "tournaments",
    operation_id = "join_tournament", security(("token" = ["play"])),
    request_body = JoinTournamentRequest,
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        IdempotencyKeyHeader),
    responses((status = 200, description = "the entrant's number", body = Done), Failures))]
async fn join(
    State(tournaments): State<Tournaments>,
    State(store): State<Store>,
    PathParam(id): PathParam<TournamentId>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<JoinTournamentRequest>,
) -> ApiResult<Json<Done>> {
    let by = bearer.player;
    let cause = IdempotencyKey::cause(key, &by);
    let mut players = Vec::new();
    match &request.players {
        Some(names) if names.len() > 2 => {
            return Err(RequestError::field("players", Reason::EntrantSize).into());
        }
        Some(names) => {
            for (at, name) in names.iter().enumerate() {
                players.push(player_called(&store, &format!("players[{at}]"), name).await?);
            }
        }
        None => players.push(by.clone()),
    }
    let done = tournaments.enter(id, by.id, cause, players, request.stage).await?;
    Ok(Json(done_of(id, done)))
}

/// Withdraw from a tournament
///
/// The entrant's unfinished pairings are lost. The action `return` undoes the
/// withdrawal for later rounds.
#[utoipa::path(post, path = "/tournaments/{id}/withdraw", tag = "tournaments",
    operation_id = "withdraw", security(("token" = ["play"])), request_body = EntrantRequest,
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        IdempotencyKeyHeader),
    responses((status = 200, description = "the entrant has withdrawn", body = Done), Failures))]
async fn withdraw(
    State(tournaments): State<Tournaments>,
    PathParam(id): PathParam<TournamentId>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    JsonBody(EntrantRequest { entrant }): JsonBody<EntrantRequest>,
) -> ApiResult<Json<Done>> {
    let snapshot = tournaments.snapshot(id).await?;
    let own = snapshot.tournament.entrant_of(bearer.player.id);
    let entrant =
        entrant.or(own).ok_or_else(|| RequestError::unmet("entrant", Reason::EntrantMissing))?;
    command(&tournaments, id, &bearer.player, key, Command::Withdraw { entrant }).await
}

/// Start the next stage
///
/// For directors. Starts the first stage, or the next one once all games of the current
/// stage are over.
#[utoipa::path(post, path = "/tournaments/{id}/start", tag = "tournaments",
    operation_id = "start_stage", security(("token" = ["play"])),
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        IdempotencyKeyHeader),
    responses((status = 200, description = "the stage has begun", body = Done), Failures))]
async fn start(
    State(tournaments): State<Tournaments>,
    PathParam(id): PathParam<TournamentId>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
) -> ApiResult<Json<Done>> {
    command(&tournaments, id, &bearer.player, key, Command::BeginStage).await
}

/// Direct a tournament
///
/// Carries out the action named by `do`: those of directors, and those of entrants
/// other than entering and withdrawing. Every action is an event of the tournament. A
/// director's action can be undone by `undo` with its `action` until a game has begun.
#[utoipa::path(post, path = "/tournaments/{id}/actions", tag = "tournaments",
    operation_id = "direct", security(("token" = ["play"])), request_body = TournamentAction,
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        IdempotencyKeyHeader),
    responses((status = 200, description = "the action is carried out", body = Done), Failures))]
async fn act(
    State(tournaments): State<Tournaments>,
    PathParam(id): PathParam<TournamentId>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    JsonBody(action): JsonBody<TournamentAction>,
) -> ApiResult<Json<Done>> {
    let snapshot = tournaments.snapshot(id).await?;
    let resolved = action.resolve(snapshot.tournament.entrant_of(bearer.player.id))?;
    command(&tournaments, id, &bearer.player, key, resolved).await
}

async fn command(
    tournaments: &Tournaments,
    id: TournamentId,
    by: &Player,
    key: Option<IdempotencyKey>,
    command: Command,
) -> ApiResult<Json<Done>> {
    let done = tournaments.command(id, by.id, IdempotencyKey::cause(key, by), command).await?;
    Ok(Json(done_of(id, done)))
}

fn done_of(id: TournamentId, done: crate::live::tournament_actor::message::Done) -> Done {
    Done { tournament: Some(id), v: Some(done.v), entrant: done.entrant, ..Done::default() }
}

impl From<TournamentError> for ApiError {
    fn from(error: TournamentError) -> ApiError {
        ApiError(tournament_error(&error))
    }
}

/// The error that clients receive for a failed tournament command.
pub(crate) fn tournament_error(error: &TournamentError) -> RequestError {
    match error {
        TournamentError::NotFound => {
            RequestError::new(Code::NotFound, Reason::NoSuchTournament.message([], error))
        }
        TournamentError::Refused(refusal) => RequestError::from(refusal),
        TournamentError::Plan(fault) => RequestError::from(fault),
        TournamentError::Draining => live_error(&crate::live::LiveError::Draining),
        TournamentError::Unavailable(crate::store::TournamentAppendError::Store(cause)) => {
            store_error(cause)
        }
        TournamentError::Unavailable(cause) => {
            tracing::error!(%cause, "a tournament could not be stored");
            RequestError::new(Code::Unavailable, Reason::TournamentConflict)
        }
        TournamentError::Match(cause) => live_error(cause),
        TournamentError::BrokenLog(_) | TournamentError::Failed => {
            tracing::error!(%error, "a tournament failed");
            RequestError::new(Code::Internal, Reason::TournamentUnreadable)
        }
    }
}
