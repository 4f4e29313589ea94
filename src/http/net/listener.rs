//! The listener: accepts connections within their limits, with TLS if configured, and identifies
//! the client of each request.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;
use tokio_util::io::InspectReader;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use crate::http::error::ApiError;
use crate::http::net::rate_limit::{RateLimits, read_backoff};
use crate::http::net::request_head::{BodyLength, MAX_HEAD, MAX_HEADERS, RequestHeads};
use crate::http::net::scheduling::priority::{Priority, TaskPriority};
use crate::http::net::scheduling::work_limits::WorkLimits;

use crate::http::net::client_addr::{Peer, is_in};
pub use crate::http::net::tls::{TlsError, TlsOptions};

/// Timeout for the head of a request, and for an idle connection.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// Timeout of the TLS handshake.
const TLS_TIMEOUT: Duration = Duration::from_secs(10);

/// Write timeout. A client that reads nothing of a response for this time is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Pause of accepting after the system ran out of files.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The listening socket and everything that new connections need.
pub(crate) struct Listener {
    pub(crate) listener: TcpListener,
    pub(crate) tls: Option<TlsAcceptor>,
    pub(crate) router: Router,
    pub(crate) rate_limits: Arc<RateLimits>,
    pub(crate) work_limits: Arc<WorkLimits>,
}

impl Listener {
    /// Accepts connections until `shutdown`, then drains pending requests.
    pub(crate) async fn serve(self, shutdown: CancellationToken) {
        let connections = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                accepted = self.accept() => accepted,
                () = shutdown.cancelled() => break,
            };
            let (stream, peer, new_connection) = match accepted {
                Ok(accepted) => accepted,
                Err(error) if is_connection_error(&error) => continue,
                Err(error) => {
                    tracing::error!(%error, "failed to accept a connection; accepting pauses");
                    sleep_until(Instant::now() + RETRY_AFTER).await;
                    continue;
                }
            };
            let address = peer.ip();
            let is_proxy = is_in(self.rate_limits.trusted_proxies(), address);
            match self.rate_limits.admit(address, is_proxy) {
                Ok(permit) => {
                    // The requests of a proxy's connection have priorities of their own.
                    let first = if is_proxy { Priority::Ordinary } else { Priority::Last };
                    let priority = TaskPriority::new(first);
                    let peer = Peer { address, permit: Arc::new(permit) };
                    let task =
                        self.serve_connection(stream, peer, priority.clone(), shutdown.clone());
                    let turns = self.work_limits.turns();
                    connections.spawn(turns.schedule_new(new_connection, priority, task));
                }
                Err(error) => {
                    tracing::warn!(%peer, reason = error.detail, "a connection is rejected");
                    let held = self.rate_limits.hold_rejected();
                    let is_plain = self.tls.is_none();
                    let shutdown = shutdown.clone();
                    connections.spawn(async move {
                        // A delayed rejection slows down clients that retry at once.
                        if held.is_some() {
                            let _ = timeout(read_backoff(), shutdown.cancelled()).await;
                        }
                        // A TLS handshake would have to be awaited, so the connection is just
                        // closed.
                        if is_plain {
                            reject(&stream, ApiError(error)).await;
                        }
                    });
                }
            }
        }
        drop(self.listener);
        connections.close();
        connections.wait().await;
    }

    /// Accepts a connection once few accepted ones wait for their first turn.
    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr, Option<OwnedSemaphorePermit>)> {
        let new_connection = self.work_limits.turns().new_connection().await;
        // Other tasks run between two connections of a flood.
        tokio::task::yield_now().await;
        let (stream, peer) = self.listener.accept().await?;
        Ok((stream, peer, new_connection))
    }

    fn serve_connection(
        &self,
        stream: TcpStream,
        peer: Peer,
        priority: TaskPriority,
        shutdown: CancellationToken,
    ) -> impl Future<Output = ()> + Send + use<> {
        // Nagle's algorithm would delay frames by up to 40 ms.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "failed to set TCP_NODELAY");
        }
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let stream = Box::pin(stream);
        let router = self.router.clone();
        let tls = self.tls.clone();
        async move {
            let Some(tls) = tls else {
                return answer(stream, peer, priority, router, shutdown).await;
            };
            match timeout(TLS_TIMEOUT, tls.accept(stream)).await {
                Ok(Ok(stream)) => answer(stream, peer, priority, router, shutdown).await,
                Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                Err(_) => tracing::debug!("a TLS handshake timed out"),
            }
        }
    }
}

impl fmt::Debug for Listener {
    /// Omits the TLS key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("listener", &self.listener).finish_non_exhaustive()
    }
}

/// Serves the requests of one connection.
async fn answer<S>(
    stream: S,
    peer: Peer,
    priority: TaskPriority,
    router: Router,
    shutdown: CancellationToken,
) where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let permit = Arc::clone(&peer.permit);
    let heads = RequestHeads::default();
    let recorder = heads.clone();
    let stream = InspectReader::new(stream, move |bytes: &[u8]| recorder.record(bytes));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        request.extensions_mut().insert(priority.clone());
        let head = heads.take_head();
        if let Err(invalid) = head {
            request.extensions_mut().insert(invalid);
        }
        let (router, heads) = (router.clone(), heads.clone());
        async move {
            let mut response: Response = router.oneshot(request.map(Body::new)).await?;
            if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                heads.stop();
            } else if !matches!(head, Ok(BodyLength::Known(_))) {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
            }
            Ok::<Response, Infallible>(response)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_header_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        if error.is_parse() {
            permit.mark_abusive();
        }
        tracing::debug!(%error, "a connection failed");
    }
}

/// Writes a rejection as far as it fits into the socket's buffer.
async fn reject(stream: &TcpStream, error: ApiError) {
    let response = error.into_response();
    let (head, body) = response.into_parts();
    let Ok(body) = axum::body::to_bytes(body, MAX_HEAD).await else { return };
    let mut text = format!("HTTP/1.1 {}\r\nconnection: close\r\n", head.status);
    for (name, value) in &head.headers {
        text.push_str(&format!("{name}: {}\r\n", value.to_str().unwrap_or_default()));
    }
    text.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    text.push_str(&String::from_utf8_lossy(&body));
    // Bytes that do not fit are dropped.
    let _ = stream.try_write(text.as_bytes());
}

/// True if the error notices one connection, not the listener.
fn is_connection_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// The URL of a server by its address.
pub(crate) fn url_of(address: SocketAddr, tls: &TlsOptions) -> String {
    let scheme = if tls.is_on() { "https" } else { "http" };
    format!("{scheme}://{address}")
}
