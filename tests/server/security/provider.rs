//! Sign-in, sign-up and linking through an OpenID Connect provider.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::databases::on_every_database;
use crate::security::issuer::Issuer;
use crate::security::{NEW_PASSWORD, PASSWORD, get_as, log, send, sign_up, status};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

/// Begins an attempt. Returns the answer of the provider after the sign-in of `subject`.
async fn answer(server: &TestServer, issuer: &Issuer, subject: &str) -> Value {
    let begun = server.post("/sessions/provider/options", json!({})).await.json(StatusCode::OK);
    answer_to(issuer, subject, &begun)
}

fn answer_to(issuer: &Issuer, subject: &str, begun: &Value) -> Value {
    let url = begun["url"].as_str().expect("a URL");
    let (code, state) = issuer.consent(subject, url);
    assert_eq!(begun["state"], state);
    json!({"flow": begun["flow"], "state": state, "code": code})
}

async fn sign_in_as(server: &TestServer, issuer: &Issuer, subject: &str) -> Answer {
    let answer = answer(server, issuer, subject).await;
    server.post("/sessions/provider", answer).await
}

async fn begin_link(server: &TestServer, player: &TestPlayer, password: &str) -> Answer {
    let body = json!({"password": password});
    send(server, player, (Method::POST, "/identities/options"), body).await
}

async fn link(server: &TestServer, issuer: &Issuer, player: &TestPlayer, subject: &str) -> Answer {
    let begun = begin_link(server, player, PASSWORD).await.json(StatusCode::OK);
    let answer = answer_to(issuer, subject, &begun);
    send(server, player, (Method::POST, "/identities"), answer).await
}

async fn linked(server: &TestServer, player: &TestPlayer) -> Vec<Value> {
    let list = get_as(server, player, "/identities").await.json(StatusCode::OK);
    list["items"].as_array().expect("a list").clone()
}

