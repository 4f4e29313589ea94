//! HTTP requests about what another node owns: carried there, with the answer
//! carried back piece by piece, so that streams are too.

use std::convert::Infallible;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::time::timeout;
use tower::ServiceExt as _;
use uuid::Uuid;

use crate::cluster::Inbox;
use crate::live::cluster::nodes::{Call, Entity};
use crate::protocol::Code;
use crate::protocol::Reason;
use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

use crate::http::api::lobby::lobby_error;
use crate::http::error::ApiError;
use crate::http::gateway::forwarding::{AnsweredBy, Gateway, sign_of};
use crate::http::gateway::wire;
use crate::http::gateway::wire::{MatchCommand, Part, ReplyCache};
use crate::http::state::{AppState, LARGEST_REQUEST};

/// How long the next piece of an answer may take: streams give a sign of life
/// sooner.
const PIECE_WITHIN: Duration = Duration::from_secs(40);

/// The most of a body that is carried at once, in bytes.
const PIECE: usize = 256 * 1024;

/// Marks a request that came from another node.
#[derive(Clone, Copy)]
struct FromAnotherNode;

/// Carries a request to the node that owns what it is about; answers it here
/// if that is this one, or nobody.
pub(crate) async fn to_owner(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let (Some(relay), Some(about)) = (app.relay.clone(), about(request.uri().path())) else {
        return next.run(request).await;
    };
    if request.extensions().get::<FromAnotherNode>().is_some() || app.has(about) {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGEST_REQUEST).await else {
        let message = Reason::BodyTooLarge.with([("most", LARGEST_REQUEST.into())]);
        return ApiError::new(Code::TooLarge, message).into_response();
    };
    let number = relay.requests.fetch_add(1, Ordering::Relaxed);
    let answer_on = relay.nodes.subject_of_answer(number);
    let asked = MatchCommand::Request {
        answer_on: answer_on.clone(),
        method: head.method.to_string(),
        uri: head.uri.to_string(),
        headers: written(&head.headers),
    };
    let payload = wire::write(&asked, &body);
    let Ok(answer) = relay.nodes.bus().listen(answer_on).await else { return cut_off() };
    match relay.ask_owner(about, &payload).await {
        AnsweredBy::Node(_) => read_answer(answer).await,
        AnsweredBy::Nobody | AnsweredBy::NobodyInTime => {
            if about == Entity::Lobby
                && let Err(error) = app.lobby.take_over().await
            {
                return ApiError(lobby_error(&error)).into_response();
            }
            next.run(Request::from_parts(head, body.into())).await
        }
        AnsweredBy::OutOfReach => cut_off(),
    }
}

fn cut_off() -> Response {
    ApiError::new(Code::Unavailable, Reason::OwnerUnreachable).into_response()
}

/// What a request is about that one of the nodes owns.
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

/// Answers a request that came from another node.
pub(crate) fn answer(
    app: &AppState,
    relay: &Arc<Gateway>,
    router: &Router,
    asked: MatchCommand,
    body: Bytes,
    call: Call,
) {
    let MatchCommand::Request { answer_on, method, uri, headers } = asked else { return };
    let (relay, router) = (Arc::clone(relay), router.clone());
    let is_here = app.has(call.about);
    let answered =
        if is_here { ReplyCache::Done(sign_of(&relay.nodes)) } else { ReplyCache::Moved };
    tokio::spawn(async move {
        let is_ours = answered != ReplyCache::Moved;
        call.delivery.answer(wire::write(&answered, &[])).await;
        if !is_ours {
            return;
        }
        let request = Request::builder().method(method.as_str()).uri(uri).body(Body::from(body));
        let Ok(mut request) = request else { return };
        read_headers(request.headers_mut(), headers);
        request.extensions_mut().insert(FromAnotherNode);
        let response: Response = match router.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let (head, body) = response.into_parts();
        let begins = Part::Head { status: head.status.as_u16(), headers: written(&head.headers) };
        relay.publish(answer_on.clone(), wire::write(&begins, &[])).await;
        let mut pieces = body.into_data_stream();
        while let Some(Ok(mut piece)) = pieces.next().await {
            while !piece.is_empty() {
                let part = piece.split_to(piece.len().min(PIECE));
                // Who asked may have gone: then nobody hears it.
                if relay.nodes.somebody_hears(&answer_on, wire::write(&Part::Body, &part)).await {
                    continue;
                }
                return;
            }
        }
        relay.publish(answer_on, wire::write(&Part::End, &[])).await;
    });
}

async fn read_answer(mut answer: Inbox) -> Response {
    let Some((Part::Head { status, headers }, _)) = next_part(&mut answer).await else {
        return cut_off();
    };
    let body = Body::from_stream(stream::unfold(answer, |mut answer| async move {
        match next_part(&mut answer).await? {
            (Part::Body, piece) => Some((Ok::<_, Infallible>(piece), answer)),
            _ => None,
        }
    }));
    let mut response = Response::new(body);
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    read_headers(response.headers_mut(), headers);
    response
}

async fn next_part(answer: &mut Inbox) -> Option<(Part, Bytes)> {
    let delivery = timeout(PIECE_WITHIN, answer.next()).await.ok()??;
    let part = wire::read(&delivery.payload);
    delivery.answer(Bytes::new()).await;
    part
}

/// Headers as they are carried; what is of the connection alone stays.
fn written(headers: &HeaderMap) -> Vec<(String, String)> {
    let of_connection = [
        header::CONNECTION,
        header::CONTENT_LENGTH,
        header::HOST,
        header::TRANSFER_ENCODING,
        header::UPGRADE,
    ];
    let carried = headers.iter().filter(|(name, _)| !of_connection.contains(name));
    carried
        .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
        .collect()
}

fn read_headers(headers: &mut HeaderMap, carried: Vec<(String, String)>) {
    for (name, value) in carried {
        if let (Ok(name), Ok(value)) = (HeaderName::from_str(&name), HeaderValue::try_from(value)) {
            headers.append(name, value);
        }
    }
}
