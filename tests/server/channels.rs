//! Featured matches.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{TestPlayer, TestServer, on_every_server};

fn blitz(variant: &str) -> Value {
    let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0});
    json!({"variant": variant, "time": time})
}

/// Starts a match of two guests and returns its id and first player.
async fn new_match(server: &TestServer, wish: Value) -> (String, TestPlayer) {
    let (white, black) = (server.guest().await, server.guest().await);
    let id = server.start_match(&white, &black, wish).await;
    (id, white)
}

async fn resign(server: &TestServer, (id, player): &(String, TestPlayer)) {
    let path = format!("/matches/{id}/resign");
    server.post_as(player, &path, json!({})).await.json(StatusCode::OK);
}

/// The next featured match.
async fn shown(client: &mut Client) -> Value {
    client.next_of("featured").await.unwrap()
}

async fn watch(server: &TestServer, id: &str) -> Client {
    let mut watcher = Client::guest(server.url()).await;
    watcher.ok(json!({"t": "watch", "match": id})).await;
    // The channels include the match by now.
    watcher.next_where(|frame| frame["t"] == "watchers" && frame["count"] == 1).await.unwrap();
    watcher
}

#[tokio::test]
async fn the_best_match_is_featured_until_it_ends() {
    on_every_server(|server| async move {
        let mut all = Client::guest(server.url()).await;
        let follow = json!({"t": "channel", "on": true});
        all.ok(follow.clone()).await;
        let mut cam = Client::guest(server.url()).await;
        cam.ok(json!({"t": "channel", "on": true, "variant": "cam"})).await;

        let first = new_match(&server, blitz("camette")).await;
        let featured = shown(&mut all).await;
        assert_eq!(
            (&featured["match"], &featured["variant"]),
            (&json!(first.0), &json!("camette"))
        );
        assert_eq!((&featured["channel"], &featured["rating"]), (&Value::Null, &json!(3_000)));
        assert_eq!(featured["seats"]["W"]["name"], first.1.name);
        // A new or repeated subscription receives the match immediately.
        assert_eq!(all.ask_as("again", follow.clone()).await.unwrap()["t"], "ok");
        assert_eq!(shown(&mut all).await, featured);
        assert_eq!(all.ask_as("again", follow).await.unwrap()["t"], "ok");
        assert_eq!(shown(&mut all).await, featured);

        let second = new_match(&server, blitz("cam")).await;
        let of_cam = shown(&mut cam).await;
        assert_eq!((&of_cam["channel"], &of_cam["match"]), (&json!("cam"), &json!(second.0)));
        let third = new_match(&server, blitz("cam")).await;
        let _watcher = watch(&server, &second.0).await;
        resign(&server, &first).await;
        assert_eq!(shown(&mut all).await["match"], second.0, "the one that is watched");

        resign(&server, &second).await;
        assert_eq!(shown(&mut all).await["match"], third.0);
        assert_eq!(shown(&mut cam).await["match"], third.0);
        let on = server.get("/channels").await.json(StatusCode::OK);
        let channels: Vec<_> = on["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| (&it["channel"], &it["match"]))
            .collect();
        let third_id = json!(third.0);
        let expected = [
            (&Value::Null, &third_id),
            (&json!("cam"), &third_id),
            (&json!("camette"), &json!(first.0)),
        ];
        assert_eq!(channels, expected, "what is over stays until there is another");

        cam.ok(json!({"t": "channel", "on": false})).await;
        resign(&server, &third).await;
        let fourth = new_match(&server, blitz("cam")).await;
        assert_eq!(shown(&mut all).await["match"], fourth.0);
        assert_eq!(cam.ask(json!({"t": "ping"})).await.unwrap()["t"], "pong");
        assert!(cam.kept().next().is_none(), "who left is told no more");
        let fault = cam.refused(json!({"t": "channel", "on": true, "variant": "go"}), "bad_field");
        assert_eq!(fault.await["field"], "variant");
        assert_eq!(cam.refused(json!({"t": "channel"}), "bad_field").await["field"], "on");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn only_public_matches_with_a_running_clock_are_featured() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let mut private = blitz("camette");
        private["private"] = json!(true);
        new_match(&server, private).await;
        new_match(&server, json!({"variant": "camette"})).await;
        let days = json!({"kind": "correspondence", "days": 3});
        new_match(&server, json!({"variant": "camette", "time": days})).await;
        let mut client = Client::guest(server.url()).await;
        client.ok(json!({"t": "channel", "on": true})).await;

        // Matches with four seats are featured too.
        let maker = server.guest().await;
        let mut wish = blitz("grand-cam");
        wish["seats"] = json!({"R": "me"});
        let made = server.post_as(&maker, "/matches", wish).await.json(StatusCode::CREATED);
        let join = format!("/matches/{}/join", made["match"].as_str().unwrap());
        for _ in 0..3 {
            server.post_as(&server.guest().await, &join, json!({})).await.json(StatusCode::OK);
        }
        let featured = shown(&mut client).await;
        assert_eq!((&featured["match"], &featured["rating"]), (&made["match"], &json!(6_000)));
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let mut client = Client::guest(server.url()).await;
        client.ok(json!({"t": "channel", "on": true})).await;
        assert_eq!(shown(&mut client).await, featured, "after a restart, too");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_end_of_a_delayed_match_is_not_revealed_early() {
    on_every_server(|server| async move {
        let mut client = Client::guest(server.url()).await;
        client.ok(json!({"t": "channel", "on": true})).await;
        let mut late = blitz("camette");
        late["options"] = json!({"watch_delay_ms": 900_000});
        let late = new_match(&server, late).await;
        assert_eq!(shown(&mut client).await["match"], late.0);
        resign(&server, &late).await;
        // Frames of another match arrive after the delayed end.
        let mut cam = Client::guest(server.url()).await;
        cam.ok(json!({"t": "channel", "on": true, "variant": "cam"})).await;
        new_match(&server, blitz("cam")).await;
        shown(&mut cam).await;
        assert_eq!(client.ask(json!({"t": "ping"})).await.unwrap()["t"], "pong");
        assert!(client.kept().next().is_none(), "it is still shown");
        let on = server.get("/channels").await.json(StatusCode::OK);
        assert_eq!(on["items"][0]["match"], late.0);
        server.shutdown().await;
    })
    .await;
}
