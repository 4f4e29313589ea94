//! Whole Swiss events by each edition of the FIDE regulations, against rules that
//! are written again here, and reports that become tournaments.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{TestTournament, plan, stage, swiss};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

const ENTRANTS: u64 = 21;
const ROUNDS: usize = 5;

/// The past of an entrant, in half points.
#[derive(Clone, Default)]
struct Past {
    points: u64,
    opponents: BTreeSet<u64>,
    sides: Vec<char>,
    had_bye: bool,
}

#[tokio::test]
async fn a_swiss_of_each_edition_keeps_the_rules_of_its_edition() {
    on_every_server(async |server: TestServer| {
        let mut server = Some(server);
        for edition in ["fide-2017", "fide-2026"] {
            let mut plan = swiss(ROUNDS as u16);
            plan["edition"] = json!(edition);
            plan["stages"][0]["tie_breaks"] = json!([{"kind": "buchholz"}]);
            let own = server.take().unwrap();
            let event = TestTournament::with_entrants(own, plan, ENTRANTS as usize).await;
            play_and_check(&event, edition).await;
            server = Some(event.server);
        }
        server.unwrap().shutdown().await;
    })
    .await;
}

async fn play_and_check(event: &TestTournament, edition: &str) {
    // One entrant takes a bye of no points, and one withdraws after two rounds.
    event.direct(json!({"do": "take_bye", "entrant": 7, "round": 2, "worth": "zero"})).await;
    event.start().await;
    let mut past: BTreeMap<u64, Past> = (1..=ENTRANTS).map(|id| (id, Past::default())).collect();
    let mut away: BTreeMap<usize, Vec<u64>> = BTreeMap::from([(2, vec![7])]);
    for round in 1..=ROUNDS {
        if round == 3 {
            event
                .ask(&event.director, "withdraw", json!({"entrant": 12}))
                .await
                .json(StatusCode::OK);
        }
        if round >= 3 {
            away.entry(round).or_default().push(12);
        }
        event.begin_round().await;
        let view = event.view(&format!("rounds/{round}")).await;
        let algorithm =
            if edition == "fide-2017" { "fide-dutch-2017/1" } else { "fide-dutch-2026/1" };
        assert_eq!(view["drawings"][0]["algorithm"], algorithm);
        let away = away.get(&round).cloned().unwrap_or_default();
        let (pairs, bye) = check_round(&view, &past, &away, round, edition);
        // The first game of a round is forfeited by the second side.
        let absent = view["pairings"][0]["second"].clone();
        let forfeit =
            json!({"do": "forfeit", "pairing": view["pairings"][0]["pairing"], "losers": [absent]});
        event.direct(forfeit).await;
        event.resign_all(round).await;
        for (table, (first, second)) in pairs.into_iter().enumerate() {
            for (own, other, side, points) in [(first, second, 'W', 2), (second, first, 'B', 0)] {
                let past = past.get_mut(&own).unwrap();
                past.points += points;
                if table == 0 {
                    past.had_bye |= points > 0;
                } else {
                    past.opponents.insert(other);
                    past.sides.push(side);
                }
            }
        }
        if let Some(bye) = bye {
            let past = past.get_mut(&bye).unwrap();
            past.points += 2;
            past.had_bye = true;
        }
    }
    event.direct(json!({"do": "end"})).await;
    let standings = event.view("standings").await;
    assert_eq!(standings["edition"], edition);
    for (entrant, points) in event.points().await {
        assert!((points * 2.0 - past[&entrant].points as f64).abs() < 0.01, "{entrant}");
    }
    check_buchholz(event, &standings, edition).await;
}

