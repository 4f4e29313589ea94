//! Replays a transcript. Every frame must arrive as written, in order on each connection, and no
//! other.

use std::collections::{HashMap, VecDeque};

use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::coverage::Coverage;
use super::pattern::Bound;
use super::reader::{Line, Transcript, What};
use crate::client::Client;
use crate::support::{Answer, TestServer};

/// Frame types with unpredictable timing, matched only where expected.
const UNPREDICTABLE: [&str; 3] = ["watchers", "presence", "rated"];

/// A running replay.
pub(super) struct Replay<'a> {
    server: &'a TestServer,
    bound: Bound,
    speakers: HashMap<String, Client>,
    answers: HashMap<String, VecDeque<Answer>>,
    seen: Coverage,
}

impl Replay<'_> {
    pub(super) fn new(server: &TestServer) -> Replay<'_> {
        Replay {
            server,
            bound: Bound::default(),
            speakers: HashMap::new(),
            answers: HashMap::new(),
            seen: Coverage::default(),
        }
    }

    pub(super) async fn run(&mut self, transcript: &Transcript) {
        for line in &transcript.lines {
            if let Err(fault) = self.step(line).await {
                panic!("{}:{}: {}: {fault}", transcript.name, line.number, line.who);
            }
        }
    }

    /// Asserts that no connection received more than written.
    pub(super) async fn end(mut self, transcript: &Transcript) -> Coverage {
        // All connections are checked before any closes, because closing sends presence frames.
        for (who, client) in &mut self.speakers {
            if let Err(fault) = left_over(client).await {
                panic!("{}: {who} is told {fault}", transcript.name);
            }
        }
        self.seen
    }

    async fn step(&mut self, line: &Line) -> Result<(), String> {
        let who = &line.who;
        match &line.what {
            What::Connects => {
                let token = self.token(who);
                let connected = Client::connect(self.server.url(), token.as_deref()).await;
                let mut client = connected.map_err(|_| "the server does not answer".to_owned())?;
                client.keep_hello();
                self.speakers.insert(who.clone(), client);
                Ok(())
            }
            What::Leaves => {
                let mut client = self.speakers.remove(who).ok_or("is not there")?;
                left_over(&mut client).await
            }
            What::Says(frame) => {
                let frame = self.bound.filled(frame);
                self.seen.say(who, &frame);
                let client = self.speakers.get_mut(who).ok_or("is not there")?;
                let sent = client.send(Message::text(frame.to_string())).await;
                sent.map_err(|_| "the connection is closed".to_owned())
            }
            What::IsTold(pattern) => {
                let client = self.speakers.get_mut(who).ok_or("is not there")?;
                let frame = next(client, pattern).await?;
                self.seen.tell(who, &frame);
                let held = self.bound.hold(pattern, &frame);
                held.map_err(|fault| format!("{fault}\n  in {frame}"))
            }
            What::Asks(method, path, body) => {
                let answer = self.ask(who, method, path, body.as_ref()).await;
                self.answers.entry(who.clone()).or_default().push_back(answer);
                Ok(())
            }
            What::IsAnswered(status, pattern) => {
                let answer = self.answers.get_mut(who).and_then(VecDeque::pop_front);
                let answer = answer.ok_or("has asked nothing")?;
                let body = serde_json::from_str(&answer.text).unwrap_or(json!(answer.text));
                if answer.status != *status {
                    return Err(format!("{} {body}", answer.status));
                }
                self.seen.answer(&body);
                let empty = json!("");
                let held = self.bound.hold(pattern.as_ref().unwrap_or(&empty), &body);
                held.map_err(|fault| format!("{fault}\n  in {body}"))
            }
        }
    }

    async fn ask(&self, who: &str, method: &Method, path: &str, body: Option<&Value>) -> Answer {
        let mut request = self.server.request(method.clone(), &self.bound.filled_text(path));
        if let Some(token) = self.token(who) {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.body(match self.bound.filled(body) {
                Value::String(text) => text,
                body => body.to_string(),
            });
        }
        Answer::to(request).await
    }

    /// The token of a speaker, bound to the part of their name before `/`.
    fn token(&self, who: &str) -> Option<String> {
        let name = who.split('/').next().unwrap_or(who);
        self.bound.get(name).and_then(Value::as_str).map(str::to_owned)
    }
}

/// Returns the next frame. Frames with unpredictable timing are skipped unless expected.
async fn next(client: &mut Client, expected: &Value) -> Result<Value, String> {
    loop {
        let frame = client.next().await.map_err(|_| "the connection is closed".to_owned())?;
        let is_unpredictable =
            UNPREDICTABLE.iter().any(|t| frame["t"] == *t) && frame["t"] != expected["t"];
        // Intermediate analysis results and `rated` frames of another stage are skipped.
        let is_intermediate = match frame["t"].as_str() {
            Some("analysis") => frame["done"] != expected["done"],
            Some("rated") => {
                let change = "/ratings/W/change";
                frame.pointer(change).is_some() != expected.pointer(change).is_some()
            }
            _ => false,
        };
        if !is_unpredictable && !is_intermediate {
            return Ok(frame);
        }
    }
}

/// Asserts that no frame arrives before a ping is answered.
async fn left_over(client: &mut Client) -> Result<(), String> {
    let ping = client.send(Message::text(r#"{"t":"ping","id":"the end"}"#)).await;
    if ping.is_err() {
        return Ok(());
    }
    loop {
        match client.next().await {
            Ok(frame) if frame["re"] == "the end" => return Ok(()),
            Ok(frame) if UNPREDICTABLE.iter().any(|t| frame["t"] == *t) => {}
            Ok(frame) => return Err(frame.to_string()),
            Err(_) => return Ok(()),
        }
    }
}
