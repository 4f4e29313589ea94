//! Watching: fan-out of shared frames, and watcher counts.

use reqwest::Method;
use reqwest::header::ACCEPT;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::support::{TestServer, on_every_server};

const CROWD: usize = 1_000;

/// Camette moves that repeat the position.
const TO_AND_FRO: [&str; 4] = ["C2-B2", "C6-B6", "B2-C2", "B6-C6"];

/// Two guests in a Camette match without watchers.
async fn two_at_camette(server: &TestServer) -> (Client, Client, Value) {
    let mut white = Client::guest(server.url()).await;
    let mut black = Client::guest(server.url()).await;
    let create = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}});
    let id = white.ok(create).await["match"].clone();
    black.ok(json!({"t": "join", "match": id})).await;
    (white, black, id)
}

fn a_move(id: &Value, ply: usize) -> Value {
    let text = TO_AND_FRO[(ply - 1) % TO_AND_FRO.len()];
    json!({"t": "move", "match": id, "ply": ply, "move": text})
}

/// Watches from version 3 and returns every event up to version `last`.
async fn watch_until(
    url: String,
    watch: Value,
    last: u64,
    ready: mpsc::Sender<()>,
) -> Vec<(u64, Value)> {
    let mut watcher = Client::connect(&url, Some("nobody's")).await.expect("room for one more");
    watcher.ok(watch).await;
    watcher.next_of("snapshot").await.unwrap();
    ready.send(()).await.unwrap();
    drop(ready);
    let mut seen = Vec::new();
    while seen.last().is_none_or(|(v, _)| *v < last) {
        let event = watcher.next_where(|frame| frame["t"] == "moved").await.unwrap();
        seen.push((event["v"].as_u64().unwrap(), event));
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_watchers_share_frames_that_are_encoded_once() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(&server).await;
        let begins = white.ok(json!({"t": "watch", "match": id})).await["v"].as_u64().unwrap();
        white.ok(json!({"t": "unwatch", "match": id})).await;
        // One more move would repeat the position a third time.
        let plies = 2 * TO_AND_FRO.len() - 1;
        let last = begins + plies as u64;
        let (ready, mut are_ready) = mpsc::channel(1);
        let mut watchers = JoinSet::new();
        for index in 0..CROWD {
            // Every tenth watcher requests legal moves, the second frame variant.
            let watch = json!({"t": "watch", "match": id, "legal": index % 10 == 0});
            let url = server.url().to_owned();
            watchers.spawn(watch_until(url, watch, last, ready.clone()));
        }
        drop(ready);
        while are_ready.recv().await.is_some() {}
        // The watchers read nothing meanwhile, and silent clients are disconnected.
        for player in [&mut white, &mut black] {
            player.come_back(server.url()).await;
        }
        let match_id = id.as_str().unwrap().parse().unwrap();
        assert_eq!(server.live().watchers(match_id), CROWD as u32);

        let before = server.live().frames_written();
        for ply in 1..=plies {
            let player = if ply % 2 == 1 { &mut white } else { &mut black };
            player.ok(a_move(&id, ply)).await;
        }
        let mut flavours: Vec<Vec<(u64, Value)>> = Vec::new();
        for seen in watchers.join_all().await {
            assert!(seen.iter().map(|(v, _)| *v).eq(begins + 1..=last), "every version, in order");
            if !flavours.contains(&seen) {
                flavours.push(seen);
            }
        }
        assert_eq!(flavours.len(), 2, "with and without the legal moves");
        // Some frames are watcher counts instead of events.
        let frames = server.live().frames_written() - before;
        let of_events = 2 * plies as u64;
        assert!((of_events..of_events + 100).contains(&frames), "{frames} frames");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn watchers_are_counted_and_players_are_not() {
    on_every_server(|server| async move {
        let (mut white, _black, id) = two_at_camette(&server).await;
        let watch = json!({"t": "watch", "match": id});
        assert_eq!(white.ok(watch.clone()).await["watchers"], 0);
        assert_eq!(white.next_of("snapshot").await.unwrap()["watchers"], 0);

        let mut first = Client::guest(server.url()).await;
        assert_eq!(first.ok(watch.clone()).await["watchers"], 1);
        assert_eq!(first.next_of("snapshot").await.unwrap()["watchers"], 1);
        let told = white.next_of("watchers").await.unwrap();
        let v = first.ok(watch.clone()).await["v"].clone();
        assert_eq!((&told["match"], &told["v"], &told["count"]), (&id, &v, &json!(1)));
        assert!(told["now"].is_string(), "{told}");

        // A player's additional connection is not a watcher.
        let mut again = Client::connect(server.url(), Some(&white.token())).await.unwrap();
        assert_eq!(again.ok(watch.clone()).await["watchers"], 1);

        let path = format!("/matches/{}", id.as_str().unwrap());
        let events = server.request(Method::GET, &format!("{path}/events"));
        let reader = events.header(ACCEPT, "application/x-ndjson").send().await.unwrap();
        assert_eq!(first.next_where(|frame| frame["count"] == 2).await.unwrap()["t"], "watchers");
        let looked = server.get(&path).await.json(reqwest::StatusCode::OK);
        assert_eq!(looked["watchers"], 2);
        let listed = server.get("/matches").await.json(reqwest::StatusCode::OK);
        assert_eq!(listed["items"][0]["watchers"], 2);

        drop(reader);
        white.next_where(|frame| frame["t"] == "watchers" && frame["count"] == 1).await.unwrap();
        first.ok(json!({"t": "unwatch", "match": id})).await;
        white.next_where(|frame| frame["t"] == "watchers" && frame["count"] == 0).await.unwrap();
        let listed = server.get("/matches").await.json(reqwest::StatusCode::OK);
        assert_eq!(listed["items"][0].get("watchers"), None);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn readers_of_a_match_count_as_watchers_from_its_start() {
    on_every_server(|server| async move {
        let mut maker = Client::guest(server.url()).await;
        let create = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}});
        let id = maker.ok(create).await["match"].clone();
        let watch = json!({"t": "watch", "match": id});
        maker.ok(watch.clone()).await;
        // Each of them may be about to take the free seat.
        let mut invited = Client::guest(server.url()).await;
        let mut stranger = Client::guest(server.url()).await;
        for reader in [&mut invited, &mut stranger] {
            assert_eq!(reader.ok(watch.clone()).await["watchers"], 0);
            assert_eq!(reader.next_of("snapshot").await.unwrap()["watchers"], 0);
        }
        let path = format!("/matches/{}", id.as_str().unwrap());
        let looked = server.get(&path).await.json(reqwest::StatusCode::OK);
        assert_eq!(looked["watchers"], 0);
        invited.ok(json!({"t": "join", "match": id})).await;
        let counted = maker.next_of("watchers").await.unwrap();
        assert_eq!(counted["count"], 1, "the stranger, and the first report");
        assert_eq!(invited.ok(watch).await["watchers"], 1);
        server.shutdown().await;
    })
    .await;
}
