//! The OpenAPI document, generated from the routes, and the check of query parameters
//! against it.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use axum::Extension;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, ServerBuilder,
};

use crate::protocol;
use crate::protocol::Reason;
use crate::protocol::{Code, More, RequestError, SeatedView};
use chivalry_play::clock::Speed;
use chivalry_play::matches::SeatOutReason;

use crate::http::error::{ApiError, ProblemBody};
use crate::http::extract::body::Params;
use crate::http::openapi::portable::make_portable;
use crate::http::response::{Document, JSON, MAX_AGE_5_MINUTES};

/// The published OpenAPI document, built on first use.
pub(crate) type Published = &'static LazyLock<OpenApiDocument>;

/// The OpenAPI document of all routes.
pub(crate) struct OpenApiDocument {
    pub(crate) value: Value,
    text: Document,
    /// The query parameters of each operation, by path and method.
    query_params: HashMap<(String, String), HashSet<String>>,
}

impl OpenApiDocument {
    /// Completes the document that the routes generate.
    pub(crate) fn of(routes: OpenApi) -> OpenApiDocument {
        let mut value = serde_json::to_value(&routes).expect("a document of strings and maps");
        protocol::sharpen(&mut value);
        mark_optional_bodies(&mut value);
        protocol::describe_params(&mut value["components"]["schemas"]["Reason"]);
        for name in CLOSED {
            close_variants(&mut value["components"]["schemas"][name]);
        }
        make_portable(&mut value);
        let text = Document::lasting(JSON, value.to_string());
        let query_params = operations(&value)
            .map(|(path, method, operation)| ((path, method), query(operation)))
            .collect();
        OpenApiDocument { value, text, query_params }
    }

    /// The path, method and description of each operation.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (String, String, &Value)> {
        operations(&self.value)
    }
}

/// Choices whose variants allow no other fields, which the derive macro does not
/// express.
const CLOSED: [&str; 7] =
    ["Condition", "Decider", "Format", "GameResult", "StartPlan", "TieBreak", "TimeControl"];

/// The AsyncAPI document of all frames.
static FRAMES: LazyLock<Document> =
    LazyLock::new(|| Document::lasting(JSON, protocol::asyncapi().to_string()));

/// Marks a body as optional if all of its fields are optional. An empty body is read as
/// an empty object.
fn mark_optional_bodies(document: &mut Value) {
    let schemas = document["components"]["schemas"].clone();
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.filter_map(|(_, item)| item.as_object_mut()).flatten();
    for (_, operation) in operations {
        let Some(body) = operation.get_mut("requestBody") else { continue };
        let schema = &body["content"]["application/json"]["schema"]["$ref"];
        let name = schema.as_str().and_then(|path| path.rsplit('/').next());
        let Some(schema) = name.map(|name| &schemas[name]) else { continue };
        if schema["properties"].is_object() && !schema["required"].is_array() {
            body["required"] = Value::Bool(false);
        }
    }
}

/// Forbids other fields in each variant of a choice.
fn close_variants(choice: &mut Value) {
    let parts = choice["oneOf"].as_array_mut().expect("a choice");
    for part in parts {
        part["additionalProperties"] = Value::Bool(false);
    }
}

/// The parts of the document that do not come from the routes.
pub(crate) fn outline() -> OpenApi {
    let token = Http::builder()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A token from `POST /api/v1/guests`, `/accounts` or `/sessions`."))
        .build();
    let license = LicenseBuilder::new()
        .name("MIT or Apache-2.0")
        .identifier(Some(env!("CARGO_PKG_LICENSE")))
        .build();
    let server = ServerBuilder::new().url("/").description(Some("this server")).build();
    let info = InfoBuilder::new()
        .title("Chivalry")
        .version(env!("CARGO_PKG_VERSION"))
        .license(Some(license))
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
        .schema_from::<SeatOutReason>()
        .schema_from::<Speed>()
        .schema_from::<Code>()
        .schema_from::<Reason>();
    OpenApiBuilder::new()
        .info(info)
        .servers(Some([server]))
        .components(Some(components.build()))
        .build()
}

/// Get this document
///
/// OpenAPI 3.1. [A page](/api/docs) displays it.
#[utoipa::path(get, path = "/openapi.json", tag = "service",
    responses((status = 200, description = "OpenAPI 3.1", body = Object)))]
pub(crate) async fn openapi(
    Extension(document): Extension<Published>,
    headers: HeaderMap,
) -> Response {
    document.text.cached(&headers, MAX_AGE_5_MINUTES)
}

/// Get the description of the WebSocket and the streams
///
/// AsyncAPI 3.0: every frame that clients and the server send.
#[utoipa::path(get, path = "/asyncapi.json", tag = "service",
    responses((status = 200, description = "AsyncAPI 3.0", body = Object)))]
pub(crate) async fn asyncapi(headers: HeaderMap) -> Response {
    FRAMES.cached(&headers, MAX_AGE_5_MINUTES)
}

/// Refuses a request with a query parameter that its route does not describe. Ignoring
/// it would hide a client's mistake.
pub(crate) async fn known_params(
    State(document): State<Published>,
    request: Request,
    next: Next,
) -> Response {
    match unknown_param(document, &request) {
        Some(name) => {
            let message = Reason::UnknownParameter.with([("name", name.as_str().into())]);
            ApiError(RequestError::field(&name, message)).into_response()
        }
        None => next.run(request).await,
    }
}

