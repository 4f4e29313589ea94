//! How requests are read: what cannot be read is a [`Problem`] that names it.

use std::str::FromStr;

use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use bytes::Bytes;
use serde::de::DeserializeOwned;

use crate::protocol::{Code, read_fields};

use super::problem::{Answer, Problem};

/// A JSON object in the body. A body left out is an object without fields;
/// the header `Content-Type` is not looked at.
pub(super) struct Fields<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Fields<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Answer<Fields<T>> {
        let Text(text) = Text::from_request(request, state).await?;
        let text = if text.trim().is_empty() { "{}" } else { &text };
        Ok(Fields(read_fields(text)?))
    }
}

/// A body of text.
pub(super) struct Text(pub(super) String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Answer<Text> {
        let body = Bytes::from_request(request, state).await?;
        let text = String::from_utf8(body.into());
        text.map(Text).map_err(|_| Problem::new(Code::BadFrame, "the body is not UTF-8"))
    }
}

impl From<BytesRejection> for Problem {
    fn from(rejection: BytesRejection) -> Problem {
        let code = match rejection.status().as_u16() {
            413 => Code::TooLarge,
            _ => Code::BadFrame,
        };
        Problem::new(code, &rejection.body_text())
    }
}

/// The part of the path that names something. What cannot be such a name
/// names nothing: `not_found`.
pub(super) struct Named<T>(pub(super) T);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Answer<Named<T>> {
        let name = <Path<String> as FromRequestParts<S>>::from_request_parts(parts, state).await;
        let name = name.ok().and_then(|Path(name)| name.parse().ok());
        name.map(Named).ok_or_else(|| Problem::not_found("thing"))
    }
}
