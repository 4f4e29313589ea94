//! Messages between nodes are sealed. A client of NATS without the key of the cluster can neither
//! act nor read.

use std::sync::Arc;

use bytes::Bytes;
use chivalry::cluster::{Bus, ClusterKeys, NatsOptions, connect_nats, sealed};
use reqwest::header::COOKIE;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Client;
use crate::databases::{Database, on_postgres};
use crate::support::{Answer, TestPlayer, TestServer, unlimited};

use super::{nats, sealed_end};

/// Reads of the metrics until a refusal must have been counted.
const ATTEMPTS: u32 = 2_000;

/// Two nodes on NATS, a match that the first one owns, and a client of NATS without a key.
struct Site {
    nodes: [TestServer; 2],
    white: TestPlayer,
    black: TestPlayer,
    id: String,
    legal: String,
    /// Another legal move. No test sends it unsealed, and all tests share one NATS.
    sealed_move: String,
    outsider: Arc<dyn Bus>,
    /// The subject of the match.
    subject: String,
}

impl Site {
    async fn open(database: &Database, nats: &str) -> Site {
        let node = async || {
            let bus = sealed_end(&connect(nats).await);
            TestServer::start_node(database, unlimited(), Some(bus)).await
        };
        let nodes = [node().await, node().await];
        let (white, black) = (nodes[0].account("Lancelot").await, nodes[0].account("Gawain").await);
        let wish = json!({"variant": "cam", "time": {"kind": "unlimited"}});
        let id = nodes[0].start_match(&white, &black, wish).await;
        let seen = nodes[0].get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        let position = json!({"variant": "cam", "position": seen["position"]});
        let moves = nodes[0].post("/rules/moves", position).await.json(StatusCode::OK);
        let legal = |at: usize| moves["moves"][at].as_str().expect("a move").to_owned();
        let (legal, sealed_move) = (legal(0), legal(1));
        let running = database.open().await;
        let cluster = running.store.owners().cluster_id().await.expect("a database");
        running.stop().await;
        let subject = format!("chivalry.2.{}.match.{id}", cluster.simple());
        Site { nodes, white, black, id, legal, sealed_move, outsider: connect(nats).await, subject }
    }

    /// Waits until the owner of the match has refused that many messages for a reason.
    async fn refused(&self, reason: &str, count: u64) {
        let line = format!("chivalry_node_messages_refused_total{{reason=\"{reason}\"}} {count}");
        for _ in 0..ATTEMPTS {
            if self.nodes[0].get("/metrics").await.text.lines().any(|it| it == line) {
                return;
            }
        }
        panic!("{line}: {}", self.nodes[0].get("/metrics").await.text);
    }

    async fn moves(&self) -> Value {
        let match_at = format!("/matches/{}", self.id);
        self.nodes[0].get(&match_at).await.json(StatusCode::OK)["moves"].clone()
    }

    async fn close(self) {
        for node in self.nodes {
            node.shutdown().await;
        }
    }
}

