//! Engine analysis of positions and games, over WebSocket and REST.

mod lines;

use std::num::NonZeroUsize;
use std::slice;
use std::sync::mpsc;

use chivalry::http::HttpOptions;
use chivalry::live::compute::cpu_pool::{CancelFlag, Job};
use chivalry::live::compute::tables::TableOptions;
use chivalry_engine::tables::{Material, SliceStore, SolvedTables, TableFile, TableFileError};
use chivalry_rules::Variant;
use chivalry_rules::notation::record::GameRecord;
use chivalry_rules::{Game, Move, MoveList, Position};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_every_database;
use crate::programs::streams::{Lines, NDJSON};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server, unlimited};

const SSE: &str = "text/event-stream";

/// White wins in two moves.
const NEARLY_WON: &str = "1/3/2w2/4b/5/3/1 w 0,0 0 1";

fn asked(position: Option<&str>) -> Value {
    json!({"variant": "camette", "position": position, "nodes": 2_000})
}

async fn stream(
    server: &TestServer,
    player: &TestPlayer,
    path: &str,
    body: &Value,
    form: &str,
) -> Lines {
    let request = server.request(Method::POST, path).body(body.to_string());
    Lines::to(player.sign(request), form).await
}

/// Reads the complete response to a request, without the places in the queue.
async fn told(
    server: &TestServer,
    player: &TestPlayer,
    path: &str,
    body: &Value,
    form: &str,
) -> Vec<Value> {
    let mut lines = stream(server, player, path, body, form).await;
    let mut told = Vec::new();
    while let Some(line) = lines.next().await {
        // The thread may still be busy with the end of an earlier job.
        if line.get("place").is_none() {
            told.push(line);
        }
    }
    told
}

fn depth(said: &Value) -> Option<u64> {
    said["depth"].as_u64()
}

/// Occupies the server's only analysis thread until the sender is dropped.
async fn block(server: &TestServer) -> (Job<()>, mpsc::Sender<()>) {
    let (release, released) = mpsc::channel::<()>();
    let wait = move |_: &CancelFlag| released.recv().unwrap_or_default();
    let job = server.analysts().pool().submit(wait).unwrap();
    job.place().wait_for(|place| *place == 0).await.unwrap();
    (job, release)
}

/// Asserts that the moves of a line are legal.
fn check_line(position: &str, line: &Value) {
    let variant = Variant::named("camette").unwrap();
    let mut game = Game::new(Position::read(position, variant).unwrap());
    for text in line.as_array().unwrap() {
        let effect = game.check(&text.as_str().unwrap().parse::<Move>().unwrap()).unwrap();
        game.play(&effect);
    }
}

