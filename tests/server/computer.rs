//! Games against the computer player.

use std::collections::BTreeSet;

use chivalry::store::Append;
use chivalry_play::matches::{Event, MatchId, Offer, RecordedEvent};
use chivalry_rules::Seat;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde_json::{Value, json};

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
            json!({"t": "create", "variant": "cam", "seats": {"W": "me", "B": "computer:4"}});
        let made = player.ok(wish).await;
        assert_eq!((&made["v"], &made["links"]), (&json!(4), &json!({})));
        let id = made["match"].as_str().unwrap();
        let view = server.get(&format!("/matches/{id}")).await.json(reqwest::StatusCode::OK);
        assert_eq!(view["status"], "playing");
        let computer = &view["seats"]["B"];
        assert_eq!(computer["name"], "Computer 4", "{view}");
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_begins_its_matches_with_different_moves() {
    on_every_server(|server| async move {
        let mut player = Client::guest(server.url()).await;
        let mut moves = BTreeSet::new();
        for _ in 0..12 {
            let seats = json!({"W": "computer:1", "B": "me"});
            let made =
                player.ok(json!({"t": "create", "variant": "camelot", "seats": seats})).await;
            player.ok(json!({"t": "watch", "match": made["match"], "since": 0})).await;
            let is_first = |it: &Value| it["t"] == "moved" && it["match"] == made["match"];
            let moved = player.next_where(is_first).await.unwrap();
            moves.insert(moved["move"].to_string());
        }
        assert!(moves.len() >= 3, "{moves:?}");
    })
    .await;
}

/// A match of a new guest against computers, which the guest watches.
async fn new_match(server: &TestServer, mut create: Value) -> (Client, Value) {
    let mut player = Client::guest(server.url()).await;
    create["t"] = json!("create");
    let id = player.ok(create).await["match"].clone();
    player.ok(json!({"t": "watch", "match": id, "legal": true})).await;
    (player, id)
}

async fn offer(player: &mut Client, id: &Value, offer: &str) {
    player.ok(json!({"t": offer, "match": id, "say": "offer"})).await;
}

async fn until_ply(player: &mut Client, ply: u32) {
    player.next_where(|it| it["t"] == "moved" && it["ply"] == ply).await.unwrap();
}

