//! Serves the streams of one connection within limits.

use std::convert::Infallible;
use std::error::Error as _;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use hyper::body::Incoming;
use hyper::rt::Executor;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until};
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use crate::protocol::Reason;

use crate::http::net::connection::{Connection, RefusedRequest};
use crate::http::net::http2::streams::{Stream, StreamBody, Streams};
use crate::http::net::request_head::{MAX_HEAD, MAX_HEADERS};
use crate::http::net::scheduling::priority::{Priority, TaskPriority};
use crate::http::net::scheduling::turns::Turns;

/// Maximum open streams of a connection. A client that opens more has them refused.
pub(crate) const MAX_STREAMS: u32 = 64;

/// Maximum streams that the client reset before the server accepted them.
const MAX_UNACCEPTED_RESETS: usize = 20;

/// Maximum streams that the server has reset for errors of the client.
const MAX_RESETS: usize = 64;

/// Bytes of bodies that a client may send before the server reads them, per stream and in total.
const STREAM_WINDOW: u32 = 64 * 1024;
const CONNECTION_WINDOW: u32 = 256 * 1024;

/// Bytes of a response that wait for the client.
const SEND_BUFFER: usize = 64 * 1024;

/// Interval of pings, and the time in which the client has to answer one.
const PING_EVERY: Duration = Duration::from_secs(20);
const PING_TIMEOUT: Duration = Duration::from_secs(20);

/// The longest time between two checks of the deadlines.
const CHECK_EVERY: Duration = Duration::from_secs(30);

/// Serves the streams of one connection.
pub(crate) async fn serve<S>(stream: S, connection: Connection)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let shutdown = connection.shutdown.clone();
    let permit = Arc::clone(&connection.peer.permit);
    let streams = Streams::new();
    let executor = StreamExecutor {
        turns: connection.turns.clone(),
        priority: connection.priority.clone(),
        tasks: connection.tasks.clone(),
    };
    let opened = streams.clone();
    let service = service_fn(move |request| answer(request, &connection, &opened));
    let serving = http2::Builder::new(executor)
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .max_pending_accept_reset_streams(MAX_UNACCEPTED_RESETS)
        .max_local_error_reset_streams(MAX_RESETS)
        .max_header_list_size(MAX_HEAD as u32)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(SEND_BUFFER)
        .keep_alive_interval(PING_EVERY)
        .keep_alive_timeout(PING_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    let mut serving = pin!(serving);
    let mut closing_since = None;
    let ended = loop {
        let deadline = streams.deadline(closing_since);
        let check_at = Instant::now() + CHECK_EVERY;
        let check_at = deadline.map_or(check_at, |deadline| deadline.min(check_at));
        tokio::select! {
            ended = serving.as_mut() => break ended,
            () = shutdown.cancelled(), if closing_since.is_none() => {}
            () = sleep_until(check_at) => {
                let now = Instant::now();
                match streams.deadline(closing_since) {
                    Some(deadline) if deadline <= now => {}
                    _ => continue,
                }
                if closing_since.is_some() || !streams.is_idle() {
                    tracing::debug!("a connection timed out");
                    return;
                }
            }
        }
        // Sends GOAWAY. Open streams are served to their end.
        serving.as_mut().graceful_shutdown();
        closing_since = Some(Instant::now());
    };
    if let Err(error) = ended {
        if is_violation(&error) {
            permit.mark_abusive();
        }
        tracing::debug!(%error, "a connection failed");
    }
}

/// Serves the request of a stream.
fn answer(
    mut request: hyper::Request<Incoming>,
    connection: &Connection,
    streams: &Streams,
) -> impl Future<Output = Result<Response<StreamBody>, Infallible>> + Send + use<> {
    let (stream, refused) = admit(connection, streams);
    let has_fitting_head = request.headers().len() <= MAX_HEADERS;
    let host = host(request.uri(), request.headers());
    let router = connection.router.clone();
    let priority = match connection.is_proxy {
        // The requests of a proxy are those of several clients.
        true => TaskPriority::new(Priority::Ordinary),
        false => connection.priority.clone(),
    };
    let extensions = request.extensions_mut();
    extensions.insert(connection.peer.clone());
    extensions.insert(priority);
    if let Some(refused) = refused.or(host.as_ref().err().map(|reason| (*reason).into())) {
        extensions.insert(refused);
    }
    if let Ok(Some(host)) = host {
        request.headers_mut().insert(header::HOST, host);
    }
    async move {
        let response = match has_fitting_head {
            true => router.oneshot(request.map(Body::new)).await?,
            false => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE.into_response(),
        };
        Ok(response.map(|body| StreamBody::new(body, stream)))
    }
}

/// Counts a stream. Each one beside another counts as a connection of its client, so the limit of
/// connections bounds the requests that a client has in progress.
fn admit(connection: &Connection, streams: &Streams) -> (Stream, Option<RefusedRequest>) {
    let (mut stream, is_only) = streams.open();
    if is_only {
        return (stream, None);
    }
    let address = (!connection.is_proxy).then(|| connection.peer.address.into());
    match connection.rate_limits.admit_proxied(address) {
        Ok(permit) => {
            stream.permit = Some(permit);
            (stream, None)
        }
        Err(error) => (stream, Some(RefusedRequest(error))),
    }
}

/// Returns the host of a request as a header, unless the request has the header. A request has one
/// host, in `:authority` or in the header (RFC 9113, 8.3.1).
fn host(uri: &Uri, headers: &HeaderMap) -> Result<Option<HeaderValue>, Reason> {
    let mut named = headers.get_all(header::HOST).iter();
    let authority = uri.authority().map(|authority| authority.as_str());
    match (authority, named.next(), named.next()) {
        (_, _, Some(_)) | (None, None, None) => Err(Reason::HostHeader),
        (Some(authority), Some(host), None) if host != authority => Err(Reason::HostHeader),
        (Some(authority), None, None) => {
            HeaderValue::from_str(authority).map(Some).map_err(|_| Reason::HostHeader)
        }
        (_, Some(_), None) => Ok(None),
    }
}

/// True if the client broke the protocol, or a limit of it.
fn is_violation(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|source| source.downcast_ref::<h2::Error>());
    cause.is_some_and(|error| error.is_library() && error.is_go_away())
}

/// Runs the tasks of streams with the turns of their connection.
#[derive(Clone, Debug)]
struct StreamExecutor {
    turns: Turns,
    priority: TaskPriority,
    tasks: TaskTracker,
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for StreamExecutor {
    fn execute(&self, task: F) {
        self.tasks.spawn(self.turns.schedule(self.priority.clone(), task));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_one_host() {
        let checked = |uri: &'static str, hosts: &[&'static str]| {
            let hosts = hosts.iter().map(|host| (header::HOST, HeaderValue::from_static(host)));
            host(&Uri::from_static(uri), &hosts.collect())
        };
        let named = HeaderValue::from_static("a.example");
        assert_eq!(checked("https://a.example/", &[]), Ok(Some(named)));
        assert_eq!(checked("https://a.example/", &["a.example"]), Ok(None));
        assert_eq!(checked("/", &["a.example"]), Ok(None));
        assert_eq!(checked("/", &[]), Err(Reason::HostHeader));
        assert_eq!(checked("https://a.example/", &["b.example"]), Err(Reason::HostHeader));
    }
}
