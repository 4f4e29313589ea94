//! HTTP/2, which clients choose by ALPN if the server terminates TLS.

use axum::body::Body;
use chivalry::http::{HttpOptions, RateLimitOptions};
use futures_util::StreamExt as _;
use http_body_util::BodyExt as _;
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper::{Method, Request, Response, StatusCode, Version, header};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_tungstenite::client_async;

use crate::databases::on_sqlite;
use crate::limits::tls::{offering, options};
use crate::support::TestServer;

/// A client of HTTP/2.
struct Http2Client {
    sender: SendRequest<Body>,
    /// The task of the connection.
    driving: JoinSet<hyper::Result<()>>,
}

impl Http2Client {
    async fn connect(server: &TestServer) -> Http2Client {
        let stream = offering(server, &["h2", "http/1.1"]).await;
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(b"h2".as_slice()));
        let (sender, connection) =
            handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        let mut driving = JoinSet::new();
        driving.spawn(connection);
        Http2Client { sender, driving }
    }

    /// Makes a guest. Returns the token.
    async fn guest(&mut self) -> String {
        let request = Request::post("https://localhost/api/v1/guests").body(Body::empty());
        let made = self.sender.send_request(request.unwrap()).await.unwrap();
        assert_eq!((made.version(), made.status()), (Version::HTTP_2, StatusCode::CREATED));
        assert_eq!(made.headers()["strict-transport-security"], "max-age=31536000");
        json_of(made).await["token"].as_str().unwrap().to_owned()
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        token: &str,
        body: Value,
    ) -> Response<hyper::body::Incoming> {
        let request = Request::builder()
            .method(method)
            .uri(format!("https://localhost/api/v1{path}"))
            .header(header::AUTHORIZATION, format!("Bearer {token}"));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.sender.send_request(request.body(Body::from(body)).unwrap()).await.unwrap()
    }
}

async fn json_of(response: Response<hyper::body::Incoming>) -> Value {
    let body = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice(&body).unwrap()
}

fn secured() -> HttpOptions {
    options("certificate.pem", "key.pem")
}

#[tokio::test]
async fn http2_is_chosen_by_alpn_and_websockets_use_http1_on_the_same_port() {
    on_sqlite(|database| async move {
        let server = TestServer::start_with(&database, secured()).await;
        let mut client = Http2Client::connect(&server).await;
        let token = client.guest().await;

        // Concurrent requests of one connection.
        let wish = json!({"variant": "camette", "seats": {"W": "me"}});
        let made = client.send(Method::POST, "/matches", &token, wish).await;
        assert_eq!(made.status(), StatusCode::CREATED);
        let id = json_of(made).await["match"].as_str().unwrap().to_owned();
        let path = format!("/matches/{id}/events");
        let request = Request::get(format!("https://localhost/api/v1{path}"))
            .header(header::ACCEPT, "text/event-stream");
        let events = client.sender.send_request(request.body(Body::empty()).unwrap()).await;
        let events = events.unwrap().into_body();
        let abort = format!("/matches/{id}/abort");
        let aborted = client.send(Method::POST, &abort, &token, json!({})).await;
        assert_eq!(aborted.status(), StatusCode::OK);
        let events = events.collect().await.unwrap().to_bytes();
        assert!(str::from_utf8(&events).unwrap().contains(r#""t":"ended""#), "{events:?}");

        // A WebSocket cannot be opened over HTTP/2.
        let refused = client.send(Method::GET, "/ws", &token, Value::Null).await;
        assert!(refused.status().is_client_error(), "{}", refused.status());
        assert_eq!(json_of(refused).await["code"], "bad_frame");

        let stream = offering(&server, &["http/1.1"]).await;
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(b"http/1.1".as_slice()));
        let (mut socket, _) = client_async("wss://localhost/api/v1/ws", stream).await.unwrap();
        let hello = socket.next().await.unwrap().unwrap();
        let hello: Value = serde_json::from_str(hello.to_text().unwrap()).unwrap();
        assert_eq!(hello["t"], "hello");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_request_over_http2_names_one_host() {
    on_sqlite(|database| async move {
        let server = TestServer::start_with(&database, secured()).await;
        let mut client = Http2Client::connect(&server).await;
        let request = Request::get("https://localhost/healthz").header(header::HOST, "a.example");
        let refused = client.sender.send_request(request.body(Body::empty()).unwrap()).await;
        let refused = refused.unwrap();
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
        assert_eq!(json_of(refused).await["reason"], "host_header");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn each_concurrent_request_over_http2_counts_as_a_connection_of_its_address() {
    on_sqlite(|database| async move {
        let rate_limits = RateLimitOptions {
            connections_per_address: 2,
            trusted_proxies: Vec::new(),
            ..RateLimitOptions::default()
        };
        let options = HttpOptions { rate_limits, ..secured() };
        let server = TestServer::start_with(&database, options).await;
        let mut client = Http2Client::connect(&server).await;
        let token = client.guest().await;
        let first = client.send(Method::GET, "/me/events", &token, Value::Null).await;
        let second = client.send(Method::GET, "/me/events", &token, Value::Null).await;
        assert_eq!([first.status(), second.status()], [StatusCode::OK; 2]);
        let third = client.send(Method::GET, "/variants", &token, Value::Null).await;
        assert_eq!(third.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(json_of(third).await["reason"], "too_many_connections_from_address");
        drop(second);
        while client.send(Method::GET, "/variants", &token, Value::Null).await.status()
            == StatusCode::TOO_MANY_REQUESTS
        {}
        drop(first);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_server_that_shuts_down_ends_the_streams_of_http2() {
    on_sqlite(|database| async move {
        let server = TestServer::start_with(&database, secured()).await;
        let mut client = Http2Client::connect(&server).await;
        let token = client.guest().await;
        let events = client.send(Method::GET, "/me/events", &token, Value::Null).await;
        let mut reading = JoinSet::new();
        reading.spawn(events.into_body().collect());
        server.shutdown().await;
        reading.join_next().await.unwrap().unwrap().expect("a complete body");
        client.driving.join_next().await.unwrap().unwrap().expect("a connection that was drained");
    })
    .await;
}
