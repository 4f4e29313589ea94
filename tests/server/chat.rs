//! Chat in matches (`docs/protocol.md`, "Chat").

mod moderation;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::support::{Answer, TestPlayer, TestServer, on_every_server};

/// Two players of a camette match and one watcher, all subscribed to its chat.
struct ChatMatch {
    id: Value,
    white: Client,
    black: Client,
    watcher: Client,
}

/// Subscribes to the chat of a match and returns the rooms that the client may read.
async fn subscribe_chat(client: &mut Client, id: &Value, rooms: &[&str]) -> Vec<Value> {
    client.ok(json!({"t": "watch", "match": id, "chat": true})).await;
    client.next_of("snapshot").await.unwrap();
    let mut histories = Vec::new();
    for room in rooms {
        let history = client.next_of("chat_history").await.unwrap();
        assert_eq!((&history["match"], &history["room"]), (id, &json!(room)));
        histories.push(history);
    }
    histories
}

impl ChatMatch {
    async fn open(server: &TestServer) -> ChatMatch {
        let mut white = Client::guest(server.url()).await;
        let mut black = Client::guest(server.url()).await;
        let mut watcher = Client::guest(server.url()).await;
        let create = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].clone();
        black.ok(json!({"t": "join", "match": id})).await;
        for (client, room) in
            [(&mut white, "players"), (&mut black, "players"), (&mut watcher, "watchers")]
        {
            subscribe_chat(client, &id, &[room]).await;
        }
        ChatMatch { id, white, black, watcher }
    }

    fn chat(&self, room: &str, text: &str) -> Value {
        json!({"t": "chat", "match": self.id, "room": room, "text": text})
    }
}

/// Asserts that no chat line arrived before the answer to a ping.
async fn assert_no_chat(client: &mut Client) {
    client.ask(json!({"t": "ping"})).await.unwrap();
    let stray = client.kept_of(&["chat", "chat_hidden", "chat_history"]);
    assert!(stray.is_empty(), "{stray:?}");
}

