//! Players first, and refusals of requests that waited too long (`docs/operations.md`,
//! "Overload").

use std::iter;

use chivalry::http::{HttpOptions, Turn, WorkClass, WorkOptions, WorkPermit};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_sqlite;
use crate::support::{Answer, TestServer, on_every_server, unlimited};

fn hold_class(server: &TestServer, class: WorkClass) -> Vec<WorkPermit> {
    iter::from_fn(|| server.work_limits().try_acquire(class)).collect()
}

/// Holds every turn and every permit, as a flood of all classes does.
fn hold_everything(server: &TestServer) -> (Vec<Turn>, Vec<WorkPermit>) {
    let permits = WorkClass::ALL.into_iter().flat_map(|class| hold_class(server, class)).collect();
    (iter::from_fn(|| server.work_limits().turns().try_acquire()).collect(), permits)
}

async fn shed(server: &TestServer, class: &str) -> u64 {
    let metrics = server.get("/metrics").await.text;
    let sample = format!("chivalry_requests_shed_total{{class=\"{class}\"}} ");
    let count = metrics.lines().find_map(|line| line.strip_prefix(&sample));
    count.expect("a counter").parse().expect("a count")
}

#[track_caller]
fn overloaded(answer: &Answer) {
    let problem = answer.problem(503, "unavailable");
    assert_eq!(problem["reason"], "overloaded");
    let wait = problem["retry_after_ms"].as_u64().expect("a time to wait");
    assert_eq!(answer.header("retry-after"), wait.div_ceil(1000).to_string());
}

#[tokio::test]
async fn a_request_that_waited_too_long_is_refused_and_others_are_served() {
    on_sqlite(|database| async move {
        let work = WorkOptions { max_wait: 50 };
        let server = TestServer::start_with(&database, HttpOptions { work, ..unlimited() }).await;
        let mut player = Client::guest(server.url()).await;
        let held = hold_class(&server, WorkClass::Bulk);
        for path in ["/openapi.json", "/records"] {
            overloaded(&server.get(path).await);
        }
        let analyse = json!({"t": "analyse", "variant": "camette", "nodes": 1_000});
        let refusal = player.refused(analyse, "unavailable").await;
        assert_eq!(refusal["reason"], "overloaded");
        assert!(refusal["retry_after_ms"].as_u64().is_some_and(|wait| wait > 0), "{refusal}");
        assert_eq!(shed(&server, "bulk").await, 3);
        assert_eq!(shed(&server, "ordinary").await, 0);
        assert_eq!(server.get("/matches").await.status, 200);
        drop(held);
        assert_eq!(server.get("/openapi.json").await.status, 200);

        let held = hold_class(&server, WorkClass::Handshake);
        assert!(Client::connect(server.url(), None).await.is_err());
        overloaded(&server.post("/guests", json!({})).await);
        let name = json!({"name": "Arthur", "password": "excalibur"});
        assert_eq!(server.post("/accounts", name.clone()).await.status, 201);
        drop(held);

        let _held = hold_class(&server, WorkClass::Hashing);
        overloaded(&server.post("/sessions", name).await);
        let _held = hold_class(&server, WorkClass::Ordinary);
        overloaded(&server.get("/matches").await);
        assert_eq!(server.get("/readyz").await.status, 200);
        server.shutdown().await;
    })
    .await;
}

/// Two guests who play Camette and have moved once each.
async fn two_players(server: &TestServer) -> (Client, Client, Value) {
    let mut white = Client::guest(server.url()).await;
    let mut black = Client::guest(server.url()).await;
    let create = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}});
    let id = white.ok(create).await["match"].clone();
    black.ok(json!({"t": "join", "match": id})).await;
    for player in [&mut white, &mut black] {
        player.ok(json!({"t": "watch", "match": id})).await;
        player.next_of("snapshot").await.unwrap();
    }
    white.ok(a_move(&id, 1, "C2-B2")).await;
    black.ok(a_move(&id, 2, "C6-B6")).await;
    (white, black, id)
}

fn a_move(id: &Value, ply: u32, text: &str) -> Value {
    json!({"t": "move", "match": id, "ply": ply, "move": text})
}

#[tokio::test]
async fn moves_are_answered_while_all_other_work_waits() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_players(&server).await;
        let held = hold_everything(&server);
        let url = server.url().to_owned();
        let read = tokio::spawn(reqwest::get(format!("{url}/api/v1/matches")));
        let guest = tokio::spawn(async move { Client::connect(&url, None).await.is_ok() });
        white.ok(a_move(&id, 3, "B2-C2")).await;
        black.ok(a_move(&id, 4, "B6-C6")).await;
        // The opponent receives each move as well.
        for player in [&mut white, &mut black] {
            while player.next_of("moved").await.unwrap()["ply"] != 4 {}
        }
        assert!(!read.is_finished() && !guest.is_finished());
        drop(held);
        assert_eq!(read.await.unwrap().unwrap().status(), 200);
        assert!(guest.await.unwrap());
        server.shutdown().await;
    })
    .await;
}
