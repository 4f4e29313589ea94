//! Puzzles: mined from finished matches, served and attempted.

use std::process::{Command, Output};

use chivalry_engine::puzzles::{GradedPuzzle, Puzzle, collection};
use chivalry_rules::{Position, Variant};
use reqwest::{Method, StatusCode};
use serde_json::json;

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
        server.play(&black, &id, 1, "C6-B6").await;
        let resign = format!("/matches/{id}/resign");
        server.post_as(&white, &resign, json!({})).await.json(StatusCode::OK);

        let mined = lines(&mine(&database, &["--variant", "camette"]));
        assert_eq!(mined.len(), 1, "{mined:?}");
        assert_eq!(lines(&mine(&database, &[])), [""; 0], "it is known");
        let name = mined[0].split_whitespace().next().unwrap();
        let path = format!("/puzzles/{name}");
        // The rating of a mined puzzle is estimated from its length.
        let expected = json!({"puzzle": name, "variant": "camette", "position": PROBLEM,
            "seat": "B", "moves": 4, "rating": 1_400,
            "themes": ["double_jump", "castle_entry", "sacrifice"], "tried": 0, "solved": 0});
        assert_eq!(server.get(&path).await.json(StatusCode::OK), expected);
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
        let server = TestServer::start(&database).await;
        let player = server.guest().await;
        let suits =
            |it: &&GradedPuzzle| it.puzzle.position().variant().name() == "cam" && it.moves == 4;
        let all = collection().puzzles().iter().map(|puzzle| &**puzzle);
        let mut left: Vec<String> = all.filter(suits).map(|it| it.id.to_string()).collect();
        let count = left.len();
        assert!(count > 2, "{count}");
        for tried in 1..=count {
            let next = get_as(&server, &player, "/puzzles/next?variant=cam&moves=4").await;
            let next = next.json(StatusCode::OK)["puzzle"].as_str().unwrap().to_owned();
            let index = left.iter().position(|id| *id == next).expect("an untried puzzle");
            left.swap_remove(index);
            let attempts = format!("/puzzles/{next}/attempts");
            let told = server.post_as(&player, &attempts, json!({"give_up": true})).await;
            let told = told.json(StatusCode::OK);
            assert_eq!((&told["verdict"], told.get("wrong")), (&json!("wrong"), None));
            assert_eq!((told.get("match"), &told["counted"]), (None, &json!(true)));
            assert_eq!(told["standing"]["tried"], tried);
        }
        let none = get_as(&server, &player, "/puzzles/next?variant=cam&moves=4").await;
        none.problem(404, "not_found");
        get_as(&server, &player, "/puzzles/next").await.json(StatusCode::OK);
        server.get("/puzzles/next?moves=9").await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_list_contains_the_puzzles_of_the_program_and_mined_ones_once_each() {
    on_every_database(|database| async move {
        let (short, line) = SHORT;
        let one = keep(&database, short, line).await;
        let other = keep(&database, "1/3/1w3/4b/5/3/1 w 0,0 0 1", "B5-C6 E4-E5 C6-C7").await;
        let server = TestServer::start(&database).await;
        let player = server.guest().await;
        // An attempt at a puzzle of the program stores it, and lists it no second time.
        let known = collection().puzzles()[3].id.to_string();
        let give_up = json!({"give_up": true});
        server
            .post_as(&player, &format!("/puzzles/{known}/attempts"), give_up)
            .await
            .json(StatusCode::OK);
        let mut listed: Vec<String> = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = server.get(&format!("/puzzles?limit=100{cursor}")).await;
            let page = page.json(StatusCode::OK);
            for item in page["items"].as_array().unwrap() {
                assert_eq!(item.get("solution"), None);
                let id = item["puzzle"].as_str().unwrap().to_owned();
                assert_eq!(item["tried"], u32::from(id == known), "{item}");
                listed.push(id);
            }
            let Some(next) = page["next"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let mut expected: Vec<String> =
            collection().puzzles().iter().map(|puzzle| puzzle.id.to_string()).collect();
        expected.extend([one, other]);
        expected.sort();
        assert_eq!(listed, expected);

        // All conditions apply to both.
        let query = "/puzzles?theme=castle_entry&rating_min=1000&rating_max=1300&limit=100";
        let page = server.get(query).await.json(StatusCode::OK);
        let items = page["items"].as_array().unwrap();
        assert!(!items.is_empty());
        for item in items {
            assert!((1_000..=1_300).contains(&item["rating"].as_u64().unwrap()), "{item}");
            let themes = item["themes"].as_array().unwrap();
            assert!(themes.contains(&json!("castle_entry")), "{item}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_first_attempt_changes_the_rating_and_later_ones_do_not() {
    on_every_database(|database| async move {
        let (position, line) = SHORT;
        let id = keep(&database, position, line).await;
        let other = keep(&database, "1/3/1w3/4b/5/3/1 w 0,0 0 1", "B5-C6 E4-E5 C6-C7").await;
        let server = TestServer::start(&database).await;
        let player = server.guest().await;
        let standing = format!("/players/{}/puzzles", player.name);
        let none = server.get(&standing).await.json(StatusCode::OK);
        assert_eq!((&none["rating"], &none["tried"]), (&json!(1_000), &json!(0)));
        assert_eq!((&none["provisional"], &none["streak"]), (&json!(true), &json!(0)));

        let attempts = format!("/puzzles/{id}/attempts");
        let solved = json!({"moves": ["C5-C6", "C6-C7"]});
        let told = server.post_as(&player, &attempts, solved.clone()).await.json(StatusCode::OK);
        assert_eq!((&told["verdict"], &told["standing"]["streak"]), (&json!("solved"), &json!(1)));
        let rating = told["standing"]["rating"].as_i64().unwrap();
        assert!(rating > 1_000, "{told}");
        assert_eq!(told["standing"]["change"], rating - 1_000);
        let again = server.post_as(&player, &attempts, solved).await.json(StatusCode::OK);
        assert_eq!((&again["counted"], again.get("standing")), (&json!(false), None));
        assert_eq!(server.get(&standing).await.json(StatusCode::OK)["rating"], rating);

        // A wrong move costs rating and the streak, and the puzzle can be solved after it.
        let attempts = format!("/puzzles/{other}/attempts");
        let wrong = json!({"moves": ["B5-B4"]});
        let told = server.post_as(&player, &attempts, wrong).await.json(StatusCode::OK);
        assert_eq!((&told["verdict"], &told["counted"]), (&json!("wrong"), &json!(true)));
        assert!(told["standing"]["change"].as_i64().unwrap() < 0, "{told}");
        let solved = json!({"moves": ["B5-C6", "C6-C7"]});
        let told = server.post_as(&player, &attempts, solved).await.json(StatusCode::OK);
        assert_eq!((&told["verdict"], &told["counted"]), (&json!("solved"), &json!(false)));
        let last = server.get(&standing).await.json(StatusCode::OK);
        assert_eq!((&last["tried"], &last["solved"]), (&json!(2), &json!(1)));
        assert_eq!((&last["streak"], &last["best_streak"]), (&json!(0), &json!(1)));
        server.get("/players/nobody-here/puzzles").await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_hint_names_the_piece_and_fails_the_first_attempt() {
    on_every_database(|database| async move {
        let (position, line) = SHORT;
        let id = keep(&database, position, line).await;
        let server = TestServer::start(&database).await;
        let player = server.guest().await;
        let attempts = format!("/puzzles/{id}/attempts");
        let told = server.post_as(&player, &attempts, json!({"hint": true})).await;
        let told = told.json(StatusCode::OK);
        assert_eq!((&told["verdict"], &told["square"]), (&json!("hint"), &json!("C5")));
        assert_eq!((&told["counted"], told.get("solution")), (&json!(true), None));
        let second = json!({"moves": ["C5-C6"], "hint": true});
        let told = server.post_as(&player, &attempts, second).await.json(StatusCode::OK);
        assert_eq!((&told["square"], &told["counted"]), (&json!("C6"), &json!(false)));
        let wrong = json!({"moves": ["C5-C4"], "hint": true});
        let told = server.post_as(&player, &attempts, wrong).await.json(StatusCode::OK);
        assert_eq!(told["verdict"], "wrong");
        let solved = json!({"moves": ["C5-C6", "C6-C7"]});
        let told = server.post_as(&player, &attempts, solved).await.json(StatusCode::OK);
        assert_eq!((&told["verdict"], &told["counted"]), (&json!("solved"), &json!(false)));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_the_same_for_all() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (one, other) = (server.guest().await, server.guest().await);
        let daily = get_as(&server, &one, "/puzzles/daily").await.json(StatusCode::OK);
        assert_eq!(daily["date"].as_str().unwrap().len(), 10);
        assert!((2..=3).contains(&daily["moves"].as_u64().unwrap()), "{daily}");
        assert_eq!(server.get("/puzzles/daily").await.json(StatusCode::OK), daily);
        let attempts = format!("/puzzles/{}/attempts", daily["puzzle"].as_str().unwrap());
        let give_up = json!({"give_up": true});
        server.post_as(&one, &attempts, give_up).await.json(StatusCode::OK);
        let tried = get_as(&server, &one, "/puzzles/daily").await.json(StatusCode::OK);
        assert_eq!((&tried["tried"], &tried["attempt"]["solved"]), (&json!(1), &json!(false)));
        assert!(tried["solution"].is_array(), "{tried}");
        let untried = get_as(&server, &other, "/puzzles/daily").await.json(StatusCode::OK);
        assert_eq!((&untried["puzzle"], untried.get("solution")), (&daily["puzzle"], None));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_first_puzzles_are_simple_wins_in_two() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let player = server.guest().await;
        for _ in 0..3 {
            let next = get_as(&server, &player, "/puzzles/next").await.json(StatusCode::OK);
            assert_eq!(next["moves"], 2);
            assert!(["camette", "camelot"].contains(&next["variant"].as_str().unwrap()), "{next}");
            assert!(next["rating"].as_u64().unwrap() <= 1_100, "{next}");
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
            (json!({"hint": 1}), "hint"),
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
        server.get("/puzzles?theme=luck").await.bad_field("theme");
        server.get("/puzzles?rating_min=high").await.bad_field("rating_min");

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
        for line in mined {
            let id = line.split_whitespace().next().unwrap();
            let puzzle = server.get(&format!("/puzzles/{id}")).await.json(StatusCode::OK);
            assert!(line.contains(puzzle["position"].as_str().unwrap()), "{puzzle}");
        }
        server.shutdown().await;
    })
    .await;
}

/// Runs `chivalry puzzles check` and returns its exit status and messages.
fn check(args: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chivalry"));
    let output = command.args(["puzzles", "check"]).args(args).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn mined_puzzles_are_written_to_a_file_and_checked_and_graded() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let (raw, output, graded) = (path("raw.txt"), path("new"), path("new/camette.tsv"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_chivalry"));
    command.args(["puzzles", "mine", "--nodes", "300000", "--variant", "camette"]);
    command.args(["--practice", "6", "--level", "4", "--output", &raw]);
    let mined = command.env_remove("DATABASE_URL").current_dir(&directory).output().unwrap();
    assert!(mined.status.success(), "{mined:?}");
    assert!(!directory.path().join("data").exists(), "no database is needed");
    let lines = std::fs::read_to_string(&raw).unwrap();
    assert_eq!(lines.lines().count(), String::from_utf8_lossy(&mined.stdout).lines().count());

    let nodes = ["--nodes", "300000"];
    let (status, said) = check(&[&[raw.as_str()], &nodes[..]].concat());
    assert_eq!(status, 1, "a line without a grade: {said}");
    let (status, said) = check(&[&[raw.as_str(), "--output", &output], &nodes[..]].concat());
    assert_eq!(status, 0, "{said}");
    let (status, said) = check(&[&[graded.as_str()], &nodes[..]].concat());
    assert_eq!(status, 0, "{said}");
    let graded_text = std::fs::read_to_string(&graded).unwrap();
    assert_eq!(graded_text.lines().count(), lines.lines().count());

    // A line that is not the only win, a wrong grade, a known puzzle and no puzzle are faults.
    let one = graded_text.lines().next().unwrap();
    let (puzzle, grade) = one.rsplit_once('\t').unwrap();
    let other = if grade == "25" { "50" } else { "25" };
    let simple = format!("camette\t{}\t{}\t25", SHORT.0, SHORT.1);
    let faulty = format!("{puzzle}\t{other}\n{one}\n{simple}\nchess\ta\tb\n");
    std::fs::write(&raw, faulty).unwrap();
    let (status, said) = check(&[&[raw.as_str()], &nodes[..]].concat());
    assert_eq!(status, 1);
    for (number, fault) in [
        (1, "the grade is"),
        (2, "the puzzle is known"),
        (3, "not the only one"),
        (4, "no variant \"chess\""),
    ] {
        let line = said.lines().find(|line| line.starts_with(&format!("{raw}:{number}: ")));
        assert!(line.is_some_and(|line| line.contains(fault)), "{number}: {said}");
    }
}
