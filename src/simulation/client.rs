//! The clients of a run. They play random games, send a command again until it is answered, and
//! return after a lost connection. They write down everything that they were told.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Message;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::simulation::checker::Violation;
use crate::simulation::cluster::Cluster;
use crate::simulation::link::ClientEnd;
use crate::simulation::node::Node;

/// Longest wait for an answer over a working connection: the time limit of answers, the time after
/// which an answer of another node is lost, and the delays of the connection.
const ANSWER_LIMIT: Duration = Duration::from_millis(6_500);

/// Longest wait for the answer to a ping over a working connection.
const PONG_LIMIT: Duration = Duration::from_secs(3);

/// Time without a greeting after which a client tries another node.
const HELLO_LIMIT: Duration = Duration::from_secs(8);

const PING_EVERY: Duration = Duration::from_secs(2);

/// Initial time and increment of the games. No player uses it up by their own fault.
const TIME: [u64; 2] = [16_000, 2_000];

/// The kinds of frames that are events of a match.
const EVENTS: [&str; 13] = [
    "created",
    "joined",
    "link",
    "started",
    "moved",
    "offer",
    "offer_ended",
    "took_back",
    "seat_out",
    "time_added",
    "rematched",
    "paused",
    "resumed",
];

/// Everything that the clients were told.
#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<Told>);

#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) commands: Vec<SentCommand>,
    /// The events of each match by version, as the first client saw them.
    pub(crate) events: BTreeMap<(String, u64), String>,
    pub(crate) violations: Vec<Violation>,
}

/// A command and its answer.
#[derive(Clone, Debug)]
pub(crate) struct SentCommand {
    pub(crate) player: String,
    pub(crate) id: String,
    pub(crate) what: &'static str,
    pub(crate) outcome: CommandOutcome,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandOutcome {
    Unknown,
    Done { match_id: String, v: u64 },
    Refused { code: String },
}

impl Ledger {
    pub(crate) fn with<T>(&self, f: impl FnOnce(&mut Told) -> T) -> T {
        f(&mut self.0.lock())
    }

    fn report(&self, what: String) {
        self.with(|told| told.violations.push(Violation(what)));
    }
}

/// A match and its clients.
#[derive(Debug)]
pub(crate) struct Table {
    match_id: watch::Sender<Option<String>>,
    /// True if the players have to end the game.
    closing: watch::Receiver<bool>,
}

impl Table {
    pub(crate) fn new(closing: watch::Receiver<bool>) -> Table {
        Table { match_id: watch::Sender::new(None), closing }
    }
}

/// The part of a client in its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Creator,
    Opponent,
    Spectator,
}

/// A client.
pub(crate) struct Client {
    name: String,
    cluster: Arc<Cluster>,
    table: Arc<Table>,
    part: Part,
    token: Option<String>,
    player: Option<String>,
    view: View,
    command: Option<Pending>,
    last_id: u32,
    next_action_at: Instant,
}

/// A command without a final answer.
struct Pending {
    index: usize,
    id: String,
    what: &'static str,
    frame: Value,
    /// The time of the last attempt over this connection.
    sent_at: Option<Instant>,
    send_at: Instant,
}

/// The match as its client knows it.
#[derive(Debug, Default)]
struct View {
    v: Option<u64>,
    is_watching: bool,
    has_joined: bool,
    is_playing: bool,
    is_over: bool,
    ply: u64,
    turn: Option<char>,
    legal: Vec<String>,
}

enum End {
    Lost,
    Over,
}

impl Client {
    pub(crate) fn new(
        cluster: &Arc<Cluster>,
        table: &Arc<Table>,
        name: String,
        part: Part,
    ) -> Client {
        Client {
            name,
            cluster: Arc::clone(cluster),
            table: Arc::clone(table),
            part,
            token: None,
            player: None,
            view: View::default(),
            command: None,
            last_id: 0,
            next_action_at: Instant::now(),
        }
    }

    /// Plays until the match is over.
    pub(crate) async fn play(mut self) {
        loop {
            let node = self.cluster.any_node();
            let link = node.as_ref().and_then(|node| node.connect(self.token.clone()));
            if let Some((node, link)) = node.zip(link) {
                if let End::Over = self.converse(&node, &link).await {
                    self.cluster.world.note(format_args!("{} is done", self.name));
                    return;
                }
                self.cluster.world.note(format_args!("{} lost its connection", self.name));
            }
            self.cluster.world.wait(self.cluster.world.millis(50..600)).await;
        }
    }