fn unknown_param(document: &OpenApiDocument, request: &Request) -> Option<String> {
    let path = request.extensions().get::<MatchedPath>()?.as_str();
    let method = match *request.method() {
        Method::HEAD => Method::GET,
        ref method => method.clone(),
    };
    let known = document.query_params.get(&(path.to_owned(), method.as_str().to_lowercase()))?;
    let params = Params::of(request.uri()).ok()?;
    params.names().find(|name| !known.contains(*name)).map(str::to_owned)
}

fn operations(document: &Value) -> impl Iterator<Item = (String, String, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
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

    use crate::http::router::DOCUMENT;

    #[test]
    fn operations_have_unique_ids_and_summaries() {
        let mut names = HashSet::new();
        for (path, method, operation) in DOCUMENT.operations() {
            let summary = operation["summary"].as_str();
            assert!(summary.is_some_and(|text| !text.is_empty()), "{method} {path}");
            assert!(operation["tags"].is_array(), "{method} {path}");
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name), "{name} names two operations");
        }
        assert!(DOCUMENT.value["openapi"].as_str().unwrap().starts_with("3.1"));
    }

    #[test]
    fn documented_codes_match_the_codes_in_use() {
        let described = DOCUMENT.value["components"]["schemas"]["Code"]["enum"].as_array().unwrap();
        assert!(described.iter().eq(Code::ALL.map(Code::as_str).iter()));
    }

    /// The bounds of a field or a parameter.
    fn bounds(schema: &Value, [least, most]: [&str; 2]) -> (Option<u64>, Option<u64>) {
        (schema[least].as_u64(), schema[most].as_u64())
    }

    #[test]
    fn integer_schemas_have_the_bounds_of_their_types() {
        let schemas = &DOCUMENT.value["components"]["schemas"];
        let ply = &schemas["MoveRequest"]["properties"]["ply"];
        assert_eq!(bounds(ply, ["minimum", "maximum"]), (Some(0), Some(u32::MAX.into())));
        let rating = &schemas["SeekRequest"]["properties"]["rating"]["prefixItems"][1];
        assert_eq!(bounds(rating, ["minimum", "maximum"]), (Some(0), Some(u16::MAX.into())));
        let expires = &schemas["LinkRequest"]["properties"]["expires_ms"];
        assert_eq!(bounds(expires, ["minimum", "maximum"]), (Some(0), Some(u64::MAX)));
        let rating = &schemas["SeekRequest"]["properties"]["rating"];
        assert_eq!(bounds(rating, ["minItems", "maxItems"]), (Some(2), Some(2)));
        // A field keeps the bounds that it declares.
        let ms = &schemas["AddTimeRequest"]["properties"]["ms"];
        assert_eq!(bounds(ms, ["minimum", "maximum"]), (Some(1_000), Some(600_000)));
    }

    #[test]
    fn a_body_with_only_optional_fields_is_optional() {
        let is_needed =
            |path: &str| &DOCUMENT.value["paths"][path]["post"]["requestBody"]["required"];
        assert_eq!(is_needed("/api/v1/matches/{id}/join"), false);
        assert_eq!(is_needed("/api/v1/matches/{id}/moves"), true);
        assert_eq!(is_needed("/api/v1/matches/{id}/events"), &Value::Null);
        assert!(DOCUMENT.value["paths"]["/api/v1/me"]["get"].get("requestBody").is_none());
    }

    #[test]
    fn closed_choices_forbid_additional_fields() {
        fn reads<T: serde::de::DeserializeOwned>(text: &str) -> [bool; 2] {
            let more = text.replacen('{', "{\"more\":1,", 1);
            [text, &more].map(|text| serde_json::from_str::<T>(text).is_ok())
        }
        use chivalry_play::clock::TimeControl;
        use chivalry_tournament::{
            Condition, Format, GameResult, SeriesTieBreak, StartPlan, TieBreak,
        };
        for (name, read) in [
            ("Condition", reads::<Condition>(r#"{"kind":"established"}"#)),
            ("Decider", reads::<SeriesTieBreak>(r#"{"kind":"drawn"}"#)),
            ("Format", reads::<Format>(r#"{"kind":"swiss","rounds":3}"#)),
            ("GameResult", reads::<GameResult>(r#"{"how":"drawn"}"#)),
            ("StartPlan", reads::<StartPlan>(r#"{"by":"agreement"}"#)),
            ("TieBreak", reads::<TieBreak>(r#"{"kind":"wins"}"#)),
            ("TimeControl", reads::<TimeControl>(r#"{"kind":"unlimited"}"#)),
        ] {
            assert_eq!(read, [true, false], "{name}");
            assert!(CLOSED.contains(&name));
            let parts = DOCUMENT.value["components"]["schemas"][name]["oneOf"].as_array().unwrap();
            assert!(parts.iter().all(|part| part["additionalProperties"] == false), "{name}");
        }
    }

    #[test]
    fn every_schema_reference_resolves() {
        let written = DOCUMENT.value.to_string();
        let references = written.split("\"$ref\":\"#").skip(1);
        for path in references.filter_map(|rest| rest.split('"').next()) {
            assert!(DOCUMENT.value.pointer(path).is_some(), "{path}");
        }
    }
}
