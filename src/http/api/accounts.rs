//! Guests, accounts and sessions.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::live::Live;
use crate::live::lobby_actor::handle::LobbyHandle;
use crate::protocol::{
    Code, Credentials, MeView, PlayerView, Reason, Scopes, SessionView, TimeoutView,
};
use crate::random;
use crate::store::{SecurityEvent, SecurityEventKind, Store};
use chivalry_play::player::{Player, PlayerId, PlayerKind};

use crate::http::api::security::recovery::new_codes;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::allow_none::AllowNone;
use crate::http::extract::auth::{Account, AnyScope, Bearer};
use crate::http::extract::body::{JsonBody, Params, PathParam};
use crate::http::extract::identity::{new_guest, new_sign_in};
use crate::http::extract::sign_in::{add_address, sign_in};
use crate::http::extract::user_agent::UserAgent;
use crate::http::net::client_addr::Caller;
use crate::http::state::AppState;

type Created = (StatusCode, Json<SessionView>);

/// Create a guest
///
/// Creates a player with a generated name. The returned token is the guest's only
/// credential.
#[utoipa::path(post, path = "/guests", tag = "identity",
    responses((status = 201, description = "the guest", body = SessionView), Failures))]
pub(crate) async fn create_guest(
    State(state): State<AppState>,
    caller: Caller,
) -> ApiResult<Created> {
    let (player, token) = new_guest(&state, caller.address).await?;
    Ok(created(&player, token.as_str(), Vec::new()))
}

/// Sign up
///
/// Creates an account. With a guest's token the guest becomes the account and keeps its
/// matches, its id and its token. The guest's name then leads to the account. The answer has
/// `recovery_codes`, each of which sets a new password once.
#[utoipa::path(post, path = "/accounts", tag = "identity", request_body = Credentials,
    security((), ("token" = ["account"])),
    responses((status = 201, description = "the account", body = SessionView), Failures))]
pub(crate) async fn create_account(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    bearer: Option<Bearer<Account>>,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult<Created> {
    let Credentials { name, password } = credentials.checked()?;
    state.rate_limits.account(caller.address)?;
    if state.store.players().by_name(&name).await?.is_some() {
        return Err(ApiError::new(Code::NameTaken, Reason::NameTaken));
    }
    let hash = state.passwords.hash(password).await?;
    let guest = bearer.map(|bearer| bearer.player);
    let now = state.live.time().now();
    let player = match guest.filter(|player| player.kind == PlayerKind::Guest) {
        Some(guest) => {
            let player = state.store.players().claim_guest(guest.id, &name, &hash, now).await?;
            state.live.reload_player(player.id).await;
            state.tournaments.remove_player(player.id).await;
            player
        }
        None => {
            let id = PlayerId(random::new_id());
            state.store.players().create_account(id, &name, &hash, now).await?
        }
    };
    add_address(&state, player.id, caller.address, &hash).await?;
    let recovery_codes = new_codes(&state, player.id, client.clone()).await?;
    let token = new_sign_in(&state, player.id, SecurityEventKind::SignedIn, client).await?;
    Ok(created(&player, token.as_str(), recovery_codes))
}

/// Sign in
///
/// Issues a new token for an account, which expires when it is not used. Earlier tokens remain
/// valid. Beyond 20 sign-ins the one that was unused for the longest time ends. A token of the account in the
/// request exempts it from the limits that other clients can use up.
#[utoipa::path(post, path = "/sessions", tag = "identity", request_body = Credentials,
    responses((status = 201, description = "signed in", body = SessionView), Failures))]
pub(crate) async fn create_session(
    State(state): State<AppState>,
    caller: Caller,
    headers: HeaderMap,
    UserAgent(client): UserAgent,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult<Created> {
    let player = sign_in(&state, caller.address, &headers, credentials).await?;
    let token = new_sign_in(&state, player.id, SecurityEventKind::SignedIn, client).await?;
    Ok(created(&player, token.as_str(), Vec::new()))
}

/// Sign out
///
/// Revokes the token of the request and closes its connections.
#[utoipa::path(delete, path = "/sessions/current", tag = "identity", security(("token" = [])),
    responses((status = 204, description = "signed out"), Failures))]