async fn unlink(server: &TestServer, player: &TestPlayer) -> Answer {
    let id = linked(server, player).await[0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/identities/{id}");
    send(server, player, (Method::DELETE, &path), json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_account_of_the_provider_signs_up_under_a_free_name() {
    on_every_database(|database| async move {
        let issuer = Issuer::start().await;
        let server = TestServer::start_with(&database, issuer.options()).await;
        let offered = server.get("/sessions/options").await.json(StatusCode::OK);
        assert_eq!(offered, json!({"provider": "Camelot ID", "mail": false}));
        sign_up(&server, "Arthur").await;
        // The name at the provider is taken here.
        let unknown = sign_in_as(&server, &issuer, "arthur").await.json(StatusCode::ACCEPTED);
        assert_eq!(unknown["name"], Value::Null);
        let guest = server.guest().await;
        let create = async |name: &str| {
            let body = json!({"ticket": unknown["ticket"], "name": name});
            server.post_as(&guest, "/sessions/provider/accounts", body).await
        };
        create("ARTHUR").await.problem(409, "name_taken");
        create("?").await.bad_field("name");
        let made = create("Uther").await.json(StatusCode::CREATED);
        let uther = TestPlayer::of(&made);
        assert_eq!(uther.id, guest.id, "the guest becomes the account");
        assert_eq!(made["recovery_codes"].as_array().unwrap().len(), 8);
        create("Igraine").await.problem(403, "forbidden");

        let again = sign_in_as(&server, &issuer, "arthur").await.json(StatusCode::CREATED);
        assert_eq!(TestPlayer::of(&again).id, uther.id);
        let unknown = sign_in_as(&server, &issuer, "Kay").await.json(StatusCode::ACCEPTED);
        assert_eq!(unknown["name"], "Kay");
        let log = log(&server, &uther).await;
        let count = |kind: &str| log.iter().find(|it| it.0 == kind).map(|it| it.1);
        assert_eq!((count("identity_linked"), count("signed_in_by_provider")), (Some(1), Some(2)));

        // The account has no password, and confirms changes by its recent sign-in.
        let any = json!({"name": "Uther", "password": "-"});
        server.post("/sessions", any).await.problem(401, "unauthorized");
        let refused = unlink(&server, &uther).await.problem(403, "forbidden");
        assert_eq!(refused["reason"], "last_sign_in");
        let body = json!({"password": "", "new_password": NEW_PASSWORD});
        let set = send(&server, &uther, (Method::PUT, "/me/password"), body).await;
        assert_eq!(set.status, StatusCode::NO_CONTENT, "{}", set.text);
        assert_eq!(unlink(&server, &uther).await.status, StatusCode::NO_CONTENT);
        sign_in_as(&server, &issuer, "arthur").await.json(StatusCode::ACCEPTED);
        let credentials = json!({"name": "Uther", "password": NEW_PASSWORD});
        server.post("/sessions", credentials).await.json(StatusCode::CREATED);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_linked_by_its_player_with_the_password() {
    on_every_database(|database| async move {
        let issuer = Issuer::start().await;
        let server = TestServer::start_with(&database, issuer.options()).await;
        let (arthur, codes) = sign_up(&server, "Arthur").await;
        let (kay, _) = sign_up(&server, "Kay").await;
        let guest = server.guest().await;
        begin_link(&server, &arthur, "mordred-was-here").await.problem(401, "unauthorized");
        begin_link(&server, &guest, "").await.problem(403, "forbidden");
        assert_eq!(linked(&server, &arthur).await, [Value::Null; 0]);
        let done = link(&server, &issuer, &arthur, "one").await;
        assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);
        let refused = link(&server, &issuer, &kay, "one").await.problem(403, "forbidden");
        assert_eq!(refused["reason"], "identity_of_other");
        let refused = link(&server, &issuer, &arthur, "two").await.problem(403, "forbidden");
        assert_eq!(refused["reason"], "identity_linked");
        // The attempt of one player links nothing to another.
        let begun = begin_link(&server, &arthur, PASSWORD).await.json(StatusCode::OK);
        let stolen = answer_to(&issuer, "three", &begun);
        let refused = send(&server, &kay, (Method::POST, "/identities"), stolen.clone()).await;
        refused.problem(401, "unauthorized");
        server.post("/sessions/provider", stolen).await.problem(401, "unauthorized");

        let session = sign_in_as(&server, &issuer, "one").await.json(StatusCode::CREATED);
        let session = TestPlayer::of(&session);
        assert_eq!(session.id, arthur.id);
        let list = linked(&server, &session).await;
        assert_eq!(list.len(), 1);
        assert!(list[0]["used_on"].is_string(), "{list:?}");
        let export = get_as(&server, &session, "/me/export").await.json(StatusCode::OK);
        assert_eq!(export["provider_identities"][0]["subject"], "one");
        // A recovery unlinks the account, because somebody else may have linked it.
        let body = json!({"name": "Arthur", "code": codes[0], "password": NEW_PASSWORD});
        server.post("/recoveries", body).await.json(StatusCode::CREATED);
        assert_eq!(status(&server, &session).await, StatusCode::UNAUTHORIZED);
        sign_in_as(&server, &issuer, "one").await.json(StatusCode::ACCEPTED);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_of_the_provider_and_of_this_attempt_is_refused() {
    on_every_database(|database| async move {
        let issuer = Issuer::start().await;
        let server = TestServer::start_with(&database, issuer.options()).await;
        let (arthur, _) = sign_up(&server, "Arthur").await;
        link(&server, &issuer, &arthur, "one").await;
        for (claim, value) in [
            ("iss", json!("https://elsewhere.example.org")),
            ("aud", json!("another")),
            ("nonce", json!("another")),
            ("exp", json!(1)),
            ("sub", json!("")),
        ] {
            issuer.change(claim, value);
            let refused = sign_in_as(&server, &issuer, "one").await;
            assert_eq!(
                refused.problem(401, "unauthorized")["reason"],
                "provider_refused",
                "{claim}"
            );
            issuer.reset();
        }
        let [mine, other] =
            [answer(&server, &issuer, "one").await, answer(&server, &issuer, "two").await];
        for field in ["flow", "state", "code"] {
            let mut mixed = mine.clone();
            mixed[field] = other[field].clone();
            server.post("/sessions/provider", mixed).await.problem(401, "unauthorized");
        }
        let right = answer(&server, &issuer, "one").await;
        server.post("/sessions/provider", right.clone()).await.json(StatusCode::CREATED);
        server.post("/sessions/provider", right).await.problem(401, "unauthorized");

        // A key that was added later is fetched at most once a minute.
        issuer.replace_key();
        let before = issuer.fetches();
        for _ in 0..3 {
            let status = sign_in_as(&server, &issuer, "one").await.status;
            assert!(status == StatusCode::UNAUTHORIZED || issuer.fetches() > before, "{status}");
        }
        assert!(issuer.fetches() <= before + 1);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_server_without_a_provider_and_without_email_offers_neither() {
    on_every_server(async |server: TestServer| {
        let offered = server.get("/sessions/options").await.json(StatusCode::OK);
        assert_eq!(offered, json!({"provider": null, "mail": false}));
        let refused = server.post("/sessions/provider/options", json!({})).await;
        assert_eq!(refused.problem(403, "forbidden")["reason"], "provider_not_configured");
        let request = json!({"address": "arthur@example.org"});
        let refused = server.post("/recoveries/mail", request).await;
        assert_eq!(refused.problem(403, "forbidden")["reason"], "mail_not_configured");
        let (arthur, _) = sign_up(&server, "Arthur").await;
        let body = json!({"address": "arthur@example.org", "password": PASSWORD});
        let refused = send(&server, &arthur, (Method::PUT, "/me/mail"), body).await;
        assert_eq!(refused.problem(403, "forbidden")["reason"], "mail_not_configured");
        server.shutdown().await;
    })
    .await;
}
