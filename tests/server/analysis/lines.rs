//! Several lines of a position, and threats.

use std::collections::HashSet;

use chivalry::http::HttpOptions;
use chivalry::live::compute::tables::TableOptions;
use chivalry_rules::{Position, Variant};
use serde_json::{Value, json};

use super::{NEARLY_WON, SSE, asked, check_line, small_tables, told};
use crate::client::Client;
use crate::databases::on_every_database;
use crate::programs::streams::NDJSON;
use crate::support::{TestServer, on_every_server, unlimited};

const PATH: &str = "/analysis/position";

/// White to move; Black is one step from the castle.
const THREATENED: &str = "1/3/5/w4/4b/2b/1 w 0,0 0 1";

/// White has to capture.
const CAPTURE: &str = "1/3/5/1wb2/4b/3/1 w 0,0 0 1";

fn lines(position: Option<&str>, lines: usize) -> Value {
    let mut body = asked(position);
    body["nodes"] = json!(8_000);
    body["lines"] = json!(lines);
    body
}

fn threat(position: &str) -> Value {
    let mut body = asked(Some(position));
    body["threat"] = json!(true);
    body
}

/// Asserts that an answer has `count` lines: legal, distinct, sorted, and the best one first.
fn check_lines(position: &str, said: &Value, count: usize) {
    let lines = said["lines"].as_array().unwrap();
    assert_eq!(lines.len(), count, "{said}");
    for field in ["score", "chances", "line"] {
        assert_eq!(lines[0][field], said[field], "{said}");
    }
    assert!(lines.is_sorted_by(|a, b| a["chances"].as_f64() >= b["chances"].as_f64()), "{said}");
    let first: HashSet<&str> = lines.iter().map(|it| it["line"][0].as_str().unwrap()).collect();
    assert_eq!(first.len(), count, "{said}");
    for line in lines {
        check_line(position, &line["line"]);
    }
}

#[tokio::test]
async fn several_lines_are_sorted_and_never_answered_by_a_stored_line() {
    on_every_server(async |server: TestServer| {
        let player = server.guest().await;
        let start = Position::start(Variant::named("camette").unwrap()).to_string();
        let one = told(&server, &player, PATH, &lines(None, 1), NDJSON).await;
        assert!(one.iter().all(|said| said.get("lines").is_none()), "{one:?}");
        assert_eq!(server.analysts().searches(), 1);

        let three = told(&server, &player, PATH, &lines(None, 3), NDJSON).await;
        let (last, before) = three.split_last().unwrap();
        assert_eq!((&last["done"], server.analysts().searches()), (&json!(true), 2));
        assert!(!before.is_empty());
        for said in &three {
            check_lines(&start, said, 3);
        }
        // The first line at a depth is that of an analysis with one line.
        for said in &three {
            let equal = one.iter().find(|it| it["depth"] == said["depth"]);
            let Some(equal) = equal.filter(|it| it["done"] != true) else { continue };
            assert_eq!((&equal["score"], &equal["line"]), (&said["score"], &said["line"]));
        }

        // Several lines share their nodes, so they are not stored.
        let again = told(&server, &player, PATH, &lines(None, 1), SSE).await;
        assert_eq!((again.last(), server.analysts().searches()), (one.last(), 2));
        let five = told(&server, &player, PATH, &lines(None, 5), SSE).await;
        assert_eq!(server.analysts().searches(), 3);
        check_lines(&start, five.last().unwrap(), 5);

        let mut socket = Client::connect(server.url(), Some(&player.token)).await.unwrap();
        let mut frame = lines(None, 2);
        frame["t"] = json!("analyse");
        socket.ok(frame.clone()).await;
        let done = socket.next_where(|frame| frame["done"] == true).await.unwrap();
        check_lines(&start, &done, 2);
        for wrong in [json!(0), json!(6), json!("two")] {
            frame["lines"] = wrong.clone();
            assert_eq!(socket.refused(frame.clone(), "bad_field").await["field"], "lines");
            let body = json!({"variant": "camette", "lines": wrong});
            server.post_as(&player, PATH, body).await.bad_field("lines");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_threat_is_what_the_opponent_plays_after_a_pass() {
    on_every_server(async |server: TestServer| {
        let player = server.guest().await;
        let said = told(&server, &player, PATH, &threat(THREATENED), NDJSON).await;
        let last = said.last().unwrap();
        assert_eq!((&last["score"], &last["chances"]), (&json!({"win": 1}), &json!(1.0)));
        let passed = THREATENED.replace(" w ", " b ");
        check_line(&passed, &last["line"]);
        // The answer is that of the position after the pass, and is stored for it.
        let searches = server.analysts().searches();
        let after = told(&server, &player, PATH, &asked(Some(&passed)), NDJSON).await;
        assert_eq!((after.last(), server.analysts().searches()), (Some(last), searches));

        let mut socket = Client::connect(server.url(), Some(&player.token)).await.unwrap();
        let frame = |position| {
            let mut frame = threat(position);
            frame["t"] = json!("analyse");
            frame
        };
        socket.ok(frame(THREATENED)).await;
        let done = socket.next_where(|frame| frame["done"] == true).await.unwrap();
        assert_eq!(done["line"], last["line"]);

        // A seat that must capture cannot pass.
        let refused = socket.refused(frame(CAPTURE), "bad_field").await;
        assert_eq!(
            (&refused["field"], &refused["reason"]),
            (&json!("threat"), &json!("no_threat"))
        );
        let refused = server.post_as(&player, PATH, threat(CAPTURE)).await;
        assert_eq!(refused.problem(422, "bad_field")["reason"], "no_threat");
        let mut wrong = frame(THREATENED);
        wrong["threat"] = json!("yes");
        assert_eq!(socket.refused(wrong, "bad_field").await["field"], "threat");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_threat_in_a_running_match_is_refused_to_its_players() {
    on_every_server(async |server: TestServer| {
        let (white, black) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "camette", "position": THREATENED});
        server.start_match(&white, &black, wish).await;
        for player in [&white, &black] {
            let refused = server.post_as(player, PATH, threat(THREATENED)).await;
            refused.problem(403, "forbidden");
            let refused = server.post_as(player, PATH, lines(Some(THREATENED), 3)).await;
            refused.problem(403, "forbidden");
        }
        let third = server.guest().await;
        assert!(!told(&server, &third, PATH, &threat(THREATENED), NDJSON).await.is_empty());
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn several_lines_by_tables_are_the_best_exact_moves() {
    on_every_database(|database| async move {
        let folder = small_tables();
        let tables = TableOptions { tables: Some(folder.path().to_owned()) };
        let options = HttpOptions { tables, ..unlimited() };
        let server = TestServer::start_with(&database, options).await;
        let player = server.guest().await;
        let said = told(&server, &player, PATH, &lines(Some(NEARLY_WON), 3), NDJSON).await;
        let [exact] = &said[..] else { panic!("one answer: {said:?}") };
        check_lines(NEARLY_WON, exact, 3);
        let moves = exact["exact"].as_array().unwrap();
        for (line, exact) in exact["lines"].as_array().unwrap().iter().zip(moves) {
            let plies = exact["plies"].as_u64();
            let score = match exact["result"].as_str().unwrap() {
                "win" => json!({"win": plies.unwrap().div_ceil(2)}),
                "loss" => json!({"loss": plies.unwrap() / 2}),
                _ => json!({"hundredths": 0}),
            };
            assert_eq!(line["score"], score, "{line} {exact}");
            if let Some(plies) = plies {
                assert_eq!(line["line"].as_array().unwrap().len() as u64, plies);
            }
        }
        server.shutdown().await;
    })
    .await;
}
