//! A command whose answer is lost between nodes is answered `unavailable`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use chivalry::cluster::{Bus, BusError, Inbox, in_process};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::{Database, on_postgres};
use crate::support::{TestServer, unlimited};

use super::sealed_end;

/// A bus that loses the messages to clients of other nodes on demand.
#[derive(Debug)]
struct LossyBus {
    bus: Arc<dyn Bus>,
    is_losing: AtomicBool,
    losses: AtomicU64,
}

impl Bus for LossyBus {
    fn request(
        &self,
        subject: String,
        payload: Bytes,
        within: Duration,
    ) -> BoxFuture<'_, Result<Bytes, BusError>> {
        self.bus.request(subject, payload, within)
    }

    fn publish(&self, subject: String, payload: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        if self.is_losing.load(Ordering::SeqCst) && subject.contains(".node.") {
            return std::future::ready(Ok(())).boxed();
        }
        self.bus.publish(subject, payload)
    }

    fn listen(&self, subject: String) -> BoxFuture<'_, Result<Inbox, BusError>> {
        self.bus.listen(subject)
    }

    fn is_up(&self) -> bool {
        true
    }

    fn losses(&self) -> u64 {
        self.bus.losses() + self.losses.load(Ordering::SeqCst)
    }
}

/// A match of the first of two nodes, with the creator connected to the second.
struct Site {
    lossy: Arc<LossyBus>,
    nodes: [TestServer; 2],
    white: Client,
    token: String,
    id: String,
    legal: Value,
}

impl Site {
    async fn open(database: &Database) -> Site {
        let bus = in_process();
        let lossy = Arc::new(LossyBus {
            bus: Arc::clone(&bus),
            is_losing: AtomicBool::new(false),
            losses: AtomicU64::new(0),
        });
        let owner_end: Arc<dyn Bus> = Arc::<LossyBus>::clone(&lossy);
        let nodes = [
            TestServer::start_node(database, unlimited(), Some(sealed_end(&owner_end))).await,
            TestServer::start_node(database, unlimited(), Some(sealed_end(&bus))).await,
        ];
        let (white, black) = (nodes[0].guest().await, nodes[0].guest().await);
        let wish = json!({"variant": "cam", "time": {"kind": "unlimited"}});
        let id = nodes[0].start_match(&white, &black, wish).await;
        let token = white.token.clone();
        let connected = Client::connect(nodes[1].url(), Some(&token)).await;
        let mut white = connected.expect("a connection");
        white.ok(json!({"t": "watch", "match": id, "legal": true})).await;
        let snapshot = white.next_of("snapshot").await.expect("a snapshot");
        Site { lossy, nodes, white, token, id, legal: snapshot["legal"][0].clone() }
    }

    fn first_move(&self) -> Value {
        json!({"t": "move", "match": self.id, "ply": 1, "move": self.legal})
    }

    /// Waits until the owner has stored the move.
    async fn move_is_made(&self) {
        let match_at = format!("/matches/{}", self.id);
        while self.nodes[0].get(&match_at).await.json(StatusCode::OK)["moves"] == json!([]) {}
    }

    /// Repeats the command and checks that no answer came twice.
    async fn repeat_and_close(mut self) {
        self.lossy.is_losing.store(false, Ordering::SeqCst);
        let again = self.white.ask_as("m", self.first_move()).await.expect("an answer");
        assert_eq!((&again["t"], &again["ply"]), (&json!("ok"), &json!(1)), "{again}");
        self.white.ask(json!({"t": "ping"})).await.expect("a pong");
        let late = self.white.kept().find(|frame| frame["re"] == "m");
        assert!(late.is_none(), "a second answer: {late:?}");
        for node in self.nodes {
            node.shutdown().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_whose_answer_was_lost_is_answered_unavailable() {
    on_postgres(|database| async move {
        let mut site = Site::open(&database).await;
        site.lossy.is_losing.store(true, Ordering::SeqCst);
        let command = site.first_move();
        let (id, url) = (site.id.clone(), site.nodes[0].url().to_owned());
        let lossy = Arc::clone(&site.lossy);
        // As NATS after a restart: the owner reports that messages may be lost.
        let lose = async {
            let match_at = format!("{url}/api/v1/matches/{id}");
            loop {
                let seen = reqwest::get(&match_at).await.unwrap().json::<Value>().await.unwrap();
                if seen["moves"] != json!([]) {
                    break;
                }
            }
            lossy.losses.fetch_add(1, Ordering::SeqCst);
        };
        let (answer, ()) = tokio::join!(site.white.ask_as("m", command), lose);
        let answer = answer.expect("an answer");
        assert_eq!(answer["code"], "unavailable", "{answer}");
        assert_eq!(answer["reason"], "owner_unreachable", "{answer}");
        site.repeat_and_close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_without_an_answer_is_answered_after_a_limit_of_time() {
    on_postgres(|database| async move {
        let mut site = Site::open(&database).await;
        // Nothing reports the loss.
        site.lossy.is_losing.store(true, Ordering::SeqCst);
        let command = site.first_move();
        let answer = site.white.ask_as("m", command).await.expect("an answer");
        assert_eq!(answer["code"], "unavailable", "{answer}");
        site.move_is_made().await;
        // The owner may carry the command out later, so the connection ends.
        site.white.next_of("bye").await.expect("a bye");
        let connected = Client::connect(site.nodes[1].url(), Some(&site.token)).await;
        site.white = connected.expect("a connection");
        site.repeat_and_close().await;
    })
    .await;
}
