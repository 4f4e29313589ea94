//! `/tokens`, and the requests that scopes forbid.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::support::{TestPlayer, TestServer, on_every_server};

use super::{ask, get};

/// The player with a new token that has only `scopes`.
async fn with_scopes(
    server: &TestServer,
    player: &TestPlayer,
    scopes: Value,
) -> (TestPlayer, Value) {
    let made = server.post_as(player, "/tokens", json!({"scopes": scopes})).await;
    let made = made.json(StatusCode::CREATED);
    let token = made["token"].as_str().unwrap().to_owned();
    (TestPlayer { token, ..player.clone() }, made)
}

#[tokio::test]
async fn a_token_allows_only_its_scopes() {
    on_every_server(async |server: TestServer| {
        let owner = server.guest().await;
        let (reader, _) = with_scopes(&server, &owner, json!(["read"])).await;
        let (bot, _) = with_scopes(&server, &owner, json!(["play", "read"])).await;
        assert_eq!(get(&server, &reader, "/me").await["id"], owner.id);

        let wish = json!({"variant": "cam"});
        let refused = server.post_as(&reader, "/matches", wish.clone()).await;
        assert_eq!(refused.problem(403, "forbidden")["scope"], "play");
        let made = server.post_as(&bot, "/matches", wish).await.json(StatusCode::CREATED);
        let id = made["match"].as_str().unwrap();
        let join = format!("/matches/{id}/join");
        let refused = server.post_as(&reader, &join, json!({})).await;
        assert_eq!(refused.problem(403, "forbidden")["scope"], "play");

        let more = server.post_as(&bot, "/tokens", json!({"scopes": ["read"]})).await;
        assert_eq!(more.problem(403, "forbidden")["scope"], "account");
        let (keeper, _) = with_scopes(&server, &owner, json!(["account"])).await;
        let more = server.post_as(&keeper, "/tokens", json!({"scopes": ["play"]})).await;
        assert_eq!(more.problem(403, "forbidden")["scope"], "play");

        let mut watcher = Client::connect(server.url(), Some(&reader.token)).await.unwrap();
        assert_eq!(watcher.hello["player"]["id"], owner.id.as_str());
        watcher.ok(json!({"t": "watch", "match": id})).await;
        let refused = watcher.refused(json!({"t": "join", "match": id}), "forbidden").await;
        assert_eq!(refused["scope"], "play");
        let mut player = Client::connect(server.url(), Some(&bot.token)).await.unwrap();
        player.ok(json!({"t": "join", "match": id})).await;
        let seek = json!({"t": "seek", "variant": "cam"});
        assert_eq!(player.refused(seek, "forbidden").await["scope"], "challenge");
        let refused = server.post_as(&bot, "/seeks", json!({"variant": "cam"})).await;
        assert_eq!(refused.problem(403, "forbidden")["scope"], "challenge");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn tokens_are_listed_and_deleted_but_never_shown_again() {
    on_every_server(async |server: TestServer| {
        let owner = server.guest().await;
        let (bot, made) = with_scopes(&server, &owner, json!(["play", "read", "play"])).await;
        assert_eq!(made["scopes"], json!(["read", "play"]));
        let list = get(&server, &bot, "/tokens").await;
        assert!(!list.to_string().contains(&bot.token) && !list.to_string().contains(&owner.token));
        let items = list["items"].as_array().unwrap();
        let own = items.iter().find(|item| item["current"] == true).unwrap();
        assert_eq!((&own["id"], &own["expires"]), (&made["id"], &Value::Null));
        let session = items.iter().find(|item| item["current"] == false).unwrap();
        assert_eq!((items.len(), session["scopes"].as_array().unwrap().len()), (2, 5));

        let path = format!("/tokens/{}", made["id"].as_str().unwrap());
        ask(&server, &server.guest().await, Method::DELETE, &path).await.problem(404, "not_found");
        ask(&server, &bot, Method::DELETE, &path).await.problem(403, "forbidden");
        let deleted = ask(&server, &owner, Method::DELETE, &path).await;
        assert_eq!(deleted.status, StatusCode::NO_CONTENT);
        ask(&server, &bot, Method::GET, "/me").await.problem(401, "unauthorized");
        ask(&server, &owner, Method::DELETE, &path).await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn an_invalid_token_request_names_the_faulty_field() {
    on_every_server(async |server: TestServer| {
        let owner = server.guest().await;
        for (request, field) in [
            (json!({}), "scopes"),
            (json!({"scopes": []}), "scopes"),
            (json!({"scopes": ["fly"]}), "scopes[0]"),
            (json!({"scopes": ["play"], "expires": "soon"}), "expires"),
            (json!({"scopes": ["play"], "expires": "2001-01-01T00:00:00Z"}), "expires"),
        ] {
            server.post_as(&owner, "/tokens", request).await.bad_field(field);
        }
        let request = json!({"scopes": ["play"], "expires": "2031-01-01T00:00:00Z"});
        let made = server.post_as(&owner, "/tokens", request).await.json(StatusCode::CREATED);
        assert_eq!(made["expires"], "2031-01-01T00:00:00.000Z");
        server.post("/tokens", json!({"scopes": ["play"]})).await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}
