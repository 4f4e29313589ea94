//! Lobby requests over REST: correspondence seeks and challenges.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::live::Live;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::live::lobby_actor::message::{
    ChallengeAnswer, ChallengeTerms, LobbyCommand, LobbyError, Outcome,
};
use crate::protocol::{
    AcceptRequest, ChallengeRequest, ChallengeSay, ChallengeView, DeclineRequest, Done, List,
    Reason, RequestError, SeekRequest, SeekView, seek_views,
};
use crate::store::ChallengeRow;
use crate::store::Store;
use chivalry_play::lobby::{ChallengeId, SeekId};
use chivalry_play::player::Player;

use crate::http::error::{ApiError, ApiResult, Failures, live_error, store_error};
use crate::http::extract::auth::{Bearer, Challenge};
use crate::http::extract::body::{IdempotencyKey, IdempotencyKeyHeader, JsonBody, PathParam};
use crate::http::state::AppState;

/// The most challenges in one response.
const MAX_SHOWN: u32 = 100;

/// List open seeks
///
/// Oldest first. The list has persistent seeks and those bound to a WebSocket
/// connection.
#[utoipa::path(get, path = "/seeks", tag = "lobby",
    responses((status = 200, description = "seeks", body = List<SeekView>), Failures))]
pub(crate) async fn seeks(State(lobby): State<LobbyHandle>) -> ApiResult<Json<List<SeekView>>> {
    let whole = lobby.snapshot().await?;
    Ok(Json(List { items: seek_views(&whole.seeks), next: None }))
}

/// Create a seek
///
/// Only for games that begin without the players being online. Games by a clock are
/// sought over a WebSocket. If another seek fits, the response has the match. A seek
/// equal to one that the player already has is not opened again.
#[utoipa::path(post, path = "/seeks", tag = "lobby", security(("token" = ["challenge"])),
    request_body = SeekRequest,
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "the seek, and the match if it was paired at once",
        body = Done), Failures))]
pub(crate) async fn seek(
    State(state): State<AppState>,
    bearer: Bearer<Challenge>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<SeekRequest>,
) -> ApiResult<(StatusCode, Json<Done>)> {
    let with = match &request.with {
        Some(name) => Some(player_called(&state.store, "with", name).await?),
        None => None,
    };
    let wish = request.resolve(with)?;
    let cause = IdempotencyKey::cause(key, &bearer.player);
    let by = state.paired(bearer.player, &wish.terms).await?;
    let outcome = state.lobby.command(LobbyCommand::Seek { by, wish }, cause, None).await?;
    Ok((StatusCode::CREATED, Json(done_of(&outcome))))
}

/// Leave a seek
///
/// Also declines an invitation to be a partner in it.
#[utoipa::path(delete, path = "/seeks/{id}", tag = "lobby", security(("token" = ["challenge"])),
    params(("id" = uuid::Uuid, Path, description = "the seek")),
    responses((status = 204, description = "the player has left the seek"), Failures))]
pub(crate) async fn unseek(
    State(lobby): State<LobbyHandle>,
    PathParam(id): PathParam<SeekId>,
    bearer: Bearer<Challenge>,
) -> ApiResult<StatusCode> {
    let leave = LobbyCommand::Leave { seek: Some(id), by: bearer.player.id };
    lobby.command(leave, None, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Join a seek
///
/// Also accepts an invitation to be a partner in it. If the seek is full afterwards,
/// the response has the match.
#[utoipa::path(post, path = "/seeks/{id}/accept", tag = "lobby", security(("token" = ["challenge"])),
    request_body = AcceptRequest,
    params(IdempotencyKeyHeader, ("id" = uuid::Uuid, Path, description = "the seek")),
    responses((status = 200, description = "the player has joined the seek",
        body = Done), Failures))]
pub(crate) async fn accept_seek(
    State(state): State<AppState>,
    PathParam(id): PathParam<SeekId>,
    bearer: Bearer<Challenge>,
    key: Option<IdempotencyKey>,
    JsonBody(AcceptRequest { seat }): JsonBody<AcceptRequest>,
) -> ApiResult<Json<Done>> {
    let cause = IdempotencyKey::cause(key, &bearer.player);
    let seek = match state.lobby.find(id).await {
        Ok(seek) => seek,
        // An earlier attempt of the same request may have ended the seek.
        Err(error) => {
            let answered = state.lobby.answered(cause).await?;
            let answered = answered.filter(|outcome| outcome.seek == Some(id));
            return answered.map(|outcome| Json(done_of(&outcome))).ok_or(error.into());
        }
    };
    let by = state.paired(bearer.player, &seek.terms).await?;
    let accept = LobbyCommand::Accept { seek: id, by, seat };
    let outcome = state.lobby.command(accept, cause, None).await?;
    Ok(Json(done_of(&outcome)))
}

/// Challenge a player
///
/// A challenge equal to a pending one is not sent again.
#[utoipa::path(post, path = "/challenges", tag = "lobby", security(("token" = ["challenge"])),
    request_body = ChallengeRequest,
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "the challenge", body = ChallengeView), Failures))]
pub(crate) async fn challenge(
    State(state): State<AppState>,
    bearer: Bearer<Challenge>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<ChallengeRequest>,
) -> ApiResult<(StatusCode, Json<ChallengeView>)> {
    let cause = IdempotencyKey::cause(key, &bearer.player);
    let (terms, seat, expires_in) = request.resolve()?;
    let to = state.seeker(player_called(&state.store, "to", &request.to).await?, &terms).await?;
    let by = state.seeker(bearer.player, &terms).await?;
    let wish = ChallengeTerms { to, terms, seat, expires_in };
    let outcome = state.lobby.command(LobbyCommand::Challenge { by, wish }, cause, None).await?;
    let sent = outcome.challenge.expect("the challenge that was sent");
    Ok((StatusCode::CREATED, Json(ChallengeView::of(&sent, None, None))))
}

