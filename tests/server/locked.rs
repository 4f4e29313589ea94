//! A database that another program locks: nothing can be committed meanwhile.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;
use sqlx::SqliteConnection;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::databases::{Database, on_sqlite};
use crate::faults::lock;
use crate::support::{Answer, TestServer};

/// The test fails if nothing changes for this time.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Interval of probes.
const PROBE_INTERVAL: Duration = Duration::from_millis(50);

async fn lock_database(database: &Database) -> SqliteConnection {
    lock(&database.options.data_dir.join("chivalry.sqlite")).await
}

async fn unlock(mut connection: SqliteConnection) {
    sqlx::raw_sql("rollback").execute(&mut connection).await.unwrap();
}

/// The time in seconds for which the oldest append has waited.
async fn oldest_wait(server: &TestServer) -> f64 {
    let metrics = server.get("/metrics").await.text;
    let name = "chivalry_oldest_waiting_append_seconds ";
    let wait = metrics.lines().find_map(|line| line.strip_prefix(name)).expect(name);
    wait.parse().unwrap()
}

/// Probes the readiness of the server until an answer is accepted.
async fn probe_until(server: &TestServer, is_accepted: impl Fn(&Answer) -> bool) {
    let probing = async {
        while !is_accepted(&server.get("/readyz").await) {
            sleep_until(Instant::now() + PROBE_INTERVAL).await;
        }
    };
    timeout(LONGEST_WAIT, probing).await.expect("an accepted answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_commit_is_not_ready_until_it_commits_again() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let white = server.guest().await;
        assert_eq!(server.get("/readyz").await.text, "ready\n");
        let other = lock_database(&database).await;
        let create = json!({"variant": "camette", "seats": {"W": "me"}}).to_string();
        let mut creation = JoinSet::new();
        let request = white.sign(server.request(Method::POST, "/matches")).body(create);
        creation.spawn(request.send());
        probe_until(&server, |answer| {
            if answer.status == StatusCode::OK {
                return false;
            }
            let reason = answer.problem(503, "unavailable")["reason"].clone();
            assert!(reason == "writer_stalled" || reason == "database_locked", "{reason}");
            reason == "database_locked"
        })
        .await;
        assert_eq!(server.get("/livez").await.text, "ok\n");
        assert!(oldest_wait(&server).await > 4.0);

        let unlocked_at = Instant::now();
        unlock(other).await;
        probe_until(&server, |answer| answer.status == StatusCode::OK).await;
        assert!(unlocked_at.elapsed() >= Duration::from_secs(2));
        let matches = server.get("/matches?status=open").await.json(StatusCode::OK);
        assert_eq!(matches["items"].as_array().map(Vec::len), Some(1), "{matches}");
        creation.abort_all();
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_waits_for_its_commit_is_answered_in_time_and_pings_at_once() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let mut white = Client::guest(server.url()).await;
        let mut black = Client::guest(server.url()).await;
        let create = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].clone();
        black.ok(json!({"t": "join", "match": id})).await;
        let guest = server.guest().await;

        let other = lock_database(&database).await;
        let mut slow = json!({"t": "move", "match": id, "ply": 1, "move": "C2-B2"});
        slow["id"] = json!("slow");
        white.send(Message::text(slow.to_string())).await.unwrap();
        let create = || {
            let body = json!({"variant": "camette", "seats": {"W": "me"}, "private": true});
            let request = guest.sign(server.request(Method::POST, "/matches"));
            Answer::to(request.header("Idempotency-Key", "once").body(body.to_string()))
        };
        let over_socket = async {
            white.ping_before_answer("slow").await;
            white.next_where(|frame| frame["re"] == "slow").await.unwrap()
        };
        let (refused, created) = tokio::join!(over_socket, create());
        assert_eq!(refused["code"], "unavailable", "{refused}");
        assert!(refused["retry_after_ms"].is_u64(), "{refused}");
        created.problem(503, "unavailable");
        // The writer still tries to commit.
        assert!(oldest_wait(&server).await > 0.0);

        unlock(other).await;
        let mut answer = refused;
        while answer["code"] == "unavailable" {
            answer = white.ask_as("slow", slow.clone()).await.unwrap();
        }
        assert_eq!(answer["t"], "ok", "{answer}");
        let again = white.ask_as("slow", slow.clone()).await.unwrap();
        assert_eq!(again["v"], answer["v"]);
        let path = format!("/matches/{}", id.as_str().unwrap());
        let seen = server.get(&path).await.json(StatusCode::OK);
        assert_eq!((&seen["v"], &seen["moves"]), (&answer["v"], &json!(["C2-B2"])));

        let first = create().await.json(StatusCode::CREATED);
        let again = create().await.json(StatusCode::CREATED);
        assert_eq!(first["match"], again["match"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_in_which_nothing_is_committed_is_charged_to_nobody() {
    on_sqlite(async |database| {
        const INITIAL_MS: u64 = 60_000;
        let server = TestServer::start(&database).await;
        let mut white = Client::guest(server.url()).await;
        let mut black = Client::guest(server.url()).await;
        let time = json!({"kind": "fischer", "initial_ms": INITIAL_MS, "increment_ms": 0});
        let create =
            json!({"t": "create", "variant": "camette", "time": time, "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].clone();
        black.ok(json!({"t": "watch", "match": id})).await;
        black.ok(json!({"t": "join", "match": id})).await;
        let play =
            |ply: u32, text: &str| json!({"t": "move", "match": id, "ply": ply, "move": text});
        white.ok(play(1, "C2-B2")).await;
        black.ok(play(2, "C6-B6")).await;

        // The move of White arrives in time, and Black sees it after the lock.
        let other = lock_database(&database).await;
        let locked_at = Instant::now();
        let refused = white.ask_as("slow", play(3, "B2-C2")).await.unwrap();
        assert_eq!(refused["code"], "unavailable", "{refused}");
        unlock(other).await;
        let locked_ms = locked_at.elapsed().as_millis() as u64;
        let resumed = black.next_of("resumed").await.unwrap();
        let paused = black.next_of("paused").await.unwrap();
        assert_eq!(resumed["v"].as_u64(), paused["v"].as_u64().map(|v| v + 1));
        let accepted = white.ask_as("slow", play(3, "B2-C2")).await.unwrap();
        assert_eq!(accepted["t"], "ok", "{accepted}");
        black.ok(play(4, "B6-C6")).await;
        let path = format!("/matches/{}", id.as_str().unwrap());
        let seen = server.get(&path).await.json(StatusCode::OK);
        let left = |seat: &str| seen["clock"]["left_ms"][seat].as_u64().unwrap();
        let charged = 2 * INITIAL_MS - left("W") - left("B");
        assert!(charged < locked_ms, "{charged} ms of {locked_ms} ms: {seen}");
        server.shutdown().await;
    })
    .await;
}
