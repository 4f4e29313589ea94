//! Pages of other origins: CORS, and WebSockets with a token of their own.

use chivalry::http::{HttpOptions, RateLimitOptions};
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::client::{Client, Gone};
use crate::databases::{Database, on_sqlite};
use crate::support::{Answer, TestServer};

const FRIEND: &str = "https://friend.example.org";
const STRANGER: &str = "https://example.org";

/// A server of `https://chivalry.example.org` with these allowed origins.
async fn allowing(database: &Database, origins: &[&str]) -> TestServer {
    let allowed_origins = origins.iter().map(|origin| origin.parse().unwrap()).collect();
    let options = HttpOptions {
        public_url: Some("https://chivalry.example.org/".to_owned()),
        rate_limits: RateLimitOptions { allowed_origins, ..Default::default() },
        ..HttpOptions::local()
    };
    TestServer::start_with(database, options).await
}

async fn request_from(server: &TestServer, origin: &str, method: Method, path: &str) -> Answer {
    Answer::to(server.request(method, path).header("origin", origin)).await
}

/// Sends a preflight request of a browser for a request with a token and a body.
async fn preflight(server: &TestServer, origin: &str, path: &str) -> Answer {
    let request = server.request(Method::OPTIONS, path).header("origin", origin);
    let request = request.header("access-control-request-method", "POST");
    Answer::to(request.header("access-control-request-headers", "authorization,content-type")).await
}

/// Asserts that the page of an origin may not read a response.
#[track_caller]
fn unshared(headers: &HeaderMap) {
    let of_cors = |name: &&str| name.starts_with("access-control-");
    let found: Vec<&str> = headers.keys().map(|name| name.as_str()).filter(of_cors).collect();
    assert_eq!(found, Vec::<&str>::new());
}

/// Opens a WebSocket of a page. Returns the player of `hello`, or the reason of the refusal.
async fn open(
    server: &TestServer,
    origin: &str,
    query: &str,
    protocols: Option<&str>,
) -> Result<Value, String> {
    let url = server.url().replacen("http", "ws", 1);
    let mut request = format!("{url}/api/v1/ws{query}").into_client_request().unwrap();
    request.headers_mut().insert("origin", origin.parse().unwrap());
    if let Some(protocols) = protocols {
        request.headers_mut().insert("sec-websocket-protocol", protocols.parse().unwrap());
    }
    match Client::open_refusable(request).await {
        Ok(client) => Ok(client.hello["player"].clone()),
        Err(Error::Http(refused)) => {
            assert_eq!(refused.status(), 403);
            let body: Value = serde_json::from_slice(refused.body().as_ref().unwrap()).unwrap();
            assert_eq!(body["code"], "forbidden", "{body}");
            Err(body["reason"].as_str().unwrap().to_owned())
        }
        Err(error) => panic!("no answer: {error}"),
    }
}

