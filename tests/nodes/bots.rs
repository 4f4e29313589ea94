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

use crate::history::{Received, RequestedMove, now};

/// Silence after which a bot leaves its node.
const NODE_TIMEOUT: Duration = Duration::from_secs(2);

/// Silence after which a bot pings its node.
const PING_AFTER: Duration = Duration::from_secs(1);

/// Frames about a match that have no version of their own.
const UNVERSIONED_FRAMES: [&str; 5] = ["presence", "watchers", "rated", "premove", "chat"];

/// State shared by all bots.
pub(crate) struct BotContext {
    /// The addresses of the nodes.
    pub(crate) urls: Vec<String>,
    /// Set when no new matches start and bots stop pausing.
    pub(crate) is_closing: AtomicBool,
    /// Number of acknowledged moves.
    pub(crate) moves: AtomicU64,
    /// Maximum pause before a move.
    pub(crate) max_pause: Duration,
    /// The pending request of each bot, by bot number.
    pub(crate) pending_requests: Mutex<BTreeMap<usize, String>>,
}

/// The records of the bots of one table.
#[derive(Default)]
pub(crate) struct TableRecords {
    pub(crate) requested: Vec<RequestedMove>,
    pub(crate) received: Vec<Received>,
    pub(crate) matches: u64,
}

