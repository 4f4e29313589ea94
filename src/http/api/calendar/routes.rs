//! The list of the routes.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::api::calendar::{arrangements, vacation};
use crate::http::state::AppState;

/// The routes below `/api/v1`.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(vacation::vacation, vacation::set_vacation, vacation::end_vacation))
        .routes(routes!(arrangements::arrangements, arrangements::arrange))
        .routes(routes!(arrangements::cancel))
        .routes(routes!(arrangements::propose_times))
        .routes(routes!(arrangements::agree))
        .routes(routes!(arrangements::arranged_calendar))
}