/// List one's challenges
///
/// The last hundred, sent and received, with their outcome, newest first.
#[utoipa::path(get, path = "/challenges", tag = "lobby", security(("token" = ["challenge"])),
    responses((status = 200, description = "challenges", body = List<ChallengeView>), Failures))]
pub(crate) async fn challenges(
    State(live): State<Live>,
    State(store): State<Store>,
    bearer: Bearer<Challenge>,
) -> ApiResult<Json<List<ChallengeView>>> {
    let now = live.time().now();
    let rows = store.challenges().of_player(bearer.player.id, MAX_SHOWN, now).await?;
    let view = |row: ChallengeRow| ChallengeView::of(&row.challenge, row.end, row.match_id);
    Ok(Json(List { items: rows.into_iter().map(view).collect(), next: None }))
}

/// Accept a challenge
#[utoipa::path(post, path = "/challenges/{id}/accept", tag = "lobby", security(("token" = ["challenge"])),
    params(IdempotencyKeyHeader, ("id" = uuid::Uuid, Path, description = "the challenge")),
    responses((status = 200, description = "the match", body = Done), Failures))]
pub(crate) async fn accept_challenge(
    State(state): State<AppState>,
    PathParam(id): PathParam<ChallengeId>,
    bearer: Bearer<Challenge>,
    key: Option<IdempotencyKey>,
) -> ApiResult<Json<Done>> {
    let outcome = answer(&state, id, &bearer.player, key, ChallengeAnswer::Accept).await?;
    Ok(Json(done_of(&outcome)))
}

/// Decline a challenge
#[utoipa::path(post, path = "/challenges/{id}/decline", tag = "lobby", security(("token" = ["challenge"])),
    request_body = DeclineRequest,
    params(IdempotencyKeyHeader, ("id" = uuid::Uuid, Path, description = "the challenge")),
    responses((status = 204, description = "the challenge is declined"), Failures))]
pub(crate) async fn decline_challenge(
    State(state): State<AppState>,
    PathParam(id): PathParam<ChallengeId>,
    bearer: Bearer<Challenge>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<DeclineRequest>,
) -> ApiResult<StatusCode> {
    let say = ChallengeAnswer::Decline(request.resolve()?);
    answer(&state, id, &bearer.player, key, say).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Cancel a challenge
#[utoipa::path(post, path = "/challenges/{id}/cancel", tag = "lobby", security(("token" = ["challenge"])),
    params(IdempotencyKeyHeader, ("id" = uuid::Uuid, Path, description = "the challenge")),
    responses((status = 204, description = "the challenge is cancelled"), Failures))]
pub(crate) async fn cancel_challenge(
    State(state): State<AppState>,
    PathParam(id): PathParam<ChallengeId>,
    bearer: Bearer<Challenge>,
    key: Option<IdempotencyKey>,
) -> ApiResult<StatusCode> {
    answer(&state, id, &bearer.player, key, ChallengeAnswer::Cancel).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Finds the player named by the request field `field`.
pub(crate) async fn player_called(
    store: &Store,
    field: &str,
    name: &str,
) -> Result<Player, RequestError> {
    let player = store.players().by_name(name).await.map_err(|error| store_error(&error))?;
    player.ok_or_else(|| RequestError::unmet(field, Reason::UnknownPlayerName))
}

async fn answer(
    state: &AppState,
    challenge: ChallengeId,
    by: &Player,
    key: Option<IdempotencyKey>,
    say: ChallengeAnswer,
) -> Result<Outcome, LobbyError> {
    let cause = IdempotencyKey::cause(key, by);
    state.lobby.command(LobbyCommand::Answer { challenge, by: by.id, say }, cause, None).await
}

/// The response that describes the outcome of a lobby command.
pub(crate) fn done_of(outcome: &Outcome) -> Done {
    let Outcome { seek, challenge, made } = outcome;
    let (match_id, seat) = made.map(|made| (made.match_id, made.seat)).unzip();
    let challenge = challenge.as_ref().map(|challenge| challenge.id);
    Done { seek: *seek, challenge, match_id, seat, ..Done::default() }
}

pub(crate) const fn answer_of(say: ChallengeSay) -> ChallengeAnswer {
    match say {
        ChallengeSay::Accept => ChallengeAnswer::Accept,
        ChallengeSay::Decline(reason) => ChallengeAnswer::Decline(reason),
        ChallengeSay::Cancel => ChallengeAnswer::Cancel,
    }
}

impl From<LobbyError> for ApiError {
    fn from(error: LobbyError) -> ApiError {
        ApiError(lobby_error(&error))
    }
}

/// The error that clients receive for a failed lobby command.
pub(crate) fn lobby_error(error: &LobbyError) -> RequestError {
    match error {
        LobbyError::Refused(refusal) => RequestError::from(refusal),
        LobbyError::Live(error) => live_error(error),
        LobbyError::Store(error) => store_error(error),
    }
}
