//! Single network faults, injected on purpose.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::proxy::{Fate, Proxy, Way};
use crate::client::Client;
use crate::support::{TestPlayer, TestServer, on_every_server};

async fn two_at_camette(server: &TestServer) -> (String, TestPlayer, TestPlayer) {
    let (white, black) = (server.guest().await, server.guest().await);
    let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
    (id, white, black)
}

fn first_move(id: &str) -> Value {
    json!({"t": "move", "match": id, "ply": 1, "move": "C2-B2"})
}

async fn moves(server: &TestServer, id: &str) -> Value {
    server.get(&format!("/matches/{id}")).await.json(reqwest::StatusCode::OK)["moves"].clone()
}

#[tokio::test]
async fn a_truncated_frame_does_nothing_and_is_accepted_when_sent_again() {
    on_every_server(|server| async move {
        let (id, white, _black) = two_at_camette(&server).await;
        let plan = |connection, way, _| match (connection, way) {
            (0, Way::Up) => Fate::Cut,
            _ => Fate::Pass,
        };
        let proxy = Proxy::planned(server.url(), plan).await;
        let mut client = Client::connect(proxy.url(), Some(&white.token)).await.unwrap();
        client.ask_as("7", first_move(&id)).await.expect_err("a connection that is cut");
        assert_eq!(moves(&server, &id).await, json!([]));
        let mut client = Client::connect(proxy.url(), Some(&white.token)).await.unwrap();
        let answer = client.ask_as("7", first_move(&id)).await.unwrap();
        assert_eq!((&answer["t"], &answer["ply"]), (&json!("ok"), &json!(1)));
        assert_eq!(moves(&server, &id).await, json!(["C2-B2"]));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_truncated_answer_is_repeated_over_either_transport() {
    on_every_server(|server| async move {
        let (id, white, _black) = two_at_camette(&server).await;
        // The first frame to the client is `hello`, the second is the answer.
        let plan = |connection, way, frame| match (connection, way, frame) {
            (0, Way::Down, 1) => Fate::Cut,
            _ => Fate::Pass,
        };
        let proxy = Proxy::planned(server.url(), plan).await;
        let mut client = Client::connect(proxy.url(), Some(&white.token)).await.unwrap();
        client.ask_as("7", first_move(&id)).await.expect_err("a connection that is cut");
        let path = format!("{}/api/v1/matches/{id}/moves", server.url());
        let post = white.sign(server.client().post(path)).header("Idempotency-Key", "7");
        let body = json!({"ply": 1, "move": "C2-B2"}).to_string();
        let by_rest: Value = post.body(body).send().await.unwrap().json().await.unwrap();
        let mut client = Client::connect(proxy.url(), Some(&white.token)).await.unwrap();
        let by_socket = client.ask_as("7", first_move(&id)).await.unwrap();
        assert_eq!((&by_rest["ply"], &by_rest["v"]), (&by_socket["ply"], &by_socket["v"]));
        assert_eq!(moves(&server, &id).await, json!(["C2-B2"]));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn two_tabs_that_race_make_one_move() {
    on_every_server(|server| async move {
        for round in 0..10 {
            let (id, white, _black) = two_at_camette(&server).await;
            let mut tabs = Vec::new();
            for _ in 0..2 {
                tabs.push(Client::connect(server.url(), Some(&white.token)).await.unwrap());
            }
            let [first, second] = &mut tabs[..] else { unreachable!("two tabs") };
            let is_same = round % 2 == 0;
            let (one, other) = if is_same { ("7", "7") } else { ("7", "8") };
            let mut otherwise = first_move(&id);
            if !is_same {
                otherwise["move"] = json!("C2-D2");
            }
            let (one, other) =
                tokio::join!(first.ask_as(one, first_move(&id)), second.ask_as(other, otherwise));
            let (one, other) = (one.unwrap(), other.unwrap());
            if is_same {
                assert_eq!(one, other, "one command, one answer");
            } else {
                let codes = [&one, &other].map(|answer| answer["code"].as_str());
                assert!(codes.contains(&None) && codes.contains(&Some("stale_ply")), "{codes:?}");
            }
            assert_eq!(moves(&server, &id).await.as_array().unwrap().len(), 1);
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_command_sent_twice_at_once_is_answered_twice_and_applied_once() {
    on_every_server(|server| async move {
        let (id, white, _black) = two_at_camette(&server).await;
        let mut client = Client::connect(server.url(), Some(&white.token)).await.unwrap();
        let mut command = first_move(&id);
        command["id"] = json!("7");
        for _ in 0..2 {
            client.send(Message::text(command.to_string())).await.unwrap();
        }
        let first = client.next_of("ok").await.unwrap();
        assert_eq!(first, client.next_of("ok").await.unwrap());
        assert_eq!(moves(&server, &id).await, json!(["C2-B2"]));
        server.shutdown().await;
    })
    .await;
}
