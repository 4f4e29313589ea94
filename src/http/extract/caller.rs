//! The client of each request, and its rate limit.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::time::{Instant, sleep_until};

use crate::http::error::ApiError;
use crate::http::net::client_addr::{Caller, Peer};
use crate::http::net::connection::RefusedRequest;
use crate::http::net::rate_limit::{RateLimits, read_backoff};

/// Paths that monitoring reads on the server's machine, without a proxy.
const MONITORING: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Middleware: determines a request's client, and checks its address limit. A request
/// that its connection refuses is answered here.
pub(crate) async fn identify_client(
    State(limits): State<Arc<RateLimits>>,
    mut request: Request,
    next: Next,
) -> Response {
    // The limits of a forwarded request were charged on its own node.
    let Some(peer) = request.extensions().get::<Peer>() else { return next.run(request).await };
    let caller = Caller::behind(peer, request.headers(), limits.trusted_proxies());
    let is_proxied = caller.is_proxied;
    if caller.address.is_none() && !MONITORING.contains(&request.uri().path()) {
        limits.warn_of_missing_address();
    }
    let refused = request.extensions_mut().remove::<RefusedRequest>();
    let response = match (limits.request(caller.address), refused) {
        (Ok(()), None) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        (Ok(()), Some(RefusedRequest(error))) | (Err(error), _) => ApiError(error).into_response(),
    };
    // Delays the response, during which no other request of the connection is read. Over HTTP/2 it
    // occupies one of the streams. A proxy's connection carries other clients too.
    if response.status() == StatusCode::TOO_MANY_REQUESTS && !is_proxied {
        sleep_until(Instant::now() + read_backoff()).await;
    }
    response
}
