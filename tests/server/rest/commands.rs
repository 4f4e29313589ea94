//! `/matches/{id}/join`, `/moves`, `/resign`, `/abort`, `/draw`.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::support::{Answer, TestServer, on_every_server};

use super::{events, match_view, nearly_won, win, won};

#[tokio::test]
async fn a_match_is_played_to_its_end() {
    on_every_server(async |server: TestServer| {
        let (id, players) = nearly_won(&server).await;
        let moves = format!("/matches/{id}/moves");
        let [white, black] = &players;
        let first = server.play(white, &id, 1, "C5-C6").await;
        assert_eq!(first, json!({"match": id, "v": 5, "ply": 1, "seat": "W"}));

        let no_seat = server.guest().await;
        let body = json!({"ply": 2, "move": "E4-E3"});
        server.post(&moves, body.clone()).await.problem(401, "unauthorized");
        server.post_as(&no_seat, &moves, body).await.problem(403, "forbidden");
        let out_of_turn = json!({"ply": 2, "move": "C6-C7"});
        server.post_as(white, &moves, out_of_turn).await.problem(409, "not_your_turn");
        let stale = json!({"ply": 1, "move": "E4-E3"});
        server.post_as(black, &moves, stale).await.problem(409, "stale_ply");
        let illegal = json!({"ply": 2, "move": "E4-A4", "legal": true});
        let illegal = server.post_as(black, &moves, illegal).await.problem(422, "illegal_move");
        assert!(illegal["rule"].is_string() && illegal["section"].is_string(), "{illegal}");
        assert!(illegal["legal"].as_array().unwrap().contains(&json!("E4-E3")));
        server.post_as(black, &moves, json!({"ply": 2, "move": "E4"})).await.bad_field("move");
        server.post_as(black, &moves, json!({"move": "E4-E3"})).await.bad_field("ply");
        server.post_as(black, &moves, json!({"ply": 2, "move": "pass"})).await.bad_field("move");

        win(&server, &id, &players, 2).await;
        let view = match_view(&server, &id).await;
        assert_eq!((&view["result"], &view["termination"]), (&json!("1-0"), &json!("castle")));
        let late = json!({"ply": 4, "move": "E3-E2"});
        server.post_as(black, &moves, late).await.problem(409, "match_over");
        let nowhere = "/matches/01990000-0000-7000-8000-000000000000/moves";
        let body = json!({"ply": 1, "move": "E4-E3"});
        server.post_as(black, nowhere, body).await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_command_with_an_idempotency_key_is_executed_once() {
    on_every_server(async |server: TestServer| {
        let (id, [white, black]) = nearly_won(&server).await;
        let send = async |player: &crate::support::TestPlayer, ply: u32, text: &str| {
            let request =
                player.sign(server.request(Method::POST, &format!("/matches/{id}/moves")));
            let body = json!({"ply": ply, "move": text}).to_string();
            Answer::to(request.header("Idempotency-Key", "mine").body(body)).await
        };
        let first = send(&white, 1, "C5-C6").await;
        let again = send(&white, 1, "C5-C6").await;
        assert_eq!(first.json(StatusCode::OK), again.json(StatusCode::OK));
        assert_eq!(events(&server, &id).await.len(), 5);
        // The same key of another player identifies another command.
        assert_eq!(send(&black, 2, "E4-E3").await.json(StatusCode::OK)["ply"], 2);
        assert_eq!(send(&white, 1, "C5-C6").await.text, first.text);
        assert_eq!(events(&server, &id).await.len(), 6);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_key_of_an_invite_link_takes_its_seat() {
    on_every_server(async |server: TestServer| {
        let [maker, friend, stranger] =
            [server.guest().await, server.guest().await, server.guest().await];
        let wish = json!({"variant": "cam", "private": true, "seats": {"B": "me"}});
        let made = server.post_as(&maker, "/matches", wish).await.json(StatusCode::CREATED);
        let join = format!("/matches/{}/join", made["match"].as_str().unwrap());
        server.post(&join, json!({})).await.problem(401, "unauthorized");
        server.post_as(&stranger, &join, json!({})).await.problem(403, "forbidden");
        let wrong = json!({"seat": "W", "key": "guessed"});
        server.post_as(&stranger, &join, wrong).await.problem(403, "forbidden");
        server.post_as(&stranger, &join, json!({"seat": "R"})).await.bad_field("seat");
        server.post_as(&maker, &join, json!({})).await.problem(409, "seat_taken");
        let key = json!({"key": made["links"]["W"]["key"]});
        let joined = server.post_as(&friend, &join, key.clone()).await.json(StatusCode::OK);
        assert_eq!(joined["seat"], "W");
        server.post_as(&stranger, &join, key).await.problem(409, "seat_taken");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn matches_can_be_resigned_aborted_and_drawn() {
    on_every_server(async |server: TestServer| {
        let (id, [white, black]) = nearly_won(&server).await;
        let path = |what: &str| format!("/matches/{id}/{what}");
        let say = |word: &str| json!({"say": word});
        server.post_as(&white, &path("draw"), say("accept")).await.problem(403, "forbidden");
        server.post_as(&white, &path("draw"), say("please")).await.bad_field("say");
        server.post_as(&white, &path("draw"), say("offer")).await.json(StatusCode::OK);
        server.post_as(&black, &path("draw"), say("decline")).await.json(StatusCode::OK);
        server.post_as(&black, &path("draw"), say("offer")).await.json(StatusCode::OK);
        server.post_as(&white, &path("draw"), say("accept")).await.json(StatusCode::OK);
        assert_eq!(match_view(&server, &id).await["result"], "1/2-1/2");

        let (id, [white, _]) = nearly_won(&server).await;
        server
            .post_as(&white, &format!("/matches/{id}/resign"), json!({}))
            .await
            .json(StatusCode::OK);
        assert_eq!(match_view(&server, &id).await["result"], "0-1");

        let (id, [_, black]) = nearly_won(&server).await;
        let abort = format!("/matches/{id}/abort");
        let no_player = server.guest().await;
        server.post_as(&no_player, &abort, json!({})).await.problem(403, "forbidden");
        let no_body = black.sign(server.request(Method::POST, &abort));
        Answer::to(no_body).await.json(StatusCode::OK);
        assert_eq!(match_view(&server, &id).await["result"], "*");

        let (id, [white, _]) = won(&server).await;
        for what in ["resign", "abort", "draw"] {
            let late = server.post_as(&white, &format!("/matches/{id}/{what}"), say("offer")).await;
            late.problem(409, "match_over");
        }
        server.shutdown().await;
    })
    .await;
}
