//! Vacations, rest hours, adjournments and arranged games over real sockets, with restarts of the
//! server.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::task::yield_now;
use tokio::time::timeout;

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{Answer, TestPlayer, TestServer, unlimited};

const DAY_MS: i64 = 86_400_000;

/// A Camette match of two guests that both have watched since its beginning.
struct Pair {
    id: Value,
    white: Client,
    black: Client,
}

impl Pair {
    async fn new(server: &TestServer, time: &Value) -> Pair {
        let mut white = Client::guest(server.url()).await;
        let mut black = Client::guest(server.url()).await;
        let create =
            json!({"t": "create", "variant": "camette", "time": time, "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].clone();
        for player in [&mut white, &mut black] {
            player.ok(json!({"t": "watch", "match": id})).await;
        }
        black.ok(json!({"t": "join", "match": id})).await;
        for player in [&mut white, &mut black] {
            player.next_of("started").await.unwrap();
        }
        Pair { id, white, black }
    }
}

async fn put_vacation(server: &TestServer, token: &str, until: Option<i64>) -> Value {
    let body = json!({"until": until.map(text_of)}).to_string();
    let request = server.request(Method::PUT, "/me/vacation").bearer_auth(token);
    let request = request.header("content-type", "application/json").body(body);
    Answer::to(request).await.json(StatusCode::OK)
}

fn time_of(text: &Value) -> i64 {
    let text = text.as_str().unwrap_or_else(|| panic!("{text} is no time"));
    chivalry::protocol::read_rfc3339(text).unwrap().0
}

fn text_of(ms: i64) -> String {
    chivalry::protocol::rfc3339(chivalry_play::clock::Timestamp(ms))
}

#[tokio::test]
async fn a_vacation_stops_the_clock_over_a_restart_until_the_player_returns() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let time = json!({"kind": "correspondence", "days": 2, "vacation": true});
        let mut pair = Pair::new(&server, &time).await;
        let plain = Pair::new(&server, &json!({"kind": "correspondence", "days": 2})).await;
        let token = pair.white.token();
        let before = Answer::to(server.request(Method::GET, "/me/vacation").bearer_auth(&token))
            .await
            .json(StatusCode::OK);
        assert_eq!((&before["days_per_year"], &before["until"]), (&json!(28), &Value::Null));
        assert_eq!(before["left_ms"], json!(28 * DAY_MS));

        let until = time_of(&before["now"]) + 5 * DAY_MS;
        let away = put_vacation(&server, &token, Some(until)).await;
        assert_eq!(time_of(&away["until"]), until);
        let event = pair.black.next_of("vacation").await.unwrap();
        assert_eq!((&event["seat"], time_of(&event["until"])), (&json!("W"), until));
        let clock = &event["clock"];
        assert_eq!((&clock["running"], time_of(&clock["rests_until"])), (&json!("W"), until));
        assert_eq!(time_of(&clock["away_until"]["W"]), until);
        let left = clock["left_ms"]["W"].as_i64().unwrap();
        assert_eq!(time_of(&clock["flags_at"]), until + left, "after the vacation");

        let again = put_vacation(&server, &token, Some(until)).await;
        assert_eq!(again["began_at"], away["began_at"], "the same vacation");
        let too_long = json!({"until": text_of(until + 400 * DAY_MS)}).to_string();
        let request = server.request(Method::PUT, "/me/vacation").bearer_auth(&token);
        let request = request.header("content-type", "application/json").body(too_long);
        let refused = Answer::to(request).await.problem(422, "bad_field");
        assert_eq!(refused["reason"], "vacation_too_long");
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let path = |id: &Value| format!("/matches/{}", id.as_str().unwrap());
        let view = server.get(&path(&pair.id)).await.json(StatusCode::OK);
        assert_eq!(view["clock"]["left_ms"]["W"].as_i64(), Some(left), "not a millisecond");
        let other = server.get(&path(&plain.id)).await.json(StatusCode::OK);
        assert_eq!(other["clock"].get("away_until"), None, "it does not allow vacations");

        let request = server.request(Method::DELETE, "/me/vacation").bearer_auth(&token);
        let back = Answer::to(request).await.json(StatusCode::OK);
        assert_eq!(back["until"], Value::Null);
        assert!(back["left_ms"].as_i64().unwrap() > 27 * DAY_MS, "the unused days are left");
        let mut watcher = Client::guest(server.url()).await;
        watcher.ok(json!({"t": "watch", "match": pair.id})).await;
        let snapshot = watcher.next_of("snapshot").await.unwrap();
        assert_eq!(snapshot["clock"].get("away_until"), None);
        assert!(time_of(&snapshot["clock"]["flags_at"]) < until, "the clock runs again");
        let log = server.get(&format!("{}/events", path(&pair.id))).await.json(StatusCode::OK);
        let events = log["items"].as_array().unwrap();
        let vacations = events.iter().filter(|event| event["t"] == "vacation").count();
        assert_eq!(vacations, 2, "its beginning and its end");
        server.shutdown().await;

        let running = database.open().await;
        let mut findings = Vec::new();
        running.store.doctor().examine(|finding| findings.push(finding)).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_match_that_begins_during_a_vacation_adopts_it() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let mut white = Client::guest(server.url()).await;
        put_vacation(&server, &white.token(), None).await;
        let time = json!({"kind": "correspondence", "days": 1, "vacation": true});
        let create =
            json!({"t": "create", "variant": "camette", "time": time, "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].clone();
        white.ok(json!({"t": "watch", "match": id})).await;
        let mut black = Client::guest(server.url()).await;
        black.ok(json!({"t": "join", "match": id})).await;
        let started = white.next_of("started").await.unwrap();
        // Any request for a vacation also passes on those that matches lack.
        put_vacation(&server, &white.token(), None).await;
        let event = white.next_of("vacation").await.unwrap();
        assert_eq!(event["now"], started["now"], "from the first millisecond");
        assert_eq!(event["clock"]["left_ms"]["W"], json!(DAY_MS));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_adjourned_match_survives_a_restart_and_continues_at_its_time() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let time = json!({"kind": "fischer", "initial_ms": 600_000, "increment_ms": 0});
        let mut pair = Pair::new(&server, &time).await;
        for (ply, text) in [(1, "C2-B2"), (2, "C6-B6")] {
            let by = if ply % 2 == 1 { &mut pair.white } else { &mut pair.black };
            by.ok(json!({"t": "move", "match": pair.id, "ply": ply, "move": text})).await;
        }
        let now = time_of(&pair.white.next_of("moved").await.unwrap()["now"]);
        let until = text_of(now + 4_000);
        let offer = json!({"t": "adjourn", "match": pair.id, "say": "offer", "until": until});
        pair.white.ok(offer).await;
        pair.black.ok(json!({"t": "adjourn", "match": pair.id, "say": "accept"})).await;
        let adjourned = pair.black.next_of("adjourned").await.unwrap();
        assert_eq!(adjourned["until"], json!(until));
        let left = adjourned["clock"]["left_ms"]["W"].clone();
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let mut watcher = Client::guest(server.url()).await;
        watcher.ok(json!({"t": "watch", "match": pair.id})).await;
        let snapshot = watcher.next_of("snapshot").await.unwrap();
        let ended = if snapshot.get("adjourned_until").is_some() {
            assert_eq!(snapshot["clock"]["running"], Value::Null);
            watcher.next_of("adjournment_ended").await.unwrap()
        } else {
            snapshot
        };
        assert!(time_of(&ended["now"]) >= now + 4_000, "not before its time");
        assert_eq!(ended["clock"]["running"], json!("W"));
        if ended["t"] == "adjournment_ended" {
            assert_eq!(ended["clock"]["left_ms"]["W"], left, "nobody's time has passed");
        }
        server.shutdown().await;

        let running = database.open().await;
        let mut findings = Vec::new();
        running.store.doctor().examine(|finding| findings.push(finding)).await.unwrap();
        assert!(findings.is_empty(), "{findings:?}");
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn rest_hours_are_part_of_the_time_control() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let rest = json!({"utc_offset_min": 60, "days_off": ["saturday", "sunday"],
                          "from_min": 1_320, "until_min": 480});
        let time = json!({"kind": "correspondence", "days": 1, "rest": rest});
        let mut pair = Pair::new(&server, &time).await;
        let path = format!("/matches/{}", pair.id.as_str().unwrap());
        let snapshot = server.get(&path).await.json(StatusCode::OK);
        assert_eq!(snapshot["time"], time);
        let now = time_of(&snapshot["now"]);
        let flags_at = time_of(&snapshot["clock"]["flags_at"]);
        // Fourteen hours of each working day count, so that 24 take more than one night.
        assert!(flags_at - now > 34 * 3_600_000, "{snapshot}");
        for (rest, reason) in [
            (json!({"from_min": 0, "until_min": 961}), "rest_too_long"),
            (json!({}), "no_rest"),
            (json!({"utc_offset_min": 841, "days_off": ["friday"]}), "offset_too_large"),
        ] {
            let time = json!({"kind": "correspondence", "days": 1, "rest": rest});
            let create = json!({"t": "create", "variant": "camette", "time": time});
            assert_eq!(pair.white.refused(create, "bad_field").await["reason"], reason);
        }
        server.shutdown().await;
    })
    .await;
}

async fn arrange(server: &TestServer, by: &TestPlayer, times: &[i64]) -> Answer {
    let times: Vec<String> = times.iter().copied().map(text_of).collect();
    let time = json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0});
    let body = json!({"to": "Lancelot", "variant": "camette", "time": time, "seat": "B",
                      "times": times});
    server.post_as(by, "/arrangements", body).await
}

