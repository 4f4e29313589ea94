//! The desk of the directors: pauses, penalties, messages and what directors may read.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{TestTournament, plan, stage};
use crate::client::Client;
use crate::databases::on_every_database;
use crate::described::check_frame;
use crate::support::{Answer, TestServer, on_every_server};

/// A round robin of two whose players have ten minutes to be ready.
async fn waiting(server: TestServer) -> TestTournament {
    let mut one = stage(json!({"kind": "round_robin"}));
    one["no_show_ms"] = json!(600_000);
    let event = TestTournament::with_entrants(server, plan(json!([one])), 2).await;
    event.start().await;
    event.begin_round().await;
    event
}

/// A tournament whose only game is under way, and the id of its match.
async fn playing(server: TestServer) -> (TestTournament, String) {
    let event = waiting(server).await;
    for player in &event.players {
        event.act(player, json!({"do": "ready", "pairing": 1})).await.json(StatusCode::OK);
    }
    let pairings = event.with_games(1, 1).await;
    let id = pairings[0]["games"][0]["match"].as_str().unwrap().to_owned();
    (event, id)
}

async fn desk(event: &TestTournament) -> Value {
    let request = event.server.request(Method::GET, &event.path("desk"));
    Answer::to(event.director.sign(request)).await.json(StatusCode::OK)
}

async fn match_view(event: &TestTournament, id: &str) -> Value {
    event.server.get(&format!("/matches/{id}")).await.json(StatusCode::OK)
}

