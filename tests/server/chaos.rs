//! Whole games over a simulated bad network, one per seed. Every game finishes, and both players
//! and the store agree on every version and move.
//!
//! `CHIVALRY_CHAOS_RUNS=1000` plays the full number.

mod conversations;
mod player;
mod proxy;

use std::collections::BTreeMap;

use chivalry_rules::Variant;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::databases::{Database, on_postgres, on_sqlite};
use crate::support::{TestPlayer, TestServer};

use player::{Player, Seen};
use proxy::Proxy;

/// Concurrent games.
const TABLES: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_bad_network_neither_lose_nor_repeat_moves() {
    let runs = std::env::var("CHIVALRY_CHAOS_RUNS").ok().map(|text| text.parse().unwrap());
    let runs: u64 = runs.unwrap_or(45);
    tokio::join!(
        on_sqlite(move |database| play_all(database, 0..runs)),
        on_postgres(move |database| play_all(database, runs..runs + runs.div_ceil(10))),
    );
}

async fn play_all(database: Database, seeds: std::ops::Range<u64>) {
    let server = TestServer::start(&database).await;
    let mut games = JoinSet::new();
    let mut connections = 0;
    let count = seeds.end - seeds.start;
    for seed in seeds {
        if games.len() == TABLES
            && let Some(game) = games.join_next().await
        {
            connections += game.expect("a game without a panic");
        }
        let variant = ["camette", "cam", "grand-cam"][seed as usize % 3];
        let players = seats(variant).len();
        let mut guests = Vec::new();
        for _ in 0..players {
            guests.push(server.guest().await);
        }
        let id = seat_all(&server, variant, &guests).await;
        let url = server.url().to_owned();
        games.spawn(async move { play(url, id, variant, guests, seed).await });
    }
    while let Some(game) = games.join_next().await {
        connections += game.expect("a game without a panic");
    }
    assert!(connections > 4 * count, "the network was bad: {connections} connections");
    server.shutdown().await;
}

fn seats(variant: &str) -> Vec<String> {
    let variant = Variant::named(variant).expect("a variant");
    variant.seats().map(|seat| variant.seat_name(seat).letter().to_string()).collect()
}

async fn seat_all(server: &TestServer, variant: &str, guests: &[TestPlayer]) -> String {
    let time = json!({"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 1_000});
    let first = seats(variant).swap_remove(0);
    let wish = json!({"variant": variant, "time": time, "seats": {first: "me"}});
    let made = server.post_as(&guests[0], "/matches", wish).await;
    let made = made.json(reqwest::StatusCode::CREATED);
    let id = made["match"].as_str().unwrap().to_owned();
    for guest in &guests[1..] {
        let joined = server.post_as(guest, &format!("/matches/{id}/join"), json!({})).await;
        joined.json(reqwest::StatusCode::OK);
    }
    id
}

/// Plays one game, each seat over its own bad network, and compares the players' view with the
/// store. Returns the number of connections made.
async fn play(url: String, id: String, variant: &str, guests: Vec<TestPlayer>, seed: u64) -> u64 {
    let mut playing = JoinSet::new();
    for ((number, guest), seat) in (0..).zip(guests).zip(seats(variant)) {
        let (url, id) = (url.clone(), id.clone());
        let seed = seed * 4 + number;
        playing.spawn(async move {
            let proxy = Proxy::seeded(&url, seed).await;
            let rng = StdRng::seed_from_u64(seed);
            let seen = Player::new(&url, proxy.url(), &id, &seat, guest, rng).play().await;
            (seen, proxy.connections())
        });
    }
    let address = format!("{url}/api/v1/matches/{id}/events?since=0&legal=true");
    let ended = playing.join_all().await;
    let stored: Value = reqwest::get(address).await.unwrap().json().await.unwrap();
    let stored = stored["items"].as_array().expect("a list");
    let mut moves = BTreeMap::new();
    for (event, v) in stored.iter().zip(1..) {
        assert_eq!(event["v"], v, "seed {seed}: versions are contiguous");
        if event["t"] == "moved" {
            assert_eq!(event["ply"], moves.len() as u64 + 1, "seed {seed}: no ply is doubled");
            moves.insert(event["ply"].as_u64().unwrap(), event);
        }
    }
    assert_eq!(stored.last().expect("events")["t"], "ended", "seed {seed}");
    let mut acknowledged = 0;
    for (Seen { events, acknowledged: own }, _) in &ended {
        for (v, event) in events {
            assert_eq!(event, &stored[*v as usize - 1], "seed {seed}, version {v}");
        }
        for (ply, (text, v)) in own {
            let event = moves[ply];
            assert_eq!((&event["move"], &event["v"]), (&json!(text), &json!(v)), "seed {seed}");
        }
        acknowledged += own.len();
    }
    let passes = moves.values().filter(|event| event["move"] == "pass").count();
    assert_eq!(acknowledged + passes, moves.len(), "seed {seed}: every move was somebody's");
    ended.iter().map(|(_, connections)| connections).sum()
}

/// A random number below `below`.
fn below(rng: &mut StdRng, below: usize) -> usize {
    rng.random_range(0..below)
}
