//! The routes of the page: the shell at each address, and the files that it loads.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use uuid::Uuid;

use chivalry_play::matches::MatchId;
use chivalry_rules::Variant;

use crate::http::error::ApiError;
use crate::http::extract::body::Params;
use crate::http::response::{HTML, JSON, REVALIDATE, preferred};
use crate::http::state::AppState;
use crate::http::web::files::{FILES, File, file_response};
use crate::http::web::shell::Shell;
use crate::http::web::titles::{escaped, match_title};

/// The content security policy: same-origin resources only, and nothing inline but one script of
/// a known hash. One library alone may create markup.
const POLICY: &str = "default-src 'none'; script-src 'self' {script}; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'{nodes}; font-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'; require-trusted-types-for 'script'; \
                      trusted-types lit-html";

/// Cache policy of files whose URL contains their hash.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Cache policy of files at permanent addresses.
const MAX_AGE_1_DAY: &str = "public, max-age=86400";

/// The request headers that select a shell.
const SHELL_VARIES_BY: &str = "accept, accept-encoding, accept-language";

/// Files at the addresses that browsers and crawlers request.
const PERMANENT_FILES: [(&str, &str); 4] = [
    ("/apple-touch-icon.png", "icons/apple-touch-icon.png"),
    ("/favicon.ico", "icons/favicon.ico"),
    ("/preview.png", "icons/preview.png"),
    ("/robots.txt", "robots.txt"),
];

/// The paths of the page's router and the scripts of their pages.
const PATHS: [(&str, &str); 12] = [
    ("/study", "study"),
    ("/study/{id}", "study"),
    ("/puzzles", "puzzles"),
    ("/puzzles/{id}", "puzzles"),
    ("/tournaments", "tournaments"),
    ("/tournaments/new", "make"),
    ("/tournaments/{id}", "tournament"),
    ("/players", "leaders"),
    ("/players/{name}", "player"),
    ("/rules", "rules"),
    ("/account", "account"),
    ("/moderation", "moderation"),
];

/// The routes of the page.
pub(crate) fn routes() -> Router<AppState> {
    let mut routes = Router::new()
        .route("/", get(home))
        .route("/lobby", get(home))
        .route("/assets/{hash}/{*path}", get(file))
        .route("/m/{id}", get(match_page))
        .route("/rules/{variant}", get(rules));
    for (path, name) in PERMANENT_FILES {
        let permanent =
            async move |headers: HeaderMap| file_response(FILES.get(name), &headers, MAX_AGE_1_DAY);
        routes = routes.route(path, get(permanent));
    }
    for (path, script) in PATHS {
        let page = async move |State(app): State<AppState>,
                               Extension(shell): Extension<Arc<Shell>>,
                               headers: HeaderMap| {
            let file = shell.page(&headers, script);
            shell_response(&app, &shell, file, &headers, StatusCode::OK)
        };
        routes = routes.route(path, get(page));
    }
    routes
}

/// The response for unknown routes: the page for browsers, a problem document for
/// programs.
pub(crate) async fn nowhere(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    headers: HeaderMap,
) -> Response {
    if preferred(&headers, &[JSON, HTML]) == HTML {
        let file = shell.page(&headers, "");
        shell_response(&app, &shell, file, &headers, StatusCode::NOT_FOUND)
    } else {
        ApiError::not_found("route").into_response()
    }
}

async fn home(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    headers: HeaderMap,
) -> Response {
    let file = shell.home(&headers).await;
    shell_response(&app, &shell, &file, &headers, StatusCode::OK)
}

async fn rules(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(variant): Path<String>,
    headers: HeaderMap,
) -> Response {
    let is_known = Variant::named(&variant).is_some();
    let status = if is_known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    shell_response(&app, &shell, shell.page(&headers, "rules"), &headers, status)
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
    let titled = title.map(|title| shell.titled(&headers, "match", &escaped(&title)));
    let file = titled.as_ref().unwrap_or_else(|| shell.page(&headers, "match"));
    shell_response(&app, &shell, file, &headers, StatusCode::OK)
}

async fn file(Path((hash, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    file_response(FILES.get(&path).filter(|_| hash == FILES.hash), &headers, IMMUTABLE)
}

/// Responds with a shell, whose router reads the path.
fn shell_response(
    app: &AppState,
    shell: &Shell,
    file: &File,
    request_headers: &HeaderMap,
    status: StatusCode,
) -> Response {
    let mut response = file.response(request_headers, REVALIDATE, SHELL_VARIES_BY);
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy(app, shell));
    for (name, value) in [
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The policy of the shell, which allows connections to the nodes that clients reach directly.
fn policy(app: &AppState, shell: &Shell) -> HeaderValue {
    let members = app.live.nodes().map(|nodes| nodes.members()).unwrap_or_default();
    let urls = members.iter().filter_map(|member| member.url.as_deref());
    let nodes: String = urls.map(|url| format!(" {}", url.replacen("http", "ws", 1))).collect();
    let policy = POLICY.replace("{script}", shell.script_hash());
    let with_nodes = HeaderValue::try_from(policy.replace("{nodes}", &nodes));
    // A URL that is no header value is left out.
    with_nodes
        .or_else(|_| HeaderValue::try_from(policy.replace("{nodes}", "")))
        .unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
