//! HTTP requests for entities that another node owns. The response is streamed back in parts.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tower::ServiceExt as _;
use uuid::Uuid;

use crate::live::cluster::nodes::{Call, Entity};
use crate::protocol::Code;
use crate::protocol::Reason;
use crate::scheduling;
use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

use crate::http::api::lobby::lobby_error;
use crate::http::error::ApiError;
use crate::http::extract::identity::{Authenticated, authenticate};
use crate::http::extract::token::{Token, token_of};
use crate::http::gateway::answers::{read_answer, read_headers};
use crate::http::gateway::gateway::Gateway;
use crate::http::gateway::wire;
use crate::http::gateway::wire::{Heartbeat, OwnerReply, OwnerRequest, Part};
use crate::http::open_tokens::ConnectionEnd;
use crate::http::owner_router::OwnerResponse;
use crate::http::state::{AppState, LARGEST_REQUEST};

/// Maximum size of one body part, in bytes.
const MAX_PART: usize = 256 * 1024;

/// A request extension that marks requests from another node.
#[derive(Clone, Copy)]
struct FromAnotherNode;

/// Middleware: forwards a request to the owner of its entity. Requests for local or unowned
/// entities are answered here.
pub(crate) async fn to_owner(
    State((app, gateway)): State<(AppState, Arc<Gateway>)>,
    request: Request,
    next: Next,
) -> Response {
    let Some(about) = about(request.uri().path()) else { return next.run(request).await };
    if request.extensions().get::<FromAnotherNode>().is_some() || app.has(about) {
        return next.run(request).await;
    }
    let (mut head, body) = request.into_parts();
    let authenticated = match authenticate(&app, &head).await {
        Ok(authenticated) => authenticated,
        Err(error) => return error.into_response(),
    };
    let Ok(body) = to_bytes(body, LARGEST_REQUEST).await else {
        let message = Reason::BodyTooLarge.with([("most", LARGEST_REQUEST.into())]);
        return ApiError::new(Code::TooLarge, message).into_response();
    };
    let number = gateway.requests.fetch_add(1, Ordering::Relaxed);
    let answer_on = gateway.nodes.subject_of_answer(number);
    let forwarded = OwnerRequest::Request {
        answer_on: answer_on.clone(),
        method: head.method.to_string(),
        uri: head.uri.to_string(),
        headers: without_credentials(&head.headers),
        token: authenticated.map(Into::into),
    };
    let payload = wire::write(&forwarded, &body);
    let Ok(answer) = gateway.nodes.bus().listen(answer_on).await else {
        return unreachable_response();
    };
    match gateway.ask_owner(about, &payload).await {
        OwnerResponse::Answered(_) => {
            let end = stream_end(&app, &head, authenticated);
            read_answer(answer, end).await.unwrap_or_else(unreachable_response)
        }
        OwnerResponse::Unowned | OwnerResponse::TimedOut => {
            if about == Entity::Lobby
                && let Err(error) = app.lobby.acquire().await
            {
                return ApiError(lobby_error(&error)).into_response();
            }
            // The request is authenticated and charged.
            authenticated.map(|authenticated| head.extensions.insert(authenticated));
            next.run(Request::from_parts(head, body.into())).await
        }
        OwnerResponse::Unreachable => unreachable_response(),
    }
}

fn unreachable_response() -> Response {
    ApiError::new(Code::Unavailable, Reason::OwnerUnreachable).into_response()
}

/// The entity of a request path, if one node owns it.
fn about(path: &str) -> Option<Entity> {
    let mut parts = path.strip_prefix("/api/v1/")?.split('/');
    let kind = parts.next()?;
    let id = parts.next().and_then(|id| Uuid::try_parse(id).ok());
    match kind {
        "matches" => id.map(|id| Entity::Match(MatchId(id))),
        "tournaments" => id.map(|id| Entity::Tournament(TournamentId(id))),
        "seeks" | "challenges" | "lobby" => Some(Entity::Lobby),
        _ => None,
    }
}

/// Answers a request from another node.
pub(crate) fn answer(
    app: &AppState,
    gateway: &Arc<Gateway>,
    router: &Router,
    forwarded: OwnerRequest,
    body: Bytes,
    call: Call,
) {
    let OwnerRequest::Request { answer_on, method, uri, headers, token } = forwarded else {
        return;
    };
    let (gateway, router) = (Arc::clone(gateway), router.clone());
    let is_owner = call.is_current() && app.has(call.about);
    let reply =
        if is_owner { OwnerReply::Done(Heartbeat::of(&gateway.nodes)) } else { OwnerReply::Moved };
    scheduling::spawn(async move {
        let is_local = reply != OwnerReply::Moved;
        call.delivery.answer(wire::write(&reply, &[])).await;
        if !is_local {
            return;
        }
        let request = Request::builder().method(method.as_str()).uri(uri).body(Body::from(body));
        let Ok(mut request) = request else { return };
        read_headers(request.headers_mut(), headers);
        request.extensions_mut().insert(FromAnotherNode);
        token.map(|token| request.extensions_mut().insert(Authenticated::from(token)));
        let response: Response = match router.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let (head, body) = response.into_parts();
        let head_part =
            Part::Head { status: head.status.as_u16(), headers: end_to_end(&head.headers) };
        gateway.publish(answer_on.clone(), wire::write(&head_part, &[])).await;
        let mut pieces = body.into_data_stream();
        while let Some(Ok(mut piece)) = pieces.next().await {
            while !piece.is_empty() {
                let part = piece.split_to(piece.len().min(MAX_PART));
                // The requesting node may have stopped reading.
                if gateway.nodes.somebody_hears(&answer_on, wire::write(&Part::Body, &part)).await {
                    continue;
                }
                return;
            }
        }
        gateway.publish(answer_on, wire::write(&Part::End, &[])).await;
    });
}

/// The end of an event stream of a token, which is registered at the client's node.
fn stream_end(
    app: &AppState,
    request: &Parts,
    authenticated: Option<Authenticated>,
) -> Option<ConnectionEnd> {
    let Some(Authenticated::Player { .. }) = authenticated else { return None };
    let hash = Token::hash(token_of(&request.headers).flatten()?);
    if !request.uri.path().ends_with("/events") {
        return None;
    }
    let end = app.open_tokens.register(hash);
    app.open_tokens.set_stored(&hash);
    Some(end)
}

/// The end-to-end headers of a request, except those that authenticate its client.
fn without_credentials(headers: &HeaderMap) -> Vec<(String, String)> {
    let mut headers = headers.clone();
    for name in [header::AUTHORIZATION, header::COOKIE, header::PROXY_AUTHORIZATION] {
        headers.remove(name);
    }
    end_to_end(&headers)
}

/// The end-to-end headers. Hop-by-hop headers are dropped.
fn end_to_end(headers: &HeaderMap) -> Vec<(String, String)> {
    let hop_by_hop = [
        header::CONNECTION,
        header::CONTENT_LENGTH,
        header::HOST,
        header::TRANSFER_ENCODING,
        header::UPGRADE,
    ];
    let forwarded = headers.iter().filter(|(name, _)| !hop_by_hop.contains(name));
    forwarded
        .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
        .collect()
}
