//! Event streams, calls to players, and clocks of tournaments.

use futures_util::StreamExt as _;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{TestTournament, plan, stage, swiss};
use crate::client::Client;
use crate::described::{check_frame, check_player_event};
use crate::support::{TestServer, on_every_server};

#[tokio::test]
async fn events_are_equal_over_every_transport_and_can_be_resumed() {
    on_every_server(async |server: TestServer| {
        let event = TestTournament::with_entrants(server, swiss(1), 2).await;
        let mut gwen = Client::guest(event.server.url()).await;
        let follow = |on: bool, since: Value| {
            json!({"t": "tournament", "tournament": event.id, "on": on, "since": since})
        };
        assert_eq!(gwen.ok(follow(true, json!(0))).await["v"], 3);
        let request = event.server.request(Method::GET, &event.path("events"));
        let stream = request.header("Accept", "application/x-ndjson").send().await.unwrap();
        let written = event.server.live().frames_written();
        let mut others = Vec::new();
        for _ in 0..5 {
            let mut other = Client::guest(event.server.url()).await;
            other.ok(follow(true, json!(3))).await;
            others.push(other);
        }
        event.start().await;
        event.direct(json!({"do": "pair"})).await;
        let mut frames = Vec::new();
        for v in 1..=5 {
            let frame = gwen.next_of("tournament").await.unwrap();
            assert_eq!((&frame["v"], &frame["id"]), (&json!(v), &json!(event.id)), "{frame}");
            frames.push(frame);
        }
        for other in &mut others {
            for frame in &frames[3..] {
                assert_eq!(&other.next_of("tournament").await.unwrap(), frame);
            }
        }
        let now = event.server.live().frames_written();
        assert_eq!(now - written, 2, "one frame an event, however many read it");

        gwen.ok(follow(false, Value::Null)).await;
        event.direct(json!({"do": "begin_round"})).await;
        event.with_games(1, 1).await;
        gwen.refused(follow(true, json!(99)), "bad_field").await;
        assert_eq!(gwen.ok(follow(true, json!(6))).await["v"], 7);
        let began = gwen.next_of("tournament").await.unwrap();
        assert_eq!((&began["v"], &began["event"]["t"]), (&json!(7), &json!("game_began")));
        assert_eq!(gwen.kept_of(&["tournament"]).len(), 0, "nothing came while it was off");
        event.resign_all(1).await;
        event.direct(json!({"do": "end"})).await;

        let list = event.view("events").await;
        let list = list["items"].as_array().unwrap();
        assert_eq!(list[..5], frames[..]);
        // The stream ends with the tournament.
        let text = stream.text().await.unwrap();
        let lines = text.lines().filter(|line| !line.is_empty());
        let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(&lines, list);
        lines.iter().for_each(check_frame);
        let unknown = json!({"t": "tournament", "tournament": uuid::Uuid::now_v7(), "on": true});
        gwen.refused(unknown, "not_found").await;
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn players_are_called_to_check_in_and_when_their_game_begins() {
    on_every_server(async |server: TestServer| {
        let mut one = stage(json!({"kind": "swiss", "rounds": 1}));
        one["no_show_ms"] = json!(600_000);
        let event = TestTournament::with_entrants(server, plan(json!([one])), 2).await;
        let token = Some(event.players[0].token.as_str());
        let mut first = Client::connect(event.server.url(), token).await.unwrap();
        let request = event.server.request(Method::GET, "/me/events");
        let request = event.players[1].sign(request).header("Accept", "application/x-ndjson");
        let mut second = request.send().await.unwrap().bytes_stream();
        let mut next_called = async || loop {
            let piece = second.next().await.unwrap().unwrap();
            let text = String::from_utf8(piece.to_vec()).unwrap();
            for line in text.lines().filter(|line| !line.is_empty()) {
                let told: Value = serde_json::from_str(line).unwrap();
                check_player_event(&told);
                if told["t"] == "called" {
                    return told;
                }
            }
        };
        event.start().await;
        event.begin_round().await;
        let called = first.next_of("called").await.unwrap();
        assert_eq!((&called["tournament"], &called["round"]), (&json!(event.id), &json!(1)));
        assert_eq!((&called["name"], &called["match"]), (&json!("Evening"), &Value::Null));
        assert!(called["until"].is_string(), "{called}");
        assert_eq!(next_called().await, called);
        for player in &event.players {
            let ready = json!({"do": "ready", "pairing": called["pairing"]});
            event.act(player, ready).await.json(StatusCode::OK);
        }
        let own = first.next_of("called").await.unwrap();
        let other = next_called().await;
        assert_eq!(own["match"], other["match"]);
        assert!(own["match"].is_string() && own["seat"] != other["seat"], "{own} {other}");
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn absent_players_lose_and_rounds_advance_by_the_clock() {
    on_every_server(async |server: TestServer| {
        let mut one = stage(json!({"kind": "swiss", "rounds": 2}));
        one["no_show_ms"] = json!(1_000);
        one["start"] = json!({"by": "clock", "pause_ms": 0});
        let mut wish = plan(json!([one]));
        wish["late"] = json!({"until_round": 2, "worth": "half"});
        let event = TestTournament::with_entrants(server, wish, 2).await;
        event.start().await;
        // A late entrant has half a point for the missed round.
        let late = event.server.guest().await;
        let done = event.ask(&late, "join", json!({})).await;
        let came = done.status == StatusCode::OK;
        until!(event, (event.view("").await["status"] == "ended").then_some(()));
        let pairing = &event.pairings(1).await[0];
        assert_eq!(pairing["forfeited"].as_array().unwrap().len(), 2, "{pairing}");
        assert_eq!((&pairing["games"], &pairing["decided"]), (&json!([]), &json!(true)));
        if came {
            let points = event.points().await;
            let own = points.iter().find(|(entrant, _)| *entrant == 3).unwrap().1;
            assert!(own >= 0.5, "{points:?}");
        }
        event.server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_tournament_starts_on_schedule_and_an_arena_is_paired_in_waves() {
    on_every_server(async |server: TestServer| {
        let format = json!({"kind": "arena", "length_ms": 60_000, "wave_ms": 2_000});
        let mut wish = plan(json!([stage(format)]));
        let soon = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(4);
        wish["begins_at"] = json!(soon.to_string());
        let event = TestTournament::with_entrants(server, wish, 4).await;
        let one = event.with_wave(1).await;
        assert_eq!(one.len(), 2);
        event.resign_all(1).await;
        let two = event.with_wave(2).await;
        assert!(!two.is_empty());
        event.server.shutdown().await;
    })
    .await;
}

impl TestTournament {
    /// The pairings of a wave, once it has any.
    async fn with_wave(&self, wave: usize) -> Vec<Value> {
        until!(self, {
            let rounds = self.view("rounds").await;
            let round = rounds["items"].get(wave - 1);
            round.map(|round| round["pairings"].as_array().unwrap().clone())
        })
    }
}

#[tokio::test]
async fn the_best_of_each_group_advance_to_the_next_stage() {
    on_every_server(async |server: TestServer| {
        let groups = stage(json!({"kind": "round_robin", "groups": 2}));
        let mut last = stage(json!({"kind": "knockout"}));
        last["best_of_each_group"] = json!(1);
        last["series"] = json!({"best_of": 1, "decider": {"kind": "replay"}});
        let event = TestTournament::with_entrants(server, plan(json!([groups, last])), 4).await;
        event.start().await;
        event.begin_round().await;
        event.resign_all(1).await;
        event.start().await;
        let view = event.view("").await;
        let through = view["stages"][1]["groups"][0].as_array().unwrap();
        assert_eq!(through.len(), 2, "{view}");
        event.begin_round().await;
        event.resign_all(1).await;
        let standings = event.view("standings?stage=1").await;
        assert_eq!(standings["items"][0]["place"], 1);
        assert_eq!(event.view("standings?stage=0&group=1").await["items"][0]["place"], 1);
        event.server.shutdown().await;
    })
    .await;
}
