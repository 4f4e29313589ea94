//! The programs to which a player signed in.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::protocol::{AppView, List, Scopes, rfc3339};
use crate::store::{AppGrant, SecurityEvent, SecurityEventKind};

use crate::http::api::oauth::consent::summary;
use crate::http::api::oauth::redirect::RedirectUri;
use crate::http::api::oauth::token::end_grant;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer, Read};
use crate::http::extract::body::PathParam;
use crate::http::extract::user_agent::UserAgent;
use crate::http::state::AppState;

/// List programs
///
/// The programs that the player allowed to sign in, newest first.
#[utoipa::path(get, path = "/oauth/apps", tag = "oauth", security(("token" = ["read"])),
    responses((status = 200, description = "the player's programs", body = List<AppView>),
        Failures))]
pub(crate) async fn apps(
    State(state): State<AppState>,
    bearer: Bearer<Read>,
) -> ApiResult<Json<List<AppView>>> {
    let now = state.live.time().now();
    let grants = state.store.apps().of_player(bearer.player.id, now).await?;
    Ok(Json(List { items: grants.into_iter().map(view).collect(), next: None }))
}

/// End the sign-in of a program
///
/// Its tokens become invalid at once, and their connections are closed.
#[utoipa::path(delete, path = "/oauth/apps/{id}", tag = "oauth",
    security(("token" = ["account"])),
    params(("id" = String, Path, description = "the program's `id`")),
    responses((status = 204, description = "the program is signed out"), Failures))]
pub(crate) async fn delete_app(
    State(state): State<AppState>,
    UserAgent(agent): UserAgent,
    bearer: Bearer<Account>,
    PathParam(id): PathParam<String>,
) -> ApiResult<StatusCode> {
    let now = state.live.time().now();
    let grants = state.store.apps().of_player(bearer.player.id, now).await?;
    let grant = grants.iter().find(|grant| id_of(grant.id) == id);
    let grant = grant.ok_or_else(|| ApiError::not_found("program"))?;
    end_grant(&state, grant.id).await?;
    let event = SecurityEvent::new(grant.player, SecurityEventKind::ProgramEnded, agent, now);
    state.store.security_log().add(&[event]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The id that is shown. The stored one is a part of the refresh tokens.
fn id_of(grant: Uuid) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(grant.as_bytes())[..9])
}

fn view(grant: AppGrant) -> AppView {
    let redirect = grant.redirect_uri.as_deref().and_then(RedirectUri::read);
    AppView {
        id: id_of(grant.id),
        app: summary(grant.client, redirect.as_ref(), Scopes::read(&grant.scopes)),
        created_at: rfc3339(grant.created_at),
        used_at: rfc3339(grant.used_at),
    }
}
