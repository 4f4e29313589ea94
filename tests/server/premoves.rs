//! Premoves: stored, played in the commit of the move that they answer, and hidden from everybody
//! else.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::crashes::start;
use crate::databases::{Database, on_every_database};
use crate::ports::free_port;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

/// Two guests who play and watch a Camette match.
async fn two_at_camette(url: &str) -> (Client, Client, Value) {
    let mut white = Client::guest(url).await;
    let mut black = Client::guest(url).await;
    let create = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}});
    let id = white.ok(create).await["match"].clone();
    black.ok(json!({"t": "join", "match": id})).await;
    for player in [&mut white, &mut black] {
        watch(player, &id).await;
    }
    (white, black, id)
}

async fn watch(client: &mut Client, id: &Value) -> Value {
    client.ok(json!({"t": "watch", "match": id})).await;
    client.next_of("snapshot").await.unwrap()
}

fn a_move(id: &Value, ply: u32, text: &str) -> Value {
    json!({"t": "move", "match": id, "ply": ply, "move": text})
}

fn premove(id: &Value, ply: u32, line: Value) -> Value {
    json!({"t": "premove", "match": id, "ply": ply, "line": line})
}

async fn moves(server: &TestServer, id: &Value) -> Value {
    server.get(&path_of(id)).await.json(StatusCode::OK)["moves"].clone()
}

