//! Extractors for bodies, path parameters, query parameters and idempotency keys. A
//! rejection is an [`ApiError`] that names the fault.

use std::str::FromStr;

use axum::Extension;
use axum::extract::{
    DefaultBodyLimit, FromRequest, FromRequestParts, OptionalFromRequestParts, Path, Query, Request,
};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use bytes::Bytes;
use serde::de::DeserializeOwned;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{KnownFormat, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::protocol::{Code, LONGEST_ID, Message, Reason, RequestError, read_fields};
use chivalry_play::matches::CommandRef;
use chivalry_play::player::Player;

use crate::http::error::{ApiError, ApiResult, IDEMPOTENCY_KEY};

/// A JSON object in the body. An empty body is read as an empty object. The header
/// `Content-Type` is ignored.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<JsonBody<T>> {
        let body = read_body(request, state).await?;
        let text =
            str::from_utf8(&body).map_err(|_| ApiError::new(Code::BadFrame, Reason::NotUtf8))?;
        let text = if text.trim().is_empty() { "{}" } else { text };
        Ok(JsonBody(read_fields(text)?))
    }
}

/// A body of UTF-8 text.
pub(crate) struct Text(pub(crate) String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Text> {
        let body = read_body(request, state).await?;
        let text = String::from_utf8(body.into());
        text.map(Text).map_err(|_| ApiError::no_such_text(Reason::NotUtf8))
    }
}

/// The schema of a body of text. Generators of clients can send no other type but JSON.
pub(crate) struct TextBody;

impl PartialSchema for TextBody {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
            .description(Some("Text in UTF-8. The header `Content-Type` is ignored."))
            .into()
    }
}

impl ToSchema for TextBody {}

/// The size limit of the bodies of a route, for the error of a larger one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyLimit(usize);

/// Limits the bodies of routes.
pub(crate) fn body_limit(most: usize) -> (DefaultBodyLimit, Extension<BodyLimit>) {
    (DefaultBodyLimit::max(most), Extension(BodyLimit(most)))
}

async fn read_body<S: Send + Sync>(request: Request, state: &S) -> ApiResult<Bytes> {
    let limit = request.extensions().get::<BodyLimit>().copied();
    Bytes::from_request(request, state).await.map_err(|rejection| {
        match (rejection.status(), limit) {
            (StatusCode::PAYLOAD_TOO_LARGE, Some(BodyLimit(most))) => {
                let message = Reason::BodyTooLarge.with([("most", most.into())]);
                ApiError::new(Code::TooLarge, message)
            }
            // The client ended the transfer.
            _ => ApiError::new(Code::BadFrame, Reason::BodyIncomplete),
        }
    })
}

/// The path parameter, parsed. A value that does not parse is answered by `not_found`.
pub(crate) struct PathParam<T>(pub(crate) T);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for PathParam<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<PathParam<T>> {
        let name = <Path<String> as FromRequestParts<S>>::from_request_parts(parts, state).await;
        let name = name.ok().filter(|Path(name)| !name.contains('\0'));
        let name = name.and_then(|Path(name)| name.parse().ok());
        name.map(PathParam).ok_or_else(|| ApiError::not_found("thing"))
    }
}

/// The query parameters. Middleware refuses unknown ones before the route runs.
pub(crate) struct Params(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> ApiResult<Params> {
        Params::of(&parts.uri)
    }
}

impl Params {
    pub(crate) fn of(uri: &Uri) -> ApiResult<Params> {
        let Query(params) = Query::try_from_uri(uri)
            .map_err(|_| ApiError::new(Code::BadField, Reason::QueryUnreadable))?;
        Ok(Params(params))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The value of a parameter, parsed by `read`. If `read` returns `None`, the error
    /// names the `expected` form.
    pub(crate) fn read<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> ApiResult<Option<T>> {
        self.read_or(name, expected, read, RequestError::field)
    }

    /// As `read`, for a parameter whose published schema does not express the `expected` form.
    pub(crate) fn read_or_unmet<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> ApiResult<Option<T>> {
        self.read_or(name, expected, read, RequestError::unmet)
    }

    fn read_or<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
        error: fn(&str, Message) -> RequestError,
    ) -> ApiResult<Option<T>> {
        let mut values = self.0.iter().filter(|(other, _)| other == name).map(|(_, value)| value);
        let Some(value) = values.next() else { return Ok(None) };
        if values.next().is_some() {
            return Err(RequestError::field(
                name,
                Reason::ParameterTwice.with([("name", name.into())]),
            )
            .into());
        }
        let fault = || {
            let params = [("name", name.into()), ("expected", expected.into())];
            error(name, Reason::ParameterValue.with(params)).into()
        };
        read(value).map(Some).ok_or_else(fault)
    }

    pub(crate) fn text(&self, name: &str) -> ApiResult<Option<String>> {
        let is_fit = |text: &str| !text.contains('\0');
        self.read(name, "a text without U+0000", |text| is_fit(text).then(|| text.to_owned()))
    }

    pub(crate) fn number(&self, name: &str) -> ApiResult<Option<u32>> {
        self.read(name, "a number, 0 or more", |text| text.parse().ok())
    }

    pub(crate) fn flag(&self, name: &str) -> ApiResult<Option<bool>> {
        self.read(name, "`true` or `false`", |text| text.parse().ok())
    }
}

/// The client's id of a command, which makes retries idempotent.
pub(crate) struct IdempotencyKey(pub(crate) String);

impl IdempotencyKey {
    /// Returns the reference of the player's command, if the request has a key.
    pub(crate) fn cause(key: Option<IdempotencyKey>, by: &Player) -> Option<CommandRef> {
        key.map(|IdempotencyKey(id)| CommandRef { player: by.id, id })
    }
}

/// The description of the `Idempotency-Key` header.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only described; read by `IdempotencyKey`")]
pub(crate) struct IdempotencyKeyHeader {
    /// 1 to 64 characters of ASCII
    #[param(
        rename = "Idempotency-Key",
        required = false,
        max_length = 64,
        pattern = "^[!-~]([ -~]*[!-~])?$"
    )]
    key: String,
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &S,
    ) -> ApiResult<Option<IdempotencyKey>> {
        let Some(value) = parts.headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
        let key = value.to_str().ok().filter(|key| (1..=LONGEST_ID).contains(&key.len()));
        let key = key.filter(|key| !key.contains('\t'));
        let fault = || RequestError::field(IDEMPOTENCY_KEY, Reason::IdempotencyKeyLength);
        let key = key.ok_or_else(fault)?;
        Ok(Some(IdempotencyKey(key.to_owned())))
    }
}