    async fn converse(&mut self, node: &Node, link: &ClientEnd) -> End {
        let world = self.cluster.world.clone();
        let opened_at = Instant::now();
        let breaks_at = world.chance(0.3).then(|| opened_at + world.millis(100..8_000));
        let is_silent_break = world.chance(0.3);
        let (mut is_greeted, mut ping_at) = (false, opened_at + PING_EVERY);
        let mut pinged_at: Option<Instant> = None;
        self.view.is_watching = false;
        if let Some(command) = &mut self.command {
            (command.sent_at, command.send_at) = (None, opened_at);
        }
        loop {
            if is_greeted {
                self.act(link).await;
            }
            if self.view.is_over && self.command.is_none() {
                return End::Over;
            }
            let answer_due = self.command.as_ref().and_then(|it| Some(it.sent_at? + ANSWER_LIMIT));
            let pong_due = pinged_at.map(|at| at + PONG_LIMIT);
            let hello_due = (!is_greeted).then_some(opened_at + HELLO_LIMIT);
            let send_at =
                self.command.as_ref().filter(|it| it.sent_at.is_none()).map(|it| it.send_at);
            let next = if self.command.is_none() { Some(self.next_action_at) } else { send_at };
            let next = next
                .filter(|_| is_greeted)
                .map(|at| at.max(Instant::now() + Duration::from_millis(20)));
            let wake = [
                answer_due,
                pong_due,
                hello_due,
                next,
                Some(ping_at),
                breaks_at.filter(|_| !link.is_silent()),
            ];
            let wake = wake.into_iter().flatten().min().unwrap_or(opened_at);
            let received = tokio::select! {
                biased;
                message = link.recv() => match message {
                    Some(message) => Some(message),
                    None => return End::Lost,
                },
                () = sleep_until(wake) => None,
            };
            let now = Instant::now();
            match received {
                Some(Message::Text(text)) => {
                    let Ok(frame) = serde_json::from_str::<Value>(&text) else {
                        self.cluster.ledger.report(format!("{text} is no JSON"));
                        continue;
                    };
                    match frame["t"].as_str() {
                        Some("hello") => {
                            is_greeted = true;
                            self.on_hello(&frame);
                        }
                        Some("bye") => return End::Lost,
                        _ => self.on_frame(&frame),
                    }
                }
                Some(Message::Pong(_)) => pinged_at = None,
                Some(Message::Close(_)) => return End::Lost,
                Some(_) => {}
                None => {
                    if breaks_at.is_some_and(|at| at <= now) && !link.is_silent() {
                        if !is_silent_break {
                            return End::Lost;
                        }
                        link.silence();
                    }
                    if ping_at <= now {
                        link.ping().await;
                        pinged_at.get_or_insert(now);
                        ping_at = now + PING_EVERY;
                    }
                    let is_reliable = |since: Instant| {
                        !link.is_silent() && !node.is_leaving() && node.ran_since(since)
                    };
                    if answer_due.is_some_and(|at| at <= now) {
                        self.on_silence(is_reliable(now - ANSWER_LIMIT));
                        return End::Lost;
                    }
                    if pong_due.is_some_and(|at| at <= now) {
                        if is_reliable(now - PONG_LIMIT - PING_EVERY) {
                            self.cluster
                                .ledger
                                .report(format!("{}: a ping is not answered", self.name));
                        }
                        return End::Lost;
                    }
                    if hello_due.is_some_and(|at| at <= now) {
                        return End::Lost;
                    }
                }
            }
        }
    }

    fn on_silence(&self, is_violation: bool) {
        if let Some(command) = self.command.as_ref().filter(|_| is_violation) {
            let what = format!("{}: {} {:?} is not answered", self.name, command.what, command.id);
            self.cluster.ledger.report(what);
        }
    }

    fn on_hello(&mut self, frame: &Value) {
        if let Some(token) = frame["token"].as_str() {
            self.token = Some(token.to_owned());
        }
        if let Some(player) = frame["player"]["id"].as_str() {
            self.player = Some(player.to_owned());
        }
    }

    /// Sends the next command, or the current one again.
    async fn act(&mut self, link: &ClientEnd) {
        let now = Instant::now();
        if self.command.is_none() && self.next_action_at <= now {
            self.choose();
        }
        if let Some(command) = &mut self.command
            && command.sent_at.is_none()
            && command.send_at <= now
        {
            command.sent_at = Some(now);
            link.send(&command.frame.to_string()).await;
        }
    }

