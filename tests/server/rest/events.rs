//! `/matches/{id}/events`: as a list, as lines, as server-sent events.

use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::described::check_event;
use crate::support::{Answer, TestServer, on_every_server};

use super::{nearly_won, win, won};

const NDJSON: &str = "application/x-ndjson";
const SSE: &str = "text/event-stream";

/// An open event stream.
struct EventReader {
    response: Response,
    unread: String,
    gap: &'static str,
}

impl EventReader {
    async fn open(server: &TestServer, path: &str, form: &'static str, last: &str) -> EventReader {
        let request = server.request(Method::GET, path).header(ACCEPT, form);
        let response = request.header("Last-Event-ID", last).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], form);
        assert_eq!(response.headers()["cache-control"], "no-store");
        let gap = if form == SSE { "\n\n" } else { "\n" };
        EventReader { response, unread: String::new(), gap }
    }

    /// The next event, or `None` at the end of the stream.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((piece, rest)) = self.unread.split_once(self.gap) {
                let (piece, rest) = (piece.to_owned(), rest.to_owned());
                self.unread = rest;
                if let Some(event) = read(&piece) {
                    return Some(event);
                }
                continue;
            }
            let piece = timeout(Duration::from_secs(20), self.response.chunk()).await;
            let Some(piece) = piece.expect("an event in time").unwrap() else {
                assert_eq!(self.unread, "");
                return None;
            };
            self.unread.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }

    async fn rest(&mut self) -> Vec<Value> {
        let mut rest = Vec::new();
        while let Some(event) = self.next().await {
            rest.push(event);
        }
        rest
    }
}

/// Parses an event. A keepalive is `None`.
fn read(piece: &str) -> Option<Value> {
    if piece.is_empty() || piece == ":" {
        return None;
    }
    let Some((id, data)) = piece.split_once('\n') else {
        let event = serde_json::from_str(piece).unwrap();
        check_event(&event);
        return Some(event);
    };
    let event: Value = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
    check_event(&event);
    assert_eq!(id, format!("id: {}", event["v"]));
    Some(event)
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["t"].as_str().unwrap()).collect()
}

#[track_caller]
fn assert_contiguous(events: &[Value], first: u64) {
    for (v, event) in (first..).zip(events) {
        assert_eq!(event["v"], v, "{event}");
    }
}

#[tokio::test]
async fn events_are_listed_from_any_version() {
    on_every_server(async |server: TestServer| {
        let (id, _) = won(&server).await;
        let path = format!("/matches/{id}/events");
        let all = super::events(&server, &id).await;
        assert_contiguous(&all, 1);
        let expected =
            ["created", "joined", "joined", "started", "moved", "moved", "moved", "ended"];
        assert_eq!(kinds(&all), expected);
        assert_eq!((&all[4]["move"], &all[4]["seat"]), (&json!("C5-C6"), &json!("W")));
        assert!(all[4].get("legal").is_none());

        let later = server.get(&format!("{path}?since=6&legal=true")).await.json(StatusCode::OK);
        assert_contiguous(later["items"].as_array().unwrap(), 7);
        assert_eq!(later["items"][0]["legal"], json!([]));
        let none = server.get(&format!("{path}?since=8")).await.json(StatusCode::OK);
        assert_eq!(none, json!({"items": [], "next": null}));
        server.get(&format!("{path}?since=9")).await.bad_field("since");
        server.get(&format!("{path}?since=-1")).await.bad_field("since");
        let unknown = "/matches/01990000-0000-7000-8000-000000000000/events";
        for form in ["application/json", NDJSON, SSE] {
            let request = server.request(Method::GET, unknown).header(ACCEPT, form);
            Answer::to(request).await.problem(404, "not_found");
            let request = server.request(Method::GET, &format!("{path}?since=9"));
            Answer::to(request.header(ACCEPT, form)).await.bad_field("since");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn streams_follow_a_match_to_its_end() {
    on_every_server(async |server: TestServer| {
        let (id, players) = nearly_won(&server).await;
        let path = format!("/matches/{id}/events");
        let mut lines = EventReader::open(&server, &path, NDJSON, "").await;
        let mut sent = EventReader::open(&server, &path, SSE, "").await;
        let late = format!("{path}?since=4&legal=true");
        let mut legal = EventReader::open(&server, &late, NDJSON, "").await;
        for v in 1..=4 {
            assert_eq!(lines.next().await.unwrap()["v"], v);
            assert_eq!(sent.next().await.unwrap()["v"], v);
        }
        server.play(&players[0], &id, 1, "C5-C6").await;
        assert_eq!(sent.next().await.unwrap()["move"], "C5-C6");
        drop(sent);
        win(&server, &id, &players, 2).await;

        // Reconnects with the header that a browser would send.
        let mut sent = EventReader::open(&server, &path, SSE, "5").await;
        let (lines, sent) = (lines.rest().await, sent.rest().await);
        assert_contiguous(&lines, 5);
        assert_contiguous(&sent, 6);
        assert_eq!(lines[1..], sent);
        assert_eq!(kinds(&sent), ["moved", "moved", "ended"]);
        let legal = legal.rest().await;
        assert_contiguous(&legal, 5);
        assert!(!legal[0]["legal"].as_array().unwrap().is_empty());
        assert_eq!(legal.len(), 4);

        // An ended match is sent at once, and a browser is told not to reconnect.
        let mut all = EventReader::open(&server, &path, SSE, "").await;
        assert_eq!(all.rest().await, super::events(&server, &id).await);
        let request = server.request(Method::GET, &path).header(ACCEPT, SSE);
        let over = Answer::to(request.header("Last-Event-ID", "8")).await;
        assert_eq!((over.status, over.text.as_str()), (StatusCode::NO_CONTENT, ""));
        let request = server.request(Method::GET, &path).header(ACCEPT, SSE);
        Answer::to(request.header("Last-Event-ID", "x")).await.bad_field("Last-Event-ID");
        // An invalid header is refused, not ignored.
        let request = server.request(Method::GET, &path).header("Last-Event-ID", "+8");
        Answer::to(request).await.bad_field("Last-Event-ID");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn streams_end_when_the_server_shuts_down() {
    on_every_server(async |server: TestServer| {
        let (id, _) = nearly_won(&server).await;
        let path = format!("/matches/{id}/events");
        let mut lines = EventReader::open(&server, &path, NDJSON, "").await;
        let mut sent = EventReader::open(&server, &path, SSE, "4").await;
        server.drain();
        assert_eq!(kinds(&lines.rest().await), ["created", "joined", "joined", "started"]);
        assert_eq!(sent.next().await, None);
        server.shutdown().await;
    })
    .await;
}
