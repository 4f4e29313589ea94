//! Behaviour common to all routes, and the documents that describe them.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_sqlite;
use crate::support::{Answer, TestServer};

#[tokio::test]
async fn unknown_routes_and_methods_are_problem_documents() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        for path in ["/nothing", "/api/v2/matches", "/api/", "/matches/"] {
            server.get(path).await.problem(404, "not_found");
        }
        let wrong = Answer::to(server.request(Method::PUT, "/matches")).await;
        wrong.problem(405, "method_not_allowed");
        let allowed = wrong.header("allow");
        assert!(allowed.contains("GET") && allowed.contains("POST"), "{allowed}");
        server.get("/variants?colour=red").await.bad_field("colour");
        assert_eq!(server.get("/healthz").await.text, "ok\n");
        assert_eq!(server.get("/readyz").await.header("x-content-type-options"), "nosniff");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_api_documents_are_compressed() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        for path in ["/openapi.json", "/asyncapi.json"] {
            let plain = server.get(path).await;
            plain.json(StatusCode::OK);
            assert_eq!(
                (plain.header("content-encoding"), plain.header("vary")),
                ("", "accept-encoding")
            );
            for coding in ["br", "zstd", "gzip"] {
                let request =
                    || server.request(Method::GET, path).header("accept-encoding", coding);
                let response = request().send().await.unwrap();
                assert_eq!(response.headers()["content-encoding"], coding, "{path}");
                let tag = response.headers()["etag"].to_str().unwrap().to_owned();
                let size = response.bytes().await.unwrap().len();
                assert!(size * 4 < plain.text.len(), "{path}: {size} bytes");
                let known = Answer::to(request().header("if-none-match", tag)).await;
                assert_eq!(
                    (known.status, known.header("content-encoding")),
                    (StatusCode::NOT_MODIFIED, "")
                );
            }
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn refusals_of_bodies_use_plain_words() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let player = server.account("Percival").await;
        let large = " ".repeat(1024 * 1024 + 1);
        let request = player.sign(server.request(Method::POST, "/records")).body(large.clone());
        let refused = Answer::to(request).await.problem(413, "too_large");
        let limits = json!({"records": 500, "bytes": 1024 * 1024});
        assert_eq!((&refused["reason"], &refused["params"]), (&json!("import_too_large"), &limits));
        let refused = server.post("/accounts", json!({"name": large})).await;
        assert_eq!(refused.problem(413, "too_large")["reason"], "body_too_large");

        let stage = json!({"name": "all", "format": {"kind": "swiss", "rounds": 3}});
        let plan = |stages: Value| {
            let time = json!({"kind": "unlimited"});
            json!({"plan": {"name": "Evening", "variant": "camette", "time": time, "stages": stages}})
        };
        server.post_as(&player, "/tournaments", plan(json!([]))).await.bad_field("plan.stages");
        let made = server.post_as(&player, "/tournaments", plan(json!([stage]))).await;
        let made = made.json(StatusCode::CREATED);
        let actions = format!("/tournaments/{}/actions", made["tournament"].as_str().unwrap());
        for (action, field) in [
            (json!({"do": "dance"}), "do"),
            (json!({"do": "forfeit", "pairing": "first", "losers": []}), "pairing"),
            (json!({"do": "report", "pairing": 1, "game": 1, "result": {"how": "lost"}}), "result.how"),
        ] {
            let refused = server.post_as(&player, &actions, action).await;
            refused.bad_field(field);
            for words in ["line 1", "variant", "u32", "enum"] {
                assert!(!refused.text.contains(words), "{}", refused.text);
            }
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn metrics_count_matches_connections_and_responses() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, json!({"variant": "cam"})).await;
        let mut watcher = Client::guest(server.url()).await;
        watcher.ok(json!({"t": "watch", "match": id})).await;
        let scraped = server.get("/metrics").await;
        assert!(scraped.header("content-type").starts_with("application/openmetrics-text"));
        let count = |name: &str| -> u64 {
            let line = scraped.text.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("no {name} in {}", scraped.text)).trim().parse().unwrap()
        };
        assert_eq!(count("chivalry_matches_in_memory "), 1);
        assert_eq!(count("chivalry_websocket_connections "), 1);
        assert!(count("chivalry_websocket_frames_received_total ") >= 1);
        // One append created the match and another one joined it.
        assert_eq!(count("chivalry_appends_total "), 2);
        assert!((1..=2).contains(&count("chivalry_commits_total ")));
        let made = r#"chivalry_http_answers_total{route="/api/v1/matches",status="201"} "#;
        assert_eq!(count(made), 1);
        assert!(scraped.text.ends_with("# EOF\n"));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn every_documented_operation_is_served() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let document = server.get("/api/v1/openapi.json").await;
        assert!(!document.header("etag").is_empty());
        let document = document.json(StatusCode::OK);
        let paths = document["paths"].as_object().unwrap();
        assert!(paths.len() > 25, "{}", paths.len());
        for (path, methods) in paths {
            let known = path.replace("{variant}", "camelot");
            let known = known.replace("{id}", "x").replace("{name}", "x");
            for (name, operation) in methods.as_object().unwrap() {
                let method: Method = name.to_uppercase().parse().unwrap();
                let url = format!("{}{known}", server.url());
                let answer = Answer::to(server.client().request(method, url)).await;
                assert_ne!(answer.status.as_u16(), 405, "{name} {path}");
                assert!(!answer.text.contains("no such route"), "{name} {path}");
                let described = operation["responses"].as_object().unwrap();
                let status = answer.status.as_u16();
                let family = format!("{}XX", status / 100);
                let is_described =
                    described.contains_key(&status.to_string()) || described.contains_key(&family);
                // A WebSocket route refuses a plain request.
                assert!(is_described || path.ends_with("/ws"), "{name} {path}: {status}");
            }
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_documentation_page_has_no_scripts() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        let page = server.get("/api/docs").await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; style-src 'self'"), "{policy}");
        for words in ["POST /api/v1/matches", "lang=\"en\""] {
            assert!(page.text.contains(words), "{words}");
        }
        assert!(!page.text.contains("<script") && !page.text.contains("style="));
        let style = server.get("/api/docs.css").await;
        assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
        let head = Answer::to(server.request(Method::HEAD, "/api/v1/variants")).await;
        assert_eq!((head.status, head.text.as_str()), (StatusCode::OK, ""));
        let _: Value = server.get("/variants").await.json(StatusCode::OK);
        server.shutdown().await;
    })
    .await;
}
