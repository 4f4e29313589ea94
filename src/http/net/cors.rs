//! CORS: pages of other origins may call the API and read its responses.
//!
//! Credentials that a browser adds are never shared. A page has to send a token in a header, which
//! it was given.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_LANGUAGE, ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, CACHE_CONTROL,
    CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LINK, LOCATION, ORIGIN, RETRY_AFTER,
    WWW_AUTHENTICATE,
};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tower::{Layer as _, ServiceExt as _};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use crate::protocol::{Code, Reason};

use crate::http::error::ApiError;
use crate::http::net::client_addr::Peer;
use crate::http::net::origin::{AllowedOrigin, may_call};

/// Methods of the API.
const METHODS: [Method; 6] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// Request headers that the API reads.
const REQUEST_HEADERS: [HeaderName; 8] = [
    ACCEPT,
    ACCEPT_LANGUAGE,
    AUTHORIZATION,
    CACHE_CONTROL,
    CONTENT_TYPE,
    IF_NONE_MATCH,
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("last-event-id"),
];

/// Response headers that pages may read besides those that they always may.
const RESPONSE_HEADERS: [HeaderName; 9] = [
    CONTENT_DISPOSITION,
    ETAG,
    LINK,
    LOCATION,
    RETRY_AFTER,
    WWW_AUTHENTICATE,
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("ratelimit"),
    HeaderName::from_static("ratelimit-policy"),
];

/// Time for which a browser may remember the answer to a preflight request. Browsers remember it
/// for two hours at most.
const MAX_AGE: Duration = Duration::from_secs(2 * 60 * 60);

/// The origins that may call the API, and the headers that tell browsers so.
#[derive(Clone, Debug)]
pub(crate) struct Cors {
    allowed: Arc<[AllowedOrigin]>,
    layer: CorsLayer,
}

impl Cors {
    pub(crate) fn new(allowed: &[AllowedOrigin]) -> Cors {
        let listed = allowed.iter().filter_map(|entry| match entry {
            AllowedOrigin::Listed(origin) => Some(origin.clone()),
            AllowedOrigin::Any | AllowedOrigin::Nothing => None,
        });
        let origins = match allowed.contains(&AllowedOrigin::Any) {
            true => Any.into(),
            false => AllowOrigin::list(listed),
        };
        let layer = CorsLayer::new()
            .allow_origin(origins)
            .allow_methods(METHODS)
            .allow_headers(REQUEST_HEADERS)
            .expose_headers(RESPONSE_HEADERS)
            .max_age(MAX_AGE);
        Cors { allowed: allowed.into(), layer }
    }

    async fn run(&self, request: Request, next: Next) -> Response {
        let response = self.layer.layer(next).oneshot(request).await;
        response.unwrap_or_else(|never: Infallible| match never {})
    }
}

/// Middleware: lets pages of allowed origins read the responses of the API, refusals and streams
/// included. It is outside of all limits.
pub(crate) async fn share(State(cors): State<Cors>, request: Request, next: Next) -> Response {
    match is_shared(&request) && *request.method() != Method::OPTIONS {
        true => cors.run(request, next).await,
        false => next.run(request).await,
    }
}

/// Middleware: answers preflight requests. It is inside of the limits by address.
pub(crate) async fn answer_preflight(
    State(cors): State<Cors>,
    request: Request,
    next: Next,
) -> Response {
    match preflight_origin(&request).map(|origin| may_call(origin, &cors.allowed)) {
        None => next.run(request).await,
        Some(true) => cors.run(request, next).await,
        Some(false) => ApiError::new(Code::Forbidden, Reason::ForeignOrigin).into_response(),
    }
}

/// The origin of a preflight request to the API.
fn preflight_origin(request: &Request) -> Option<&HeaderValue> {
    let headers = request.headers();
    let is_preflight =
        *request.method() == Method::OPTIONS && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    headers.get(ORIGIN).filter(|_| is_preflight && is_shared(request))
}

/// The metadata for sign-in from other programs.
const METADATA: &str = "/.well-known/oauth-authorization-server";

/// True for requests of clients to the API. The page, the documentation and the routes of operators
/// are not shared. A forwarded request gets its headers at the node of its client.
fn is_shared(request: &Request) -> bool {
    let path = request.uri().path();
    let is_of_client = request.extensions().get::<Peer>().is_some();
    is_of_client && (path.starts_with("/api/v1/") || path == METADATA)
}
