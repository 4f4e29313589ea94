//! Limits per address and player (`docs/operations.md`, "Limits").

mod heads;
mod http2;
mod proxies;
mod sign_ins;
mod tls;

use std::net::SocketAddr;

use chivalry::http::{HttpOptions, RateLimitOptions};
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::client::Client;
use crate::databases::on_sqlite;
use crate::support::{Answer, TestPlayer, TestServer};

/// A client behind the proxy at the loopback address.
const ELSEWHERE: &str = "198.51.100.7";

fn allowing(rate_limits: RateLimitOptions) -> HttpOptions {
    HttpOptions { rate_limits, ..HttpOptions::local() }
}

/// Options with a connection limit and without trusted proxies.
fn with_places(connections_per_address: u32) -> HttpOptions {
    let trusted_proxies = Vec::new();
    allowing(RateLimitOptions { connections_per_address, trusted_proxies, ..Default::default() })
}

/// Asserts that a limit refused the request with a time to retry.
#[track_caller]
fn limited(answer: &Answer) {
    let body = answer.problem(429, "rate_limited");
    let wait = body["retry_after_ms"].as_u64().expect("a time to wait");
    assert!(wait > 0, "{body}");
    assert_eq!(answer.header("retry-after"), wait.div_ceil(1000).to_string());
}

async fn post_from(server: &TestServer, address: &str, path: &str, body: Value) -> Answer {
    let request = server.request(Method::POST, path).header("x-forwarded-for", address);
    Answer::to(request.body(body.to_string())).await
}

/// Opens a WebSocket with an additional header. Returns `hello`, or the status of the refusal.
async fn open(server: &TestServer, name: &'static str, value: &str) -> Result<Value, u16> {
    let url = format!("{}/api/v1/ws", server.url().replacen("http", "ws", 1));
    let mut request = url.into_client_request().expect("a request");
    let value = HeaderValue::from_str(value).expect("a header");
    request.headers_mut().insert(HeaderName::from_static(name), value);
    match connect_async(request).await {
        Ok((mut socket, _)) => {
            let first = socket.next().await.expect("a frame").expect("a frame");
            Ok(serde_json::from_str(first.to_text().expect("text")).expect("JSON"))
        }
        Err(Error::Http(refused)) => Err(refused.status().as_u16()),
        Err(error) => panic!("no answer: {error}"),
    }
}

async fn refusals(server: &TestServer, limit: &str) -> u64 {
    let metrics = server.get("/metrics").await.text;
    let sample = format!("chivalry_refusals_total{{limit=\"{limit}\"}} ");
    let count = metrics.lines().find_map(|line| line.strip_prefix(&sample));
    count.map_or(0, |count| count.parse().expect("a count"))
}

