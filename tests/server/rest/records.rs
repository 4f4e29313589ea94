//! `/matches/{id}/record`, `/position`, and `/records`.

use chivalry::store::Append;
use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::{Event, MatchId, MatchResult, RecordedEvent, Termination};
use chivalry_play::player::PlayerId;
use chivalry_rules::notation::record::{GameRecord, RecordReader};
use chivalry_rules::{PerSeat, Seat};
use reqwest::header::{ACCEPT, IF_NONE_MATCH};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::databases::{Database, on_every_database};
use crate::support::{Answer, TestServer, on_every_server};

use super::{NEARLY_WON, WINNING, match_view, nearly_won, won};

#[tokio::test]
async fn a_record_replays_to_the_same_position() {
    on_every_server(async |server: TestServer| {
        let (id, [white, black]) = won(&server).await;
        let path = format!("/matches/{id}/record");
        let answer = server.get(&path).await;
        assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
        let record: GameRecord = answer.text.parse().unwrap();
        for (tag, value) in [
            ("Event", "Casual match"),
            ("Site", server.url()),
            ("White", &white.name),
            ("Black", &black.name),
            ("Result", "1-0"),
            ("Variant", "camette"),
            ("Position", NEARLY_WON),
            ("TimeControl", "300+2.5"),
            ("Termination", "castle"),
            ("Id", &id),
        ] {
            assert_eq!(record.tag(tag), Some(value), "{tag}");
        }
        let date = record.tag("Date").unwrap();
        assert_eq!((date.len(), date.split('.').count()), (10, 3), "{date}");
        assert!(record.clocked_turns().all(|(_, left)| left.is_some_and(|left| left > 290_000)));
        let replay = record.replay(None).unwrap();
        assert_eq!(match_view(&server, &id).await["position"], replay.game.position().to_string());
        let same = server.request(Method::POST, "/rules/record").body(answer.text.clone());
        assert_eq!(Answer::to(same).await.json(StatusCode::OK)["sound"], true);

        let again = server.request(Method::GET, &path);
        let again = again.header(IF_NONE_MATCH, answer.header("etag"));
        assert_eq!(Answer::to(again).await.status, StatusCode::NOT_MODIFIED);
        let unknown = "/matches/01990000-0000-7000-8000-000000000000";
        server.get(&format!("{unknown}/record")).await.problem(404, "not_found");
        server.get(&format!("{unknown}/position")).await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn every_position_of_a_match_can_be_requested() {
    on_every_server(async |server: TestServer| {
        let (id, _) = won(&server).await;
        let path = format!("/matches/{id}/position");
        let first = server.get(&format!("{path}?ply=0")).await.json(StatusCode::OK);
        assert_eq!(first, json!({"match": id, "ply": 0, "move": null, "position": NEARLY_WON}));
        let last = server.get(&path).await.json(StatusCode::OK);
        assert_eq!((&last["ply"], &last["move"]), (&json!(3), &json!(WINNING[2])));
        assert_eq!(last["position"], match_view(&server, &id).await["position"]);
        server.get(&format!("{path}?ply=4")).await.bad_field("ply");
        server.get(&format!("{path}?ply=last")).await.bad_field("ply");
        server.shutdown().await;
    })
    .await;
}

/// Parses the games of a text.
fn games(text: &str) -> Vec<GameRecord> {
    let mut reader = RecordReader::new();
    reader.push(text.as_bytes());
    reader.finish();
    std::iter::from_fn(|| reader.next_game()).map(|game| game.record.unwrap()).collect()
}

async fn lines(server: &TestServer, query: &str) -> Vec<Value> {
    let request = server.request(Method::GET, &format!("/records{query}"));
    let answer = Answer::to(request.header(ACCEPT, "application/x-ndjson")).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn all_games_are_streamed_oldest_first() {
    on_every_server(async |server: TestServer| {
        let empty = server.get("/records").await;
        assert_eq!((empty.status, empty.text.as_str()), (StatusCode::OK, ""));
        let (first, [white, _]) = won(&server).await;
        let (second, _) = nearly_won(&server).await;
        let (third, _) = won(&server).await;

        let text = server.get("/records").await;
        assert_eq!(text.header("content-type"), "text/plain; charset=utf-8");
        let games = games(&text.text);
        let ids: Vec<&str> = games.iter().map(|game| game.tag("Id").unwrap()).collect();
        assert_eq!(ids, [&first, &third]);
        let alone = server.get(&format!("/matches/{first}/record")).await.text;
        assert!(text.text.starts_with(&alone));

        let all = lines(&server, "").await;
        assert_eq!(all.len(), 2);
        assert_eq!((&all[0]["match"], &all[0]["moves"]), (&json!(first), &json!(WINNING)));
        assert_eq!(all[0]["left_ms"].as_array().unwrap().len(), 3);
        assert_eq!(lines(&server, &format!("?player={}", white.name)).await, all[..1]);
        assert_eq!(lines(&server, "?result=0-1").await, [] as [Value; 0]);
        assert_eq!(lines(&server, "?status=playing").await[0]["match"], second.as_str());
        server.get("/records?status=open").await.bad_field("status");
        server.get("/records?result=won").await.bad_field("result");
        server.get("/records?limit=1").await.bad_field("limit");
        server.shutdown().await;
    })
    .await;
}

/// Paths of a match that need its whole log.
const PATHS: [&str; 4] = ["", "/record", "/events", "/position"];

/// Stores a match with an impossible move.
async fn store_broken(database: &Database) -> MatchId {
    let id = MatchId(Uuid::now_v7());
    let by = PlayerId(Uuid::now_v7());
    let store = database.open().await;
    store.store.guests().create(by, "Mordred", Timestamp(0)).await.unwrap();
    let created = Event::Created {
        variant: "camelot".to_owned(),
        position: None,
        time: TimeControl::Unlimited {},
        rated: false,
        private: false,
        by,
        keys: PerSeat::default(),
        origin: None,
        watch_delay_ms: 0,
        partner_plays_on: false,
    };
    let moved = Event::Moved { seat: Seat::FIRST, text: "A1-A2".to_owned(), ledger: None };
    let (result, termination) = (MatchResult::First, Termination::Resignation);
    let ended = Event::Ended { result, termination };
    let events = [created, Event::Started, moved, ended];
    let records = (1..).zip(events).map(|(v, event)| RecordedEvent {
        v,
        at: Timestamp(0),
        cause: None,
        event,
    });
    store
        .store
        .log()
        .append(Append { match_id: id, records: records.collect(), deadline: None, owner: None })
        .await
        .unwrap();
    store.stop().await;
    id
}

#[tokio::test]
async fn an_export_names_damaged_games_in_its_last_line() {
    on_every_database(async |database| {
        let broken = store_broken(&database).await.to_string();
        let server = TestServer::start(&database).await;
        let (damaged, _) = won(&server).await;
        let (id, _) = won(&server).await;
        server.shutdown().await;
        let hex = damaged.replace('-', "");
        let key = match database.name {
            "sqlite" => format!("x'{hex}'"),
            _ => format!("'\\x{hex}'::bytea"),
        };
        let cut = format!("update match_events set body = '{{' where v = 2 and match_id = {key}");
        database.execute(&cut).await;

        let server = TestServer::start(&database).await;
        let text = server.get("/records").await.text;
        let last = format!("% 2 games could not be read: {broken} {damaged}");
        assert_eq!(text.lines().last(), Some(last.as_str()));
        let games = games(&text);
        assert_eq!((games.len(), games[0].tag("Id")), (1, Some(id.as_str())));
        let lines = lines(&server, "").await;
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["match"], id.as_str());
        assert_eq!(lines[1], json!({"damaged": [broken, damaged], "count": 2}));
        for (about, path) in
            [&broken, &damaged].into_iter().flat_map(|id| PATHS.map(|path| (id, path)))
        {
            let answer = server.get(&format!("/matches/{about}{path}")).await;
            answer.problem(500, "internal");
        }
        // A log that can be read but not replayed may need a variant that is missing.
        let listed = server.get("/matches").await.json(StatusCode::OK);
        let listed: Vec<&str> = listed["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["match"].as_str().unwrap())
            .collect();
        assert_eq!(listed, [&id, &broken]);
        let metrics = server.get("/metrics").await.text;
        assert!(metrics.contains("chivalry_damaged_matches 1\n"), "{metrics}");
        server.shutdown().await;
    })
    .await;
}
