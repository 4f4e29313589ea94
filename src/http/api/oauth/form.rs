//! Bodies and answers of RFC 6749: forms, and errors as JSON.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::protocol::OAuthError;
use crate::store::StoreError;

use crate::http::api::oauth::rules::error;
use crate::http::error::ApiError;
use crate::http::extract::body::Text;

/// A refusal of these endpoints: an error of OAuth, or one of the server.
#[derive(Debug)]
pub(crate) enum OAuthFailure {
    Refused(OAuthError),
    Failed(ApiError),
}

pub(crate) type OAuthResult<T> = Result<Secret<T>, OAuthFailure>;

/// JSON that no cache stores.
pub(crate) struct Secret<T>(pub(crate) T);

/// A form without repeated fields.
pub(crate) struct Form<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = OAuthFailure;

    async fn from_request(request: Request, state: &S) -> Result<Form<T>, OAuthFailure> {
        let text = Text::from_request(request, state).await.map_err(OAuthFailure::Failed)?;
        read(&text.0).map(Form).map_err(OAuthFailure::Refused)
    }
}

/// Reads a form. A field without a value is as if it were missing (RFC 6749, 3.2).
fn read<T: DeserializeOwned>(text: &str) -> Result<T, OAuthError> {
    let mut fields = BTreeMap::new();
    for (name, value) in text.split('&').filter_map(|field| field.split_once('=')) {
        let decoded = |text: &str| {
            let text = text.replace('+', " ");
            let decoded = percent_decode_str(&text).decode_utf8();
            let decoded = decoded.map_err(|_| error("invalid_request", "the form is not UTF-8"));
            decoded.map(|text| text.into_owned())
        };
        let (name, value) = (decoded(name)?, decoded(value)?);
        if !value.is_empty() && fields.insert(name, serde_json::Value::from(value)).is_some() {
            return Err(error("invalid_request", "a field of the form is given twice"));
        }
    }
    let fields = fields.into_iter().collect();
    serde_json::from_value(serde_json::Value::Object(fields))
        .map_err(|_| error("invalid_request", "a required field of the form is missing"))
}

impl<T: Serialize> IntoResponse for Secret<T> {
    fn into_response(self) -> Response {
        let no_store = HeaderValue::from_static("no-store");
        ([(CACHE_CONTROL, no_store)], Json(self.0)).into_response()
    }
}

impl IntoResponse for OAuthFailure {
    fn into_response(self) -> Response {
        match self {
            OAuthFailure::Refused(error) => {
                (StatusCode::BAD_REQUEST, Secret(error)).into_response()
            }
            OAuthFailure::Failed(error) => error.into_response(),
        }
    }
}

impl From<OAuthError> for OAuthFailure {
    fn from(error: OAuthError) -> OAuthFailure {
        OAuthFailure::Refused(error)
    }
}

impl From<ApiError> for OAuthFailure {
    fn from(error: ApiError) -> OAuthFailure {
        OAuthFailure::Failed(error)
    }
}

impl From<StoreError> for OAuthFailure {
    fn from(error: StoreError) -> OAuthFailure {
        OAuthFailure::Failed(error.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::TokenForm;

    use super::*;

    #[test]
    fn a_form_is_decoded_and_names_each_field_once() {
        let form: TokenForm =
            read("grant_type=refresh_token&client_id=My+app%21&code=&more=1").unwrap();
        assert_eq!((form.client_id.as_str(), form.code), ("My app!", None));
        let fault = |text| read::<TokenForm>(text).unwrap_err().error;
        assert_eq!(fault("grant_type=a&grant_type=b&client_id=c"), "invalid_request");
        assert_eq!(fault("grant_type=a"), "invalid_request");
        assert_eq!(fault("grant_type=a&client_id=%FF"), "invalid_request");
    }
}