#[tokio::test]
async fn guests_accounts_and_sign_ins_are_limited_per_address() {
    on_sqlite(|database| async move {
        let options = allowing(RateLimitOptions {
            guests_per_hour: 2,
            accounts_per_hour: 1,
            sign_ins_per_hour: 6,
            ..RateLimitOptions::default()
        });
        let server = TestServer::start_with(&database, options).await;
        for _ in 0..2 {
            post_from(&server, ELSEWHERE, "/guests", json!({})).await.json(StatusCode::CREATED);
        }
        let refused = post_from(&server, ELSEWHERE, "/guests", json!({})).await;
        limited(&refused);
        assert_eq!(refused.header("ratelimit-policy"), "\"guests\";q=2;w=3600");
        let wait = refused.header("retry-after");
        assert_eq!(refused.header("ratelimit"), format!("\"guests\";r=0;t={wait}"));
        // IPv6 addresses of one /64 network count together.
        for (host, is_refused) in [("::1", false), ("::2", false), (":1::3", true)] {
            let address = format!("2001:db8:0:1{host}").replace("1:1:", "1:0:");
            let made = post_from(&server, &address, "/guests", json!({})).await;
            assert_eq!(made.status == 429, is_refused, "{address}: {made:?}");
        }
        // A visitor may still watch over WebSocket, and is refused as a guest by the first command.
        let visitor = open(&server, "x-forwarded-for", ELSEWHERE).await.expect("a connection");
        let token = visitor["token"].as_str().expect("a token");
        let request = server.request(Method::POST, "/matches").bearer_auth(token);
        let request = request.header("x-forwarded-for", ELSEWHERE);
        let create = json!({"variant": "camette"}).to_string();
        limited(&Answer::to(request.body(create)).await);

        let account = |name: &str| json!({"name": name, "password": "excalibur"});
        let made = post_from(&server, ELSEWHERE, "/accounts", account("Arthur")).await;
        made.json(StatusCode::CREATED);
        limited(&post_from(&server, ELSEWHERE, "/accounts", account("Galahad")).await);
        // Two of the six sign-ins may be to one account.
        for name in ["Bors", "Bors", "Kay", "Kay", "Gawain", "Arthur"] {
            let wrong = json!({"name": name, "password": "mordred"});
            post_from(&server, ELSEWHERE, "/sessions", wrong).await.problem(401, "unauthorized");
        }
        // The correct password is refused too.
        limited(&post_from(&server, ELSEWHERE, "/sessions", account("Arthur")).await);
        let elsewhere = post_from(&server, "198.51.100.8", "/sessions", account("Arthur")).await;
        elsewhere.json(StatusCode::CREATED);
        // Requests without a client address are not limited.
        for _ in 0..4 {
            server.guest().await;
        }
        assert_eq!(refusals(&server, "guests").await, 4);
        assert_eq!(refusals(&server, "accounts").await, 1);
        assert_eq!(refusals(&server, "sign_ins").await, 1);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn commands_are_limited_per_player_over_all_connections() {
    on_sqlite(|database| async move {
        let options = HttpOptions { commands_per_second: 5, ..HttpOptions::local() };
        let server = TestServer::start_with(&database, options).await;
        let player = server.guest().await;
        let mut refused = 0;
        // Ten connections send five commands each; the player's burst is twenty.
        let mut connections = Vec::new();
        for _ in 0..10 {
            let connected = Client::connect(server.url(), Some(&player.token)).await;
            connections.push(connected.expect("a connection"));
        }
        for connection in &mut connections {
            for _ in 0..5 {
                let ping = Message::text(json!({"t": "ping", "id": "p"}).to_string());
                connection.send(ping).await.expect("a connection");
            }
        }
        for connection in &mut connections {
            for _ in 0..5 {
                let answer = connection.next().await.expect("an answer");
                if answer["t"] == "err" {
                    assert_eq!(answer["code"], "rate_limited");
                    assert!(answer["retry_after_ms"].is_u64(), "{answer}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 0, "fifty commands at once are too many");
        assert_eq!(refusals(&server, "commands_by_player").await, refused);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn requests_are_limited_per_address() {
    on_sqlite(|database| async move {
        let options = HttpOptions { commands_per_second: 1, ..HttpOptions::local() };
        let server = TestServer::start_with(&database, options).await;
        let ask = |address: &'static str| {
            let request = server.request(Method::GET, "/variants");
            Answer::to(request.header("x-forwarded-for", address))
        };
        let mut answers = Vec::new();
        for _ in 0..200 {
            let answer = ask(ELSEWHERE).await;
            answers.push(answer);
        }
        let refused = answers.iter().find(|answer| answer.status == 429).expect("a refusal");
        limited(refused);
        ask("198.51.100.8").await.json(StatusCode::OK);
        // Headers of untrusted peers, and entries before the proxy's own, are ignored.
        let made_up = "203.0.113.1, 198.51.100.9";
        let through = |text: &'static str| ask(text);
        through(made_up).await.json(StatusCode::OK);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn connections_are_limited_per_address() {
    on_sqlite(|database| async move {
        let server = TestServer::start_with(&database, with_places(2)).await;
        let first = Client::guest(server.url()).await;
        let _second = Client::guest(server.url()).await;
        let refused = raw(&server, "").await;
        assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
        assert!(refused.contains("\"code\":\"rate_limited\""), "{refused}");
        assert!(refused.contains("\r\nretry-after: 6\r\n"), "{refused}");
        // The permit is released when the connection closes, without a notification.
        drop(first);
        while raw(&server, "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            .await
            .starts_with("HTTP/1.1 429")
        {}
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_connection_closed_for_a_violation_stays_counted_for_a_while() {
    on_sqlite(|database| async move {
        let server = TestServer::start_with(&database, with_places(1)).await;
        let url = format!("{}/api/v1/ws", server.url().replacen("http", "ws", 1));
        let (mut socket, _) = connect_async(url).await.expect("a connection");
        socket.send(Message::Binary(b"chivalry".as_slice().into())).await.expect("to be heard");
        while let Some(Ok(_)) = socket.next().await {}
        drop(socket);
        let refused = raw(&server, "").await;
        assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn connections_through_a_proxy_are_limited_per_client() {
    on_sqlite(|database| async move {
        let options =
            allowing(RateLimitOptions { connections_per_address: 1, ..Default::default() });
        let server = TestServer::start_with(&database, options).await;
        let url = format!("{}/api/v1/ws", server.url().replacen("http", "ws", 1));
        let request = || {
            let mut request = url.as_str().into_client_request().expect("a request");
            let address = HeaderValue::from_static(ELSEWHERE);
            request.headers_mut().insert("x-forwarded-for", address);
            request
        };
        let (open_one, _) = connect_async(request()).await.expect("a connection");
        assert_eq!(open(&server, "x-forwarded-for", ELSEWHERE).await, Err(429));
        assert!(open(&server, "x-forwarded-for", "198.51.100.8").await.is_ok());
        assert_eq!(refusals(&server, "connections_per_address").await, 1);
        drop(open_one);
        while open(&server, "x-forwarded-for", ELSEWHERE).await == Err(429) {}
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn open_matches_and_imports_are_limited_per_player() {
    on_sqlite(|database| async move {
        let options = allowing(RateLimitOptions {
            open_matches: 2,
            imported_per_day: 1,
            ..RateLimitOptions::default()
        });
        let server = TestServer::start_with(&database, options).await;
        let player = server.guest().await;
        let make = |player: TestPlayer| {
            let wish = json!({"variant": "camette", "seats": {"W": "me"}});
            let server = &server;
            async move { server.post_as(&player, "/matches", wish).await }
        };
        let first = make(player.clone()).await.json(StatusCode::CREATED);
        make(player.clone()).await.json(StatusCode::CREATED);
        make(player.clone()).await.problem(429, "rate_limited");
        make(server.guest().await).await.json(StatusCode::CREATED);
        let abort = format!("/matches/{}/abort", first["match"].as_str().expect("an id"));
        server.post_as(&player, &abort, json!({})).await.json(StatusCode::OK);
        make(player.clone()).await.json(StatusCode::CREATED);

        let text = "; nothing\n".repeat(60_000);
        let import = || {
            let request = player.sign(server.request(Method::POST, "/records"));
            Answer::to(request.body(text.clone()))
        };
        // The record holds no game but counts towards the quota.
        import().await.problem(422, "bad_frame");
        limited(&import().await);
        server.shutdown().await;
    })
    .await;
}

/// Sends bytes and reads until the connection closes.
async fn raw(server: &TestServer, text: &str) -> String {
    let address: SocketAddr =
        server.url().strip_prefix("http://").expect("an address").parse().expect("an address");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // The server may already have closed the connection.
    let _ = stream.write_all(text.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}
