//! Invite links of free seats: the creator of a match can list, replace and revoke
//! them.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::live::MatchSnapshot;
use crate::protocol::{Done, LinkRequest};
use chivalry_play::matches::{Command, InviteLinkChange, MatchId, Refusal};
use chivalry_play::player::Player;

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth;
use crate::http::extract::auth::{Bearer, Play};
use crate::http::extract::body::{Fields, Named};
use crate::http::state::AppState;
use crate::live::LiveError;

/// List the links of free seats
///
/// For the player who created the match.
#[utoipa::path(get, path = "/matches/{id}/links", tag = "matches", security(("token" = ["play"])),
    params(("id" = uuid::Uuid, Path, description = "the match")),
    responses((status = 200, description = "the links", body = Done), Failures))]
pub(crate) async fn links(
    State(app): State<AppState>,
    Named(id): Named<MatchId>,
    bearer: Bearer<Play>,
) -> ApiResult<Json<Done>> {
    let room = app.live.look(id, Some(bearer.player.id)).await?;
    if room.contest.created_by() != bearer.player.id {
        return Err(LiveError::Refused(Refusal::NotTheCreator).into());
    }
    Ok(Json(links_of(&app, &room)))
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
    State(app): State<AppState>,
    Path((id, seat)): Path<(String, String)>,
    bearer: Bearer<Play>,
    Fields(LinkRequest { expires_ms }): Fields<LinkRequest>,
) -> ApiResult<Json<Done>> {
    let now = app.live.time().now();
    let expires_at = expires_ms.map(|ms| now + Duration::from_millis(ms));
    let change = InviteLinkChange::Renew { key: auth::secret::<16>(), expires_at };
    let id = change_link(&app, &bearer.player, &id, &seat, change).await?;
    let room = app.live.look(id, Some(bearer.player.id)).await?;
    Ok(Json(links_of(&app, &room)))
}

/// Revoke a seat's link
///
/// A public match can still be joined from the match lists.
#[utoipa::path(delete, path = "/matches/{id}/links/{seat}", tag = "matches",
    security(("token" = ["play"])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("seat" = char, Path, description = "the seat's letter")),
    responses((status = 204, description = "the link is worth nothing any more"), Failures))]
pub(crate) async fn revoke(
    State(app): State<AppState>,
    Path((id, seat)): Path<(String, String)>,
    bearer: Bearer<Play>,
) -> ApiResult<StatusCode> {
    change_link(&app, &bearer.player, &id, &seat, InviteLinkChange::Revoke).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn change_link(
    app: &AppState,
    by: &Player,
    id: &str,
    seat: &str,
    change: InviteLinkChange,
) -> ApiResult<MatchId> {
    let id: MatchId = id.parse().map_err(|_| ApiError::not_found("match"))?;
    let seat: char = seat.parse().map_err(|_| ApiError::not_found("seat"))?;
    app.live.command(id, by, None, Command::ChangeInviteLink { seat, change }).await?;
    Ok(id)
}

fn links_of(app: &AppState, room: &MatchSnapshot) -> Done {
    let contest = &room.contest;
    let links = Some(app.links(room));
    Done { match_id: Some(contest.id()), v: Some(contest.v()), links, ..Done::default() }
}
