//! The sign-ins of a player, by their clients.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::protocol::{ClientView, List, Scopes, SignInView, rfc3339};
use crate::store::{ClientInfo, SecurityEvent, SecurityEventKind, SignIn, TokenHash};
use chivalry_play::clock::Timestamp;

use crate::http::api::tokens::id_of;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer};
use crate::http::extract::body::PathParam;
use crate::http::extract::user_agent::UserAgent;
use crate::http::state::AppState;

/// List sign-ins
///
/// Newest first, with the browser and the system of each, and the day on which it was last used.
#[utoipa::path(get, path = "/sessions", tag = "identity", security(("token" = ["account"])),
    responses((status = 200, description = "the player's sign-ins", body = List<SignInView>),
        Failures))]
pub(crate) async fn sign_ins(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
) -> ApiResult<Json<List<SignInView>>> {
    let sign_ins = of_player(&state, &bearer).await?;
    let items = sign_ins.into_iter().map(|sign_in| view(sign_in, &bearer.hash)).collect();
    Ok(Json(List { items, next: None }))
}

/// End a sign-in
///
/// Its token becomes invalid at once, and its connections are closed.
#[utoipa::path(delete, path = "/sessions/{id}", tag = "identity",
    security(("token" = ["account"])),
    params(("id" = String, Path, description = "the sign-in's `id`")),
    responses((status = 204, description = "the sign-in is ended"), Failures))]
pub(crate) async fn end_sign_in(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    PathParam(id): PathParam<String>,
) -> ApiResult<StatusCode> {
    let sign_ins = of_player(&state, &bearer).await?;
    let sign_in = sign_ins.iter().find(|sign_in| id_of(&sign_in.hash) == id);
    let sign_in = sign_in.ok_or_else(|| ApiError::not_found("sign-in"))?;
    state.store.tokens().delete(&sign_in.hash).await?;
    state.close_connections_of(vec![sign_in.hash]).await;
    let now = state.live.time().now();
    let event = SecurityEvent::new(bearer.player.id, SecurityEventKind::SignInsEnded, client, now);
    state.store.security_log().add(&[event]).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn of_player(state: &AppState, bearer: &Bearer<Account>) -> ApiResult<Vec<SignIn>> {
    let (player, now) = (bearer.player.id, state.live.time().now());
    Ok(state.store.tokens().sign_ins(player, Scopes::EVERYTHING, now).await?)
}

fn view(sign_in: SignIn, current: &TokenHash) -> SignInView {
    let seen_at = sign_in.seen_at.unwrap_or(sign_in.created_at);
    SignInView {
        id: id_of(&sign_in.hash),
        client: client_view(sign_in.client),
        created_at: rfc3339(sign_in.created_at),
        seen_on: date(seen_at),
        current: sign_in.hash == *current,
    }
}

/// The date of a time, in UTC.
pub(crate) fn date(at: Timestamp) -> String {
    rfc3339(at).chars().take_while(|c| *c != 'T').collect()
}

pub(crate) fn client_view(ClientInfo { browser, system }: ClientInfo) -> ClientView {
    ClientView { browser, system }
}