/// Checks a round, and returns its pairs by table and the entrant with the bye.
fn check_round(
    view: &Value,
    past: &BTreeMap<u64, Past>,
    away: &[u64],
    round: usize,
    edition: &str,
) -> (Vec<(u64, u64)>, Option<u64>) {
    let number = |value: &Value| value.as_u64().unwrap();
    let pairs: Vec<(u64, u64)> = view["pairings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (number(&it["first"]), number(&it["second"])))
        .collect();
    let byes = view["byes"].as_array().unwrap().iter();
    let allocated = byes.filter(|bye| bye["why"] == "pairing");
    let bye = allocated.map(|bye| number(&bye["entrant"])).next();
    let there: Vec<u64> = (1..=ENTRANTS).filter(|id| !away.contains(id)).collect();
    let mut seen: Vec<u64> = pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(bye).collect();
    seen.sort_unstable();
    assert_eq!(seen, there, "round {round}: everybody once");
    for (first, second) in &pairs {
        let (a, b) = (&past[first], &past[second]);
        assert!(!a.opponents.contains(second), "C.1: {first} and {second} have met");
        let is_top = |it: &Past| round == ROUNDS && it.points > round as u64 - 1;
        if is_top(a) || is_top(b) {
            continue;
        }
        for (past, side) in [(a, 'W'), (b, 'B')] {
            let mut sides = past.sides.clone();
            sides.push(side);
            let difference: i32 = sides.iter().map(|it| if *it == 'W' { 1 } else { -1 }).sum();
            assert!(difference.abs() <= 2, "C.3: {sides:?}");
            let last = &sides[sides.len().saturating_sub(3)..];
            assert!(last.len() < 3 || last.iter().any(|it| *it != side), "C.3: {sides:?}");
        }
    }
    if let Some(bye) = bye {
        assert!(!past[&bye].had_bye, "C.2: {bye} has had a bye");
        // C5 of 2026: no lower score could have the bye.
        let lower = there.iter().filter(|id| past[*id].points < past[&bye].points);
        for id in lower.filter(|id| !past[*id].had_bye && edition == "fide-2026") {
            let others: Vec<u64> = there.iter().copied().filter(|it| it != id).collect();
            assert!(!can_pair(&others, past, round), "C5: {id} could have the bye of {bye}");
        }
    }
    (pairs, bye)
}

/// True if everybody can be paired with somebody new, by the absolute criteria.
fn can_pair(left: &[u64], past: &BTreeMap<u64, Past>, round: usize) -> bool {
    let Some((first, others)) = left.split_first() else { return true };
    let must = |past: &Past| {
        let difference: i32 = past.sides.iter().map(|it| if *it == 'W' { 1 } else { -1 }).sum();
        match &past.sides[..] {
            _ if difference > 1 => Some('B'),
            _ if difference < -1 => Some('W'),
            [.., a, b] if a == b => Some(if *a == 'W' { 'B' } else { 'W' }),
            _ => None,
        }
    };
    (0..others.len()).any(|at| {
        let (a, b) = (&past[first], &past[&others[at]]);
        let is_top = |it: &Past| round == ROUNDS && it.points > round as u64 - 1;
        let clash = must(a).is_some() && must(a) == must(b) && !is_top(a) && !is_top(b);
        !a.opponents.contains(&others[at]) && !clash && {
            let left = [&others[..at], &others[at + 1..]].concat();
            can_pair(&left, past, round)
        }
    })
}

/// Computes Buchholz again from the cross-table.
async fn check_buchholz(event: &TestTournament, standings: &Value, edition: &str) {
    let table = event.view("crosstable").await;
    let rows: BTreeMap<u64, Vec<Value>> = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["entrant"].as_u64().unwrap(), row["outings"].as_array().unwrap().clone()))
        .collect();
    let points = |outing: &Value| outing["points"].as_f64().unwrap();
    let kind = |outing: &Value| outing["kind"].as_str().unwrap().to_owned();
    let is_absence =
        |outing: &Value| kind(outing) == "absent" || kind(outing) == "bye" && points(outing) < 0.9;
    let total = |id: u64| -> f64 { rows[&id].iter().map(points).sum() };
    let adjusted = |id: u64| -> f64 {
        let outings = &rows[&id];
        let back = outings.iter().rposition(|it| !is_absence(it) && kind(it) != "forfeit_lost");
        let worth = |(at, outing): (usize, &Value)| {
            let is_last = back.is_none_or(|back| at > back);
            let is_draw = match edition {
                "fide-2017" => is_absence(outing) || kind(outing) == "forfeit_lost",
                _ => is_absence(outing) && is_last,
            };
            if is_draw { 0.5 } else { points(outing) }
        };
        outings.iter().enumerate().map(worth).sum()
    };
    for place in standings["items"].as_array().unwrap() {
        let id = place["entrant"].as_u64().unwrap();
        let term = |outing: &Value| {
            let opponent = outing["opponent"].as_u64();
            match (kind(outing).as_str(), opponent) {
                ("played", Some(opponent)) => adjusted(opponent),
                _ if edition == "fide-2017" => total(id),
                (_, Some(opponent)) => total(id).min(adjusted(opponent)),
                _ => total(id).min(ROUNDS as f64 / 2.0),
            }
        };
        let expected: f64 = rows[&id].iter().map(term).sum();
        let found = place["tie_breaks"][0]["value"].as_f64().unwrap();
        assert!((expected - found).abs() < 0.01, "{edition}: {id}: {expected}, {place}");
    }
}

