//! Limits of sign-ins to one account.

use chivalry::http::RateLimitOptions;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::databases::on_sqlite;
use crate::limits::{allowing, limited, post_from, refusals};
use crate::support::{Answer, TestPlayer, TestServer};

/// Addresses of the owner and of an attacker.
const HOME: &str = "198.51.100.1";
const ABROAD: &str = "198.51.100.2";
const ATTACKER: &str = "203.0.113.99";

fn credentials(password: &str) -> Value {
    json!({"name": "Arthur", "password": password})
}

#[tokio::test]
async fn wrong_passwords_from_elsewhere_do_not_lock_the_owner_out() {
    on_sqlite(|database| async move {
        // One sign-in from each address to one account, and thirty from unknown addresses.
        let limits = RateLimitOptions { sign_ins_per_hour: 3, ..RateLimitOptions::default() };
        let server = TestServer::start_with(&database, allowing(limits)).await;
        let made = post_from(&server, HOME, "/accounts", credentials("excalibur")).await;
        let owner = TestPlayer::of(&made.json(StatusCode::CREATED));
        for host in 0..30 {
            let address = format!("203.0.113.{host}");
            let guess = post_from(&server, &address, "/sessions", credentials("mordred")).await;
            guess.problem(401, "unauthorized");
        }
        let guess = || post_from(&server, ATTACKER, "/sessions", credentials("mordred"));
        guess().await.problem(401, "unauthorized");
        let refused = guess().await;
        limited(&refused);
        assert_eq!(refused.problem(429, "rate_limited")["reason"], "too_many_sign_ins_to_account");
        // Requests without an address cannot be told apart.
        limited(&server.post("/sessions", credentials("excalibur")).await);

        // The owner signs in at home, anywhere with a session, and once at a new address.
        let enter = |address: &'static str, token: Option<&str>| {
            let request = server.request(Method::POST, "/sessions");
            let request = request.header("x-forwarded-for", address);
            let request = request.body(credentials("excalibur").to_string());
            Answer::to(match token {
                Some(token) => request.bearer_auth(token),
                None => request,
            })
        };
        enter(HOME, None).await.json(StatusCode::CREATED);
        limited(&enter(HOME, None).await);
        for _ in 0..2 {
            enter(ABROAD, Some(&owner.token)).await.json(StatusCode::CREATED);
        }
        // An unknown token and one of another player change nothing.
        let guest = server.guest().await;
        enter("198.51.100.3", Some("unknown")).await.json(StatusCode::CREATED);
        limited(&enter("198.51.100.3", Some(&guest.token)).await);
        assert_eq!(refusals(&server, "sign_ins_by_address_and_name").await, 3);
        assert_eq!(refusals(&server, "sign_ins_by_name").await, 1);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_name_of_a_sign_in_is_not_longer_than_that_of_an_account() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let long = json!({"name": "a".repeat(21), "password": "excalibur"});
        server.post("/sessions", long).await.bad_field("name");
        server.shutdown().await;
    })
    .await;
}
