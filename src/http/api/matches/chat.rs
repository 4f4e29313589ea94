//! Chat in matches over REST, and the list of muted players.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::live::Live;
use crate::protocol::{
    ChatRequest, Code, Done, LineView, List, PlayerView, Reason, RequestError, RoomField,
};
use crate::store::Store;
use chivalry_play::matches::{ChatRoom, MatchId};
use chivalry_play::player::Player;

use crate::http::api::accounts::player_named;
use crate::http::error::{ApiError, ApiResult, Failures, live_error};
use crate::http::extract::auth::{AnyScope, Bearer, Play, Read};
use crate::http::extract::body::{
    IdempotencyKey, IdempotencyKeyHeader, JsonBody, Params, PathParam,
};
use crate::http::state::AppState;

/// The most lines in one response.
const MAX_LINES: u32 = 100;

/// The most players that one player may mute.
const MAX_MUTES: usize = 200;

/// Adds a chat line to a match, for REST and WebSocket.
pub(crate) async fn say(
    state: &AppState,
    by: &Player,
    id: Option<String>,
    match_id: MatchId,
    request: &ChatRequest,
) -> Result<Done, RequestError> {
    let (room, text) = request.resolve()?;
    state.rate_limits.line_of_talk(by.id)?;
    let said = state.live.say(match_id, by, id, room, text).await;
    let said = said.map_err(|error| live_error(&error))?;
    Ok(Done { match_id: Some(match_id), v: Some(said.v), line: Some(said.line), ..Done::default() })
}

/// Send a chat line
///
/// Players write to the players' room, watchers to the watchers' room. A player may
/// send five lines at once and one more every two seconds.
#[utoipa::path(post, path = "/matches/{id}/chat", tag = "talk", security(("token" = ["play"])),
    request_body = ChatRequest,
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        IdempotencyKeyHeader),
    responses((status = 200, description = "the line is stored", body = Done), Failures))]
pub(crate) async fn say_line(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<ChatRequest>,
) -> ApiResult<Json<Done>> {
    let key = key.map(|IdempotencyKey(key)| key);
    Ok(Json(say(&state, &bearer.player, key, id, &request).await?))
}

/// Read chat lines
///
/// Returns up to a hundred lines of a room, oldest first. During the match, players
/// read only their own room and watchers theirs. After the match everybody reads both.
/// Lines of muted players are left out.
#[utoipa::path(get, path = "/matches/{id}/chat", tag = "talk", security((), ("token" = [])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("room" = RoomField, Query, description = "`players` or `watchers`"),
        ("since" = Option<u32>, Query,
            description = "the last line that the client has, or the `next` of an answer")),
    responses((status = 200, description = "lines", body = List<LineView>), Failures))]
pub(crate) async fn lines(
    State(live): State<Live>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
) -> ApiResult<Json<List<LineView>>> {
    let room = |text: &str| ChatRoom::ALL.into_iter().find(|room| room.as_str() == text);
    let expected = "`players` or `watchers`";
    let room = params.read("room", expected, room)?;
    let room = room.ok_or_else(|| {
        RequestError::field("room", Reason::ParameterMissing.with([("name", "room".into())]))
    })?;
    let since = params.number("since")?.unwrap_or(0);
    let viewer = bearer.map(|bearer| bearer.player.id);
    let (lines, next) = live.lines(id, viewer, room, since, MAX_LINES).await?;
    let items = lines.iter().map(LineView::from).collect();
    Ok(Json(List { items, next: next.map(|line| line.to_string()) }))
}

/// Hide a chat line
///
/// For moderators. Permanently removes the text of the line for everybody.
#[utoipa::path(delete, path = "/matches/{id}/chat/{room}/{line}", tag = "moderation",
    security(("token" = ["read", "play", "challenge", "records", "account"])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("room" = RoomField, Path, description = "`players` or `watchers`"),
        ("line" = u32, Path, description = "the number of the line")),
    responses((status = 204, description = "the line is hidden"), Failures))]
pub(crate) async fn hide(
    State(live): State<Live>,
    Path((id, room, line)): Path<(String, String, String)>,
    moderator: crate::http::api::moderation::moderation_log::Moderator,
) -> ApiResult<StatusCode> {
    let no_line = || ApiError::not_found("line");
    let id: MatchId = id.parse().map_err(|_| ApiError::not_found("match"))?;
    let room = ChatRoom::ALL.into_iter().find(|known| known.as_str() == room);
    let (room, line) = (room.ok_or_else(no_line)?, line.parse().map_err(|_| no_line())?);
    match live.hide(id, moderator.0.id, room, line).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(no_line()),
    }
}

/// List muted players
#[utoipa::path(get, path = "/mutes", tag = "talk", security(("token" = ["read"])),
    responses((status = 200, description = "muted players by name",
        body = List<PlayerView>), Failures))]
pub(crate) async fn mutes(
    State(store): State<Store>,
    bearer: Bearer<Read>,
) -> ApiResult<Json<List<PlayerView>>> {
    let muted = store.chat().mutes_of(bearer.player.id).await?;
    Ok(Json(List { items: muted.iter().map(PlayerView::from).collect(), next: None }))
}

/// Mute a player
///
/// Chat lines and challenges of the muted player no longer reach this player, over any
/// connection. The muted player is not notified.
#[utoipa::path(put, path = "/mutes/{name}", tag = "talk", security(("token" = ["play"])),
    params(("name" = String, Path, description = "the player's name, in any case")),
    responses((status = 204, description = "the player is muted"), Failures))]
pub(crate) async fn mute(
    State(live): State<Live>,
    State(store): State<Store>,
    PathParam(name): PathParam<String>,
    bearer: Bearer<Play>,
) -> ApiResult<StatusCode> {
    let (player, other) = (bearer.player.id, player_named(&store, &name).await?.id);
    if player == other {
        return Err(ApiError::new(Code::Forbidden, Reason::MutesThemselves));
    }
    if store.chat().mutes_of(player).await?.len() >= MAX_MUTES
        && !store.chat().is_muted(player, other)
    {
        let message = Reason::TooManyMutes.with([("most", MAX_MUTES.into())]);
        return Err(RequestError::new(Code::RateLimited, message).into());
    }
    store.chat().mute(player, other, live.time().now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unmute a player
#[utoipa::path(delete, path = "/mutes/{name}", tag = "talk", security(("token" = ["play"])),
    params(("name" = String, Path, description = "the player's name, in any case")),
    responses((status = 204, description = "the player is no longer muted"), Failures))]
pub(crate) async fn unmute(
    State(store): State<Store>,
    PathParam(name): PathParam<String>,
    bearer: Bearer<Play>,
) -> ApiResult<StatusCode> {
    let other = player_named(&store, &name).await?;
    match store.chat().unmute(bearer.player.id, other.id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found("mute")),
    }
}
