//! Games against the computer player.

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde_json::json;

use crate::client::Client;
use crate::databases::on_every_database;
use crate::games::play;
use crate::support::{TestServer, on_every_server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_with_the_computer_begins_at_once_and_is_played_to_its_end() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let mut player = Client::guest(server.url()).await;
        let wish =
            json!({"t": "create", "variant": "cam", "seats": {"W": "me", "B": "computer:2"}});
        let made = player.ok(wish).await;
        assert_eq!((&made["v"], &made["links"]), (&json!(4), &json!({})));
        let id = made["match"].as_str().unwrap();
        let view = server.get(&format!("/matches/{id}")).await.json(reqwest::StatusCode::OK);
        assert_eq!(view["status"], "playing");
        let computer = &view["seats"]["B"];
        assert_eq!(computer["name"], "Computer 2", "{view}");
        assert_eq!(computer["kind"], "bot");
        let end = play(player, id, "W", StdRng::seed_from_u64(1)).await;
        assert_eq!(end.result, "0-1", "a player of anything loses");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_computers_fill_a_game_for_four() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let mut player = Client::guest(server.url()).await;
        let seats = json!({"G": "me", "R": "computer:1", "B": "computer:2", "Y": "computer:3"});
        let wish = json!({"t": "create", "variant": "grand-cam", "seats": seats});
        let made = player.ok(wish).await;
        let id = made["match"].as_str().unwrap();
        let end = play(player, id, "G", StdRng::seed_from_u64(2)).await;
        assert_ne!(end.termination, "abort");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_continues_its_games_after_a_restart() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let mut player = Client::guest(server.url()).await;
        let token = player.token();
        let seats = json!({"W": "computer:1", "B": "me"});
        let wish = json!({"t": "create", "variant": "camette", "seats": seats});
        let made = player.ok(wish).await;
        let id = made["match"].as_str().unwrap();
        // The computer may have moved before the restart; after it, it must have.
        server.shutdown().await;
        let server = TestServer::start(&database).await;
        let player = Client::connect(server.url(), Some(&token)).await.unwrap();
        play(player, id, "B", StdRng::seed_from_u64(3)).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn seats_that_the_computer_cannot_take_are_refused_by_field() {
    on_every_server(|server| async move {
        let mut player = Client::guest(server.url()).await;
        let wish = |who: &str| {
            json!({"t": "create", "variant": "grand-cam",
                   "seats": {"R": "me", "G": who, "B": "computer:4"}})
        };
        for who in ["computer:9", "computer:0", "computer:", "computer", "computer:4"] {
            let refusal = player.refused(wish(who), "bad_field").await;
            // A level used twice is reported at its second seat.
            assert!(["seats.G", "seats.B"].contains(&refusal["field"].as_str().unwrap()));
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn nobody_signs_in_as_the_computer() {
    on_every_server(|server| async move {
        let credentials = json!({"name": "Computer 3", "password": "-"});
        let answer = server.post("/sessions", credentials).await;
        assert!(!answer.status.is_success(), "{answer:?}");
        server.shutdown().await;
    })
    .await;
}
