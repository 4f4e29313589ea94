//! Several nodes on one Postgres database. Commands on one node are visible and validated on all.

mod answers;
mod outages;
mod placement;
mod processes;
mod sealing;
mod tournaments;
mod versions;

use std::sync::Arc;

use chivalry::cluster::{Bus, ClusterKeys, NatsOptions, connect_nats, in_process, sealed};
use chivalry_rules::Variant;
use reqwest::header::ACCEPT;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::databases::{Database, on_postgres};
use crate::games::whole_game;
use crate::nats::nats_url;
use crate::support::{TestServer, unlimited};

const NODES: usize = 3;

pub(crate) async fn nats() -> Option<String> {
    nats_url(async |url| connect_nats(url, &NatsOptions::default()).await.is_ok()).await
}

/// The key of the clusters of these tests, which is not a secret.
const KEY: &str = "0b1e55edc1a551c5ca1ab1e5eab0a7ed5afe0b1e55edc1a551c5ca1ab1e5eab0";

/// Returns the bus as one more node uses it.
pub(crate) fn sealed_end(bus: &Arc<dyn Bus>) -> Arc<dyn Bus> {
    sealed(Arc::clone(bus), ClusterKeys::read(KEY).expect("a key"))
}

/// Nodes that share a database and a bus.
async fn nodes(database: &Database) -> Vec<TestServer> {
    nodes_on(database, &in_process()).await
}

async fn nodes_on(database: &Database, bus: &Arc<dyn Bus>) -> Vec<TestServer> {
    let mut nodes = Vec::new();
    for _ in 0..NODES {
        nodes.push(TestServer::start_node(database, unlimited(), Some(sealed_end(bus))).await);
    }
    nodes
}