#[tokio::test]
async fn a_premove_is_played_in_the_commit_of_the_move_it_answers() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(server.url()).await;
        let kept = black.ok(premove(&id, 2, json!("C6-B6"))).await;
        assert_eq!((&kept["ply"], &kept["seat"]), (&json!(2), &json!("B")));
        let done = white.ok(a_move(&id, 1, "C2-B2")).await;
        assert_eq!(done["ply"], 1, "the answer is about the player's own move");
        let first = white.next_of("moved").await.unwrap();
        let second = white.next_of("moved").await.unwrap();
        assert_eq!((&first["v"], &first["ply"]), (&done["v"], &json!(1)));
        assert_eq!((&second["move"], &second["ply"]), (&json!("C6-B6"), &json!(2)));
        assert_eq!(second["v"].as_u64().unwrap(), done["v"].as_u64().unwrap() + 1);
        assert_eq!(second["now"], first["now"], "decided at once");

        // The rest of the tree stays active.
        let tree = json!([
            {"if": "B2-A3", "then": "B6-C6"},
            {"if": "B2-C2", "then": "B6-C6", "next": [{"if": "C2-D2", "then": "C6-D6"}]},
        ]);
        black.ok(premove(&id, 4, tree.clone())).await;
        white.ok(a_move(&id, 3, "B2-C2")).await;
        let rest = tree[1]["next"].clone();
        let left = black.next_where(|frame| frame["t"] == "premove" && frame["ply"] == 6).await;
        assert_eq!(left.unwrap()["line"], rest);
        white.ok(a_move(&id, 5, "C2-D2")).await;
        let gone = black.next_where(|frame| frame["t"] == "premove" && frame["line"].is_null());
        assert_eq!(gone.await.unwrap().get("ply"), None);
        let all = json!(["C2-B2", "C6-B6", "B2-C2", "B6-C6", "C2-D2", "C6-D6"]);
        assert_eq!(moves(&server, &id).await, all);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_invalid_premove_is_refused_and_its_branch_named() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(server.url()).await;
        white.refused(premove(&id, 1, json!("C2-B2")), "too_late").await;
        let stale = black.refused(premove(&id, 4, json!("C6-B6")), "stale_ply").await;
        assert!(stale["detail"].as_str().unwrap().contains("the next ply is 2"), "{stale}");
        let illegal = black.refused(premove(&id, 2, json!("C6-C7")), "illegal_move").await;
        assert_eq!((&illegal["field"], &illegal["rule"]), (&json!("line"), &json!("own_castle")));
        let tree =
            json!([{"if": "C2-B2", "then": "C6-B6", "next": [{"if": "B2-B9", "then": "B6-C6"}]}]);
        let illegal = black.refused(premove(&id, 2, tree), "illegal_move").await;
        let field = json!("line[0].next[0].if");
        assert_eq!((&illegal["field"], &illegal["rule"]), (&field, &json!("off_board")));
        let tree = json!([{"if": "C2-B2", "then": "C6-B6", "next": [{"then": "B6-C6"}]}]);
        let fault = black.refused(premove(&id, 2, tree), "bad_field").await;
        assert_eq!(fault["field"], "line[0].next[0].if");
        let forgotten = json!({"t": "premove", "match": id, "ply": 2});
        assert_eq!(black.refused(forgotten, "bad_field").await["field"], "line");

        let mut third = Client::guest(server.url()).await;
        third.refused(premove(&id, 2, json!("C6-B6")), "forbidden").await;
        white.ok(json!({"t": "resign", "match": id})).await;
        black.refused(premove(&id, 2, json!("C6-B6")), "match_over").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_premove_that_became_illegal_is_dropped_and_only_its_player_is_notified() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(server.url()).await;
        black.ok(premove(&id, 2, json!("C6-B6"))).await;
        white.ok(a_move(&id, 1, "C3-C4")).await;
        let dropped = black.next_of("premove_dropped").await.unwrap();
        assert_eq!((&dropped["match"], &dropped["ply"]), (&id, &json!(2)));
        assert_eq!(
            (&dropped["rule"], &dropped["section"]),
            (&json!("must_capture"), &json!("3.1"))
        );
        assert_eq!(moves(&server, &id).await, json!(["C3-C4"]));
        assert_eq!(watch(&mut black, &id).await.get("premove"), None);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_repeated_command_neither_restores_nor_removes_a_premove() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (mut white, mut black, id) = two_at_camette(server.url()).await;
        let (first, none) = (premove(&id, 2, json!("C6-B6")), premove(&id, 2, Value::Null));
        let kept = black.ask_as("first", first.clone()).await.unwrap();
        assert_eq!(kept["t"], "ok");
        let taken_back = black.ask_as("none", none.clone()).await.unwrap();
        assert_eq!(taken_back["t"], "ok");
        assert_eq!(black.ask_as("first", first.clone()).await.unwrap(), kept);
        assert_eq!(watch(&mut black, &id).await.get("premove"), None, "it stays taken back");
        let illegal = premove(&id, 2, json!("C6-C9"));
        let refused = black.ask_as("no", illegal.clone()).await.unwrap();
        assert_eq!(refused["code"], "illegal_move");
        assert_eq!(black.ask_as("no", illegal).await.unwrap(), refused);
        assert_eq!(black.ask_as("no", first.clone()).await.unwrap()["reason"], "id_reused");

        black.ok(premove(&id, 2, json!("C6-D6"))).await;
        let (white_token, black_token) = (white.token(), black.token());
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let mut black = Client::connect(server.url(), Some(&black_token)).await.unwrap();
        let mut white_again = Client::connect(server.url(), Some(&white_token)).await.unwrap();
        assert_eq!(black.ask_as("first", first.clone()).await.unwrap(), kept);
        assert_eq!(black.ask_as("none", none).await.unwrap(), taken_back);
        assert_eq!(watch(&mut black, &id).await["premove"], json!({"ply": 2, "line": "C6-D6"}));
        white_again.ok(a_move(&id, 1, "C2-B2")).await;
        assert_eq!(moves(&server, &id).await, json!(["C2-B2", "C6-D6"]));
        assert_eq!(black.ask_as("first", first).await.unwrap(), kept, "even after its ply");
        server.shutdown().await;
        drop(white.next().await);
    })
    .await;
}

/// Everything that `client` received before a ping is answered.
async fn all_so_far(client: &mut Client) -> Vec<String> {
    let pong = client.ask(json!({"t": "ping"})).await.unwrap();
    assert_eq!(pong["t"], "pong");
    client.kept().map(Value::to_string).collect()
}

