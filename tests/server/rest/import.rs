//! `POST /records`: import of games that were played elsewhere.

use reqwest::header::ACCEPT;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

use super::{events, match_view, won};

/// A game of camette that uses every part of a record.
const CASTLE: &str = "[Event \"Club evening\"]\n[Site \"Camelot\"]\n[Date \"1931.02.07\"]\n\
    [White \"Lancelot\"]\n[Black \"Mordred\"]\n[Result \"0-1\"]\n[Variant \"camette\"]\n\
    [TimeControl \"300\"]\n[Termination \"castle\"]\n[Rules \"WCF\"]\n[Annotator \"Merlin\"]\n\n\
    1. C3-C4 {[%clk 0:04:58] bold} $6 (1. C2-B2 {quiet}) 1... C5xC3xC1 0-1\n";

/// An unfinished game for four with names for two of the seats.
const FOUR: &str = "[Red \"Arthur\"]\n[Yellow \"Kay\"]\n[Variant \"grand-cam\"]\n\n\
    1. G4-G5 {slow} *\n";

/// The import result of each record of a text.
async fn import(server: &TestServer, player: &TestPlayer, text: &str) -> Vec<Value> {
    let request = player.sign(server.request(Method::POST, "/records"));
    let answer = Answer::to(request.body(text.to_owned())).await.json(StatusCode::OK);
    assert_eq!(answer["next"], Value::Null);
    answer["items"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn an_imported_record_is_exported_unchanged() {
    on_every_server(async |server: TestServer| {
        let scribe = server.guest().await;
        let kept = import(&server, &scribe, &format!("{CASTLE}\n{FOUR}")).await;
        assert_eq!((&kept[0]["index"], &kept[0]["line"]), (&json!(0), &json!(1)));
        assert_eq!((&kept[1]["index"], &kept[1]["line"]), (&json!(1), &json!(15)));
        let ids = [&kept[0], &kept[1]].map(|kept| kept["match"].as_str().unwrap().to_owned());
        for (id, text) in ids.iter().zip([CASTLE, FOUR]) {
            assert_eq!(server.get(&format!("/matches/{id}/record")).await.text, text);
        }

        let view = match_view(&server, &ids[0]).await;
        assert_eq!((&view["status"], &view["result"]), (&json!("ended"), &json!("0-1")));
        assert_eq!(view["termination"], "castle");
        assert_eq!(view["seats"], json!({"W": null, "B": null}));
        assert_eq!(view["names"], json!({"W": "Lancelot", "B": "Mordred"}));
        assert_eq!(view["tags"][10], json!(["Annotator", "Merlin"]));
        assert_eq!(view["moves"], json!(["C3-C4", "C5xC3xC1"]));
        let four = match_view(&server, &ids[1]).await;
        assert_eq!((&four["result"], &four["termination"]), (&json!("*"), &json!("unknown")));
        assert_eq!(four["names"], json!({"R": "Arthur", "Y": "Kay"}));

        let log = events(&server, &ids[0]).await;
        let types: Vec<&str> = log.iter().map(|event| event["t"].as_str().unwrap()).collect();
        assert_eq!(types, ["created", "started", "moved", "moved", "ended"]);
        assert_eq!(log[0]["names"]["B"], "Mordred");
        let path = format!("/matches/{}/position", ids[0]);
        let first = server.get(&format!("{path}?ply=1")).await.json(StatusCode::OK);
        assert_eq!(first["move"], "C3-C4");

        // An imported match accepts no commands.
        let body = json!({"ply": 3, "move": "C2-B2"});
        for (path, body) in [("moves", body), ("join", json!({})), ("abort", json!({}))] {
            let path = format!("/matches/{}/{path}", ids[0]);
            server.post_as(&scribe, &path, body).await.problem(409, "match_over");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn exported_games_can_be_imported() {
    on_every_server(async |server: TestServer| {
        let (id, [white, _]) = won(&server).await;
        let text = server.get(&format!("/matches/{id}/record")).await.text;
        let kept = import(&server, &white, &text).await;
        let copy = kept[0]["match"].as_str().unwrap();
        assert_ne!(copy, id);
        assert_eq!(server.get(&format!("/matches/{copy}/record")).await.text, text);
        assert_eq!(match_view(&server, copy).await["names"]["W"], white.name.as_str());
        let both = server.get("/records").await.text;
        assert_eq!(both, format!("{text}\n{text}\n"));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn imported_games_are_listed_and_can_be_filtered() {
    on_every_server(async |server: TestServer| {
        let (here, [white, _]) = won(&server).await;
        let record = CASTLE.replace("Lancelot", &white.name);
        let kept = import(&server, &white, &record).await;
        let imported = kept[0]["match"].as_str().unwrap().to_owned();
        let listed = async |path: &str| {
            let list = server.get(path).await.json(StatusCode::OK);
            let ids = list["items"].as_array().unwrap().iter();
            ids.map(|item| item["match"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(listed("/matches").await, [imported.as_str(), &here]);
        assert_eq!(listed("/matches?imported=true").await, [imported.as_str()]);
        assert_eq!(listed("/matches?imported=false").await, [here.as_str()]);
        assert_eq!(listed("/matches?imported=true&result=0-1").await, [imported.as_str()]);
        // A name in a record does not refer to a player of this server.
        let player = format!("/matches?player={}", white.name);
        assert_eq!(listed(&player).await, [here.as_str()]);
        let item = &server.get("/matches?imported=true").await.json(StatusCode::OK)["items"][0];
        assert_eq!(item["names"], json!({"W": white.name, "B": "Mordred"}));
        assert_eq!((&item["plies"], &item["status"]), (&json!(2), &json!("ended")));

        let request = server.request(Method::GET, "/records?imported=true");
        let lines = Answer::to(request.header(ACCEPT, "application/x-ndjson")).await;
        let line: Value = serde_json::from_str(lines.text.trim_end()).unwrap();
        assert_eq!(
            (&line["match"], &line["tags"][0]),
            (&json!(imported), &json!(["Event", "Club evening"]))
        );
        assert_eq!(server.get("/records?imported=true").await.text, format!("{record}\n"));
        server.get("/records?imported=perhaps").await.bad_field("imported");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn importing_a_record_again_returns_the_same_match() {
    on_every_server(async |server: TestServer| {
        let [scribe, other] = [server.guest().await, server.guest().await];
        let first = import(&server, &scribe, CASTLE).await;
        // The layout of the text does not matter.
        let loose = CASTLE.replace("\n\n", "\n\n\n").replace("1. C3-C4", "1.C3-C4");
        assert_eq!(import(&server, &scribe, &loose).await, first);
        // The record of another player is the same match, and both are its importers.
        assert_eq!(import(&server, &other, CASTLE).await, first);
        let list = server.get("/matches").await.json(StatusCode::OK);
        assert_eq!(list["items"].as_array().unwrap().len(), 1);
        for player in [&scribe, &other] {
            let path = format!("/matches?importer={}", player.name);
            assert_eq!(server.get(&path).await.json(StatusCode::OK), list);
            let request = player.sign(server.request(Method::GET, "/me/export"));
            let export = Answer::to(request).await.json(StatusCode::OK);
            assert_eq!(export["imports"][0]["match"], first[0]["match"]);
        }
        // One text with the same record twice is one match, too.
        let twice = import(&server, &other, &format!("{FOUR}\n{FOUR}")).await;
        assert_eq!(twice[0]["match"], twice[1]["match"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_invalid_record_reports_its_fault_and_stops_no_other() {
    on_every_server(async |server: TestServer| {
        let scribe = server.guest().await;
        let camette = |tags: &str, moves: &str| format!("[Variant \"camette\"]\n{tags}\n{moves}\n");
        let records = [
            camette("", "1. C2-B2 C6-C7 *"),
            camette("[Termination \"castle\"]\n", "1. C2-B2 1-0"),
            camette("", "1. C3-C4 C5xC3xC1 1-0"),
            camette("[Position \"b/bbb/bbbb1/5/1www1/1W1/1 w\"]\n", "*"),
            camette("[Position \"b/bbb w\"]\n", "*"),
            camette("[Rules \"Hoyle\"]\n", "*"),
            "[Event \"x\"]\n\n1. C2-B2 *\n".to_owned(),
            "[Event \"x\"]\n\n1. Castles *\n".to_owned(),
            CASTLE.to_owned(),
        ];
        let request = scribe.sign(server.request(Method::POST, "/records"));
        let request = request.header(ACCEPT, "application/x-ndjson").body(records.join("\n"));
        let answer = Answer::to(request).await;
        assert_eq!(answer.header("content-type"), "application/x-ndjson");
        let lines: Vec<Value> =
            answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let faults: Vec<&Value> = lines.iter().map(|line| &line["fault"]).collect();
        let expected = [
            "illegal_move",
            "wrong_termination",
            "wrong_result",
            "bad_position",
            "bad_position",
            "unknown_rules",
            "no_variant",
            "unreadable",
        ];
        assert_eq!(faults[..8], expected.map(Value::from).each_ref()[..]);
        assert_eq!(
            lines[0],
            json!({
                "index": 0, "line": 1, "sound": false, "fault": "illegal_move", "ply": 2,
                "move": "C6-C7", "rule": "own_castle", "section": "4.1",
                "detail": lines[0]["detail"], "position": lines[0]["position"],
                "reason": "record_ply", "params": {"ply": 2, "move": "C6-C7"},
            })
        );
        assert_eq!((&lines[3]["tag"], &lines[5]["tag"]), (&json!("Position"), &json!("Rules")));
        assert!(lines[8]["match"].is_string(), "{}", lines[8]);
        assert_eq!(lines.len(), 9);
        let list = server.get("/matches").await.json(StatusCode::OK);
        assert_eq!(list["items"].as_array().unwrap().len(), 1);

        let path = "/records?variant=camette";
        let request = scribe.sign(server.request(Method::POST, path)).body("1. C2-B2 *");
        let kept = Answer::to(request).await.json(StatusCode::OK);
        let path = format!("/matches/{}/record", kept["items"][0]["match"].as_str().unwrap());
        let text = "[Variant \"camette\"]\n\n1. C2-B2 *\n";
        assert_eq!(server.get(&path).await.text, text, "so that it can be read again");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn imports_are_limited_and_require_the_records_scope() {
    on_every_server(async |server: TestServer| {
        let scribe = server.guest().await;
        let send = async |player: &TestPlayer, path: &str, text: String| {
            Answer::to(player.sign(server.request(Method::POST, path)).body(text)).await
        };
        send(&scribe, "/records", String::new()).await.problem(422, "bad_frame");
        send(&scribe, "/records?variant=go", CASTLE.to_owned()).await.bad_field("variant");
        let many = format!("{FOUR}\n").repeat(501);
        send(&scribe, "/records", many).await.problem(413, "too_large");
        let large = format!("{{{}}} *", "x ".repeat(600_000));
        send(&scribe, "/records", large).await.problem(413, "too_large");
        let list = server.get("/matches").await.json(StatusCode::OK);
        assert_eq!(list["items"], json!([]));

        let nobody = Answer::to(server.request(Method::POST, "/records").body(CASTLE)).await;
        nobody.problem(401, "unauthorized");
        let made = server.post_as(&scribe, "/tokens", json!({"scopes": ["play", "read"]})).await;
        let token = made.json(StatusCode::CREATED)["token"].as_str().unwrap().to_owned();
        let player = TestPlayer { token, ..scribe };
        let refused = send(&player, "/records", CASTLE.to_owned()).await;
        assert_eq!(refused.problem(403, "forbidden")["scope"], "records");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn imported_games_are_found_by_the_names_and_tags_of_their_records() {
    on_every_server(async |server: TestServer| {
        let scribe = server.guest().await;
        let kept = import(&server, &scribe, &format!("{CASTLE}\n{FOUR}")).await;
        let [castle, four] = [0, 1].map(|at| kept[at]["match"].as_str().unwrap().to_owned());
        let listed = async |query: &str| {
            let list = server.get(&format!("/matches?{query}")).await.json(StatusCode::OK);
            let ids = list["items"].as_array().unwrap().iter();
            ids.map(|item| item["match"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        for query in [
            "imported_name=lance",
            "imported_name=MORDRED",
            "event=club%20EVE",
            "played_since=1931-02-07T00:00:00Z&played_until=1931-02-08T00:00:00Z",
            "played_until=2000-01-01T00:00:00Z",
            "min_plies=2&max_plies=2",
            "termination=castle&speed=unlimited",
            "variant=camette&order=oldest",
        ] {
            assert_eq!(listed(query).await, [castle.as_str()], "{query}");
        }
        assert_eq!(listed("imported_name=art").await, [four.as_str()]);
        assert_eq!(listed("imported_name=ancelot").await, [""; 0]);
        assert_eq!(listed("event=evening").await, [""; 0]);
        assert_eq!(listed("order=oldest").await, [castle.as_str(), four.as_str()]);
        let item =
            &server.get("/matches?imported_name=lancelot").await.json(StatusCode::OK)["items"][0];
        assert_eq!(item["record"], json!({"date": "1931.02.07", "event": "Club evening"}));
        for (query, field) in [
            ("seat=W", "seat"),
            ("outcome=won", "outcome"),
            ("opponent=nobody", "opponent"),
            ("order=random", "order"),
            ("speed=warp", "speed"),
            ("termination=boredom", "termination"),
            ("position=array", "variant"),
            ("variant=camette&position=x", "position"),
        ] {
            server.get(&format!("/matches?{query}")).await.bad_field(field);
        }
        server.shutdown().await;
    })
    .await;
}
