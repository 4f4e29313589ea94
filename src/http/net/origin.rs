//! The origins whose pages may open a WebSocket.

use axum::http::{HeaderMap, header};

use crate::protocol::{Code, Reason};

use crate::http::error::{ApiError, ApiResult};

/// Refuses cross-origin requests of browsers, which would act as the player without consent.
///
/// `own` is the server's public URL, `allowed` the origins that the operator allows.
///
/// # Errors
///
/// `forbidden` for any other origin.
pub(crate) fn check_origin(headers: &HeaderMap, own: &str, allowed: &[String]) -> ApiResult<()> {
    // Only browsers send `Origin`.
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_own =
        authority(origin).is_some_and(|from| Some(from) == host || Some(from) == authority(own));
    if is_own || allowed.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    let reason = Reason::ForeignOrigin;
    Err(ApiError::new(Code::Forbidden, reason))
}

/// The host and port of an origin or URL.
fn authority(url: &str) -> Option<&str> {
    url.split_once("://")?.1.split('/').next()
}
