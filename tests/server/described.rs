//! Every frame that a test reads or sends, held to the description that the
//! server gives of it.

use std::collections::HashMap;
use std::sync::LazyLock;

use jsonschema::{Draft, Validator};
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{TestServer, on_every_server};

/// What `/api/v1/asyncapi.json` says, by group and type.
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

/// What is wrong with a message of that group, by its description.
fn fault(groups: &[&str], message: &Value) -> Option<String> {
    let t = message["t"].as_str().unwrap_or_default();
    let found = groups.iter().find_map(|group| DESCRIBED.get(&format!("{group}.{t}")));
    let Some(validator) = found else { return Some(format!("no {groups:?} is a `{t}`")) };
    let mut errors = validator.iter_errors(message);
    errors.next().map(|error| format!("{error} at `{}`", error.instance_path()))
}

/// Holds a frame that came over WebSocket to its description.
#[track_caller]
pub(crate) fn check_frame(frame: &Value) {
    let fault = fault(&["server", "event"], frame);
    assert_eq!(fault, None, "{frame}");
}

/// Holds an event of a match to its description, by whatever way it came.
#[track_caller]
pub(crate) fn check_event(event: &Value) {
    assert_eq!(fault(&["event"], event), None, "{event}");
}

/// Holds what concerns a player to its description.
#[track_caller]
pub(crate) fn check_player_event(event: &Value) {
    assert_eq!(fault(&["player"], event), None, "{event}");
}

/// Holds a frame that was sent to its description: one that the server
/// understood is described, and one of a type that it does not know is not.
#[track_caller]
pub(crate) fn check_sent(sent: &Value, answer: &Value) {
    let fault = fault(&["client"], sent);
    match answer["code"].as_str() {
        // Sent to be wrong, or not read.
        Some("bad_field" | "bad_frame" | "rate_limited") => {}
        Some("unknown_type") => assert!(fault.is_some(), "{sent} is described"),
        _ => assert_eq!(fault, None, "{sent} was answered {answer}"),
    }
}

#[tokio::test]
async fn the_description_is_served_and_of_asyncapi_3() {
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
fn what_is_not_described_is_found() {
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
