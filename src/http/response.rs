//! Conditional responses (RFC 9110, 13) and content negotiation (RFC 9110, 12.5.1).

use std::sync::OnceLock;

use axum::body::Body;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::http::encoding::{Coding, Effort, weaken_tag};

pub(crate) const JSON: &str = "application/json";
pub(crate) const NDJSON: &str = "application/x-ndjson";
pub(crate) const SSE: &str = "text/event-stream";
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";
pub(crate) const HTML: &str = "text/html; charset=utf-8";
pub(crate) const CSS: &str = "text/css; charset=utf-8";

/// Cache lifetime of content that changes only with the server.
pub(crate) const MAX_AGE_5_MINUTES: &str = "public, max-age=300";

/// Clients may cache the content but must revalidate it.
pub(crate) const REVALIDATE: &str = "no-cache";

/// A cacheable body with an `ETag` from its hash, or `304` if the client has it.
pub(crate) fn cached(
    request_headers: &HeaderMap,
    content_type: &'static str,
    cache_control: &'static str,
    body: impl Into<Bytes>,
) -> Response {
    Document::new(content_type, body).cached(request_headers, cache_control)
}

/// A static body whose hash is computed once.
pub(crate) struct Document {
    content_type: &'static str,
    body: Bytes,
    etag: String,
    /// The body in each coding, for a document that is sent often.
    encoded: Option<[OnceLock<Bytes>; Coding::ALL.len()]>,
}

impl Document {
    pub(crate) fn new(content_type: &'static str, body: impl Into<Bytes>) -> Document {
        let body = body.into();
        let hash = Sha256::digest(&body);
        let etag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&hash[..16]));
        Document { content_type, body, etag, encoded: None }
    }

    /// A document that is compressed once in each coding. It may be larger than the responses that
    /// are compressed each time.
    pub(crate) fn lasting(content_type: &'static str, body: impl Into<Bytes>) -> Document {
        Document { encoded: Some(Default::default()), ..Document::new(content_type, body) }
    }

    /// Responds with this document, like the function [`cached`].
    pub(crate) fn cached(
        &self,
        request_headers: &HeaderMap,
        cache_control: &'static str,
    ) -> Response {
        let content_type = HeaderValue::from_static(self.content_type);
        let Some(encoded) = &self.encoded else {
            return cached_as(request_headers, &self.etag, cache_control, || {
                ([(CONTENT_TYPE, content_type)], Body::from(self.body.clone())).into_response()
            });
        };
        let coding = Coding::accepted(request_headers);
        let body = || match coding {
            Some(coding) => {
                let encode = || coding.encode(&self.body, Effort::Low).into();
                encoded[coding as usize].get_or_init(encode).clone()
            }
            None => self.body.clone(),
        };
        let mut response = cached_as(request_headers, &self.etag, cache_control, || {
            ([(CONTENT_TYPE, content_type)], Body::from(body())).into_response()
        });
        let has_body = response.status() != StatusCode::NOT_MODIFIED;
        let headers = response.headers_mut();
        headers.append(VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(coding) = coding {
            weaken_tag(headers);
            if has_body {
                coding.declare(headers);
            }
        }
        response
    }
}

/// Responds with a value as JSON, like [`cached`].
pub(crate) fn cached_json(
    request_headers: &HeaderMap,
    cache_control: &'static str,
    value: &impl Serialize,
) -> Response {
    let body = serde_json::to_vec(value).expect("views of strings, numbers and maps of them");
    cached(request_headers, JSON, cache_control, body)
}

/// A cacheable response with the given `ETag`, or `304` if the client has it.
pub(crate) fn cached_as(
    request_headers: &HeaderMap,
    etag: &str,
    cache_control: &'static str,
    answer: impl FnOnce() -> Response,
) -> Response {
    let mut response = if has_current_copy(request_headers, etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        answer()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
    if let Ok(etag) = HeaderValue::from_str(etag) {
        headers.insert(ETAG, etag);
    }
    response
}

/// The response `304` if the client has a copy with that tag.
pub(crate) fn not_modified(
    request_headers: &HeaderMap,
    etag: &str,
    cache_control: &'static str,
) -> Option<Response> {
    has_current_copy(request_headers, etag)
        .then(|| cached_as(request_headers, etag, cache_control, Response::default))
}

/// True if the client has a copy with that tag.
fn has_current_copy(request_headers: &HeaderMap, etag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let etag = bare(etag);
    let lists =
        request_headers.get_all(IF_NONE_MATCH).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(bare).any(|tag| tag == etag || tag == "*")
}

/// The offered media type with the highest weight in `Accept`. The first is the
/// default.
pub(crate) fn preferred(request_headers: &HeaderMap, offered: &[&'static str]) -> &'static str {
    let lists = request_headers.get_all(ACCEPT).into_iter().filter_map(|list| list.to_str().ok());
    let accepted: Vec<(&str, u16)> =
        lists.flat_map(|list| list.split(',')).map(media_range).collect();
    let mut best = (offered[0], 0);
    for &offer in offered {
        let essence = offer.split(';').next().unwrap_or(offer);
        let weight = weight_of(&accepted, essence);
        if weight > best.1 {
            best = (offer, weight);
        }
    }
    best.0
}

/// Declares that the response depends on the header `Accept`.
pub(crate) fn varying(mut response: Response) -> Response {
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
    response
}

/// A media range and its weight in thousandths.
fn media_range(text: &str) -> (&str, u16) {
    let mut parts = text.split(';').map(str::trim);
    let range = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q="));
    let weight = weight.and_then(|weight| weight.parse::<f32>().ok()).unwrap_or(1.0);
    (range, (weight.clamp(0.0, 1.0) * 1000.0) as u16)
}

/// The weight of the most specific range that matches the media type.
fn weight_of(accepted: &[(&str, u16)], essence: &str) -> u16 {
    let family = essence.split('/').next().unwrap_or(essence);
    let weight = |wanted: &dyn Fn(&str) -> bool| {
        accepted.iter().find(|(range, _)| wanted(range)).map(|(_, weight)| *weight)
    };
    weight(&|range| range.eq_ignore_ascii_case(essence))
        .or_else(|| weight(&|range| range.strip_suffix("/*") == Some(family)))
        .or_else(|| weight(&|range| range == "*/*"))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn headers(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn the_preferred_media_type_is_selected() {
        for (accept, format) in [
            ("", JSON),
            ("*/*", JSON),
            ("text/event-stream", SSE),
            ("text/html, application/x-ndjson;q=0.5, */*;q=0.1", NDJSON),
            ("application/*;q=0.2, text/*", SSE),
            ("application/json;q=0, application/x-ndjson;q=0.1", NDJSON),
            ("image/png", JSON),
            ("application/json, text/event-stream", JSON),
        ] {
            assert_eq!(
                preferred(&headers(ACCEPT, accept), &[JSON, NDJSON, SSE]),
                format,
                "{accept}"
            );
        }
    }

    #[test]
    fn a_matching_etag_identifies_a_current_copy() {
        for (known, is) in [
            ("\"7\"", true),
            ("W/\"7\"", true),
            ("\"6\", \"7\"", true),
            ("*", true),
            ("\"77\"", false),
            ("", false),
        ] {
            assert_eq!(has_current_copy(&headers(IF_NONE_MATCH, known), "W/\"7\""), is, "{known}");
        }
    }
}
