//! Ratings after a crash of the server, and after manual changes to them.

use std::process::Command;

use chivalry::store::StoreOptions;
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Client;
use crate::crashes::start;
use crate::databases::on_every_database;
use crate::finished::Finished;
use crate::ports::free_port;
use crate::support::{TestPlayer, TestServer};

use super::{changes, get_json, rated, watch};

const LIVES: u64 = 4;

#[tokio::test]
async fn a_match_that_ended_during_a_crash_is_rated_once() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let players = [server.account("Arthur").await, server.account("Kay").await];
        server.shutdown().await;

        let port = free_port();
        let url = format!("http://127.0.0.1:{port}");
        let mut ended = Vec::new();
        for life in 0..LIVES {
            let process = start(&database.options, port);
            ended.push(play(&url, &players, life).await);
            // The end is acknowledged. The match may or may not be rated.
            process.kill();
        }
        let server = TestServer::start(&database).await;
        for id in &ended {
            let mut watcher = watch(&server, id).await;
            let snapshot = watcher.next_of("snapshot").await.unwrap();
            if snapshot["seats"]["W"].get("change").is_none() {
                changes(&mut watcher).await;
            }
        }
        let ratings = get_json(&server, "/players/arthur/ratings").await;
        assert_eq!(ratings["items"][0]["games"], LIVES, "each once");
        server.shutdown().await;

        let all = format!("{LIVES} matches rated again, ");
        assert_eq!(rebuild(&database.options), format!("{all}0 rows mended\n"));
        database
            .execute("update rating_changes set rating = 2800 where number = 1 and seat = 0")
            .await;
        database.execute("update ratings set rating = 2800").await;
        assert_eq!(rebuild(&database.options), format!("{all}3 rows mended\n"));
        let server = TestServer::start(&database).await;
        assert_eq!(get_json(&server, "/players/arthur/ratings").await, ratings);
        server.shutdown().await;
    })
    .await;
}

/// Plays a rated game that Arthur wins, until it has ended.
async fn play(url: &str, players: &[TestPlayer; 2], life: u64) -> String {
    let mut clients = Vec::new();
    for player in players {
        clients.push(Client::connect(url, Some(&player.token)).await.unwrap());
    }
    let mut create = rated("cam");
    create["t"] = json!("create");
    create["seats"] = json!({"W": "me"});
    // An id from an earlier life would return the game of that life.
    let made = clients[0].ask_as(&format!("life-{life}"), create).await.unwrap();
    let id = made["match"].as_str().unwrap().to_owned();
    clients[1].ok(json!({"t": "join", "match": id})).await;
    for (ply, client) in (1..).zip(&mut clients) {
        client.ok(json!({"t": "watch", "match": id, "legal": true})).await;
        let snapshot = client.next_of("snapshot").await.unwrap();
        let text = &snapshot["legal"][0];
        client.ok(json!({"t": "move", "match": id, "ply": ply, "move": text})).await;
    }
    clients[1].ok(json!({"t": "resign", "match": id})).await;
    id
}

/// The output of `chivalry ratings rebuild`.
fn rebuild(options: &StoreOptions) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chivalry"));
    command.args(["ratings", "--data-dir"]).arg(&options.data_dir).arg("rebuild");
    match &options.database_url {
        Some(url) => command.env("DATABASE_URL", url),
        None => command.env_remove("DATABASE_URL"),
    };
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn an_ended_but_unrated_match_is_rated_after_a_restart() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let players = [server.account("Arthur").await, server.account("Kay").await];
        let at = server.live().time().now();
        server.shutdown().await;
        // Only the end of the match was committed before the crash.
        let running = database.open().await;
        let ids = players.each_ref().map(|it| PlayerId(it.id.parse::<Uuid>().unwrap()));
        let append = Finished::at(Timestamp(at.0 + 1)).between(&ids);
        let id = append.match_id;
        running.store.log().append(append).await.unwrap();
        running.stop().await;
        for _ in 0..2 {
            let server = TestServer::start(&database).await;
            let mut watcher = watch(&server, &id.to_string()).await;
            let snapshot = watcher.next_of("snapshot").await.unwrap();
            if snapshot["seats"]["W"].get("change").is_none() {
                changes(&mut watcher).await;
            }
            let answer = server.get("/players/kay/ratings").await.json(StatusCode::OK);
            let own: &Value = &answer["items"][0];
            assert_eq!((&own["games"], &own["rating"]), (&json!(1), &json!(1338)));
            server.shutdown().await;
        }
    })
    .await;
}
