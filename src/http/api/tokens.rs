//! Scoped tokens for programs.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::live::Live;
use crate::protocol::{
    Code, List, NewTokenView, Reason, RequestError, Scopes, TokenRequest, TokenView, rfc3339,
};
use crate::store::Store;
use crate::store::{NewToken, SecurityEvent, SecurityEventKind, TokenHash};

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer, Read};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::extract::token::Token;
use crate::http::extract::user_agent::UserAgent;
use crate::http::state::AppState;

/// The most tokens of one player, besides session tokens.
const MAX_TOKENS: usize = 100;

/// Create a token
///
/// For a program that plays for its owner. The token has the requested `scopes`, which
/// must be scopes of the request's own token. It is shown only in this response.
#[utoipa::path(post, path = "/tokens", tag = "identity", security(("token" = ["account"])),
    request_body = TokenRequest,
    responses((status = 201, description = "the token", body = NewTokenView), Failures))]
pub(crate) async fn create_token(
    State(live): State<Live>,
    State(store): State<Store>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    JsonBody(request): JsonBody<TokenRequest>,
) -> ApiResult<(StatusCode, Json<NewTokenView>)> {
    let now = live.time().now();
    let (scopes, expires_at) = request.resolve(now)?;
    bearer.scopes.check(scopes.iter())?;
    let tokens = store.tokens().of_player(bearer.player.id, now).await?;
    let scoped_tokens =
        tokens.iter().filter(|token| token.scopes != Scopes::EVERYTHING && token.app.is_none());
    if scoped_tokens.count() >= MAX_TOKENS {
        let message = Reason::TooManyTokens.with([("most", MAX_TOKENS.into())]);
        return Err(RequestError::new(Code::RateLimited, message).into());
    }
    let token = Token::new();
    let row = NewToken {
        hash: Token::hash(token.as_str()),
        player: bearer.player.id,
        scopes: scopes.stored(),
        created_at: now,
        expires_at,
        app: None,
    };
    store.tokens().create(&row).await?;
    let event = SecurityEvent::new(row.player, SecurityEventKind::TokenMade, client, now);
    store.security_log().add(&[event]).await?;
    let about = view(&row, &bearer.hash);
    Ok((StatusCode::CREATED, Json(NewTokenView { token: token.as_str().to_owned(), about })))
}

/// List tokens
///
/// Newest first. The list includes session tokens, which have every scope.
#[utoipa::path(get, path = "/tokens", tag = "identity", security(("token" = ["read"])),
    responses((status = 200, description = "the player's tokens", body = List<TokenView>),
        Failures))]
pub(crate) async fn tokens(
    State(live): State<Live>,
    State(store): State<Store>,
    bearer: Bearer<Read>,
) -> ApiResult<Json<List<TokenView>>> {
    let tokens = store.tokens().of_player(bearer.player.id, live.time().now()).await?;
    let items = tokens.iter().map(|token| view(token, &bearer.hash)).collect();
    Ok(Json(List { items, next: None }))
}

/// Delete a token
///
/// The token becomes invalid at once, and its connections are closed.
#[utoipa::path(delete, path = "/tokens/{id}", tag = "identity",
    security(("token" = ["account"])),
    params(("id" = String, Path, description = "the token's `id`")),
    responses((status = 204, description = "the token is revoked"), Failures))]
pub(crate) async fn delete_token(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    PathParam(id): PathParam<String>,
) -> ApiResult<StatusCode> {
    let now = state.live.time().now();
    let tokens = state.store.tokens().of_player(bearer.player.id, now).await?;
    let token = tokens.iter().find(|token| id_of(&token.hash) == id);
    let token = token.ok_or_else(|| ApiError::not_found("token"))?;
    state.store.tokens().delete(&token.hash).await?;
    state.close_connections_of(vec![token.hash]).await;
    let event = SecurityEvent::new(token.player, SecurityEventKind::TokenRevoked, client, now);
    state.store.security_log().add(&[event]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A prefix of the hash, long enough to identify one of a player's tokens and too short
/// to recover it.
pub(crate) fn id_of(hash: &TokenHash) -> String {
    URL_SAFE_NO_PAD.encode(&hash[..9])
}

fn view(token: &NewToken, current: &TokenHash) -> TokenView {
    TokenView {
        id: id_of(&token.hash),
        scopes: Scopes::read(&token.scopes).iter().collect(),
        created_at: rfc3339(token.created_at),
        expires: token.expires_at.map(rfc3339),
        current: token.hash == *current,
        client: token.app.as_ref().map(|app| app.client.clone()),
    }
}
