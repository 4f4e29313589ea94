//! Premoves of a player in a match. Only the player can set, read and delete them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::live::Live;
use crate::live::{LiveError, NewPremove};
use crate::protocol::{Done, PremoveRequest, PremoveView};
use chivalry_play::matches::{MatchId, Refusal};

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Bearer, Play};
use crate::http::extract::body::{IdempotencyKey, IdempotencyKeyHeader, JsonBody, PathParam};

/// Set a premove
///
/// Stores a move for the player's next ply during another seat's turn, or a tree of
/// replies to the moves of others. It replaces an earlier premove.
#[utoipa::path(put, path = "/matches/{id}/premove", tag = "play", security(("token" = ["play"])),
    request_body = PremoveRequest,
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        IdempotencyKeyHeader),
    responses((status = 200, description = "the premove is set", body = Done), Failures))]
pub(crate) async fn set_premove(
    State(live): State<Live>,
    PathParam(id): PathParam<MatchId>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<PremoveRequest>,
) -> ApiResult<Json<Done>> {
    let PremoveRequest { ply, line } = request.checked()?;
    let key = key.map(|IdempotencyKey(key)| key);
    let kept = live.premove(id, &bearer.player, key, NewPremove { ply, line }).await?;
    Ok(Json(Done { match_id: Some(id), ply: Some(kept.ply), seat: kept.seat, ..Done::default() }))
}

/// Delete the premove
#[utoipa::path(delete, path = "/matches/{id}/premove", tag = "play",
    security(("token" = ["play"])),
    params(("id" = uuid::Uuid, Path, description = "the match")),
    responses((status = 204, description = "the premove is deleted"), Failures))]
pub(crate) async fn delete_premove(
    State(live): State<Live>,
    PathParam(id): PathParam<MatchId>,
    bearer: Bearer<Play>,
) -> ApiResult<StatusCode> {
    let nothing = NewPremove { ply: None, line: None };
    live.premove(id, &bearer.player, None, nothing).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get the premove
///
/// Returns the player's own premove in the match.
#[utoipa::path(get, path = "/matches/{id}/premove", tag = "play", security(("token" = ["play"])),
    params(("id" = uuid::Uuid, Path, description = "the match")),
    responses((status = 200, description = "the premove", body = PremoveView), Failures))]
pub(crate) async fn premove(
    State(live): State<Live>,
    PathParam(id): PathParam<MatchId>,
    bearer: Bearer<Play>,
) -> ApiResult<Json<PremoveView>> {
    let player = bearer.player.id;
    let snapshot = live.snapshot(id, Some(player)).await?;
    if snapshot.match_state.seat_of(player).is_none() {
        return Err(LiveError::Refused(Refusal::NotAPlayer).into());
    }
    let ready = snapshot.premove_of(player).ok_or_else(|| ApiError::not_found("premove"))?;
    Ok(Json(PremoveView { match_id: id, ready: ready.into() }))
}
