//! Look-ups that may find nothing without an error.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::body::Params;

/// The parameter `allow_none` of a look-up.
#[derive(Clone, Copy, Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AllowNone {
    /// `true` to get status 204 instead of the error `not_found`.
    #[param(required = false)]
    allow_none: bool,
}

impl AllowNone {
    pub(crate) fn read(params: &Params) -> ApiResult<AllowNone> {
        Ok(AllowNone { allow_none: params.flag("allow_none")?.unwrap_or(false) })
    }

    /// Answers a look-up that found nothing.
    pub(crate) fn answer(self, error: ApiError) -> ApiResult<Response> {
        if self.allow_none { Ok(StatusCode::NO_CONTENT.into_response()) } else { Err(error) }
    }
}
