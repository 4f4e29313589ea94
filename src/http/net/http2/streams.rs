//! The streams of a connection: their number, and since when the client accepts no data of them.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::http::net::connection::{HEADER_TIMEOUT, WRITE_TIMEOUT};
use crate::http::net::connection_limit::ConnectionPermit;

/// The bytes of a response that are sent at once. The next ones are read after the client has
/// accepted these, so a client that reads nothing is noticed.
const PIECE: usize = 16 * 1024;

/// Time without a stream after which a connection is closed whose client was asked to do so.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(2);

/// The streams of one connection.
#[derive(Clone, Debug)]
pub(crate) struct Streams(Arc<Mutex<Open>>);

#[derive(Debug)]
struct Open {
    count: usize,
    /// The time when the last stream ended, or when the connection began.
    idle_since: Instant,
    /// The streams with data that the client has not accepted, and the time when each was ready.
    unread: BTreeMap<u64, Instant>,
    last_number: u64,
}

impl Streams {
    pub(crate) fn new() -> Streams {
        let (idle_since, unread) = (Instant::now(), BTreeMap::new());
        Streams(Arc::new(Mutex::new(Open { count: 0, idle_since, unread, last_number: 0 })))
    }

    /// Counts a stream until the returned value is dropped. The flag is true if no other is open.
    pub(crate) fn open(&self) -> (Stream, bool) {
        let mut open = self.0.lock();
        let is_only = open.count == 0;
        open.count += 1;
        open.last_number += 1;
        let number = open.last_number;
        (Stream { streams: self.clone(), number, permit: None }, is_only)
    }

    /// Returns the time at which the connection has to be closed if nothing changes: it has no
    /// stream for a while, or its client accepts no data. `closing_since` is the time when the
    /// client was asked to close it.
    pub(crate) fn deadline(&self, closing_since: Option<Instant>) -> Option<Instant> {
        let open = self.0.lock();
        match (open.count, closing_since) {
            (0, None) => Some(open.idle_since + HEADER_TIMEOUT),
            (0, Some(since)) => Some(open.idle_since.max(since) + CLOSING_TIMEOUT),
            _ => open.unread.values().min().map(|since| *since + WRITE_TIMEOUT),
        }
    }

    /// True if no stream is open.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.lock().count == 0
    }
}

/// One stream, from its request to the end of its response.
#[derive(Debug)]
pub(crate) struct Stream {
    streams: Streams,
    number: u64,
    /// Counts the stream as a connection of its client.
    pub(crate) permit: Option<ConnectionPermit>,
}

impl Stream {
    fn set_unread(&self, is_unread: bool) {
        let mut open = self.streams.0.lock();
        if is_unread {
            open.unread.insert(self.number, Instant::now());
        } else {
            open.unread.remove(&self.number);
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut open = self.streams.0.lock();
        open.unread.remove(&self.number);
        open.count -= 1;
        open.idle_since = Instant::now();
    }
}

/// The body of a response, in pieces.
#[derive(Debug)]
pub(crate) struct StreamBody {
    body: Body,
    /// Data of the body that is not sent yet.
    rest: Bytes,
    stream: Stream,
}

impl StreamBody {
    pub(crate) fn new(body: Body, stream: Stream) -> StreamBody {
        StreamBody { body, rest: Bytes::new(), stream }
    }
}

impl http_body::Body for StreamBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        this.stream.set_unread(false);
        if this.rest.is_empty() {
            let frame = match ready!(Pin::new(&mut this.body).poll_frame(cx)) {
                Some(Ok(frame)) => frame,
                other => return Poll::Ready(other),
            };
            match frame.into_data() {
                Ok(data) => this.rest = data,
                Err(other) => return Poll::Ready(Some(Ok(other))),
            }
        }
        let piece = this.rest.split_to(this.rest.len().min(PIECE));
        this.stream.set_unread(true);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, body) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(body.lower() + rest);
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}
