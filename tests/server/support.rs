//! The real server, in process, on its own port.

#![allow(dead_code, reason = "not every test asks for everything")]

use std::fmt::Debug;
use std::sync::Arc;

use chivalry::cluster::Bus;
use chivalry::http::{HttpOptions, Server, WorkLimits, bind};
use chivalry::live::Live;
use chivalry::live::compute::analysis::Analysts;
use chivalry_play::clock::Timestamp;
use reqwest::header::{AUTHORIZATION, HeaderMap};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::databases::{Database, on_every_database};

/// A server that runs until shut down or dropped.
pub(crate) struct TestServer {
    url: String,
    client: Client,
    live: Live,
    analysts: Analysts,
    work_limits: Arc<WorkLimits>,
    shutdown: CancellationToken,
    running: JoinSet<()>,
}

/// A player and their token.
#[derive(Clone, Debug)]
pub(crate) struct TestPlayer {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) token: String,
}

/// A response of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// Runs `test` on a server for each available database, each empty.
pub(crate) async fn on_every_server<T, F>(test: T)
where
    T: Fn(TestServer) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    on_every_database(move |database| {
        let test = test.clone();
        async move { test(TestServer::start(&database).await).await }
    })
    .await;
}

/// Options without rate limits, which have tests of their own.
pub(crate) fn unlimited() -> HttpOptions {
    HttpOptions { commands_per_second: 100_000, ..HttpOptions::local() }
}

impl TestServer {
    /// Starts a server with default options on `database`, which may contain earlier data.
    pub(crate) async fn start(database: &Database) -> TestServer {
        TestServer::start_with(database, unlimited()).await
    }

    /// Starts a server with default options and the moderator Arthur.
    pub(crate) async fn moderated(database: &Database) -> (TestServer, TestPlayer) {
        let server = TestServer::start(database).await;
        let arthur = server.account("Arthur").await;
        let store = database.open().await;
        let named = store.store.moderation().set_moderator("arthur", Some(Timestamp(1))).await;
        assert!(named.expect("a database"), "there is an Arthur");
        store.stop().await;
        (server, arthur)
    }

    pub(crate) async fn start_with(database: &Database, options: HttpOptions) -> TestServer {
        TestServer::start_node(database, options, None).await
    }

    /// Starts one of the nodes that share the database and the bus.
    pub(crate) async fn start_node(
        database: &Database,
        options: HttpOptions,
        bus: Option<Arc<dyn Bus>>,
    ) -> TestServer {
        let listener = bind(&options).await.expect("a free port");
        let shutdown = CancellationToken::new();
        let mut running = JoinSet::new();
        let store = &database.options;
        let server = Server::open_node(listener, options, store, bus, shutdown.clone()).await;
        let server = server.expect("a server that opens");
        let url = server.url().to_owned();
        let (live, analysts) = (server.live().clone(), server.analysts().clone());
        let work_limits = Arc::clone(server.work_limits());
        running.spawn(async move { server.serve().await.expect("a writer that does not fail") });
        TestServer { url, client: Client::new(), live, analysts, work_limits, shutdown, running }
    }

    /// The base URL, without a trailing slash.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The live matches, for state that clients cannot see.
    pub(crate) fn live(&self) -> &Live {
        &self.live
    }

    /// The analysis service.
    pub(crate) fn analysts(&self) -> &Analysts {
        &self.analysts
    }

    /// The limits of concurrent requests.
    pub(crate) fn work_limits(&self) -> &Arc<WorkLimits> {
        &self.work_limits
    }

    /// Shuts the server down and waits until it has stopped.
    pub(crate) async fn shutdown(mut self) {
        self.shutdown.cancel();
        while let Some(ended) = self.running.join_next().await {
            ended.expect("a server without panics");
        }
    }

    /// Starts to drain the server.
    pub(crate) fn drain(&self) {
        self.shutdown.cancel();
    }

