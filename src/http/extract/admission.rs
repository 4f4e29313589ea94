//! Admission of requests by class of work.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::http::error::ApiError;
use crate::http::net::scheduling::priority::{Priority, TaskPriority};
use crate::http::net::scheduling::work_class::{WorkClass, is_move};
use crate::http::net::scheduling::work_limits::{WorkLimits, WorkPermit};

/// The permit of a request, for work that continues after the response.
#[derive(Clone, Debug)]
pub(crate) struct Admission(#[expect(dead_code, reason = "held for its drop")] Arc<WorkPermit>);

/// Middleware: waits for a permit of the request's class, or sheds the request. A connection whose
/// last request made a move has the priority of players.
pub(crate) async fn admit(
    State(limits): State<Arc<WorkLimits>>,
    mut request: Request,
    next: Next,
) -> Response {
    // A forwarded request was admitted by its own node.
    let Some(priority) = request.extensions().get::<TaskPriority>().cloned() else {
        return next.run(request).await;
    };
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let is_move = is_move(request.method(), route);
    let class = WorkClass::of_request(request.method(), route);
    let waited = priority.drain_longest_wait();
    if is_move && priority.is_play() {
        return next.run(request).await;
    }
    priority.set(class.map_or(Priority::Ordinary, WorkClass::priority));
    let Some(class) = class else { return next.run(request).await };
    let admission = match limits.admit(class, waited).await {
        Ok(permit) => Admission(Arc::new(permit)),
        Err(error) => return ApiError(error).into_response(),
    };
    request.extensions_mut().insert(admission.clone());
    let response = next.run(request).await;
    if is_move && response.status().is_success() {
        priority.set(Priority::Play);
    }
    drop(admission);
    response
}
