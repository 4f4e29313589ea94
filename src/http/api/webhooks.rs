//! Registration of webhooks.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use uuid::Uuid;

use crate::protocol::{
    Code, List, NewWebhookView, Reason, RequestError, WebhookEvent, WebhookRequest, WebhookView,
    rfc3339,
};
use crate::random;
use crate::store::Store;
use crate::store::Webhook;
use chivalry_play::player::PlayerKind;

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer, Read};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::state::AppState;
use crate::http::webhooks::client::WebhookUrl;
use crate::http::webhooks::worker::SECRET_PREFIX;

/// The most webhooks of one player.
const MAX_WEBHOOKS: usize = 10;

/// The longest URL of a webhook, in bytes.
const LONGEST_URL: usize = 2_000;

/// Register a webhook
///
/// For accounts. The server posts the requested events to the URL. Each delivery is
/// signed with the `secret`, which is shown only in this response.
#[utoipa::path(post, path = "/webhooks", tag = "live", security(("token" = ["account"])),
    request_body = WebhookRequest,
    responses((status = 201, description = "the webhook", body = NewWebhookView), Failures))]
pub(crate) async fn create_webhook(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
    JsonBody(request): JsonBody<WebhookRequest>,
) -> ApiResult<(StatusCode, Json<NewWebhookView>)> {
    if bearer.player.kind == PlayerKind::Guest {
        return Err(ApiError::new(Code::Forbidden, Reason::WebhooksForAccounts));
    }
    if request.url.len() > LONGEST_URL {
        return Err(RequestError::field("url", Reason::WebhookUrlLength).into());
    }
    let target = WebhookUrl::read(&request.url, state.options.webhooks_to_private);
    target.map_err(|error| RequestError::unmet("url", error.message()))?;
    let events: Vec<&str> = WebhookEvent::ALL
        .into_iter()
        .filter(|event| request.events.contains(event))
        .map(WebhookEvent::as_str)
        .collect();
    if events.is_empty() {
        return Err(RequestError::field("events", Reason::WebhookEventsEmpty).into());
    }
    if state.store.webhooks().of_player(bearer.player.id).await?.len() >= MAX_WEBHOOKS {
        let message = Reason::TooManyWebhooks.with([("most", MAX_WEBHOOKS.into())]);
        return Err(RequestError::new(Code::RateLimited, message).into());
    }
    let secret = format!("{SECRET_PREFIX}{}", STANDARD.encode(rand::random::<[u8; 32]>()));
    let webhook = Webhook {
        id: random::new_id(),
        player: bearer.player.id,
        url: request.url,
        events: events.join(" "),
        secret: secret.clone(),
        created_at: state.live.time().now(),
        failures: 0,
        disabled_at: None,
    };
    state.store.webhooks().create(&webhook).await?;
    Ok((StatusCode::CREATED, Json(NewWebhookView { secret, about: view(&webhook) })))
}

/// List webhooks
#[utoipa::path(get, path = "/webhooks", tag = "live", security(("token" = ["read"])),
    responses((status = 200, description = "the player's webhooks", body = List<WebhookView>),
        Failures))]
pub(crate) async fn webhooks(
    State(store): State<Store>,
    bearer: Bearer<Read>,
) -> ApiResult<Json<List<WebhookView>>> {
    let webhooks = store.webhooks().of_player(bearer.player.id).await?;
    Ok(Json(List { items: webhooks.iter().map(view).collect(), next: None }))
}

/// Delete a webhook
///
/// Pending deliveries are dropped.
#[utoipa::path(delete, path = "/webhooks/{id}", tag = "live",
    security(("token" = ["account"])),
    params(("id" = uuid::Uuid, Path, description = "the webhook")),
    responses((status = 204, description = "the webhook is deleted"), Failures))]
pub(crate) async fn delete_webhook(
    State(store): State<Store>,
    bearer: Bearer<Account>,
    PathParam(id): PathParam<Uuid>,
) -> ApiResult<StatusCode> {
    match store.webhooks().delete(bearer.player.id, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found("webhook")),
    }
}

fn view(webhook: &Webhook) -> WebhookView {
    let is_wanted = |event: &WebhookEvent| webhook.events.split(' ').any(|e| e == event.as_str());
    WebhookView {
        id: webhook.id,
        url: webhook.url.clone(),
        events: WebhookEvent::ALL.into_iter().filter(is_wanted).collect(),
        created_at: rfc3339(webhook.created_at),
        failures: webhook.failures,
        disabled_at: webhook.disabled_at.map(rfc3339),
    }
}
