//! Latency of an event from its commit to the last watcher of a match.
//!
//! `cargo bench --bench watchers`; an argument replaces the default of 1,000 watchers.
//!
//! The server runs in its own runtime, on SQLite in a temporary directory. The watchers run in
//! another runtime, each with its own WebSocket connection over the loopback device. Both share
//! the processors of one computer, which also does the work of all clients. Two players make
//! random moves of chivalry. Each move is sent after the last watcher received the previous
//! one, so that no queue forms.
//!
//! The latency of an event begins when its commit is known
//! (`chivalry::live::MatchUpdate::committed_at`) and ends when the last watcher has read its
//! frame. The output shows the median, the 99th percentile and the maximum over all events, and
//! the number of frames written.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

use std::sync::Arc;
use std::time::Duration;

use chivalry::http::{HttpOptions, Server, bind};
use chivalry::live::{Broadcast, Live, Subscriber};
use chivalry::store::StoreOptions;
use chivalry_rules::{Game, MoveList, Position, Variant};
use futures_util::{SinkExt as _, StreamExt as _};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

const MOVES: usize = 300;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn main() {
    let argument = std::env::args().find_map(|text| text.parse().ok());
    let watchers: usize = argument.unwrap_or(1_000);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (serving, watching) = (runtime(), runtime());
    let shutdown = CancellationToken::new();
    let (url, live, server) = serving.block_on(async {
        let options = HttpOptions { commands_per_second: 100_000, ..HttpOptions::local() };
        let listener = bind(&options).await.expect("a free port");
        let store = StoreOptions::sqlite(directory.path());
        let server = Server::open(listener, options, &store, shutdown.clone()).await;
        let server = server.expect("a server that opens");
        let (url, live) = (server.url().replacen("http", "ws", 1), server.live().clone());
        (url, live, tokio::spawn(server.serve()))
    });
    watching.block_on(measure(&url, &live, watchers));
    // The watchers stop first, because they treat the end of the server as a failure.
    watching.shutdown_background();
    shutdown.cancel();
    serving.block_on(server).expect("no panic").expect("a writer that does not fail");
}

fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().expect("a runtime")
}

async fn measure(url: &str, live: &Live, watchers: usize) {
    let mut white = Client::connect(url, "").await;
    let mut black = Client::connect(url, "").await;
    let create = json!({"t": "create", "id": "1", "variant": "chivalry", "seats": {"W": "me"}});
    let made = white.ask(create).await;
    let id = made["match"].as_str().expect("a match").to_owned();
    black.ask(json!({"t": "join", "id": "1", "match": id})).await;

    let (subscriber, mut commits) = Subscriber::new(MOVES);
    let match_id = id.parse().expect("an id");
    live.watch(match_id, None, &subscriber).await.expect("a match to watch");
    let (seen, mut arrivals) = mpsc::channel(watchers);
    let watch: Arc<str> = json!({"t": "watch", "id": "1", "match": id}).to_string().into();
    for _ in 0..watchers {
        let mut watcher = Client::connect(url, "?token=nobody").await;
        watcher.ask_text(&watch).await;
        tokio::spawn(watcher.record_arrivals(seen.clone()));
    }

    let before = live.frames_written();
    let mut times = Vec::new();
    let mut rng = StdRng::seed_from_u64(1887);
    let mut game = Game::new(Position::start(Variant::named("chivalry").expect("a variant")));
    let mut list = MoveList::new();
    while times.len() < MOVES && game.ending().is_none() {
        game.position().legal_moves(&mut list);
        let legal = list.get(rng.random_range(0..list.len())).expect("a legal move");
        let (ply, text) = (game.plies() + 1, game.position().move_text(&legal));
        let mover = if ply % 2 == 1 { &mut white } else { &mut black };
        let command = json!({"t": "move", "id": ply.to_string(), "match": id, "ply": ply,
                             "move": text});
        mover.ask(command).await;
        game.play(&legal.effect);
        let mut last = None;
        for _ in 0..watchers {
            last = last.max(arrivals.recv().await);
        }
        let committed_at = loop {
            match commits.recv().await.expect("a commit") {
                Broadcast::Event(update) => break update.committed_at,
                Broadcast::SideEvent(_) | Broadcast::Tournament(_) | Broadcast::Moved(_) => {}
            }
        };
        times.push(last.expect("a watcher").duration_since(committed_at));
    }
    times.sort();
    let at = |percent: usize| millis(times[(times.len() - 1) * percent / 100]);
    let frames = live.frames_written() - before;
    println!(
        "{watchers} watchers, {} moves, {frames} frames written: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
        times.len(),
        at(50),
        at(99),
        at(100),
    );
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

struct Client(Socket);

impl Client {
    async fn connect(url: &str, query: &str) -> Client {
        let connected = connect_async(format!("{url}/api/v1/ws{query}")).await;
        Client(connected.expect("a connection").0)
    }

    async fn ask(&mut self, command: Value) -> Value {
        self.ask_text(&command.to_string()).await
    }

    /// Returns the answer, which must be `ok`.
    async fn ask_text(&mut self, command: &str) -> Value {
        self.0.send(Message::text(command)).await.expect("a connection that takes frames");
        loop {
            let text = self.next().await;
            let frame: Value = serde_json::from_str(&text).expect("JSON");
            match frame["t"].as_str() {
                Some("ok") => return frame,
                Some("err") if frame["code"] != "unauthorized" => panic!("{frame}"),
                _ => {}
            }
        }
    }

    async fn next(&mut self) -> String {
        loop {
            let received = self.0.next().await.expect("a connection that lasts");
            if let Message::Text(text) = received.expect("a connection that lasts") {
                return text.as_str().to_owned();
            }
        }
    }

    /// Records the arrival time of each move.
    async fn record_arrivals(mut self, seen: mpsc::Sender<Instant>) {
        loop {
            let is_move = self.next().await.starts_with(r#"{"t":"moved""#);
            if is_move && seen.send(Instant::now()).await.is_err() {
                return;
            }
        }
    }
}