    /// Builds a request to a path below `/api/v1`, or to any other path given in full.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let is_whole = ["/api/", "/.well-known/", "/healthz", "/livez", "/readyz", "/metrics"]
            .iter()
            .any(|start| path.starts_with(start));
        let root = if is_whole || path == "/" { "" } else { "/api/v1" };
        self.client.request(method, format!("{}{root}{path}", self.url))
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::to(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        Answer::to(self.request(Method::POST, path).body(body.to_string())).await
    }

    /// Sends a POST request as `player`.
    pub(crate) async fn post_as(&self, player: &TestPlayer, path: &str, body: Value) -> Answer {
        Answer::to(player.sign(self.request(Method::POST, path)).body(body.to_string())).await
    }

    /// Creates a guest.
    pub(crate) async fn guest(&self) -> TestPlayer {
        let session = self.post("/guests", json!({})).await.json(StatusCode::CREATED);
        TestPlayer::of(&session)
    }

    /// Creates an account.
    pub(crate) async fn account(&self, name: &str) -> TestPlayer {
        let credentials = json!({"name": name, "password": "excalibur"});
        TestPlayer::of(&self.post("/accounts", credentials).await.json(StatusCode::CREATED))
    }

    /// Starts a match created by `first` and joined by `second`.
    pub(crate) async fn start_match(
        &self,
        first: &TestPlayer,
        second: &TestPlayer,
        mut wish: Value,
    ) -> String {
        wish["seats"] = json!({"W": "me"});
        let made = self.post_as(first, "/matches", wish).await.json(StatusCode::CREATED);
        let id = made["match"].as_str().expect("an id").to_owned();
        let key = &made["links"]["B"]["key"];
        let join = format!("/matches/{id}/join");
        self.post_as(second, &join, json!({"key": key})).await.json(StatusCode::OK);
        id
    }

    /// Makes a move and asserts that it is accepted.
    pub(crate) async fn play(&self, player: &TestPlayer, id: &str, ply: u32, text: &str) -> Value {
        let body = json!({"ply": ply, "move": text});
        self.post_as(player, &format!("/matches/{id}/moves"), body).await.json(StatusCode::OK)
    }
}

impl TestPlayer {
    /// Returns the player of a session response.
    pub(crate) fn of(session: &Value) -> TestPlayer {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let player = &session["player"];
        TestPlayer {
            id: text(&player["id"]),
            name: text(&player["name"]),
            token: text(&session["token"]),
        }
    }

    /// Adds the player's token to a request.
    pub(crate) fn sign(&self, request: RequestBuilder) -> RequestBuilder {
        request.header(AUTHORIZATION, format!("Bearer {}", self.token))
    }
}

impl Answer {
    pub(crate) async fn to(request: RequestBuilder) -> Answer {
        Answer::of(request.send().await.expect("an answer")).await
    }

    pub(crate) async fn of(response: Response) -> Answer {
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("a whole answer");
        Answer { status, headers, text }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a readable header"))
    }

    /// Asserts the status and returns the JSON body.
    #[track_caller]
    pub(crate) fn json(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert!(self.header("content-type").starts_with("application/json"), "{self:?}");
        serde_json::from_str(&self.text).expect("JSON")
    }

    /// Asserts that the response is a problem document with this status and code, and returns it.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(self.header("x-content-type-options"), "nosniff");
        let body: Value = serde_json::from_str(&self.text).expect("JSON");
        assert_eq!((&body["status"], &body["code"]), (&json!(status), &json!(code)), "{body}");
        assert!(body["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{body}");
        body
    }

    /// Asserts that the response is `bad_field` for this field, with status 400 or 422.
    #[track_caller]
    pub(crate) fn bad_field(&self, field: &str) {
        let status = if self.status == StatusCode::UNPROCESSABLE_ENTITY { 422 } else { 400 };
        let body = self.problem(status, "bad_field");
        assert_eq!(body["field"], field, "{body}");
    }
}
