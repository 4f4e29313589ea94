//! The calendar and the feed of tournaments.

use reqwest::StatusCode;
use reqwest::header::IF_NONE_MATCH;
use serde_json::json;

use crate::databases::on_every_database;
use crate::support::{Answer, TestServer};

#[tokio::test]
async fn tournaments_are_in_the_calendar_and_in_the_feed() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let arthur = server.account("Arthur").await;
        let stage = json!({
            "name": "All", "format": {"kind": "swiss", "rounds": 3},
            "series": {"best_of": 1, "decider": {"kind": "drawn"}}, "tie_breaks": []
        });
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let mut ids = Vec::new();
        for (name, begins_at) in [("Autumn, <b>", Some("2099-10-01T18:00:00Z")), ("Open", None)] {
            let mut plan = json!({
                "name": name, "variant": "camette", "time": time, "stages": [stage]
            });
            if let Some(begins_at) = begins_at {
                plan["begins_at"] = json!(begins_at);
            }
            let made = server.post_as(&arthur, "/tournaments", json!({"plan": plan})).await;
            let made = made.json(StatusCode::CREATED);
            ids.push(made["tournament"].as_str().unwrap().to_owned());
        }
        let get = async |path: &str, tag: &str| {
            let request = server.client().get(format!("{}{path}", server.url()));
            Answer::to(request.header(IF_NONE_MATCH, tag)).await
        };
        let calendar = get("/tournaments.ics", "").await;
        assert_eq!(calendar.header("content-type"), "text/calendar; charset=utf-8");
        let lines = calendar.text.replace("\r\n ", "");
        for line in [
            "DTSTART:20991001T180000Z",
            "SUMMARY:Autumn\\, <b>",
            "DESCRIPTION:Camette · 5+3 · 2099-10-01T18:00:00.000Z",
            &format!("URL:{}/tournaments/{}", server.url(), ids[0]),
        ] {
            assert!(lines.contains(&format!("{line}\r\n")), "{line}: {lines}");
        }
        // A tournament without a time is in the feed only.
        assert_eq!(lines.matches("BEGIN:VEVENT").count(), 1);
        let feed = get("/tournaments.atom", "").await;
        assert_eq!(feed.header("content-type"), "application/atom+xml; charset=utf-8");
        assert_eq!(feed.text.matches("<entry>").count(), 2);
        assert!(feed.text.contains("<title>Autumn, &lt;b&gt;</title>"), "{}", feed.text);
        assert!(feed.text.contains("<author><name>Arthur</name></author>"), "{}", feed.text);
        for (path, answer) in [("/tournaments.ics", calendar), ("/tournaments.atom", feed)] {
            let again = get(path, answer.header("etag")).await;
            assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
        }
        // Programs find both from any page.
        let shell = get("/tournaments", "").await.text;
        for kind in ["application/atom+xml", "text/calendar"] {
            assert!(shell.contains(&format!("<link rel=\"alternate\" type=\"{kind}\"")), "{kind}");
        }
        server.shutdown().await;
    })
    .await;
}
