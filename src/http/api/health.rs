//! Liveness and readiness probes.

use axum::extract::State;
use axum::http::StatusCode;

use crate::http::state::AppState;

/// Check that the process is alive
#[utoipa::path(get, path = "/healthz", tag = "service",
    responses((status = 200, description = "alive", body = String)))]
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Check that the server is ready
///
/// The server is ready while it can reach its database and, in a cluster, the other
/// nodes, and while it is not draining.
#[utoipa::path(get, path = "/readyz", tag = "service", responses(
    (status = 200, description = "ready", body = String),
    (status = 503, description = "not ready, and why", body = String)))]
pub(crate) async fn readyz(State(state): State<AppState>) -> (StatusCode, &'static str) {
    if state.draining.is_cancelled() {
        (StatusCode::SERVICE_UNAVAILABLE, "the server is going away\n")
    } else if state.relay.as_ref().is_some_and(|relay| !relay.is_in_touch()) {
        (StatusCode::SERVICE_UNAVAILABLE, "the other nodes cannot be reached\n")
    } else if state.store.is_reachable().await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
    }
}