#[tokio::test]
async fn the_desk_shows_directors_who_is_absent_and_until_when() {
    on_every_server(async |server: TestServer| {
        let event = waiting(server).await;
        let request = event.server.request(Method::GET, &event.path("desk"));
        let refused = Answer::to(event.players[0].sign(request)).await.problem(403, "forbidden");
        assert_eq!(refused["reason"], "directors_only", "{refused}");
        event.server.get(&event.path("desk")).await.problem(401, "unauthorized");
        event.act(&event.players[0], json!({"do": "ready", "pairing": 1})).await;
        let view = desk(&event).await;
        let game = &view["games"][0];
        assert_eq!((&view["open"], &game["pairing"]["ready"]), (&json!(1), &json!([1])), "{view}");
        let moment = |name: &str| game[name].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
        let waits = moment("forfeits_at").duration_since(moment("waits_since"));
        assert_eq!(waits.as_secs(), 600);
        assert_eq!(game["match"], Value::Null);
        assert_eq!(view["last_action"]["event"], "round_began", "{view}");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_paused_round_stops_its_games_until_the_director_resumes_it() {
    on_every_server(async |server: TestServer| {
        let (event, id) = playing(server).await;
        let white = match_view(&event, &id).await["seats"]["W"]["id"].clone();
        let mover = event.players.iter().find(|player| white == player.id.as_str()).unwrap();
        let moves = format!("/matches/{id}/moves");
        let step = json!({"ply": 1, "move": "C2-B2"});
        let by_player = event.act(mover, json!({"do": "pause"})).await;
        by_player.problem(403, "forbidden");
        event.direct(json!({"do": "pause"})).await;
        let view = desk(&event).await;
        assert!(view["pause"]["until"].is_string(), "{view}");
        assert_eq!(view["games"][0]["match"]["round_paused"], true, "{view}");
        assert_eq!(view["games"][0]["match"]["clock"]["running"], Value::Null, "{view}");
        let refused = event.server.post_as(mover, &moves, step.clone()).await;
        assert_eq!(refused.problem(409, "too_soon")["reason"], "round_paused");
        let again = event.act(&event.director, json!({"do": "pause"})).await;
        assert_eq!(again.problem(409, "too_soon")["reason"], "rounds_paused");
        let undo = json!({"do": "undo", "action": view["last_action"]["action"]});
        let undo = event.act(&event.director, undo).await;
        assert_eq!(undo.problem(409, "too_late")["reason"], "not_undoable");
        event.direct(json!({"do": "resume"})).await;
        let running = match_view(&event, &id).await;
        assert_eq!(running["round_paused"], Value::Null, "{running}");
        assert_eq!(running["clock"]["running"], "W", "{running}");
        event.server.post_as(mover, &moves, step).await.json(StatusCode::OK);
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_paused_round_stays_paused_over_a_restart_and_is_resumed_after_it() {
    on_every_database(|database| async move {
        let (event, played_in) = playing(TestServer::start(&database).await).await;
        event.direct(json!({"do": "pause"})).await;
        let before = match_view(&event, &played_in).await;
        let TestTournament { server, id, director, players } = event;
        server.shutdown().await;
        let server = TestServer::start(&database).await;
        let event = TestTournament { server, id, director, players };
        assert!(desk(&event).await["pause"]["until"].is_string(), "the pause is stored");
        let after = match_view(&event, &played_in).await;
        assert_eq!(after["round_paused"], true, "{after}");
        assert_eq!(after["clock"]["left_ms"], before["clock"]["left_ms"], "clocks stand still");
        let mut spectator = Client::guest(event.server.url()).await;
        spectator.ok(json!({"t": "watch", "match": played_in})).await;
        event.direct(json!({"do": "resume"})).await;
        spectator.next_of("adjournment_ended").await.expect("the end of the pause");
        let running = match_view(&event, &played_in).await;
        assert_eq!(running["round_paused"], Value::Null, "{running}");
        assert_eq!(running["clock"]["running"], "W", "{running}");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_absence_is_reported_in_a_pause_and_its_grace_restarts_after_it() {
    on_every_server(async |server: TestServer| {
        let (event, id) = playing(server).await;
        let connect = async |player: usize| {
            let token = Some(event.players[player].token.as_str());
            let mut client = Client::connect(event.server.url(), token).await.unwrap();
            client.ok(json!({"t": "watch", "match": id})).await;
            client
        };
        let (mut one, two) = (connect(0).await, connect(1).await);
        event.direct(json!({"do": "pause"})).await;
        drop(two);
        let gone = one.next_where(|frame| frame["t"] == "presence").await.unwrap();
        check_frame(&gone);
        assert_eq!((&gone["gone"], &gone["claim_in_ms"]), (&json!(true), &Value::Null), "{gone}");
        let seat = gone["seat"].as_str().unwrap();
        let shown = desk(&event).await["games"][0]["match"]["presence"].clone();
        assert_eq!(shown[seat], json!({"gone": true}), "{shown}");
        event.direct(json!({"do": "resume"})).await;
        let again = one.next_where(|frame| frame["t"] == "presence").await.unwrap();
        assert_eq!((&again["seat"], &again["gone"]), (&json!(seat), &json!(true)), "{again}");
        assert!(again["claim_in_ms"].is_u64(), "the grace starts again: {again}");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn penalties_take_time_or_the_game_and_state_their_reason() {
    on_every_server(async |server: TestServer| {
        let (event, id) = playing(server).await;
        let penalize = |penalty: Value, reason: &str| {
            json!({"do": "penalize", "pairing": 1, "entrant": 1, "penalty": penalty,
                   "reason": reason})
        };
        let long = event.act(&event.director, penalize(json!({"kind": "warning"}), "")).await;
        long.bad_field("reason");
        let none = penalize(json!({"kind": "time", "ms": 0}), "a phone");
        event.act(&event.director, none).await.bad_field("penalty.ms");
        event.direct(penalize(json!({"kind": "warning"}), "talking")).await;
        let before = match_view(&event, &id).await;
        let seats = before["seats"].as_object().unwrap();
        let own = event.players[0].id.as_str();
        let seat = seats.iter().find(|(_, it)| it["id"] == own).unwrap().0.clone();
        let mut watcher = Client::guest(event.server.url()).await;
        watcher.ok(json!({"t": "watch", "match": id})).await;
        event.direct(penalize(json!({"kind": "time", "ms": 60_000}), "a phone")).await;
        let taken = watcher.next_of("time_taken").await.unwrap();
        check_frame(&taken);
        assert_eq!((&taken["seat"], &taken["ms"]), (&json!(seat), &json!(60_000)), "{taken}");
        let after = match_view(&event, &id).await;
        let left = |view: &Value, seat: &str| view["clock"]["left_ms"][seat].as_u64().unwrap();
        assert!(left(&before, &seat) - left(&after, &seat) >= 60_000, "{after}");
        let other = if seat == "W" { "B" } else { "W" };
        assert!(left(&after, other) > 170_000, "{after}");
        event.direct(penalize(json!({"kind": "loss"}), "leaving the hall")).await;
        let pairings = event.pairings(1).await;
        assert_eq!((&pairings[0]["decided"], &pairings[0]["winner"]), (&json!(true), &json!(2)));
        let view = desk(&event).await;
        let reasons: Vec<&Value> =
            view["penalties"].as_array().unwrap().iter().map(|it| &it["reason"]).collect();
        assert_eq!(reasons, ["leaving the hall", "a phone", "talking"]);
        let log = event.view("events").await;
        let log = log["items"].as_array().unwrap();
        log.iter().for_each(check_frame);
        assert!(log.iter().any(|entry| entry["event"]["reason"] == "a phone"), "public");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn penalties_at_a_table_concern_one_seat_and_the_loser_has_the_last_place() {
    on_every_server(async |server: TestServer| {
        let mut wish = plan(json!([stage(json!({"kind": "swiss", "rounds": 1}))]));
        wish["variant"] = json!("chivalry-four-singles");
        let event = TestTournament::with_entrants(server, wish, 4).await;
        event.start().await;
        event.begin_round().await;
        let table = event.with_games(1, 1).await.remove(0);
        let id = table["games"][0]["match"].as_str().unwrap().to_owned();
        let mut watcher = Client::guest(event.server.url()).await;
        watcher.ok(json!({"t": "watch", "match": id})).await;
        let entrants =
            [&table["first"], &table["second"], &table["others"][0], &table["others"][1]];
        let penalize = |seat: usize, penalty: Value| {
            json!({"do": "penalize", "pairing": 1, "entrant": entrants[seat],
                   "penalty": penalty, "reason": "a phone"})
        };
        let seats = match_view(&event, &id).await["seats"].clone();
        let letter = |seat: usize| {
            let own = event.player(entrants[seat]).id.as_str();
            let mut seats = seats.as_object().unwrap().iter();
            seats.find(|(_, it)| it["id"] == own).unwrap().0.clone()
        };
        event.direct(penalize(2, json!({"kind": "time", "ms": 60_000}))).await;
        let taken = watcher.next_of("time_taken").await.unwrap();
        assert_eq!((&taken["seat"], &taken["ms"]), (&json!(letter(2)), &json!(60_000)), "{taken}");
        event.direct(penalize(3, json!({"kind": "loss"}))).await;
        let out = watcher.next_of("seat_out").await.unwrap();
        assert_eq!(out["seat"], json!(letter(3)), "{out}");
        assert_eq!(match_view(&event, &id).await["status"], "playing", "the others play on");
        // A second loss changes nothing, and two more end the game.
        for seat in [3, 2, 1] {
            event.direct(penalize(seat, json!({"kind": "loss"}))).await;
        }
        let decided = until!(event, {
            let table = event.pairings(1).await.remove(0);
            (table["decided"] == true).then_some(table)
        });
        assert_eq!(decided["places"], json!([1, 2, 3, 4]), "{decided}");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_message_to_all_is_shown_until_it_is_undone() {
    on_every_server(async |server: TestServer| {
        let (event, _) = playing(server).await;
        let mut news = event.follow().await;
        let said = event.direct(json!({"do": "announce", "text": "Lunch at noon"})).await;
        loop {
            let frame = news.next_of("tournament").await.unwrap();
            if frame["event"]["t"] == "announced" {
                assert_eq!(frame["event"]["text"], "Lunch at noon");
                break;
            }
        }
        let view = event.view("").await;
        assert_eq!(view["announcements"][0]["text"], "Lunch at noon");
        let long = json!({"do": "announce", "text": "a".repeat(501)});
        event.act(&event.director, long).await.bad_field("text");
        event.direct(json!({"do": "undo", "action": said})).await;
        assert_eq!(event.view("").await["announcements"], Value::Null);
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn directors_compare_only_the_ended_games_of_their_tournament_with_the_engine() {
    on_every_server(async |server: TestServer| {
        let (event, _) = playing(server).await;
        let path = event.path("engine-use?entrant=1");
        let ask = async |by: &crate::support::TestPlayer, path: &str| {
            Answer::to(by.sign(event.server.request(Method::GET, path))).await
        };
        let refused = ask(&event.players[1], &path).await.problem(403, "forbidden");
        assert_eq!(refused["reason"], "directors_only");
        let answer = ask(&event.director, &path).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let last: Value = serde_json::from_str(answer.text.lines().last().unwrap()).unwrap();
        assert_eq!((&last["matches"], &last["done"]), (&json!(0), &json!(true)), "{last}");
        event.resign_all(1).await;
        let answer = ask(&event.director, &path).await;
        let last: Value = serde_json::from_str(answer.text.lines().last().unwrap()).unwrap();
        assert_eq!((&last["matches"], &last["striking"]), (&json!(1), &json!(false)), "{last}");
        ask(&event.director, &event.path("engine-use?entrant=9")).await.problem(404, "not_found");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_new_round_robin_with_buchholz_is_refused_at_its_field() {
    on_every_server(async |server: TestServer| {
        let director = server.guest().await;
        let mut one = stage(json!({"kind": "round_robin"}));
        one["tie_breaks"] = json!([{"kind": "wins"}, {"kind": "buchholz"}]);
        let answer = server.post_as(&director, "/tournaments", json!({"plan": plan(json!([one]))}));
        let refused = answer.await.problem(422, "bad_field");
        assert_eq!(refused["field"], "plan.stages[0].tie_breaks[1]", "{refused}");
        assert_eq!(refused["reason"], "buchholz_in_round_robin", "{refused}");
        server.shutdown().await;
    })
    .await;
}
