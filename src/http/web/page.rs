//! The web page: the files under `web/app`, embedded in the binary.
//!
//! The URL of each file contains the hash of all files. Copies can therefore be cached
//! permanently, and modules that import each other are always of one version. Only the
//! shell, `index.html`, is revalidated. A debug build reads the files from the folder
//! at startup. The shell of a match has a title of its own, for previews of shared links.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock};

use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{Embed, EmbeddedFile};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use chivalry_play::matches::MatchId;
use chivalry_rules::Variant;

use crate::http::error::ApiError;
use crate::http::extract::body::Params;
use crate::http::response::{HTML, JSON, REVALIDATE, cached_as, preferred};
use crate::http::state::AppState;
use crate::http::web::titles::{escaped, match_title};

/// The content security policy: same-origin resources only, nothing inline. One library
/// alone may create markup.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'; require-trusted-types-for 'script'; \
                      trusted-types lit-html";

/// Cache policy of files whose URL contains their hash.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Cache policy of files at permanent addresses.
const MAX_AGE_1_DAY: &str = "public, max-age=86400";

/// The placeholders in the shell: the folder of the other files, the public URL of the server, and
/// the title of the page.
const FOLDER_PLACEHOLDER: &str = "{folder}";
const URL_PLACEHOLDER: &str = "{public_url}";
const TITLE_PLACEHOLDER: &str = "{title}";

/// The title of pages without a title of their own. It replaces the placeholder as HTML.
const GENERAL_TITLE: &str = "Chivalry: play Camelot and Chivalry online";

/// Files at the addresses that browsers and crawlers request.
const PERMANENT_FILES: [(&str, &str); 4] = [
    ("/apple-touch-icon.png", "icons/apple-touch-icon.png"),
    ("/favicon.ico", "icons/favicon.ico"),
    ("/preview.png", "icons/preview.png"),
    ("/robots.txt", "robots.txt"),
];

/// The paths of the page's router that are served the general shell.
const PATHS: [&str; 14] = [
    "/",
    "/lobby",
    "/study",
    "/study/{id}",
    "/puzzles",
    "/puzzles/{id}",
    "/tournaments",
    "/tournaments/new",
    "/tournaments/{id}",
    "/players",
    "/players/{name}",
    "/rules",
    "/account",
    "/moderation",
];

#[derive(Embed)]
#[folder = "web/app/"]
struct Files;

/// A file as it is sent.
struct File {
    content_type: &'static str,
    etag: String,
    plain: Bytes,
    /// The compressed content, if it is shorter.
    gzip: Option<Bytes>,
}

struct Page {
    hash: String,
    /// The text of `index.html` with placeholders for the URL and the title.
    shell: String,
    files: HashMap<String, File>,
}

/// The shell of a server with a certain public URL.
pub(crate) struct Shell {
    /// The text with a placeholder for the title.
    text: String,
    general: File,
}

static PAGE: LazyLock<Page> = LazyLock::new(Page::read);

/// The routes of the page.
pub(crate) fn routes() -> Router<AppState> {
    let general = async |State(app): State<AppState>,
                         Extension(shell): Extension<Arc<Shell>>,
                         headers: HeaderMap| {
        shell_response(&app, &shell.general, &headers, StatusCode::OK)
    };
    let mut routes = Router::new()
        .route("/assets/{hash}/{*path}", get(file))
        .route("/m/{id}", get(match_page))
        .route("/rules/{variant}", get(rules));
    for (path, name) in PERMANENT_FILES {
        let permanent = async move |headers: HeaderMap| {
            file_response(PAGE.files.get(name), &headers, MAX_AGE_1_DAY)
        };
        routes = routes.route(path, get(permanent));
    }
    PATHS.into_iter().fold(routes, |routes, path| routes.route(path, get(general)))
}

/// The response for unknown routes: the page for browsers, a problem document for
/// programs.
pub(crate) async fn nowhere(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    headers: HeaderMap,
) -> Response {
    if preferred(&headers, &[JSON, HTML]) == HTML {
        shell_response(&app, &shell.general, &headers, StatusCode::NOT_FOUND)
    } else {
        ApiError::not_found("route").into_response()
    }
}

async fn rules(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(variant): Path<String>,
    headers: HeaderMap,
) -> Response {
    let is_known = Variant::named(&variant).is_some();
    let status = if is_known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    shell_response(&app, &shell.general, &headers, status)
}

async fn match_page(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let key = Params::of(&uri).and_then(|params| params.text("key")).ok().flatten();
    let title = match Uuid::try_parse(&id) {
        Ok(id) => match_title(&app, MatchId(id), key.as_deref()).await,
        Err(_) => None,
    };
    let titled = title.map(|title| shell.titled(&escaped(&title)));
    shell_response(&app, titled.as_ref().unwrap_or(&shell.general), &headers, StatusCode::OK)
}

