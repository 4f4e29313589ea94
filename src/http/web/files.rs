//! The embedded files, compressed in the background.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};
use std::thread;

use axum::http::header::{CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use rust_embed::Embed;
use sha2::{Digest as _, Sha256};

use crate::http::encoding::{Coding, Effort};
use crate::http::error::ApiError;
use crate::http::response::cached_as;

/// The folder of the page. Sources, which are bundled, are not embedded.
#[derive(Embed)]
#[folder = "web/app/"]
#[include = "bundle/*"]
#[include = "fonts/*"]
#[exclude = "fonts/*.ttf"]
#[include = "icons/*"]
#[include = "robots.txt"]
#[include = "vendor/LIBRARIES.txt"]
#[include = "vendor/*/LICENSE.txt"]
struct Folder;

/// The shells, their data and the service worker, which are read by the server and not served as
/// files.
const OF_SHELL: [&str; 3] = [".html", ".json", "bundle/worker.js"];

/// A file as it is sent.
pub(crate) struct File {
    content_type: &'static str,
    etag: String,
    plain: Bytes,
    effort: Effort,
    /// The compressed content for each coding, if it is shorter.
    encoded: [OnceLock<Option<Bytes>>; Coding::ALL.len()],
}

/// The files of the page.
pub(crate) struct Files {
    /// The hash of all files.
    pub(crate) hash: String,
    /// The files that are served, by path.
    served: HashMap<String, File>,
    /// The texts of the shell, by path.
    texts: HashMap<String, String>,
}

pub(crate) static FILES: LazyLock<Files> = LazyLock::new(Files::read);

impl Files {
    fn read() -> Files {
        let is_file = |path: &Cow<'_, str>| !path.contains("/.");
        let mut paths: Vec<_> = Folder::iter().filter(is_file).collect();
        paths.sort_unstable();
        let mut digest = Sha256::new();
        let (mut served, mut texts) = (HashMap::new(), HashMap::new());
        // A file of the folder of a debug build may be deleted meanwhile.
        for (path, file) in paths.iter().filter_map(|path| Some((path, Folder::get(path)?))) {
            digest.update(path.as_bytes());
            digest.update(file.metadata.sha256_hash());
            if OF_SHELL.iter().any(|end| path.ends_with(end)) {
                texts.insert(path.to_string(), String::from_utf8_lossy(&file.data).into_owned());
            } else {
                let file = File::new(content_type(path), file.data.into_owned(), Effort::High);
                served.insert(path.to_string(), file);
            }
        }
        Files { hash: URL_SAFE_NO_PAD.encode(&digest.finalize()[..9]), served, texts }
    }

    /// Compresses all files in the background, so that no response has to.
    pub(crate) fn compress_all(&'static self) {
        static STARTED: OnceLock<()> = OnceLock::new();
        STARTED.get_or_init(|| {
            let compress = || {
                for (file, coding) in
                    self.served.values().flat_map(|file| Coding::ALL.map(|coding| (file, coding)))
                {
                    file.encoded(coding);
                }
            };
            // Without a thread the files are compressed on their first use.
            let _ = thread::Builder::new().name("page".to_owned()).spawn(compress);
        });
    }

    pub(crate) fn get(&self, path: &str) -> Option<&File> {
        self.served.get(path)
    }

    /// The paths of the files that are served.
    pub(crate) fn served(&self) -> impl Iterator<Item = &str> {
        self.served.keys().map(String::as_str)
    }

    /// A text of the shell.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// The codes of the languages that have a shell.
    pub(crate) fn languages(&self) -> impl Iterator<Item = &str> {
        self.texts
            .keys()
            .filter_map(|path| path.strip_prefix("bundle/home.")?.strip_suffix(".html"))
    }
}

impl File {
    pub(crate) fn new(content_type: &'static str, plain: Vec<u8>, effort: Effort) -> File {
        let hash = Sha256::digest(&plain);
        File {
            content_type,
            etag: format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(&hash[..16])),
            plain: plain.into(),
            effort,
            encoded: Default::default(),
        }
    }

    pub(crate) fn etag(&self) -> &str {
        &self.etag
    }

    /// The content in a coding, if it is shorter.
    fn encoded(&self, coding: Coding) -> Option<&Bytes> {
        let encode = || {
            let is_text = !matches!(self.content_type, "font/woff2" | "image/png");
            let encoded = is_text.then(|| coding.encode(&self.plain, self.effort));
            encoded.filter(|encoded| encoded.len() < self.plain.len()).map(Bytes::from)
        };
        self.encoded[coding as usize].get_or_init(encode).as_ref()
    }

    /// Responds with the file. `varies_by` names the request headers that select it.
    pub(crate) fn response(
        &self,
        request_headers: &HeaderMap,
        cache_control: &'static str,
        varies_by: &'static str,
    ) -> Response {
        let mut response = cached_as(request_headers, &self.etag, cache_control, || {
            let encoded = Coding::accepted(request_headers)
                .and_then(|coding| Some((coding, self.encoded(coding)?.clone())));
            let (coding, body) = encoded.unzip();
            let mut response = body.unwrap_or_else(|| self.plain.clone()).into_response();
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
            if let Some(coding) = coding {
                coding.declare(headers);
            }
            response
        });
        response.headers_mut().insert(VARY, HeaderValue::from_static(varies_by));
        response
    }
}

/// Responds with a file, or with the problem that there is none.
pub(crate) fn file_response(
    file: Option<&File>,
    request_headers: &HeaderMap,
    cache_control: &'static str,
) -> Response {
    match file {
        Some(file) => file.response(request_headers, cache_control, "accept-encoding"),
        None => ApiError::not_found("file").into_response(),
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_known_content_type() {
        for path in FILES.served.keys() {
            let is_text = content_type(path).starts_with("text/plain");
            assert_eq!(is_text, path.ends_with(".txt"), "{path}");
        }
    }

    #[test]
    fn sources_of_the_bundle_are_not_embedded() {
        let is_source = |path: &&String| path.starts_with("src/") || path.starts_with("style/");
        assert_eq!(FILES.served.keys().find(is_source), None);
        assert!(FILES.get("bundle/main.js").is_some());
    }
}
