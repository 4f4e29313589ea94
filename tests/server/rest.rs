//! The REST interface (`docs/protocol.md`): one file for each part of the paths.

mod commands;
mod continued_games;
mod events;
mod explorer;
mod identity;
mod import;
mod matches;
mod monitoring;
mod proofs;
mod records;
mod rules;
mod service;
mod sessions;
mod starts;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{TestPlayer, TestServer};

/// Camette: White is two plies from Black's castle, with Black's ply between.
const NEARLY_WON: &str = "1/3/2w2/4b/5/3/1 w 0,0 0 1";

/// The winning moves from [`NEARLY_WON`].
const WINNING: [&str; 3] = ["C5-C6", "E4-E3", "C6-C7"];

/// A match of [`NEARLY_WON`] between two guests, White first.
async fn nearly_won(server: &TestServer) -> (String, [TestPlayer; 2]) {
    let players = [server.guest().await, server.guest().await];
    let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 2_500});
    let wish = json!({"variant": "camette", "position": NEARLY_WON, "time": time});
    let id = server.start_match(&players[0], &players[1], wish).await;
    (id, players)
}

/// Plays [`WINNING`] from `first` on.
async fn win(server: &TestServer, id: &str, players: &[TestPlayer; 2], first: u32) {
    for ply in first..=3 {
        let (player, text) = (&players[(ply as usize + 1) % 2], WINNING[ply as usize - 1]);
        server.play(player, id, ply, text).await;
    }
}

/// A match that White has won.
async fn won(server: &TestServer) -> (String, [TestPlayer; 2]) {
    let (id, players) = nearly_won(server).await;
    win(server, &id, &players, 1).await;
    (id, players)
}

/// The current view of the match.
async fn match_view(server: &TestServer, id: &str) -> Value {
    server.get(&format!("/matches/{id}")).await.json(StatusCode::OK)
}

/// The events of a match so far.
async fn events(server: &TestServer, id: &str) -> Vec<Value> {
    let list = server.get(&format!("/matches/{id}/events")).await.json(StatusCode::OK);
    list["items"].as_array().expect("a list").clone()
}