async fn arranged(server: &TestServer, player: &TestPlayer) -> Value {
    let request = server.request(Method::GET, "/arrangements").bearer_auth(&player.token);
    Answer::to(request).await.json(StatusCode::OK)["items"][0].clone()
}

/// Returns the first arrangement of the player once it has that status.
async fn arranged_as(server: &TestServer, player: &TestPlayer, status: &str) -> Value {
    let awaited = async {
        loop {
            let arrangement = arranged(server, player).await;
            if arrangement["status"] == status {
                break arrangement;
            }
            yield_now().await;
        }
    };
    timeout(Duration::from_secs(60), awaited).await.expect("a game that begins or expires")
}

#[tokio::test]
async fn an_agreed_game_begins_at_its_time_over_a_restart() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let arthur = server.account("Arthur").await;
        let lancelot = server.account("Lancelot").await;
        let now = chivalry::live::Time::from_system().now().0;
        let at = now + 4_000;
        let proposed =
            arrange(&server, &arthur, &[at, at + 60_000]).await.json(StatusCode::CREATED);
        let path = format!("/arrangements/{}", proposed["arrangement"].as_str().unwrap());
        assert_eq!(
            (&proposed["status"], &proposed["times_by"]),
            (&json!("open"), &json!("Arthur"))
        );
        let own =
            server.post_as(&arthur, &format!("{path}/agree"), json!({"at": text_of(at)})).await;
        assert_eq!(own.problem(403, "forbidden")["reason"], "own_times");
        let other = json!({"at": text_of(at + 1)});
        let other = server.post_as(&lancelot, &format!("{path}/agree"), other).await;
        assert_eq!(other.problem(422, "bad_field")["reason"], "time_not_proposed");

        let request = server.request(Method::GET, "/me/events").bearer_auth(&arthur.token);
        let mut events = request.send().await.unwrap();
        let agreed = json!({"at": text_of(at)});
        let agreed = server.post_as(&lancelot, &format!("{path}/agree"), agreed).await;
        assert_eq!(agreed.json(StatusCode::OK)["at"], json!(text_of(at)));
        let mut read = String::new();
        while !read.contains(r#""t":"reminder""#) {
            let chunk = events.chunk().await.unwrap().expect("a stream without an end");
            read.push_str(&String::from_utf8_lossy(&chunk));
        }
        assert!(read.contains(r#""t":"arrangement""#), "{read}");
        let request = server.request(Method::GET, &format!("{path}/calendar"));
        let calendar = Answer::to(request.bearer_auth(&lancelot.token)).await;
        assert_eq!(calendar.status, StatusCode::OK);
        assert!(calendar.text.contains("SUMMARY:Arthur – Lancelot\r\nDESCRIPTION:Camette"));
        assert!(calendar.text.contains("STATUS:CONFIRMED"));
        drop(events);
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let begun = arranged_as(&server, &lancelot, "begun").await;
        let id = begun["match"].as_str().unwrap();
        let view = server.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        assert_eq!((&view["seats"]["B"]["name"], &view["ply"]), (&json!("Arthur"), &json!(0)));
        let start_ms = view["clock"]["start_ms"].as_i64().unwrap();
        assert!(start_ms > 200_000, "players may be late: {start_ms}");
        let log = server.get(&format!("/matches/{id}/events")).await.json(StatusCode::OK);
        assert!(time_of(&log["items"][0]["now"]) >= at, "not before its time");
        let late = server.request(Method::DELETE, &path).bearer_auth(&lancelot.token);
        let late = Answer::to(late).await.problem(403, "forbidden");
        assert_eq!(late["reason"], "arrangement_not_open");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn proposals_are_answered_by_other_times_declined_or_expire() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let arthur = server.account("Arthur").await;
        let lancelot = server.account("Lancelot").await;
        let mordred = server.account("Mordred").await;
        let now = chivalry::live::Time::from_system().now().0;
        let past = arrange(&server, &arthur, &[now - 1]).await.problem(422, "bad_field");
        assert_eq!(past["reason"], "time_range");
        let proposed = arrange(&server, &arthur, &[now + DAY_MS]).await.json(StatusCode::CREATED);
        let path = format!("/arrangements/{}", proposed["arrangement"].as_str().unwrap());
        let strange = server.request(Method::DELETE, &path).bearer_auth(&mordred.token);
        Answer::to(strange).await.problem(404, "not_found");
        let times = json!({"times": [text_of(now + 2 * DAY_MS)]});
        let other = server.post_as(&lancelot, &format!("{path}/times"), times).await;
        assert_eq!(other.json(StatusCode::OK)["times_by"], "Lancelot");
        let decline = server.request(Method::DELETE, &path).bearer_auth(&arthur.token);
        let declined = Answer::to(decline).await.json(StatusCode::OK);
        assert_eq!(declined["status"], "declined");

        let at = chivalry::live::Time::from_system().now().0 + 1_500;
        arrange(&server, &arthur, &[at]).await.json(StatusCode::CREATED);
        let expired = arranged_as(&server, &arthur, "expired").await;
        assert_eq!(expired.get("match"), None, "nobody agreed");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_operator_can_switch_the_calendar_off() {
    on_every_database(|database| async move {
        let mut options = unlimited();
        options.calendar.no_calendar = true;
        let server = TestServer::start_with(&database, options).await;
        let time = json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0});
        let mut pair = Pair::new(&server, &time).await;
        let adjourn = json!({"t": "adjourn", "match": pair.id, "say": "offer"});
        let refused = pair.white.refused(adjourn, "forbidden").await;
        assert_eq!(refused["reason"], "calendar_off");
        let days = json!({"kind": "correspondence", "days": 2, "vacation": true});
        let create = json!({"t": "create", "variant": "camette", "time": days});
        let refused = pair.white.refused(create, "forbidden").await;
        assert_eq!(refused["reason"], "calendar_off");
        let request = server.request(Method::PUT, "/me/vacation").bearer_auth(pair.white.token());
        let answer = Answer::to(request.body("{}")).await.problem(403, "forbidden");
        assert_eq!(answer["reason"], "calendar_off");
        server.shutdown().await;
    })
    .await;
}