#[tokio::test]
async fn a_premove_is_invisible_to_everybody_else() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(server.url()).await;
        let mut watcher = Client::guest(server.url()).await;
        watch(&mut watcher, &id).await;
        white.next_where(|frame| frame["count"] == 1).await.unwrap();
        watcher.next_where(|frame| frame["count"] == 1).await.unwrap();
        let white_player = player(&white);
        let path = path_of(&id);
        let looks = async || {
            let mut all = Vec::new();
            for path in ["", "/events", "/record", "/position"] {
                let path = format!("{}{path}", path_of(&id));
                let request = white_player.sign(server.request(Method::GET, &path));
                let answer = Answer::to(request).await;
                let headers = ["etag", "content-length"].map(|name| answer.header(name).to_owned());
                // Times differ between the two runs and are removed.
                all.push((headers, without_now(&answer.text)));
            }
            let request =
                white_player.sign(server.request(Method::GET, &format!("{path}/premove")));
            all.push((Default::default(), Answer::to(request).await.text));
            all
        };
        let before = looks().await;
        black.ok(premove(&id, 2, json!("C6-B6"))).await;
        let mut again = Client::connect(server.url(), Some(&black.token())).await.unwrap();
        assert_eq!(watch(&mut again, &id).await["premove"], json!({"ply": 2, "line": "C6-B6"}));
        black.ok(premove(&id, 2, json!([{"if": "C2-B2", "then": "C6-D6"}]))).await;
        let told = again.next_of("premove").await.unwrap();
        assert_eq!(told["line"], json!([{"if": "C2-B2", "then": "C6-D6"}]));

        assert_eq!(looks().await, before);
        assert_eq!(all_so_far(&mut white).await, [""; 0]);
        assert_eq!(all_so_far(&mut watcher).await, [""; 0]);
        let mut opponent = Client::connect(server.url(), Some(&white.token())).await.unwrap();
        assert_eq!(watch(&mut opponent, &id).await.get("premove"), None);
        white.refused(a_move(&id, 1, "C2-C1"), "illegal_move").await;

        white.ok(a_move(&id, 1, "C2-B2")).await;
        for other in [&mut white, &mut watcher, &mut opponent] {
            while other.next_of("moved").await.unwrap()["ply"] != 2 {}
            for frame in all_so_far(other).await {
                assert!(!frame.contains("premove") && !frame.contains("line"), "{frame}");
            }
        }
        let events = server.get(&format!("{path}/events")).await;
        assert!(!events.text.contains("premove"), "{}", events.text);
        server.shutdown().await;
    })
    .await;
}

fn path_of(id: &Value) -> String {
    format!("/matches/{}", id.as_str().unwrap())
}

fn without_now(text: &str) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(mut body) => {
            if let Some(body) = body.as_object_mut() {
                body.remove("now");
            }
            body.to_string()
        }
        Err(_) => text.to_owned(),
    }
}

fn player(client: &Client) -> TestPlayer {
    let session = json!({"player": client.hello["player"], "token": client.hello["token"]});
    TestPlayer::of(&session)
}

