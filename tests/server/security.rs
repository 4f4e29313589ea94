//! The security of accounts (`docs/protocol.md`, "Recovery").

pub(crate) mod issuer;
mod mail;
mod passkeys;
mod provider;
mod recovery;
mod sign_ins;
pub(crate) mod smtp;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Client, Gone};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

const PASSWORD: &str = "excalibur";
const NEW_PASSWORD: &str = "caliburn-of-the-lake";

/// A browser, as it names itself.
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn send(
    server: &TestServer,
    player: &TestPlayer,
    (method, path): (Method, &str),
    body: Value,
) -> Answer {
    let request = server.request(method, path).header("user-agent", FIREFOX);
    Answer::to(player.sign(request).body(body.to_string())).await
}

async fn get_as(server: &TestServer, player: &TestPlayer, path: &str) -> Answer {
    Answer::to(player.sign(server.request(Method::GET, path))).await
}

async fn sign_in(server: &TestServer, name: &str, password: &str) -> Answer {
    server.post("/sessions", json!({"name": name, "password": password})).await
}

/// A sign-up, and its recovery codes.
async fn sign_up(server: &TestServer, name: &str) -> (TestPlayer, Vec<Value>) {
    let made = server.post("/accounts", json!({"name": name, "password": PASSWORD})).await;
    let made = made.json(StatusCode::CREATED);
    let codes = made["recovery_codes"].as_array().expect("codes").clone();
    assert_eq!(codes.len(), 8, "{made}");
    (TestPlayer::of(&made), codes)
}

async fn status(server: &TestServer, player: &TestPlayer) -> StatusCode {
    get_as(server, player, "/me").await.status
}

/// Waits until the connection is closed because its token ended.
async fn has_ended(mut client: Client) {
    loop {
        match client.next().await {
            Ok(_) => {}
            Err(Gone(Some(close))) => return assert_eq!(close.code, CloseCode::Policy),
            Err(gone) => panic!("closed without a reason: {gone:?}"),
        }
    }
}

/// The kinds, counts and browsers of a security log. Entries of different hours are counted together.
async fn log(server: &TestServer, player: &TestPlayer) -> Vec<(String, u64, Value)> {
    let log = get_as(server, player, "/me/security").await.json(StatusCode::OK);
    let mut counts: Vec<(String, u64, Value)> = Vec::new();
    for item in log["items"].as_array().expect("entries") {
        let (kind, browser) = (item["event"].as_str().expect("a kind"), &item["client"]["browser"]);
        let times = item["times"].as_u64().expect("a count");
        match counts.iter_mut().find(|(of, _, by)| of == kind && by == browser) {
            Some((_, count, _)) => *count += times,
            None => counts.push((kind.to_owned(), times, browser.clone())),
        }
    }
    counts
}

/// Waits until the log has an entry of this kind and count.
async fn logged(server: &TestServer, player: &TestPlayer, kind: &str, times: u64) {
    let wanted = |entries: &[(String, u64, Value)]| {
        entries.iter().any(|(found, count, _)| found == kind && *count == times)
    };
    let waiting = async {
        while !wanted(&log(server, player).await) {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(std::time::Duration::from_secs(60), waiting).await;
    waited.unwrap_or_else(|_| panic!("no {kind} counted {times} times"));
}

#[tokio::test]
async fn changing_the_password_needs_the_present_one_and_ends_other_sign_ins() {
    on_every_server(async |server: TestServer| {
        let arthur = server.account("Arthur").await;
        let change = async |player: &TestPlayer, body: Value| {
            send(&server, player, (Method::PUT, "/me/password"), body).await
        };
        let right = json!({"password": PASSWORD, "new_password": NEW_PASSWORD});
        let wrong = json!({"password": "mordred-was-here", "new_password": NEW_PASSWORD});
        let refused = change(&arthur, wrong).await.problem(401, "unauthorized");
        assert_eq!(refused["reason"], "password_wrong");
        let short = json!({"password": PASSWORD, "new_password": "short"});
        change(&arthur, short).await.bad_field("new_password");
        let common = json!({"password": PASSWORD, "new_password": "password1"});
        change(&arthur, common).await.bad_field("new_password");
        let guest = server.guest().await;
        let refused = change(&guest, right.clone()).await.problem(403, "forbidden");
        assert_eq!(refused["reason"], "password_needs_account");
        let made = server.post_as(&arthur, "/tokens", json!({"scopes": ["read"]})).await;
        let token = made.json(StatusCode::CREATED)["token"].as_str().unwrap().to_owned();
        let program = TestPlayer { token, ..arthur.clone() };
        change(&program, right.clone()).await.problem(403, "forbidden");

        let other =
            TestPlayer::of(&sign_in(&server, "Arthur", PASSWORD).await.json(StatusCode::CREATED));
        let socket = Client::connect(server.url(), Some(&other.token)).await.expect("a connection");
        assert_eq!(change(&arthur, right).await.status, StatusCode::NO_CONTENT);
        has_ended(socket).await;
        assert_eq!(status(&server, &other).await, StatusCode::UNAUTHORIZED);
        for kept in [&arthur, &program] {
            assert_eq!(status(&server, kept).await, StatusCode::OK);
        }
        sign_in(&server, "Arthur", PASSWORD).await.problem(401, "unauthorized");
        let other = sign_in(&server, "Arthur", NEW_PASSWORD).await.json(StatusCode::CREATED);
        let other = TestPlayer::of(&other);
        let kept = json!({"password": NEW_PASSWORD, "new_password": PASSWORD,
                          "end_sessions": false});
        assert_eq!(change(&arthur, kept).await.status, StatusCode::NO_CONTENT);
        assert_eq!(status(&server, &other).await, StatusCode::OK);
        logged(&server, &arthur, "sign_in_failed", 2).await;
        let entries = log(&server, &arthur).await;
        let changed = entries.iter().find(|(kind, ..)| kind == "password_changed");
        assert_eq!(changed.expect("an entry").1, 2);
        assert_eq!(changed.expect("an entry").2, "Firefox");
        server.shutdown().await;
    })
    .await;
}
