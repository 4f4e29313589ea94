//! `/me/events`: the events that concern a player.

use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::described::check_player_event;
use crate::support::{TestPlayer, TestServer, on_every_server};

/// A stream of lines.
pub(crate) struct Lines {
    response: Response,
    unread: String,
    check: Option<fn(&Value)>,
}

impl Lines {
    /// Opens the stream of a player's events.
    pub(crate) async fn open(
        server: &TestServer,
        player: &TestPlayer,
        path: &str,
        form: &str,
    ) -> Lines {
        let request = player.sign(server.request(Method::GET, path));
        Lines { check: Some(check_player_event), ..Lines::to(request, form).await }
    }

    /// Opens the stream that answers a request.
    pub(crate) async fn to(request: RequestBuilder, form: &str) -> Lines {
        let response = request.header(ACCEPT, form).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], form);
        Lines { response, unread: String::new(), check: None }
    }

    /// The next event, or `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((line, rest)) = self.unread.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.unread = rest;
                let line = line.strip_prefix("data: ").unwrap_or(&line);
                if line.starts_with('{') {
                    let event = serde_json::from_str(line).unwrap();
                    if let Some(check) = self.check {
                        check(&event);
                    }
                    return Some(event);
                }
                continue;
            }
            let piece = timeout(Duration::from_secs(20), self.response.chunk()).await;
            let piece = piece.expect("an event in time").unwrap()?;
            self.unread.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }

    /// The next event, which must have the type `t`.
    pub(crate) async fn expect(&mut self, t: &str) -> Value {
        let event = self.next().await.expect("an event");
        assert_eq!(event["t"], t, "{event}");
        event
    }
}

pub(crate) const NDJSON: &str = "application/x-ndjson";

