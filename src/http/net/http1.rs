//! Connections of HTTP/1, which may become WebSockets.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::io::InspectReader;
use tower::ServiceExt as _;

use crate::http::net::connection::{Connection, HEADER_TIMEOUT, RefusedRequest};
use crate::http::net::request_head::{BodyLength, MAX_HEAD, MAX_HEADERS, RequestHeads};

/// Serves the requests of one connection.
pub(crate) async fn serve<S>(stream: S, connection: Connection)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let Connection { peer, priority, router, shutdown, .. } = connection;
    let permit = Arc::clone(&peer.permit);
    let heads = RequestHeads::default();
    let recorder = heads.clone();
    let stream = InspectReader::new(stream, move |bytes: &[u8]| recorder.record(bytes));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        request.extensions_mut().insert(priority.clone());
        let head = heads.take_head();
        if let Err(reason) = head {
            request.extensions_mut().insert(RefusedRequest::from(reason));
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
