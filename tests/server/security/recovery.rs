//! Recovery codes, and wrong ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chivalry::cluster::{Bus, in_process};
use chivalry::http::{HttpOptions, WorkOptions};
use chivalry_play::clock::Timestamp;
use futures_util::{StreamExt as _, stream};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::client::Client;
use crate::databases::{on_every_database, on_postgres, on_sqlite};
use crate::security::{
    NEW_PASSWORD, PASSWORD, get_as, has_ended, log, logged, send, sign_in, sign_up, status,
};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server, unlimited};

fn recovery(name: &str, code: impl Into<Value>) -> Value {
    json!({"name": name, "code": code.into(), "password": NEW_PASSWORD})
}

async fn password_hashes(server: &TestServer) -> u64 {
    let metrics = server.get("/metrics").await.text;
    let sample = metrics.lines().find_map(|it| it.strip_prefix("chivalry_password_hashes_total "));
    sample.expect("a metric").parse().expect("a count")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_sets_a_password_once_and_ends_all_sign_ins() {
    on_postgres(|database| async move {
        let bus: Arc<dyn Bus> = in_process();
        let start = || TestServer::start_node(&database, unlimited(), Some(Arc::clone(&bus)));
        let nodes = [start().await, start().await];
        let [server, other_node] = &nodes;
        let (arthur, codes) = sign_up(server, "Arthur").await;
        let guest = server.guest().await;
        let game = server.start_match(&arthur, &guest, json!({"variant": "cam"})).await;
        let made = server.post_as(&arthur, "/tokens", json!({"scopes": ["read"]})).await;
        let token = made.json(StatusCode::CREATED)["token"].as_str().unwrap().to_owned();
        let program = TestPlayer { token, ..arthur.clone() };
        let mut sockets = Vec::new();
        for player in [&arthur, &program] {
            sockets.push(Client::connect(other_node.url(), Some(&player.token)).await.unwrap());
        }
        let typed = codes[0].as_str().unwrap().to_lowercase().replace('-', " ");
        let recovered = server.post("/recoveries", recovery("ARTHUR", typed)).await;
        let recovered = recovered.json(StatusCode::CREATED);
        assert_eq!(recovered.get("recovery_codes"), None, "the other codes stay");
        let again = TestPlayer::of(&recovered);
        assert_eq!((&again.id, &again.name), (&arthur.id, &arthur.name));
        for socket in sockets {
            has_ended(socket).await;
        }
        for ended in [&arthur, &program] {
            assert_eq!(status(other_node, ended).await, StatusCode::UNAUTHORIZED);
        }
        // The game goes on.
        let view = get_as(server, &again, &format!("/matches/{game}?legal=true")).await;
        let view = view.json(StatusCode::OK);
        server.play(&again, &game, 1, view["legal"][0].as_str().unwrap()).await;
        sign_in(server, "Arthur", PASSWORD).await.problem(401, "unauthorized");
        sign_in(server, "Arthur", NEW_PASSWORD).await.json(StatusCode::CREATED);
        let used = server.post("/recoveries", recovery("Arthur", codes[0].clone())).await;
        used.problem(401, "unauthorized");
        let left = get_as(server, &again, "/me/recovery-codes").await.json(StatusCode::OK);
        assert_eq!(left, json!({"left": 7}));
        logged(server, &again, "recovery_failed", 1).await;
        assert!(log(server, &again).await.iter().any(|(kind, ..)| kind == "recovered"));
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}

#[tokio::test]
async fn new_codes_need_the_password_and_replace_the_earlier_ones() {
    on_every_server(async |server: TestServer| {
        let (arthur, earlier) = sign_up(&server, "Arthur").await;
        let path = "/me/recovery-codes";
        let wrong = json!({"password": "mordred-was-here"});
        send(&server, &arthur, (Method::POST, path), wrong).await.problem(401, "unauthorized");
        let guest = server.guest().await;
        let password = json!({"password": PASSWORD});
        let refused = send(&server, &guest, (Method::POST, path), password.clone()).await;
        refused.problem(403, "forbidden");
        let made = send(&server, &arthur, (Method::POST, path), password).await;
        let made = made.json(StatusCode::CREATED)["codes"].as_array().unwrap().clone();
        assert_eq!(made.len(), 8);
        let refused = server.post("/recoveries", recovery("Arthur", earlier[0].clone())).await;
        refused.problem(401, "unauthorized");
        let common = json!({"name": "Arthur", "code": made[0], "password": "password1"});
        server.post("/recoveries", common).await.bad_field("password");
        let done = server.post("/recoveries", recovery("Arthur", made[0].clone())).await;
        done.json(StatusCode::CREATED);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_code_of_the_operator_gives_new_codes_and_replaces_the_old_ones() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let (_, codes) = sign_up(&server, "Arthur").await;
        // Unsalted SHA-256 of the code, as `chivalry account reset` stores it.
        let hash = Sha256::digest("0123456789ABCDEF");
        let running = database.open().await;
        let [now, end] = [Timestamp(1_000), Timestamp(i64::MAX)];
        let reset = running.store.recovery();
        let reset = reset.add_operator_code("arthur", &hash.into(), now, end).await.unwrap();
        assert!(reset.is_some());
        running.stop().await;
        let done = server.post("/recoveries", recovery("Arthur", "0123-4567-89AB-CDEF")).await;
        let done = done.json(StatusCode::CREATED);
        let new_codes = done["recovery_codes"].as_array().unwrap();
        assert_eq!(new_codes.len(), 8);
        let refused = server.post("/recoveries", recovery("Arthur", codes[1].clone())).await;
        refused.problem(401, "unauthorized");
        let player = TestPlayer::of(&done);
        assert!(log(&server, &player).await.iter().any(|(kind, ..)| kind == "operator_reset"));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_unknown_name_and_a_wrong_code_are_answered_alike_by_the_same_work() {
    on_every_server(async |server: TestServer| {
        let (_, codes) = sign_up(&server, "Arthur").await;
        let (_, of_kay) = sign_up(&server, "Kay").await;
        let guest = server.guest().await;
        let mut answers = Vec::new();
        for (name, code) in [
            ("Nobody", codes[0].clone()),
            ("Arthur", json!("0000-0000-0000-0000")),
            ("Arthur", of_kay[0].clone()),
            ("Arthur", json!("")),
            (guest.name.as_str(), codes[0].clone()),
        ] {
            let before = password_hashes(&server).await;
            let refused = server.post("/recoveries", recovery(name, code)).await;
            assert_eq!(password_hashes(&server).await, before + 1, "{name}");
            answers.push(refused.problem(401, "unauthorized"));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
        assert_eq!(answers[0]["reason"], "recovery_wrong");
        // A right code costs the same hash.
        let before = password_hashes(&server).await;
        let done = server.post("/recoveries", recovery("Arthur", codes[0].clone())).await;
        done.json(StatusCode::CREATED);
        assert_eq!(password_hashes(&server).await, before + 1);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_wrong_recoveries_change_nothing_and_are_limited() {
    const ATTEMPTS: usize = 10_000;
    const ADDRESSES: u64 = 10;
    /// Attempts from one address to one name, and the time until there is another.
    const ALLOWED: u64 = 20;
    const ANOTHER_AFTER: Duration = Duration::from_secs(180);
    on_sqlite(|database| async move {
        // A busy machine must not refuse attempts because they waited.
        let work = WorkOptions { max_wait: 600_000 };
        let options = HttpOptions { work, ..unlimited() };
        let server = TestServer::start_with(&database, options).await;
        let (arthur, codes) = sign_up(&server, "Arthur").await;
        let before = password_hashes(&server).await;
        let attempt = |number: usize| {
            let name = if number.is_multiple_of(2) { "Arthur" } else { "Nobody" };
            let address = format!("203.0.113.{}", number as u64 / 2 % ADDRESSES);
            let body = recovery(name, format!("{number:016}")).to_string();
            let request = server.request(Method::POST, "/recoveries").body(body);
            let request = request.header("x-forwarded-for", address);
            async move { (name, Answer::to(request).await) }
        };
        let began = Instant::now();
        let answers: Vec<(&str, Answer)> =
            stream::iter(0..ATTEMPTS).map(attempt).buffer_unordered(32).collect().await;
        let replenished = 1 + began.elapsed().as_secs() / ANOTHER_AFTER.as_secs();
        // Both names have the same limits.
        let tried = ["Arthur", "Nobody"].map(|name| {
            let of_name = answers.iter().filter(|(of, _)| *of == name);
            let statuses: Vec<u16> = of_name.map(|(_, answer)| answer.status.as_u16()).collect();
            let count = |status: u16| statuses.iter().filter(|it| **it == status).count() as u64;
            let tried = count(401);
            assert_eq!(tried + count(429), statuses.len() as u64, "{name}");
            let expected = ADDRESSES * ALLOWED..=ADDRESSES * (ALLOWED + replenished);
            assert!(expected.contains(&tried), "{name}: {tried}");
            tried
        });
        let hashed = password_hashes(&server).await - before;
        assert_eq!(hashed, tried[0] + tried[1], "refused attempts hash nothing");

        assert_eq!(status(&server, &arthur).await, StatusCode::OK);
        let left = get_as(&server, &arthur, "/me/recovery-codes").await.json(StatusCode::OK);
        assert_eq!(left, json!({"left": 8}));
        logged(&server, &arthur, "recovery_failed", tried[0]).await;
        sign_in(&server, "Arthur", PASSWORD).await.json(StatusCode::CREATED);
        // The owner recovers from another address meanwhile.
        let request = server.request(Method::POST, "/recoveries");
        let request = request.header("x-forwarded-for", "198.51.100.1");
        let body = recovery("Arthur", codes[0].clone()).to_string();
        Answer::to(request.body(body)).await.json(StatusCode::CREATED);
        server.shutdown().await;
    })
    .await;
}
