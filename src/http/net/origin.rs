//! Other origins: their pages use the API by CORS, and open a WebSocket with a token of their own.

use std::str::FromStr;

use axum::http::{HeaderMap, HeaderValue, Uri, header};

use crate::protocol::{Code, Reason};

use crate::http::error::{ApiError, ApiResult};

/// An entry of `--allowed-origins`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedOrigin {
    /// `*`: every origin may call the API, and open a WebSocket with a token that is not in the
    /// address.
    Any,
    /// One origin, such as `https://example.org`. It may open a WebSocket as the server's own pages
    /// do.
    Listed(HeaderValue),
    /// `none`, or nothing: no other origin.
    Nothing,
}

/// The value of an entry that is no origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an origin such as https://example.org, `*` or `none`")]
pub struct OriginError;

impl FromStr for AllowedOrigin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<AllowedOrigin, OriginError> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "*" => return Ok(AllowedOrigin::Any),
            "" | "none" => return Ok(AllowedOrigin::Nothing),
            _ => {}
        }
        let origin = text.strip_suffix('/').unwrap_or(&text);
        let uri = origin.parse::<Uri>().map_err(|_| OriginError)?;
        let is_of_host = |it: u8| it.is_ascii_alphanumeric() || b".-:[]".contains(&it);
        let authority = uri.authority().filter(|at| at.as_str().bytes().all(is_of_host));
        let whole = uri.scheme_str().zip(authority).map(|(scheme, at)| format!("{scheme}://{at}"));
        match whole {
            // A path, a query or a fragment would be a part of the text.
            Some(whole) if whole == origin => {
                HeaderValue::try_from(whole).map(AllowedOrigin::Listed).map_err(|_| OriginError)
            }
            _ => Err(OriginError),
        }
    }
}

/// True if pages of `origin` may call the API.
pub(crate) fn may_call(origin: &HeaderValue, allowed: &[AllowedOrigin]) -> bool {
    allowed.contains(&AllowedOrigin::Any) || is_listed(origin, allowed)
}

/// Checks the origin of a WebSocket. `own` is the server's public URL.
///
/// A browser adds nothing to a handshake that identifies a player. A page that connects without a
/// token, however, uses the network address of its visitor, on which the limits of guests rest.
/// `names_player` is true if the page sends a token, and not in the address, which may be a link
/// that the page was given.
///
/// # Errors
///
/// `forbidden` for an origin that is not allowed, or that needs a token.
pub(crate) fn check_origin(
    headers: &HeaderMap,
    own: &str,
    allowed: &[AllowedOrigin],
    names_player: bool,
) -> ApiResult<()> {
    // Only browsers send `Origin`.
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.to_str().ok().and_then(authority);
    let is_own = from.is_some() && (from == host || from == authority(own));
    if is_own || is_listed(origin, allowed) {
        return Ok(());
    }
    match (may_call(origin, allowed), names_player) {
        (true, true) => Ok(()),
        (true, false) => Err(ApiError::new(Code::Forbidden, Reason::OriginNeedsToken)),
        (false, _) => Err(ApiError::new(Code::Forbidden, Reason::ForeignOrigin)),
    }
}

fn is_listed(origin: &HeaderValue, allowed: &[AllowedOrigin]) -> bool {
    allowed.iter().any(|entry| matches!(entry, AllowedOrigin::Listed(listed) if listed == origin))
}

/// The host and port of an origin or URL.
fn authority(url: &str) -> Option<&str> {
    url.split_once("://")?.1.split('/').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(origin: &'static str) -> Result<AllowedOrigin, OriginError> {
        Ok(AllowedOrigin::Listed(HeaderValue::from_static(origin)))
    }

    #[test]
    fn an_entry_is_an_origin_or_a_word() {
        for (text, entry) in [
            ("*", Ok(AllowedOrigin::Any)),
            ("none", Ok(AllowedOrigin::Nothing)),
            ("", Ok(AllowedOrigin::Nothing)),
            ("https://Example.org", listed("https://example.org")),
            (" http://localhost:8000/", listed("http://localhost:8000")),
            ("http://[::1]:8000", listed("http://[::1]:8000")),
            ("capacitor://localhost", listed("capacitor://localhost")),
            ("example.org", Err(OriginError)),
            ("null", Err(OriginError)),
            ("https://example.org/a", Err(OriginError)),
            ("https://example.org?a", Err(OriginError)),
            ("https://user@example.org", Err(OriginError)),
            ("https://*.example.org", Err(OriginError)),
        ] {
            assert_eq!(text.parse(), entry, "{text}");
        }
    }
}
