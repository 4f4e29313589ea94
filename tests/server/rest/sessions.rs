//! Sign-ins: their expiry, their number, and the connections that end with them.

use std::sync::Arc;

use chivalry::cluster::{Bus, in_process};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Client, Gone};
use crate::databases::{on_every_database, on_postgres};
use crate::programs::{Lines, NDJSON};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server, unlimited};

async fn sign_in(server: &TestServer) -> TestPlayer {
    let credentials = json!({"name": "Arthur", "password": "excalibur"});
    TestPlayer::of(&server.post("/sessions", credentials).await.json(StatusCode::CREATED))
}

async fn delete(server: &TestServer, player: &TestPlayer, path: &str) {
    let deleted = Answer::to(player.sign(server.request(Method::DELETE, path))).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{}", deleted.text);
}

async fn connect(server: &TestServer, player: &TestPlayer) -> Client {
    Client::connect(server.url(), Some(&player.token)).await.expect("a connection")
}

/// Waits until the connection is closed because its token ended.
async fn has_ended(mut client: Client) {
    loop {
        match client.next().await {
            Ok(_) => {}
            Err(Gone(Some(close))) => {
                assert_eq!(close.code, CloseCode::Policy);
                assert_eq!(close.reason.as_str(), "the token is no longer valid");
                return;
            }
            Err(gone) => panic!("closed without a reason: {gone:?}"),
        }
    }
}

async fn status(server: &TestServer, player: &TestPlayer) -> StatusCode {
    Answer::to(player.sign(server.request(Method::GET, "/me"))).await.status
}

/// The player with a new token that may read.
async fn reader_of(server: &TestServer, player: &TestPlayer) -> (TestPlayer, Value) {
    let made = server.post_as(player, "/tokens", json!({"scopes": ["read"]})).await;
    let made = made.json(StatusCode::CREATED);
    let token = made["token"].as_str().expect("a token").to_owned();
    (TestPlayer { token, ..player.clone() }, made)
}

#[tokio::test]
async fn connections_end_with_the_token_that_opened_them() {
    on_every_server(async |server: TestServer| {
        let arthur = server.account("Arthur").await;
        let here = sign_in(&server).await;
        let (program, made) = reader_of(&server, &arthur).await;
        let wish = json!({"variant": "camette"});
        let id = server.start_match(&arthur, &server.guest().await, wish).await;

        let mut other = connect(&server, &arthur).await;
        let sockets = [connect(&server, &here).await, connect(&server, &here).await];
        let mut events = Lines::open(&server, &here, "/me/events", NDJSON).await;
        let watched = here.sign(server.request(Method::GET, &format!("/matches/{id}/events")));
        let mut watched = Lines::to(watched, NDJSON).await;
        delete(&server, &here, "/sessions/current").await;
        for socket in sockets {
            has_ended(socket).await;
        }
        while events.next().await.is_some() {}
        while watched.next().await.is_some() {}

        let of_program = connect(&server, &program).await;
        delete(&server, &arthur, &format!("/tokens/{}", made["id"].as_str().unwrap())).await;
        has_ended(of_program).await;
        other.ok(json!({"t": "watch", "match": id})).await;

        let guest = server.guest().await;
        let of_guest = connect(&server, &guest).await;
        delete(&server, &guest, "/sessions/current").await;
        has_ended(of_guest).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn signing_out_everywhere_ends_all_sign_ins_and_no_other_tokens() {
    on_every_server(async |server: TestServer| {
        let arthur = server.account("Arthur").await;
        let (program, _) = reader_of(&server, &arthur).await;
        let kay = server.account("Kay").await;
        let sessions = [arthur.clone(), sign_in(&server).await, sign_in(&server).await];
        let mut sockets = Vec::new();
        for session in &sessions {
            sockets.push(connect(&server, session).await);
        }
        let refused = Answer::to(program.sign(server.request(Method::DELETE, "/sessions"))).await;
        assert_eq!(refused.problem(403, "forbidden")["scope"], "account");
        delete(&server, &sessions[1], "/sessions").await;
        for (session, socket) in sessions.iter().zip(sockets) {
            has_ended(socket).await;
            assert_eq!(status(&server, session).await, StatusCode::UNAUTHORIZED);
        }
        for player in [&program, &kay, &sign_in(&server).await] {
            assert_eq!(status(&server, player).await, StatusCode::OK);
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_further_sign_in_ends_the_one_unused_for_the_longest_time() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let first = server.account("Arthur").await;
        let unused = sign_in(&server).await;
        // A client that does not read answers no pings, and sign-ins take long.
        let ended = tokio::spawn(has_ended(connect(&server, &unused).await));
        // The first sign-in is used two days later than the second one.
        database.execute("update tokens set expires_at = expires_at - 172800000").await;
        assert_eq!(status(&server, &first).await, StatusCode::OK);
        for _ in 0..19 {
            sign_in(&server).await;
        }
        ended.await.expect("a connection that is ended with a reason");
        assert_eq!(status(&server, &unused).await, StatusCode::UNAUTHORIZED);
        assert_eq!(status(&server, &first).await, StatusCode::OK);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_sign_in_expires_without_use_and_its_connections_end() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let arthur = server.account("Arthur").await;
        let expiry = async || {
            let list = Answer::to(arthur.sign(server.request(Method::GET, "/tokens"))).await;
            let list = list.json(StatusCode::OK);
            list["items"][0]["expires"].as_str().expect("an expiry time").to_owned()
        };
        let at_first = expiry().await;
        // Use extends the expiry time, at most once a day.
        database.execute("update tokens set expires_at = expires_at - 3600000").await;
        let an_hour_later = expiry().await;
        assert!(an_hour_later < at_first, "{an_hour_later}");
        database.execute("update tokens set expires_at = expires_at - 86400000").await;
        let a_day_later = expiry().await;
        assert!(a_day_later >= at_first, "{a_day_later}");

        // A guest has no other credential, so its token expires only after the sign-up.
        let guest = server.guest().await;
        database.execute("update tokens set expires_at = expires_at - 172800000").await;
        assert_eq!(status(&server, &guest).await, StatusCode::OK);
        let socket = connect(&server, &arthur).await;
        database.execute("update tokens set expires_at = 1 where expires_at is not null").await;
        has_ended(socket).await;
        assert_eq!(status(&server, &arthur).await, StatusCode::UNAUTHORIZED);
        assert_eq!(status(&server, &guest).await, StatusCode::OK);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_to_other_nodes_end_with_their_token() {
    on_postgres(|database| async move {
        let bus: Arc<dyn Bus> = in_process();
        let start = || TestServer::start_node(&database, unlimited(), Some(Arc::clone(&bus)));
        let nodes = [start().await, start().await];
        let arthur = nodes[0].account("Arthur").await;
        let socket = connect(&nodes[1], &arthur).await;
        let mut events = Lines::open(&nodes[1], &arthur, "/me/events", NDJSON).await;
        delete(&nodes[0], &arthur, "/sessions").await;
        has_ended(socket).await;
        while events.next().await.is_some() {}
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}