async fn file(Path((hash, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    file_response(PAGE.files.get(&path).filter(|_| hash == PAGE.hash), &headers, IMMUTABLE)
}

fn file_response(
    file: Option<&File>,
    request_headers: &HeaderMap,
    cache_control: &'static str,
) -> Response {
    match file {
        Some(file) => file.response(request_headers, cache_control),
        None => ApiError::not_found("file").into_response(),
    }
}

/// Responds with the shell, whose router reads the path.
fn shell_response(
    app: &AppState,
    shell: &File,
    request_headers: &HeaderMap,
    status: StatusCode,
) -> Response {
    let mut response = shell.response(request_headers, REVALIDATE);
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy(app));
    for (name, value) in [
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The policy of the shell, which allows connections to the nodes that clients reach directly.
fn policy(app: &AppState) -> HeaderValue {
    let members = app.live.nodes().map(|nodes| nodes.members()).unwrap_or_default();
    let urls = members.iter().filter_map(|member| member.url.as_deref());
    let sockets: Vec<String> = urls.map(|url| url.replacen("http", "ws", 1)).collect();
    if sockets.is_empty() {
        return HeaderValue::from_static(POLICY);
    }
    let to_nodes = format!("connect-src 'self' {};", sockets.join(" "));
    HeaderValue::try_from(POLICY.replace("connect-src 'self';", &to_nodes))
        .unwrap_or(HeaderValue::from_static(POLICY))
}

impl Page {
    fn read() -> Page {
        let is_served = |path: &Cow<'_, str>| !path.ends_with(".d.ts");
        let mut paths: Vec<_> = Files::iter().filter(is_served).collect();
        paths.sort_unstable();
        let read = |path: &str| Files::get(path).expect("a file that was listed");
        let mut digest = Sha256::new();
        for path in &paths {
            digest.update(path.as_bytes());
            digest.update(read(path).metadata.sha256_hash());
        }
        let hash = URL_SAFE_NO_PAD.encode(&digest.finalize()[..9]);
        let EmbeddedFile { data: shell, .. } = read("index.html");
        let shell = String::from_utf8_lossy(&shell);
        let shell = shell.replace(FOLDER_PLACEHOLDER, &format!("/assets/{hash}"));
        let files = paths.iter().filter(|path| *path != "index.html");
        Page {
            shell,
            files: files
                .map(|path| {
                    (path.to_string(), File::new(content_type(path), read(path).data.into_owned()))
                })
                .collect(),
            hash,
        }
    }
}

impl Shell {
    pub(crate) fn new(public_url: &str) -> Shell {
        let text = PAGE.shell.replace(URL_PLACEHOLDER, &escaped(public_url));
        let general = text.replace(TITLE_PLACEHOLDER, GENERAL_TITLE);
        Shell { text, general: File::new(HTML, general.into_bytes()) }
    }

    /// Returns the shell with a title, which is HTML.
    fn titled(&self, title: &str) -> File {
        File::new(HTML, self.text.replace(TITLE_PLACEHOLDER, title).into_bytes())
    }
}

impl File {
    fn new(content_type: &'static str, plain: Vec<u8>) -> File {
        let hash = Sha256::digest(&plain);
        let gzip = Some(gzip(&plain)).filter(|gzip| gzip.len() < plain.len());
        File {
            content_type,
            etag: format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(&hash[..16])),
            plain: plain.into(),
            gzip: gzip.map(Bytes::from),
        }
    }

    fn response(&self, request_headers: &HeaderMap, cache_control: &'static str) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| accepts_gzip(request_headers));
        let mut response = cached_as(request_headers, &self.etag, cache_control, || {
            let body = gzip.unwrap_or(&self.plain).clone();
            let mut response = body.into_response();
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
            if gzip.is_some() {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
            response
        });
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept, accept-encoding"));
        response
    }
}

/// True if the client accepts gzip (RFC 9110, 12.5.3).
fn accepts_gzip(request_headers: &HeaderMap) -> bool {
    let lists =
        request_headers.get_all(ACCEPT_ENCODING).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        matches!(name.trim(), "gzip" | "*") && !is_refused
    })
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).expect("memory takes what is written to it");
    encoder.finish().expect("memory takes what is written to it")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_only_to_clients_that_accept_it() {
        for (says, takes) in [
            ("gzip, deflate, br", true),
            ("br;q=1, gzip;q=0.5", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0, br", false),
            ("identity", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(says))]);
            assert_eq!(accepts_gzip(&headers), takes, "{says}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn every_file_has_a_known_content_type() {
        for path in PAGE.files.keys() {
            let is_text = content_type(path).starts_with("text/plain");
            assert_eq!(is_text, path.ends_with(".txt"), "{path}");
        }
    }
}
