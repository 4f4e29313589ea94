//! The metadata of the server as an issuer of tokens (RFC 8414).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;

use crate::protocol::Scope;

use crate::http::response::{MAX_AGE_5_MINUTES, cached_json};
use crate::http::state::AppState;

/// Get the metadata for sign-in from other programs
#[utoipa::path(get, path = "/.well-known/oauth-authorization-server", tag = "oauth",
    responses((status = 200, description = "metadata of RFC 8414", body = Object)))]
pub(crate) async fn metadata(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let issuer = &*state.public_url;
    let endpoint = |name: &str| format!("{issuer}/api/v1/oauth/{name}");
    let scopes = Scope::ALL.into_iter().filter(|scope| *scope != Scope::Account);
    let metadata = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/oauth/authorize"),
        "token_endpoint": endpoint("token"),
        "revocation_endpoint": endpoint("revoke"),
        "device_authorization_endpoint": endpoint("device"),
        "scopes_supported": scopes.map(Scope::as_str).collect::<Vec<_>>(),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token",
            "urn:ietf:params:oauth:grant-type:device_code"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "service_documentation": format!("{issuer}/api/docs"),
    });
    cached_json(&headers, MAX_AGE_5_MINUTES, &metadata)
}
