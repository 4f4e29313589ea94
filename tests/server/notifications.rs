//! Notifications (`docs/protocol.md`, "Notifications") over REST.

use chivalry::http::HttpOptions;
use reqwest::Method;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{Answer, TestPlayer, TestServer, unlimited};
use crate::webhooks::Receiver;

async fn ask(
    server: &TestServer,
    player: &TestPlayer,
    (method, path): (Method, &str),
    body: Value,
) -> Answer {
    Answer::to(player.sign(server.request(method, path)).json(&body)).await
}

/// The kinds of the listed notifications with their state, and the number of unread ones.
async fn listed(server: &TestServer, player: &TestPlayer) -> (Vec<(String, bool)>, u64) {
    let request = player.sign(server.request(Method::GET, "/me/notifications"));
    let list = Answer::to(request).await.json(StatusCode::OK);
    let item =
        |item: &Value| (item["kind"].as_str().unwrap().to_owned(), item["read"].as_bool().unwrap());
    let items = list["items"].as_array().unwrap().iter().map(item).collect();
    (items, list["unread"].as_u64().unwrap())
}

fn settings(page: &[&str], time_zone: &str) -> Value {
    json!({"page": page, "push": [], "email": [], "quiet_hours": null, "time_zone": time_zone,
           "language": "pt"})
}

#[tokio::test]
async fn a_turn_is_unread_until_it_is_over_and_unknown_to_a_player_who_watches() {
    on_every_database(async |database| {
        let server = TestServer::start(&database).await;
        let [arthur, morgan] = [server.account("Arthur").await, server.account("Morgan").await];
        let game = json!({"variant": "camette"});
        let id = server.start_match(&arthur, &morgan, game).await;
        assert_eq!(listed(&server, &arthur).await, (vec![("turn".to_owned(), false)], 1));
        assert_eq!(listed(&server, &morgan).await, (vec![], 0));
        server.play(&arthur, &id, 1, "C2-B2").await;
        assert_eq!(listed(&server, &arthur).await, (vec![("turn".to_owned(), true)], 0));
        assert_eq!(listed(&server, &morgan).await, (vec![("turn".to_owned(), false)], 1));

        let mut watching = Client::connect(server.url(), Some(&arthur.token)).await.unwrap();
        watching.ok(json!({"t": "watch", "match": id})).await;
        server.play(&morgan, &id, 2, "C6-B6").await;
        assert_eq!(listed(&server, &arthur).await, (vec![("turn".to_owned(), true)], 0));
        assert_eq!(listed(&server, &morgan).await, (vec![("turn".to_owned(), true)], 0));
    })
    .await;
}

#[tokio::test]
async fn a_challenge_is_listed_in_the_language_of_the_request_and_can_be_read() {
    on_every_database(async |database| {
        let server = TestServer::start(&database).await;
        let [arthur, morgan] = [server.account("Arthur").await, server.account("Morgan").await];
        let challenge = json!({"to": "Morgan", "variant": "camette"});
        server.post_as(&arthur, "/challenges", challenge).await;
        let request = server.request(Method::GET, "/me/notifications?language=pt");
        let list = Answer::to(morgan.sign(request)).await.json(StatusCode::OK);
        let text = list["items"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("Arthur desafia-te para"), "{text}");
        let read = json!({"ids": [list["items"][0]["id"]]});
        let answer = server.post_as(&morgan, "/me/notifications/read", read).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
        assert_eq!(listed(&server, &morgan).await, (vec![("challenge".to_owned(), true)], 0));

        let path = "/me/notifications/settings";
        let hidden = settings(&["turn"], "Europe/Lisbon");
        let answer = ask(&server, &morgan, (Method::PUT, path), hidden.clone()).await;
        assert_eq!(answer.json(StatusCode::OK), hidden);
        assert_eq!(listed(&server, &morgan).await, (vec![], 0));
        let unknown = ask(&server, &morgan, (Method::PUT, path), settings(&[], "Avalon")).await;
        unknown.bad_field("time_zone");
        let guest = server.guest().await;
        let refused = ask(&server, &guest, (Method::PUT, path), settings(&[], "UTC")).await;
        refused.problem(403, "forbidden");
    })
    .await;
}

#[tokio::test]
async fn a_push_service_in_a_private_network_or_without_tls_is_refused() {
    on_every_database(async |database| {
        let server = TestServer::start(&database).await;
        let arthur = server.account("Arthur").await;
        for endpoint in ["http://example.org/1", "https://127.0.0.1/1", "https://10.0.0.1/1", "x"] {
            let wish = json!({"endpoint": endpoint, "keys": {"p256dh": "", "auth": ""}});
            server.post_as(&arthur, "/me/push", wish).await.bad_field("endpoint");
        }
        let wish = json!({"endpoint": "https://push.example.org/1",
                          "keys": {"p256dh": "AAAA", "auth": "AAAA"}});
        server.post_as(&arthur, "/me/push", wish).await.bad_field("keys");
    })
    .await;
}

#[tokio::test]
async fn a_push_is_retried_and_a_subscription_that_expired_is_deleted() {
    on_every_database(async |database| {
        let options = HttpOptions { webhooks_to_private: true, ..unlimited() };
        let server = TestServer::start_with(&database, options).await;
        let [arthur, morgan] = [server.account("Arthur").await, server.account("Morgan").await];
        let mut service = Receiver::start(axum::http::StatusCode::INTERNAL_SERVER_ERROR).await;
        // The keys of RFC 8291, appendix A.
        let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let keys = json!({"p256dh": p256dh, "auth": "BTBZMqHH6r4Tts7J_aSIgg"});
        let wish = json!({"endpoint": service.url, "keys": keys});
        server.post_as(&morgan, "/me/push", wish).await.json(StatusCode::OK);
        let challenge = json!({"to": "Morgan", "variant": "camette"});
        server.post_as(&arthur, "/challenges", challenge).await;

        let first = service.headers().await;
        assert_eq!(first["content-encoding"], "aes128gcm");
        service.answer.send(axum::http::StatusCode::GONE).unwrap();
        let second = service.headers().await;
        assert_eq!(second["topic"], first["topic"]);
        loop {
            let request = morgan.sign(server.request(Method::GET, "/me/push"));
            let list = Answer::to(request).await.json(StatusCode::OK);
            if list["subscriptions"] == json!([]) {
                break;
            }
        }
        server.shutdown().await;
    })
    .await;
}
