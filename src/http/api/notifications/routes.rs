//! The list of the routes.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::api::notifications::{list, push, settings};
use crate::http::state::AppState;

/// The routes below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::notifications))
        .routes(routes!(list::read_notifications))
        .routes(routes!(settings::notification_settings, settings::set_notification_settings))
        .routes(routes!(push::pushes, push::subscribe_push))
        .routes(routes!(push::unsubscribe_push))
}
