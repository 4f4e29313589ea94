//! `/matches`: creating, listing and viewing matches.

use reqwest::header::IF_NONE_MATCH;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Answer, TestServer, on_every_server};

use super::{events, nearly_won, won};

#[tokio::test]
async fn an_idempotency_key_creates_one_match() {
    on_every_server(async |server: TestServer| {
        let guest = server.guest().await;
        let wish = json!({"variant": "camelot", "seats": {"W": "me"}, "private": true});
        let make = async |key: &'static str| {
            let request = guest.sign(server.request(Method::POST, "/matches"));
            let request = request.header("Idempotency-Key", key).body(wish.to_string());
            Answer::to(request).await
        };
        let made = make("first").await;
        let body = made.json(StatusCode::CREATED);
        let id = body["match"].as_str().unwrap();
        assert_eq!(made.header("location"), format!("/api/v1/matches/{id}"));
        assert_eq!(body["v"], 2);
        let (url, key) = (&body["links"]["B"]["url"], &body["links"]["B"]["key"]);
        let link = format!("{}/m/{id}?key={}", server.url(), key.as_str().unwrap());
        assert_eq!(url, link.as_str());
        assert!(body["links"]["W"].is_null());

        assert_eq!(make("first").await.text, made.text);
        assert_ne!(make("second").await.json(StatusCode::CREATED)["match"], body["match"]);
        assert_eq!(events(&server, id).await.len(), 2);

        make("").await.bad_field("Idempotency-Key");
        let long = guest.sign(server.request(Method::POST, "/matches"));
        Answer::to(long.header("Idempotency-Key", "x".repeat(65)))
            .await
            .bad_field("Idempotency-Key");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_invalid_match_request_names_the_faulty_field() {
    on_every_server(async |server: TestServer| {
        let guest = server.guest().await;
        server.post("/matches", json!({"variant": "cam"})).await.problem(401, "unauthorized");
        for (wish, field) in [
            (json!({}), "variant"),
            (json!({"variant": "go"}), "variant"),
            (json!({"variant": "cam", "time": {"kind": "sand"}}), "time.kind"),
            (json!({"variant": "cam", "seats": {"R": "me"}}), "seats.R"),
            (json!({"variant": "cam", "seats": {"W": "you"}}), "seats.W"),
            (json!({"variant": "cam", "position": "1/2"}), "position"),
            (json!({"variant": "camette", "position": super::NEARLY_WON, "rated": true}), "rated"),
        ] {
            server.post_as(&guest, "/matches", wish).await.bad_field(field);
        }
        let not_json = guest.sign(server.request(Method::POST, "/matches")).body("variant=cam");
        Answer::to(not_json).await.problem(400, "bad_frame");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_unchanged_match_is_answered_with_not_modified() {
    on_every_server(async |server: TestServer| {
        let (id, [white, _]) = nearly_won(&server).await;
        let path = format!("/matches/{id}");
        let plain = server.get(&path).await;
        let view = plain.json(StatusCode::OK);
        assert_eq!((&view["match"], &view["status"]), (&json!(id), &json!("playing")));
        assert_eq!((&view["v"], &view["ply"]), (&json!(4), &json!(0)));
        assert_eq!(view["seats"]["W"]["name"], white.name.as_str());
        assert!(view.get("legal").is_none());
        let legal = server.get(&format!("{path}?legal=true")).await;
        assert_eq!(legal.json(StatusCode::OK)["legal"].as_array().unwrap().len(), 8);
        assert_ne!(legal.header("etag"), plain.header("etag"));

        let again = async || {
            let request = server.request(Method::GET, &path);
            Answer::to(request.header(IF_NONE_MATCH, plain.header("etag"))).await
        };
        assert_eq!(again().await.status, StatusCode::NOT_MODIFIED);
        server.play(&white, &id, 1, "C5-C6").await;
        assert_eq!(again().await.json(StatusCode::OK)["ply"], 1);

        let unknown = "/matches/01990000-0000-7000-8000-000000000000";
        server.get(unknown).await.problem(404, "not_found");
        server.get("/matches/nonsense").await.problem(404, "not_found");
        server.get(&format!("{path}?legal=perhaps")).await.bad_field("legal");
        server.get(&format!("{path}?legals=true")).await.bad_field("legals");
        server.get(&format!("{path}?legal=true&legal=true")).await.bad_field("legal");
        server.shutdown().await;
    })
    .await;
}

async fn listed(server: &TestServer, query: &str) -> Vec<String> {
    let list = server.get(&format!("/matches?{query}")).await.json(StatusCode::OK);
    let id = |item: &Value| item["match"].as_str().unwrap().to_owned();
    list["items"].as_array().unwrap().iter().map(id).collect()
}

#[tokio::test]
async fn match_lists_are_filtered_and_paginated() {
    on_every_server(async |server: TestServer| {
        let (over, [white, _]) = won(&server).await;
        let (playing, _) = nearly_won(&server).await;
        let wish = json!({"variant": "inside-moves", "private": true});
        server.post_as(&white, "/matches", wish).await.json(StatusCode::CREATED);
        let time = json!({"kind": "correspondence", "days": 3});
        let wish = json!({"variant": "cam", "rated": true, "time": time});
        let arthur = server.account("Arthur").await;
        let open = server.post_as(&arthur, "/matches", wish).await.json(StatusCode::CREATED);
        let open = open["match"].as_str().unwrap().to_owned();

        let all = [open.clone(), playing.clone(), over.clone()];
        assert_eq!(listed(&server, "").await, all);
        for (query, ids) in [
            ("variant=camette".to_owned(), &all[1..]),
            ("status=open".to_owned(), &all[..1]),
            ("status=ended&result=1-0".to_owned(), &all[2..]),
            ("result=0-1".to_owned(), &[]),
            ("rated=true".to_owned(), &all[..1]),
            ("rated=false&limit=1".to_owned(), &all[1..2]),
            (format!("player={}", white.name.to_lowercase()), &all[2..]),
            ("since=2000-01-01T00:00:00Z&until=2100-01-01T00:00:00Z".to_owned(), &all[..]),
            ("since=2100-01-01T00:00:00Z".to_owned(), &[]),
            ("until=2000-01-01T00:00:00Z".to_owned(), &[]),
        ] {
            assert_eq!(listed(&server, &query).await, ids, "{query}");
        }
        let of_player = server.get(&format!("/players/{}/matches", white.name)).await;
        assert_eq!(of_player.json(StatusCode::OK)["items"].as_array().unwrap().len(), 1);
        server.get("/players/Nobody/matches").await.problem(404, "not_found");

        let mut seen = Vec::new();
        let mut query = "limit=2".to_owned();
        loop {
            let part = server.get(&format!("/matches?{query}")).await.json(StatusCode::OK);
            let items = part["items"].as_array().unwrap().clone();
            seen.extend(items.iter().map(|item| item["match"].as_str().unwrap().to_owned()));
            let Some(next) = part["next"].as_str() else { break };
            query = format!("limit=2&cursor={next}");
        }
        assert_eq!(seen, all);

        let ended = &server.get("/matches?status=ended").await.json(StatusCode::OK)["items"][0];
        assert_eq!((&ended["result"], &ended["termination"]), (&json!("1-0"), &json!("castle")));
        assert_eq!(ended["plies"], 3);
        for (query, field) in [
            ("limit=0", "limit"),
            ("limit=101", "limit"),
            ("cursor=x", "cursor"),
            ("variant=go", "variant"),
            ("player=Nobody", "player"),
            ("status=lost", "status"),
            ("since=yesterday", "since"),
            ("until=2026-13-01T00:00:00Z", "until"),
            ("rated=1", "rated"),
            ("result=2-0", "result"),
            ("colour=white", "colour"),
        ] {
            server.get(&format!("/matches?{query}")).await.bad_field(field);
        }
        server.shutdown().await;
    })
    .await;
}
