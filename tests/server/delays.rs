//! Matches with a spectator delay.

use std::time::{Duration, SystemTime};

use reqwest::header::ACCEPT;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

/// A delay, in milliseconds, that no test outlasts.
const LONG_MS: u64 = 900_000;

/// A delay, in milliseconds, longer than any transmission and short enough to wait for.
const SHORT_MS: u64 = 400;

fn camette(delay_ms: u64) -> Value {
    json!({"variant": "camette", "options": {"watch_delay_ms": delay_ms}})
}

/// Sends a GET request as a player or without a token.
async fn get_as(server: &TestServer, player: Option<&TestPlayer>, path: &str) -> Answer {
    let request = server.request(Method::GET, path);
    Answer::to(match player {
        Some(player) => player.sign(request),
        None => request,
    })
    .await
}

async fn look(server: &TestServer, player: Option<&TestPlayer>, path: &str) -> Value {
    get_as(server, player, path).await.json(StatusCode::OK)
}

async fn watch(client: &mut Client, id: &str) -> Value {
    client.ok(json!({"t": "watch", "match": id})).await;
    client.next_of("snapshot").await.unwrap()
}

#[tokio::test]
async fn only_the_players_see_delayed_moves() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, camette(LONG_MS)).await;
        let path = format!("/matches/{id}");
        let mut watcher = Client::guest(server.url()).await;
        let start = watch(&mut watcher, &id).await;
        assert_eq!((&start["status"], &start["ply"]), (&json!("playing"), &json!(0)));
        assert_eq!(start["options"], json!({"watch_delay_ms": LONG_MS}));
        let mut player = Client::connect(server.url(), Some(&white.token)).await.unwrap();
        watch(&mut player, &id).await;

        server.play(&white, &id, 1, "C2-B2").await;
        assert_eq!(player.next_of("moved").await.unwrap()["move"], "C2-B2");
        check_hidden(&server, &white, &id).await;

        // The end of the match is delayed too.
        server.play(&black, &id, 2, "C6-B6").await;
        let resign = format!("{path}/resign");
        server.post_as(&white, &resign, json!({})).await.json(StatusCode::OK);
        assert_eq!(player.next_of("ended").await.unwrap()["result"], "0-1");
        check_hidden(&server, &white, &id).await;
        let listed = look(&server, None, "/matches").await["items"][0].clone();
        assert_eq!((&listed["status"], listed.get("result")), (&json!("playing"), None));
        assert_eq!((listed.get("ended_at"), listed.get("plies")), (None, None));
        for filter in ["status=ended", "result=0-1"] {
            let ended = look(&server, None, &format!("/matches?{filter}")).await;
            assert_eq!(ended["items"], json!([]), "{filter}");
        }
        let playing = look(&server, None, "/matches?status=playing").await;
        assert_eq!(playing["items"][0]["match"], json!(id));
        assert_eq!(get_as(&server, None, "/records").await.text, "");
        let export = get_as(&server, None, "/records?status=playing").await;
        assert!(export.text.contains(&id) && !export.text.contains("C2-B2"), "{}", export.text);

        // Neither refusals nor resuming reveal hidden moves.
        let third = server.guest().await;
        server.post_as(&third, &resign, json!({})).await.problem(403, "forbidden");
        let from = json!({"from": {"match": id, "ply": 1}});
        server.post_as(&third, "/matches", from).await.bad_field("from.ply");

        let pong = watcher.ask(json!({"t": "ping"})).await.unwrap();
        assert_eq!(pong["t"], "pong");
        let told: Vec<&Value> = watcher.kept().filter(|frame| frame["t"] != "watchers").collect();
        assert_eq!(told, [&json!(null); 0]);
        let v = start["v"].as_u64().unwrap();
        assert!(watcher.kept().all(|frame| frame["v"] == v), "nor is the version known");
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        check_hidden(&server, &white, &id).await;
        let again = watch(&mut Client::guest(server.url()).await, &id).await;
        assert_eq!((&again["v"], &again["status"]), (&start["v"], &json!("playing")));
        let own = look(&server, Some(&black), &path).await;
        assert_eq!((&own["status"], &own["ply"]), (&json!("ended"), &json!(2)));
        server.shutdown().await;
    })
    .await;
}

