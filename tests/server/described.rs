//! Validation of frames sent and received by tests against the server's AsyncAPI document.

use std::collections::HashMap;
use std::sync::LazyLock;

use jsonschema::{Draft, Validator};
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{TestServer, on_every_server};

/// The messages of `/api/v1/asyncapi.json`, by group and type.
static DESCRIBED: LazyLock<HashMap<String, Validator>> = LazyLock::new(|| {
    let document = chivalry::protocol::asyncapi();
    let messages = document["components"]["messages"].as_object().expect("messages");
    let one = |(key, message): (&String, &Value)| {
        let mut schema = message["payload"].clone();
        schema["components"] = document["components"].clone();
        let is_uuid = |text: &str| Uuid::parse_str(text).is_ok();
        let options = jsonschema::options().with_draft(Draft::Draft7);
        let options = options.should_validate_formats(true).with_format("uuid", is_uuid);
        let validator = options.build(&schema).expect("a schema of draft 7");
        (key.clone(), validator)
    };
    messages.iter().map(one).collect()
});

/// Validates a message of a group and returns the first fault.
fn fault(groups: &[&str], message: &Value) -> Option<String> {
    let t = message["t"].as_str().unwrap_or_default();
    let found = groups.iter().find_map(|group| DESCRIBED.get(&format!("{group}.{t}")));
    let Some(validator) = found else { return Some(format!("no {groups:?} is a `{t}`")) };
    let mut errors = validator.iter_errors(message);
    errors.next().map(|error| format!("{error} at `{}`", error.instance_path()))
}

/// Asserts that a frame received over WebSocket matches its schema.
#[track_caller]
pub(crate) fn check_frame(frame: &Value) {
    let fault = fault(&["server", "event"], frame);
    assert_eq!(fault, None, "{frame}");
}

/// Asserts that a match event matches its schema, over any transport.
#[track_caller]
pub(crate) fn check_event(event: &Value) {
    assert_eq!(fault(&["event"], event), None, "{event}");
}

/// Asserts that a player event matches its schema.
#[track_caller]
pub(crate) fn check_player_event(event: &Value) {
    assert_eq!(fault(&["player"], event), None, "{event}");
}

/// Asserts that a sent frame matches its schema if the server understood it, and that unknown types
/// are not described.
#[track_caller]
pub(crate) fn check_sent(sent: &Value, answer: &Value) {
    let fault = fault(&["client"], sent);
    match answer["code"].as_str() {
        // Invalid on purpose, or not parsed.
        Some("bad_field" | "bad_frame" | "rate_limited") => {}
        Some("unknown_type") => assert!(fault.is_some(), "{sent} is described"),
        _ => assert_eq!(fault, None, "{sent} was answered {answer}"),
    }
}

#[tokio::test]
async fn the_asyncapi_3_document_is_served() {
    on_every_server(async |server: TestServer| {
        let served = server.get("/api/v1/asyncapi.json").await.json(StatusCode::OK);
        assert_eq!(served, chivalry::protocol::asyncapi());
        assert_eq!(served["asyncapi"], "3.0.0");
        let page = server.get("/api/docs").await.text;
        assert!(page.contains("href=\"/api/v1/asyncapi.json\""));
        server.shutdown().await;
    })
    .await;
}

#[test]
fn frames_that_are_not_in_the_document_are_detected() {
    let id = "00000000-0000-7000-8000-000000000000";
    let pong = json!({"t": "pong", "now": "2026-11-21T02:34:04.005Z"});
    check_frame(&pong);
    for (name, value) in [("t", json!("gong")), ("more", json!(1)), ("now", json!(7))] {
        let mut odd = pong.clone();
        odd[name] = value;
        assert!(fault(&["server", "event"], &odd).is_some(), "{odd}");
    }
    let premove = json!({"t": "premove", "id": "1", "match": id, "ply": 2,
                         "line": [{"if": "C2-B2", "then": "C6-B6", "next": [{"if": "B2-C2"}]}]});
    assert_eq!(fault(&["client"], &premove), None);
    let deep = json!([{"if": "C2-B2", "then": "C6-B6", "next": [{"when": "B2-C2"}]}]);
    for (name, value) in [("line", deep), ("match", json!("m")), ("plies", json!(2))] {
        let mut odd = premove.clone();
        odd[name] = value;
        assert!(fault(&["client"], &odd).is_some(), "{odd}");
    }
}