#[tokio::test]
async fn a_premove_is_set_read_and_deleted_over_rest_by_its_player() {
    on_every_server(|server| async move {
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
        let path = format!("/matches/{id}/premove");
        let ask = async |player: &TestPlayer, method: Method, body: Value| {
            let request = player.sign(server.request(method, &path));
            let request = request.header("Idempotency-Key", "one").body(body.to_string());
            Answer::to(request).await
        };
        ask(&black, Method::GET, Value::Null).await.problem(404, "not_found");
        let body = json!({"ply": 2, "line": "C6-B6"});
        let kept = ask(&black, Method::PUT, body.clone()).await;
        assert_eq!(kept.json(StatusCode::OK), json!({"match": id, "ply": 2, "seat": "B"}));
        assert_eq!(ask(&black, Method::PUT, body.clone()).await.text, kept.text);
        let seen = ask(&black, Method::GET, Value::Null).await.json(StatusCode::OK);
        assert_eq!(seen, json!({"match": id, "ply": 2, "line": "C6-B6"}));
        ask(&white, Method::GET, Value::Null).await.problem(404, "not_found");
        let third = server.guest().await;
        ask(&third, Method::GET, Value::Null).await.problem(403, "forbidden");
        ask(&third, Method::PUT, body).await.problem(403, "forbidden");

        let removed = ask(&black, Method::DELETE, Value::Null).await;
        assert_eq!(removed.status, StatusCode::NO_CONTENT);
        ask(&black, Method::GET, Value::Null).await.problem(404, "not_found");
        server.play(&white, &id, 1, "C2-B2").await;
        assert_eq!(moves(&server, &json!(id)).await, json!(["C2-B2"]));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn two_clients_of_one_player_race_and_one_of_them_moves() {
    on_every_server(|server| async move {
        let (mut white, mut black, id) = two_at_camette(server.url()).await;
        let mut other = Client::connect(server.url(), Some(&white.token())).await.unwrap();
        let (first, second) = tokio::join!(
            white.ask_as("mine", a_move(&id, 1, "C2-B2")),
            other.ask_as("other's", a_move(&id, 1, "C2-D2")),
        );
        let (first, second) = (first.unwrap(), second.unwrap());
        let (won, lost) = if first["t"] == "ok" { (first, second) } else { (second, first) };
        assert_eq!((&won["t"], &won["ply"]), (&json!("ok"), &json!(1)));
        assert_eq!((&lost["t"], &lost["code"]), (&json!("err"), &json!("stale_ply")));
        assert_eq!(moves(&server, &id).await.as_array().unwrap().len(), 1);

        // A stored premove races with a move of the same player from another client.
        black.ok(a_move(&id, 2, "C6-B6")).await;
        let back = moves(&server, &id).await[0].as_str().unwrap().replace("C2-", "") + "-C2";
        black.refused(premove(&id, 4, json!("B6-B7")), "illegal_move").await;
        black.ok(premove(&id, 4, json!("B6-C6"))).await;
        let mut racing = Client::connect(server.url(), Some(&black.token())).await.unwrap();
        let (_, lost) = tokio::join!(
            white.ok(a_move(&id, 3, &back)),
            racing.ask_as("racing", a_move(&id, 4, "B6-B5")),
        );
        let code = lost.unwrap()["code"].clone();
        // The move is too early before White's move and stale after it.
        assert_eq!(code, "stale_ply");
        assert_eq!(moves(&server, &id).await[3], "B6-C6");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_premove_survives_a_restart_and_is_played_once() {
    on_every_database(kill_between).await;
}

async fn kill_between(database: Database) {
    let port = free_port();
    let url = format!("http://127.0.0.1:{port}");
    let server = start(&database.options, port);
    let (white, mut black, id) = two_at_camette(&url).await;
    let (white_token, black_token) = (white.token(), black.token());
    black.ok(premove(&id, 2, json!("C6-B6"))).await;
    server.kill();

    let server = start(&database.options, port);
    let mut white = Client::connect(&url, Some(&white_token)).await.unwrap();
    white.ok(a_move(&id, 1, "C2-B2")).await;
    server.kill();

    let server = start(&database.options, port);
    let mut black = Client::connect(&url, Some(&black_token)).await.unwrap();
    let snapshot = watch(&mut black, &id).await;
    assert_eq!(snapshot["moves"], json!(["C2-B2", "C6-B6"]));
    assert_eq!(snapshot.get("premove"), None);
    let mut white = Client::connect(&url, Some(&white_token)).await.unwrap();
    white.ask_as("third", a_move(&id, 3, "B2-C2")).await.unwrap();
    assert_eq!(watch(&mut white, &id).await["ply"], 3);
    server.kill();
}

#[tokio::test]
async fn premoves_of_four_seats_answer_one_another_at_once() {
    on_every_server(|server| async move {
        let mut players = vec![Client::guest(server.url()).await];
        let create = json!({"t": "create", "variant": "grand-cam", "seats": {"R": "me"}});
        let id = players[0].ok(create).await["match"].clone();
        for seat in ["G", "B", "Y"] {
            let mut player = Client::guest(server.url()).await;
            player.ok(json!({"t": "join", "match": id, "seat": seat})).await;
            players.push(player);
        }
        for (index, text) in [(1, "G10-G9"), (2, "D7-E7"), (3, "J7-I7")] {
            players[index].ok(premove(&id, index as u32 + 1, json!(text))).await;
        }
        let done = players[0].ok(a_move(&id, 1, "G4-G5")).await;
        assert_eq!(done["ply"], 1);
        assert_eq!(moves(&server, &id).await, json!(["G4-G5", "G10-G9", "D7-E7", "J7-I7"]));
        server.shutdown().await;
    })
    .await;
}
