//! Bots that survive failures. They leave a dead or silent node for the next one, and repeat each
//! request under the same id until it is acknowledged.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chivalry_rules::Variant;
use futures_util::future::join_all;
use futures_util::{SinkExt as _, StreamExt as _};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use uuid::Uuid;

use crate::NODES;
use crate::history::{Asked, Told, now};

/// Silence after which a bot leaves its node.
const PATIENCE: Duration = Duration::from_secs(2);

/// Silence after which a bot pings its node.
const SILENCE: Duration = Duration::from_secs(1);

/// Frames about a match that have no version of their own.
const AROUND: [&str; 5] = ["presence", "watchers", "rated", "premove", "chat"];

/// State shared by all bots.
pub(crate) struct World {
    /// The addresses of the nodes.
    pub(crate) urls: Vec<String>,
    /// Set when no new matches start and bots stop pausing.
    pub(crate) is_closing: AtomicBool,
    /// Number of acknowledged moves.
    pub(crate) moves: AtomicU64,
    /// Maximum pause before a move.
    pub(crate) thought: Duration,
    /// The pending request of each bot, by bot number.
    pub(crate) waits: Mutex<BTreeMap<usize, String>>,
}

/// The records of the bots of one table.
#[derive(Default)]
pub(crate) struct Remembered {
    pub(crate) asked: Vec<Asked>,
    pub(crate) told: Vec<Told>,
    pub(crate) matches: u64,
}

