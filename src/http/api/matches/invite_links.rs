//! Invite links of free seats: the creator of a match can list, replace and revoke
//! them.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::live::Live;
use crate::live::MatchSnapshot;
use crate::protocol::{Done, LinkRequest};
use chivalry_play::matches::{Command, InviteLinkChange, MatchId, Refusal};
use chivalry_play::player::Player;

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Bearer, Play};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::extract::token::secret;
use crate::http::state::AppState;
use crate::live::LiveError;

/// List the links of free seats
///
/// For the player who created the match.
#[utoipa::path(get, path = "/matches/{id}/links", tag = "matches", security(("token" = ["play"])),
    params(("id" = uuid::Uuid, Path, description = "the match")),
    responses((status = 200, description = "the links", body = Done), Failures))]
pub(crate) async fn links(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    bearer: Bearer<Play>,
) -> ApiResult<Json<Done>> {
    let snapshot = state.live.snapshot(id, Some(bearer.player.id)).await?;
    if snapshot.match_state.created_by() != bearer.player.id {
        return Err(LiveError::Refused(Refusal::NotTheCreator).into());
    }
    Ok(Json(links_of(&state, &snapshot)))
}

/// Replace a seat's link
///
/// The earlier link becomes invalid.
#[utoipa::path(post, path = "/matches/{id}/links/{seat}", tag = "matches",
    security(("token" = ["play"])), request_body = LinkRequest,
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("seat" = char, Path, description = "the seat's letter")),
    responses((status = 200, description = "the links", body = Done), Failures))]
pub(crate) async fn renew(
    State(state): State<AppState>,
    Path((id, seat)): Path<(String, String)>,
    bearer: Bearer<Play>,
    JsonBody(LinkRequest { expires_ms }): JsonBody<LinkRequest>,
) -> ApiResult<Json<Done>> {
    let now = state.live.time().now();
    let expires_at = expires_ms.map(|ms| now + Duration::from_millis(ms));
    let change = InviteLinkChange::Renew { key: secret::<16>(), expires_at };
    let id = change_link(&state.live, &bearer.player, &id, &seat, change).await?;
    let snapshot = state.live.snapshot(id, Some(bearer.player.id)).await?;
    Ok(Json(links_of(&state, &snapshot)))
}

/// Revoke a seat's link
///
/// A public match can still be joined from the match lists.
#[utoipa::path(delete, path = "/matches/{id}/links/{seat}", tag = "matches",
    security(("token" = ["play"])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("seat" = char, Path, description = "the seat's letter")),
    responses((status = 204, description = "the link is revoked"), Failures))]
pub(crate) async fn revoke(
    State(live): State<Live>,
    Path((id, seat)): Path<(String, String)>,
    bearer: Bearer<Play>,
) -> ApiResult<StatusCode> {
    change_link(&live, &bearer.player, &id, &seat, InviteLinkChange::Revoke).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn change_link(
    live: &Live,
    by: &Player,
    id: &str,
    seat: &str,
    change: InviteLinkChange,
) -> ApiResult<MatchId> {
    let id: MatchId = id.parse().map_err(|_| ApiError::not_found("match"))?;
    let seat: char = seat.parse().map_err(|_| ApiError::not_found("seat"))?;
    live.command(id, by, None, Command::ChangeInviteLink { seat, change }).await?;
    Ok(id)
}

fn links_of(state: &AppState, snapshot: &MatchSnapshot) -> Done {
    let match_state = &snapshot.match_state;
    let links = Some(state.links(snapshot));
    Done { match_id: Some(match_state.id()), v: Some(match_state.v()), links, ..Done::default() }
}
