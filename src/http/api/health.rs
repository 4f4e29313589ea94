//! Liveness and readiness probes.

use axum::extract::State;

use crate::live::LiveError;
use crate::protocol::{Code, Reason, RequestError};
use crate::store::WriterFault;

use crate::http::error::{ApiError, ApiResult, ProblemBody, live_error};
use crate::http::state::AppState;

/// Delay before the next probe of a server that is not ready, in milliseconds.
const RETRY_AFTER_MS: u64 = 1_000;

/// Check that the process is alive
#[utoipa::path(get, path = "/healthz", tag = "service",
    responses((status = 200, description = "alive", body = String)))]
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Check that the process serves requests
///
/// The answer does not depend on the database.
#[utoipa::path(get, path = "/livez", tag = "service",
    responses((status = 200, description = "alive", body = String)))]
pub(crate) async fn livez() -> &'static str {
    "ok\n"
}

/// Check that the server is ready
///
/// The server is ready while its database accepts writes and, in a cluster, the other nodes can
/// be reached, and while it is not draining. A server that was not ready is ready again after
/// writes succeeded for two seconds. The `reason` is `writer_stalled`, `disk_full`,
/// `database_unwritable`, `database_locked`, `database_unreachable`, `nodes_unreachable` or
/// `server_draining`.
#[utoipa::path(get, path = "/readyz", tag = "service", responses(
    (status = 200, description = "ready", body = String),
    (status = 503, description = "not ready, with the reason", body = ProblemBody,
        content_type = "application/problem+json")))]
pub(crate) async fn readyz(State(state): State<AppState>) -> ApiResult<&'static str> {
    if state.draining.is_cancelled() {
        return Err(live_error(&LiveError::Draining).into());
    }
    if state.owner_router.as_ref().is_some_and(|router| !router.is_reachable()) {
        return Err(live_error(&LiveError::CutOff).into());
    }
    let fault = match state.store.is_reachable().await {
        true => state.store.writer_fault(),
        false => Some(WriterFault::Unreachable),
    };
    match fault {
        None => Ok("ready\n"),
        Some(fault) => Err(writer_error(fault)),
    }
}

fn writer_error(fault: WriterFault) -> ApiError {
    let reason = match fault {
        WriterFault::Stalled => Reason::WriterStalled,
        WriterFault::DiskFull => Reason::DiskFull,
        WriterFault::Unwritable => Reason::DatabaseUnwritable,
        WriterFault::Locked => Reason::DatabaseLocked,
        WriterFault::Unreachable => Reason::DatabaseUnreachable,
    };
    let mut error = RequestError::new(Code::Unavailable, reason);
    error.more.retry_after_ms = Some(RETRY_AFTER_MS);
    ApiError(error)
}
