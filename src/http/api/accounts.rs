//! Guests, accounts and sessions.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use uuid::Uuid;

use crate::protocol::{Code, Credentials, MeView, PlayerView, Reason, SessionView, TimeoutView};
use chivalry_play::player::{Player, PlayerId, PlayerKind};

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth;
use crate::http::extract::auth::{Account, AnyScope, Bearer};
use crate::http::extract::body::{JsonBody, PathParam};
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
    let (player, token) = auth::new_guest(&state, caller.address).await?;
    Ok(created(&player, token.as_str()))
}

/// Sign up
///
/// Creates an account. With a guest's token the guest becomes the account and keeps its
/// matches, its id and its token.
#[utoipa::path(post, path = "/accounts", tag = "identity", request_body = Credentials,
    security((), ("token" = ["account"])),
    responses((status = 201, description = "the account", body = SessionView), Failures))]
pub(crate) async fn create_account(
    State(state): State<AppState>,
    caller: Caller,
    bearer: Option<Bearer<Account>>,
    JsonBody(credentials): JsonBody<Credentials>,
) -> ApiResult<Created> {
    credentials.check()?;
    state.allowances.account(caller.address)?;
    let Credentials { name, password } = credentials;
    if state.store.player_by_name(&name).await?.is_some() {
        return Err(ApiError::new(Code::NameTaken, Reason::NameTaken));
    }
    let hash = state.passwords.hash(password).await?;
    let guest = bearer.map(|bearer| bearer.player);
    let now = state.live.time().now();
    let player = match guest.filter(|player| player.kind == PlayerKind::Guest) {
        Some(guest) => state.store.claim_guest(guest.id, &name, &hash, now).await?,
        None => {
            let id = PlayerId(Uuid::now_v7());
            state.store.create_account(id, &name, &hash, now).await?
        }
    };
    let token = auth::new_token(&state, player.id).await?;
    Ok(created(&player, token.as_str()))
}

/// Sign in
///
/// Issues a new token for an account. Earlier tokens remain valid.
#[utoipa::path(post, path = "/sessions", tag = "identity", request_body = Credentials,
    responses((status = 201, description = "signed in", body = SessionView), Failures))]
pub(crate) async fn create_session(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(Credentials { name, password }): JsonBody<Credentials>,
) -> ApiResult<Created> {
    state.allowances.sign_in(caller.address, &name)?;
    let (player, hash) = state.store.password_hash(&name).await?.unzip();
    let is_known = state.passwords.verify(password, hash).await?;
    let player = player
        .filter(|_| is_known)
        .ok_or_else(|| ApiError::new(Code::Unauthorized, Reason::CredentialsWrong))?;
    let token = auth::new_token(&state, player.id).await?;
    Ok(created(&player, token.as_str()))
}

/// Sign out
///
/// Revokes the token of the request.
#[utoipa::path(delete, path = "/sessions/current", tag = "identity", security(("token" = [])),
    responses((status = 204, description = "signed out"), Failures))]
pub(crate) async fn delete_session(
    State(state): State<AppState>,
    bearer: Bearer<AnyScope>,
) -> ApiResult<StatusCode> {
    state.store.delete_token(&bearer.hash).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get the player of the token
#[utoipa::path(get, path = "/me", tag = "identity", security(("token" = [])),
    responses((status = 200, description = "the token's player", body = MeView), Failures))]
pub(crate) async fn me(
    State(state): State<AppState>,
    bearer: Bearer<AnyScope>,
) -> ApiResult<Json<MeView>> {
    let id = bearer.player.id;
    let timeout = state.store.chat_timeout(id, state.live.time().now()).await?;
    Ok(Json(MeView {
        player: PlayerView::from(&bearer.player),
        moderator: state.store.is_moderator(id).await?,
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
    State(state): State<AppState>,
    bearer: Bearer<Account>,
) -> ApiResult<Json<PlayerView>> {
    let player = bearer.player;
    match player.kind {
        PlayerKind::Guest => {
            return Err(ApiError::new(Code::Forbidden, Reason::BotNeedsAccount));
        }
        // An open seek carries the kind of its players and would become stale.
        PlayerKind::Account if state.lobby.look().await?.seeks.iter().any(|s| s.has(player.id)) => {
            return Err(ApiError::new(Code::Forbidden, Reason::BotInSeek));
        }
        PlayerKind::Account => state.store.become_bot(player.id, state.live.time().now()).await?,
        PlayerKind::Bot => {}
    }
    Ok(Json(PlayerView::from(&Player { kind: PlayerKind::Bot, ..player })))
}

/// Get a player
#[utoipa::path(get, path = "/players/{name}", tag = "identity",
    params(("name" = String, Path, description = "the name of a guest or an account, in any case")),
    responses((status = 200, description = "the player", body = PlayerView), Failures))]
pub(crate) async fn player(
    State(state): State<AppState>,
    PathParam(name): PathParam<String>,
) -> ApiResult<Json<PlayerView>> {
    Ok(Json(PlayerView::from(&player_named(&state, &name).await?)))
}

pub(crate) async fn player_named(state: &AppState, name: &str) -> ApiResult<Player> {
    state.store.player_by_name(name).await?.ok_or_else(|| ApiError::not_found("player"))
}

fn created(player: &Player, token: &str) -> Created {
    let session = SessionView { player: PlayerView::from(player), token: token.to_owned() };
    (StatusCode::CREATED, Json(session))
}