/// Plays matches until the world closes, and plays the last one to its end.
pub(crate) async fn play_at(world: Arc<World>, number: usize, variant: &str) -> Remembered {
    let variant = Variant::named(variant).expect("a variant");
    let seats: Vec<String> =
        variant.seats().map(|seat| variant.seat_name(seat).letter().to_string()).collect();
    let mut players: Vec<Player> = Vec::new();
    for (index, _) in seats.iter().enumerate() {
        players.push(Player::new(&world, number * 4 + index).await);
    }
    let mut matches = 0;
    while matches == 0 || !world.is_closing.load(Ordering::Relaxed) {
        matches += 1;
        let time = json!({"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 1_000});
        let create = json!({"t": "create", "variant": variant.name(), "time": time,
                            "seats": {seats[0].as_str(): "me"}});
        let made = players[0].insist(&format!("create {matches}"), create).await;
        let about: Uuid = made["match"].as_str().expect("a match").parse().unwrap();
        for player in &mut players[1..] {
            player.insist(&format!("join {matches}"), json!({"t": "join", "match": about})).await;
        }
        let playing = players.iter_mut().zip(&seats).map(|(player, seat)| player.play(about, seat));
        join_all(playing).await;
    }
    let mut all = Remembered { matches, ..Remembered::default() };
    for player in players {
        all.asked.extend(player.asked);
        all.told.extend(player.told);
    }
    all
}

/// The connection failed.
struct Gone;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Player {
    number: usize,
    world: Arc<World>,
    /// The node to which this bot is or was last connected.
    node: usize,
    socket: Option<Socket>,
    id: Uuid,
    token: String,
    rng: StdRng,
    table: Option<Table>,
    asked: Vec<Asked>,
    told: Vec<Told>,
}

/// The current match as this bot sees it.
struct Table {
    about: Uuid,
    seat: String,
    v: u64,
    ply: u64,
    /// The last acknowledged ply of this bot.
    made: u64,
    legal: Vec<Value>,
    is_mine_to_move: bool,
    is_over: bool,
}

impl Player {
    async fn new(world: &Arc<World>, number: usize) -> Player {
        let mut player = Player {
            number,
            world: Arc::clone(world),
            node: number,
            socket: None,
            id: Uuid::nil(),
            token: String::new(),
            rng: StdRng::seed_from_u64(number as u64),
            table: None,
            asked: Vec::new(),
            told: Vec::new(),
        };
        player.come_back().await;
        player
    }

    /// Connects to the next node that answers.
    async fn come_back(&mut self) {
        let mut is_first = self.socket.is_none();
        loop {
            self.socket = None;
            if !is_first {
                self.node += 1;
            }
            is_first = false;
            if timeout(PATIENCE, self.connect()).await.is_ok_and(|connected| connected.is_ok()) {
                return;
            }
            sleep_until(Instant::now() + Duration::from_millis(50)).await;
        }
    }

    async fn connect(&mut self) -> Result<(), Gone> {
        let url = &self.world.urls[self.node % self.world.urls.len()];
        let url = url.replacen("http", "ws", 1);
        let query = match self.token.as_str() {
            "" => String::new(),
            token => format!("?token={token}"),
        };
        let (socket, _) =
            connect_async(format!("{url}/api/v1/ws{query}")).await.map_err(|_| Gone)?;
        self.socket = Some(socket);
        let hello = self.receive().await?;
        if hello["t"] != "hello" {
            return Err(Gone);
        }
        if self.token.is_empty() {
            self.token = hello["token"].as_str().expect("a token for a new guest").to_owned();
            self.id = hello["player"]["id"].as_str().expect("an id").parse().unwrap();
        }
        self.watch().await
    }

    async fn watch(&mut self) -> Result<(), Gone> {
        let Some(Table { about, v, .. }) = self.table else { return Ok(()) };
        self.told.push(Told { about, since: v, events: Vec::new() });
        let mut watch = json!({"t": "watch", "id": "watch", "match": about, "legal": true});
        if v > 0 {
            watch["since"] = json!(v);
        }
        self.send(&watch).await?;
        loop {
            let frame = self.receive().await?;
            if frame["re"] == "watch" {
                return if frame["t"] == "ok" { Ok(()) } else { Err(Gone) };
            }
            self.take(&frame);
        }
    }

    async fn send(&mut self, frame: &Value) -> Result<(), Gone> {
        let socket = self.socket.as_mut().ok_or(Gone)?;
        socket.send(Message::text(frame.to_string())).await.map_err(|_| Gone)
    }

    async fn receive(&mut self) -> Result<Value, Gone> {
        let socket = self.socket.as_mut().ok_or(Gone)?;
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return Ok(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                Some(Ok(_)) => {}
            }
        }
    }

    fn note(&self, waits_for: impl FnOnce() -> String) {
        self.world.waits.lock().unwrap().insert(self.number, waits_for());
    }

    /// Repeats a request, at this node or another, until it is acknowledged.
    async fn insist(&mut self, id: &str, mut command: Value) -> Value {
        command["id"] = json!(id);
        self.note(|| command.to_string());
        loop {
            let asked = timeout(PATIENCE, self.ask(id, &command)).await;
            match asked.unwrap_or(Err(Gone)) {
                Ok(answer) if answer["t"] == "ok" => return answer,
                Ok(answer) => {
                    let is_of_the_moment = ["unavailable", "server_draining"]
                        .iter()
                        .any(|code| answer["code"] == *code);
                    assert!(is_of_the_moment, "{command} was answered {answer}");
                    sleep_until(Instant::now() + Duration::from_millis(100)).await;
                    self.come_back().await;
                }
                Err(Gone) => self.come_back().await,
            }
        }
    }

    async fn ask(&mut self, id: &str, command: &Value) -> Result<Value, Gone> {
        self.send(command).await?;
        loop {
            let frame = self.receive().await?;
            if frame["re"] == id {
                return Ok(frame);
            }
            self.take(&frame);
        }
    }

    /// Plays random moves in one seat until the match has ended.
    async fn play(&mut self, about: Uuid, seat: &str) {
        let seat = seat.to_owned();
        let table = Table {
            about,
            seat,
            v: 0,
            ply: 0,
            made: 0,
            legal: Vec::new(),
            is_mine_to_move: false,
            is_over: false,
        };
        self.table = Some(table);
        if !timeout(PATIENCE, self.watch()).await.is_ok_and(|watched| watched.is_ok()) {
            self.come_back().await;
        }
        loop {
            let table = self.table.as_ref().expect("a table");
            if table.is_over {
                break;
            }
            if table.is_mine_to_move && !table.legal.is_empty() {
                self.make_move().await;
            } else {
                self.note(|| {
                    format!(
                        "{} after version {} at node {}",
                        table.about,
                        table.v,
                        self.node % NODES
                    )
                });
                if self.listen().await.is_err() {
                    self.come_back().await;
                }
            }
        }
        self.table = None;
        // Otherwise a new node would also send events of the previous match.
        let unwatch = json!({"t": "unwatch", "match": about});
        self.insist(&format!("unwatch {about}"), unwatch).await;
        self.note(|| "nothing".to_owned());
    }

    async fn make_move(&mut self) {
        if !self.world.is_closing.load(Ordering::Relaxed) {
            let most = u64::try_from(self.world.thought.as_millis()).expect("a short time");
            let thought = Duration::from_millis(self.rng.random_range(most / 2..=most));
            sleep_until(Instant::now() + thought).await;
        }
        let table = self.table.as_mut().expect("a table");
        table.is_mine_to_move = false;
        let (about, ply) = (table.about, table.ply + 1);
        let text = table.legal[self.rng.random_range(0..table.legal.len())].clone();
        let id = format!("{about} {ply}");
        let command = json!({"t": "move", "match": about, "ply": ply, "move": text});
        let text = text.as_str().expect("a move").to_owned();
        let (player, at) = (self.id, now());
        let index = self.asked.len();
        self.asked.push(Asked { about, player, id: id.clone(), ply, text, at, answered: None });
        let answer = self.insist(&id, command).await;
        assert_eq!(answer["ply"], ply, "{answer}");
        let v = answer["v"].as_u64().expect("a version");
        self.asked[index].answered = Some((now(), v));
        let table = self.table.as_mut().expect("a table");
        table.made = ply;
        table.is_mine_to_move &= table.ply >= ply;
        self.world.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the next frame. Pings a silent node.
    async fn listen(&mut self) -> Result<(), Gone> {
        let frame = match timeout(SILENCE, self.receive()).await {
            Ok(frame) => frame?,
            Err(_) => {
                self.send(&json!({"t": "ping"})).await?;
                timeout(PATIENCE, self.receive()).await.unwrap_or(Err(Gone))?
            }
        };
        if frame["t"] == "bye" {
            return Err(Gone);
        }
        self.take(&frame);
        Ok(())
    }

    fn take(&mut self, frame: &Value) {
        let Some(table) = &mut self.table else { return };
        let t = frame["t"].as_str().expect("a type");
        if frame["match"] != json!(table.about) || frame["re"].is_string() || AROUND.contains(&t) {
            return;
        }
        let v = frame["v"].as_u64().expect("a version");
        let told = self.told.last_mut().expect("a connection that watches");
        if t == "snapshot" {
            (told.since, told.events) = (v, Vec::new());
        } else {
            let text = frame["move"].as_str().map(str::to_owned);
            told.events.push((v, text));
        }
        // The checker detects late and repeated events.
        if v <= table.v {
            return;
        }
        table.v = v;
        table.is_over |= t == "ended" || frame["status"] == "ended";
        if let Some(ply) = frame["ply"].as_u64() {
            table.ply = ply;
        }
        if let Some(position) = frame["position"].as_str() {
            let turn = position.split(' ').nth(1).expect("the seat to move");
            // An event of a version before an acknowledged move may arrive after the
            // acknowledgement.
            let is_news = table.ply >= table.made;
            table.is_mine_to_move = is_news && turn.eq_ignore_ascii_case(&table.seat);
        }
        if let Some(legal) = frame["legal"].as_array() {
            table.legal.clone_from(legal);
        }
    }
}
