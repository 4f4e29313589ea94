//! Pairing penalties for players who abort matches.

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

/// Pairs two players and returns the match.
async fn pair(one: &mut Client, two: &mut Client) -> Value {
    one.ok(seek()).await;
    two.ok(seek()).await["match"].clone()
}

#[tokio::test]
async fn repeated_aborts_delay_the_next_pairing_longer_each_time() {
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

        // Private, correspondence and computer matches may be started at once.
        let mut private = create.clone();
        private["private"] = json!(true);
        fickle.ok(private).await;
        let mut slow = seek();
        slow["time"] = json!({"kind": "correspondence", "days": 3});
        fickle.ok(slow).await;
        let mut alone = create;
        alone["seats"] = json!({"W": "me", "B": "computer:1"});
        fickle.ok(alone).await;

        // The other player aborted only once, which has no penalty.
        let mut third = Client::guest(server.url()).await;
        let about = third.ok(seek()).await["match"].clone();
        patient.ok(json!({"t": "abort", "match": about})).await;
        patient.ok(seek()).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn aborting_a_match_against_the_computer_has_no_penalty() {
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
