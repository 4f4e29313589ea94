//! Subscriptions of browsers to Web Push.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::http::api::notifications::settings::check_account;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer, Read};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::extract::user_agent::UserAgent;
use crate::http::notifications::push::encryption::{AUTH_BYTES, POINT_BYTES, encrypt};
use crate::http::notifications::push::sender::endpoint;
use crate::http::state::AppState;
use crate::protocol::{PushRequest, PushView, PushesView, Reason, RequestError, rfc3339};
use crate::store::PushSubscription;

/// The most subscriptions of one player. A new one replaces the oldest.
const MAX_SUBSCRIPTIONS: u32 = 20;

/// The longest endpoint, in bytes.
const LONGEST_ENDPOINT: usize = 2_000;

/// List the browsers that receive pushes
///
/// With the public key of the site, by which a browser subscribes (`applicationServerKey`).
#[utoipa::path(get, path = "/me/push", tag = "notifications", security(("token" = ["read"])),
    responses((status = 200, description = "the key and the browsers", body = PushesView),
        Failures))]
pub(crate) async fn pushes(
    State(state): State<AppState>,
    bearer: Bearer<Read>,
) -> ApiResult<Json<PushesView>> {
    let now = state.live.time().now();
    let subscriptions = state.store.push().of_player(bearer.player.id, now).await?;
    let subscriptions = subscriptions.into_iter().map(view).collect();
    Ok(Json(PushesView { key: state.vapid.public(), subscriptions }))
}

/// Subscribe a browser to pushes
///
/// For accounts. The subscription ends with the sign-in of this request. A repeated request with the
/// same endpoint replaces the subscription.
#[utoipa::path(post, path = "/me/push", tag = "notifications", security(("token" = ["account"])),
    request_body = PushRequest,
    responses((status = 200, description = "the subscription", body = PushView), Failures))]
pub(crate) async fn subscribe_push(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    JsonBody(request): JsonBody<PushRequest>,
) -> ApiResult<Json<PushView>> {
    check_account(bearer.player.kind)?;
    let is_valid = request.endpoint.len() <= LONGEST_ENDPOINT;
    if !is_valid || endpoint(&state, &request.endpoint).is_err() {
        return Err(RequestError::unmet("endpoint", Reason::PushEndpointForm).into());
    }
    let invalid = || RequestError::unmet("keys", Reason::PushKeysForm);
    let bytes = |text: &str, length: usize| {
        let decoded = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        decoded.filter(|bytes| bytes.len() == length).ok_or_else(invalid)
    };
    let p256dh = bytes(&request.keys.p256dh, POINT_BYTES)?;
    let auth = bytes(&request.keys.auth, AUTH_BYTES)?;
    encrypt(b"", &p256dh, &auth).map_err(|_| invalid())?;
    let subscription = PushSubscription {
        id: PushSubscription::id_of(&request.endpoint),
        player: bearer.player.id,
        endpoint: request.endpoint,
        p256dh,
        auth,
        client,
        created_at: state.live.time().now(),
    };
    state.store.push().subscribe(&subscription, &bearer.hash, MAX_SUBSCRIPTIONS).await?;
    Ok(Json(view(subscription)))
}

/// Unsubscribe a browser from pushes
#[utoipa::path(delete, path = "/me/push/{id}", tag = "notifications",
    security(("token" = ["account"])),
    params(("id" = uuid::Uuid, Path, description = "the subscription")),
    responses((status = 204, description = "the browser receives no pushes"), Failures))]
pub(crate) async fn unsubscribe_push(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
    PathParam(id): PathParam<Uuid>,
) -> ApiResult<StatusCode> {
    match state.store.push().unsubscribe(bearer.player.id, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found("subscription")),
    }
}

fn view(subscription: PushSubscription) -> PushView {
    PushView {
        id: subscription.id,
        browser: subscription.client.browser,
        system: subscription.client.system,
        created_at: rfc3339(subscription.created_at),
    }
}