#[tokio::test]
async fn a_players_events_arrive_in_order() {
    on_every_server(async |server: TestServer| {
        let [white, black, other] =
            [server.guest().await, server.guest().await, server.guest().await];
        let path = "/me/events";
        let mut first = Lines::open(&server, &white, "/me/events?legal=true", NDJSON).await;
        let mut second = Lines::open(&server, &black, path, "text/event-stream").await;
        let mut third = Lines::open(&server, &other, path, NDJSON).await;
        for lines in [&mut first, &mut second, &mut third] {
            lines.expect("ready").await;
        }
        let position = "1/3/2w2/4b/5/3/1 w 0,0 0 1";
        let wish = json!({"variant": "camette", "position": position});
        let id = server.start_match(&white, &black, wish.clone()).await;
        let started = first.expect("started").await;
        assert_eq!((&started["match"], &started["seat"]), (&json!(id), &json!("W")));
        let turn = first.expect("turn").await;
        assert_eq!((&turn["next_ply"], &turn["position"]), (&json!(1), &json!(position)));
        assert!(turn["legal"].as_array().unwrap().contains(&json!("C5-C6")));
        server.play(&white, &id, 1, "C5-C6").await;
        assert_eq!(second.expect("started").await["my_turn"], false);
        let turn = second.expect("turn").await;
        assert_eq!((&turn["next_ply"], &turn["my_turn"]), (&json!(2), &json!(true)));
        assert!(turn.get("legal").is_none());
        server.play(&black, &id, 2, "E4-E3").await;
        first.expect("turn").await;

        // A later reader receives the matches under way.
        let mut late = Lines::open(&server, &black, path, NDJSON).await;
        let playing = late.expect("playing").await;
        assert_eq!((&playing["match"], &playing["seat"]), (&json!(id), &json!("B")));
        assert_eq!((&playing["my_turn"], &playing["next_ply"]), (&json!(false), &json!(3)));
        late.expect("ready").await;
        server.play(&white, &id, 3, "C6-C7").await;
        for lines in [&mut first, &mut second, &mut late] {
            let ended = lines.expect("ended").await;
            assert_eq!((&ended["result"], &ended["v"]), (&json!("1-0"), &json!(8)));
            assert_eq!(ended["termination"], "castle");
        }
        // A third player has received none of these events.
        let next = server.start_match(&other, &black, wish).await;
        assert_eq!(third.expect("started").await["match"], next);
        server.drain();
        third.expect("turn").await;
        assert_eq!(third.next().await, None);
        drop((first, second, late));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_player_stream_requires_the_read_scope() {
    on_every_server(async |server: TestServer| {
        server.get("/me/events").await.problem(401, "unauthorized");
        let owner = server.guest().await;
        let made = server.post_as(&owner, "/tokens", json!({"scopes": ["play"]})).await;
        let token = made.json(StatusCode::CREATED)["token"].as_str().unwrap().to_owned();
        let bot = TestPlayer { token, ..owner };
        let refused = super::ask(&server, &bot, Method::GET, "/me/events").await;
        assert_eq!(refused.problem(403, "forbidden")["scope"], "read");
        server.shutdown().await;
    })
    .await;
}

/// Sends a challenge of `from` to `to` by REST, and returns its id.
async fn challenge(server: &TestServer, from: &TestPlayer, to: &TestPlayer) -> String {
    let time = json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0});
    let wish = json!({"to": to.name, "variant": "camette", "time": time});
    let sent = server.post_as(from, "/challenges", wish).await.json(StatusCode::CREATED);
    sent["challenge"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_stream_reports_challenges_and_their_ends() {
    on_every_server(async |server: TestServer| {
        let [by, to] = [server.account("Percival").await, server.account("Gareth").await];
        let waiting = challenge(&server, &by, &to).await;
        let mut received = Lines::open(&server, &to, "/me/events", NDJSON).await;
        let open = received.expect("challenge").await;
        assert_eq!((&open["challenge"], &open["status"]), (&json!(waiting), &json!("open")));
        received.expect("ready").await;
        let mut sent = Lines::open(&server, &by, "/me/events", NDJSON).await;
        sent.expect("challenge").await;
        sent.expect("ready").await;

        let decline = format!("/challenges/{waiting}/decline");
        let reason = json!({"reason": "later"});
        let declined = server.post_as(&to, &decline, reason).await;
        assert_eq!(declined.status, StatusCode::NO_CONTENT);
        for events in [&mut received, &mut sent] {
            let end = events.expect("challenge").await;
            assert_eq!((&end["status"], &end["reason"]), (&json!("declined"), &json!("later")));
        }
        let withdrawn = challenge(&server, &by, &to).await;
        assert_eq!(received.expect("challenge").await["challenge"], json!(withdrawn));
        server.post_as(&by, &format!("/challenges/{withdrawn}/cancel"), json!({})).await;
        assert_eq!(received.expect("challenge").await["status"], "cancelled");

        let last = challenge(&server, &by, &to).await;
        assert_eq!(received.expect("challenge").await["status"], "open");
        let accept = format!("/challenges/{last}/accept");
        let made = server.post_as(&to, &accept, json!({})).await.json(StatusCode::OK);
        let mut seen = Vec::new();
        while seen.len() < 2 {
            let event = received.next().await.expect("an event");
            seen.extend((event["t"] == "challenge" || event["t"] == "started").then_some(event));
        }
        let accepted = seen.iter().find(|event| event["t"] == "challenge").unwrap();
        assert_eq!((&accepted["status"], &accepted["match"]), (&json!("accepted"), &made["match"]));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_stream_reports_offers_and_chat_of_the_players_matches() {
    on_every_server(async |server: TestServer| {
        let [white, black] = [server.guest().await, server.guest().await];
        let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
        let mut events = Lines::open(&server, &black, "/me/events", NDJSON).await;
        events.expect("playing").await;
        events.expect("ready").await;
        let path = |what: &str| format!("/matches/{id}/{what}");
        server.post_as(&white, &path("draw"), json!({"say": "offer"})).await.json(StatusCode::OK);
        let offer = events.expect("offer").await;
        let about = (&offer["match"], &offer["offer"], &offer["seat"]);
        assert_eq!(about, (&json!(id), &json!("draw"), &json!("B")));

        // The stream of a new connection repeats what waits for an answer.
        let mut again = Lines::open(&server, &black, "/me/events", NDJSON).await;
        again.expect("playing").await;
        assert_eq!(again.expect("offer").await["offer"], "draw");
        again.expect("ready").await;

        let line = json!({"room": "players", "text": "good luck"});
        server.post_as(&white, &path("chat"), line).await;
        let said = events.expect("chat").await;
        assert_eq!((&said["text"], &said["player"]["id"]), (&json!("good luck"), &json!(white.id)));
        let own = json!({"room": "players", "text": "thanks"});
        server.post_as(&black, &path("chat"), own).await;
        server.post_as(&black, &path("draw"), json!({"say": "accept"})).await.json(StatusCode::OK);
        assert_eq!(events.expect("ended").await["termination"], "agreement");
        server.shutdown().await;
    })
    .await;
}
