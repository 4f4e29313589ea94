//! Whole random games of every variant, each player on a separate connection.

use chivalry_rules::Variant;
use chivalry_rules::notation::record::{GameRecord, RecordReader};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::TestServer;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_variant_is_played_to_its_end_and_its_record_replays() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let mut games = JoinSet::new();
        for (seed, variant) in (1887..).zip(Variant::all()) {
            let url = server.url().to_owned();
            games.spawn(async move { whole_game(&[url], variant, seed).await });
        }
        while let Some(game) = games.join_next().await {
            game.expect("a game without a panic");
        }
        server.shutdown().await;
    })
    .await;
}

/// The seat value of a watcher.
const NOBODY: &str = "-";

/// Plays a random game to its end. Players connect to the servers in turn, and a watcher to the
/// last one.
pub(crate) async fn whole_game(urls: &[String], variant: &'static Variant, seed: u64) -> String {
    let url = |index: usize| urls[index % urls.len()].as_str();
    let time = json!({"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 1_000});
    let mut players = vec![Client::guest(url(0)).await];
    let create = json!({"t": "create", "variant": variant.name(), "time": time,
                        "seats": {letter_at(variant, 0): "me"}, "private": true});
    let made = players[0].ok(create).await;
    let id = made["match"].as_str().expect("a match").to_owned();
    for index in 1..variant.seat_count() {
        let seat = letter_at(variant, index);
        let key = made["links"][seat.as_str()]["key"].clone();
        let mut player = Client::guest(url(index)).await;
        let joined = player.ok(json!({"t": "join", "match": id, "key": key})).await;
        assert_eq!(joined["seat"], seat.as_str());
        players.push(player);
    }
    let mut playing = JoinSet::new();
    let (watcher, watched) = (Client::guest(url(urls.len() - 1)).await, id.clone());
    playing.spawn(async move { play(watcher, &watched, NOBODY, StdRng::seed_from_u64(0)).await });
    for (index, player) in players.into_iter().enumerate() {
        let (id, seat) = (id.clone(), letter_at(variant, index));
        let rng = StdRng::seed_from_u64(seed * 10 + index as u64);
        playing.spawn(async move { play(player, &id, &seat, rng).await });
    }
    let ends: Vec<End> = playing.join_all().await;
    assert!(ends.iter().all(|end| *end == ends[0]), "the players saw the same: {ends:?}");
    check_record(url(urls.len() - 1), variant, &id, &ends[0]).await;
    id
}

/// The final state that a player received.
#[derive(Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) position: String,
    pub(crate) result: Value,
    pub(crate) termination: Value,
    pub(crate) v: u64,
}

/// Plays random legal moves in one seat until the match ends.
pub(crate) async fn play(mut player: Client, id: &str, seat: &str, mut rng: StdRng) -> End {
    player.ok(json!({"t": "watch", "match": id, "legal": true})).await;
    let mut frame = player.next_of("snapshot").await.expect("a snapshot");
    let mut position = frame["position"].clone();
    let mut v = frame["v"].as_u64().expect("a version");
    let mut last_ply = 0;
    loop {
        if frame["t"] == "ended" || frame["status"] == "ended" {
            let position = position.as_str().expect("a position").to_owned();
            let (result, termination) = (frame["result"].clone(), frame["termination"].clone());
            return End { position, result, termination, v };
        }
        if let Some(legal) = frame["legal"].as_array().filter(|legal| !legal.is_empty()) {
            let text = position.as_str().expect("a position");
            let turn = text.split(' ').nth(1).expect("the seat to move");
            let ply = frame["ply"].as_u64().expect("a ply") + 1;
            // A snapshot received meanwhile may precede an answered move.
            if turn.eq_ignore_ascii_case(seat) && ply > last_ply {
                last_ply = ply;
                let text = &legal[rng.random_range(0..legal.len())];
                player.ok(json!({"t": "move", "match": id, "ply": ply, "move": text})).await;
            }
        }
        // Watchers and presence are not logged.
        let is_event = |frame: &Value| {
            frame["match"] == id && frame["t"] != "watchers" && frame["t"] != "presence"
        };
        frame = player.next_where(is_event).await.expect("an event");
        // After possible losses between nodes, the match is sent again.
        let is_whole = frame["t"] == "snapshot";
        v = if is_whole { frame["v"].as_u64().expect("a version") } else { v + 1 };
        assert_eq!(frame["v"], v, "versions are contiguous: {frame}");
        if is_whole || frame["t"] == "moved" {
            position = frame["position"].clone();
        }
    }
}

async fn check_record(url: &str, variant: &'static Variant, id: &str, end: &End) {
    let record = reqwest::get(format!("{url}/api/v1/matches/{id}/record")).await.unwrap();
    assert_eq!(record.status(), 200);
    let record = read_record(&record.text().await.unwrap());
    assert_eq!(record.tag("Variant"), Some(variant.name()));
    let replayed = record.replay(None).expect("a sound record").game;
    assert_eq!(replayed.position().to_string(), end.position, "{}", variant.name());
    assert!(replayed.ending().is_some(), "{} was played to its end", variant.name());
    assert_eq!(Value::from(record.tag("Result").expect("a result")), end.result);
    assert_eq!(Value::from(record.tag("Termination").expect("a reason")), end.termination);
}

fn read_record(text: &str) -> GameRecord {
    let mut reader = RecordReader::new();
    reader.push(text.as_bytes());
    reader.finish();
    let read = reader.next_game().expect("a record").record.expect("a readable one");
    assert_eq!(reader.next_game(), None);
    read
}

fn letter_at(variant: &Variant, index: usize) -> String {
    let seat = variant.seats().nth(index).expect("a seat");
    variant.seat_name(seat).letter().to_string()
}
