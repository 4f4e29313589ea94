//! Events of a match, as a list or as a stream.

use std::convert::Infallible;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::Stream;
use serde_json::value::RawValue;

use crate::live::FrameVariant;
use crate::protocol::Reason;
use crate::protocol::{List, RequestError, event_frame};
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::http::error::{ApiResult, Failures};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{Params, PathParam};
use crate::http::response::{JSON, NDJSON, SSE, preferred, varying};
use crate::http::state::AppState;
use crate::http::stream::event_stream::{EventStream, StreamFormat};

/// The header with which a reconnecting browser sends the id of its last event.
const LAST_EVENT_ID: &str = "last-event-id";

/// The description of the header `Last-Event-ID`.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only described; read by `last_event_id`")]
pub(crate) struct LastEventId {
    /// as `since`, and before it, for server-sent events
    #[param(rename = "Last-Event-ID", required = false, pattern = "^[0-9]{0,9}$")]
    id: String,
}

/// Follow a match
///
/// Returns the events after version `since` in one of three formats, by the header
/// `Accept`:
///
/// `application/json` is a list of the events so far.
///
/// `application/x-ndjson` has one event a line and follows the match to its end. Empty
/// lines are keepalives.
///
/// `text/event-stream` (server-sent events) is the same for browsers. The `id` of each
/// event is its `v`. A reconnecting browser resumes after its last event by the header
/// `Last-Event-ID`. It receives `204` if no event follows.
///
/// Each event has `t` (its type), `match`, `v` and `now`, and is the same as over
/// WebSocket: `created`, `joined`, `started`, `moved`, `offer`, `offer_ended`,
/// `took_back`, `seat_out`, `time_added`, `paused`, `resumed`, `ended`, and `rematched`
/// for rematch offers after the end. `v` is contiguous: no event is missing or
/// repeated. If a stream stops before `ended`, request it again from the last `v`.
#[utoipa::path(get, path = "/matches/{id}/events", tag = "live", security((), ("token" = [])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("since" = Option<u32>, Query,
            description = "the last version that the client has; 0, or left out, for all"),
        ("legal" = Option<bool>, Query,
            description = "whether events say the legal moves of the seat to move"),
        LastEventId),
    responses(
        (status = 200, description = "events", content(
            (List<Object> = "application/json"),
            (String = "application/x-ndjson"),
            (String = "text/event-stream"))),
        (status = 204, description = "server-sent events: the match has ended, and the client has \
                                      all of it"),
        Failures))]
pub(crate) async fn events(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    params: Params,
    bearer: Option<Bearer<AnyScope>>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let viewer = bearer.map(|bearer| bearer.player.id);
    let since = params.number("since")?.unwrap_or(0);
    let legal = params.flag("legal")?.unwrap_or(false);
    let frame_variant = if legal { FrameVariant::WithLegalMoves } else { FrameVariant::Plain };
    let last_event_id = last_event_id(&headers)?;
    let content_type = preferred(&headers, &[JSON, NDJSON, SSE]);
    let response = match content_type {
        JSON => list(&state, id, viewer, since, frame_variant).await?,
        SSE => {
            let since = last_event_id.unwrap_or(since);
            let event_stream = EventStream::start(
                state,
                id,
                viewer,
                since,
                frame_variant,
                StreamFormat::ServerSent,
            )
            .await?;
            if event_stream.is_over() {
                return Ok(StatusCode::NO_CONTENT.into_response());
            }
            stream(event_stream.into_stream(), SSE)
        }
        _ => {
            let event_stream =
                EventStream::start(state, id, viewer, since, frame_variant, StreamFormat::Lines)
                    .await?;
            stream(event_stream.into_stream(), NDJSON)
        }
    };
    Ok(varying(response))
}

/// Refuses a version greater than that of the match.
pub(crate) fn check_since(since: u32, v: u32) -> Result<(), RequestError> {
    if since > v {
        return Err(RequestError::unmet("since", Reason::MatchVersion.with([("v", v.into())])));
    }
    Ok(())
}

pub(crate) fn last_event_id(headers: &HeaderMap) -> ApiResult<Option<u32>> {
    // Browsers may send an empty id before the first event.
    let Some(value) = headers.get(LAST_EVENT_ID).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let digits = |text: &&str| text.len() <= 9 && text.bytes().all(|it| it.is_ascii_digit());
    let id = value.to_str().ok().filter(digits).and_then(|text| text.parse().ok());
    let fault = || RequestError::field("Last-Event-ID", Reason::EventIdForm).into();
    id.map(Some).ok_or_else(fault)
}

async fn list(
    state: &AppState,
    id: MatchId,
    viewer: Option<PlayerId>,
    since: u32,
    frame_variant: FrameVariant,
) -> ApiResult<Response> {
    let (occurrences, snapshot) = state.live.history(id, viewer).await?;
    check_since(since, snapshot.contest.v())?;
    let legal = frame_variant == FrameVariant::WithLegalMoves;
    let variant = snapshot.contest.variant();
    let items = occurrences.iter().filter(|occurrence| occurrence.recorded.v > since);
    let items = items.map(|occurrence| {
        let seated = snapshot.seated_by(&occurrence.recorded.event);
        let frame = event_frame(id, variant, occurrence, seated, legal);
        let frame = String::from_utf8(frame).ok().and_then(|text| RawValue::from_string(text).ok());
        frame.expect("an event's frame, which is JSON")
    });
    let list = List { items: items.collect(), next: None };
    let mut response = Json(list).into_response();
    // A rematch is the last event of a match.
    let is_over = snapshot.contest.rematch().is_some();
    let cache_control = if is_over { "max-age=300" } else { "no-store" };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
    Ok(response)
}

pub(crate) fn stream(
    events: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
    content_type: &'static str,
) -> Response {
    let headers = [
        (CONTENT_TYPE, content_type),
        (CACHE_CONTROL, "no-store"),
        // Disables buffering in reverse proxies, which would delay events.
        (axum::http::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(events)).into_response()
}
