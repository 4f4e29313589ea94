//! Timeouts, and the log of moderator actions.

use std::time::Duration;

use axum::Json;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use uuid::Uuid;

use crate::live::Live;
use crate::live::Notice;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::protocol::{
    Code, List, ModerationView, PlayerView, Reason, TimeoutRequest, TimeoutView, rfc3339,
};
use crate::store::Store;
use crate::store::{ChatTimeout, ModeratorEntry};
use chivalry_play::player::Player;

use crate::http::api::accounts::player_named;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::Bearer;
use crate::http::extract::body::{JsonBody, Params, PathParam};
use crate::http::state::AppState;

/// The most entries in one response.
const MAX_ENTRIES: u32 = 100;

/// An extractor for a moderator with a session token.
pub(crate) struct Moderator(pub(crate) Player);

impl<S> FromRequestParts<S> for Moderator
where
    S: Send + Sync,
    AppState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Moderator> {
        let bearer = <Bearer as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        match AppState::from_ref(state).store.moderation().is_moderator(bearer.player.id).await? {
            true => Ok(Moderator(bearer.player)),
            false => Err(ApiError::new(Code::Forbidden, Reason::ModeratorsOnly)),
        }
    }
}

/// Time a player out
///
/// For moderators. Until the timeout ends, the player cannot chat anywhere. It replaces
/// an earlier timeout.
#[utoipa::path(post, path = "/players/{name}/timeout", tag = "moderation",
    security(("token" = ["read", "play", "challenge", "records", "account"])),
    request_body = TimeoutRequest,
    params(("name" = String, Path, description = "the player's name, in any case")),
    responses((status = 200, description = "the timeout", body = TimeoutView), Failures))]
pub(crate) async fn give_timeout(
    State(live): State<Live>,
    State(lobby): State<LobbyHandle>,
    State(store): State<Store>,
    PathParam(name): PathParam<String>,
    moderator: Moderator,
    JsonBody(request): JsonBody<TimeoutRequest>,
) -> ApiResult<Json<TimeoutView>> {
    let (minutes, reason) = request.resolve()?;
    let player = player_named(&store, &name).await?;
    let now = live.time().now();
    let until = now + Duration::from_secs(u64::from(minutes) * 60);
    let timeout = ChatTimeout { until, reason };
    store.moderation().set_chat_timeout(player.id, Some(timeout), moderator.0.id, now).await?;
    lobby.notify(player.id, Notice::ChatTimeout(Some(timeout))).await;
    Ok(Json(TimeoutView::of(until, reason)))
}

/// End a timeout
///
/// For moderators.
#[utoipa::path(delete, path = "/players/{name}/timeout", tag = "moderation",
    security(("token" = ["read", "play", "challenge", "records", "account"])),
    params(("name" = String, Path, description = "the player's name, in any case")),
    responses((status = 204, description = "the timeout is over"), Failures))]
pub(crate) async fn end_timeout(
    State(live): State<Live>,
    State(lobby): State<LobbyHandle>,
    State(store): State<Store>,
    PathParam(name): PathParam<String>,
    moderator: Moderator,
) -> ApiResult<StatusCode> {
    let player = player_named(&store, &name).await?;
    let now = live.time().now();
    if store.moderation().chat_timeout(player.id, now).await?.is_none() {
        return Err(ApiError::not_found("timeout"));
    }
    store.moderation().set_chat_timeout(player.id, None, moderator.0.id, now).await?;
    lobby.notify(player.id, Notice::ChatTimeout(None)).await;
    Ok(StatusCode::NO_CONTENT)
}

/// List moderator actions
///
/// For moderators. Newest first.
#[utoipa::path(get, path = "/moderation/log", tag = "moderation",
    security(("token" = ["read", "play", "challenge", "records", "account"])),
    params(("cursor" = Option<Uuid>, Query, description = "the `next` of the previous part")),
    responses((status = 200, description = "entries", body = List<ModerationView>), Failures))]
pub(crate) async fn log(
    State(store): State<Store>,
    _moderator: Moderator,
    params: Params,
) -> ApiResult<Json<List<ModerationView>>> {
    let cursor = |text: &str| text.parse::<Uuid>().ok();
    let before = params.read("cursor", "the `next` of an earlier answer", cursor)?;
    // One extra entry shows that another page exists.
    let mut entries = store.moderation().log(before, MAX_ENTRIES + 1).await?;
    let has_more = entries.len() > MAX_ENTRIES as usize;
    entries.truncate(MAX_ENTRIES as usize);
    let next = entries.last().map(|entry| entry.id.to_string()).filter(|_| has_more);
    Ok(Json(List { items: entries.iter().map(view).collect(), next }))
}

fn view(entry: &ModeratorEntry) -> ModerationView {
    let (match_id, room, line) = match entry.line {
        Some((match_id, room, line)) => (Some(match_id), Some(room.into()), Some(line)),
        None => (None, None, None),
    };
    ModerationView {
        id: entry.id,
        at: rfc3339(entry.at),
        moderator: PlayerView::from(&entry.moderator),
        action: entry.action.as_str(),
        player: PlayerView::from(&entry.player),
        timeout: entry.timeout.map(|timeout| TimeoutView::of(timeout.until, timeout.reason)),
        match_id,
        room,
        line,
    }
}
