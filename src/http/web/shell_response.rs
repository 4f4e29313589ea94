//! Responses with a shell, and their content security policy.

use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;

use crate::http::response::REVALIDATE;
use crate::http::state::AppState;
use crate::http::web::files::File;
use crate::http::web::shell::Shell;

/// The content security policy: same-origin resources only, and nothing inline but one script of
/// a known hash. One library alone may create markup, and one module names the service worker.
const POLICY: &str = "default-src 'none'; script-src 'self' {script}; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'{nodes}; font-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors {ancestors}; require-trusted-types-for 'script'; \
                      trusted-types lit-html worker";

/// The pages that may show a shell in a frame.
pub(crate) const NOBODY: &str = "'none'";
pub(crate) const EVERYBODY: &str = "*";

/// The request headers that select a shell.
const SHELL_VARIES_BY: &str = "accept, accept-encoding, accept-language";

/// Responds with a shell, whose router reads the path.
pub(crate) fn shell_response(
    app: &AppState,
    shell: &Shell,
    file: &File,
    request_headers: &HeaderMap,
    status: StatusCode,
) -> Response {
    framed_response(app, shell, file, request_headers, status, NOBODY)
}

/// Responds with a shell that pages of `ancestors` may show in a frame.
pub(crate) fn framed_response(
    app: &AppState,
    shell: &Shell,
    file: &File,
    request_headers: &HeaderMap,
    status: StatusCode,
    ancestors: &str,
) -> Response {
    let mut response = file.response(request_headers, REVALIDATE, SHELL_VARIES_BY);
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy(app, shell, ancestors));
    for (name, value) in [
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The policy of the shell, which allows connections to the nodes that clients reach directly.
fn policy(app: &AppState, shell: &Shell, ancestors: &str) -> HeaderValue {
    let members = app.live.nodes().map(|nodes| nodes.members()).unwrap_or_default();
    let urls = members.iter().filter_map(|member| member.url.as_deref());
    let nodes: String = urls.map(|url| format!(" {}", url.replacen("http", "ws", 1))).collect();
    let policy = POLICY.replace("{script}", shell.script_hash());
    let policy = policy.replace("{ancestors}", ancestors);
    let with_nodes = HeaderValue::try_from(policy.replace("{nodes}", &nodes));
    // A URL that is no header value is left out.
    with_nodes
        .or_else(|_| HeaderValue::try_from(policy.replace("{nodes}", "")))
        .unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
