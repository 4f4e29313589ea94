//! `GET /metrics`, and the middleware that counts responses.

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::protocol::{Code, Reason};

use crate::http::error::ApiError;
use crate::http::state::AppState;

const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Get the metrics of the server
///
/// In the OpenMetrics text format, which Prometheus reads.
#[utoipa::path(get, path = "/metrics", tag = "service",
    responses((status = 200, description = "counters, as `application/openmetrics-text`")))]
pub(crate) async fn metrics(State(state): State<AppState>) -> Response {
    match state.metrics.to_text() {
        Ok(text) => ([(CONTENT_TYPE, OPENMETRICS)], text).into_response(),
        Err(_) => ApiError::new(Code::Internal, Reason::CountersUnwritable).into_response(),
    }
}

/// Counts the responses of each route by status.
pub(crate) async fn count(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or_else(|| "none".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    state.metrics.count(route, response.status().as_u16());
    response
}
