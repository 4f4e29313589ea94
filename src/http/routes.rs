//! Every route, and what all of them have in common. The OpenAPI document is
//! made of the same list.

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::protocol::Code;

use super::app::{App, LARGEST_REQUEST};
use super::problem::Problem;
use super::{identity, service, socket};

/// How long a request may take until its answer begins.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// All that the server answers to.
pub(super) fn router(app: App) -> Router {
    let (router, _) = parts();
    router
        .fallback(async || Problem::not_found("route"))
        .method_not_allowed_fallback(async || {
            Problem::new(Code::MethodNotAllowed, "the route takes no such method")
        })
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .layer(middleware::from_fn(in_time))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::map_response(unsniffed))
        .with_state(app)
}

fn parts() -> (Router<App>, OpenApi) {
    let identity = OpenApiRouter::new()
        .routes(routes!(identity::create_guest))
        .routes(routes!(identity::create_account))
        .routes(routes!(identity::create_session))
        .routes(routes!(identity::delete_session))
        .routes(routes!(identity::me))
        .routes(routes!(identity::player));
    let api = OpenApiRouter::new().routes(routes!(socket::open)).merge(identity);
    OpenApiRouter::new()
        .routes(routes!(service::healthz))
        .routes(routes!(service::readyz))
        .nest("/api/v1", api)
        .split_for_parts()
}

/// An answer that does not begin in time is given up. What streams may take
/// as long as it likes once it has begun.
async fn in_time(request: Request, next: Next) -> Response {
    let too_late = || Problem::new(Code::Unavailable, "the answer takes too long").into_response();
    timeout(ANSWER_WITHIN, next.run(request)).await.unwrap_or_else(|_| too_late())
}

fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    Problem::new(Code::Internal, "the server is at fault").into_response()
}

async fn unsniffed(mut response: Response) -> Response {
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    response
}
