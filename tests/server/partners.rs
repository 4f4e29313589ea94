//! Partners who play on after the other resigned or ran out of time (`rules.md 6.4`).

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::offers::TestMatch;
use crate::support::{Answer, TestServer, on_every_server};

async fn four(server: &TestServer, time: Value) -> TestMatch {
    let create = json!({"variant": "grand-cam", "time": time,
                        "options": {"partner_plays_on": true}});
    TestMatch::new(server, "RGBY", create).await
}

async fn move_on(server: &TestServer, table: &mut TestMatch, by: usize) {
    let view = table.look(server).await;
    let text = view["legal"][0].as_str().unwrap().to_owned();
    let ply = view["ply"].as_u64().unwrap() as u32 + 1;
    table.play(by, ply, &text).await;
}

#[tokio::test]
async fn a_seat_that_resigns_is_out_and_the_record_says_so() {
    on_every_server(|server| async move {
        let mut table = four(&server, json!({"kind": "unlimited"})).await;
        let view = table.look(&server).await;
        assert_eq!(view["options"], json!({"partner_plays_on": true}));
        for by in 0..4 {
            move_on(&server, &mut table, by).await;
            table.event("moved").await;
        }
        let resigned = table.twice(&server, 1, "resign", json!({})).await;
        assert_eq!((&resigned["t"], &resigned["seat"]), (&json!("ok"), &json!("G")));
        let out = table.event("seat_out").await;
        assert_eq!((&out["seat"], &out["how"]), (&json!("G"), &json!("resignation")));
        let view = table.look(&server).await;
        assert_eq!(
            (&view["status"], &view["seats"]["G"]["out"]),
            (&json!("playing"), &json!("resignation"))
        );
        assert_eq!(view["seats"]["Y"].get("out"), None);
        move_on(&server, &mut table, 0).await;
        assert_eq!(table.event("moved").await["legal"], json!([]), "Green passes at once");
        let pass = table.event("moved").await;
        assert_eq!(
            (&pass["move"], &pass["seat"], &pass["ply"]),
            (&json!("pass"), &json!("G"), &json!(6))
        );
        table.refused(1, "resign", json!({}), "forbidden").await;
        table.refused(1, "draw", json!({"say": "offer"}), "forbidden").await;
        table.refused(1, "premove", json!({"ply": 10, "line": "G10-G9"}), "forbidden").await;
        move_on(&server, &mut table, 2).await;
        table.ok(3, "resign", json!({})).await;
        let ended = table.event("ended").await;
        assert_eq!(
            (&ended["result"], &ended["termination"]),
            (&json!("RB"), &json!("resignation"))
        );

        let record = server.get(&table.path("/record")).await.text;
        assert!(record.contains("{[%out G resignation]}"), "{record}");
        let read = server.request(Method::POST, "/rules/record").body(record.clone());
        let sound = Answer::to(read).await.json(StatusCode::OK);
        assert_eq!((&sound["sound"], &sound["plies"]), (&json!(true), &json!(7)));
        let without = record.replace("[%out G resignation]", "");
        let read = server.request(Method::POST, "/rules/record").body(without);
        let wrong = Answer::to(read).await.json(StatusCode::OK);
        assert_eq!((&wrong["fault"], &wrong["rule"]), (&json!("illegal_move"), &json!("pass")));

        // The imported record yields the same match with the seat out.
        let importer = server.guest().await;
        let request = importer.sign(server.request(Method::POST, "/records")).body(record.clone());
        let made = Answer::to(request).await.json(StatusCode::OK);
        let path = format!("/matches/{}", made["items"][0]["match"].as_str().unwrap());
        let copy = server.get(&path).await.json(StatusCode::OK);
        assert_eq!(
            (&copy["moves"], &copy["position"]),
            (&table.look(&server).await["moves"], &table.look(&server).await["position"])
        );
        assert_eq!(server.get(&format!("{path}/record")).await.text, record);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_seat_that_flags_is_out_and_the_match_is_lost_with_its_partner() {
    on_every_server(|server| async move {
        let time = json!({"kind": "fischer", "initial_ms": 60, "increment_ms": 0});
        let mut table = four(&server, time).await;
        for by in 0..4 {
            move_on(&server, &mut table, by).await;
        }
        // Without moves, Red flags, then Green, and then Blue. Blue's flag loses the match.
        for seat in ["R", "G"] {
            let out = table.event("seat_out").await;
            assert_eq!((&out["seat"], &out["how"]), (&json!(seat), &json!("time")));
            assert_eq!(out["clock"]["left_ms"][seat], 0);
        }
        let ended = table.event("ended").await;
        assert_eq!((&ended["result"], &ended["termination"]), (&json!("GY"), &json!("time")));
        let left = json!({"R": 0, "G": 0, "B": 0, "Y": 60});
        assert_eq!(ended["clock"]["left_ms"], left);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn only_games_for_four_have_partners_who_play_on() {
    on_every_server(|server| async move {
        let player = server.guest().await;
        let options = json!({"partner_plays_on": true});
        let two = json!({"variant": "camette", "options": options});
        server.post_as(&player, "/matches", two).await.bad_field("options.partner_plays_on");
        let odd = json!({"variant": "grand-cam", "options": {"partner_plays_on": 7}});
        server.post_as(&player, "/matches", odd).await.bad_field("options.partner_plays_on");

        // A rematch keeps the setting.
        let mut table = four(&server, json!({"kind": "unlimited"})).await;
        table.ok(0, "resign", json!({})).await;
        table.ok(2, "resign", json!({})).await;
        table.event("ended").await;
        table.ok(1, "rematch", json!({"say": "offer"})).await;
        table.ok(0, "rematch", json!({"say": "accept"})).await;
        table.ok(2, "rematch", json!({"say": "accept"})).await;
        let next = table.event("rematched").await["rematch"].clone();
        let path = format!("/matches/{}", next.as_str().unwrap());
        let next = server.get(&path).await.json(StatusCode::OK);
        assert_eq!(next["options"], json!({"partner_plays_on": true}));
        assert_eq!(next["seats"]["G"].get("out"), None);
        server.shutdown().await;
    })
    .await;
}
