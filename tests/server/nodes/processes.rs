//! Clusters of separate processes with real NATS.

use chivalry_rules::Variant;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::crashes::{Process, start_with};
use crate::databases::{Database, on_postgres};
use crate::games::whole_game;
use crate::ports::free_port;

use super::{KEY, NODES, nats};

/// A node and its address.
struct Node {
    url: String,
    process: Process,
}

/// Bus subjects are scoped to the database, so other clusters may share the bus.
fn start(database: &Database, nats: &str) -> Vec<Node> {
    let node = |_| {
        let port = free_port();
        let options = ["--nats-url", nats, "--cluster-key", KEY];
        let process = start_with(&database.options, port, &options);
        Node { url: format!("http://127.0.0.1:{port}"), process }
    };
    (0..NODES).map(node).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_variant_is_played_across_processes_and_watched_on_the_third() {
    let Some(nats) = nats().await else { return };
    on_postgres(|database| {
        let nats = nats.clone();
        async move {
            let nodes = start(&database, &nats);
            let mut games = JoinSet::new();
            for (seed, variant) in (1887..).zip(Variant::all()) {
                let urls: Vec<String> = nodes.iter().map(|node| node.url.clone()).collect();
                games.spawn(async move { whole_game(&urls, variant, seed).await });
            }
            while let Some(game) = games.join_next().await {
                game.expect("a game without a panic");
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_continues_when_its_node_is_killed() {
    let Some(nats) = nats().await else { return };
    on_postgres(|database| {
        let nats = nats.clone();
        async move {
            let mut nodes = start(&database, &nats);
            let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
            let create = json!({"t": "create", "variant": "cam", "time": time,
                                "seats": {"W": "me"}});
            // The node that creates a match owns it.
            let mut maker = Client::guest(&nodes[0].url).await;
            let id = maker.ok(create).await["match"].as_str().expect("a match").to_owned();
            let token = maker.token();
            let mut black = Client::guest(&nodes[2].url).await;
            black.ok(json!({"t": "join", "match": id})).await;
            let mut white =
                Client::connect(&nodes[1].url, Some(&token)).await.expect("a connection");
            let watch = json!({"t": "watch", "match": id, "legal": true});
            white.ok(watch.clone()).await;
            black.ok(watch).await;
            let snapshot = white.next_of("snapshot").await.expect("a snapshot");
            black.next_of("snapshot").await.expect("a snapshot");

            nodes.remove(0).process.kill();
            let legal = snapshot["legal"][0].clone();
            white.ok(json!({"t": "move", "match": id, "ply": 1, "move": legal})).await;
            // Watchers are resubscribed and receive the current state.
            let before = snapshot["v"].as_u64();
            let is_news = |frame: &Value| frame["match"] == id && frame["v"].as_u64() > before;
            black.next_where(is_news).await.expect("the move");
        }
    })
    .await;
}
