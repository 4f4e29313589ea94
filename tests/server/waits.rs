//! Those who let others down wait before they are paired again.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::support::on_every_server;

fn blitz() -> Value {
    json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000})
}

fn seek() -> Value {
    json!({"t": "seek", "variant": "camette", "time": blitz()})
}

/// Pairs two, and gives the match.
async fn pair(one: &mut Client, two: &mut Client) -> Value {
    one.ok(seek()).await;
    two.ok(seek()).await["match"].clone()
}

#[tokio::test]
async fn who_calls_matches_off_again_and_again_waits_longer_and_longer() {
    on_every_server(|server| async move {
        let mut fickle = Client::guest(server.url()).await;
        let mut patient = Client::guest(server.url()).await;
        for _ in 0..2 {
            let about = pair(&mut fickle, &mut patient).await;
            fickle.ok(json!({"t": "abort", "match": about})).await;
        }
        let create = json!({"t": "create", "variant": "camette", "time": blitz(),
                            "seats": {"W": "me"}});
        let open = patient.ok(create.clone()).await["match"].clone();
        for command in [seek(), create.clone(), json!({"t": "join", "match": open})] {
            let refused = fickle.refused(command, "too_soon").await;
            let wait = refused["retry_after_ms"].as_u64().expect("a time to wait");
            assert!(wait > 0 && wait <= 60_000, "{refused}");
        }
        let standing = patient.ok(seek()).await["seek"].clone();
        fickle.refused(json!({"t": "accept", "seek": standing}), "too_soon").await;

        // What friends do among themselves is not for others to wait for, nor are games of days.
        let mut private = create.clone();
        private["private"] = json!(true);
        fickle.ok(private).await;
        let mut slow = seek();
        slow["time"] = json!({"kind": "correspondence", "days": 3});
        fickle.ok(slow).await;
        let mut alone = create;
        alone["seats"] = json!({"W": "me", "B": "computer:1"});
        fickle.ok(alone).await;

        // The other side has done nothing, but for calling one off, which is free.
        let mut third = Client::guest(server.url()).await;
        let about = third.ok(seek()).await["match"].clone();
        patient.ok(json!({"t": "abort", "match": about})).await;
        patient.ok(seek()).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_match_against_the_computer_may_be_left() {
    on_every_server(|server| async move {
        let mut alone = Client::guest(server.url()).await;
        for _ in 0..3 {
            let create = json!({"t": "create", "variant": "camette", "time": blitz(),
                                "seats": {"B": "me", "W": "computer:1"}});
            let about = alone.ok(create).await["match"].clone();
            let path = format!("/matches/{}", about.as_str().expect("a match"));
            let now = server.get(&path).await.json(StatusCode::OK);
            assert_eq!(now["status"], "playing");
            alone.ok(json!({"t": "abort", "match": about})).await;
        }
        alone.ok(seek()).await;
        server.shutdown().await;
    })
    .await;
}
