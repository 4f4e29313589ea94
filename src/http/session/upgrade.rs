//! The route that opens a WebSocket.

use std::sync::Arc;

use axum::Extension;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt as _;
use serde::Deserialize;

use crate::protocol::{Code, Reason, RequestError};

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::admission::Admission;
use crate::http::net::client_addr::Caller;
use crate::http::net::origin::check_origin;
use crate::http::net::scheduling::priority::{Priority, TaskPriority};
use crate::http::session::connection::Credential;
use crate::http::session::frame_limiter::FrameLimiter;
use crate::http::session::session::Session;
use crate::http::state::AppState;

/// Read buffer per connection, in bytes. The library's default of 128 KiB would be allocated and
/// zeroed for every connection. A longer frame needs several reads.
const READ_BUFFER: usize = 1024;

/// Write buffer, in bytes. Frames queued together leave in one write up to this size.
const WRITE_BUFFER: usize = 4 * 1024;

/// Frames up to this size, in bytes, are read completely, so that the client receives `too_large`
/// before the connection closes.
const MAX_MESSAGE: usize = 2 * 1024 * 1024;

/// The subprotocol of the frames.
const SUBPROTOCOL: &str = "chivalry.v1";

/// Prefix of the subprotocol that carries a token. It is never selected, so that the response does
/// not contain the token.
const TOKEN_PREFIX: &str = "token.";

#[derive(Deserialize)]
pub(crate) struct CredentialQuery {
    token: Option<String>,
    auth: Option<String>,
}

/// The value of `auth` for a client whose first frame names its player.
const FIRST_FRAME: &str = "frame";

/// Open a WebSocket
///
/// Without a token, the client becomes a new guest. With an unknown token, the client may watch
/// matches but not play.
///
/// A browser sends the token as a subprotocol: `chivalry.v1, token.TOKEN`. The server selects
/// `chivalry.v1`.
///
/// With `auth=frame`, the first frame names the player: `{"t": "auth", "id": "1", "token": TOKEN}`.
#[utoipa::path(get, path = "/ws", tag = "live",
    params(("token" = Option<String>, Query,
        description = "a token; a subprotocol or the first frame keeps it out of the logs of proxies"),
        ("auth" = Option<String>, Query,
        description = "`frame` if the first frame names the player; other tokens are ignored")),
    responses((status = 101, description = "frames of JSON follow"), Failures))]
pub(crate) async fn open(
    State(app): State<AppState>,
    Query(query): Query<CredentialQuery>,
    headers: HeaderMap,
    caller: Caller,
    admission: Option<Extension<Admission>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    let upgrade = upgrade.map_err(|fault| refused(&fault))?;
    check_key(&headers)?;
    let (credential, is_in_address) = credential(query, &headers)?;
    let names_player = !is_in_address && !matches!(credential, Some(Credential::Guest));
    let allowed = &app.options.rate_limits.allowed_origins;
    check_origin(&headers, &app.public_url, allowed, names_player)?;
    let proxied_permit = match caller.is_proxied {
        true => Some(Arc::new(app.rate_limits.admit_proxied(caller.address)?)),
        false => None,
    };
    let response = upgrade
        .protocols([SUBPROTOCOL])
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            let permits = [caller.permit, proxied_permit];
            let (sink, receiver) = socket.split();
            let has_token = matches!(credential, Some(Credential::Token(_)));
            let first = if has_token { Priority::Ordinary } else { Priority::Last };
            let (priority, limits) = (TaskPriority::new(first), Arc::clone(&app.work_limits));
            let limiter = FrameLimiter::local(&app, caller.address, permits, priority.clone());
            let session = Box::new(Session::local(app, sink, limiter));
            let running = session.run(receiver, credential, admission);
            limits.turns().schedule(priority, running).await;
        });
    Ok(response)
}

/// Returns the credential of a handshake, and true if it is in the address. `None` if the first
/// frame brings it.
fn credential(
    query: CredentialQuery,
    headers: &HeaderMap,
) -> ApiResult<(Option<Credential>, bool)> {
    match query.auth.as_deref() {
        Some(FIRST_FRAME) => return Ok((None, false)),
        Some(_) => {
            let params = [("name", "auth".into()), ("expected", "`frame`".into())];
            return Err(RequestError::field("auth", Reason::ParameterValue.with(params)).into());
        }
        None => {}
    }
    let bearer = headers.get(AUTHORIZATION).map(|value| {
        let text = value.to_str().unwrap_or_default();
        text.split_once(' ').map_or(text, |(_, token)| token).trim().to_owned()
    });
    Ok(match (bearer.or_else(|| offered_token(headers)), query.token) {
        (Some(token), _) => (Some(Credential::Token(token)), false),
        (None, Some(token)) => (Some(Credential::Token(token)), true),
        (None, None) => (Some(Credential::Guest), false),
    })
}

/// Returns the token in the header `Sec-WebSocket-Protocol: chivalry.v1, token.TOKEN`.
fn offered_token(headers: &HeaderMap) -> Option<String> {
    let values = headers.get_all(SEC_WEBSOCKET_PROTOCOL).into_iter();
    let mut offered = values.filter_map(|value| value.to_str().ok()).flat_map(|it| it.split(','));
    offered.find_map(|it| it.trim().strip_prefix(TOKEN_PREFIX)).map(str::to_owned)
}

fn refused(fault: &WebSocketUpgradeRejection) -> ApiError {
    if let WebSocketUpgradeRejection::InvalidWebSocketVersionHeader(_) = fault {
        return ApiError::new(Code::BadFrame, Reason::WebsocketVersion);
    }
    let detail = fault.body_text().into();
    ApiError::new(Code::BadFrame, Reason::UpgradeRefused.with([("detail", detail)]))
}

/// Checks the key of a handshake, which is 16 bytes in base64 (RFC 6455, 4.1).
fn check_key(headers: &HeaderMap) -> ApiResult<()> {
    let key = headers.get(SEC_WEBSOCKET_KEY).and_then(|key| STANDARD.decode(key).ok());
    match key {
        Some(key) if key.len() == 16 => Ok(()),
        _ => Err(RequestError::field(SEC_WEBSOCKET_KEY.as_str(), Reason::WebsocketKey).into()),
    }
}
