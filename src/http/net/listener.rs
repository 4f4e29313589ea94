//! Where connections come in: how many may be open, how long they may take, over TLS where
//! there is a certificate, and from whom each request is.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use crate::protocol::{Code, Reason};

use crate::http::error::{ApiError, ApiResult};
use crate::http::net::rate_limit::{RateLimits, read_backoff};
use crate::http::state::AppState;

use crate::http::net::client_addr::Caller;
use crate::http::net::client_addr::{Peer, is_in};
pub use crate::http::net::tls::{TlsError, TlsOptions};

/// How long the head of a request may take, and a connection may be without one.
const HEAD_WITHIN: Duration = Duration::from_secs(30);

/// How long it may take to agree on TLS.
const SECURED_WITHIN: Duration = Duration::from_secs(10);

/// A client that takes nothing of an answer for so long is cut off.
const TAKEN_WITHIN: Duration = Duration::from_secs(30);

/// The largest head of a request, in bytes, and the most lines that it has.
const LARGEST_HEAD: usize = 16 * 1024;
const MOST_HEADERS: usize = 64;

/// When connections are taken again after the system had no room for one.
const ROOM_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// How often the log says the same.
const SAID_EVERY: Duration = Duration::from_secs(10);

/// The door of the server.
pub(crate) struct Listener {
    pub(crate) listener: TcpListener,
    pub(crate) tls: Option<TlsAcceptor>,
    pub(crate) router: Router,
    pub(crate) allowances: Arc<RateLimits>,
    /// The networks of those who speak for others.
    pub(crate) proxies: Vec<IpNet>,
}

impl Listener {
    /// Lets connections in until `shutdown`, and then waits for the requests under way.
    pub(crate) async fn serve(self, shutdown: CancellationToken) {
        let open = TaskTracker::new();
        let (mut no_room, mut too_many) = (LogThrottle::default(), LogThrottle::default());
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = shutdown.cancelled() => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) if is_of_one_connection(&error) => continue,
                Err(error) => {
                    if no_room.is_due() {
                        tracing::error!(%error, "no connection can be taken: new ones wait");
                    }
                    sleep_until(Instant::now() + ROOM_AGAIN_AFTER).await;
                    continue;
                }
            };
            let address = peer.ip();
            match self.allowances.admit(address, is_in(&self.proxies, address)) {
                Ok(place) => {
                    let place = Arc::new(place);
                    open.spawn(self.serve_connection(
                        stream,
                        Peer { address, place },
                        shutdown.clone(),
                    ));
                }
                Err(error) => {
                    if too_many.is_due() {
                        tracing::warn!(%peer, reason = error.detail, "a connection is refused");
                    }
                    let outside = self.allowances.outside();
                    let is_plain = self.tls.is_none();
                    let shutdown = shutdown.clone();
                    open.spawn(async move {
                        // Who is told at once comes again at once.
                        if outside.is_some() {
                            let _ = timeout(read_backoff(), shutdown.cancelled()).await;
                        }
                        // Over TLS it would have to be waited for.
                        if is_plain {
                            reject(&stream, ApiError(error)).await;
                        }
                    });
                }
            }
        }
        drop(self.listener);
        open.close();
        open.wait().await;
    }

    fn serve_connection(
        &self,
        stream: TcpStream,
        peer: Peer,
        shutdown: CancellationToken,
    ) -> impl Future<Output = ()> + Send + use<> {
        // A frame is sent when it is written: waiting to fill a packet costs 40 ms.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection cannot be told not to delay");
        }
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(TAKEN_WITHIN));
        let stream = Box::pin(stream);
        let router = self.router.clone();
        let tls = self.tls.clone();
        async move {
            let Some(tls) = tls else { return answer(stream, peer, router, shutdown).await };
            match timeout(SECURED_WITHIN, tls.accept(stream)).await {
                Ok(Ok(stream)) => answer(stream, peer, router, shutdown).await,
                Ok(Err(error)) => tracing::debug!(%error, "a client does not speak TLS"),
                Err(_) => tracing::debug!("a client takes too long to speak TLS"),
            }
        }
    }
}

impl fmt::Debug for Listener {
    /// Leaves out the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("listener", &self.listener).finish_non_exhaustive()
    }
}

/// Answers the requests of one connection.
async fn answer<S>(stream: S, peer: Peer, router: Router, shutdown: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let place = Arc::clone(&peer.place);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        let router = router.clone();
        async move {
            let response: Result<Response, Infallible> =
                router.oneshot(request.map(Body::new)).await;
            response
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_header_size(LARGEST_HEAD)
        .max_headers(MOST_HEADERS)
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
            place.is_abused();
        }
        tracing::debug!(%error, "a connection ended");
    }
}

/// Says why a connection is not taken, as far as that goes without waiting for it.
async fn reject(stream: &TcpStream, problem: ApiError) {
    let response = problem.into_response();
    let (head, body) = response.into_parts();
    let Ok(body) = axum::body::to_bytes(body, LARGEST_HEAD).await else { return };
    let mut text = format!("HTTP/1.1 {}\r\nconnection: close\r\n", head.status);
    for (name, value) in &head.headers {
        text.push_str(&format!("{name}: {}\r\n", value.to_str().unwrap_or_default()));
    }
    text.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    text.push_str(&String::from_utf8_lossy(&body));
    // What does not fit is not worth waiting for.
    let _ = stream.try_write(text.as_bytes());
}

/// Whether only the connection that was to be taken is lost.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Finds out from whom a request is, and refuses it when too many come from there.
pub(crate) async fn know(
    State(app): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    // What comes from another node was looked at there.
    let Some(peer) = request.extensions().get::<Peer>() else { return next.run(request).await };
    let proxies = &app.options.allowances.trusted_proxies;
    let caller = Caller::behind(peer, request.headers(), proxies);
    let is_proxied = caller.is_proxied;
    let response = match app.allowances.request(caller.address) {
        Ok(()) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(error) => ApiError(error).into_response(),
    };
    // Nothing else of the connection is read until it is answered. A proxy's are for others too.
    if response.status() == StatusCode::TOO_MANY_REQUESTS && !is_proxied {
        sleep_until(Instant::now() + read_backoff()).await;
    }
    response
}

/// Refuses browsers whose page is another site's: they would act for players who are not asked.
pub(crate) fn check_origin(headers: &HeaderMap, app: &AppState) -> ApiResult<()> {
    // Only browsers say it.
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_own = authority(origin)
        .is_some_and(|from| Some(from) == host || Some(from) == authority(&app.public_url));
    if is_own || app.options.allowances.allowed_origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    let reason = Reason::ForeignOrigin;
    Err(ApiError::new(Code::Forbidden, reason))
}

/// The host and the port of an origin, or of an address that begins with one.
fn authority(url: &str) -> Option<&str> {
    url.split_once("://")?.1.split('/').next()
}

/// The scheme and the address to reach a server by.
pub(crate) fn url_of(address: SocketAddr, tls: &TlsOptions) -> String {
    let scheme = if tls.is_on() { "https" } else { "http" };
    format!("{scheme}://{address}")
}

/// Says the same only now and then.
#[derive(Default)]
struct LogThrottle(Option<Instant>);

impl LogThrottle {
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = self.0.is_none_or(|last| now.duration_since(last) >= SAID_EVERY);
        if is_due {
            self.0 = Some(now);
        }
        is_due
    }
}
