//! Content codings of responses (RFC 9110, 12.5.3).

use std::io::Write as _;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, VARY,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::live::compute::cpu_pool::CpuPool;

/// Sizes in bytes of JSON that is compressed. Less fits into one packet. More would occupy a thread
/// of the pool for longer than 100 ms.
const COMPRESSED: std::ops::RangeInclusive<u64> = 1_024..=16 * 1_024 * 1_024;

/// The size in bytes from which JSON is compressed by the thread pool. It would occupy a thread of
/// the server for longer than 5 ms.
const LARGE: usize = 256 * 1_024;

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Brotli,
    Zstd,
    Gzip,
}

/// The effort of a compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// For content that is sent once.
    Low,
    /// For content that is sent often. A higher effort saves a tenth, but takes seconds of a
    /// processor for the files of the page, and slows all other threads down meanwhile.
    High,
}

impl Coding {
    /// The codings by the size of their result, for content that is encoded once.
    pub(crate) const ALL: [Coding; 3] = [Coding::Brotli, Coding::Zstd, Coding::Gzip];

    /// The codings by their speed, for content that is encoded for each response.
    const FASTEST_FIRST: [Coding; 3] = [Coding::Zstd, Coding::Brotli, Coding::Gzip];

    const fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Zstd => "zstd",
            Coding::Gzip => "gzip",
        }
    }

    /// The coding that a client accepts with the highest weight, for content that is encoded once.
    pub(crate) fn accepted(request_headers: &HeaderMap) -> Option<Coding> {
        Coding::accepted_of(&Coding::ALL, request_headers)
    }

    /// The coding with the highest weight. Of equal ones, the first of `offered` is selected.
    fn accepted_of(offered: &[Coding], request_headers: &HeaderMap) -> Option<Coding> {
        let lists = request_headers.get_all(ACCEPT_ENCODING).into_iter();
        let lists = lists.filter_map(|list| list.to_str().ok());
        let weights: Vec<(&str, f32)> =
            lists.flat_map(|list| list.split(',')).map(weighted).collect();
        let weight = |coding: Coding| {
            let named = |wanted: &str| {
                let mut all = weights.iter();
                all.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, weight)| *weight)
            };
            named(coding.name()).or_else(|| named("*")).unwrap_or(0.0)
        };
        let mut best = (None, 0.0);
        for &coding in offered {
            if weight(coding) > best.1 {
                best = (Some(coding), weight(coding));
            }
        }
        best.0
    }

    pub(crate) fn encode(self, plain: &[u8], effort: Effort) -> Vec<u8> {
        let mut encoded = Vec::with_capacity(plain.len() / 3);
        match self {
            Coding::Brotli => {
                let quality = if effort == Effort::High { 6 } else { 4 };
                let params = BrotliEncoderParams {
                    quality,
                    size_hint: plain.len(),
                    ..BrotliEncoderParams::default()
                };
                brotli::BrotliCompress(&mut &*plain, &mut encoded, &params)
                    .expect("memory takes what is written to it");
            }
            Coding::Zstd => {
                let level = if effort == Effort::High { 12 } else { 3 };
                // The tables of a stream, whose size is unknown, have up to 32 MiB.
                return zstd::bulk::compress(plain, level).expect("the buffer is large enough");
            }
            Coding::Gzip => {
                let level = if effort == Effort::High { 9 } else { 4 };
                let mut encoder = GzEncoder::new(&mut encoded, Compression::new(level));
                encoder.write_all(plain).expect("memory takes what is written to it");
                encoder.finish().expect("memory takes what is written to it");
            }
        }
        encoded
    }

    /// Declares the coding of a response.
    pub(crate) fn declare(self, headers: &mut HeaderMap) {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(self.name()));
    }
}

/// The name of a coding and its weight.
fn weighted(text: &str) -> (&str, f32) {
    let (name, params) = text.split_once(';').unwrap_or((text, ""));
    let weight = params.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
    (name.trim(), weight.unwrap_or(1.0))
}

/// Middleware: compresses complete JSON responses. Streams have no known size and stay as they are.
pub(crate) async fn compress(
    State(cpu_pool): State<CpuPool>,
    request: Request,
    next: Next,
) -> Response {
    let coding = Coding::accepted_of(&Coding::FASTEST_FIRST, request.headers());
    let response = next.run(request).await;
    let size = response.body().size_hint().exact();
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|kind| {
        matches!(kind.as_bytes(), b"application/json" | b"application/problem+json")
    });
    let is_encoded = response.headers().contains_key(CONTENT_ENCODING);
    if !is_json || is_encoded || !size.is_some_and(|size| COMPRESSED.contains(&size)) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    head.headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    let Some(coding) = coding else { return Response::from_parts(head, body) };
    let limit = usize::try_from(*COMPRESSED.end()).unwrap_or(usize::MAX);
    let plain = to_bytes(body, limit).await.unwrap_or_default();
    let encoded = if plain.len() <= LARGE {
        coding.encode(&plain, Effort::Low)
    } else {
        let content = plain.clone();
        match cpu_pool.run(move || coding.encode(&content, Effort::Low)).await {
            Ok(encoded) => encoded,
            // The queue is full.
            Err(_) => return Response::from_parts(head, Body::from(plain)),
        }
    };
    head.headers.remove(CONTENT_LENGTH);
    weaken_tag(&mut head.headers);
    coding.declare(&mut head.headers);
    Response::from_parts(head, Body::from(encoded))
}

/// Makes an `ETag` weak, because it identifies the content in every coding.
pub(crate) fn weaken_tag(headers: &mut HeaderMap) {
    let strong = headers.get(ETAG).filter(|tag| tag.as_bytes().starts_with(b"\""));
    let weak = strong.map(|tag| [b"W/", tag.as_bytes()].concat());
    if let Some(weak) = weak.and_then(|tag| HeaderValue::from_bytes(&tag).ok()) {
        headers.insert(ETAG, weak);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_coding_is_selected() {
        for (accepted, once, each_time) in [
            ("gzip, deflate, br, zstd", Some(Coding::Brotli), Some(Coding::Zstd)),
            ("gzip, zstd", Some(Coding::Zstd), Some(Coding::Zstd)),
            ("br;q=0.5, gzip", Some(Coding::Gzip), Some(Coding::Gzip)),
            ("br;q=1, gzip;q=0.5", Some(Coding::Brotli), Some(Coding::Brotli)),
            ("zstd;q=0.5, br", Some(Coding::Brotli), Some(Coding::Brotli)),
            ("BR", Some(Coding::Brotli), Some(Coding::Brotli)),
            ("*", Some(Coding::Brotli), Some(Coding::Zstd)),
            ("br;q=0, zstd;q=0, *", Some(Coding::Gzip), Some(Coding::Gzip)),
            ("gzip;q=0", None, None),
            ("gzip; q=0.0, br;q=0.000", None, None),
            ("identity", None, None),
            ("", None, None),
        ] {
            let value = HeaderValue::from_static(accepted);
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value)]);
            assert_eq!(Coding::accepted(&headers), once, "{accepted}");
            let fastest = Coding::accepted_of(&Coding::FASTEST_FIRST, &headers);
            assert_eq!(fastest, each_time, "{accepted}");
        }
        assert_eq!(Coding::accepted(&HeaderMap::new()), None);
    }
}