/// Waits until the computer moves in a rematch, and returns the id of the rematch.
async fn rematch_with_a_move(player: &mut Client, id: &Value) -> Value {
    let next = player.next_of("rematched").await.unwrap()["rematch"].clone();
    assert_ne!(next, *id);
    player.ok(json!({"t": "watch", "match": next, "since": 0})).await;
    player.next_where(|it| it["t"] == "moved" && it["match"] == next).await.unwrap();
    next
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_accepts_a_takeback_and_then_a_rematch() {
    on_every_server(|server| async move {
        let seats = json!({"W": "me", "B": "computer:1"});
        let create = json!({"variant": "camette", "seats": seats});
        let (mut player, id) = new_match(&server, create).await;
        player.ok(json!({"t": "move", "match": id, "ply": 1, "move": "C2-B2"})).await;
        until_ply(&mut player, 2).await;
        offer(&mut player, &id, "takeback").await;
        let accepted = |it: &Value| it["t"] == "offer" && it["seat"] == "B";
        player.next_where(accepted).await.unwrap();
        assert_eq!(player.next_of("took_back").await.unwrap()["ply"], 0);
        // The turn after the takeback is played.
        player.ok(json!({"t": "move", "match": id, "ply": 1, "move": "C2-D2"})).await;
        until_ply(&mut player, 2).await;

        player.ok(json!({"t": "resign", "match": id})).await;
        offer(&mut player, &id, "rematch").await;
        let next = rematch_with_a_move(&mut player, &id).await;
        let view = server.get(&format!("/matches/{}", next.as_str().unwrap())).await;
        let view = view.json(reqwest::StatusCode::OK);
        assert_eq!(view["seats"]["W"]["name"], "Computer 1", "the colours are swapped");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_accepts_a_draw_unless_it_is_ahead() {
    on_every_server(|server| async move {
        for level in 1..=8 {
            let seats = json!({"W": "me", "B": format!("computer:{level}")});
            // White to move wins the first of these positions, and loses the second.
            let create =
                |position| json!({"variant": "camette", "seats": seats, "position": position});
            let (mut player, id) = new_match(&server, create("1/3/2w2/4b/5/3/1 w 0,0 0 1")).await;
            offer(&mut player, &id, "draw").await;
            let ended = player.next_of("ended").await.unwrap();
            assert_eq!(
                (&ended["result"], &ended["termination"]),
                (&json!("1/2-1/2"), &json!("agreement")),
                "{level}"
            );

            let (mut player, id) =
                new_match(&server, create("1/1B1/1bbb1/5/4w/3/1 w 0,0 0 1")).await;
            offer(&mut player, &id, "draw").await;
            let declined = player.next_of("offer_ended").await.unwrap();
            assert_eq!(
                (&declined["offer"], &declined["how"]),
                (&json!("draw"), &json!("declined")),
                "{level}"
            );
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_declines_a_draw_at_the_start_of_a_rated_match() {
    on_every_server(|server| async move {
        let account = server.account("Gawain").await;
        let mut player = Client::connect(server.url(), Some(&account.token)).await.unwrap();
        let seats = json!({"W": "me", "B": "computer:1"});
        let create = json!({"t": "create", "variant": "camette", "seats": seats, "rated": true,
                            "time": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}});
        let id = player.ok(create).await["match"].clone();
        player.ok(json!({"t": "watch", "match": id})).await;
        offer(&mut player, &id, "draw").await;
        let declined = player.next_of("offer_ended").await.unwrap();
        assert_eq!(declined["how"], "declined");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_three_computers_answers_for_its_seat() {
    on_every_server(|server| async move {
        let seats = json!({"R": "me", "G": "computer:1", "B": "computer:2", "Y": "computer:3"});
        let (mut player, id) =
            new_match(&server, json!({"variant": "grand-cam", "seats": seats})).await;
        let first = player.next_of("snapshot").await.unwrap()["legal"][0].clone();
        player.ok(json!({"t": "move", "match": id, "ply": 1, "move": first})).await;
        until_ply(&mut player, 4).await;
        offer(&mut player, &id, "takeback").await;
        for seat in ["G", "Y"] {
            let is_theirs = |it: &Value| it["t"] == "offer" && it["seat"] == seat;
            player.next_where(is_theirs).await.unwrap();
        }
        assert_eq!(player.next_of("took_back").await.unwrap()["ply"], 0);
        player.ok(json!({"t": "resign", "match": id})).await;
        offer(&mut player, &id, "rematch").await;
        rematch_with_a_move(&mut player, &id).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_answers_an_offer_from_before_a_restart() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let seats = json!({"W": "me", "B": "computer:1"});
        let (mut player, id) =
            new_match(&server, json!({"variant": "camette", "seats": seats})).await;
        let token = player.token();
        player.ok(json!({"t": "resign", "match": id})).await;
        drop(player);
        server.shutdown().await;

        let running = database.open().await;
        let match_id: MatchId = id.as_str().unwrap().parse().unwrap();
        let log = running.store.log().read(match_id).await.unwrap().unwrap();
        let last = log.last().unwrap();
        let event = Event::Offered { seat: Seat::FIRST, offer: Offer::Rematch, until: None };
        let records = vec![RecordedEvent { v: last.v + 1, at: last.at, cause: None, event }];
        let append = Append { match_id, records, deadline: None, owner: None };
        running.store.log().append(append).await.unwrap();
        running.stop().await;

        let server = TestServer::start(&database).await;
        let mut player = Client::connect(server.url(), Some(&token)).await.unwrap();
        player.ok(json!({"t": "watch", "match": id, "since": 0})).await;
        rematch_with_a_move(&mut player, &id).await;
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
