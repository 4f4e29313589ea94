//! A node without a connection to the others, and a node that starts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use chivalry::cluster::{Bus, BusError, Inbox, in_process};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::yield_now;

use crate::client::Client;
use crate::databases::on_postgres;
use crate::support::{TestServer, unlimited};

use super::sealed_end;

/// Turns of other tasks that pass before a subscription is ready.
const SLOW: usize = 100_000;

/// A bus whose connection can be cut, and whose subscriptions are slow.
#[derive(Debug)]
struct FaultyBus {
    bus: Arc<dyn Bus>,
    is_cut: AtomicBool,
    is_slow: bool,
    /// The number of subscriptions to the messages for clients of a node.
    subscribed: AtomicU64,
    /// Notified when the owner of the lobby answered.
    lobby_answered: Notify,
}

impl FaultyBus {
    fn on(bus: &Arc<dyn Bus>, is_slow: bool) -> Arc<FaultyBus> {
        Arc::new(FaultyBus {
            bus: Arc::clone(bus),
            is_cut: AtomicBool::new(false),
            is_slow,
            subscribed: AtomicU64::new(0),
            lobby_answered: Notify::new(),
        })
    }

    fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::SeqCst)
    }
}

fn down<T: Send + 'static>() -> BoxFuture<'static, Result<T, BusError>> {
    ready(Err(BusError::Down("the test cut the connection".into()))).boxed()
}

impl Bus for FaultyBus {
    fn request(
        &self,
        subject: String,
        payload: Bytes,
        within: Duration,
    ) -> BoxFuture<'_, Result<Bytes, BusError>> {
        if self.is_cut() {
            return down();
        }
        let is_to_lobby = subject.ends_with(".lobby");
        let request = self.bus.request(subject, payload, within);
        async move {
            let answer = request.await;
            if is_to_lobby && answer.is_ok() {
                self.lobby_answered.notify_one();
            }
            answer
        }
        .boxed()
    }

    fn publish(&self, subject: String, payload: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        if self.is_cut() { down() } else { self.bus.publish(subject, payload) }
    }

    fn listen(&self, subject: String) -> BoxFuture<'_, Result<Inbox, BusError>> {
        if self.is_cut() {
            return down();
        }
        async move {
            let is_for_clients = subject.contains(".node.");
            let inbox = self.bus.listen(subject).await;
            if self.is_slow && is_for_clients {
                for _ in 0..SLOW {
                    yield_now().await;
                }
                self.subscribed.fetch_add(1, Ordering::SeqCst);
            }
            inbox
        }
        .boxed()
    }

    fn is_up(&self) -> bool {
        !self.is_cut()
    }

    fn losses(&self) -> u64 {
        self.bus.losses()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_receives_answers_of_other_nodes_before_it_serves_clients() {
    on_postgres(|database| async move {
        let slow = FaultyBus::on(&in_process(), true);
        let end: Arc<dyn Bus> = Arc::<FaultyBus>::clone(&slow);
        let node = TestServer::start_node(&database, unlimited(), Some(sealed_end(&end))).await;
        assert_eq!(slow.subscribed.load(Ordering::SeqCst), 1, "an answer would be lost");
        node.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_made_without_the_bus_plays_and_joins_the_lobby_when_the_bus_is_back() {
    on_postgres(|database| async move {
        let bus = in_process();
        let faulty = FaultyBus::on(&bus, false);
        let end: Arc<dyn Bus> = Arc::<FaultyBus>::clone(&faulty);
        let other = TestServer::start_node(&database, unlimited(), Some(sealed_end(&bus))).await;
        let node = TestServer::start_node(&database, unlimited(), Some(sealed_end(&end))).await;
        // The other node owns the lobby.
        let mut challenger = Client::guest(other.url()).await;
        challenger.ok(json!({"t": "lobby", "on": true})).await;
        let (white, black) = (node.guest().await, node.guest().await);
        let wish = json!({"variant": "cam", "time": {"kind": "unlimited"}});
        let id = node.start_match(&white, &black, wish).await;

        faulty.is_cut.store(true, Ordering::SeqCst);
        let connected = Client::connect(node.url(), Some(&white.token)).await;
        let mut player = connected.expect("a connection");
        let lobby = player.ask(json!({"t": "lobby", "on": true})).await.expect("an answer");
        assert_eq!(lobby["code"], "unavailable", "{lobby}");
        player.ok(json!({"t": "watch", "match": id, "legal": true})).await;
        let snapshot = player.next_of("snapshot").await.expect("a snapshot");
        let first = json!({"t": "move", "match": id, "ply": 1, "move": snapshot["legal"][0]});
        player.ok(first).await;
        let moved = player.next_of("moved").await.expect("the move");
        assert_eq!(moved["ply"], 1, "{moved}");

        faulty.is_cut.store(false, Ordering::SeqCst);
        // The connection registers without a frame of its client.
        faulty.lobby_answered.notified().await;
        let time = json!({"kind": "unlimited"});
        let challenge = json!({"t": "challenge", "to": white.name, "variant": "cam", "time": time});
        challenger.ok(challenge).await;
        let is_told = |frame: &Value| frame["t"] == "challenge";
        player.next_where(is_told).await.expect("the challenge");
        for node in [node, other] {
            node.shutdown().await;
        }
    })
    .await;
}
