//! Announcements (`docs/protocol.md`, "Announcements") with a receiver on a real socket.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chivalry::cluster::{NatsOptions, connect_nats};
use chivalry::http::{AnnouncementOptions, HttpOptions};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::client::Client;
use crate::databases::{Database, on_every_database, on_postgres, on_sqlite};
use crate::nodes::{nats, sealed_end};
use crate::support::{TestPlayer, TestServer, unlimited};

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// A receiver that records messages and answers with a given status.
struct Receiver {
    address: String,
    answer: watch::Sender<StatusCode>,
    posted: mpsc::Receiver<(HeaderMap, String)>,
    _serving: JoinSet<()>,
}

impl Receiver {
    async fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/secret", listener.local_addr().unwrap());
        let (answer, answers) = watch::channel(StatusCode::NO_CONTENT);
        let (post, posted) = mpsc::channel(64);
        type Parts = (mpsc::Sender<(HeaderMap, String)>, watch::Receiver<StatusCode>);
        let take = async |State((post, answers)): State<Parts>, headers, body| {
            post.send((headers, body)).await.unwrap();
            let answer: StatusCode = *answers.borrow();
            answer
        };
        let router = Router::new().fallback(take).with_state((post, answers));
        let mut serving = JoinSet::new();
        serving.spawn(async move { axum::serve(listener, router).await.unwrap() });
        Receiver { address, answer, posted, _serving: serving }
    }

    async fn next(&mut self) -> (HeaderMap, String) {
        let posted = timeout(Duration::from_secs(60), self.posted.recv()).await;
        posted.expect("a message in time").unwrap()
    }

    /// Returns the events of the next message, which is signed.
    async fn events(&mut self) -> Vec<Value> {
        let (headers, body) = self.next().await;
        let header = |name: &str| headers[name].to_str().unwrap().to_owned();
        let key = STANDARD.decode(SECRET.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let (id, timestamp) = (header("webhook-id"), header("webhook-timestamp"));
        mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
        let signed = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        assert_eq!(header("webhook-signature"), signed);
        let mut body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(body["type"], "announcements");
        body["data"].as_array_mut().unwrap().drain(..).collect()
    }

    /// Returns the next event of this kind.
    async fn event(&mut self, kind: &str) -> Value {
        loop {
            if let Some(event) = self.events().await.into_iter().find(|it| it["kind"] == kind) {
                return event;
            }
        }
    }
}

/// Options with these targets. Messages follow each other without the usual pause.
fn announcing(targets: &[String]) -> HttpOptions {
    let targets = targets.iter().map(|target| target.parse().unwrap()).collect();
    let (secret, interval) = (Some(SECRET.to_owned()), Duration::from_millis(1));
    let announcements = AnnouncementOptions { targets, secret, interval };
    HttpOptions { announcements, ..unlimited() }
}

async fn server(database: &Database, targets: &[String]) -> TestServer {
    TestServer::start_with(database, announcing(targets)).await
}

/// A match between two accounts that White has won.
async fn won(server: &TestServer, white: &TestPlayer, black: &TestPlayer) -> String {
    let id = server.start_match(white, black, json!({"variant": "camette"})).await;
    let path = format!("/matches/{id}");
    server.play(white, &id, 1, "C2-B2").await;
    server.play(black, &id, 2, "C6-B6").await;
    server.post_as(black, &format!("{path}/resign"), json!({})).await.json(StatusCode::OK);
    id
}