/// Imports a report as a player.
async fn import(server: &TestServer, by: &TestPlayer, query: &str, text: &str) -> Answer {
    let request = by.sign(server.request(Method::POST, &format!("/tournaments/import{query}")));
    Answer::to(request.body(text.to_owned())).await
}

#[tokio::test]
async fn a_report_becomes_a_tournament_with_the_same_report() {
    on_every_server(async |server: TestServer| {
        let mut one = stage(json!({"kind": "swiss", "rounds": 4}));
        one["tie_breaks"] = json!([{"kind": "buchholz", "cut_lowest": 1}, {"kind": "wins"}]);
        let event = TestTournament::with_entrants(server, plan(json!([one])), 7).await;
        assert_eq!(event.view("").await["plan"]["edition"], "fide-2026");
        event.start().await;
        for round in 1..=3 {
            event.begin_round().await;
            event.resign_all(round).await;
        }
        event.direct(json!({"do": "take_bye", "entrant": 2, "round": 4, "worth": "half"})).await;
        let older = event.get("report").await.text;
        let newer = event.get("report?format=trf26").await.text;
        assert!(newer.lines().any(|line| line == "192 FIDE_DUTCH_2026"), "{newer}");
        event.get("report?format=trf06").await.bad_field("format");

        let server = &event.server;
        let made = import(server, &event.director, "?variant=camette", &newer).await;
        let made = made.json(StatusCode::CREATED);
        let path = format!("/tournaments/{}", made["tournament"].as_str().unwrap());
        let again = server.get(&format!("{path}/report?format=trf26")).await.text;
        assert_eq!(again, newer);
        let again = server.get(&format!("{path}/report")).await.text;
        assert_eq!(again, older);
        let view = server.get(&path).await.json(StatusCode::OK);
        let entrant = &view["entrants"][2];
        assert_eq!(entrant["players"], json!([]));
        assert_eq!(entrant["name"], event.players[2].name.as_str(), "{entrant}");
        let list = server.get("/tournaments").await.json(StatusCode::OK);
        assert_eq!(list["items"][0]["entrants"], 7, "{list}");

        // The last round is paired here, and its results are reported.
        let direct = async |action: Value| {
            let path = format!("{path}/actions");
            server.post_as(&event.director, &path, action).await.json(StatusCode::OK)
        };
        direct(json!({"do": "pair"})).await;
        direct(json!({"do": "begin_round"})).await;
        let round = server.get(&format!("{path}/rounds/4")).await.json(StatusCode::OK);
        for pairing in round["pairings"].as_array().unwrap() {
            let result = json!({"how": "drawn"});
            let report =
                json!({"do": "report", "pairing": pairing["pairing"], "game": 1, "result": result});
            direct(report).await;
        }
        direct(json!({"do": "end"})).await;
        let view = server.get(&path).await.json(StatusCode::OK);
        assert_eq!(view["status"], "ended");

        refused_imports(&event, &newer).await;
        event.server.shutdown().await;
    })
    .await;
}

async fn refused_imports(event: &TestTournament, report: &str) {
    let (server, by) = (&event.server, &event.director);
    let wrong = report.replacen(" w 1", " w x", 1);
    let problem = import(server, by, "?variant=camette", &wrong).await.problem(422, "bad_frame");
    let line = wrong.lines().position(|line| line.contains(" w x")).unwrap() + 1;
    assert_eq!(problem["reason"], "report_line", "{problem}");
    assert_eq!(problem["params"]["line"], line, "{problem}");
    assert!(problem["params"]["column"].as_u64().unwrap() >= 99, "{problem}");
    import(server, by, "", report).await.problem(400, "bad_field");
    import(server, by, "?variant=draughts", report).await.bad_field("variant");
    import(server, by, "?variant=camette&edition=fide-1998", report).await.bad_field("edition");
    let empty = import(server, by, "?variant=camette", "012 Nobody\n").await;
    empty.problem(422, "bad_frame");
    let anonymous = server.request(Method::POST, "/tournaments/import?variant=camette");
    Answer::to(anonymous.body(report.to_owned())).await.problem(401, "unauthorized");

    // A repeated request creates no second tournament.
    let send = async |text: &str| {
        let request = by.sign(server.request(Method::POST, "/tournaments/import?variant=camette"));
        Answer::to(request.header("Idempotency-Key", "once").body(text.to_owned())).await
    };
    let first = send(report).await.json(StatusCode::CREATED);
    let second = send(report).await.json(StatusCode::CREATED);
    assert_eq!(first["tournament"], second["tournament"]);
    let other = report.replacen("Evening", "Morning", 1);
    let reused = send(&other).await.problem(422, "bad_field");
    assert_eq!(reused["reason"], "id_reused", "{reused}");
}
