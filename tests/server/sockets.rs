//! WebSocket conversations: refusals and the state after them.

use chivalry::http::HttpOptions;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Client, Gone};
use crate::databases::on_every_database;
use crate::support::{TestServer, on_every_server};

/// Two guests who play and watch a Camette match.
async fn two_at_camette(server: &TestServer) -> (Client, Client, Value) {
    let mut white = Client::guest(server.url()).await;
    let mut black = Client::guest(server.url()).await;
    let create = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}});
    let id = white.ok(create).await["match"].clone();
    black.ok(json!({"t": "join", "match": id})).await;
    for player in [&mut white, &mut black] {
        player.ok(json!({"t": "watch", "match": id})).await;
        player.next_of("snapshot").await.unwrap();
    }
    (white, black, id)
}

fn a_move(id: &Value, ply: u32, text: &str) -> Value {
    json!({"t": "move", "match": id, "ply": ply, "move": text})
}

#[tokio::test]
async fn a_request_without_an_upgrade_is_refused() {
    on_every_server(|server| async move {
        server.get("/ws").await.problem(400, "bad_frame");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_token_is_accepted_as_a_subprotocol_and_never_echoed() {
    on_every_server(|server| async move {
        let selected = |headers: &HeaderMap| headers["sec-websocket-protocol"].clone();
        let guest = server.guest().await;
        let offered = format!("chivalry.v1, token.{}", guest.token);
        let connected = Client::with_subprotocols(server.url(), &offered).await;
        let (mut client, response) = connected.unwrap();
        assert_eq!(client.hello["player"]["id"], guest.id);
        client.ok(json!({"t": "create", "variant": "cam"})).await;
        assert_eq!(selected(response.headers()), "chivalry.v1");
        assert!(!format!("{response:?}").contains(&guest.token), "{response:?}");

        let (client, response) =
            Client::with_subprotocols(server.url(), "chivalry.v1").await.unwrap();
        assert_eq!(selected(response.headers()), "chivalry.v1");
        assert!(client.hello["token"].is_string(), "a new guest");
        let unknown = Client::with_subprotocols(server.url(), "chivalry.v1, token.nobodys").await;
        let (client, _) = unknown.unwrap();
        assert_eq!(client.hello["player"], Value::Null);
        assert_eq!(client.kept_of(&["err"])[0]["code"], "unauthorized");
        // The query remains for existing clients.
        let client = Client::connect(server.url(), Some(&guest.token)).await.unwrap();
        assert_eq!(client.hello["player"]["id"], guest.id);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn every_refusal_follows_the_protocol_and_keeps_the_connection_open() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(&server).await;

        black.refused(a_move(&id, 1, "C6-B6"), "not_your_turn").await;

        let stale = white.refused(a_move(&id, 2, "C2-B2"), "stale_ply").await;
        assert!(stale["detail"].as_str().unwrap().contains("the next ply is 1"));
        let snapshot = white.next_of("snapshot").await.unwrap();
        assert_eq!((&snapshot["match"], &snapshot["ply"]), (&id, &json!(0)));

        let illegal = white.refused(a_move(&id, 1, "C2-C1"), "illegal_move").await;
        assert_eq!(illegal["rule"], "own_castle");
        assert_eq!((&illegal["section"], illegal.get("legal")), (&json!("4.1"), None));
        let mut asking = a_move(&id, 1, "C2-C1");
        asking["legal"] = json!(true);
        let illegal = white.refused(asking, "illegal_move").await;
        assert_eq!(illegal["legal"].as_array().unwrap().len(), 22);

        let unknown = json!("00000000-0000-7000-8000-000000000000");
        for t in ["watch", "resign", "join"] {
            white.refused(json!({"t": t, "match": unknown}), "not_found").await;
        }
        white.refused(a_move(&unknown, 1, "C2-B2"), "not_found").await;

        for text in ["{", "[1]", "\"t\"", "{\"t\":\"ping\"} x"] {
            white.send(Message::text(text)).await.unwrap();
            let err = white.next_of("err").await.unwrap();
            assert_eq!((&err["code"], err.get("re")), (&json!("bad_frame"), None), "{text}");
        }
        white.refused(json!({"t": "dance"}), "unknown_type").await;
        let fault = white.refused(json!({"t": "resign"}), "bad_field").await;
        assert_eq!(fault["field"], "match");
        let fault = white.refused(a_move(&id, 1, "C2"), "bad_field").await;
        assert_eq!(fault["field"], "move");

        let mut third = Client::guest(server.url()).await;
        third.refused(json!({"t": "join", "match": id}), "seat_taken").await;
        third.refused(json!({"t": "join", "match": id, "seat": "B"}), "seat_taken").await;
        black.refused(json!({"t": "join", "match": id}), "seat_taken").await;
        third.refused(a_move(&id, 1, "C2-B2"), "forbidden").await;
        third.refused(json!({"t": "resign", "match": id}), "forbidden").await;
        white.refused(json!({"t": "draw", "match": id, "say": "accept"}), "forbidden").await;

        white.ok(a_move(&id, 1, "C2-B2")).await;
        white.refused(a_move(&id, 2, "B2-C2"), "not_your_turn").await;
        black.ok(a_move(&id, 2, "C6-B6")).await;
        white.refused(json!({"t": "abort", "match": id}), "too_late").await;
        white.ok(json!({"t": "resign", "match": id})).await;
        black.refused(a_move(&id, 3, "C2-B2"), "match_over").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_unknown_token_is_refused_but_may_watch() {
    on_every_server(|server| async move {
        let (mut white, _black, id) = two_at_camette(&server).await;
        let mut nobody = Client::connect(server.url(), Some("guess")).await.unwrap();
        assert_eq!(nobody.hello["player"], Value::Null);
        assert_eq!(nobody.next_of("err").await.unwrap()["code"], "unauthorized");
        nobody.ok(json!({"t": "watch", "match": id})).await;
        nobody.refused(a_move(&id, 1, "C2-B2"), "unauthorized").await;
        nobody.refused(json!({"t": "create", "variant": "cam"}), "unauthorized").await;
        white.ok(a_move(&id, 1, "C2-B2")).await;
        assert_eq!(nobody.next_of("moved").await.unwrap()["move"], "C2-B2");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_token_restores_the_player() {
    on_every_server(|server| async move {
        let (white, _black, id) = two_at_camette(&server).await;
        let mut again = Client::connect(server.url(), Some(&white.token())).await.unwrap();
        assert_eq!(again.hello["player"], white.hello["player"]);
        assert_eq!(again.hello.get("token"), None);
        again.ok(a_move(&id, 1, "C2-B2")).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_oversized_frame_is_answered_and_closes_the_connection() {
    on_every_server(|server| async move {
        let mut client = Client::guest(server.url()).await;
        let limit = client.hello["limits"]["frame_bytes"].as_u64().unwrap() as usize;
        let padded = |length: usize| {
            let frame = r#"{"t":"ping","id":"1"}"#;
            frame.replace('}', &format!("{}}}", " ".repeat(length - frame.len())))
        };
        client.send(Message::text(padded(limit))).await.unwrap();
        client.next_of("pong").await.unwrap();
        client.send(Message::text(padded(1 << 20))).await.unwrap();
        assert_eq!(client.next_of("err").await.unwrap()["code"], "too_large");
        let Err(Gone(Some(close))) = client.next().await else { panic!("the connection closes") };
        assert_eq!(close.code, CloseCode::Size);

        let mut other = Client::guest(server.url()).await;
        other.send(Message::binary(vec![1, 2, 3])).await.unwrap();
        let Err(Gone(Some(close))) = other.next().await else { panic!("the connection closes") };
        assert_eq!(close.code, CloseCode::Unsupported);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn too_many_commands_are_refused_with_a_time_to_wait() {
    on_every_database(|database| async move {
        let options = HttpOptions { commands_per_second: 50, ..HttpOptions::local() };
        let server = TestServer::start_with(&database, options).await;
        let mut client = Client::guest(server.url()).await;
        assert_eq!(client.hello["limits"]["commands_per_second"], 50);
        let began = Instant::now();
        for _ in 0..200 {
            client.send(Message::text(r#"{"t":"ping"}"#)).await.unwrap();
        }
        let (mut answered, mut refused) = (0, 0);
        while answered + refused < 200 {
            let frame = client.next().await.expect("an answer to each");
            if frame["t"] == "pong" {
                answered += 1;
                continue;
            }
            assert_eq!(frame["code"], "rate_limited");
            let wait = frame["retry_after_ms"].as_u64().expect("a time to wait");
            assert!((1_000..2_000).contains(&wait), "{wait}");
            refused += 1;
        }
        // Each refusal delays the client by at least one second.
        let seconds = began.elapsed().as_secs();
        assert!(refused >= 1 && refused <= seconds + 1, "{refused} in {seconds} s");
        assert!(answered <= 50 * (seconds + 2), "{answered} in {seconds} s");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_repeated_command_has_the_same_answer_over_any_connection() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(&server).await;
        let first = white.ask_as("mine", a_move(&id, 1, "C2-B2")).await.unwrap();
        assert_eq!(first["t"], "ok");
        black.ok(a_move(&id, 2, "C6-B6")).await;
        let mut again = Client::connect(server.url(), Some(&white.token())).await.unwrap();
        assert_eq!(again.ask_as("mine", a_move(&id, 1, "C2-B2")).await.unwrap(), first);
        // Command ids are scoped to the player.
        let other = black.ask_as("mine", a_move(&id, 1, "C6-B6")).await.unwrap();
        assert_eq!(other["code"], "stale_ply");

        let refused = white.ask_as("no", a_move(&id, 3, "B2-B9")).await.unwrap();
        assert_eq!(refused["rule"], "off_board");
        assert_eq!(again.ask_as("no", a_move(&id, 3, "B2-B9")).await.unwrap(), refused);

        let create = json!({"t": "create", "variant": "cam", "seats": {"W": "me"}});
        let made = white.ask_as("new", create.clone()).await.unwrap();
        assert_eq!(again.ask_as("new", create).await.unwrap(), made);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_command_that_was_not_stored_can_be_repeated_with_its_id() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (mut white, mut black, id) = two_at_camette(&server).await;
        let table = if database.name == "sqlite" { "event_log" } else { "match_events" };
        database.execute(&format!("alter table {table} rename to elsewhere")).await;
        let refused = white.ask_as("mine", a_move(&id, 1, "C2-B2")).await.unwrap();
        assert_eq!((&refused["t"], &refused["code"]), (&json!("err"), &json!("unavailable")));
        assert!(refused["retry_after_ms"].as_u64().unwrap() > 0);
        database.execute(&format!("alter table elsewhere rename to {table}")).await;
        let done = white.ask_as("mine", a_move(&id, 1, "C2-B2")).await.unwrap();
        assert_eq!((&done["t"], &done["ply"]), (&json!("ok"), &json!(1)));
        let moved = black.next_of("moved").await.unwrap();
        assert_eq!((&moved["v"], &moved["move"]), (&done["v"], &json!("C2-B2")));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_watcher_resumes_from_any_version() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(&server).await;
        white.ok(a_move(&id, 1, "C2-B2")).await;
        black.ok(a_move(&id, 2, "C6-B6")).await;
        let mut live = vec![];
        for _ in 0..2 {
            live.push(white.next_of("moved").await.unwrap());
        }
        let last = live[1]["v"].as_u64().unwrap();
        for since in 0..=last {
            let mut watcher = Client::guest(server.url()).await;
            let watch = json!({"t": "watch", "match": id, "since": since});
            assert_eq!(watcher.ok(watch).await["v"], last);
            for v in since + 1..=last {
                let event = watcher.next().await.unwrap();
                assert_eq!(event["v"], v);
                if let Some(same) = live.iter().find(|frame| frame["v"] == v) {
                    assert_eq!(event, *same, "an event reads the same whenever it is read");
                }
            }
            let pong = watcher.ask(json!({"t": "ping"})).await.unwrap();
            assert_eq!(pong["t"], "pong", "nothing else was sent");
        }
        let mut ahead = Client::guest(server.url()).await;
        let beyond = json!({"t": "watch", "match": id, "since": last + 5});
        assert_eq!(ahead.refused(beyond, "bad_field").await["field"], "since");
        white.ok(json!({"t": "resign", "match": id})).await;
        let pong = ahead.ask(json!({"t": "ping"})).await.unwrap();
        assert_eq!(pong["t"], "pong", "a refused watch sends no events");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn draws_are_offered_declined_and_agreed() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(&server).await;
        let draw = |say: &str| json!({"t": "draw", "match": id, "say": say});
        white.ok(draw("offer")).await;
        let offer = black.next_of("offer").await.unwrap();
        assert_eq!((&offer["seat"], &offer["offer"]), (&json!("W"), &json!("draw")));
        black.ok(draw("decline")).await;
        assert_eq!(white.next_of("offer_ended").await.unwrap()["how"], "declined");
        white.ok(draw("offer")).await;
        white.ok(a_move(&id, 1, "C2-B2")).await;
        black.ok(draw("accept")).await;
        let ended = white.next_of("ended").await.unwrap();
        assert_eq!(
            (&ended["result"], &ended["termination"]),
            (&json!("1/2-1/2"), &json!("agreement"))
        );
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_clock_flags_after_its_player_disconnected() {
    on_every_server(|server| async move {
        let mut white = Client::guest(server.url()).await;
        let mut black = Client::guest(server.url()).await;
        let time = json!({"kind": "fischer", "initial_ms": 40, "increment_ms": 0});
        let create =
            json!({"t": "create", "variant": "camette", "time": time, "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].clone();
        black.ok(json!({"t": "watch", "match": id})).await;
        black.ok(json!({"t": "join", "match": id})).await;
        // Clocks start with the second moves. Start timers cover the first moves.
        white.ok(a_move(&id, 1, "C2-B2")).await;
        drop(white);
        black.ok(a_move(&id, 2, "C6-B6")).await;
        let ended = black.next_of("ended").await.unwrap();
        assert_eq!((&ended["result"], &ended["termination"]), (&json!("0-1"), &json!("time")));
        assert_eq!(ended["clock"]["left_ms"], json!({"W": 0, "B": 40}));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_shutdown_sends_bye_and_pauses_the_clocks() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let mut white = Client::guest(server.url()).await;
        let mut black = Client::guest(server.url()).await;
        let time = json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0});
        let create =
            json!({"t": "create", "variant": "camette", "time": time, "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].clone();
        black.ok(json!({"t": "join", "match": id})).await;
        black.ok(json!({"t": "watch", "match": id})).await;
        let token = white.token();
        server.drain();
        let bye = black.next_of("bye").await.unwrap();
        assert!(bye["retry_after_ms"].is_u64());
        let Err(Gone(Some(close))) = black.next_of("never").await else { panic!("it closes") };
        assert_eq!(close.code, CloseCode::Away);
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let mut white = Client::connect(server.url(), Some(&token)).await.unwrap();
        white.ok(json!({"t": "watch", "match": id, "since": 4})).await;
        let paused = white.next_of("paused").await.unwrap();
        let resumed = white.next_of("resumed").await.unwrap();
        assert_eq!(paused["clock"]["left_ms"], resumed["clock"]["left_ms"]);
        assert_eq!(resumed["clock"]["running"], "W");
        assert!(resumed["clock"]["start_ms"].as_u64().unwrap() <= 15_000);
        white.ok(a_move(&id, 1, "C2-B2")).await;
        server.shutdown().await;
    })
    .await;
}
