//! The list of sign-ins, and the security log.

use std::sync::Arc;

use chivalry::cluster::{Bus, in_process};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_postgres;
use crate::security::{FIREFOX, PASSWORD, get_as, has_ended, log, logged, send, sign_up, status};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server, unlimited};

/// Signs in as Arthur in a browser.
async fn sign_in_with_firefox(server: &TestServer) -> TestPlayer {
    let request = server.request(Method::POST, "/sessions").header("user-agent", FIREFOX);
    let credentials = json!({"name": "Arthur", "password": PASSWORD});
    let made = Answer::to(request.body(credentials.to_string())).await;
    TestPlayer::of(&made.json(StatusCode::CREATED))
}

async fn sign_ins(server: &TestServer, player: &TestPlayer) -> Vec<Value> {
    let list = get_as(server, player, "/sessions").await.json(StatusCode::OK);
    list["items"].as_array().expect("a list").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_sign_in_is_ended_with_its_connections_to_every_node() {
    on_postgres(|database| async move {
        let bus: Arc<dyn Bus> = in_process();
        let start = || TestServer::start_node(&database, unlimited(), Some(Arc::clone(&bus)));
        let nodes = [start().await, start().await];
        let (arthur, _) = sign_up(&nodes[0], "Arthur").await;
        let browser = sign_in_with_firefox(&nodes[0]).await;
        let socket = Client::connect(nodes[1].url(), Some(&browser.token)).await.unwrap();
        let listed = sign_ins(&nodes[0], &arthur).await;
        assert_eq!(listed.len(), 2, "{listed:?}");
        let other = listed.iter().find(|it| it["current"] == false).unwrap();
        assert_eq!(other["client"], json!({"browser": "Firefox", "system": "Linux"}));
        let path = format!("/sessions/{}", other["id"].as_str().unwrap());
        let ended = send(&nodes[0], &arthur, (Method::DELETE, &path), json!({})).await;
        assert_eq!(ended.status, StatusCode::NO_CONTENT, "{}", ended.text);
        has_ended(socket).await;
        assert_eq!(status(&nodes[1], &browser).await, StatusCode::UNAUTHORIZED);
        assert_eq!(status(&nodes[1], &arthur).await, StatusCode::OK);
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}

#[tokio::test]
async fn sign_ins_show_their_client_and_the_day_of_their_last_use() {
    on_every_server(async |server: TestServer| {
        let (arthur, _) = sign_up(&server, "Arthur").await;
        let (kay, _) = sign_up(&server, "Kay").await;
        sign_in_with_firefox(&server).await;
        server.post_as(&arthur, "/tokens", json!({"scopes": ["play"]})).await;
        let listed = sign_ins(&server, &arthur).await;
        assert_eq!(listed.len(), 2, "tokens of programs are listed elsewhere: {listed:?}");
        let current = listed.iter().find(|it| it["current"] == true).unwrap();
        assert_eq!(current["client"], json!({"browser": null, "system": null}));
        for sign_in in &listed {
            let [created, seen] = ["created_at", "seen_on"].map(|it| sign_in[it].as_str().unwrap());
            assert_eq!((seen.len(), &created[..10]), (10, seen));
        }
        // Another player cannot end it.
        let path = format!("/sessions/{}", listed[0]["id"].as_str().unwrap());
        let refused = send(&server, &kay, (Method::DELETE, &path), json!({})).await;
        refused.problem(404, "not_found");
        assert_eq!(sign_ins(&server, &arthur).await.len(), 2);

        let guest = server.guest().await;
        assert_eq!(sign_ins(&server, &guest).await.len(), 1);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_security_log_names_what_happened_to_an_account() {
    on_every_server(async |server: TestServer| {
        let (arthur, _) = sign_up(&server, "Arthur").await;
        let (kay, _) = sign_up(&server, "Kay").await;
        sign_in_with_firefox(&server).await;
        sign_in_with_firefox(&server).await;
        for _ in 0..3 {
            let wrong = json!({"name": "arthur", "password": "mordred-was-here"});
            server.post("/sessions", wrong).await.problem(401, "unauthorized");
        }
        let made = send(&server, &arthur, (Method::POST, "/tokens"), json!({"scopes": ["play"]}));
        let made = made.await.json(StatusCode::CREATED);
        let path = format!("/tokens/{}", made["id"].as_str().unwrap());
        send(&server, &arthur, (Method::DELETE, &path), json!({})).await;
        let consent = json!({"response_type": "code", "client_id": "Tour", "allow": true,
            "redirect_uri": "http://127.0.0.1/back", "code_challenge_method": "S256",
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"});
        send(&server, &arthur, (Method::POST, "/oauth/authorize"), consent).await;
        logged(&server, &arthur, "sign_in_failed", 3).await;
        let mut entries = log(&server, &arthur).await;
        entries.sort_by_key(|(kind, count, _)| (kind.clone(), *count));
        let firefox = || json!("Firefox");
        let expected = [
            ("codes_made", 1, Value::Null),
            ("program_allowed", 1, firefox()),
            ("sign_in_failed", 3, Value::Null),
            ("signed_in", 1, Value::Null),
            ("signed_in", 2, firefox()),
            ("token_made", 1, firefox()),
            ("token_revoked", 1, firefox()),
        ];
        assert_eq!(entries, expected.map(|(kind, count, it)| (kind.to_owned(), count, it)));
        assert_eq!(log(&server, &kay).await.len(), 2);
        let made = server.post_as(&arthur, "/tokens", json!({"scopes": ["read"]})).await;
        let token = made.json(StatusCode::CREATED)["token"].as_str().unwrap().to_owned();
        let program = TestPlayer { token, ..arthur.clone() };
        get_as(&server, &program, "/me/security").await.problem(403, "forbidden");
        server.shutdown().await;
    })
    .await;
}
