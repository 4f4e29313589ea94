//! Puzzles: mined from finished matches, served and attempted.

use std::process::{Command, Output};

use chivalry_engine::puzzles::Puzzle;
use chivalry_rules::{Position, Variant};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::databases::{Database, on_every_database};
use crate::support::{Answer, TestPlayer, TestServer};

/// Black wins in four moves, beginning with C5-D4 (`docs/engine.md`).
const PROBLEM: &str = "1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0 0 1";

/// A solution of two moves and the resulting position.
const SHORT: (&str, &str) = ("1/3/2w2/4b/5/3/1 w 0,0 0 1", "C5-C6 E4-E5 C6-C7");

/// Runs `chivalry puzzles mine` on a database.
fn mine(database: &Database, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chivalry"));
    command.args(["puzzles", "mine", "--nodes", "300000"]).args(more);
    command.env_remove("DATABASE_URL").arg("--data-dir").arg(&database.options.data_dir);
    if let Some(url) = &database.options.database_url {
        command.args(["--database-url", url]);
    }
    command.output().unwrap()
}

fn lines(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

async fn keep(database: &Database, position: &str, line: &str) -> String {
    let position = Position::read(position, Variant::named("camette").unwrap()).unwrap();
    let puzzle = Puzzle::parse(position, line).unwrap();
    let running = database.open().await;
    let now = chivalry_play::clock::Timestamp(1_000);
    assert!(running.store.puzzles().save(&puzzle, None, now).await.unwrap());
    assert!(!running.store.puzzles().save(&puzzle, None, now).await.unwrap());
    running.stop().await;
    puzzle.id().to_string()
}

async fn get_as(server: &TestServer, player: &TestPlayer, path: &str) -> Answer {
    Answer::to(player.sign(server.request(Method::GET, path))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_mined_from_a_match_is_solved_move_by_move() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "camette", "position": PROBLEM});
        let id = server.start_match(&white, &black, wish).await;
        // Mining ignores unfinished matches.
        assert_eq!(lines(&mine(&database, &[])), [""; 0]);
        server.get("/puzzles/next").await.problem(404, "not_found");
        server.play(&black, &id, 1, "C6-B6").await;
        let resign = format!("/matches/{id}/resign");
        server.post_as(&white, &resign, json!({})).await.json(StatusCode::OK);

        let mined = lines(&mine(&database, &["--variant", "camette"]));
        assert_eq!(mined.len(), 1, "{mined:?}");
        assert_eq!(lines(&mine(&database, &[])), [""; 0], "it is known");
        let puzzle = server.get("/puzzles/next").await.json(StatusCode::OK);
        let name = puzzle["puzzle"].as_str().unwrap();
        assert!(mined[0].starts_with(name), "{mined:?}");
        let expected = json!({"puzzle": name, "variant": "camette", "position": PROBLEM,
            "seat": "B", "moves": 4, "tried": 0, "solved": 0});
        assert_eq!(puzzle, expected);
        let path = format!("/puzzles/{name}");
        assert_eq!(get_as(&server, &white, &path).await.json(StatusCode::OK), expected);

        // Every correct move is answered. The first wrong move reveals the solution.
        let attempts = format!("{path}/attempts");
        let first = json!({"moves": ["C5-D4"]});
        let right = server.post_as(&white, &attempts, first.clone()).await.json(StatusCode::OK);
        assert_eq!((&right["verdict"], right.get("solution")), (&json!("right"), None));
        assert_eq!(right["replies"].as_array().unwrap().len(), 1);
        let wrong = json!({"moves": ["C6-B6"]});
        let wrong = server.post_as(&black, &attempts, wrong).await.json(StatusCode::OK);
        assert_eq!((&wrong["verdict"], &wrong["wrong"]), (&json!("wrong"), &json!(1)));
        assert_eq!((&wrong["match"], &wrong["ply"]), (&json!(id), &json!(0)));
        assert_eq!(wrong["counted"], true);
        let solution: Vec<&str> =
            wrong["solution"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        assert_eq!((solution.len(), solution[0]), (7, "C5-D4"));
        assert_eq!(right["replies"][0], solution[1]);

        let own: Vec<&str> = solution.iter().copied().step_by(2).collect();
        for found in 1..own.len() {
            let so_far = json!({"moves": own[..found]});
            let right = server.post_as(&white, &attempts, so_far).await.json(StatusCode::OK);
            assert_eq!(right["verdict"], "right");
        }
        assert_eq!(get_as(&server, &white, &path).await.json(StatusCode::OK).get("attempt"), None);
        let solved = json!({"moves": own});
        let told = server.post_as(&white, &attempts, solved.clone()).await.json(StatusCode::OK);
        assert_eq!((&told["verdict"], &told["counted"]), (&json!("solved"), &json!(true)));
        // The first attempt stands and is shown to its player only.
        let again = server.post_as(&black, &attempts, solved).await.json(StatusCode::OK);
        assert_eq!((&again["verdict"], &again["counted"]), (&json!("solved"), &json!(false)));
        let seen = get_as(&server, &black, &path).await.json(StatusCode::OK);
        assert_eq!((&seen["tried"], &seen["solved"]), (&json!(2), &json!(1)));
        assert_eq!((&seen["attempt"]["solved"], &seen["match"]), (&json!(false), &json!(id)));
        assert_eq!(seen["solution"], wrong["solution"]);
        let seen = server.get(&path).await.json(StatusCode::OK);
        assert_eq!((seen.get("solution"), seen.get("match")), (None, None));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_next_puzzle_is_one_that_was_not_tried() {
    on_every_database(|database| async move {
        let (short, line) = SHORT;
        let one = keep(&database, short, line).await;
        let other = keep(&database, "1/3/1w3/4b/5/3/1 w 0,0 0 1", "B5-C6 E4-E5 C6-C7").await;
        let server = TestServer::start(&database).await;
        let player = server.guest().await;
        let mut seen: Vec<String> = Vec::new();
        for _ in 0..2 {
            let next = get_as(&server, &player, "/puzzles/next?variant=camette&moves=2").await;
            let next = next.json(StatusCode::OK)["puzzle"].as_str().unwrap().to_owned();
            let attempts = format!("/puzzles/{next}/attempts");
            let told = server.post_as(&player, &attempts, json!({"give_up": true})).await;
            let told = told.json(StatusCode::OK);
            assert_eq!((&told["verdict"], told.get("wrong")), (&json!("wrong"), None));
            assert_eq!((told.get("match"), &told["counted"]), (None, &json!(true)));
            seen.push(next);
        }
        seen.sort();
        let mut both = [one, other];
        both.sort();
        assert_eq!(seen, both);
        get_as(&server, &player, "/puzzles/next").await.problem(404, "not_found");
        server.get("/puzzles/next").await.json(StatusCode::OK);
        server.get("/puzzles/next?variant=cam").await.problem(404, "not_found");
        server.get("/puzzles/next?moves=3").await.problem(404, "not_found");

        // The list is paged and contains no solutions.
        let first = server.get("/puzzles?limit=1").await.json(StatusCode::OK);
        let cursor = first["next"].as_str().unwrap();
        let second = server.get(&format!("/puzzles?limit=1&cursor={cursor}")).await;
        let second = second.json(StatusCode::OK);
        assert_eq!(second["next"], Value::Null);
        let listed = [&first["items"][0], &second["items"][0]];
        assert_eq!(listed.map(|item| item["puzzle"].as_str().unwrap()), both);
        for item in listed {
            assert_eq!((&item["tried"], item.get("solution")), (&json!(1), None));
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_invalid_attempt_is_refused_and_does_not_count() {
    on_every_database(|database| async move {
        let (position, line) = SHORT;
        let id = keep(&database, position, line).await;
        let server = TestServer::start(&database).await;
        let player = server.guest().await;
        let attempts = format!("/puzzles/{id}/attempts");
        server.post(&attempts, json!({"moves": ["C5-C6"]})).await.problem(401, "unauthorized");
        for (body, field) in [
            (json!({}), "moves"),
            (json!({"moves": []}), "moves"),
            (json!({"moves": "C5-C6"}), "moves"),
            (json!({"moves": ["C5-C6", "C6-C7", "C7-C6"]}), "moves"),
            (json!({"moves": ["pass"]}), "moves"),
            (json!({"moves": ["C5-C6", "C6"]}), "moves[1]"),
            (json!({"give_up": "yes"}), "give_up"),
        ] {
            server.post_as(&player, &attempts, body).await.bad_field(field);
        }
        let illegal = json!({"moves": ["C5-C6", "C6-C4"]});
        let refused = server.post_as(&player, &attempts, illegal).await;
        assert_eq!(refused.problem(422, "illegal_move")["field"], "moves[1]");
        let nobody = "/puzzles/00000000-0000-8000-8000-000000000000";
        server.get(nobody).await.problem(404, "not_found");
        let give_up = json!({"give_up": true});
        server
            .post_as(&player, &format!("{nobody}/attempts"), give_up)
            .await
            .problem(404, "not_found");
        server.get("/puzzles?variant=chess").await.bad_field("variant");
        server.get("/puzzles?moves=many").await.bad_field("moves");
        server.get("/puzzles?cursor=1").await.bad_field("cursor");

        let puzzle = get_as(&server, &player, &format!("/puzzles/{id}")).await;
        assert_eq!(puzzle.json(StatusCode::OK)["tried"], 0);
        let solved = json!({"moves": ["C5-C6", "C6-C7"]});
        let told = server.post_as(&player, &attempts, solved).await.json(StatusCode::OK);
        assert_eq!((&told["verdict"], &told["counted"]), (&json!("solved"), &json!(true)));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mining_practice_games_again_finds_the_same_puzzles() {
    on_every_database(|database| async move {
        for wrong in [["--variant", "chess"], ["--since", "yesterday"]] {
            let refused = mine(&database, &wrong);
            assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        }
        let practice = ["--variant", "camette", "--practice", "10", "--level", "4"];
        let mined = lines(&mine(&database, &practice));
        assert!(!mined.is_empty());
        assert_eq!(lines(&mine(&database, &practice)), [""; 0]);
        let server = TestServer::start(&database).await;
        let listed = server.get("/puzzles?limit=100").await.json(StatusCode::OK);
        let listed = listed["items"].as_array().unwrap();
        assert_eq!(listed.len(), mined.len());
        for puzzle in listed {
            let name = puzzle["puzzle"].as_str().unwrap();
            let position = puzzle["position"].as_str().unwrap();
            let is_it = |line: &&String| line.starts_with(name) && line.contains(position);
            assert_eq!(mined.iter().filter(is_it).count(), 1, "{puzzle}");
        }
        server.shutdown().await;
    })
    .await;
}
