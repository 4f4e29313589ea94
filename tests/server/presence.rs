//! Presence and claims against players who disconnected.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::{Database, on_every_database};
use crate::offers::TestMatch;
use crate::programs::{Lines, NDJSON};
use crate::support::{Answer, TestServer, on_every_server};

#[tokio::test]
async fn a_match_can_be_claimed_after_the_other_side_disconnected() {
    // In bullet matches, a claim needs an absence of 15 seconds.
    on_every_database(all_go).await;
}

async fn all_go(database: Database) {
    let server = TestServer::start(&database).await;
    tokio::join!(one_of_two_goes(&server), two_of_four_go(&server), a_program_goes(&server));
    server.shutdown().await;
}

fn bullet(variant: &str) -> Value {
    let time = json!({"kind": "fischer", "initial_ms": 170_000, "increment_ms": 0});
    json!({"variant": variant, "time": time})
}

async fn one_of_two_goes(server: &TestServer) {
    let mut table = TestMatch::new(server, "WB", bullet("camette")).await;
    table.play(0, 1, "C2-B2").await;
    let early = table.refused(0, "claim", json!({}), "too_soon").await;
    assert!(early["detail"].as_str().unwrap().contains("abort the match"), "{early}");
    table.play(1, 2, "C6-B6").await;
    let here = table.refused(0, "claim", json!({}), "too_soon").await;
    assert_eq!(here.get("retry_after_ms"), None);
    let presence = table.look(server).await["presence"].clone();
    assert_eq!(presence, json!({"W": {"gone": false}, "B": {"gone": false}}));

    let token = table.players.pop().unwrap().token();
    let gone = table.event("presence").await;
    assert_eq!((&gone["seat"], &gone["gone"]), (&json!("B"), &json!(true)));
    assert_eq!(gone["v"], table.look(server).await["v"], "it is in no log");
    let left = gone["claim_in_ms"].as_u64().unwrap();
    assert!((1..=13_000).contains(&left), "told after two seconds: {gone}");
    let early = table.refused(0, "claim", json!({"for": "draw"}), "too_soon").await;
    assert!((1..=13_000).contains(&early["retry_after_ms"].as_u64().unwrap()));
    let presence = table.look(server).await["presence"]["B"].clone();
    assert_eq!(presence["gone"], true);

    let mut black = Client::connect(server.url(), Some(&token)).await.unwrap();
    black.ok(json!({"t": "watch", "match": table.id})).await;
    let back = table.event("presence").await;
    assert_eq!((&back["seat"], &back["gone"]), (&json!("B"), &json!(false)));
    assert_eq!(back.get("claim_in_ms"), None);

    drop(black);
    let gone = table.event("presence").await;
    assert!(gone["gone"] == true && gone["claim_in_ms"].as_u64().unwrap() > 0);
    let over = table.event("presence").await;
    assert_eq!((&over["gone"], &over["claim_in_ms"]), (&json!(true), &json!(0)));
    let claimed = table.twice(server, 0, "claim", json!({})).await;
    assert_eq!((&claimed["t"], &claimed["seat"]), (&json!("ok"), &json!("W")));
    let ended = table.event("ended").await;
    assert_eq!((&ended["result"], &ended["termination"]), (&json!("1-0"), &json!("abandonment")));
    assert_eq!(table.look(server).await.get("presence"), None);
    let record = server.get(&table.path("/record")).await.text;
    assert!(record.contains("[Termination \"abandonment\"]"), "{record}");
    let read = server.request(Method::POST, "/rules/record").body(record);
    assert_eq!(Answer::to(read).await.json(StatusCode::OK)["sound"], true);
}

async fn two_of_four_go(server: &TestServer) {
    let mut table = TestMatch::new(server, "RGBY", bullet("grand-cam")).await;
    for (by, ply) in (0..4).zip(1..) {
        let text = table.look(server).await["legal"][0].as_str().unwrap().to_owned();
        table.play(by, ply, &text).await;
    }
    let yellow = table.players.pop().unwrap();
    let blue = table.players.pop().unwrap();
    drop(table.players.pop().unwrap());
    table.players.push(blue);
    let gone = table.event("presence").await;
    assert_eq!((&gone["seat"], &gone["gone"]), (&json!("G"), &json!(true)));
    let over = table.event("presence").await;
    assert_eq!((&over["seat"], &over["claim_in_ms"]), (&json!("G"), &json!(0)));
    let here = table.refused(0, "claim", json!({}), "too_soon").await;
    assert_eq!(here.get("retry_after_ms"), None, "Yellow is there");
    drop(yellow);
    assert_eq!(table.event("presence").await["seat"], "Y");
    let over = table.event("presence").await;
    assert_eq!((&over["seat"], &over["claim_in_ms"]), (&json!("Y"), &json!(0)));
    table.twice(server, 1, "claim", json!({"for": "draw"})).await;
    let ended = table.event("ended").await;
    assert_eq!(
        (&ended["result"], &ended["termination"]),
        (&json!("1/2-1/2"), &json!("abandonment"))
    );
}

/// A reader of `/me/events` counts as present.
async fn a_program_goes(server: &TestServer) {
    let (white, black) = (server.guest().await, server.guest().await);
    let mut reading = Lines::open(server, &black, "/me/events", NDJSON).await;
    reading.expect("ready").await;
    let id = server.start_match(&white, &black, bullet("camette")).await;
    let mut watcher = Client::connect(server.url(), Some(&white.token)).await.unwrap();
    watcher.ok(json!({"t": "watch", "match": id})).await;
    server.play(&white, &id, 1, "C2-B2").await;
    server.play(&black, &id, 2, "C6-B6").await;
    let path = format!("/matches/{id}/claim");
    let here = server.post_as(&white, &path, json!({})).await.problem(409, "too_soon");
    assert_eq!(here.get("retry_after_ms"), None);
    drop(reading);
    let gone = watcher.next_of("presence").await.unwrap();
    assert_eq!((&gone["seat"], &gone["gone"]), (&json!("B"), &json!(true)));
    let early = server.post_as(&white, &path, json!({})).await;
    assert!(early.problem(409, "too_soon")["retry_after_ms"].as_u64().unwrap() > 0);
    assert!(!early.header("retry-after").is_empty());
    // Any request of the player counts as presence.
    server.post_as(&black, &format!("/matches/{id}/draw"), json!({"say": "offer"})).await;
    let back = watcher.next_of("presence").await.unwrap();
    assert_eq!((&back["seat"], &back["gone"]), (&json!("B"), &json!(false)));
}

#[tokio::test]
async fn absence_is_not_tracked_in_correspondence_matches() {
    on_every_server(|server| async move {
        let time = json!({"kind": "correspondence", "days": 1});
        let mut table =
            TestMatch::new(&server, "WB", json!({"variant": "camette", "time": time})).await;
        table.play(0, 1, "C2-B2").await;
        table.play(1, 2, "C6-B6").await;
        table.refused(0, "claim", json!({}), "forbidden").await;
        table.refused(0, "claim", json!({"for": "love"}), "bad_field").await;
        assert_eq!(table.look(&server).await.get("presence"), None);
        let stranger = server.guest().await;
        let path = table.path("/claim");
        server.post_as(&stranger, &path, json!({})).await.problem(403, "forbidden");
        server.post(&path, json!({})).await.problem(401, "unauthorized");
        table.ok(0, "resign", json!({})).await;
        table.refused(0, "claim", json!({}), "match_over").await;
        server.shutdown().await;
    })
    .await;
}