fn urls(nodes: &[TestServer]) -> Vec<String> {
    nodes.iter().map(|node| node.url().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_variant_is_played_by_players_on_different_nodes() {
    on_postgres(|database| async move {
        let nodes = nodes(&database).await;
        let mut games = JoinSet::new();
        for (seed, variant) in (1930..).zip(Variant::all()) {
            let urls = urls(&nodes);
            games.spawn(async move { whole_game(&urls, variant, seed).await });
        }
        while let Some(game) = games.join_next().await {
            game.expect("a game without a panic");
        }
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seek_on_one_node_pairs_with_one_on_another_and_a_third_watches() {
    on_postgres(|database| async move {
        let nodes = nodes(&database).await;
        let mut first = Client::guest(nodes[0].url()).await;
        let mut second = Client::guest(nodes[1].url()).await;
        let mut third = Client::guest(nodes[2].url()).await;
        third.ok(json!({"t": "lobby", "on": true})).await;
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let seek = json!({"t": "seek", "variant": "camette", "time": time});
        first.ok(seek.clone()).await;
        third.next_of("lobby_changed").await.expect("the seek");
        second.ok(seek).await;
        let paired = first.next_of("paired").await.expect("a game");
        assert_eq!(second.next_of("paired").await.expect("a game")["match"], paired["match"]);
        let id = paired["match"].as_str().expect("a match").to_owned();

        let watch = json!({"t": "watch", "match": id, "legal": true, "chat": true});
        let mut players = [first, second];
        for player in &mut players {
            player.ok(watch.clone()).await;
        }
        third.ok(watch.clone()).await;
        let snapshot = third.next_of("snapshot").await.expect("a snapshot");
        let legal = snapshot["legal"][0].clone();
        let mover = usize::from(paired["seat"] != "W");
        let say = json!({"t": "chat", "match": id, "room": "players", "text": "good luck"});
        players[1 - mover].ok(say).await;
        let heard = players[mover].next_of("chat").await.expect("a line");
        assert_eq!(heard["text"], "good luck");
        let made = json!({"t": "move", "match": id, "ply": 1, "move": legal});
        players[mover].ok(made).await;
        for reader in players.iter_mut().chain([&mut third]) {
            let moved = reader.next_of("moved").await.expect("the move");
            assert_eq!(moved["move"], legal);
        }
        let refused = json!({"t": "move", "match": id, "ply": 2, "move": "A1-A2"});
        third.refused(refused, "forbidden").await;
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn player_events_arrive_from_every_node() {
    on_postgres(|database| async move {
        let nodes = nodes(&database).await;
        let (white, black) = (nodes[0].guest().await, nodes[1].guest().await);
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let wish = json!({"variant": "cam", "time": time});
        let first = nodes[0].start_match(&white, &black, wish.clone()).await;

        // Reading the match does not change its owner.
        let follow = white.sign(nodes[2].request(Method::GET, "/me/events"));
        let follow = follow.header(ACCEPT, "application/x-ndjson");
        let mut stream = follow.send().await.expect("a stream");
        let mut read = String::new();
        read_until(&mut stream, &mut read, "\"ready\"").await;
        assert!(read.contains(&first), "{read}");

        let second = nodes[1].start_match(&white, &black, wish).await;
        read_until(&mut stream, &mut read, &second).await;
        let resign = format!("/matches/{first}/resign");
        nodes[2].post_as(&black, &resign, json!({})).await.json(StatusCode::OK);
        read_until(&mut stream, &mut read, "\"ended\"").await;
        let last = read.lines().rfind(|line| line.contains("ended")).expect("the end");
        assert!(last.contains(&first), "{first}: {read}");
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}

async fn read_until(stream: &mut Response, read: &mut String, sign: &str) {
    while !read.contains(sign) {
        let piece = stream.chunk().await.expect("a piece").expect("more to come");
        read.push_str(std::str::from_utf8(&piece).expect("text"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_answers_requests_about_a_match() {
    on_postgres(|database| async move {
        let nodes = nodes(&database).await;
        let (white, black) = (nodes[0].guest().await, nodes[1].guest().await);
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let wish = json!({"variant": "cam", "time": time});
        let id = nodes[0].start_match(&white, &black, wish).await;
        let match_at = format!("/matches/{id}");
        let seen = nodes[2].get(&match_at).await.json(StatusCode::OK);
        let position = json!({"variant": "cam", "position": seen["position"]});
        let legal = nodes[2].post("/rules/moves", position).await.json(StatusCode::OK);
        let first = legal["moves"][0].as_str().expect("a move").to_owned();

        let out_of_turn = json!({"ply": 1, "move": first});
        let moves = format!("{match_at}/moves");
        let refused = nodes[2].post_as(&black, &moves, out_of_turn).await;
        refused.problem(409, "not_your_turn");
        nodes[1].play(&white, &id, 1, &first).await;
        let seen = nodes[2].get(&match_at).await.json(StatusCode::OK);
        assert_eq!(seen["moves"], json!([first]));

        // An event stream that follows the match.
        let follow = nodes[2].request(Method::GET, &format!("{match_at}/events"));
        let follow = follow.header(ACCEPT, "application/x-ndjson");
        let mut stream = follow.send().await.expect("a stream");
        let mut read = String::new();
        read_until(&mut stream, &mut read, "\"moved\"").await;
        let resigned = nodes[1].post_as(&black, &format!("{match_at}/resign"), json!({})).await;
        resigned.json(StatusCode::OK);
        while let Some(piece) = stream.chunk().await.expect("a piece") {
            read.push_str(std::str::from_utf8(&piece).expect("text"));
        }
        assert!(read.contains("\"ended\""), "the stream ends with the match: {read}");
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_continues_when_its_node_shuts_down() {
    on_postgres(|database| async move {
        let mut nodes = nodes(&database).await;
        // The first node created the match and owns it. No client is connected to it.
        let maker = nodes[0].guest().await;
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let wish = json!({"variant": "cam", "time": time});
        let joiner = nodes[0].guest().await;
        let id = nodes[0].start_match(&maker, &joiner, wish).await;
        let mut white =
            Client::connect(nodes[1].url(), Some(&maker.token)).await.expect("a connection");
        let mut black =
            Client::connect(nodes[2].url(), Some(&joiner.token)).await.expect("a connection");
        let watch = json!({"t": "watch", "match": id, "legal": true});
        white.ok(watch.clone()).await;
        black.ok(watch).await;
        let snapshot = white.next_of("snapshot").await.expect("a snapshot");
        black.next_of("snapshot").await.expect("a snapshot");

        nodes.remove(0).shutdown().await;
        // Both clients are resubscribed at the next owner and receive the current state.
        white.next_of("snapshot").await.expect("a snapshot");
        black.next_of("snapshot").await.expect("a snapshot");
        let legal = snapshot["legal"][0].clone();
        white.ok(json!({"t": "move", "match": id, "ply": 1, "move": legal})).await;
        // If both nodes acquired it and one released it, a snapshot shows the state.
        let before = snapshot["v"].as_u64();
        let is_news = |frame: &Value| frame["match"] == id && frame["v"].as_u64() > before;
        black.next_where(is_news).await.expect("the move");
        let log = format!("/matches/{id}/events?since=0");
        let events = nodes[1].get(&log).await;
        assert!(!events.text.contains("\"paused\""), "nobody was kept from moving");
        for node in nodes {
            node.shutdown().await;
        }

        // Without any node, clocks stand still until one starts. The database sets the time to a
        // minute later.
        let later = "update nodes set beat_at = beat_at + 60000 where beat_at < 0";
        database.execute(later).await;
        let bus = Some(in_process());
        let back = TestServer::start_node(&database, unlimited(), bus).await;
        back.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        let events = back.get(&log).await;
        let (paused, resumed) = (events.text.find("\"paused\""), events.text.find("\"resumed\""));
        assert!(paused.is_some() && paused < resumed, "{}", events.text);
        back.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_who_signs_up_on_one_node_has_the_new_name_on_the_pages_of_all() {
    on_postgres(|database| async move {
        let nodes = nodes(&database).await;
        let (white, black) = (nodes[0].guest().await, nodes[0].guest().await);
        let id = nodes[0].start_match(&white, &black, json!({"variant": "cam"})).await;
        let mut watchers = JoinSet::new();
        for url in urls(&nodes) {
            let mut watcher = Client::guest(&url).await;
            watcher.ok(json!({"t": "watch", "match": id})).await;
            watchers.spawn(async move { watcher.next_of("renamed").await.expect("the new name") });
        }
        // The match is owned by another node than that of the sign-up.
        let wish = json!({"name": "Gawain", "password": "pentangle"});
        nodes[1].post_as(&white, "/accounts", wish).await.json(StatusCode::CREATED);
        while let Some(renamed) = watchers.join_next().await {
            let renamed = renamed.expect("a watcher without a panic");
            assert_eq!(
                (&renamed["seat"], &renamed["player"]["name"]),
                (&json!("W"), &json!("Gawain"))
            );
        }
        for node in &nodes {
            let found = node.get(&format!("/players/{}", white.name)).await;
            assert_eq!(found.json(StatusCode::OK)["name"], "Gawain");
        }
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}
