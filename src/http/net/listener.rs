//! The listener: accepts connections within their limits, with TLS if configured, and identifies
//! the client of each request.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::http::error::ApiError;
use crate::http::net::connection::{Connection, WRITE_TIMEOUT};
use crate::http::net::rate_limit::{RateLimits, read_backoff};
use crate::http::net::request_head::MAX_HEAD;
use crate::http::net::scheduling::priority::{Priority, TaskPriority};
use crate::http::net::scheduling::work_limits::WorkLimits;

use crate::http::net::client_addr::{Peer, is_in};
use crate::http::net::tls::HTTP_2;
pub use crate::http::net::tls::{TlsError, TlsOptions};
use crate::http::net::{http1, http2};

/// Timeout of the TLS handshake.
const TLS_TIMEOUT: Duration = Duration::from_secs(10);

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
                    let turns = self.work_limits.turns();
                    let connection = Connection {
                        peer,
                        is_proxy,
                        priority: priority.clone(),
                        router: self.router.clone(),
                        rate_limits: Arc::clone(&self.rate_limits),
                        turns: turns.clone(),
                        tasks: connections.clone(),
                        shutdown: shutdown.clone(),
                    };
                    let task = serve_connection(stream, self.tls.clone(), connection);
                    connections.spawn(turns.schedule_new(new_connection, priority, task));
                }
                Err(error) => {
                    tracing::warn!(%peer, reason = error.detail, "a connection is rejected");
                    connections.spawn(self.reject(stream, ApiError(error), shutdown.clone()));
                }
            }
        }
        drop(self.listener);
        connections.close();
        connections.wait().await;
    }

    /// Rejects a connection after a delay, which slows down clients that retry at once.
    fn reject(
        &self,
        stream: TcpStream,
        error: ApiError,
        shutdown: CancellationToken,
    ) -> impl Future<Output = ()> + Send + use<> {
        let held = self.rate_limits.hold_rejected();
        let is_plain = self.tls.is_none();
        async move {
            if held.is_some() {
                let _ = timeout(read_backoff(), shutdown.cancelled()).await;
            }
            // A TLS handshake would have to be awaited, so the connection is just closed.
            if is_plain {
                write_rejection(&stream, error).await;
            }
        }
    }

    /// Accepts a connection once few accepted ones wait for their first turn.
    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr, Option<OwnedSemaphorePermit>)> {
        let new_connection = self.work_limits.turns().new_connection().await;
        // Other tasks run between two connections of a flood.
        tokio::task::yield_now().await;
        let (stream, peer) = self.listener.accept().await?;
        Ok((stream, peer, new_connection))
    }
}

impl fmt::Debug for Listener {
    /// Omits the TLS key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("listener", &self.listener).finish_non_exhaustive()
    }
}

/// Serves a connection by the protocol that its client chose in the TLS handshake.
fn serve_connection(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    connection: Connection,
) -> impl Future<Output = ()> + Send {
    // Nagle's algorithm would delay frames by up to 40 ms.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "failed to set TCP_NODELAY");
    }
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let stream = Box::pin(stream);
    async move {
        let Some(tls) = tls else { return http1::serve(stream, connection).await };
        match timeout(TLS_TIMEOUT, tls.accept(stream)).await {
            Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(HTTP_2) => {
                // Boxed, because connections of HTTP/1 need less memory.
                Box::pin(http2::connection::serve(stream, connection)).await;
            }
            Ok(Ok(stream)) => http1::serve(stream, connection).await,
            Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
            Err(_) => tracing::debug!("a TLS handshake timed out"),
        }
    }
}

/// Writes a rejection as far as it fits into the socket's buffer.
async fn write_rejection(stream: &TcpStream, error: ApiError) {
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