async fn connect(nats: &str) -> Arc<dyn Bus> {
    connect_nats(nats, &NatsOptions::default()).await.expect("a NATS that answers")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_a_client_of_nats_forges_is_refused_and_counted() {
    let Some(nats) = nats().await else { return };
    on_postgres(move |database| {
        let nats = nats.clone();
        async move {
            let site = Site::open(&database, &nats).await;
            let client = json!({"t": "frame", "node": Uuid::now_v7(), "connection": 1,
                                "player": site.white.id, "scopes": ["play"], "lag_us": 0});
            let frame = json!({"t": "move", "match": site.id, "ply": 1, "move": site.legal});
            let forged = Bytes::from(format!("c{client}\n{frame}"));
            site.outsider.publish(site.subject.clone(), forged.clone()).await.unwrap();
            site.refused("version", 1).await;
            let other = ClusterKeys::read(&"1".repeat(64)).unwrap();
            let other = sealed(Arc::clone(&site.outsider), other);
            other.publish(site.subject.clone(), forged).await.unwrap();
            site.refused("unknown_key", 1).await;
            assert_eq!(site.moves().await, json!([]));
            site.close().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_captured_message_that_is_published_again_is_refused_and_counted() {
    let Some(nats) = nats().await else { return };
    on_postgres(move |database| {
        let nats = nats.clone();
        async move {
            let site = Site::open(&database, &nats).await;
            let mut tap = site.outsider.listen(site.subject.clone()).await.unwrap();
            // The second node forwards the request to the first.
            site.nodes[1].play(&site.white, &site.id, 1, &site.legal).await;
            let captured = tap.next().await.expect("the request").payload;
            site.outsider.publish(site.subject.clone(), captured).await.unwrap();
            site.refused("replayed", 1).await;
            assert_eq!(site.moves().await, json!([site.legal]));
            site.close().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscriber_of_all_subjects_sees_neither_tokens_nor_names() {
    let Some(nats) = nats().await else { return };
    on_postgres(move |database| {
        let nats = nats.clone();
        async move {
            let site = Site::open(&database, &nats).await;
            let mut tap = site.outsider.listen(">".to_owned()).await.unwrap();
            let [owner, other] = &site.nodes;
            let mut watcher =
                Client::connect(other.url(), Some(&site.black.token)).await.expect("a connection");
            watcher.ok(json!({"t": "watch", "match": site.id, "chat": true})).await;
            other.play(&site.white, &site.id, 1, &site.sealed_move).await;
            watcher.next_of("moved").await.expect("the move");
            let say = format!("/matches/{}/chat", site.id);
            let line = json!({"room": "players", "text": "good luck"});
            other.post_as(&site.white, &say, line).await;
            let links = other.request(Method::GET, &format!("/matches/{}", site.id));
            let links = site.white.sign(links).header(COOKIE, "session=excalibur");
            Answer::to(links).await.json(StatusCode::OK);
            // The owner of the lobby answers for both.
            for node in [owner, other] {
                node.get("/seeks").await.json(StatusCode::OK);
            }
            let end = Bytes::from(Uuid::now_v7().to_string());
            site.outsider.publish("end".to_owned(), end.clone()).await.unwrap();

            let secrets = [&site.white, &site.black]
                .into_iter()
                .flat_map(|player| [player.token.clone(), player.name.clone()])
                .chain(["excalibur", "good luck", "uthorization"].map(str::to_owned));
            let secrets: Vec<String> = secrets.chain([site.sealed_move.clone()]).collect();
            let mut messages = 0;
            loop {
                let payload = tap.next().await.expect("a message").payload;
                if payload == end {
                    break;
                }
                messages += 1;
                let seen = String::from_utf8_lossy(&payload);
                let found = secrets.iter().find(|secret| seen.contains(*secret));
                assert!(found.is_none(), "{found:?} in {seen}");
            }
            assert!(messages >= 10, "{messages}");
            site.close().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forwarded_request_has_the_rights_of_its_token() {
    let Some(nats) = nats().await else { return };
    on_postgres(move |database| {
        let nats = nats.clone();
        async move {
            let site = Site::open(&database, &nats).await;
            let other = &site.nodes[1];
            let wish = json!({"scopes": ["read"]});
            let made = other.post_as(&site.white, "/tokens", wish).await.json(StatusCode::CREATED);
            let reader = TestPlayer {
                token: made["token"].as_str().expect("a token").to_owned(),
                ..site.white.clone()
            };
            let unknown = TestPlayer { token: "excalibur".to_owned(), ..site.white.clone() };
            let (match_at, body) =
                (format!("/matches/{}", site.id), json!({"ply": 1, "move": site.legal}));
            let moves = format!("{match_at}/moves");
            let refused = other.post_as(&reader, &moves, body.clone()).await;
            assert_eq!(refused.problem(403, "forbidden")["scope"], "play");
            other.post_as(&unknown, &moves, body.clone()).await.problem(401, "unauthorized");
            other.post(&moves, body).await.problem(401, "unauthorized");
            // Both nodes answer an unknown token alike.
            let mut statuses = Vec::new();
            for node in &site.nodes {
                let request = unknown.sign(node.request(Method::GET, &match_at));
                statuses.push(Answer::to(request).await.status);
            }
            assert_eq!(statuses[0], statuses[1]);
            other.play(&site.white, &site.id, 1, &site.legal).await;
            site.close().await;
        }
    })
    .await;
}
