//! Tournaments whose games do not start from the usual array.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{TestTournament, swiss};
use crate::support::{TestServer, on_every_server};

const ENDGAME: &str = "1/3/2w2/4b/2b2/1w1/1 w 0,0 0 1";

#[tokio::test]
async fn every_game_starts_from_the_position_of_the_plan() {
    on_every_server(async |server: TestServer| {
        let mut thematic = swiss(1);
        thematic["position"] = json!(ENDGAME);
        let event = TestTournament::with_entrants(server, thematic, 2).await;
        assert_eq!(event.view("").await["plan"]["position"], ENDGAME);
        event.start().await;
        event.begin_round().await;
        let game = first_match(&event).await;
        let view = event.server.get(&game).await.json(StatusCode::OK);
        assert_eq!((&view["start"], &view["position"]), (&json!(ENDGAME), &json!(ENDGAME)));
        assert_eq!(view["handicap"], Value::Null);
        assert!(view["tournament"].is_object());
        event.resign_all(1).await;
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn handicap_games_record_the_handicap_and_are_not_rated() {
    on_every_server(async |server: TestServer| {
        let director = server.guest().await;
        for (change, field) in [
            (json!({"position": "1/2 w"}), "plan.position"),
            (json!({"position": "1/1B1/5/5/1www1/3/1 w 0,0"}), "plan.rated"),
            (json!({"handicap": ["A4"]}), "plan.handicap"),
            (json!({"handicap": ["C2"], "position": ENDGAME}), "plan.handicap"),
            (json!({"handicap": ["C2"]}), "plan.rated"),
        ] {
            let mut plan = swiss(1);
            plan["rated"] = json!(true);
            for (key, value) in change.as_object().unwrap() {
                plan[key] = value.clone();
            }
            server.post_as(&director, "/tournaments", json!({"plan": plan})).await.bad_field(field);
        }
        let mut handicap = swiss(1);
        handicap["handicap"] = json!(["C6"]);
        let event = TestTournament::with_entrants(server, handicap, 2).await;
        let plan = event.view("").await["plan"].clone();
        assert_eq!((&plan["handicap"], &plan["position"]), (&json!(["C6"]), &Value::Null));
        event.start().await;
        event.begin_round().await;
        let game = first_match(&event).await;
        let record = event.server.get(&format!("{game}/record")).await.text;
        assert!(record.contains("[Handicap \"B: C6\"]"), "{record}");
        event.resign_all(1).await;
        event.server.shutdown().await;
    })
    .await;
}

/// The path of the first match of the first round.
async fn first_match(event: &TestTournament) -> String {
    let pairings = event.with_games(1, 1).await;
    let game = &pairings[0]["games"][0];
    format!("/matches/{}", game["match"].as_str().unwrap_or_else(|| panic!("{game}")))
}
