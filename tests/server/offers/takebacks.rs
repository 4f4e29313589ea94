//! Takebacks and added time.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{TestMatch, say};
use crate::programs::{Lines, NDJSON};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

#[tokio::test]
async fn a_takeback_is_requested_accepted_and_seen_by_everybody() {
    on_every_server(|server| async move {
        let mut table = TestMatch::two(&server).await;
        let before = table.look(&server).await;
        table.refused(0, "takeback", say("offer"), "too_soon").await;
        table.refused(1, "takeback", say("accept"), "forbidden").await;
        table.refused(1, "takeback", say("perhaps"), "bad_field").await;
        table.play(0, 1, "C2-B2").await;
        table.play(1, 2, "C6-B6").await;

        let answer = table.twice(&server, 0, "takeback", say("offer")).await;
        assert_eq!((&answer["t"], &answer["seat"]), (&json!("ok"), &json!("W")));
        let offer = table.event("offer").await;
        assert_eq!((&offer["seat"], &offer["offer"]), (&json!("W"), &json!("takeback")));
        let standing = json!([{"seat": "W", "offer": "takeback"}]);
        assert_eq!(table.look(&server).await["offers"], standing);
        table.ok(1, "takeback", say("decline")).await;
        let declined = table.event("offer_ended").await;
        assert_eq!(
            (&declined["offer"], &declined["how"]),
            (&json!("takeback"), &json!("declined"))
        );

        table.ok(0, "draw", say("offer")).await;
        table.ok(0, "takeback", say("offer")).await;
        let answer = table.twice(&server, 1, "takeback", say("accept")).await;
        assert_eq!(answer["t"], "ok", "{answer}");
        let took_back = table.event("took_back").await;
        assert_eq!((&took_back["ply"], &took_back["position"]), (&json!(0), &before["position"]));
        assert_eq!(took_back["clock"]["left_ms"], before["clock"]["left_ms"]);
        assert!(took_back["clock"]["start_ms"].is_u64(), "a start timer: {took_back}");
        assert_eq!(took_back["legal"], before["legal"]);
        let view = table.look(&server).await;
        assert_eq!((&view["ply"], &view["moves"]), (&json!(0), &json!([])));
        assert_eq!((&view["offers"], &view["legal"]), (&json!([]), &before["legal"]));

        // Plies are numbered as before the takeback.
        table.refused(0, "move", json!({"ply": 3, "move": "C2-B2"}), "stale_ply").await;
        table.play(0, 1, "C2-D2").await;
        table.play(1, 2, "C6-D6").await;
        let position = async |ply| server.get(&table.path(&format!("/position?ply={ply}"))).await;
        assert_eq!(position(1).await.json(StatusCode::OK)["move"], "C2-D2");
        position(3).await.bad_field("ply");
        let record = server.get(&table.path("/record")).await.text;
        assert!(record.contains("1. C2-D2 ") && !record.contains("C2-B2"), "{record}");
        let sound = server.request(Method::POST, "/rules/record").body(record);
        assert_eq!(Answer::to(sound).await.json(StatusCode::OK)["sound"], true);

        table.ok(0, "resign", json!({})).await;
        table.refused(0, "takeback", say("offer"), "match_over").await;
        let list = server.get("/matches?limit=1").await.json(StatusCode::OK);
        assert_eq!(list["items"][0]["plies"], 2, "plies that were taken back do not count");
        let games = server.get("/records").await.text;
        assert!(games.contains("1. C2-D2 "), "{games}");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn player_events_say_whose_turn_it_is_after_a_takeback() {
    on_every_server(async |server: TestServer| {
        let (white, black) = (server.guest().await, server.guest().await);
        let mut turns = Lines::open(&server, &white, "/me/events?legal=true", NDJSON).await;
        turns.expect("ready").await;
        let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
        turns.expect("started").await;
        let first = turns.expect("turn").await;
        server.play(&white, &id, 1, "C2-B2").await;
        let takeback = format!("/matches/{id}/takeback");
        let ask = async |player: &TestPlayer, word| {
            server.post_as(player, &takeback, say(word)).await.json(StatusCode::OK)
        };
        assert_eq!(ask(&white, "offer").await, json!({"match": id, "v": 6, "seat": "W"}));
        ask(&black, "accept").await;
        let again = turns.expect("turn").await;
        assert_eq!((&again["next_ply"], &again["legal"]), (&json!(1), &first["legal"]));
        let events = server.get(&format!("/matches/{id}/events?since=6")).await;
        let kinds = |list: &Value| {
            let kind = |event: &Value| event["t"].as_str().unwrap().to_owned();
            list["items"].as_array().unwrap().iter().map(kind).collect::<Vec<String>>()
        };
        assert_eq!(kinds(&events.json(StatusCode::OK)), ["offer", "took_back"]);
        drop(turns);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn in_games_for_four_both_opponents_must_accept_a_takeback() {
    on_every_server(|server| async move {
        let mut table = TestMatch::four(&server).await;
        let start = table.look(&server).await;
        for (by, ply) in [(0, 1), (1, 2)] {
            let legal = table.look(&server).await["legal"][0].clone();
            table.play(by, ply, legal.as_str().unwrap()).await;
        }
        table.ok(0, "takeback", say("offer")).await;
        table.refused(2, "takeback", say("accept"), "forbidden").await;
        table.ok(3, "takeback", say("accept")).await;
        let standing =
            json!([{"seat": "R", "offer": "takeback"}, {"seat": "Y", "offer": "takeback"}]);
        assert_eq!(table.look(&server).await["offers"], standing);
        table.ok(1, "takeback", say("accept")).await;
        let took_back = table.event("took_back").await;
        assert_eq!((&took_back["ply"], &took_back["position"]), (&json!(0), &start["position"]));
        assert_eq!(took_back["clock"]["running"], "R");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_takeback_survives_a_restart() {
    crate::databases::on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let mut table = TestMatch::two(&server).await;
        table.play(0, 1, "C2-B2").await;
        table.play(1, 2, "C6-B6").await;
        table.ok(1, "takeback", say("offer")).await;
        table.ok(0, "takeback", say("accept")).await;
        let took_back = table.event("took_back").await;
        let before = table.look(&server).await;
        drop(table.players);
        server.shutdown().await;
        let server = TestServer::start(&database).await;
        let id = table.id.as_str().unwrap();
        let after = server.get(&format!("/matches/{id}?legal=true")).await.json(StatusCode::OK);
        for same in ["position", "ply", "moves", "legal"] {
            assert_eq!(after[same], before[same]);
        }
        assert_eq!(after["clock"]["left_ms"], took_back["clock"]["left_ms"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn added_time_goes_to_every_opponent() {
    on_every_server(|server| async move {
        let mut two = TestMatch::two(&server).await;
        let answer = two.twice(&server, 1, "add_time", json!({})).await;
        assert_eq!((&answer["t"], &answer["seat"]), (&json!("ok"), &json!("B")));
        let added = two.event("time_added").await;
        assert_eq!((&added["seat"], &added["ms"]), (&json!("W"), &json!(15_000)));
        assert_eq!(added["clock"]["left_ms"], json!({"W": 255_000, "B": 240_000}));
        for ms in [999, 600_001] {
            let refused = two.refused(1, "add_time", json!({"ms": ms}), "bad_field").await;
            assert_eq!(refused["field"], "ms");
        }
        two.ok(0, "resign", json!({})).await;
        two.refused(0, "add_time", json!({}), "match_over").await;

        let mut four = TestMatch::four(&server).await;
        four.ok(2, "add_time", json!({"ms": 1_000})).await;
        assert_eq!(four.event("time_added").await["seat"], "G");
        let last = four.event("time_added").await;
        let left = json!({"R": 240_000, "G": 241_000, "B": 240_000, "Y": 241_000});
        assert_eq!((&last["seat"], &last["clock"]["left_ms"]), (&json!("Y"), &left));

        for time in [json!({"kind": "unlimited"}), json!({"kind": "correspondence", "days": 2})] {
            let create = json!({"variant": "camette", "time": time});
            let mut slow = TestMatch::new(&server, "WB", create).await;
            slow.refused(0, "add_time", json!({}), "forbidden").await;
        }
        let (white, black) = (server.guest().await, server.guest().await);
        let time = json!({"kind": "byoyomi", "initial_ms": 0, "period_ms": 30_000, "periods": 3});
        let wish = json!({"variant": "camette", "time": time});
        let id = server.start_match(&white, &black, wish).await;
        let path = format!("/matches/{id}/add-time");
        server.post_as(&server.guest().await, &path, json!({})).await.problem(403, "forbidden");
        server.post_as(&black, &path, json!({"ms": 20_000})).await.json(StatusCode::OK);
        let clock = &server.get(&format!("/matches/{id}")).await.json(StatusCode::OK)["clock"];
        assert_eq!(clock["left_ms"], json!({"W": 50_000, "B": 30_000}));
        assert_eq!(clock["periods_left"], json!({"W": 2, "B": 2}));
        server.shutdown().await;
    })
    .await;
}