pub(crate) async fn delete_session(
    State(state): State<AppState>,
    bearer: Bearer<AnyScope>,
) -> ApiResult<StatusCode> {
    state.store.tokens().delete(&bearer.hash).await?;
    state.close_connections_of(vec![bearer.hash]).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out everywhere
///
/// Revokes the tokens of all sign-ins of the player. Tokens made by `POST /tokens` remain valid.
/// Connections of the revoked tokens are closed.
#[utoipa::path(delete, path = "/sessions", tag = "identity", security(("token" = ["account"])),
    responses((status = 204, description = "signed out everywhere"), Failures))]
pub(crate) async fn delete_sessions(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
) -> ApiResult<StatusCode> {
    let player = bearer.player.id;
    let ended = state.store.tokens().delete_sign_ins(player, Scopes::EVERYTHING).await?;
    state.close_connections_of(ended).await;
    let now = state.live.time().now();
    let event = SecurityEvent::new(player, SecurityEventKind::SignInsEnded, client, now);
    state.store.security_log().add(&[event]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get the player of the token
#[utoipa::path(get, path = "/me", tag = "identity", security(("token" = [])),
    responses((status = 200, description = "the token's player", body = MeView), Failures))]
pub(crate) async fn me(
    State(live): State<Live>,
    State(store): State<Store>,
    bearer: Bearer<AnyScope>,
) -> ApiResult<Json<MeView>> {
    let id = bearer.player.id;
    let timeout = store.moderation().chat_timeout(id, live.time().now()).await?;
    Ok(Json(MeView {
        player: PlayerView::from(&bearer.player),
        moderator: store.moderation().is_moderator(id).await?,
        chat_timeout: timeout.map(|timeout| TimeoutView::of(timeout.until, timeout.reason)),
    }))
}

/// Become a bot
///
/// Marks an account as played by a program. The mark is permanent and must be set
/// before the account has had a seat in a match. Every view of the player shows it as
/// `kind`. Quick pairings exclude bots unless a seek asks for them. Bots have no other
/// restriction.
#[utoipa::path(post, path = "/me/bot", tag = "identity", security(("token" = ["account"])),
    responses((status = 200, description = "the bot", body = PlayerView), Failures))]
pub(crate) async fn become_bot(
    State(live): State<Live>,
    State(lobby): State<LobbyHandle>,
    State(store): State<Store>,
    bearer: Bearer<Account>,
) -> ApiResult<Json<PlayerView>> {
    let player = bearer.player;
    match player.kind {
        PlayerKind::Guest => {
            return Err(ApiError::new(Code::Forbidden, Reason::BotNeedsAccount));
        }
        // An open seek carries the kind of its players and would become stale.
        PlayerKind::Account if lobby.snapshot().await?.seeks.iter().any(|s| s.has(player.id)) => {
            return Err(ApiError::new(Code::Forbidden, Reason::BotInSeek));
        }
        PlayerKind::Account => store.players().become_bot(player.id, live.time().now()).await?,
        PlayerKind::Bot => {}
    }
    Ok(Json(PlayerView::from(&Player { kind: PlayerKind::Bot, ..player })))
}

/// Get a player
///
/// The former name of a guest leads to the account that the guest became.
#[utoipa::path(get, path = "/players/{name}", tag = "identity",
    params(
        ("name" = String, Path, description = "the name of a guest or an account, in any case"),
        AllowNone),
    responses(
        (status = 200, description = "the player", body = PlayerView),
        (status = 204, description = "there is no such player, with `allow_none`"),
        Failures))]
pub(crate) async fn player(
    State(store): State<Store>,
    PathParam(name): PathParam<String>,
    params: Params,
) -> ApiResult<Response> {
    let allow_none = AllowNone::read(&params)?;
    match store.players().by_name(&name).await? {
        Some(player) => Ok(Json(PlayerView::from(&player)).into_response()),
        None => allow_none.answer(ApiError::not_found("player")),
    }
}

pub(crate) async fn player_named(store: &Store, name: &str) -> ApiResult<Player> {
    store.players().by_name(name).await?.ok_or_else(|| ApiError::not_found("player"))
}

fn created(player: &Player, token: &str, recovery_codes: Vec<String>) -> Created {
    let (player, token) = (PlayerView::from(player), token.to_owned());
    let session = SessionView { player, token, recovery_codes };
    (StatusCode::CREATED, Json(session))
}
