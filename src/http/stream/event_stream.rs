//! Streams of events over HTTP: one implementation for matches, tournaments and players.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream::{self, Stream};

use crate::live::time::delayed_ticks;
use crate::protocol::{Reason, RequestError};

use crate::http::error::ApiResult;
use crate::http::open_tokens::ConnectionEnd;
use crate::http::response::{NDJSON, SSE};

/// Capacity of the queue of updates of a source. A reader that falls further behind catches up
/// from the log.
pub(crate) const OUTBOX_CAPACITY: usize = 64;

/// Interval between keepalives on a silent connection.
const KEEPALIVE: Duration = Duration::from_secs(15);

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

/// Reads the header `Last-Event-ID`.
///
/// # Errors
///
/// `bad_field` if the id is not a version.
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

/// The format of an event stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamFormat {
    /// One JSON object a line.
    Lines,
    /// Server-sent events (HTML, 9.2).
    ServerSent,
}

impl StreamFormat {
    /// The format of a content type, which is [`NDJSON`] or [`SSE`].
    pub(crate) fn of(content_type: &str) -> StreamFormat {
        if content_type == SSE { StreamFormat::ServerSent } else { StreamFormat::Lines }
    }

    fn content_type(self) -> &'static str {
        match self {
            StreamFormat::Lines => NDJSON,
            StreamFormat::ServerSent => SSE,
        }
    }

    /// Encodes an event, with its `id` if it has one.
    fn write(self, id: Option<u32>, frame: &[u8]) -> Bytes {
        let (before, after) = match (self, id) {
            (StreamFormat::Lines, _) => (String::new(), "\n"),
            (StreamFormat::ServerSent, None) => ("data: ".to_owned(), "\n\n"),
            (StreamFormat::ServerSent, Some(id)) => (format!("id: {id}\ndata: "), "\n\n"),
        };
        [before.as_bytes(), frame, after.as_bytes()].concat().into()
    }

    /// An empty message that keeps the connection open.
    fn keepalive(self) -> Bytes {
        Bytes::from_static(match self {
            StreamFormat::Lines => b"\n",
            StreamFormat::ServerSent => b":\n\n",
        })
    }
}

/// The encoded events that are not sent yet.
#[derive(Debug)]
pub(crate) struct PendingEvents {
    format: StreamFormat,
    pieces: VecDeque<Bytes>,
}

impl PendingEvents {
    pub(crate) fn new(format: StreamFormat) -> PendingEvents {
        PendingEvents { format, pieces: VecDeque::new() }
    }

    /// Queues an event, with its `id` if it has one.
    pub(crate) fn push(&mut self, id: Option<u32>, frame: &[u8]) {
        self.pieces.push_back(self.format.write(id, frame));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }
}

/// The end of a stream before the end of its source. The client requests it again.
#[derive(Debug)]
pub(crate) struct StreamEnded;

/// A source of events for one reader. An error ends the stream.
pub(crate) trait EventSource: Send + 'static {
    /// An update that the source waits for.
    type Update: Send;

    /// Waits for the next update. Cancel-safe.
    fn recv(&mut self) -> impl Future<Output = Result<Self::Update, StreamEnded>> + Send;

    /// Queues the events of an update.
    fn on_update(
        &mut self,
        update: Self::Update,
        pending: &mut PendingEvents,
    ) -> impl Future<Output = Result<(), StreamEnded>> + Send;

    /// Queues events that need no update. Called while no event is pending.
    fn fill(
        &mut self,
        _pending: &mut PendingEvents,
    ) -> impl Future<Output = Result<(), StreamEnded>> + Send {
        std::future::ready(Ok(()))
    }

    /// Queues events that were dropped since the last update. Called before a keepalive.
    fn resync(
        &mut self,
        _pending: &mut PendingEvents,
    ) -> impl Future<Output = Result<(), StreamEnded>> + Send {
        std::future::ready(Ok(()))
    }

    /// True if no events follow the pending ones.
    fn has_ended(&self) -> bool {
        false
    }
}

/// The response with the events of a source, until the source or the connection ends.
pub(crate) fn respond<S: EventSource>(
    source: S,
    pending: PendingEvents,
    end: impl Into<ConnectionEnd>,
) -> Response {
    let headers = [
        (CONTENT_TYPE, pending.format.content_type()),
        (CACHE_CONTROL, "no-store"),
        // Disables buffering in reverse proxies, which would delay events.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(pieces(source, pending, end.into()))).into_response()
}

/// The encoded events of a source, with keepalives.
pub(crate) fn pieces<S: EventSource>(
    source: S,
    pending: PendingEvents,
    end: ConnectionEnd,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
    let reader = (source, pending, end, delayed_ticks(KEEPALIVE, KEEPALIVE));
    stream::unfold(reader, |(mut source, mut pending, end, mut keepalive)| async move {
        loop {
            if pending.is_empty() {
                source.fill(&mut pending).await.ok()?;
            }
            if let Some(piece) = pending.pieces.pop_front() {
                return Some((Ok(piece), (source, pending, end, keepalive)));
            }
            if source.has_ended() {
                return None;
            }
            tokio::select! {
                () = end.ended().cancelled() => return None,
                update = source.recv() => source.on_update(update.ok()?, &mut pending).await.ok()?,
                _ = keepalive.tick() => {
                    source.resync(&mut pending).await.ok()?;
                    pending.pieces.push_back(pending.format.keepalive());
                }
            }
        }
    })
}
