//! A player that reconnects with `since` over the bad network, or repeats commands with equal ids
//! over REST.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::below;
use crate::client::{Client, Gone};
use crate::support::TestPlayer;

/// The player of one seat.
pub(super) struct Player {
    /// The server's URL without the bad network.
    url: String,
    /// The server's URL through the bad network.
    proxy: String,
    id: String,
    seat: String,
    account: TestPlayer,
    rng: StdRng,
    v: u64,
    /// The next move, chosen when this seat's turn began.
    chosen: Option<(u64, String)>,
    /// The pending move, sent until it is answered.
    due: Option<(u64, String)>,
    is_over: bool,
    seen: Seen,
}

/// The events and answers that a player received.
#[derive(Default)]
pub(super) struct Seen {
    /// Events by version.
    pub(super) events: BTreeMap<u64, Value>,
    /// The player's accepted moves by ply, with their text and version.
    pub(super) acknowledged: BTreeMap<u64, (String, u64)>,
}

impl Player {
    pub(super) fn new(
        url: &str,
        proxy: &str,
        id: &str,
        seat: &str,
        account: TestPlayer,
        rng: StdRng,
    ) -> Player {
        Player {
            url: url.to_owned(),
            proxy: proxy.to_owned(),
            id: id.to_owned(),
            seat: seat.to_owned(),
            account,
            rng,
            v: 0,
            chosen: None,
            due: None,
            is_over: false,
            seen: Seen::default(),
        }
    }

    /// Plays random legal moves until the match ends.
    pub(super) async fn play(mut self) -> Seen {
        while !self.is_complete() {
            // A lost connection is expected; the next one continues.
            let _ = self.connection().await;
            if self.due.is_some() && below(&mut self.rng, 4) == 0 {
                self.move_over_rest().await;
            }
        }
        self.seen
    }

    /// True if the match ended and every move of the player was answered.
    fn is_complete(&self) -> bool {
        self.is_over && self.due.is_none()
    }

    async fn connection(&mut self) -> Result<(), Gone> {
        let mut client = Client::connect(&self.proxy, Some(&self.account.token)).await?;
        let watch = json!({"t": "watch", "id": format!("since {}", self.v), "match": self.id,
                           "since": self.v, "legal": true});
        client.send(Message::text(watch.to_string())).await?;
        let mut sent = 0;
        while !self.is_complete() {
            if self.due.is_none() {
                self.due = self.chosen.take();
            }
            if let Some((ply, text)) = self.due.clone().filter(|(ply, _)| *ply != sent) {
                sent = ply;
                let command = json!({"t": "move", "id": command_id(ply), "match": self.id,
                                     "ply": ply, "move": text});
                let send = client.send(Message::text(command.to_string()));
                if below(&mut self.rng, 8) == 0 {
                    // Sends the same command over a second transport.
                    let (sent, _) = tokio::join!(send, self.post(ply, &text));
                    sent?;
                } else {
                    send.await?;
                }
            }
            let frame = client.next().await?;
            self.on_frame(frame);
        }
        Ok(())
    }

    async fn move_over_rest(&mut self) {
        let Some((ply, text)) = self.due.clone() else { return };
        let done = self.post(ply, &text).await;
        self.acknowledge(ply, &done);
    }

    async fn post(&self, ply: u64, text: &str) -> Value {
        let address = format!("{}/api/v1/matches/{}/moves", self.url, self.id);
        let post = self.account.sign(reqwest::Client::new().post(address));
        let post = post.header("Idempotency-Key", command_id(ply));
        let answer = post.body(json!({"ply": ply, "move": text}).to_string()).send().await;
        let answer = answer.expect("an answer over a good network");
        let status = answer.status();
        let body: Value = answer.json().await.unwrap();
        assert_eq!(status, StatusCode::OK, "{body}");
        body
    }

    fn on_frame(&mut self, frame: Value) {
        match (frame["t"].as_str().expect("a type"), frame["re"].as_str()) {
            ("ok", Some(re)) => {
                if let Some(ply) = re.strip_prefix("ply ") {
                    self.acknowledge(ply.parse().unwrap(), &frame);
                }
            }
            ("snapshot", _) => {
                let v = frame["v"].as_u64().unwrap();
                assert!(v >= self.v, "a snapshot does not go back");
                self.v = v;
                self.is_over |= frame["status"] == "ended";
                self.choose_move(&frame);
            }
            // Side events have no version of their own.
            ("presence" | "rated" | "watchers", _) => {}
            ("err" | "bye", _) => panic!("seat {} was told {frame}", self.seat),
            _ => self.on_event(frame),
        }
    }

    fn on_event(&mut self, frame: Value) {
        let v = frame["v"].as_u64().expect("an event has a version");
        if v <= self.v {
            if let Some(before) = self.seen.events.get(&v) {
                assert_eq!(&frame, before, "an event told twice is the same");
            }
            return;
        }
        assert_eq!(v, self.v + 1, "no version is left out: {frame}");
        self.v = v;
        if frame["t"] == "ended" {
            self.is_over = true;
            self.chosen = None;
        }
        self.choose_move(&frame);
        self.seen.events.insert(v, frame);
    }

    /// Chooses a move if it is this seat's turn.
    fn choose_move(&mut self, frame: &Value) {
        let Some(legal) = frame["legal"].as_array().filter(|legal| !legal.is_empty()) else {
            return;
        };
        let ply = frame["ply"].as_u64().unwrap_or(0) + 1;
        let is_new = !self.seen.acknowledged.contains_key(&ply)
            && self.due.as_ref().is_none_or(|(due, _)| *due != ply);
        self.chosen = None;
        if frame["clock"]["running"] == self.seat && is_new {
            let text = legal[below(&mut self.rng, legal.len())].as_str().unwrap().to_owned();
            self.chosen = Some((ply, text));
        }
    }

    fn acknowledge(&mut self, ply: u64, done: &Value) {
        assert_eq!((&done["ply"], &done["seat"]), (&json!(ply), &json!(self.seat)));
        let v = done["v"].as_u64().unwrap();
        if let Some((_, before)) = self.seen.acknowledged.get(&ply) {
            assert_eq!(v, *before, "the same command has the same answer");
            return;
        }
        let (_, text) = self.due.take().filter(|(due, _)| *due == ply).expect("the move sent");
        self.seen.acknowledged.insert(ply, (text, v));
    }
}

fn command_id(ply: u64) -> String {
    format!("ply {ply}")
}