#[tokio::test]
async fn pages_of_every_origin_call_the_api_with_a_token_by_default() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let guest = server.guest().await;
        let asked = preflight(&server, STRANGER, "/matches").await;
        assert_eq!(asked.status, StatusCode::OK);
        assert_eq!(asked.header("access-control-allow-origin"), "*");
        assert!(asked.header("access-control-allow-methods").contains("DELETE"), "{asked:?}");
        let headers = asked.header("access-control-allow-headers");
        for name in ["authorization", "content-type", "idempotency-key", "if-none-match"] {
            assert!(headers.contains(name), "{headers}");
        }
        assert_eq!(asked.header("access-control-max-age"), "7200");

        let request = guest.sign(server.request(Method::GET, "/me")).header("origin", STRANGER);
        let me = Answer::to(request).await;
        assert_eq!(me.json(StatusCode::OK)["id"], guest.id);
        assert_eq!(me.header("access-control-allow-origin"), "*");
        // A page may not use credentials that the browser adds.
        assert_eq!(me.headers.get("access-control-allow-credentials"), None);
        let exposed = me.header("access-control-expose-headers");
        for name in ["etag", "location", "retry-after", "link"] {
            assert!(exposed.contains(name), "{exposed}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn every_route_answers_preflight_requests_and_shares_refusals() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let document = server.get("/openapi.json").await.json(StatusCode::OK);
        let paths = document["paths"].as_object().unwrap().keys();
        let is_shared =
            |path: &&String| ["/api/v1/", "/.well-known/"].iter().any(|it| path.starts_with(it));
        let (api, others): (Vec<_>, Vec<_>) = paths.partition(is_shared);
        assert!(api.len() > 80 && others.len() >= 5, "{} and {others:?}", api.len());
        for path in api {
            let asked = preflight(&server, STRANGER, path).await;
            assert_eq!(asked.status, StatusCode::OK, "{path}");
            assert_eq!(asked.header("access-control-allow-origin"), "*", "{path}");
        }
        for (path, status) in [("/me", 401), ("/nowhere", 404), ("/matches/x", 404)] {
            let refused = request_from(&server, STRANGER, Method::GET, path).await;
            assert_eq!(refused.status, status, "{path}");
            assert_eq!(refused.header("access-control-allow-origin"), "*", "{path}");
        }
        // The page, its files, the documentation and the routes of operators are not shared.
        for path in others.into_iter().map(String::as_str).chain(["/", "/account", "/robots.txt"]) {
            for method in [Method::GET, Method::OPTIONS] {
                let request = server.client().request(method, format!("{}{path}", server.url()));
                let request = request.header("access-control-request-method", "GET");
                let answer = Answer::to(request.header("origin", STRANGER)).await;
                unshared(&answer.headers);
            }
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn streams_and_refusals_by_limits_are_shared() {
    on_sqlite(|database| async move {
        let rate_limits = RateLimitOptions { guests_per_hour: 1, ..Default::default() };
        let options = HttpOptions { rate_limits, ..HttpOptions::local() };
        let server = TestServer::start_with(&database, options).await;
        let guest = server.guest().await;
        let wish = json!({"variant": "camette", "seats": {"W": "me"}});
        let made = server.post_as(&guest, "/matches", wish).await.json(StatusCode::CREATED);
        let events = format!("/matches/{}/events", made["match"].as_str().unwrap());
        for format in ["text/event-stream", "application/x-ndjson"] {
            let request = server.request(Method::GET, &events).header("origin", STRANGER);
            let stream = request.header("accept", format).send().await.unwrap();
            assert_eq!(stream.headers()["content-type"], format);
            assert_eq!(stream.headers()["access-control-allow-origin"], "*", "{format}");
        }
        let another = server.request(Method::POST, "/guests").header("origin", STRANGER);
        let limited = Answer::to(another.header("x-forwarded-for", "198.51.100.7")).await;
        limited.json(StatusCode::CREATED);
        let another = server.request(Method::POST, "/guests").header("origin", STRANGER);
        let limited = Answer::to(another.header("x-forwarded-for", "198.51.100.7")).await;
        limited.problem(429, "rate_limited");
        assert_eq!(limited.header("access-control-allow-origin"), "*");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_operator_restricts_the_api_to_a_list_of_origins() {
    on_sqlite(|database| async move {
        let server = allowing(&database, &[FRIEND]).await;
        assert_eq!(preflight(&server, FRIEND, "/seeks").await.status, StatusCode::OK);
        let read = request_from(&server, FRIEND, Method::GET, "/seeks").await;
        assert_eq!(read.header("access-control-allow-origin"), FRIEND);
        let vary = |answer: &Answer| {
            let values = answer.headers.get_all("vary").iter();
            values.map(|value| value.to_str().unwrap().to_owned()).collect::<Vec<_>>().join(",")
        };
        assert!(vary(&read).contains("origin"), "{read:?}");

        for origin in [STRANGER, "null", "https://friend.example.org.evil.org"] {
            let refused = preflight(&server, origin, "/seeks").await;
            assert_eq!(refused.problem(403, "forbidden")["reason"], "foreign_origin");
            unshared(&refused.headers);
            // Browsers hide this response from the page. It is no secret of the visitor.
            let read = request_from(&server, origin, Method::GET, "/seeks").await;
            assert_eq!(read.status, StatusCode::OK);
            assert_eq!(read.headers.get("access-control-allow-origin"), None);
            assert!(vary(&read).contains("origin"), "a cache keeps them apart: {read:?}");
        }
        server.shutdown().await;

        let server = allowing(&database, &["none"]).await;
        preflight(&server, FRIEND, "/seeks").await.problem(403, "forbidden");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_page_of_another_origin_opens_a_websocket_with_a_token_of_its_own() {
    on_sqlite(|database| async move {
        let server = allowing(&database, &["*", FRIEND]).await;
        let guest = server.guest().await;
        let in_address = format!("?token={}", guest.token);
        let offered = format!("chivalry.v1, token.{}", guest.token);
        let own = server.url().to_owned();
        for origin in [STRANGER, "null", FRIEND, "https://chivalry.example.org", own.as_str()] {
            let player = open(&server, origin, "", Some(&offered)).await.unwrap();
            assert_eq!(player["id"], guest.id, "{origin}");
            let player = open(&server, origin, &in_address, Some(&offered)).await.unwrap();
            assert_eq!(player["id"], guest.id, "{origin}");
        }
        // Without a token, the network address of the visitor would make a guest. A token in the
        // address may be that of a link, which the page was given.
        for origin in [FRIEND, "https://chivalry.example.org", own.as_str()] {
            assert_eq!(open(&server, origin, "", None).await.unwrap()["kind"], "guest");
            assert_eq!(open(&server, origin, &in_address, None).await.unwrap()["id"], guest.id);
        }
        for origin in [STRANGER, "null", "https://chivalry.example.org.evil.org", ""] {
            for query in ["", in_address.as_str()] {
                let refused = open(&server, origin, query, Some("chivalry.v1")).await;
                assert_eq!(refused.unwrap_err(), "origin_needs_token", "{origin}");
            }
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_page_of_an_origin_that_is_not_allowed_cannot_open_a_websocket() {
    on_sqlite(|database| async move {
        let server = allowing(&database, &[FRIEND]).await;
        let guest = server.guest().await;
        let in_address = format!("?token={}", guest.token);
        let offered = format!("chivalry.v1, token.{}", guest.token);
        assert_eq!(open(&server, FRIEND, "", None).await.unwrap()["kind"], "guest");
        for origin in [STRANGER, "null", "https://chivalry.example.org.evil.org", ""] {
            for query in ["", "?auth=frame", in_address.as_str()] {
                let refused = open(&server, origin, query, Some(&offered)).await;
                assert_eq!(refused.unwrap_err(), "foreign_origin", "{origin} {query}");
            }
        }
        server.shutdown().await;
    })
    .await;
}

/// Opens a WebSocket whose first frame names the player, from a page of another origin.
async fn open_for_frame(server: &TestServer) -> Client {
    let url = format!("{}/api/v1/ws?auth=frame", server.url().replacen("http", "ws", 1));
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("origin", STRANGER.parse().unwrap());
    Client::open_silent(request).await
}

#[tokio::test]
async fn the_first_frame_names_the_player() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let guest = server.guest().await;
        let mut client = open_for_frame(&server).await;
        client.ok(json!({"t": "auth", "token": guest.token})).await;
        let hello = client.next_of("hello").await.unwrap();
        assert_eq!((&hello["player"]["id"], hello.get("token")), (&json!(guest.id), None));
        client.ok(json!({"t": "create", "variant": "cam"})).await;
        let late = client.refused(json!({"t": "auth", "token": guest.token}), "too_late").await;
        assert_eq!(late["reason"], "auth_too_late");

        // Without a token the connection has no player, and makes no guest.
        let mut client = open_for_frame(&server).await;
        client.ok(json!({"t": "auth"})).await;
        assert_eq!(client.next_of("hello").await.unwrap()["player"], Value::Null);
        client.refused(json!({"t": "create", "variant": "cam"}), "unauthorized").await;
        client.ok(json!({"t": "lobby", "on": true})).await;

        let mut client = open_for_frame(&server).await;
        client.refused(json!({"t": "auth", "token": "nobodys"}), "unauthorized").await;
        assert_eq!(client.next_of("hello").await.unwrap()["player"], Value::Null);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_connection_whose_first_frame_names_no_player_is_closed() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        for (frame, code, reason) in [
            (json!({"t": "ping"}), "unauthorized", "auth_expected"),
            (json!({"t": "create", "variant": "cam"}), "unauthorized", "auth_expected"),
            (json!({"t": "auth", "token": 7}), "bad_field", "field_unreadable"),
        ] {
            let mut client = open_for_frame(&server).await;
            let refused = client.refused(frame, code).await;
            assert_eq!(refused["reason"], reason);
            let Err(Gone(Some(close))) = client.next().await else { panic!("still connected") };
            assert_eq!(close.code, CloseCode::Policy);
        }
        let unknown = format!("{}/api/v1/ws?auth=header", server.url().replacen("http", "ws", 1));
        match connect_async(unknown).await {
            Err(Error::Http(refused)) => assert_eq!(refused.status(), 400),
            other => panic!("{other:?}"),
        }
        let mut client = open_for_frame(&server).await;
        client.send(Message::Binary(b"auth".as_slice().into())).await.unwrap();
        let Err(Gone(Some(close))) = client.next().await else { panic!("still connected") };
        assert_eq!(close.code, CloseCode::Unsupported);
        server.shutdown().await;
    })
    .await;
}