#[tokio::test]
async fn players_and_watchers_chat_in_separate_rooms() {
    on_every_server(async |server: TestServer| {
        let mut chat_match = ChatMatch::open(&server).await;
        let v =
            chat_match.white.ok(json!({"t": "watch", "match": chat_match.id})).await["v"].clone();
        subscribe_chat(&mut chat_match.white, &chat_match.id, &["players"]).await;
        let said = chat_match.white.ok(chat_match.chat("players", "  good luck  ")).await;
        assert_eq!((&said["match"], &said["line"], &said["v"]), (&chat_match.id, &json!(1), &v));
        for client in [&mut chat_match.white, &mut chat_match.black] {
            let line = client.next_of("chat").await.unwrap();
            assert_eq!((&line["match"], &line["v"]), (&chat_match.id, &v));
            assert_eq!((&line["room"], &line["line"]), (&json!("players"), &json!(1)));
            assert_eq!(line["text"], "good luck");
            assert!(line["player"]["name"].as_str().unwrap().starts_with("Guest-"));
        }
        let said = chat_match.watcher.ok(chat_match.chat("watchers", "a sharp game")).await;
        assert_eq!(said["line"], 1, "each room has its own numbers");
        assert_eq!(chat_match.watcher.next_of("chat").await.unwrap()["text"], "a sharp game");
        assert_eq!(chat_match.black.ok(chat_match.chat("players", "you too")).await["line"], 2);

        chat_match.watcher.refused(chat_match.chat("players", "C3-C4!"), "forbidden").await;
        chat_match.white.refused(chat_match.chat("watchers", "what now?"), "forbidden").await;
        for client in [&mut chat_match.white, &mut chat_match.black] {
            assert_eq!(client.next_of("chat").await.unwrap()["text"], "you too");
            assert_no_chat(client).await;
        }
        assert_no_chat(&mut chat_match.watcher).await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn invalid_chat_lines_are_refused() {
    on_every_server(async |server: TestServer| {
        let mut chat_match = ChatMatch::open(&server).await;
        assert_eq!(chat_match.white.hello["limits"]["chat_characters"], 300);
        for text in ["", "  ", "two\nlines", &"x".repeat(301)] {
            let refused =
                chat_match.white.refused(chat_match.chat("players", text), "bad_field").await;
            assert_eq!(refused["field"], "text");
        }
        let refused =
            chat_match.white.refused(chat_match.chat("kitchen", "hello"), "bad_field").await;
        assert_eq!(refused["field"], "room");
        let nowhere = json!({"t": "chat", "match": "00000000-0000-7000-8000-000000000000",
                             "room": "watchers", "text": "hello"});
        chat_match.white.refused(nowhere, "not_found").await;
        let mut nobody = Client::connect(server.url(), Some("guess")).await.unwrap();
        nobody.refused(chat_match.chat("watchers", "hello"), "unauthorized").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_repeated_chat_command_adds_one_line() {
    on_every_server(async |server: TestServer| {
        let mut chat_match = ChatMatch::open(&server).await;
        let first =
            chat_match.white.ask_as("mine", chat_match.chat("players", "hello")).await.unwrap();
        let mut again =
            Client::connect(server.url(), Some(&chat_match.white.token())).await.unwrap();
        let same = again.ask_as("mine", chat_match.chat("players", "hello")).await.unwrap();
        assert_eq!((&first["t"], &same), (&json!("ok"), &first));
        chat_match.black.next_of("chat").await.unwrap();
        assert_no_chat(&mut chat_match.black).await;
        // The command id is scoped to the player.
        let other =
            chat_match.black.ask_as("mine", chat_match.chat("players", "hello")).await.unwrap();
        assert_eq!(other["line"], 2);
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn new_readers_receive_recent_lines_and_after_the_end_both_rooms() {
    on_every_server(async |server: TestServer| {
        let mut chat_match = ChatMatch::open(&server).await;
        chat_match.white.ok(chat_match.chat("players", "one")).await;
        chat_match.black.ok(chat_match.chat("players", "two")).await;
        chat_match.watcher.ok(chat_match.chat("watchers", "three")).await;
        let mut late =
            Client::connect(server.url(), Some(&chat_match.white.token())).await.unwrap();
        let history = subscribe_chat(&mut late, &chat_match.id, &["players"]).await;
        let texts: Vec<&Value> =
            history[0]["lines"].as_array().unwrap().iter().map(|line| &line["text"]).collect();
        assert_eq!(texts, ["one", "two"]);
        assert_no_chat(&mut late).await;

        chat_match.black.ok(json!({"t": "resign", "match": chat_match.id})).await;
        for (client, room, text) in
            [(&mut late, "watchers", "three"), (&mut chat_match.watcher, "players", "one")]
        {
            client.next_of("ended").await.unwrap();
            let history = client.next_of("chat_history").await.unwrap();
            assert_eq!(
                (&history["room"], &history["lines"][0]["text"]),
                (&json!(room), &json!(text))
            );
        }
        chat_match.white.ok(chat_match.chat("watchers", "thanks for watching")).await;
        for client in [&mut late, &mut chat_match.black] {
            let thanks = client.next_where(|it| it["t"] == "chat" && it["room"] == "watchers");
            assert_eq!(thanks.await.unwrap()["line"], 2);
        }
        let mut stranger = Client::guest(server.url()).await;
        subscribe_chat(&mut stranger, &chat_match.id, &["players", "watchers"]).await;
        stranger.refused(chat_match.chat("players", "well played"), "forbidden").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn chat_lines_are_sent_and_read_over_rest() {
    on_every_server(async |server: TestServer| {
        let [white, black, other] =
            [server.guest().await, server.guest().await, server.guest().await];
        let id = server.start_match(&white, &black, json!({"variant": "camette"})).await;
        let path = format!("/matches/{id}/chat");
        let say = async |player: &TestPlayer, room: &str, text: &str| {
            server.post_as(player, &path, json!({"room": room, "text": text})).await
        };
        for text in ["one", "two", "three"] {
            say(&white, "players", text).await.json(StatusCode::OK);
        }
        say(&other, "players", "no").await.problem(403, "forbidden");
        let read = async |player: Option<&TestPlayer>, query: &str| {
            let request = server.request(Method::GET, &format!("{path}?{query}"));
            Answer::to(player.map_or(request.try_clone().unwrap(), |it| it.sign(request))).await
        };
        let lines = read(Some(&black), "room=players&since=1").await.json(StatusCode::OK);
        let numbers: Vec<&Value> =
            lines["items"].as_array().unwrap().iter().map(|line| &line["line"]).collect();
        assert_eq!(numbers, [2, 3]);
        assert_eq!((&lines["next"], &lines["items"][0]["text"]), (&Value::Null, &json!("two")));
        assert_eq!(lines["items"][0]["player"]["id"], white.id);
        read(Some(&other), "room=players").await.problem(403, "forbidden");
        read(None, "room=players").await.problem(403, "forbidden");
        read(Some(&white), "room=watchers").await.problem(403, "forbidden");
        let empty = read(None, "room=watchers").await.json(StatusCode::OK);
        assert_eq!(empty["items"], json!([]));
        read(None, "").await.bad_field("room");
        read(None, "room=kitchen").await.bad_field("room");
        server.post(&path, json!({})).await.problem(401, "unauthorized");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn the_chat_limit_counts_lines_of_all_connections() {
    on_every_server(async |server: TestServer| {
        let mut chat_match = ChatMatch::open(&server).await;
        let mut second =
            Client::connect(server.url(), Some(&chat_match.white.token())).await.unwrap();
        for number in 0..5 {
            let line = chat_match.chat("players", &number.to_string());
            let client = if number % 2 == 0 { &mut chat_match.white } else { &mut second };
            client.ok(line).await;
        }
        // The limit is reached eventually, because each attempt takes less than two seconds.
        let refused = loop {
            let answer = second.ask(chat_match.chat("players", "again")).await.unwrap();
            if answer["t"] == "err" {
                break answer;
            }
        };
        assert_eq!(refused["code"], "rate_limited");
        assert!((1..=2_001).contains(&refused["retry_after_ms"].as_u64().unwrap()));
        // Lines are counted separately for each player, and moves do not count.
        chat_match.black.ok(chat_match.chat("players", "calm down")).await;
        chat_match
            .white
            .ok(json!({"t": "move", "match": chat_match.id, "ply": 1, "move": "C2-B2"}))
            .await;
        server.shutdown().await;
    })
    .await;
}
