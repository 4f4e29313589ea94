//! `POST /me/bot`: accounts that are played by programs.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::support::{TestPlayer, TestServer, on_every_server};

use super::{ask, get};

async fn bot(server: &TestServer, name: &str) -> TestPlayer {
    let player = server.account(name).await;
    let view = ask(server, &player, Method::POST, "/me/bot").await.json(StatusCode::OK);
    assert_eq!(view, json!({"id": player.id, "name": name, "kind": "bot"}));
    player
}

fn seek(more: Value) -> Value {
    let mut seek = json!({"t": "seek", "variant": "cam",
                          "time": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}});
    seek.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    seek
}

#[tokio::test]
async fn every_view_of_a_bot_shows_its_kind() {
    on_every_server(async |server: TestServer| {
        // This connection was opened before the account became a bot.
        let merlin = server.account("Merlin").await;
        let mut early = Client::connect(server.url(), Some(&merlin.token)).await.unwrap();
        assert_eq!(early.hello["player"]["kind"], "account");
        for _ in 0..2 {
            let view = ask(&server, &merlin, Method::POST, "/me/bot").await;
            assert_eq!(view.json(StatusCode::OK)["kind"], "bot");
        }
        assert_eq!(get(&server, &merlin, "/me").await["kind"], "bot");
        let profile = server.get("/players/merlin").await.json(StatusCode::OK);
        assert_eq!(profile["kind"], "bot");
        let credentials = json!({"name": "Merlin", "password": "excalibur"});
        let session = server.post("/sessions", credentials).await.json(StatusCode::CREATED);
        assert_eq!(session["player"]["kind"], "bot");

        early.ok(seek(json!({}))).await;
        let seeks = server.get("/seeks").await.json(StatusCode::OK);
        assert_eq!(seeks["items"][0]["parties"][0]["players"][0]["kind"], "bot");
        let mut human = Client::guest(server.url()).await;
        let paired = human.ok(seek(json!({}))).await;
        let id = paired["match"].as_str().unwrap();
        let view = server.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        let kinds: Vec<&Value> =
            ["W", "B"].iter().map(|seat| &view["seats"][seat]["kind"]).collect();
        assert!(kinds.contains(&&json!("bot")) && kinds.contains(&&json!("guest")), "{view}");
        let list = server.get("/matches?player=Merlin").await.json(StatusCode::OK);
        assert!(list["items"][0]["seats"].to_string().contains("\"bot\""));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn quick_pairings_include_bots_only_on_request() {
    on_every_server(async |server: TestServer| {
        let merlin = bot(&server, "Merlin").await;
        let mut merlin = Client::connect(server.url(), Some(&merlin.token)).await.unwrap();
        let people = [server.account("Arthur").await, server.account("Kay").await];
        let connect = async |person: &TestPlayer| {
            Client::connect(server.url(), Some(&person.token)).await.unwrap()
        };
        let mut people = [connect(&people[0]).await, connect(&people[1]).await];
        let waiting = merlin.ok(seek(json!({"rated": true}))).await;
        let quick = json!({"rated": true, "quick": true});
        let alone = people[0].ok(seek(quick.clone())).await;
        assert!(alone.get("match").is_none(), "{alone}");
        let accept = json!({"t": "accept", "seek": alone["seek"]});
        merlin.refused(accept, "forbidden").await;
        // A player who asks for bots is paired with one, rated or not.
        let paired = people[1].ok(seek(json!({"rated": true, "quick": true, "bots": true}))).await;
        assert!(paired["match"].is_string(), "{paired}");
        assert_eq!(merlin.next_of("paired").await.unwrap()["seek"], waiting["seek"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn guests_and_accounts_that_have_played_cannot_become_bots() {
    on_every_server(async |server: TestServer| {
        let guest = server.guest().await;
        let become_bot =
            async |player: &TestPlayer| ask(&server, player, Method::POST, "/me/bot").await;
        become_bot(&guest).await.problem(403, "forbidden");
        server.post("/me/bot", json!({})).await.problem(401, "unauthorized");

        let gawain = server.account("Gawain").await;
        let wish = json!({"scopes": ["play"]});
        let made = server.post_as(&gawain, "/tokens", wish).await.json(StatusCode::CREATED);
        let token = made["token"].as_str().unwrap().to_owned();
        let program = TestPlayer { token, ..gawain.clone() };
        assert_eq!(become_bot(&program).await.problem(403, "forbidden")["scope"], "account");

        let sought = server.post_as(&gawain, "/seeks", json!({"variant": "cam"})).await;
        let sought = sought.json(StatusCode::CREATED);
        become_bot(&gawain).await.problem(403, "forbidden");
        let path = format!("/seeks/{}", sought["seek"].as_str().unwrap());
        ask(&server, &gawain, Method::DELETE, &path).await;

        server.start_match(&gawain, &guest, json!({"variant": "cam"})).await;
        let refused = become_bot(&gawain).await.problem(403, "forbidden");
        assert!(refused["detail"].as_str().unwrap().contains("has played a match"));
        assert_eq!(get(&server, &gawain, "/me").await["kind"], "account");
        server.shutdown().await;
    })
    .await;
}
