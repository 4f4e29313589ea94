//! Matches move to a node that owns fewer, and clients to the node that owns their match.

use std::sync::Arc;

use chivalry::cluster::{Bus, in_process};
use chivalry::http::HttpOptions;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::{Database, on_postgres};
use crate::ports::free_port;
use crate::support::{TestServer, unlimited};

use super::sealed_end;

/// Matches of the only node before the other node joins.
const MATCHES: usize = 12;

/// Starts a node that clients reach directly.
async fn start(database: &Database, bus: &Arc<dyn Bus>) -> TestServer {
    let listen = format!("127.0.0.1:{}", free_port());
    let node_url = Some(format!("http://{listen}"));
    let options =
        HttpOptions { listen: listen.parse().expect("an address"), node_url, ..unlimited() };
    TestServer::start_node(database, options, Some(sealed_end(bus))).await
}

fn long_game() -> Value {
    let time = json!({"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 3_000});
    json!({"variant": "cam", "time": time})
}

/// Returns the node of a match, according to `asked`.
async fn node_of(asked: &TestServer, id: &str) -> String {
    let answer = asked.get(&format!("/matches/{id}/node")).await.json(StatusCode::OK);
    answer["at"].as_str().expect("a URL").to_owned()
}

async fn state_of(asked: &TestServer, id: &str) -> Value {
    asked.get(&format!("/matches/{id}?legal=true")).await.json(StatusCode::OK)
}

/// Makes the next move of a match, and sends it again if its outcome is unknown.
async fn make_move(asked: &TestServer, client: &mut Client, id: &str) {
    let state = state_of(asked, id).await;
    let ply = state["ply"].as_u64().expect("a ply") + 1;
    let command = json!({"t": "move", "match": id, "ply": ply, "move": state["legal"][0]});
    loop {
        // Ids are unique across the connections of a player.
        let answer = client.ask_as(&format!("ply {ply}"), command.clone()).await;
        let answer = answer.expect("an answer");
        if answer["code"] != "unavailable" {
            return assert_eq!(answer["t"], "ok", "{command} was answered {answer}");
        }
    }
}

async fn forwarded(node: &TestServer) -> u64 {
    let text = node.get("/metrics").await.text;
    let line = text.lines().find_map(|line| line.strip_prefix("chivalry_frames_forwarded_total "));
    line.expect("a metric").parse().expect("a count")
}

/// Waits until pages of `node` may connect to the other node, which it then knows.
async fn knows(node: &TestServer, other: &TestServer) {
    let socket = other.url().replacen("http", "ws", 1);
    loop {
        let page = node.get("/").await;
        let policy = page.headers["content-security-policy"].to_str().expect("a policy");
        if policy.contains("connect-src 'self' ") && policy.contains(&socket) {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_move_to_a_node_that_joins_and_no_move_is_lost() {
    on_postgres(|database| async move {
        let bus = in_process();
        let first = start(&database, &bus).await;
        let (white, black) = (first.guest().await, first.guest().await);
        let connect = async |token: &str| {
            Client::connect(first.url(), Some(token)).await.expect("a connection")
        };
        let mut players = [connect(&white.token).await, connect(&black.token).await];
        let mut matches = Vec::new();
        for _ in 0..MATCHES {
            let id = first.start_match(&white, &black, long_game()).await;
            for player in &mut players {
                player.ok(json!({"t": "watch", "match": id})).await;
                make_move(&first, player, &id).await;
            }
            matches.push(id);
        }

        let second = start(&database, &bus).await;
        // The players move all the time. A node that holds too much hands over between moves.
        let (mut moved, mut plies) = (0, 2);
        while moved < MATCHES / 3 {
            let player = &mut players[plies % 2];
            plies += 1;
            for id in &matches {
                make_move(&first, player, id).await;
            }
            moved = 0;
            for id in &matches {
                moved += usize::from(node_of(&first, id).await == second.url());
            }
        }
        assert!(moved < MATCHES, "the first node keeps its share");
        for id in &matches {
            let state = state_of(&second, id).await;
            assert_eq!((&state["status"], &state["ply"]), (&json!("playing"), &json!(plies)));
            let log = second.get(&format!("/matches/{id}/events?since=0")).await.text;
            assert!(!log.contains("\"paused\""), "nobody was kept from moving");
        }
        for node in [second, first] {
            node.shutdown().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_follows_the_place_plays_without_crossing_nodes() {
    on_postgres(|database| async move {
        let bus = in_process();
        let (owner, other) = (start(&database, &bus).await, start(&database, &bus).await);
        let (white, black) = (owner.guest().await, owner.guest().await);
        let id = owner.start_match(&white, &black, long_game()).await;
        assert_eq!(node_of(&other, &id).await, owner.url());
        let connect = async |url: &str, token: &str| {
            let mut player = Client::connect(url, Some(token)).await.expect("a connection");
            player.ok(json!({"t": "watch", "match": id})).await;
            player
        };
        let mut far = connect(other.url(), &white.token).await;
        let mut near = connect(owner.url(), &black.token).await;
        knows(&other, &owner).await;
        let mut moves = 0;
        let bye = loop {
            make_move(&owner, &mut far, &id).await;
            moves += 1;
            // A pong follows every earlier frame.
            match far.ask(json!({"t": "ping"})).await {
                Ok(_) => make_move(&owner, &mut near, &id).await,
                Err(_) => break far.kept().find(|frame| frame["t"] == "bye").cloned(),
            }
        };
        let bye = bye.expect("a bye before the end");
        assert_eq!(bye["at"], owner.url(), "{bye}");
        assert!((4..8).contains(&moves), "{moves} moves crossed the nodes");

        let mut far = connect(bye["at"].as_str().expect("a URL"), &white.token).await;
        let before = forwarded(&owner).await + forwarded(&other).await;
        for _ in 0..4 {
            make_move(&owner, &mut near, &id).await;
            make_move(&owner, &mut far, &id).await;
        }
        assert_eq!(forwarded(&owner).await + forwarded(&other).await, before);
        near.next_of("moved").await.expect("the moves of the opponent");
        for node in [owner, other] {
            node.shutdown().await;
        }
    })
    .await;
}
