//! Offers between players: takebacks, rematches and added time. Draws are in `sockets.rs`.

mod rematches;
mod takebacks;

use serde_json::{Value, json};

use crate::client::Client;
use crate::support::TestServer;

const BLITZ: [u64; 2] = [240_000, 1_000];

/// A match watched by all its players, in turn order.
pub(crate) struct TestMatch {
    pub(crate) id: Value,
    pub(crate) players: Vec<Client>,
}

impl TestMatch {
    /// Creates the match from `create`, which names the variant.
    pub(crate) async fn new(server: &TestServer, seats: &str, mut create: Value) -> TestMatch {
        create["t"] = json!("create");
        if create.get("time").is_none() {
            let [initial_ms, increment_ms] = BLITZ;
            create["time"] = json!({"kind": "fischer", "initial_ms": initial_ms,
                                    "increment_ms": increment_ms});
        }
        let mut players = Vec::new();
        for _ in seats.chars() {
            players.push(Client::guest(server.url()).await);
        }
        let id = players[0].ok(create).await["match"].clone();
        for (player, seat) in players.iter_mut().zip(seats.chars()) {
            player.ok(json!({"t": "watch", "match": id, "legal": true})).await;
            player.ok(json!({"t": "join", "match": id, "seat": seat})).await;
        }
        for player in &mut players {
            player.next_of("started").await.unwrap();
        }
        TestMatch { id, players }
    }

    async fn two(server: &TestServer) -> TestMatch {
        TestMatch::new(server, "WB", json!({"variant": "camette"})).await
    }

    async fn four(server: &TestServer) -> TestMatch {
        TestMatch::new(server, "RGBY", json!({"variant": "grand-cam"})).await
    }

    fn frame(&self, t: &str, more: &Value) -> Value {
        let mut frame = json!({"t": t, "match": self.id});
        for (name, value) in more.as_object().into_iter().flatten() {
            frame[name] = value.clone();
        }
        frame
    }

    pub(crate) async fn ok(&mut self, by: usize, t: &str, more: Value) -> Value {
        let frame = self.frame(t, &more);
        self.players[by].ok(frame).await
    }

    pub(crate) async fn refused(&mut self, by: usize, t: &str, more: Value, code: &str) -> Value {
        let frame = self.frame(t, &more);
        self.players[by].refused(frame, code).await
    }

    pub(crate) async fn play(&mut self, by: usize, ply: u32, text: &str) {
        self.ok(by, "move", json!({"ply": ply, "move": text})).await;
    }

    /// Returns the next event of type `t` after asserting that all players received the same.
    pub(crate) async fn event(&mut self, t: &str) -> Value {
        let event = self.players[0].next_of(t).await.unwrap();
        for player in &mut self.players[1..] {
            assert_eq!(player.next_of(t).await.unwrap(), event);
        }
        event
    }

    /// Reads the match over REST.
    pub(crate) async fn look(&self, server: &TestServer) -> Value {
        server.get(&self.path("?legal=true")).await.json(reqwest::StatusCode::OK)
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/matches/{}{rest}", self.id.as_str().unwrap())
    }

    /// Sends a command twice with one id. Asserts that the answers are equal and only the first
    /// changes the match.
    pub(crate) async fn twice(
        &mut self,
        server: &TestServer,
        by: usize,
        t: &str,
        more: Value,
    ) -> Value {
        let frame = self.frame(t, &more);
        let first = self.players[by].ask_as("twice", frame.clone()).await.unwrap();
        let v = self.look(server).await["v"].clone();
        assert_eq!(self.players[by].ask_as("twice", frame).await.unwrap(), first);
        assert_eq!(self.look(server).await["v"], v);
        first
    }
}

fn say(word: &str) -> Value {
    json!({"say": word})
}