#[tokio::test]
async fn a_position_is_analysed_once_and_every_depth_is_sent() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let player = server.guest().await;
        let path = "/analysis/position";
        let first = told(&server, &player, path, &asked(None), NDJSON).await;
        let (last, before) = first.split_last().unwrap();
        assert_eq!(last["done"], true, "{first:?}");
        assert!(before.is_sorted_by_key(depth), "{before:?}");
        for said in &first {
            assert!(said["score"]["hundredths"].is_i64(), "{said}");
            assert!((0.0..=1.0).contains(&said["chances"].as_f64().unwrap()), "{said}");
            let start = Position::start(Variant::named("camette").unwrap()).to_string();
            check_line(&start, &said["line"]);
        }
        assert_eq!(server.analysts().searches(), 1);

        // A reader receives each depth before the search ends.
        let long = json!({"variant": "camelot", "nodes": 5_000_000});
        let mut lines = stream(&server, &player, path, &long, NDJSON).await;
        let mut depths = Vec::new();
        while depths.len() < 2 {
            let said = lines.next().await.unwrap();
            assert_eq!(said.get("done"), None, "{said}");
            depths.extend(depth(&said));
        }
        assert!(depths[0] < depths[1], "{depths:?}");
        drop(lines);

        // Results are shared between callers and need no free analysis thread.
        let (_job, _release) = block(&server).await;
        let other = server.guest().await;
        let counted = "1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 12 7";
        let again = told(&server, &other, path, &asked(Some(counted)), SSE).await;
        assert_eq!(again, slice::from_ref(last));
        let fewer = json!({"variant": "camette", "nodes": 1_000});
        assert_eq!(told(&server, &other, path, &fewer, NDJSON).await, slice::from_ref(last));
        drop((_job, _release));
        server.shutdown().await;

        // Results are stored, and a deeper search replaces them.
        let server = TestServer::start(&database).await;
        let again = told(&server, &other, path, &asked(None), NDJSON).await;
        assert_eq!((again, server.analysts().searches()), (vec![last.clone()], 0));
        let more = json!({"variant": "camette", "nodes": 4_000});
        let deeper = told(&server, &other, path, &more, NDJSON).await;
        assert_eq!(server.analysts().searches(), 1);
        assert_eq!((&deeper[0]["depth"], &deeper[0]["done"]), (&last["depth"], &Value::Null));
        let deepest = deeper.last().unwrap();
        assert_eq!((&deepest["nodes"], &deepest["done"]), (&json!(4_000), &json!(true)));
        let again = told(&server, &other, path, &asked(None), NDJSON).await;
        assert_eq!(again, slice::from_ref(deepest));

        // A decided position is not searched again.
        let won = told(&server, &other, path, &asked(Some(NEARLY_WON)), NDJSON).await;
        let won = won.last().unwrap();
        assert_eq!((&won["score"], &won["chances"]), (&json!({"win": 2}), &json!(1.0)));
        let searches = server.analysts().searches();
        let longer = json!({"variant": "camette", "position": NEARLY_WON, "nodes": 5_000_000});
        assert_eq!(told(&server, &other, path, &longer, NDJSON).await, slice::from_ref(won));
        assert_eq!(server.analysts().searches(), searches);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_queued_analysis_reports_its_place_and_leaves_the_queue_on_disconnect() {
    on_every_server(async |server: TestServer| {
        let (first, second) = (server.guest().await, server.guest().await);
        let path = "/analysis/position";
        let (job, release) = block(&server).await;
        let mut waiting = stream(&server, &first, path, &asked(None), NDJSON).await;
        assert_eq!(waiting.next().await.unwrap(), json!({"place": 1}));
        let mut behind = stream(&server, &second, path, &asked(Some(NEARLY_WON)), SSE).await;
        assert_eq!(behind.next().await.unwrap(), json!({"place": 2}));

        // A player has one analysis at a time over all transports.
        let refused = server.post_as(&first, path, asked(Some(NEARLY_WON))).await;
        assert!(refused.problem(429, "rate_limited")["retry_after_ms"].is_u64());
        assert!(!refused.header("retry-after").is_empty());
        let mut socket = Client::connect(server.url(), Some(&first.token)).await.unwrap();
        let analyse = json!({"t": "analyse", "variant": "cam", "nodes": 1_000});
        socket.refused(analyse.clone(), "rate_limited").await;

        // A disconnected caller leaves the queue and may ask again.
        drop(waiting);
        let mut line = job.place();
        loop {
            let answer = socket.ask(analyse.clone()).await.unwrap();
            if answer["t"] == "ok" {
                break;
            }
            assert_eq!(answer["code"], "rate_limited");
            tokio::task::yield_now().await;
        }
        assert_eq!(socket.next_of("analysis").await.unwrap()["place"], 3);
        drop(release);
        line.wait_for(|place| *place == 0).await.unwrap();
        let mut said = behind.next().await.unwrap();
        while said["done"] != true {
            said = behind.next().await.unwrap();
        }
        assert_eq!((&said["score"], behind.next().await), (&json!({"win": 2}), None));
        socket.next_where(|frame| frame["done"] == true).await.unwrap();
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_full_analysis_queue_says_when_to_retry() {
    on_every_server(async |server: TestServer| {
        let player = server.guest().await;
        let (_job, _release) = block(&server).await;
        let mut waiting = Vec::new();
        while let Ok(job) = server.analysts().pool().submit(|_| ()) {
            waiting.push(job);
        }
        for (path, body) in [
            ("/analysis/position", asked(None)),
            ("/analysis/game", json!({"record": "[Variant \"camette\"]\n\n1. C2-B2 *"})),
        ] {
            let refused = server.post_as(&player, path, body).await;
            assert!(refused.problem(429, "rate_limited")["retry_after_ms"].is_u64());
        }
        // The abandoned requests left the queue.
        drop(waiting);
        drop((_job, _release));
        assert!(
            !told(&server, &player, "/analysis/position", &asked(None), NDJSON).await.is_empty()
        );
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_connection_analyses_one_position_at_a_time() {
    on_every_server(async |server: TestServer| {
        let mut client = Client::guest(server.url()).await;
        let (_job, release) = block(&server).await;
        let analyse = |position: Option<&str>| {
            let mut frame = asked(position);
            frame["t"] = json!("analyse");
            frame
        };
        let first = client.ok(analyse(None)).await["re"].clone();
        assert_eq!(client.next_of("analysis").await.unwrap()["re"], first);
        let second = client.ok(analyse(Some(NEARLY_WON))).await["re"].clone();
        drop(release);
        let done = client.next_where(|frame| frame["done"] == true).await.unwrap();
        assert_eq!((&done["re"], &done["score"]), (&second, &json!({"win": 2})));
        check_line(NEARLY_WON, &done["line"]);
        let of_first = |frame: &&Value| frame["re"] == first && frame.get("depth").is_some();
        assert_eq!(client.kept().filter(of_first).count(), 0);

        // A stopped analysis sends nothing more, and a refused request stops the running one.
        let (_job, release) = block(&server).await;
        let third = client.ok(analyse(None)).await["re"].clone();
        client.ok(json!({"t": "analyse", "stop": true})).await;
        client.ok(json!({"t": "analyse", "stop": true})).await;
        drop(release);
        let fourth = client.ok(analyse(None)).await["re"].clone();
        let done = client.next_where(|frame| frame["done"] == true).await.unwrap();
        assert_eq!(done["re"], fourth);
        let of_third = |frame: &&Value| frame["re"] == third && frame.get("depth").is_some();
        assert_eq!(client.kept().filter(of_third).count(), 0);

        for (field, frame) in [
            ("variant", json!({"t": "analyse"})),
            ("variant", json!({"t": "analyse", "variant": "chess"})),
            ("position", json!({"t": "analyse", "variant": "cam", "position": "9"})),
            ("nodes", json!({"t": "analyse", "variant": "cam", "nodes": 1})),
            ("stop", json!({"t": "analyse", "stop": "now"})),
        ] {
            assert_eq!(client.refused(frame, "bad_field").await["field"], field);
        }
        let mut stranger = Client::connect(server.url(), Some("nobody's")).await.unwrap();
        stranger.refused(analyse(None), "unauthorized").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_finished_match_is_analysed_ply_by_ply_and_the_result_is_stored() {
    on_every_server(async |server: TestServer| {
        let (white, black) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "camette", "position": NEARLY_WON});
        let id = server.start_match(&white, &black, wish).await;
        let document = format!("/matches/{id}/analysis");
        let ask = json!({"match": id, "nodes": 1_000});
        // White misses the win once.
        let moves = ["C5-C4", "E4-E5", "C4-C5", "E5-E4", "C5-C6", "E4-E3", "C6-C7"];
        for (ply, text) in (1..).zip(moves) {
            server.post_as(&white, "/analysis/game", ask.clone()).await.problem(403, "forbidden");
            server.get(&document).await.problem(403, "forbidden");
            server.play(if ply % 2 == 1 { &white } else { &black }, &id, ply, text).await;
        }
        server.get(&document).await.problem(404, "not_found");

        let lines = told(&server, &black, "/analysis/game", &ask, NDJSON).await;
        let (last, plies) = lines.split_last().unwrap();
        assert_eq!(plies.len(), moves.len(), "{lines:?}");
        for (ply, (line, text)) in (1..).zip(plies.iter().zip(moves)) {
            assert_eq!((&line["ply"], &line["move"]), (&json!(ply), &json!(text)));
            assert_eq!(line["seat"], if ply % 2 == 1 { "W" } else { "B" });
        }
        assert_eq!(plies[0]["before"], json!({"win": 2}));
        let won = &plies[6];
        assert_eq!((&won["after"], &won["chances"]), (&json!({"win": 1}), &json!(1.0)));
        assert_eq!((&won["best"], won.get("mark")), (&json!(["C6-C7"]), None));
        assert_eq!(last["done"], true);
        assert!((0.0..=100.0).contains(&last["accuracy"]["B"].as_f64().unwrap()));

        let kept = server.get(&document).await.json(StatusCode::OK);
        assert_eq!((&kept["match"], &kept["plies"]), (&json!(id), &json!(plies)));
        assert_eq!((&kept["accuracy"], &kept["book"]), (&last["accuracy"], &last["book"]));

        // The result is stored for the match, for its record, and for each position.
        let searches = server.analysts().searches();
        let (_job, _release) = block(&server).await;
        let record = server.get(&format!("/matches/{id}/record")).await.text;
        assert!(record.parse::<GameRecord>().is_ok());
        for body in [ask, json!({"record": record, "nodes": 1_000})] {
            assert_eq!(told(&server, &white, "/analysis/game", &body, SSE).await, lines);
        }
        let first = json!({"variant": "camette", "position": NEARLY_WON, "nodes": 1_000});
        let first = told(&server, &white, "/analysis/position", &first, NDJSON).await;
        assert_eq!(first[0]["score"], json!({"win": 2}));
        assert_eq!(server.analysts().searches(), searches);
        drop((_job, _release));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_review_of_a_game_names_its_opening_and_counts_the_plies_of_the_book() {
    on_every_server(async |server: TestServer| {
        let player = server.guest().await;
        // Five games have two plies in common, and four of them the third.
        let ends = ["C2-B2 1-0", "C2-B2 0-1", "C2-B2 1/2-1/2", "C2-B2 C6-B6 1-0", "C2-D2 1-0"];
        let records = ends.map(|end| format!("[Variant \"camette\"]\n\n1. B3-A3 B5-A5 2. {end}\n"));
        let request = player.sign(server.request(Method::POST, "/records"));
        let kept = Answer::to(request.body(records.join("\n"))).await.json(StatusCode::OK);
        let id = &kept["items"][0]["match"];
        while server.get("/explorer/camette").await.json(StatusCode::OK)["games"] != ends.len() {
            tokio::task::yield_now().await;
        }
        for (record, book, opening) in [
            ("1. B3-A3 B5-A5 2. C2-B2 C6-B6 *", 2, "Flank Sidestep, Symmetrical Defense"),
            ("1. D3-E3 D5-E5 2. C2-D2 *", 2, "Flank Sidestep, Symmetrical Defense"),
            ("1. B3-A3 *", 1, "Flank Sidestep"),
            ("1. B3-A4 *", 0, "Flank Advance"),
        ] {
            let body = json!({"record": record, "variant": "camette", "nodes": 1_000});
            let lines = told(&server, &player, "/analysis/game", &body, NDJSON).await;
            let last = lines.last().unwrap();
            assert_eq!((&last["book"], &last["opening"]), (&json!(book), &json!(opening)));
        }
        let body = json!({"match": id, "nodes": 1_000});
        let lines = told(&server, &player, "/analysis/game", &body, NDJSON).await;
        let last = lines.last().unwrap();
        assert_eq!(last["book"], 2);
        let document = format!("/matches/{}/analysis", id.as_str().unwrap());
        let kept = server.get(&document).await.json(StatusCode::OK);
        assert_eq!((&kept["book"], &kept["opening"]), (&last["book"], &last["opening"]));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn positions_of_running_matches_are_not_analysed_for_their_players() {
    on_every_server(async |server: TestServer| {
        let (white, black) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "camette", "options": {"watch_delay_ms": 900_000}});
        let id = server.start_match(&white, &black, wish).await;
        let path = "/analysis/position";
        server.post_as(&white, path, asked(None)).await.problem(403, "forbidden");
        let counted = asked(Some("1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 9 9"));
        server.post_as(&black, path, counted).await.problem(403, "forbidden");
        let mut socket = Client::connect(server.url(), Some(&black.token)).await.unwrap();
        let frame = json!({"t": "analyse", "variant": "camette"});
        socket.refused(frame, "forbidden").await;
        // Other positions are analysed, and this one is for other players.
        assert!(!told(&server, &white, path, &asked(Some(NEARLY_WON)), NDJSON).await.is_empty());
        let third = server.guest().await;
        assert!(!told(&server, &third, path, &asked(None), NDJSON).await.is_empty());

        // The record of the running game is refused too.
        let record = json!({"variant": "camette", "record": "1. C2-B2 C6-B6 *", "nodes": 1_000});
        let games = "/analysis/game";
        assert!(!told(&server, &white, games, &record, NDJSON).await.is_empty());
        let resign = format!("/matches/{id}/resign");
        for ply in 1..=2 {
            let (player, text) = [(&white, "C2-B2"), (&black, "C6-B6")][ply - 1];
            server.play(player, &id, ply as u32, text).await;
            server.post_as(&black, games, record.clone()).await.problem(403, "forbidden");
        }
        assert!(!told(&server, &third, games, &record, NDJSON).await.is_empty());
        server.post_as(&white, &resign, json!({})).await.json(StatusCode::OK);
        let ask = json!({"match": id});
        for player in [&white, &third] {
            let refused = server.post_as(player, "/analysis/game", ask.clone()).await;
            refused.problem(403, "forbidden");
        }
        server.get(&format!("/matches/{id}/analysis")).await.problem(403, "forbidden");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn positions_that_cannot_be_analysed_are_refused_with_a_reason() {
    on_every_server(async |server: TestServer| {
        let player = server.guest().await;
        server.post("/analysis/position", asked(None)).await.problem(401, "unauthorized");
        server.post("/analysis/game", json!({})).await.problem(401, "unauthorized");
        let over = "1/3/5/5/5/bB1/1 b 0,0";
        let drawn = "1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 100 60";
        for (position, field) in [("x", "position"), (over, "position"), (drawn, "position")] {
            server
                .post_as(&player, "/analysis/position", asked(Some(position)))
                .await
                .bad_field(field);
        }
        let unknown = json!({"match": "00000000-0000-7000-8000-000000000000"});
        server.post_as(&player, "/analysis/game", unknown).await.problem(404, "not_found");
        for (body, field) in [
            (json!({}), "match"),
            (json!({"record": "x"}), "record"),
            (json!({"record": "1. C2-B2 *"}), "record"),
            (json!({"record": "1. C2-B2 *", "variant": "chess"}), "variant"),
            (json!({"record": "*", "variant": "camette", "nodes": 5}), "nodes"),
        ] {
            server.post_as(&player, "/analysis/game", body).await.bad_field(field);
        }
        let illegal = json!({"record": "1. C2-B2 C6-C7 *", "variant": "camette"});
        let refused = server.post_as(&player, "/analysis/game", illegal).await;
        assert_eq!(refused.problem(422, "bad_field")["rule"], "own_castle");
        // A game without moves completes immediately.
        let none = json!({"record": "*", "variant": "camette"});
        let lines = told(&server, &player, "/analysis/game", &none, NDJSON).await;
        assert_eq!(lines, [json!({"accuracy": {}, "book": 0, "done": true})]);
        server.shutdown().await;
    })
    .await;
}

/// A folder with the tables of camette with up to three pieces.
fn small_tables() -> tempfile::TempDir {
    struct Unsaved;
    impl SliceStore for Unsaved {
        fn load(&mut self, _: Material) -> Result<Option<TableFile>, TableFileError> {
            Ok(None)
        }
        fn save(&mut self, _: Material, _: &[u8]) -> Result<(), TableFileError> {
            Ok(())
        }
    }
    let threads = NonZeroUsize::MIN;
    let variant = Variant::named("camette").unwrap();
    let solved =
        SolvedTables::solve(variant, 3, u64::MAX, threads, &mut Unsaved, &mut |_, _| {}).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = std::fs::File::create(folder.path().join("camette.tables")).unwrap();
    solved.write(file, 1, threads).unwrap();
    folder
}

/// The view of the explorer for a caller.
async fn explore(
    server: &TestServer,
    caller: Option<&TestPlayer>,
    position: Option<&str>,
) -> Value {
    let query = position.map(|position| format!("?position={}", position.replace(' ', "%20")));
    let path = format!("/explorer/camette{}", query.unwrap_or_default());
    let request = server.request(Method::GET, &path);
    let request = match caller {
        Some(caller) => caller.sign(request),
        None => request,
    };
    Answer::to(request).await.json(StatusCode::OK)
}

#[tokio::test]
async fn tables_give_the_exact_result_of_each_move() {
    on_every_database(|database| async move {
        let folder = small_tables();
        let tables = TableOptions { tables: Some(folder.path().to_owned()) };
        let options = HttpOptions { tables, ..unlimited() };
        let server = TestServer::start_with(&database, options).await;
        let player = server.guest().await;
        let path = "/analysis/position";
        let said = told(&server, &player, path, &asked(Some(NEARLY_WON)), NDJSON).await;
        let [exact] = &said[..] else { panic!("one answer: {said:?}") };
        assert_eq!(exact["score"], json!({"win": 2}), "{exact}");
        assert_eq!(exact["done"], true);
        let moves = exact["exact"].as_array().unwrap();
        assert_eq!((&moves[0]["result"], &moves[0]["plies"]), (&json!("win"), &json!(3)));
        assert_eq!(moves[0]["move"], exact["line"][0]);
        check_line(NEARLY_WON, &exact["line"]);

        // Every legal move is listed once, and none of them wins sooner.
        let position = Position::read(NEARLY_WON, Variant::named("camette").unwrap()).unwrap();
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let mut expected: Vec<String> = legal.iter().map(|it| position.move_text(&it)).collect();
        let text = |found: &Value| found["move"].as_str().unwrap().to_owned();
        let mut listed: Vec<String> = moves.iter().map(text).collect();
        expected.sort();
        listed.sort();
        assert_eq!(listed, expected);

        // The explorer knows them as well, for a caller with a token.
        let won = Some(NEARLY_WON);
        let explored = explore(&server, Some(&player), won).await;
        assert_eq!(explored["exact"], exact["exact"]);
        assert_eq!(explore(&server, None, won).await.get("exact"), None);
        assert_eq!(explore(&server, Some(&player), None).await.get("exact"), None, "the array");
        let (white, black) = (server.guest().await, server.guest().await);
        let wish = json!({"variant": "camette", "position": NEARLY_WON});
        server.start_match(&white, &black, wish).await;
        for in_play in [&white, &black] {
            assert_eq!(explore(&server, Some(in_play), won).await.get("exact"), None);
        }

        // Just before the draw by lack of progress, and with more pieces, the search decides.
        let late = NEARLY_WON.replace("0,0 0 1", "0,0 98 60");
        for position in [Some(late.as_str()), None] {
            let said = told(&server, &player, path, &asked(position), NDJSON).await;
            assert!(said.iter().all(|it| it.get("exact").is_none()), "{said:?}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_damaged_table_file_stops_the_start() {
    let folder = small_tables();
    let path = folder.path().join("camette.tables");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.pop();
    std::fs::write(&path, bytes).unwrap();
    let options = TableOptions { tables: Some(folder.path().to_owned()) };
    let error = options.open().unwrap_err().to_string();
    assert!(error.contains("camette.tables"), "{error}");
}
