//! Mutes, timeouts and hidden lines.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::databases::on_every_database;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

use super::{ChatMatch, assert_no_chat, subscribe_chat};

async fn ask(server: &TestServer, player: &TestPlayer, method: Method, path: &str) -> Answer {
    Answer::to(player.sign(server.request(method, path))).await
}

/// The player of a connection.
fn player(client: &Client) -> TestPlayer {
    TestPlayer::of(&json!({"player": client.hello["player"], "token": client.token()}))
}

#[tokio::test]
async fn a_muted_player_reaches_no_connection_of_the_other() {
    on_every_server(async |server: TestServer| {
        let mut chat_match = ChatMatch::open(&server).await;
        let [white, black] = [player(&chat_match.white), player(&chat_match.black)];
        let mut second = Client::connect(server.url(), Some(&white.token)).await.unwrap();
        subscribe_chat(&mut second, &chat_match.id, &["players"]).await;
        chat_match.black.ok(chat_match.chat("players", "before")).await;
        for client in [&mut chat_match.white, &mut second] {
            client.next_of("chat").await.unwrap();
        }
        let path = format!("/mutes/{}", black.name.to_lowercase());
        for _ in 0..2 {
            let muted = ask(&server, &white, Method::PUT, &path).await;
            assert_eq!(muted.status, StatusCode::NO_CONTENT);
        }
        let list = ask(&server, &white, Method::GET, "/mutes").await.json(StatusCode::OK);
        assert_eq!(list["items"], json!([chat_match.black.hello["player"]]));

        chat_match.black.ok(chat_match.chat("players", "unheard")).await;
        chat_match.black.next_where(|frame| frame["text"] == "unheard").await.unwrap();
        for client in [&mut chat_match.white, &mut second] {
            assert_no_chat(client).await;
        }
        let mut third = Client::connect(server.url(), Some(&white.token)).await.unwrap();
        let history = subscribe_chat(&mut third, &chat_match.id, &["players"]).await;
        assert_eq!(history[0]["lines"], json!([]));
        let lines = format!("/matches/{}/chat?room=players", chat_match.id.as_str().unwrap());
        let read = ask(&server, &white, Method::GET, &lines).await.json(StatusCode::OK);
        assert_eq!(read["items"], json!([]));
        let read = ask(&server, &black, Method::GET, &lines).await.json(StatusCode::OK);
        assert_eq!(read["items"].as_array().unwrap().len(), 2);

        // Challenges of a muted player are refused too.
        let challenge = json!({"t": "challenge", "to": white.name, "variant": "cam"});
        chat_match.black.refused(challenge, "forbidden").await;
        let back = json!({"t": "challenge", "to": black.name, "variant": "cam"});
        chat_match.white.ok(back).await;

        let heard = ask(&server, &white, Method::DELETE, &path).await;
        assert_eq!(heard.status, StatusCode::NO_CONTENT);
        ask(&server, &white, Method::DELETE, &path).await.problem(404, "not_found");
        chat_match.black.ok(chat_match.chat("players", "heard again")).await;
        assert_eq!(second.next_of("chat").await.unwrap()["text"], "heard again");
        ask(&server, &white, Method::PUT, "/mutes/Nobody").await.problem(404, "not_found");
        let own = format!("/mutes/{}", white.name);
        ask(&server, &white, Method::PUT, &own).await.problem(403, "forbidden");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_timeout_silences_a_player_across_restarts() {
    on_every_database(async |database| {
        let (server, arthur) = TestServer::moderated(&database).await;
        let mut chat_match = ChatMatch::open(&server).await;
        let white = player(&chat_match.white);
        let path = format!("/players/{}/timeout", white.name);
        for (request, field) in [
            (json!({"minutes": 0, "reason": "spam"}), "minutes"),
            (json!({"minutes": 10_081, "reason": "spam"}), "minutes"),
            (json!({"minutes": 5, "reason": "boredom"}), "reason"),
        ] {
            server.post_as(&arthur, &path, request).await.bad_field(field);
        }
        let wish = json!({"minutes": 10, "reason": "spam"});
        server.post_as(&white, &path, wish.clone()).await.problem(403, "forbidden");
        let given = server.post_as(&arthur, &path, wish).await.json(StatusCode::OK);
        assert_eq!(given["reason"], "spam");
        let told = chat_match.white.next_of("chat_timeout").await.unwrap();
        assert_eq!(told["timeout"], given);
        let refused =
            chat_match.white.refused(chat_match.chat("players", "but"), "forbidden").await;
        assert!((590_000..=600_000).contains(&refused["retry_after_ms"].as_u64().unwrap()));
        chat_match.black.ok(chat_match.chat("players", "hello")).await;
        server.shutdown().await;

        let server = TestServer::start(&database).await;
        let me = ask(&server, &white, Method::GET, "/me").await.json(StatusCode::OK);
        assert_eq!((&me["chat_timeout"], me.get("moderator")), (&given, None));
        let me = ask(&server, &arthur, Method::GET, "/me").await.json(StatusCode::OK);
        assert_eq!((me.get("chat_timeout"), &me["moderator"]), (None, &json!(true)));
        let mut again = Client::connect(server.url(), Some(&white.token)).await.unwrap();
        again.refused(chat_match.chat("players", "but"), "forbidden").await;
        let lifted = ask(&server, &arthur, Method::DELETE, &path).await;
        assert_eq!(lifted.status, StatusCode::NO_CONTENT);
        assert_eq!(again.next_of("chat_timeout").await.unwrap()["timeout"], Value::Null);
        again.ok(chat_match.chat("players", "sorry")).await;
        ask(&server, &arthur, Method::DELETE, &path).await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_hidden_line_loses_its_text_and_moderation_is_logged() {
    on_every_database(async |database| {
        let (server, arthur) = TestServer::moderated(&database).await;
        let mut chat_match = ChatMatch::open(&server).await;
        let white = player(&chat_match.white);
        chat_match.white.ok(chat_match.chat("players", "rude words")).await;
        chat_match.black.next_of("chat").await.unwrap();
        let id = chat_match.id.as_str().unwrap().to_owned();
        let path = format!("/matches/{id}/chat/players/1");
        ask(&server, &white, Method::DELETE, &path).await.problem(403, "forbidden");
        let hidden = ask(&server, &arthur, Method::DELETE, &path).await;
        assert_eq!(hidden.status, StatusCode::NO_CONTENT);
        let frame = chat_match.black.next_of("chat_hidden").await.unwrap();
        assert_eq!((&frame["room"], &frame["line"]), (&json!("players"), &json!(1)));
        assert_no_chat(&mut chat_match.watcher).await;
        let mut late = Client::connect(server.url(), Some(&white.token)).await.unwrap();
        let history = subscribe_chat(&mut late, &chat_match.id, &["players"]).await;
        assert_eq!(history[0]["lines"][0]["text"], Value::Null);
        ask(&server, &arthur, Method::DELETE, &path).await.problem(404, "not_found");
        for path in ["players/2", "players/x", "kitchen/1"] {
            let path = format!("/matches/{id}/chat/{path}");
            ask(&server, &arthur, Method::DELETE, &path).await.problem(404, "not_found");
        }

        let path = format!("/players/{}/timeout", white.name);
        let wish = json!({"minutes": 1, "reason": "insult"});
        server.post_as(&arthur, &path, wish).await.json(StatusCode::OK);
        ask(&server, &arthur, Method::DELETE, &path).await;
        let log = "/moderation/log";
        ask(&server, &white, Method::GET, log).await.problem(403, "forbidden");
        let log = ask(&server, &arthur, Method::GET, log).await.json(StatusCode::OK);
        let entries = log["items"].as_array().unwrap();
        let actions: Vec<&Value> = entries.iter().map(|entry| &entry["action"]).collect();
        assert_eq!(actions, ["end_timeout", "timeout", "hide"]);
        assert!(entries.iter().all(|entry| entry["moderator"]["name"] == "Arthur"));
        assert!(entries.iter().all(|entry| entry["player"]["name"] == white.name));
        assert_eq!(entries[1]["timeout"]["reason"], "insult");
        assert_eq!((&entries[2]["match"], &entries[2]["line"]), (&chat_match.id, &json!(1)));

        // A token without every scope gives no moderator rights.
        let made = server.post_as(&arthur, "/tokens", json!({"scopes": ["play", "read"]})).await;
        let token = made.json(StatusCode::CREATED)["token"].as_str().unwrap().to_owned();
        let program = TestPlayer { token, ..arthur };
        ask(&server, &program, Method::GET, "/moderation/log").await.problem(403, "forbidden");
        server.shutdown().await;
    })
    .await;
}