#[tokio::test]
async fn results_and_tournaments_are_announced_as_signed_json() {
    on_every_database(|database| async move {
        let mut receiver = Receiver::start().await;
        let target = format!("json:result+tournament+round:{}", receiver.address);
        let server = server(&database, &[target]).await;
        let (white, black) = (server.account("Gawain").await, server.account("Kay").await);
        let id = won(&server, &white, &black).await;
        let result = receiver.event("result").await;
        assert_eq!(result["text"], "Gawain against Kay: Camette: 1-0");
        assert_eq!(result["url"], format!("{}/m/{id}", server.url()));

        let stage = json!({
            "name": "All", "format": {"kind": "swiss", "rounds": 1},
            "series": {"best_of": 1, "decider": {"kind": "drawn"}}, "tie_breaks": []
        });
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let plan = json!({"name": "Cup", "variant": "camette", "time": time, "stages": [stage]});
        let made = server.post_as(&white, "/tournaments", json!({"plan": plan})).await;
        let cup = made.json(StatusCode::CREATED)["tournament"].as_str().unwrap().to_owned();
        let created = receiver.event("tournament").await;
        assert_eq!(created["text"], "Cup: Camette tournament");
        assert_eq!(created["url"], format!("{}/tournaments/{cup}", server.url()));

        let path = format!("/tournaments/{cup}");
        for player in [&white, &black] {
            let joined = server.post_as(player, &format!("{path}/join"), json!({})).await;
            joined.json(StatusCode::OK);
        }
        let started = server.post_as(&white, &format!("{path}/start"), json!({})).await;
        started.json(StatusCode::OK);
        for action in ["pair", "begin_round"] {
            let path = format!("{path}/actions");
            let done = server.post_as(&white, &path, json!({"do": action})).await;
            done.json(StatusCode::OK);
        }
        assert_eq!(receiver.event("round").await["text"], "Cup: round 1 begins");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_event_is_announced_once_although_a_message_is_repeated_and_the_server_restarts() {
    on_sqlite(|database| async move {
        let mut receiver = Receiver::start().await;
        let target = [format!("text:result:{}", receiver.address)];
        let first = server(&database, &target).await;
        let (white, black) = (first.account("Gawain").await, first.account("Kay").await);
        receiver.answer.send(StatusCode::INTERNAL_SERVER_ERROR).unwrap();
        won(&first, &white, &black).await;
        let refused = receiver.next().await.1;
        receiver.answer.send(StatusCode::OK).unwrap();
        assert_eq!(receiver.next().await.1, refused);
        let text: Value = serde_json::from_str(&refused).unwrap();
        assert!(text["text"].as_str().unwrap().starts_with("Gawain against Kay"), "{text}");
        first.shutdown().await;
        let second = server(&database, &target).await;
        let id = won(&second, &black, &white).await;
        let next = receiver.next().await.1;
        assert!(next.contains(&id) && next.contains("Kay against Gawain"), "{next}");
        assert!(!next.contains("Gawain against Kay"), "{next}");
        second.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_nodes_announce_each_event_once() {
    on_postgres(|database| async move {
        let Some(url) = nats().await else { return };
        let mut receiver = Receiver::start().await;
        let options = announcing(&[format!("json:result:{}", receiver.address)]);
        let mut nodes = Vec::new();
        for _ in 0..3 {
            let bus = connect_nats(&url, &NatsOptions::default()).await.expect("a server");
            let bus = Some(sealed_end(&bus));
            nodes.push(TestServer::start_node(&database, options.clone(), bus).await);
        }
        let (white, black) = (nodes[0].account("Gawain").await, nodes[0].account("Kay").await);
        let mut urls = Vec::new();
        for round in 0..4 {
            for node in &nodes {
                let (first, second) =
                    if round % 2 == 0 { (&white, &black) } else { (&black, &white) };
                let id = won(node, first, second).await;
                urls.push(format!("/m/{id}"));
            }
        }
        let (mut announced, mut ids) = (Vec::new(), BTreeSet::new());
        while announced.len() < urls.len() {
            for event in receiver.events().await {
                announced.push(event["url"].as_str().unwrap().to_owned());
                ids.insert(event["id"].as_str().unwrap().to_owned());
            }
        }
        assert_eq!(ids.len(), urls.len());
        let is_of = |url: &str, path: &String| url.ends_with(path.as_str());
        for path in &urls {
            assert_eq!(announced.iter().filter(|url| is_of(url, path)).count(), 1, "{path}");
        }
        for node in nodes {
            node.shutdown().await;
        }
        receiver.posted.try_recv().expect_err("no further message");
    })
    .await;
}

#[tokio::test]
async fn seeks_that_are_still_open_and_featured_matches_are_announced_to_a_channel() {
    on_sqlite(|database| async move {
        let mut receiver = Receiver::start().await;
        let target = format!("discord:seek+featured:{}", receiver.address);
        let server = server(&database, &[target]).await;
        let host = server.account("Percival").await;
        let mut client = Client::connect(server.url(), Some(&host.token)).await.unwrap();
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        client.ok(json!({"t": "seek", "variant": "cam", "time": time})).await;
        let message: Value = serde_json::from_str(&receiver.next().await.1).unwrap();
        let content = message["content"].as_str().unwrap();
        assert!(
            content.starts_with("Percival is looking for an opponent: Cam, 5+3\n"),
            "{content}"
        );
        assert_eq!(message["allowed_mentions"], json!({"parse": []}));

        let (white, black) = (server.account("Gawain").await, server.account("Kay").await);
        let wish = json!({"variant": "camette", "time": time});
        let id = server.start_match(&white, &black, wish).await;
        server.play(&white, &id, 1, "C2-B2").await;
        server.play(&black, &id, 2, "C6-B6").await;
        let message = receiver.next().await.1;
        assert!(message.contains(&id), "{message}");
        server.shutdown().await;
    })
    .await;
}
