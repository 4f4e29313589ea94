//! Actions of directors and entrants.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{TestTournament, plan, stage, swiss};
use crate::client::Client;
use crate::support::{TestServer, on_every_server};

/// Asserts that a request was refused for the given reason.
#[track_caller]
fn refused(answer: &crate::support::Answer, status: u16, code: &str, reason: &str) -> Value {
    let body = answer.problem(status, code);
    assert_eq!(body["reason"], reason, "{body}");
    body
}

#[tokio::test]
async fn an_idempotency_key_creates_one_tournament_which_is_listed() {
    on_every_server(async |server: TestServer| {
        let director = server.account("Arthur").await;
        let other = server.account("Morgan").await;
        let body = json!({"plan": swiss(3), "directors": ["morgan"]});
        let make = async |key: &str| {
            let request = server.request(reqwest::Method::POST, "/tournaments");
            let request = director.sign(request).header("Idempotency-Key", key);
            let made = crate::support::Answer::to(request.body(body.to_string())).await;
            assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
            made.json(StatusCode::CREATED)["tournament"].as_str().unwrap().to_owned()
        };
        let (first, second) = (make("1").await, make("2").await);
        assert_eq!(make("1").await, first);
        assert_ne!(second, first);
        let view = server.get(&format!("/tournaments/{first}")).await.json(StatusCode::OK);
        assert_eq!(view["directors"][0]["id"], director.id.as_str());
        assert_eq!(view["directors"][1]["id"], other.id.as_str());
        assert_eq!((&view["v"], &view["status"]), (&json!(1), &json!("open")));
        assert_eq!(view["plan"]["stages"][0]["format"], json!({"kind": "swiss", "rounds": 3}));

        let list = server.get("/tournaments?status=open&limit=1").await.json(StatusCode::OK);
        assert_eq!(list["items"][0]["tournament"], second.as_str());
        assert_eq!(list["items"][0]["by"]["name"], "Arthur");
        let next = list["next"].as_str().unwrap();
        let list = server.get(&format!("/tournaments?cursor={next}")).await.json(StatusCode::OK);
        assert_eq!(list["items"][0]["tournament"], first.as_str());
        assert_eq!(list["next"], Value::Null);
        let list = server.get("/tournaments?status=running").await.json(StatusCode::OK);
        assert_eq!(list["items"], json!([]));

        let wrong = [
            (json!({"name": ""}), "plan.name"),
            (json!({"variant": "go"}), "plan.variant"),
            (
                json!({"variant": "chivalry-four-singles",
                    "stages": [stage(json!({"kind": "round_robin"}))]}),
                "plan.stages[0].format",
            ),
            (json!({"variant": "chivalry-four-singles", "edition": "fide-2026"}), "plan.edition"),
            (json!({"variant": "chivalry-four-singles", "most": 3}), "plan.most"),
            (json!({"stages": []}), "plan.stages"),
            (json!({"begins_at": "soon"}), "plan.begins_at"),
            (json!({"begins_at": "2020-01-01T00:00:00Z"}), "plan.begins_at"),
            (json!({"most": 3, "stages": swiss(4)["stages"]}), "plan.stages[0].format.rounds"),
            (json!({"rated": true, "time": {"kind": "unlimited"}}), "plan.rated"),
            (
                json!({"stages": [stage(json!({"kind": "swiss", "rounds": 99}))]}),
                "plan.stages[0].format.rounds",
            ),
        ];
        for (change, field) in wrong {
            let mut plan = swiss(3);
            for (name, value) in change.as_object().unwrap() {
                plan[name] = value.clone();
            }
            server.post_as(&director, "/tournaments", json!({"plan": plan})).await.bad_field(field);
        }
        let unknown = json!({"plan": swiss(3), "directors": ["nobody"]});
        server.post_as(&director, "/tournaments", unknown).await.bad_field("directors[0]");
        server.post("/tournaments", json!({"plan": swiss(3)})).await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn every_condition_of_entry_has_a_verdict() {
    on_every_server(async |server: TestServer| {
        let mut wish = swiss(3);
        wish["entry"] = json!([{"kind": "kinds", "kinds": ["account"]},
                               {"kind": "games_at_least", "games": 0}]);
        let event = TestTournament::create(server, wish).await;
        let guest = event.server.guest().await;
        let body =
            refused(&event.ask(&guest, "join", json!({})).await, 403, "forbidden", "not_admitted");
        assert_eq!(body["verdicts"][0]["met"], false, "{body}");
        assert_eq!(body["verdicts"][0]["has"], "guest", "{body}");
        assert_eq!(body["verdicts"][1]["met"], true, "{body}");
        let asked = guest.sign(event.server.request(reqwest::Method::GET, &event.path("verdicts")));
        let verdicts = crate::support::Answer::to(asked).await.json(StatusCode::OK);
        assert_eq!(verdicts["items"], body["verdicts"]);

        let account = event.server.account("Percival").await;
        let joined = event.ask_once(&account, "join", json!({}), "in").await.json(StatusCode::OK);
        let again = event.ask_once(&account, "join", json!({}), "in").await.json(StatusCode::OK);
        assert_eq!(again, joined, "the same command has the same answer");
        refused(&event.ask(&account, "join", json!({})).await, 403, "forbidden", "entered");
        // A director may enter any player.
        let by_director = json!({"players": [guest.name]});
        let joined = event.ask(&event.director, "join", by_director).await.json(StatusCode::OK);
        assert_eq!(joined["entrant"], 2);
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn directors_grant_byes_constrain_pairs_and_undo_rounds() {
    on_every_server(async |server: TestServer| {
        let mut wish = swiss(3);
        wish["byes"] = json!({"most": 1, "worth": "half"});
        let event = TestTournament::with_entrants(server, wish, 6).await;
        let (one, two) = (&event.players[0], &event.players[1]);
        refused(&event.ask(one, "start", json!({})).await, 403, "forbidden", "not_a_director");
        event.start().await;
        // A player may take one half-point bye and no more.
        event.act(one, json!({"do": "take_bye", "round": 1})).await.json(StatusCode::OK);
        let more = event.act(one, json!({"do": "take_bye", "round": 2})).await;
        refused(&more, 403, "forbidden", "no_more_byes");
        let full = json!({"do": "take_bye", "entrant": 2, "round": 1, "worth": "full"});
        refused(&event.act(two, full.clone()).await, 403, "forbidden", "bye_worth");
        event.direct(full).await;
        event.direct(json!({"do": "give_back_bye", "entrant": 2, "round": 1})).await;
        event.direct(json!({"do": "forbid", "pair": [3, 4]})).await;
        event.direct(json!({"do": "forbid", "pair": [5, 6]})).await;
        event.direct(json!({"do": "allow", "pair": [5, 6]})).await;
        event.direct(json!({"do": "fix", "pair": [6, 5]})).await;
        event.direct(json!({"do": "unfix", "pair": [6, 5]})).await;
        event.direct(json!({"do": "fix", "pair": [6, 5]})).await;
        let same = event.act(&event.director, json!({"do": "fix", "pair": [5, 5]})).await;
        refused(&same, 422, "bad_field", "not_a_pair");
        event.direct(json!({"do": "seed", "order": [6, 5, 4, 3, 2, 1]})).await;
        let short = event.act(&event.director, json!({"do": "seed", "order": [1, 2]})).await;
        refused(&short, 422, "bad_field", "not_an_order");

        let action = event.direct(json!({"do": "pair"})).await;
        let view = event.view("").await;
        assert_eq!(view["forbidden"], json!([[3, 4]]));
        let pairings = event.pairings(1).await;
        let pair = |it: &Value| (it["first"].as_u64().unwrap(), it["second"].as_u64().unwrap());
        let pairs: Vec<_> = pairings.iter().map(pair).collect();
        assert!(pairs.contains(&(6, 5)), "{pairs:?}");
        assert!(!pairs.contains(&(3, 4)) && !pairs.contains(&(4, 3)), "{pairs:?}");
        let byes = event.view("rounds/1").await["byes"].clone();
        assert_eq!(byes.as_array().unwrap().len(), 2, "one asked, and one is over: {byes}");
        assert!(
            byes.as_array()
                .unwrap()
                .contains(&json!({"entrant": 1, "worth": "half", "why": "asked"})),
            "{byes}"
        );
        let why = event.view("rounds/1/why?entrant=6").await;
        assert_eq!(why["reasons"], json!(["the director fixed the pair"]));
        let asked = format!("rounds/1/why?player={}", event.players[0].name);
        let why = event.view(&asked).await;
        assert_eq!(why["reasons"], json!(["the round was left out on request"]));
        event.get("rounds/1/why").await.bad_field("player");
        event.get("rounds/2/why?entrant=1").await.problem(404, "not_found");

        // The round is undone and paired differently.
        event.direct(json!({"do": "undo", "action": action})).await;
        let again = event.act(&event.director, json!({"do": "undo", "action": action})).await;
        refused(&again, 404, "not_found", "nothing_to_undo");
        event.get("rounds/1").await.problem(404, "not_found");
        let action = event.direct(json!({"do": "pair"})).await;
        event.direct(json!({"do": "begin_round"})).await;
        event.with_games(1, 1).await;
        let late = event.act(&event.director, json!({"do": "undo", "action": action})).await;
        refused(&late, 409, "too_late", "game_begun_since");
        let log = event.view("events").await["items"].as_array().unwrap().clone();
        let kinds: Vec<&str> = log.iter().map(|it| it["event"]["t"].as_str().unwrap()).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == "round_paired").count(), 2, "{kinds:?}");
        assert!(log.iter().zip(1..).all(|(it, v)| it["v"] == v), "{log:?}");
        let paired = log.iter().rev().find(|it| it["event"]["t"] == "round_paired").unwrap();
        assert_eq!(paired["by"]["id"], event.director.id.as_str());
        assert_eq!(paired["action"], action);
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_withdrawn_entrant_loses_open_pairings_and_may_return() {
    on_every_server(async |server: TestServer| {
        let event = TestTournament::with_entrants(server, swiss(3), 4).await;
        event.start().await;
        event.begin_round().await;
        let pairings = event.with_games(1, 1).await;
        let (gone, left) = (&pairings[0]["first"], &pairings[0]["second"]);
        let played_in = pairings[0]["games"][0]["match"].as_str().unwrap();
        event.ask(event.player(gone), "withdraw", json!({})).await.json(StatusCode::OK);
        let pairing = &event.pairings(1).await[0];
        assert_eq!((&pairing["decided"], &pairing["winner"]), (&json!(true), left));
        assert_eq!(&pairing["forfeited"][0], gone);
        // Withdrawing ends their match without an effect on ratings.
        let events = format!("/matches/{played_in}/events");
        let request = event.server.request(reqwest::Method::GET, &events);
        let stream = request.header("Accept", "application/x-ndjson").send().await.unwrap();
        let text = stream.text().await.unwrap();
        assert!(text.contains(r#""t":"ended""#) && text.contains(r#""result":"*""#), "{text}");

        event.act(event.player(gone), json!({"do": "return"})).await.json(StatusCode::OK);
        let again = event.act(event.player(gone), json!({"do": "return"})).await;
        refused(&again, 404, "not_found", "nothing_there");
        event.resign_all(1).await;
        event.begin_round().await;
        assert_eq!(event.pairings(2).await.len(), 2);
        let stranger = event.server.guest().await;
        let nobody = event.ask(&stranger, "withdraw", json!({})).await;
        nobody.bad_field("entrant");
        let theirs = event.ask(&stranger, "withdraw", json!({"entrant": 1})).await;
        refused(&theirs, 403, "forbidden", "not_yours");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn correcting_a_result_replays_everything_after_it() {
    on_every_server(async |server: TestServer| {
        let series = json!({"best_of": 1, "decider": {"kind": "replay"}});
        let mut knockout = stage(json!({"kind": "knockout"}));
        knockout["series"] = series;
        let event = TestTournament::with_entrants(server, plan(json!([knockout])), 4).await;
        event.start().await;
        event.begin_round().await;
        event.resign_all(1).await;
        event.begin_round().await;
        event.with_games(2, 1).await;
        let semi = &event.pairings(1).await[0];
        let (winner, loser) = (&semi["first"], &semi["second"]);
        assert_eq!(&semi["winner"], winner);
        let mut correct = json!({"do": "correct", "pairing": semi["pairing"], "game": 1,
                                 "result": {"how": "won", "side": "second"}});
        let same = json!({"do": "correct", "pairing": semi["pairing"], "game": 1,
                          "result": {"how": "won", "side": "first"}});
        refused(&event.act(&event.director, same).await, 403, "forbidden", "same_result");
        let body = refused(
            &event.act(&event.director, correct.clone()).await,
            403,
            "forbidden",
            "would_take_back",
        );
        assert_eq!(body["pairings"].as_array().unwrap().len(), 1, "{body}");
        let last = event.pairings(2).await[0]["games"][0]["match"].as_str().unwrap().to_owned();
        correct["take_back"] = json!(true);
        event.direct(correct).await;
        event.get("rounds/2").await.problem(404, "not_found");
        // The matches of an undone round have ended.
        let ended = format!("/matches/{last}/events");
        let request = event.server.request(reqwest::Method::GET, &ended);
        let stream = request.header("Accept", "application/x-ndjson").send().await.unwrap();
        assert!(stream.text().await.unwrap().contains(r#""termination":"abort""#));
        event.begin_round().await;
        let last = &event.pairings(2).await[0];
        assert!([&last["first"], &last["second"]].contains(&loser), "{last}");
        assert!(![&last["first"], &last["second"]].contains(&winner), "{last}");
        event.resign_all(2).await;
        let bracket = event.view("bracket").await;
        assert_eq!(bracket["nodes"].as_array().unwrap().len(), 3);
        assert_eq!(bracket["nodes"][2]["winner"], event.pairings(2).await[0]["winner"]);
        event.direct(json!({"do": "end"})).await;
        assert_eq!(event.view("").await["status"], "ended");
        let over = event.act(&event.director, json!({"do": "pair"})).await;
        refused(&over, 409, "too_late", "over");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_director_reports_results_of_games_over_the_board() {
    on_every_server(async |server: TestServer| {
        let mut all = stage(json!({"kind": "round_robin"}));
        all["start"] = json!({"by": "agreement"});
        all["tie_breaks"] = json!([{"kind": "sonneborn_berger"}, {"kind": "wins"}]);
        let event = TestTournament::with_entrants(server, plan(json!([all])), 4).await;
        event.start().await;
        let rounds = until!(event, {
                let rounds = event.view("rounds").await["items"].as_array().unwrap().clone();
                (rounds.len() == 3).then_some(rounds)
            });
        let pairings = rounds.iter().flat_map(|round| round["pairings"].as_array().unwrap());
        let numbers: Vec<u64> =
            pairings.map(|it| it["pairing"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6], "all can be played when both like to");
        // Once both players are ready, their game begins.
        let pairing = &rounds[2]["pairings"][0];
        for side in ["first", "second"] {
            let ready = json!({"do": "ready", "pairing": pairing["pairing"]});
            event.act(event.player(&pairing[side]), ready).await.json(StatusCode::OK);
        }
        let again = json!({"do": "ready", "pairing": pairing["pairing"]});
        let again = event.act(event.player(&pairing["first"]), again).await;
        refused(&again, 409, "too_late", "not_waiting");
        until!(event, {
                let has_game = event.pairings(3).await[0]["games"].get(0).is_some();
                has_game.then_some(())
            });
        // The other games are played over the board.
        let open: Vec<&u64> = numbers.iter().filter(|it| pairing["pairing"] != **it).collect();
        let report = |pairing: u64, how: Value| {
            json!({"do": "report", "pairing": pairing, "game": 1, "result": how})
        };
        let won = json!({"how": "won", "side": "first"});
        let by_player = event.act(&event.players[0], report(*open[0], won.clone())).await;
        refused(&by_player, 403, "forbidden", "not_a_director");
        for pairing in &open[..4] {
            event.direct(report(**pairing, won.clone())).await;
        }
        let twice = event.act(&event.director, report(*open[0], won)).await;
        refused(&twice, 409, "too_late", "decided");
        let early = event.act(&event.director, json!({"do": "end"})).await;
        refused(&early, 409, "too_soon", "still_playing");
        let last = event.view("rounds").await;
        let last = last["items"].as_array().unwrap().iter();
        let last = last.flat_map(|it| it["pairings"].as_array().unwrap().clone());
        let last = last.into_iter().find(|it| it["pairing"] == *open[4]).unwrap();
        let nobody = json!({"do": "forfeit", "pairing": open[4], "losers": [last["first"]]});
        event.direct(nobody).await;
        let match_id = event.pairings(3).await[0]["games"][0].clone();
        event.resign(event.player(&pairing["second"]), &match_id).await;
        until!(event, (event.view("").await["status"] == "ended").then_some(()));
        let standings = event.view("standings").await;
        assert_eq!(standings["items"][0]["tie_breaks"].as_array().unwrap().len(), 2);
        let sum: f64 = event.points().await.iter().map(|(_, points)| points).sum();
        assert!((sum - 6.0).abs() < 0.01, "{standings}");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn cancelling_a_tournament_can_be_undone() {
    on_every_server(async |server: TestServer| {
        let event = TestTournament::with_entrants(server, swiss(3), 4).await;
        let action = event.direct(json!({"do": "cancel"})).await;
        assert_eq!(event.view("").await["status"], "cancelled");
        let late = event.server.guest().await;
        refused(&event.ask(&late, "join", json!({})).await, 409, "too_late", "over");
        event.direct(json!({"do": "undo", "action": action})).await;
        event.start().await;
        assert_eq!(event.view("").await["status"], "running");
        refused(&event.ask(&late, "join", json!({})).await, 409, "too_late", "too_late");
        event.server.get("/tournaments/none").await.problem(404, "not_found");
        let unknown = format!("/tournaments/{}", uuid::Uuid::now_v7());
        event.server.get(&unknown).await.problem(404, "not_found");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_games_of_a_cancelled_tournament_end_and_are_replayed_after_an_undo() {
    on_every_server(async |server: TestServer| {
        let event = TestTournament::with_entrants(server, swiss(1), 2).await;
        event.start().await;
        event.begin_round().await;
        let game = event.with_games(1, 1).await[0]["games"][0].clone();
        let played_in = game["match"].as_str().unwrap();
        let mut watching = Client::guest(event.server.url()).await;
        watching.ok(json!({"t": "watch", "match": played_in})).await;
        let action = event.direct(json!({"do": "cancel"})).await;
        let ended = watching.next_of("ended").await.expect("the end of the match");
        assert_eq!(ended["result"], "*", "{ended}");
        event.direct(json!({"do": "undo", "action": action})).await;
        let pairing = event.with_games(1, 2).await.remove(0);
        assert_eq!(pairing["games"][0]["result"], json!({"how": "void"}), "{pairing}");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn partners_enter_and_return_by_their_own_consent() {
    on_every_server(async |server: TestServer| {
        let mut wish = plan(json!([stage(json!({"kind": "knockout"}))]));
        wish["variant"] = json!("grand-cam");
        let event = TestTournament::create(server, wish).await;
        let series = &event.view("").await["plan"]["stages"][0]["series"];
        assert_eq!(series["decider"], json!({"kind": "replay"}));
        let [first, second] = [event.server.guest().await, event.server.guest().await];
        let both = json!({"players": [first.name, second.name]});
        let invited = event.ask(&first, "join", both.clone()).await.json(StatusCode::OK);
        assert_eq!(invited["entrant"], Value::Null, "{invited}");
        let view = event.view("").await;
        assert_eq!(view["entrants"], json!([]), "{view}");
        assert_eq!(view["invitations"][0]["by"]["name"], first.name.as_str(), "{view}");
        assert_eq!(view["invitations"][0]["players"][1]["name"], second.name.as_str());
        let joined = event.ask(&second, "join", both).await.json(StatusCode::OK);
        assert_eq!(joined["entrant"], 1, "{joined}");
        assert_eq!(event.view("").await["invitations"], Value::Null);

        event.ask(&second, "withdraw", json!({})).await.json(StatusCode::OK);
        let back = event.act(&first, json!({"do": "return"})).await;
        refused(&back, 403, "forbidden", "partner_withdrew");
        event.act(&second, json!({"do": "return"})).await.json(StatusCode::OK);
        event.server.shutdown().await;
    })
    .await;
}
