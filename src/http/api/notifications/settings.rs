//! The settings of a player for their notifications.

use axum::Json;
use axum::extract::State;
use chivalry_play::player::PlayerKind;

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer, Read};
use crate::http::extract::body::JsonBody;
use crate::http::notifications::settings::read_settings;
use crate::http::state::AppState;
use crate::protocol::{Code, NotificationSettings, Reason};
use crate::store::Store;

/// Get the notification settings
#[utoipa::path(get, path = "/me/notifications/settings", tag = "notifications",
    security(("token" = ["read"])),
    responses((status = 200, description = "the settings", body = NotificationSettings), Failures))]
pub(crate) async fn notification_settings(
    State(store): State<Store>,
    bearer: Bearer<Read>,
) -> ApiResult<Json<NotificationSettings>> {
    let stored = store.notification_settings().of_player(bearer.player.id).await?;
    Ok(Json(read_settings(&stored)))
}

/// Set the notification settings
///
/// For accounts. A change applies to messages that wait for the end of quiet hours, too. The
/// settings of a webhook are its events.
#[utoipa::path(put, path = "/me/notifications/settings", tag = "notifications",
    security(("token" = ["account"])), request_body = NotificationSettings,
    responses((status = 200, description = "the settings", body = NotificationSettings), Failures))]
pub(crate) async fn set_notification_settings(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
    JsonBody(request): JsonBody<NotificationSettings>,
) -> ApiResult<Json<NotificationSettings>> {
    check_account(bearer.player.kind)?;
    let settings = request.checked()?;
    let text = serde_json::to_string(&settings).expect("settings of strings");
    let now = state.live.time().now();
    state.store.notification_settings().save(bearer.player.id, &text, now).await?;
    Ok(Json(settings))
}

/// Checks that a player gets notifications.
pub(crate) fn check_account(kind: PlayerKind) -> ApiResult<()> {
    match kind {
        PlayerKind::Account => Ok(()),
        _ => Err(ApiError::new(Code::Forbidden, Reason::NotificationsForAccounts)),
    }
}
