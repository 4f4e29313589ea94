//! `POST /matches` for games that continue from the middle of another game.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::support::{TestServer, on_every_server};

use super::{NEARLY_WON, match_view, won};

/// Both pieces move away and return. After two rounds the position has occurred three
/// times.
const ROUND: [&str; 4] = ["C5-C4", "E4-E3", "C4-C5", "E3-E4"];

fn record(moves: &[&str]) -> String {
    format!("[Variant \"camette\"]\n[Position \"{NEARLY_WON}\"]\n\n{} *\n", moves.join(" "))
}

#[tokio::test]
async fn a_match_continues_from_a_ply_of_a_record_or_a_match() {
    on_every_server(async |server: TestServer| {
        let [white, black] = [server.guest().await, server.guest().await];
        let wish = json!({"record": record(&ROUND), "ply": 2});
        let id = server.start_match(&white, &black, wish).await;
        let view = match_view(&server, &id).await;
        assert_eq!((&view["ply"], &view["moves"]), (&json!(0), &json!([])));
        assert_eq!(view["start"], "1/3/5/2w2/4b/3/1 w 0,0 2 2");
        server.play(&white, &id, 1, "C4-C5").await;

        let from = json!({"from": {"match": id, "ply": 1}});
        let next = server.post_as(&black, "/matches", from).await.json(StatusCode::CREATED);
        let view = match_view(&server, next["match"].as_str().unwrap()).await;
        assert_eq!(
            (&view["start"], &view["variant"]),
            (&json!("1/3/2w2/5/4b/3/1 b 0,0 3 2"), &json!("camette"))
        );
        let mut client = Client::connect(server.url(), Some(&white.token)).await.unwrap();
        let made = client.ok(json!({"t": "create", "from": {"match": id}})).await;
        let over_socket = match_view(&server, made["match"].as_str().unwrap()).await;
        assert_eq!(over_socket["start"], view["start"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn repetitions_before_the_continued_match_count() {
    on_every_server(async |server: TestServer| {
        let [white, black] = [server.guest().await, server.guest().await];
        // The first round is part of the record, and the second is played in the match.
        for (wish, is_drawn) in [
            (json!({"record": record(&ROUND)}), true),
            (json!({"variant": "camette", "position": NEARLY_WON}), false),
        ] {
            let id = server.start_match(&white, &black, wish).await;
            for (ply, text) in (1..).zip(ROUND) {
                let player = if ply % 2 == 1 { &white } else { &black };
                server.play(player, &id, ply, text).await;
            }
            let view = match_view(&server, &id).await;
            let termination = if is_drawn { json!("repetition") } else { Value::Null };
            assert_eq!(view["termination"], termination);
            if is_drawn {
                // The exported record is sound and can be imported.
                let text = server.get(&format!("/matches/{id}/record")).await.text;
                let query = json!({"record": text, "ply": 1});
                server.post_as(&white, "/matches", query).await.json(StatusCode::CREATED);
            }
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_invalid_continuation_names_the_faulty_field() {
    on_every_server(async |server: TestServer| {
        let (over, [white, _]) = won(&server).await;
        let unknown = "01990000-0000-7000-8000-000000000000";
        for (wish, field) in [
            (json!({"variant": "camette", "record": "", "position": NEARLY_WON}), "record"),
            (json!({"from": {"match": over}, "position": NEARLY_WON}), "from"),
            (json!({"from": {"match": over}}), "from.ply"),
            (json!({"from": {"match": over, "ply": 9}}), "from.ply"),
            (json!({"from": {"match": unknown}}), "from.match"),
            (json!({"from": {"ply": 1}}), "from.match"),
            (json!({"from": {"match": over, "ply": 1}, "variant": "cam"}), "variant"),
            (json!({"from": {"match": over, "ply": 1}, "rated": true}), "rated"),
            (json!({"variant": "camette", "ply": 1}), "ply"),
            (json!({"record": "1. C2-B2 *"}), "record"),
        ] {
            server.post_as(&white, "/matches", wish).await.bad_field(field);
        }
        let illegal = json!({"record": record(&["C5-C4", "E4-F4"])});
        let refused = server.post_as(&white, "/matches", illegal).await.problem(422, "bad_field");
        assert_eq!((&refused["field"], &refused["rule"]), (&json!("record"), &json!("off_board")));
        server.shutdown().await;
    })
    .await;
}