/// Plays matches until the world closes, and plays the last one to its end.
pub(crate) async fn play_matches(
    context: Arc<BotContext>,
    number: usize,
    variant: &str,
) -> TableRecords {
    let variant = Variant::named(variant).expect("a variant");
    let seats: Vec<String> =
        variant.seats().map(|seat| variant.seat_name(seat).letter().to_string()).collect();
    let mut players: Vec<Player> = Vec::new();
    for (index, _) in seats.iter().enumerate() {
        players.push(Player::new(&context, number * 4 + index).await);
    }
    let mut matches = 0;
    while matches == 0 || !context.is_closing.load(Ordering::Relaxed) {
        matches += 1;
        let time = json!({"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 1_000});
        let create = json!({"t": "create", "variant": variant.name(), "time": time,
                            "seats": {seats[0].as_str(): "me"}});
        let made =
            players[0].request_until_acknowledged(&format!("create {matches}"), create).await;
        let match_id: Uuid = made["match"].as_str().expect("a match").parse().unwrap();
        for player in &mut players[1..] {
            player
                .request_until_acknowledged(
                    &format!("join {matches}"),
                    json!({"t": "join", "match": match_id}),
                )
                .await;
        }
        let playing =
            players.iter_mut().zip(&seats).map(|(player, seat)| player.play(match_id, seat));
        join_all(playing).await;
    }
    let mut all = TableRecords { matches, ..TableRecords::default() };
    for player in players {
        all.requested.extend(player.requested);
        all.received.extend(player.received);
    }
    all
}

/// The connection failed.
struct ConnectionLost;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Player {
    number: usize,
    context: Arc<BotContext>,
    /// The node to which this bot is or was last connected.
    node: usize,
    /// The node that a `bye` named.
    place: Option<usize>,
    socket: Option<Socket>,
    id: Uuid,
    token: String,
    rng: StdRng,
    table: Option<Table>,
    requested: Vec<RequestedMove>,
    received: Vec<Received>,
}

/// The current match as this bot sees it.
struct Table {
    match_id: Uuid,
    seat: String,
    v: u64,
    ply: u64,
    /// The last acknowledged ply of this bot.
    last_own_ply: u64,
    legal: Vec<Value>,
    is_own_turn: bool,
    is_over: bool,
}

impl Player {
    async fn new(context: &Arc<BotContext>, number: usize) -> Player {
        let mut player = Player {
            number,
            context: Arc::clone(context),
            node: number,
            place: None,
            socket: None,
            id: Uuid::nil(),
            token: String::new(),
            rng: StdRng::seed_from_u64(number as u64),
            table: None,
            requested: Vec::new(),
            received: Vec::new(),
        };
        player.reconnect().await;
        player
    }

    /// Connects to the next node that answers.
    async fn reconnect(&mut self) {
        let mut is_first = self.socket.is_none();
        loop {
            self.socket = None;
            if let Some(place) = self.place.take() {
                self.node = place;
            } else if !is_first {
                self.node += 1;
            }
            is_first = false;
            if timeout(NODE_TIMEOUT, self.connect()).await.is_ok_and(|connected| connected.is_ok())
            {
                return;
            }
            sleep_until(Instant::now() + Duration::from_millis(50)).await;
        }
    }

    async fn connect(&mut self) -> Result<(), ConnectionLost> {
        let url = &self.context.urls[self.node % self.context.urls.len()];
        let url = url.replacen("http", "ws", 1);
        let query = match self.token.as_str() {
            "" => String::new(),
            token => format!("?token={token}"),
        };
        let (socket, _) =
            connect_async(format!("{url}/api/v1/ws{query}")).await.map_err(|_| ConnectionLost)?;
        self.socket = Some(socket);
        let hello = self.receive().await?;
        if hello["t"] != "hello" {
            return Err(ConnectionLost);
        }
        if self.token.is_empty() {
            self.token = hello["token"].as_str().expect("a token for a new guest").to_owned();
            self.id = hello["player"]["id"].as_str().expect("an id").parse().unwrap();
        }
        self.watch().await
    }

    async fn watch(&mut self) -> Result<(), ConnectionLost> {
        let Some(Table { match_id, v, .. }) = self.table else { return Ok(()) };
        self.received.push(Received { match_id, since: v, events: Vec::new() });
        let mut watch = json!({"t": "watch", "id": "watch", "match": match_id, "legal": true});
        if v > 0 {
            watch["since"] = json!(v);
        }
        self.send(&watch).await?;
        loop {
            let frame = self.receive().await?;
            if frame["re"] == "watch" {
                return if frame["t"] == "ok" { Ok(()) } else { Err(ConnectionLost) };
            }
            self.apply_frame(&frame);
        }
    }

    async fn send(&mut self, frame: &Value) -> Result<(), ConnectionLost> {
        let socket = self.socket.as_mut().ok_or(ConnectionLost)?;
        socket.send(Message::text(frame.to_string())).await.map_err(|_| ConnectionLost)
    }

    /// Returns the next frame. A `bye` may name the node to connect to.
    async fn receive(&mut self) -> Result<Value, ConnectionLost> {
        let frame = self.receive_any().await?;
        if frame["t"] == "bye" {
            let is_place = |url: &String| frame["at"] == *url;
            self.place = self.context.urls.iter().position(is_place);
            return Err(ConnectionLost);
        }
        Ok(frame)
    }

    async fn receive_any(&mut self) -> Result<Value, ConnectionLost> {
        let socket = self.socket.as_mut().ok_or(ConnectionLost)?;
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return Ok(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(ConnectionLost),
                Some(Ok(_)) => {}
            }
        }
    }

    fn set_pending_request(&self, request: impl FnOnce() -> String) {
        self.context.pending_requests.lock().unwrap().insert(self.number, request());
    }

    /// Repeats a request, at this node or another, until it is acknowledged.
    async fn request_until_acknowledged(&mut self, id: &str, mut command: Value) -> Value {
        command["id"] = json!(id);
        self.set_pending_request(|| command.to_string());
        loop {
            let answered = timeout(NODE_TIMEOUT, self.request(id, &command)).await;
            match answered.unwrap_or(Err(ConnectionLost)) {
                Ok(answer) if answer["t"] == "ok" => return answer,
                Ok(answer) => {
                    let is_transient = ["unavailable", "server_draining"]
                        .iter()
                        .any(|code| answer["code"] == *code);
                    assert!(is_transient, "{command} was answered {answer}");
                    sleep_until(Instant::now() + Duration::from_millis(100)).await;
                    self.reconnect().await;
                }
                Err(ConnectionLost) => self.reconnect().await,
            }
        }
    }

    async fn request(&mut self, id: &str, command: &Value) -> Result<Value, ConnectionLost> {
        self.send(command).await?;
        loop {
            let frame = self.receive().await?;
            if frame["re"] == id {
                return Ok(frame);
            }
            self.apply_frame(&frame);
        }
    }

    /// Plays random moves in one seat until the match has ended.
    async fn play(&mut self, match_id: Uuid, seat: &str) {
        let seat = seat.to_owned();
        let table = Table {
            match_id,
            seat,
            v: 0,
            ply: 0,
            last_own_ply: 0,
            legal: Vec::new(),
            is_own_turn: false,
            is_over: false,
        };
        self.table = Some(table);
        if !timeout(NODE_TIMEOUT, self.watch()).await.is_ok_and(|watched| watched.is_ok()) {
            self.reconnect().await;
        }
        loop {
            let table = self.table.as_ref().expect("a table");
            if table.is_over {
                break;
            }
            if table.is_own_turn && !table.legal.is_empty() {
                self.make_move().await;
            } else {
                self.set_pending_request(|| {
                    format!(
                        "{} after version {} at node {}",
                        table.match_id,
                        table.v,
                        self.node % self.context.urls.len()
                    )
                });
                if self.next_frame().await.is_err() {
                    self.reconnect().await;
                }
            }
        }
        self.table = None;
        // Otherwise a new node would also send events of the previous match.
        let unwatch = json!({"t": "unwatch", "match": match_id});
        self.request_until_acknowledged(&format!("unwatch {match_id}"), unwatch).await;
        self.set_pending_request(|| "nothing".to_owned());
    }

    async fn make_move(&mut self) {
        if !self.context.is_closing.load(Ordering::Relaxed) {
            let most = u64::try_from(self.context.max_pause.as_millis()).expect("a short time");
            let pause = Duration::from_millis(self.rng.random_range(most / 2..=most));
            sleep_until(Instant::now() + pause).await;
        }
        let table = self.table.as_mut().expect("a table");
        table.is_own_turn = false;
        let (match_id, ply) = (table.match_id, table.ply + 1);
        let text = table.legal[self.rng.random_range(0..table.legal.len())].clone();
        let id = format!("{match_id} {ply}");
        let command = json!({"t": "move", "match": match_id, "ply": ply, "move": text});
        let text = text.as_str().expect("a move").to_owned();
        let (player, at) = (self.id, now());
        let index = self.requested.len();
        self.requested.push(RequestedMove {
            match_id,
            player,
            id: id.clone(),
            ply,
            text,
            at,
            acknowledged: None,
        });
        let answer = self.request_until_acknowledged(&id, command).await;
        assert_eq!(answer["ply"], ply, "{answer}");
        let v = answer["v"].as_u64().expect("a version");
        self.requested[index].acknowledged = Some((now(), v));
        let table = self.table.as_mut().expect("a table");
        table.last_own_ply = ply;
        table.is_own_turn &= table.ply >= ply;
        self.context.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the next frame. Pings a silent node.
    async fn next_frame(&mut self) -> Result<(), ConnectionLost> {
        let frame = match timeout(PING_AFTER, self.receive()).await {
            Ok(frame) => frame?,
            Err(_) => {
                self.send(&json!({"t": "ping"})).await?;
                timeout(NODE_TIMEOUT, self.receive()).await.unwrap_or(Err(ConnectionLost))?
            }
        };
        self.apply_frame(&frame);
        Ok(())
    }

    fn apply_frame(&mut self, frame: &Value) {
        let Some(table) = &mut self.table else { return };
        let t = frame["t"].as_str().expect("a type");
        if frame["match"] != json!(table.match_id)
            || frame["re"].is_string()
            || UNVERSIONED_FRAMES.contains(&t)
        {
            return;
        }
        let v = frame["v"].as_u64().expect("a version");
        let received = self.received.last_mut().expect("a connection that watches");
        if t == "snapshot" {
            (received.since, received.events) = (v, Vec::new());
        } else {
            let text = frame["move"].as_str().map(str::to_owned);
            received.events.push((v, text));
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
            let is_current = table.ply >= table.last_own_ply;
            table.is_own_turn = is_current && turn.eq_ignore_ascii_case(&table.seat);
        }
        if let Some(legal) = frame["legal"].as_array() {
            table.legal.clone_from(legal);
        }
    }
}
