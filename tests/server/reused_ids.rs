//! An id or `Idempotency-Key` that the player gave to another command is refused.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

/// Sends a request with an `Idempotency-Key`.
async fn send(
    server: &TestServer,
    player: &TestPlayer,
    key: &str,
    path: &str,
    body: Value,
) -> Answer {
    let request = player.sign(server.request(Method::POST, path)).header("Idempotency-Key", key);
    Answer::to(request.body(body.to_string())).await
}

#[track_caller]
fn assert_reused(answer: &Answer) {
    let problem = answer.problem(422, "bad_field");
    assert_eq!(
        (&problem["reason"], &problem["field"]),
        (&json!("id_reused"), &json!("Idempotency-Key"))
    );
}

fn camette() -> Value {
    json!({"variant": "camette", "seats": {"W": "me"}})
}

#[tokio::test]
async fn a_repeated_id_with_another_move_is_refused() {
    on_every_server(async |server: TestServer| {
        let mut white = Client::guest(server.url()).await;
        let mut black = Client::guest(server.url()).await;
        let made =
            white.ok(json!({"t": "create", "variant": "camette", "seats": {"W": "me"}})).await;
        let id = made["match"].clone();
        black.ok(json!({"t": "join", "match": id})).await;
        let moves =
            |ply: u32, text: &str| json!({"t": "move", "match": id, "ply": ply, "move": text});
        // A refused move.
        let refused = white.ask_as("m1", moves(1, "C2-C1")).await.unwrap();
        assert_eq!(refused["code"], "illegal_move");
        assert_eq!(white.ask_as("m1", moves(1, "C2-C1")).await.unwrap(), refused);
        let reused = white.ask_as("m1", moves(1, "C2-B2")).await.unwrap();
        assert_eq!((&reused["reason"], &reused["field"]), (&json!("id_reused"), &json!("id")));
        // An accepted move.
        let played = white.ask_as("m2", moves(1, "C2-B2")).await.unwrap();
        assert_eq!(played["t"], "ok");
        assert_eq!(white.ask_as("m2", moves(1, "C2-B2")).await.unwrap(), played);
        black.ok(moves(2, "C6-B6")).await;
        for other in [
            moves(3, "B2-C2"),
            moves(1, "C2-C3"),
            json!({"t": "resign", "match": id}),
            json!({"t": "draw", "match": id, "say": "offer"}),
        ] {
            let reused = white.ask_as("m2", other.clone()).await.unwrap();
            assert_eq!(reused["reason"], "id_reused", "{other}");
        }
        assert_eq!(white.ok(moves(3, "B2-C2")).await["ply"], 3);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_reused_id_is_refused_after_a_restart() {
    on_every_database(async |database| {
        let server = TestServer::start(&database).await;
        let [white, black] = [server.guest().await, server.guest().await];
        let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
        let moves = format!("/matches/{id}/moves");
        let body = json!({"ply": 1, "move": "C2-B2"});
        let first = send(&server, &white, "one", &moves, body.clone()).await.json(StatusCode::OK);
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let again = send(&server, &white, "one", &moves, body).await.json(StatusCode::OK);
        assert_eq!(again, first);
        let other = json!({"ply": 1, "move": "C2-C3"});
        assert_reused(&send(&server, &white, "one", &moves, other).await);
        let abort = format!("/matches/{id}/abort");
        assert_reused(&send(&server, &white, "one", &abort, json!({})).await);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_reused_key_creates_no_other_match() {
    on_every_server(async |server: TestServer| {
        let player = server.guest().await;
        let first = send(&server, &player, "k", "/matches", camette()).await;
        let first = first.json(StatusCode::CREATED);
        let again = send(&server, &player, "k", "/matches", camette()).await;
        assert_eq!(again.json(StatusCode::CREATED), first);
        for other in [
            json!({"variant": "camelot", "seats": {"W": "me"}}),
            json!({"variant": "camette", "seats": {"B": "me"}}),
            json!({"variant": "camette", "seats": {"W": "me"}, "private": true}),
        ] {
            assert_reused(&send(&server, &player, "k", "/matches", other).await);
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_reused_key_opens_no_other_seek_or_challenge() {
    on_every_server(async |server: TestServer| {
        let [player, other] = [server.account("Percival").await, server.account("Gareth").await];
        let time = json!({"kind": "correspondence", "days": 3});
        let wish = |variant: &str| json!({"variant": variant, "time": time});
        let first = send(&server, &player, "s", "/seeks", wish("cam")).await;
        let first = first.json(StatusCode::CREATED);
        let again = send(&server, &player, "s", "/seeks", wish("cam")).await;
        assert_eq!(again.json(StatusCode::CREATED), first);
        assert_reused(&send(&server, &player, "s", "/seeks", wish("camette")).await);

        let challenge = |variant: &str| json!({"to": "Gareth", "variant": variant, "time": time});
        let sent = send(&server, &player, "c", "/challenges", challenge("cam")).await;
        let sent = sent.json(StatusCode::CREATED);
        let again = send(&server, &player, "c", "/challenges", challenge("cam")).await;
        assert_eq!(again.json(StatusCode::CREATED)["challenge"], sent["challenge"]);
        assert_reused(&send(&server, &player, "c", "/challenges", challenge("camette")).await);

        // The repeated request of the player who was paired returns the match.
        let accept = format!("/seeks/{}/accept", first["seek"].as_str().unwrap());
        let paired = send(&server, &other, "a", &accept, json!({})).await.json(StatusCode::OK);
        assert!(paired["match"].is_string());
        let again = send(&server, &other, "a", &accept, json!({})).await;
        assert_eq!(again.json(StatusCode::OK), paired);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_repeated_answer_to_a_challenge_has_the_first_response_and_a_reused_key_is_refused() {
    on_every_server(async |server: TestServer| {
        let [by, to] = [server.account("Percival").await, server.account("Gareth").await];
        let challenge = async |variant: &str| {
            let time = json!({"kind": "correspondence", "days": 3});
            let wish = json!({"to": "Gareth", "variant": variant, "time": time});
            let sent = server.post_as(&by, "/challenges", wish).await.json(StatusCode::CREATED);
            sent["challenge"].as_str().expect("an id").to_owned()
        };
        let answer = async |player: &TestPlayer, key: &str, id: &str, say: &str, body: Value| {
            send(&server, player, key, &format!("/challenges/{id}/{say}"), body).await
        };
        let [first, second, third] =
            [challenge("cam").await, challenge("camette").await, challenge("camelot").await];

        let accepted = answer(&to, "a", &first, "accept", json!({})).await.json(StatusCode::OK);
        assert!(accepted["match"].is_string(), "{accepted}");
        let again = answer(&to, "a", &first, "accept", json!({})).await;
        assert_eq!(again.json(StatusCode::OK), accepted);
        answer(&to, "b", &first, "accept", json!({})).await.problem(404, "not_found");
        assert_reused(&answer(&to, "a", &second, "accept", json!({})).await);
        assert_reused(&answer(&to, "a", &second, "decline", json!({})).await);

        let later = json!({"reason": "later"});
        for _ in 0..2 {
            let declined = answer(&to, "d", &second, "decline", later.clone()).await;
            assert_eq!(declined.status, StatusCode::NO_CONTENT, "{}", declined.text);
        }
        let other = json!({"reason": "too_fast"});
        assert_reused(&answer(&to, "d", &second, "decline", other).await);

        for _ in 0..2 {
            let cancelled = answer(&by, "c", &third, "cancel", json!({})).await;
            assert_eq!(cancelled.status, StatusCode::NO_CONTENT, "{}", cancelled.text);
        }
        assert_reused(&answer(&by, "c", &second, "cancel", json!({})).await);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_reused_id_sends_no_other_chat_line_or_premove() {
    on_every_server(async |server: TestServer| {
        let [white, black] = [server.guest().await, server.guest().await];
        let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
        let chat = format!("/matches/{id}/chat");
        let line = |room: &str, text: &str| json!({"room": room, "text": text});
        let said = send(&server, &white, "l", &chat, line("players", "hello")).await;
        let again = send(&server, &white, "l", &chat, line("players", "hello")).await;
        assert_eq!(said.text, again.text);
        assert_reused(&send(&server, &white, "l", &chat, line("players", "bye")).await);

        let premove = |line: Value| {
            let path = format!("/matches/{id}/premove");
            let request = black.sign(server.request(Method::PUT, &path));
            let body = json!({"ply": 2, "line": line}).to_string();
            Answer::to(request.header("Idempotency-Key", "p").body(body))
        };
        let set = premove(json!("C6-B6")).await.json(StatusCode::OK);
        assert_eq!(premove(json!("C6-B6")).await.json(StatusCode::OK), set);
        assert_reused(&premove(json!("C6-C5")).await);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_reused_key_does_nothing_in_a_tournament() {
    on_every_server(async |server: TestServer| {
        let director = server.account("Percival").await;
        let stage = json!({"name": "all", "format": {"kind": "swiss", "rounds": 3}});
        let plan = |name: &str| {
            let time = json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0});
            json!({"plan": {"name": name, "variant": "camette", "time": time, "stages": [stage]}})
        };
        let made = send(&server, &director, "t", "/tournaments", plan("One")).await;
        let made = made.json(StatusCode::CREATED);
        let again = send(&server, &director, "t", "/tournaments", plan("One")).await;
        assert_eq!(again.json(StatusCode::CREATED), made);
        assert_reused(&send(&server, &director, "t", "/tournaments", plan("Two")).await);

        let path =
            |what: &str| format!("/tournaments/{}/{what}", made["tournament"].as_str().unwrap());
        let joined = send(&server, &director, "j", &path("join"), json!({})).await;
        let joined = joined.json(StatusCode::OK);
        let again = send(&server, &director, "j", &path("join"), json!({})).await;
        assert_eq!(again.json(StatusCode::OK), joined);
        assert_reused(&send(&server, &director, "j", &path("withdraw"), json!({})).await);
        let cancel = json!({"do": "cancel"});
        assert_reused(&send(&server, &director, "j", &path("actions"), cancel).await);
        server.shutdown().await;
    })
    .await;
}
