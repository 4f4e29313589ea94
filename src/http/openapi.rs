//! The OpenAPI document, made of the routes themselves, and what is known of
//! requests by it.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder};

use crate::matches::Leaving;
use crate::protocol::{self, Code, More, RequestError, SeatRatingView, SeatedView};

use super::extract::Params;
use super::problem::{Problem, ProblemBody};
use super::respond::{Document, FOR_A_WHILE, JSON};
use super::routes;

/// Every kind of request, and what it answers.
pub(super) static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let document = routes::document();
    serde_json::to_value(&document).expect("a document of strings, lists and maps")
});

static WRITTEN: LazyLock<Document> = LazyLock::new(|| Document::new(JSON, DOCUMENT.to_string()));

/// Every frame, as `/api/v1/asyncapi.json` describes them.
static FRAMES: LazyLock<Document> =
    LazyLock::new(|| Document::new(JSON, protocol::asyncapi().to_string()));

/// The parameters after the `?` that each kind of request takes.
static KNOWN: LazyLock<HashMap<(String, String), HashSet<String>>> = LazyLock::new(|| {
    operations().map(|(path, method, operation)| ((path, method), query(operation))).collect()
});

/// What the document says besides the routes.
pub(super) fn outline() -> OpenApi {
    let token = Http::builder()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A token from `POST /api/v1/guests`, `/accounts` or `/sessions`."))
        .build();
    let info = InfoBuilder::new()
        .title("Chivalry")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Play, watch and study the games of the Camelot and Chivalry family.\n\n\
             Bodies are JSON. Errors are `application/problem+json` (RFC 9457) with a stable \
             `code`. Times are RFC 3339 in UTC, durations are milliseconds.",
        ))
        .build();
    let components = ComponentsBuilder::new()
        .security_scheme("token", SecurityScheme::Http(token))
        .schema_from::<ProblemBody>()
        .schema_from::<RequestError>()
        .schema_from::<More>()
        .schema_from::<SeatedView>()
        .schema_from::<Leaving>()
        .schema_from::<SeatRatingView>()
        .schema_from::<Code>();
    OpenApiBuilder::new().info(info).components(Some(components.build())).build()
}

/// This document
///
/// OpenAPI 3.1; [a page](/api/docs) shows it to people.
#[utoipa::path(get, path = "/openapi.json", tag = "service",
    responses((status = 200, description = "OpenAPI 3.1", body = Object)))]
pub(super) async fn openapi(headers: HeaderMap) -> Response {
    WRITTEN.kept(&headers, FOR_A_WHILE)
}

/// The WebSocket and the streams, described
///
/// AsyncAPI 3.0: every frame that clients and the server say.
#[utoipa::path(get, path = "/asyncapi.json", tag = "service",
    responses((status = 200, description = "AsyncAPI 3.0", body = Object)))]
pub(super) async fn asyncapi(headers: HeaderMap) -> Response {
    FRAMES.kept(&headers, FOR_A_WHILE)
}

/// Refuses a request with a parameter that its route does not describe: it
/// would not have what its sender hopes for.
pub(super) async fn known_params(request: Request, next: Next) -> Response {
    match unknown_param(&request) {
        Some(name) => {
            let detail = format!("`{name}` is not a parameter of this route");
            Problem(RequestError::field(&name, &detail)).into_response()
        }
        None => next.run(request).await,
    }
}

fn unknown_param(request: &Request) -> Option<String> {
    let path = request.extensions().get::<MatchedPath>()?.as_str();
    let method = match *request.method() {
        Method::HEAD => Method::GET,
        ref method => method.clone(),
    };
    let known = KNOWN.get(&(path.to_owned(), method.as_str().to_lowercase()))?;
    let params = Params::of(request.uri()).ok()?;
    params.names().find(|name| !known.contains(*name)).map(str::to_owned)
}

/// The paths, methods and descriptions of the document.
pub(super) fn operations() -> impl Iterator<Item = (String, String, &'static Value)> {
    let paths = DOCUMENT["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| (path.clone(), method.clone(), operation))
    })
}

fn query(operation: &Value) -> HashSet<String> {
    let params = operation["parameters"].as_array().into_iter().flatten();
    let params = params.filter(|param| param["in"] == "query");
    params.filter_map(|param| param["name"].as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_names_of_their_own_and_summaries() {
        let mut names = HashSet::new();
        for (path, method, operation) in operations() {
            let summary = operation["summary"].as_str();
            assert!(summary.is_some_and(|text| !text.is_empty()), "{method} {path}");
            assert!(operation["tags"].is_array(), "{method} {path}");
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name), "{name} names two operations");
        }
        assert!(DOCUMENT["openapi"].as_str().unwrap().starts_with("3.1"));
    }

    #[test]
    fn the_codes_described_are_those_that_are_written() {
        let described = DOCUMENT["components"]["schemas"]["Code"]["enum"].as_array().unwrap();
        assert!(described.iter().eq(Code::ALL.map(Code::as_str).iter()));
    }

    #[test]
    fn what_is_referred_to_is_there() {
        let written = DOCUMENT.to_string();
        let references = written.split("\"$ref\":\"#").skip(1);
        for path in references.filter_map(|rest| rest.split('"').next()) {
            assert!(DOCUMENT.pointer(path).is_some(), "{path}");
        }
    }
}