/// Asserts that the player sees the move over REST and nobody else does.
async fn check_hidden(server: &TestServer, player: &TestPlayer, id: &str) {
    let path = format!("/matches/{id}");
    let (all, own) = (look(server, None, &path).await, look(server, Some(player), &path).await);
    assert_eq!((&all["status"], &all["moves"]), (&json!("playing"), &json!([])));
    assert_eq!(own["moves"][0], "C2-B2");
    let events = format!("{path}/events");
    let all = look(server, None, &events).await["items"].clone();
    let own = look(server, Some(player), &events).await["items"].clone();
    assert_eq!(all.as_array().unwrap().last().unwrap()["t"], "started");
    assert!(own.as_array().unwrap().len() > all.as_array().unwrap().len());
    let position = format!("{path}/position");
    assert_eq!(look(server, None, &position).await["ply"], 0);
    assert!(look(server, Some(player), &position).await["ply"].as_u64().unwrap() > 0);
    get_as(server, None, &format!("{position}?ply=1")).await.bad_field("ply");
    let record = format!("{path}/record");
    assert!(!get_as(server, None, &record).await.text.contains("C2-B2"));
    assert!(get_as(server, Some(player), &record).await.text.contains("C2-B2"));
}

#[tokio::test]
async fn watchers_see_every_move_after_the_delay_and_the_whole_match_at_the_end() {
    on_every_server(|server| async move {
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, camette(SHORT_MS)).await;
        let mut watcher = Client::guest(server.url()).await;
        watch(&mut watcher, &id).await;
        let events = format!("/matches/{id}/events");
        let lines = server.request(Method::GET, &events).header(ACCEPT, "application/x-ndjson");
        let lines = tokio::spawn(Answer::to(lines));
        server.play(&white, &id, 1, "C2-B2").await;
        server.play(&black, &id, 2, "C6-B6").await;
        let resign = format!("/matches/{id}/resign");
        server.post_as(&white, &resign, json!({})).await.json(StatusCode::OK);
        for t in ["moved", "moved", "ended"] {
            let event = watcher.next_where(|frame| frame["t"] != "watchers").await.unwrap();
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
            assert_eq!(event["t"], t);
            let at: jiff::Timestamp = event["now"].as_str().unwrap().parse().unwrap();
            let at = Duration::from_millis(at.as_millisecond().unsigned_abs());
            // The server's clock does not follow every adjustment of the system clock.
            let late = Duration::from_millis(SHORT_MS - 50);
            assert!(now >= at + late, "{t} came {:?} after it", now.saturating_sub(at));
        }
        let whole = look(&server, None, &format!("/matches/{id}")).await;
        assert_eq!((&whole["status"], &whole["ply"]), (&json!("ended"), &json!(2)));
        let ended = look(&server, None, "/matches?status=ended").await;
        assert_eq!(ended["items"][0]["result"], "0-1");
        let lines = lines.await.unwrap().text;
        let streamed = lines.lines().filter(|line| !line.is_empty()).count();
        assert_eq!(streamed as u64, whole["v"].as_u64().unwrap());
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_delay_is_bounded_and_joins_are_not_delayed() {
    on_every_server(|server| async move {
        let white = server.guest().await;
        let wish = camette(LONG_MS + 1);
        server.post_as(&white, "/matches", wish).await.bad_field("options.watch_delay_ms");
        let made = server.post_as(&white, "/matches", camette(LONG_MS)).await;
        let id = made.json(StatusCode::CREATED)["match"].as_str().unwrap().to_owned();
        let mut watcher = Client::guest(server.url()).await;
        watch(&mut watcher, &id).await;
        for _ in 0..2 {
            let player = server.guest().await;
            let join = format!("/matches/{id}/join");
            server.post_as(&player, &join, json!({})).await.json(StatusCode::OK);
            watcher.next_of("joined").await.unwrap();
        }
        watcher.next_of("started").await.unwrap();
        server.shutdown().await;
    })
    .await;
}
