//! The list of the routes.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::api::oauth::{apps, consent, device, token};
use crate::http::state::AppState;

/// The routes below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(consent::authorize))
        .routes(routes!(token::issue_tokens))
        .routes(routes!(token::revoke_tokens))
        .routes(routes!(device::start_device))
        .routes(routes!(device::decide_device))
        .routes(routes!(apps::apps))
        .routes(routes!(apps::delete_app))
}
