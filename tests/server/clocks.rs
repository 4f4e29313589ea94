//! Clocks as clients see them: every time control, start timers, ledgers, flag falls and deadlines.

use std::time::Duration;

use chivalry::store::Append;
use chivalry_play::clock::{Ledger, TimeControl, Timestamp};
use chivalry_play::matches::{Event, MatchId, RecordedEvent};
use chivalry_play::player::PlayerId;
use chivalry_rules::{PerSeat, Seat};
use serde_json::{Value, json};
use tokio::task::{JoinSet, yield_now};
use tokio::time::timeout;
use uuid::Uuid;

use crate::client::Client;
use crate::databases::{Database, on_every_database, on_sqlite};
use crate::support::{TestServer, on_every_server};

const DAY_MS: i64 = 86_400_000;

/// A Camette match watched by its two guests, and its `started` event.
struct TestMatch {
    id: Value,
    white: Client,
    black: Client,
    started: Value,
}

impl TestMatch {
    async fn new(url: &str, time: &Value) -> TestMatch {
        let mut white = Client::guest(url).await;
        let mut black = Client::guest(url).await;
        let create =
            json!({"t": "create", "variant": "camette", "time": time, "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].clone();
        for player in [&mut white, &mut black] {
            player.ok(json!({"t": "watch", "match": id})).await;
        }
        black.ok(json!({"t": "join", "match": id})).await;
        let started = white.next_of("started").await.unwrap();
        TestMatch { id, white, black, started }
    }

    /// Makes a move and returns its event.
    async fn play(&mut self, ply: u32, text: &str) -> Value {
        let by = if ply % 2 == 1 { &mut self.white } else { &mut self.black };
        by.ok(json!({"t": "move", "match": self.id, "ply": ply, "move": text})).await;
        let moved = self.white.next_of("moved").await.unwrap();
        assert_eq!(moved, self.black.next_of("moved").await.unwrap(), "both players read it");
        moved
    }

    async fn snapshot(&mut self) -> Value {
        self.white.ok(json!({"t": "watch", "match": self.id})).await;
        self.white.next_of("snapshot").await.unwrap()
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[tokio::test]
async fn every_time_control_is_shown_with_the_fields_a_client_needs() {
    on_every_server(|server| async move {
        for (time, full, start_ms) in [
            (json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 500}), 60_000, 15_000),
            (json!({"kind": "delay", "initial_ms": 240_000, "delay_ms": 900}), 240_000, 20_000),
            (
                json!({"kind": "delay", "initial_ms": 600_000, "delay_ms": 900,
                       "style": "bronstein"}),
                600_000,
                30_000,
            ),
            (
                json!({"kind": "byoyomi", "initial_ms": 900_000, "period_ms": 30_000,
                       "periods": 3}),
                900_000,
                45_000,
            ),
            (
                json!({"kind": "stages", "stages": [{"moves": 2, "ms": 9_000_000},
                       {"ms": 3_600_000, "increment_ms": 30_000}]}),
                9_000_000,
                45_000,
            ),
        ] {
            let mut table = TestMatch::new(server.url(), &time).await;
            let clock = &table.started["clock"];
            assert_eq!(clock["left_ms"], json!({"W": full, "B": full}));
            assert_eq!(
                (&clock["running"], &clock["start_ms"]),
                (&json!("W"), &json!(start_ms)),
                "{time}"
            );
            for (ply, text) in (1..).zip(["C2-B2", "C6-B6"]) {
                let moved = table.play(ply, text).await;
                assert_eq!(moved["clock"]["left_ms"], json!({"W": full, "B": full}));
                assert_eq!(moved["ledger"]["charged_ms"], 0, "the first move costs nothing");
                assert_eq!(moved["clock"].get("start_ms").is_some(), ply == 1, "Black's runs");
                assert!(moved["clock"].get("delay_ms").is_none() || ply == 2);
            }
            let snapshot = table.snapshot().await;
            assert_eq!((&snapshot["time"]["kind"], snapshot.get("ledger")), (&time["kind"], None));
            let moved = table.play(3, "B2-C2").await;
            let (clock, ledger) = (&moved["clock"], &moved["ledger"]);
            let left = full + number(&ledger["added_ms"]) - number(&ledger["charged_ms"]);
            assert_eq!((&clock["left_ms"]["W"], &ledger["left_ms"]), (&left.into(), &left.into()));
            assert_eq!(ledger["received"], moved["now"]);
            let used = number(&ledger["used_ms"]) - number(&ledger["lag_ms"]);
            assert!(number(&ledger["charged_ms"]) <= used);
            match time["kind"].as_str().unwrap() {
                "delay" if time.get("style").is_none() => assert_eq!(clock["delay_ms"], 900),
                "byoyomi" => {
                    assert_eq!(clock["periods_left"], json!({"W": 3, "B": 3}));
                    assert_eq!(ledger["periods_left"], 3);
                }
                "stages" => {
                    assert_eq!(clock["stage"], json!({"W": 2, "B": 1}));
                    assert_eq!(
                        (&ledger["stage"], &ledger["added_ms"]),
                        (&json!(2), &json!(3_600_000))
                    );
                }
                _ => assert_eq!(clock.as_object().unwrap().len(), 2, "{clock}"),
            }
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_private_casual_match_waits_five_minutes_for_the_first_moves() {
    on_every_server(|server| async move {
        let players = [server.account("Arthur").await, server.account("Gawain").await];
        let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
        for (private, rated, limit) in
            [(true, false, 300_000), (true, true, 20_000), (false, false, 20_000)]
        {
            let create = json!({"variant": "camette", "time": time, "private": private,
                                "rated": rated});
            let id = server.start_match(&players[0], &players[1], create).await;
            let view = server.get(&format!("/matches/{id}")).await;
            let view = view.json(reqwest::StatusCode::OK);
            let start_ms = number(&view["clock"]["start_ms"]);
            assert!((limit - 15_000..=limit).contains(&start_ms), "{private} {rated} {start_ms}");
            server.play(&players[0], &id, 1, "C2-B2").await;
            let view = server.get(&format!("/matches/{id}")).await;
            let view = view.json(reqwest::StatusCode::OK);
            let start_ms = number(&view["clock"]["start_ms"]);
            assert!((limit - 15_000..=limit).contains(&start_ms), "{private} {rated} {start_ms}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn correspondence_and_unlimited_matches_have_no_start_timer() {
    on_every_server(|server| async move {
        let mut days =
            TestMatch::new(server.url(), &json!({"kind": "correspondence", "days": 2})).await;
        assert_eq!(
            days.started["clock"],
            json!({"left_ms": {"W": 2 * DAY_MS, "B": 2 * DAY_MS}, "running": "W"})
        );
        let moved = days.play(1, "C2-B2").await;
        assert_eq!(moved["ledger"]["left_ms"], 2 * DAY_MS);

        let mut unlimited = TestMatch::new(server.url(), &json!({"kind": "unlimited"})).await;
        assert_eq!(unlimited.started["clock"], json!({"left_ms": null, "running": "W"}));
        assert_eq!(unlimited.play(1, "C2-B2").await.get("ledger"), None);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_invalid_time_control_is_refused_and_its_field_named() {
    on_every_server(|server| async move {
        let mut client = Client::guest(server.url()).await;
        for (time, field) in [
            (json!({"kind": "byoyomi", "initial_ms": 0, "period_ms": 9, "periods": 0}), "periods"),
            (json!({"kind": "correspondence", "days": 0}), "days"),
            (json!({"kind": "stages", "stages": [{"ms": 9}, {"ms": 9}]}), "stages[0].moves"),
            (json!({"kind": "delay", "initial_ms": 0, "delay_ms": 0}), "initial_ms"),
        ] {
            let create = json!({"t": "create", "variant": "camette", "time": time});
            let refused = client.refused(create, "bad_field").await;
            assert_eq!(refused["field"], format!("time.{field}"));
        }
        for time in [json!({"kind": "hourglass"}), json!({"kind": "stages", "stages": []})] {
            let create = json!({"t": "create", "variant": "camette", "time": time});
            client.refused(create, "bad_field").await;
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn every_time_control_flags_without_connected_clients() {
    on_every_server(|server| async move {
        let mut flags = JoinSet::new();
        for time in [
            json!({"kind": "fischer", "initial_ms": 40, "increment_ms": 40}),
            json!({"kind": "delay", "initial_ms": 20, "delay_ms": 20}),
            json!({"kind": "delay", "initial_ms": 40, "delay_ms": 40, "style": "bronstein"}),
            json!({"kind": "byoyomi", "initial_ms": 10, "period_ms": 10, "periods": 3}),
            json!({"kind": "stages", "stages": [{"moves": 1, "ms": 20}, {"ms": 20}]}),
        ] {
            let url = server.url().to_owned();
            flags.spawn(async move {
                let mut table = TestMatch::new(&url, &time).await;
                table.play(1, "C2-B2").await;
                let TestMatch { id, white, mut black, .. } = table;
                drop(white);
                black.ok(json!({"t": "unwatch", "match": id})).await;
                let first = json!({"t": "move", "match": id, "ply": 2, "move": "C6-B6"});
                black.ok(first).await;
                let token = black.token();
                drop(black);
                let mut later = Client::connect(&url, Some(&token)).await.unwrap();
                later.ok(json!({"t": "watch", "match": id, "since": 0})).await;
                let ended = later.next_of("ended").await.unwrap();
                assert_eq!(
                    (&ended["result"], &ended["termination"]),
                    (&json!("0-1"), &json!("time")),
                    "{time}"
                );
                assert_eq!(ended["clock"]["left_ms"]["W"], 0);
                assert_eq!(ended["clock"]["running"], Value::Null);
                if time["kind"] == "byoyomi" {
                    assert_eq!(ended["clock"]["periods_left"], json!({"W": 0, "B": 3}));
                }
            });
        }
        while let Some(flag) = flags.join_next().await {
            flag.unwrap();
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_match_without_first_moves_is_aborted() {
    // The start timers last 15 seconds.
    on_every_database(nobody_starts).await;
}

async fn nobody_starts(database: Database) {
    let server = TestServer::start(&database).await;
    let time = json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0});
    let mut unmoved = TestMatch::new(server.url(), &time).await;
    let mut half = TestMatch::new(server.url(), &time).await;
    half.play(1, "C2-B2").await;
    for table in [&mut unmoved, &mut half] {
        let ended = table.black.next_of("ended").await.unwrap();
        assert_eq!((&ended["result"], &ended["termination"]), (&json!("*"), &json!("abort")));
        assert_eq!(ended["clock"]["left_ms"], json!({"W": 60_000, "B": 60_000}));
    }
    server.shutdown().await;
}

#[tokio::test]
async fn an_idle_correspondence_match_leaves_memory() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let time = json!({"kind": "correspondence", "days": 1});
        let mut table = TestMatch::new(server.url(), &time).await;
        let mut other = TestMatch::new(server.url(), &time).await;
        let begins = read_time(&table.play(1, "C2-B2").await["now"]);
        other.white.ok(json!({"t": "resign", "match": other.id})).await;
        let id = MatchId(table.id.as_str().unwrap().parse().unwrap());
        server.shutdown().await;

        let running = database.open().await;
        let due = async |ms| running.store.matches().due(Timestamp(ms), 9).await.unwrap();
        assert_eq!(due(begins + DAY_MS - 1).await, []);
        assert_eq!(due(begins + DAY_MS).await, [id], "and not the one that has ended");
        assert_eq!(running.store.matches().live().await.unwrap(), []);
        let log = running.store.log().read(id).await.unwrap().unwrap();
        assert!(!log.iter().any(|recorded| recorded.event == Event::Paused), "days go on");
        running.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_correspondence_match_flags_without_connected_clients() {
    on_every_database(|database| async move {
        let id = overdue(&database).await;
        let server = TestServer::start(&database).await;
        let ended = async {
            loop {
                let list = server.get("/matches?status=ended").await;
                let list = list.json(reqwest::StatusCode::OK);
                if let Some(item) = list["items"].as_array().unwrap().first() {
                    break item.clone();
                }
                yield_now().await;
            }
        };
        let ended = timeout(Duration::from_secs(60), ended).await.expect("the sweep of the start");
        assert_eq!(ended["match"], id.to_string());
        assert_eq!((&ended["result"], &ended["termination"]), (&json!("1-0"), &json!("time")));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_clock_keeps_running_while_its_match_is_not_in_memory() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let quick = left_alone(&server, 12_000).await;
        let slow = left_alone(&server, 60_000).await;
        let ended = async {
            loop {
                let list = server.get("/matches?status=ended").await.json(reqwest::StatusCode::OK);
                if list["items"].as_array().unwrap().iter().any(|item| item["match"] == quick) {
                    break;
                }
                yield_now().await;
            }
        };
        timeout(Duration::from_secs(60), ended).await.expect("a flag");
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let log = server.get(&format!("/matches/{}/events", quick.as_str().unwrap())).await;
        let events = log.json(reqwest::StatusCode::OK)["items"].as_array().unwrap().clone();
        let [.., moved, ended] = events.as_slice() else { panic!("two events") };
        assert_eq!((&ended["t"], &ended["termination"]), (&json!("ended"), &json!("time")));
        assert!(
            read_time(&ended["now"]) - read_time(&moved["now"]) >= 12_000,
            "not before its time"
        );

        let mut watcher = Client::guest(server.url()).await;
        watcher.ok(json!({"t": "watch", "match": slow})).await;
        let snapshot = watcher.next_of("snapshot").await.unwrap();
        let left = number(&snapshot["clock"]["left_ms"]["W"]);
        assert!((1..60_000).contains(&left), "it ran while the match was out of memory");
        let log = server.get(&format!("/matches/{}/events", slow.as_str().unwrap())).await;
        let events = log.json(reqwest::StatusCode::OK)["items"].as_array().unwrap().clone();
        let last: Vec<&Value> = events.iter().rev().take(2).map(|event| &event["t"]).collect();
        assert_eq!(last, ["resumed", "paused"], "and stood still without a server");
        server.shutdown().await;
    })
    .await;
}

/// A match with White to move that left memory because its players disconnected.
async fn left_alone(server: &TestServer, initial_ms: u64) -> Value {
    let time = json!({"kind": "fischer", "initial_ms": initial_ms, "increment_ms": 0});
    let mut table = TestMatch::new(server.url(), &time).await;
    for (ply, text) in (1..).zip(["C2-B2", "C6-B6"]) {
        table.play(ply, text).await;
    }
    let id = table.id.clone();
    drop(table);
    let gone = async {
        loop {
            let scraped = server.get("/metrics").await;
            if scraped.text.lines().any(|line| line == "chivalry_matches_in_memory 0") {
                break;
            }
            yield_now().await;
        }
    };
    timeout(Duration::from_secs(60), gone).await.expect("a match that leaves memory");
    id
}

/// A match whose second seat ran out of days while no server was running.
async fn overdue(database: &Database) -> MatchId {
    let running = database.open().await;
    let (id, now) = (MatchId(Uuid::now_v7()), chivalry::live::Time::from_system().now());
    let mut players = Vec::new();
    for _ in 0..2 {
        let player = PlayerId(Uuid::now_v7());
        let name = format!("guest-{}", player.0);
        running.store.guests().create(player, &name, Timestamp(1)).await.unwrap();
        players.push(player);
    }
    let created = Event::Created {
        variant: "camette".to_owned(),
        position: None,
        time: TimeControl::days(1),
        rated: false,
        private: false,
        by: players[0],
        keys: PerSeat::default(),
        origin: None,
        watch_delay_ms: 0,
        partner_plays_on: false,
    };
    let ledger = Some(Ledger { left_ms: DAY_MS as u64, ..Ledger::default() });
    let seats = [Seat::FIRST, Seat::SECOND];
    let mut events = vec![created];
    events.extend(
        seats.into_iter().zip(players).map(|(seat, player)| Event::Seated { seat, player }),
    );
    events.push(Event::Started);
    for (text, seat) in ["C2-B2", "C6-B6", "B2-C2"].into_iter().zip(seats.into_iter().cycle()) {
        events.push(Event::Moved { seat, text: text.to_owned(), ledger });
    }
    let at = Timestamp(now.0 - 2 * DAY_MS);
    let records = (1..).zip(events).map(|(v, event)| RecordedEvent { v, at, cause: None, event });
    let deadline = Some(Timestamp(at.0 + DAY_MS));
    let append = Append { match_id: id, records: records.collect(), deadline, owner: None };
    running.store.log().append(append).await.unwrap();
    running.stop().await;
    id
}

fn read_time(text: &Value) -> i64 {
    chivalry::protocol::read_rfc3339(text.as_str().unwrap()).unwrap().0
}
