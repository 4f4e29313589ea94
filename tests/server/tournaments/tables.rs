//! Standings with their calculations, cross-tables, and exports.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{TestTournament, plan, stage};
use crate::support::{Answer, TestServer, on_every_server};

#[tokio::test]
async fn a_swiss_and_its_games_are_exported_in_every_format() {
    on_every_server(async |server: TestServer| {
        let mut one = stage(json!({"kind": "swiss", "rounds": 3}));
        one["tie_breaks"] =
            json!([{"kind": "buchholz", "cut_lowest": 1}, {"kind": "captures_difference"}]);
        let event = TestTournament::with_entrants(server, plan(json!([one])), 5).await;
        event.start().await;
        for round in 1..=3 {
            event.begin_round().await;
            event.resign_all(round).await;
            if round == 1 {
                reports(&event).await;
            }
        }
        event.direct(json!({"do": "end"})).await;

        let standings = event.view("standings").await;
        let first = &standings["items"][0];
        assert_eq!(first["place"], 1);
        let working = &first["tie_breaks"][0];
        assert_eq!(working["tie_break"]["kind"], "buchholz");
        let terms = working["terms"].as_array().unwrap();
        assert_eq!(terms.len(), 3, "{working}");
        let kept = terms.iter().filter(|term| term["cut"] == false);
        let sum: f64 = kept.map(|term| term["amount"].as_f64().unwrap()).sum();
        assert_eq!(working["value"].as_f64(), Some(sum), "the terms are what it is made of");

        let table = event.view("crosstable").await;
        let rows = table["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 5);
        for (entrant, points) in event.points().await {
            let row = rows.iter().find(|row| row["entrant"] == entrant).unwrap();
            let outings = row["outings"].as_array().unwrap();
            let sum: f64 = outings.iter().map(|it| it["points"].as_f64().unwrap()).sum();
            assert!((sum - points).abs() < 0.01 && outings.len() == 3, "{row}");
        }
        let byes = rows.iter().flat_map(|row| row["outings"].as_array().unwrap());
        assert_eq!(byes.filter(|outing| outing["kind"] == "bye").count(), 3);
        event.get("bracket").await.problem(404, "not_found");
        event.get("standings?stage=1").await.problem(404, "not_found");
        event.get("standings?group=1").await.problem(404, "not_found");

        // Unchanged standings are answered by `304`.
        let etag = event.get("standings").await.header("etag").to_owned();
        let path = event.path("standings");
        let request = event.server.request(reqwest::Method::GET, &path);
        let again = Answer::to(request.header("If-None-Match", &etag)).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);

        // The input, version and seed of a pairing are public.
        let round = event.view("rounds/2").await;
        let drawing = &round["drawings"][0];
        assert_eq!(drawing["algorithm"], "fide-dutch-2026/1");
        assert!(drawing["seed"].as_str().unwrap().parse::<u64>().is_ok(), "{drawing}");
        assert_eq!(drawing["input"]["input"]["players"].as_array().unwrap().len(), 5);
        let why = event.view("rounds/2/why?entrant=1").await;
        assert!(!why["reasons"].as_array().unwrap().is_empty(), "{why}");

        let record = event.get("record").await.text;
        let games = record.matches("[Event \"Evening\"]").count();
        assert_eq!(games, 6, "{record}");
        for round in 1..=3 {
            assert_eq!(record.matches(&format!("[Round \"{round}\"]")).count(), 2, "{record}");
        }
        let listed = format!("/matches?tournament={}", event.id);
        let listed = event.server.get(&listed).await.json(StatusCode::OK);
        assert_eq!(listed["items"].as_array().unwrap().len(), 6);
        let id = listed["items"][0]["match"].as_str().unwrap();
        let game = event.server.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        assert_eq!(game["tournament"]["id"], event.id.as_str(), "{game}");
        assert_eq!(game["tournament"]["name"], "Evening");

        let export = event.view("export").await;
        assert_eq!(export["stages"][0]["standings"][0], standings["items"]);
        assert_eq!(export["events"].as_array().unwrap().len() as u64, export["about"]["v"]);
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn players_cannot_abort_a_tournament_game() {
    on_every_server(async |server: TestServer| {
        let mut one = stage(json!({"kind": "round_robin"}));
        one["series"] = json!({"best_of": 1, "decider": {"kind": "armageddon",
            "time": {"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0},
            "first_extra_ms": 30_000}});
        let event = TestTournament::with_entrants(server, plan(json!([one])), 2).await;
        event.start().await;
        event.begin_round().await;
        let pairing = event.with_games(1, 1).await.remove(0);
        let players = [event.player(&pairing["first"]), event.player(&pairing["second"])];
        let id = pairing["games"][0]["match"].as_str().unwrap();
        let ask = async |player, path: &str, body: Value| {
            event.server.post_as(player, &format!("/matches/{id}/{path}"), body).await
        };
        ask(players[0], "abort", json!({})).await.problem(403, "forbidden");
        ask(players[0], "takeback", json!({"say": "offer"})).await.problem(403, "forbidden");
        ask(players[0], "add-time", json!({"ms": 15_000})).await.problem(403, "forbidden");
        // The players may agree on a draw. A game with clock odds then decides.
        ask(players[0], "draw", json!({"say": "offer"})).await.json(StatusCode::OK);
        ask(players[1], "draw", json!({"say": "accept"})).await.json(StatusCode::OK);
        ask(players[1], "rematch", json!({"say": "offer"})).await.problem(403, "forbidden");
        let pairing = event.with_games(1, 2).await.remove(0);
        let last = pairing["games"][1].clone();
        assert_eq!(last["first"], pairing["second"], "sides change");
        let id = last["match"].as_str().unwrap();
        let game = event.server.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        assert_eq!(game["clock"]["left_ms"], json!({"W": 90_000, "B": 60_000}), "{game}");
        for (player, say) in [(players[0], "offer"), (players[1], "accept")] {
            let path = format!("/matches/{id}/draw");
            event.server.post_as(player, &path, json!({"say": say})).await.json(StatusCode::OK);
        }
        let pairing = until!(event, {
            let pairing = event.pairings(1).await.remove(0);
            (pairing["decided"] == true).then_some(pairing)
        });
        assert_eq!(pairing["winner"], pairing["first"], "a draw is enough for the second side");
        event.server.shutdown().await;
    })
    .await;
}

/// Exports the report of a first round and pairs the next round from it.
async fn reports(event: &TestTournament) {
    let report = event.get("report").await;
    assert_eq!(report.status, StatusCode::OK);
    assert_eq!(report.text.lines().filter(|line| line.starts_with("001 ")).count(), 5);
    let request = event.server.request(reqwest::Method::POST, "/tournaments/report");
    let next = Answer::to(request.body(report.text.clone())).await.json(StatusCode::OK);
    assert_eq!((&next["name"], &next["round"]), (&json!("Evening"), &json!(2)), "{next}");
    let bad = event.server.request(reqwest::Method::POST, "/tournaments/report");
    Answer::to(bad.body("001 what")).await.problem(422, "bad_frame");
}