    fn choose(&mut self) {
        let world = self.cluster.world.clone();
        self.next_action_at = Instant::now() + world.millis(20..900);
        let match_id = self.table.match_id.borrow().clone();
        let is_closing = *self.table.closing.borrow();
        let Some(id) = match_id else {
            if self.part == Part::Creator {
                let [initial, increment] = TIME;
                let time =
                    json!({"kind": "fischer", "initial_ms": initial, "increment_ms": increment});
                let frame = json!({"t": "create", "variant": "camette", "seats": {"W": "me"}, "time": time});
                self.send("create", frame);
            } else if is_closing {
                self.view.is_over = true;
            }
            return;
        };
        if self.part == Part::Opponent && !self.view.has_joined {
            return self.send("join", json!({"t": "join", "match": id}));
        }
        if !self.view.is_watching {
            let frame = json!({"t": "watch", "match": id, "legal": true});
            let frame = match self.view.v {
                Some(v) => with(frame, "since", v.into()),
                None => frame,
            };
            return self.send("watch", frame);
        }
        if self.view.is_over || self.part == Part::Spectator {
            return;
        }
        if is_closing {
            let what = if self.view.is_playing { "resign" } else { "abort" };
            return self.send(what, json!({"t": what, "match": id}));
        }
        let seat = if self.part == Part::Creator { 'w' } else { 'b' };
        if !self.view.is_playing {
            return;
        }
        match world.any(0..100) {
            0..4 => self.send("draw", json!({"t": "draw", "match": id, "say": "offer"})),
            4..6 => self.send(
                "chat",
                json!({"t": "chat", "match": id, "room": "players", "text": "well played"}),
            ),
            6..7 => {
                self.send(
                    "chat",
                    json!({"t": "chat", "match": id, "room": "players", "text": "hm"}),
                );
                if let Some(command) = &mut self.command {
                    command.id.push('\0');
                    command.frame["id"] = command.id.clone().into();
                }
            }
            _ if self.view.turn == Some(seat) && !self.view.legal.is_empty() => {
                let at = world.any(0..self.view.legal.len() as u64) as usize;
                let text = self.view.legal[at].clone();
                let frame =
                    json!({"t": "move", "match": id, "ply": self.view.ply + 1, "move": text});
                self.send("move", frame);
            }
            _ => {}
        }
    }

    fn send(&mut self, what: &'static str, frame: Value) {
        self.last_id += 1;
        let id = format!("{}-{}", self.name, self.last_id);
        let frame = with(frame, "id", id.clone().into());
        let player = self.player.clone().unwrap_or_default();
        let sent = SentCommand { player, id: id.clone(), what, outcome: CommandOutcome::Unknown };
        let index = self.cluster.ledger.with(|told| {
            told.commands.push(sent);
            told.commands.len() - 1
        });
        self.cluster.world.note(format_args!("{} sends {frame}", self.name));
        self.command =
            Some(Pending { index, id, what, frame, sent_at: None, send_at: Instant::now() });
    }

    fn on_frame(&mut self, frame: &Value) {
        match frame["t"].as_str().unwrap_or_default() {
            "ok" => self.on_answer(frame),
            "err" => self.on_error(frame),
            "snapshot" => self.on_snapshot(frame),
            "ended" => {
                self.on_event("ended", frame);
                self.check_termination(frame);
                self.view.is_over = true;
            }
            t => {
                if let Some(t) = EVENTS.iter().find(|it| **it == t) {
                    self.on_event(t, frame);
                }
            }
        }
    }

    fn on_answer(&mut self, frame: &Value) {
        let is_mine = |it: &mut Pending| frame["re"] == *it.id && it.sent_at.is_some();
        let Some(command) = self.command.take_if(is_mine) else {
            // An answer to an earlier attempt.
            return;
        };
        let match_id = frame["match"].as_str().unwrap_or_default().to_owned();
        let v = frame["v"].as_u64().unwrap_or_default();
        match command.what {
            "create" => drop(self.table.match_id.send_replace(Some(match_id.clone()))),
            "join" => self.view.has_joined = true,
            "watch" => {
                self.view.is_watching = true;
                // A snapshot that followed a refusal may be newer.
                if let Some(since) = command.frame["since"].as_u64() {
                    self.view.v = Some(since);
                }
            }
            _ => {}
        }
        self.cluster.world.note(format_args!("{}: {} is done, version {v}", self.name, command.id));
        self.finish(&command, CommandOutcome::Done { match_id, v });
    }

