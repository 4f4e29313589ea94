//! Nodes of different versions answer each other, so that none takes over from a living owner.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use chivalry::cluster::{Bus, in_process};
use reqwest::StatusCode;
use serde_json::json;

use crate::databases::{Database, on_postgres};
use crate::support::{TestServer, unlimited};

use super::sealed_end;

/// Longer than any answer takes.
const LONG: Duration = Duration::from_secs(20);

const UNSUPPORTED: &str = "{\"t\":\"unsupported\"}\n";

async fn subject_of(database: &Database, id: &str) -> String {
    let running = database.open().await;
    let cluster = running.store.owners().cluster_id().await.expect("a database");
    running.stop().await;
    format!("chivalry.2.{}.match.{id}", cluster.simple())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_of_a_later_version_is_answered() {
    on_postgres(|database| async move {
        let bus: Arc<dyn Bus> = in_process();
        let node = TestServer::start_node(&database, unlimited(), Some(sealed_end(&bus))).await;
        let (white, black) = (node.guest().await, node.guest().await);
        let wish = json!({"variant": "cam", "time": {"kind": "unlimited"}});
        let id = node.start_match(&white, &black, wish).await;
        let (subject, later) = (subject_of(&database, &id).await, sealed_end(&bus));
        // An unknown request, and an unknown kind of message.
        for payload in ["c{\"t\":\"later\"}\n", "later"] {
            let answer = later.request(subject.clone(), Bytes::from(payload), LONG).await;
            assert_eq!(answer.expect("an answer"), UNSUPPORTED, "{payload}");
        }
        node.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_of_an_earlier_version_keeps_its_match() {
    on_postgres(|database| async move {
        let bus: Arc<dyn Bus> = in_process();
        let start =
            async || TestServer::start_node(&database, unlimited(), Some(sealed_end(&bus))).await;
        let first = start().await;
        let (white, black) = (first.guest().await, first.guest().await);
        let wish = json!({"variant": "cam", "time": {"kind": "unlimited"}});
        let id = first.start_match(&white, &black, wish).await;
        // No node looks for an owner of an ended match.
        first.post_as(&white, &format!("/matches/{id}/resign"), json!({})).await;
        let node = start().await;
        first.shutdown().await;

        let earlier = sealed_end(&bus);
        let mut inbox = earlier.listen(subject_of(&database, &id).await).await.unwrap();
        let serve = async {
            while let Some(request) = inbox.next().await {
                request.answer(Bytes::from(UNSUPPORTED)).await;
            }
        };
        let match_at = format!("/matches/{id}");
        tokio::select! {
            refused = node.get(&match_at) => drop(refused.problem(503, "unavailable")),
            () = serve => panic!("the inbox is gone"),
        }
        drop(inbox);
        // Without an owner, the node answers.
        node.get(&match_at).await.json(StatusCode::OK);
        node.shutdown().await;
    })
    .await;
}
