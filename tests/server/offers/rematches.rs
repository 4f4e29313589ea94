//! Rematches with swapped colours.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{TestMatch, say};
use crate::client::Client;
use crate::programs::{Lines, NDJSON};
use crate::support::{TestServer, on_every_server};

async fn view(server: &TestServer, id: &Value) -> Value {
    let path = format!("/matches/{}", id.as_str().unwrap());
    server.get(&path).await.json(StatusCode::OK)
}

#[tokio::test]
async fn a_rematch_swaps_colours_and_the_old_link_leads_to_it() {
    on_every_server(|server| async move {
        let position = "1/3/2w2/4b/5/3/1 w 0,0 0 1";
        let create = json!({"variant": "camette", "position": position, "private": true,
                            "seats": {"W": "me"}});
        let mut players = [Client::guest(server.url()).await, Client::guest(server.url()).await];
        let mut create = create;
        create["t"] = json!("create");
        create["time"] = json!({"kind": "fischer", "initial_ms": 90_000, "increment_ms": 700});
        let made = players[0].ok(create).await;
        let (id, key) = (made["match"].clone(), made["links"]["B"]["key"].clone());
        players[1].ok(json!({"t": "join", "match": id, "key": key})).await;
        for player in &mut players {
            player.ok(json!({"t": "watch", "match": id})).await;
        }
        let mut table = TestMatch { id: id.clone(), players: players.into() };
        table.refused(0, "rematch", say("offer"), "too_soon").await;
        table.ok(1, "resign", json!({})).await;
        table.event("ended").await;

        table.refused(1, "rematch", say("accept"), "forbidden").await;
        table.ok(1, "rematch", say("offer")).await;
        assert_eq!(table.event("offer").await["offer"], "rematch");
        table.ok(0, "rematch", say("decline")).await;
        assert_eq!(table.event("offer_ended").await["how"], "declined");
        table.ok(1, "rematch", say("offer")).await;
        let offers = json!([{"seat": "B", "offer": "rematch"}]);
        assert_eq!(table.look(&server).await["offers"], offers);
        let accepted = table.twice(&server, 0, "rematch", say("accept")).await;
        assert_eq!(accepted["t"], "ok");
        let rematched = table.event("rematched").await;
        let next = rematched["rematch"].clone();

        let (old, new) = (view(&server, &id).await, view(&server, &next).await);
        assert_eq!(old["rematch"], next);
        assert_eq!((&new["status"], &new["ply"]), (&json!("playing"), &json!(0)));
        for same in ["variant", "time", "rated", "private", "start"] {
            assert_eq!(old[same], new[same], "{same}");
        }
        assert_eq!(new["seats"], json!({"W": old["seats"]["B"], "B": old["seats"]["W"]}));
        table.refused(0, "rematch", say("offer"), "too_late").await;
        // The old link leads to the rematch, over WebSocket too.
        let mut late = Client::guest(server.url()).await;
        late.ok(json!({"t": "watch", "match": id})).await;
        assert_eq!(late.next_of("snapshot").await.unwrap()["rematch"], next);
        late.ok(json!({"t": "watch", "match": id, "since": rematched["v"].as_u64().unwrap() - 1}))
            .await;
        assert_eq!(late.next_of("rematched").await.unwrap(), rematched);

        // The rematch is a regular match and can be followed by another.
        table.players[1].ok(json!({"t": "move", "match": next, "ply": 1, "move": "C5-C6"})).await;
        table.players[0].ok(json!({"t": "resign", "match": next})).await;
        table.players[0].ok(json!({"t": "rematch", "match": next, "say": "offer"})).await;
        table.players[1].ok(json!({"t": "rematch", "match": next, "say": "offer"})).await;
        let third = view(&server, &next).await["rematch"].clone();
        assert_eq!(view(&server, &third).await["seats"], old["seats"]);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn four_players_swap_teams_and_stay_partners() {
    on_every_server(|server| async move {
        let mut table = TestMatch::four(&server).await;
        table.ok(0, "resign", json!({})).await;
        table.ok(0, "rematch", say("offer")).await;
        table.refused(2, "rematch", say("offer"), "forbidden").await;
        table.ok(1, "rematch", say("accept")).await;
        assert_eq!(table.look(&server).await["rematch"], Value::Null);
        table.ok(3, "rematch", say("accept")).await;
        let next = table.event("rematched").await["rematch"].clone();
        let (old, new) = (table.look(&server).await, view(&server, &next).await);
        for (before, after) in [("R", "G"), ("G", "B"), ("B", "Y"), ("Y", "R")] {
            assert_eq!(new["seats"][after], old["seats"][before]);
        }
        assert_eq!(new["clock"]["running"], "R");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_rematch_is_announced_on_event_streams_and_agreed_over_rest() {
    on_every_server(async |server: TestServer| {
        let (white, black) = (server.guest().await, server.guest().await);
        let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
        let path = |what: &str| format!("/matches/{id}/{what}");
        server.post_as(&white, &path("resign"), json!({})).await.json(StatusCode::OK);
        let mut turns = Lines::open(&server, &black, "/me/events?legal=true", NDJSON).await;
        turns.expect("ready").await;
        server
            .post_as(&server.guest().await, &path("rematch"), say("offer"))
            .await
            .problem(403, "forbidden");
        server.post_as(&black, &path("rematch"), say("offer")).await.json(StatusCode::OK);
        server.post_as(&white, &path("rematch"), say("accept")).await.json(StatusCode::OK);
        let next = server.get(&path("")[..path("").len() - 1]).await.json(StatusCode::OK);
        let started = turns.expect("started").await;
        assert_eq!((&started["match"], &started["seat"]), (&next["rematch"], &json!("W")));
        let turn = turns.expect("turn").await;
        assert_eq!((&turn["match"], &turn["my_turn"]), (&next["rematch"], &json!(true)));
        assert!(!turn["legal"].as_array().unwrap().is_empty());
        drop(turns);
        server.shutdown().await;
    })
    .await;
}