    fn on_error(&mut self, frame: &Value) {
        // The answer to an invalid id names none.
        let is_mine = |it: &mut Pending| {
            let is_same = frame["re"] == *it.id || frame["re"].is_null() && it.id.ends_with('\0');
            is_same && it.sent_at.is_some()
        };
        let Some(command) = self.command.take_if(is_mine) else {
            return;
        };
        let code = frame["code"].as_str().unwrap_or_default().to_owned();
        self.cluster.world.note(format_args!("{}: {} is refused: {frame}", self.name, command.id));
        if matches!(&*code, "unavailable" | "server_draining" | "rate_limited") {
            let send_at = Instant::now() + self.cluster.world.millis(200..900);
            self.command = Some(Pending { sent_at: None, send_at, ..command });
            return;
        }
        if matches!(&*code, "internal" | "not_found" | "unauthorized") {
            self.cluster
                .ledger
                .report(format!("{}: {} is answered {frame}", self.name, command.id));
        }
        self.view.has_joined |= command.what == "join";
        // A snapshot after a refusal comes without the legal moves.
        self.read_position(frame);
        self.finish(&command, CommandOutcome::Refused { code });
    }

    fn finish(&self, command: &Pending, outcome: CommandOutcome) {
        self.cluster.ledger.with(|told| told.commands[command.index].outcome = outcome);
    }

    fn on_snapshot(&mut self, frame: &Value) {
        let Some(v) = frame["v"].as_u64() else { return };
        if self.view.v.is_some_and(|known| v < known) {
            let what = format!("{}: a snapshot of version {v} after {:?}", self.name, self.view.v);
            self.cluster.ledger.report(what);
        }
        self.cluster.world.note(format_args!("{} gets a snapshot of version {v}", self.name));
        self.view.v = Some(v);
        let status = frame["status"].as_str().unwrap_or_default();
        self.view.is_playing = status == "playing";
        self.view.is_over = !matches!(status, "open" | "playing");
        self.check_termination(frame);
        self.read_position(frame);
    }

    /// Checks that nobody lost on time. Players move fast enough, unless they are charged for a
    /// fault. A takeover during a long stall of the database may still charge it.
    fn check_termination(&self, frame: &Value) {
        if frame["termination"] == "time" && self.cluster.places() == 1 {
            self.cluster.ledger.report(format!("{}: a player lost on time", self.name));
        }
    }

    fn on_event(&mut self, t: &str, frame: &Value) {
        let (Some(v), Some(match_id)) = (frame["v"].as_u64(), frame["match"].as_str()) else {
            return;
        };
        if self.view.v.is_some_and(|known| v != known + 1) {
            let what = format!("{}: version {v} after {:?}", self.name, self.view.v);
            self.cluster.ledger.report(what);
        }
        self.cluster.world.note(format_args!("{} gets {t}, version {v}", self.name));
        self.view.v = Some(v);
        let event = match t {
            "moved" => format!("moved {}", frame["move"].as_str().unwrap_or_default()),
            t => t.to_owned(),
        };
        let (name, key) = (&self.name, (match_id.to_owned(), v));
        self.cluster.ledger.with(|told| {
            let known = told.events.entry(key).or_insert_with(|| event.clone());
            if *known != event {
                let what = format!("{name}: version {v} is {event}, and was {known}");
                told.violations.push(Violation(what));
            }
        });
        match t {
            "started" => self.view.is_playing = true,
            "moved" => self.view.ply = frame["ply"].as_u64().unwrap_or_default(),
            _ => {}
        }
        self.read_position(frame);
    }

    fn read_position(&mut self, frame: &Value) {
        if let Some(ply) = frame["ply"].as_u64() {
            self.view.ply = ply;
        }
        if let Some(position) = frame["position"].as_str() {
            self.view.turn = position.split(' ').nth(1).and_then(|turn| turn.chars().next());
        }
        if let Some(legal) = frame["legal"].as_array() {
            let texts = legal.iter().filter_map(Value::as_str);
            self.view.legal = texts.map(str::to_owned).collect();
        }
    }
}

fn with(mut frame: Value, field: &str, value: Value) -> Value {
    frame[field] = value;
    frame
}
