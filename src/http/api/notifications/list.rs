//! The list of notifications.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use uuid::Uuid;

use chivalry_play::clock::Timestamp;

use crate::http::api::matches::lists::{PageParams, page_size};
use crate::http::error::{ApiResult, Failures};
use crate::http::extract::auth::{Bearer, Play, Read};
use crate::http::extract::body::{JsonBody, Params};
use crate::http::notifications::settings::read_settings;
use crate::http::notifications::text::describe;
use crate::http::state::AppState;
use crate::http::web::shell::words_of;
use crate::protocol::{
    Code, NotificationKind, NotificationView, NotificationsView, ReadNotificationsRequest, Reason,
    RequestError, rfc3339,
};
use crate::store::Notification;

/// The most ids of a request.
const MOST_IDS: usize = 100;

/// The language of texts.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `notifications`")]
pub(crate) struct LanguageParams {
    /// The tag of the language, by default the one of the settings.
    language: Option<String>,
}

/// List notifications
///
/// Newest first, without the kinds that the player does not want to see on the page, and without
/// those whose cause is gone. A turn that is over counts as read.
#[utoipa::path(get, path = "/me/notifications", tag = "notifications",
    security(("token" = ["read"])),
    params(PageParams, LanguageParams),
    responses((status = 200, description = "the notifications", body = NotificationsView),
        Failures))]
pub(crate) async fn notifications(
    State(state): State<AppState>,
    bearer: Bearer<Read>,
    params: Params,
) -> ApiResult<Json<NotificationsView>> {
    let limit = page_size(&params)?;
    let before = params.read_or_unmet("cursor", "the `next` of an earlier answer", read_cursor)?;
    let language = params.read("language", "a tag of a language", |text| Some(text.to_owned()))?;
    let (store, player) = (&state.store, bearer.player.id);
    let settings = read_settings(&store.notification_settings().of_player(player).await?);
    let is_hidden = |kind: &NotificationKind| !settings.page.contains(kind);
    let hidden: Vec<&'static str> =
        NotificationKind::ALL.into_iter().filter(is_hidden).map(NotificationKind::as_str).collect();
    let words = words_of(&language.unwrap_or(settings.language));
    let mut found = store.notifications().of_player(player, &hidden, before, limit + 1).await?;
    let has_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| has_more).map(cursor);
    let mut items = Vec::with_capacity(found.len());
    for notification in &found {
        let line = describe(&state, words, player, notification).await?;
        items.extend(line.map(|line| NotificationView {
            id: notification.id,
            kind: line.kind,
            at: rfc3339(notification.at),
            read: notification.read_at.is_some(),
            text: line.text,
            path: line.path,
        }));
    }
    let unread = store.notifications().unread(player, &hidden).await?;
    Ok(Json(NotificationsView { items, next, unread }))
}

/// Mark notifications as read
///
/// No push and no e-mail is sent about them afterwards.
#[utoipa::path(post, path = "/me/notifications/read", tag = "notifications",
    security(("token" = ["play"])), request_body = ReadNotificationsRequest,
    responses((status = 204, description = "they are read"), Failures))]
pub(crate) async fn read_notifications(
    State(state): State<AppState>,
    bearer: Bearer<Play>,
    JsonBody(request): JsonBody<ReadNotificationsRequest>,
) -> ApiResult<StatusCode> {
    if request.ids.as_ref().is_some_and(|ids| ids.len() > MOST_IDS) {
        let message = Reason::TooManyIds.with([("most", MOST_IDS.into())]);
        return Err(RequestError::new(Code::BadField, message).into());
    }
    let now = state.live.time().now();
    let notifications = state.store.notifications();
    notifications.mark_read(bearer.player.id, request.ids.as_deref(), now).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn cursor(notification: &Notification) -> String {
    format!("{}.{}", notification.at.0, notification.id.simple())
}

fn read_cursor(text: &str) -> Option<(Timestamp, Uuid)> {
    let (at, id) = text.split_once('.')?;
    Some((Timestamp(at.parse().ok()?), Uuid::try_parse(id).ok()?))
}
