//! Kills the server during games, many times. No acknowledged move is lost or doubled.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chivalry::store::StoreOptions;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use crate::client::{Client, Gone};
use crate::databases::{Database, on_postgres, on_sqlite};
use crate::ports::free_port;

/// Acknowledged moves between two kills.
const MOVES_A_LIFE: u64 = 12;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_kills_neither_lose_nor_repeat_moves() {
    tokio::join!(
        on_sqlite(|database| kill_and_finish(database, 50)),
        on_postgres(|database| kill_and_finish(database, 10)),
    );
}

async fn kill_and_finish(database: Database, kills: u32) {
    let port = free_port();
    let url = format!("http://127.0.0.1:{port}");
    let mut server = start(&database.options, port);
    let (lives, _) = watch::channel(0);
    let world = Arc::new(World {
        url: url.clone(),
        lives,
        acknowledged: AtomicU64::new(0),
        progress: Notify::new(),
    });
    let mut drivers = JoinSet::new();
    for (seed, variant) in (0..).zip(["camelot", "cam", "camette", "grand-cam"]) {
        drivers.spawn(drive(Arc::clone(&world), variant, seed, u64::from(kills)));
    }
    for life in 1..=u64::from(kills) {
        world.acknowledged_beyond(life * MOVES_A_LIFE).await;
        server.kill();
        server = start(&database.options, port);
        world.lives.send_replace(life);
    }
    let played: Vec<Vec<Played>> = drivers.join_all().await;
    for played in played.into_iter().flatten() {
        check_log(&url, &played).await;
    }
    server.kill();
}

/// State shared by the drivers and the killer.
struct World {
    url: String,
    /// The number of restarts that completed.
    lives: watch::Sender<u64>,
    acknowledged: AtomicU64,
    progress: Notify,
}

impl World {
    async fn acknowledged_beyond(&self, count: u64) {
        loop {
            let progress = self.progress.notified();
            if self.acknowledged.load(Ordering::SeqCst) >= count {
                return;
            }
            progress.await;
        }
    }

    fn acknowledge(&self) {
        self.acknowledged.fetch_add(1, Ordering::SeqCst);
        self.progress.notify_waiters();
    }

    /// Waits until the server restarted after life `life`.
    async fn next_life(&self, life: u64) {
        self.lives.subscribe().wait_for(|now| *now > life).await.unwrap();
    }
}

/// A match and its acknowledged moves: ply, text and version.
#[derive(Default)]
struct Played {
    id: String,
    moves: BTreeMap<u64, (String, u64)>,
}

/// Plays matches until the last kill, and the last match to its end.
async fn drive(world: Arc<World>, variant: &'static str, seed: u64, kills: u64) -> Vec<Played> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut played = Vec::new();
    while played.is_empty() || *world.lives.borrow() < kills {
        let mut table = TestMatch::new(&world, variant).await;
        while !table.is_over(&world).await {
            table.move_once(&world, &mut rng).await;
        }
        played.push(table.played);
    }
    played
}

/// All seats of one match.
struct TestMatch {
    tokens: Vec<String>,
    seats: Vec<String>,
    players: Vec<Client>,
    /// The number of the server process that the players are connected to.
    life: u64,
    played: Played,
    state: Value,
}

impl TestMatch {
    async fn new(world: &World, variant: &str) -> TestMatch {
        let four = variant.starts_with("grand");
        let seats: Vec<String> =
            if four { "RGBY" } else { "WB" }.chars().map(String::from).collect();
        loop {
            let life = *world.lives.borrow();
            match TestMatch::open(world, variant, &seats, life).await {
                Ok(table) => return table,
                Err(Gone(_)) => world.next_life(life).await,
            }
        }
    }

    async fn open(
        world: &World,
        variant: &str,
        seats: &[String],
        life: u64,
    ) -> Result<TestMatch, Gone> {
        let mut players = Vec::new();
        for _ in seats {
            players.push(Client::connect(&world.url, None).await?);
        }
        let time = json!({"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 100});
        let create = json!({"t": "create", "variant": variant, "time": time,
                            "seats": {seats[0].as_str(): "me"}});
        let id = players[0].ask(create).await?["match"].as_str().unwrap().to_owned();
        for player in &mut players[1..] {
            player.ask(json!({"t": "join", "match": id})).await?;
        }
        let tokens = players.iter().map(Client::token).collect();
        let played = Played { id, ..Played::default() };
        let state = Value::Null;
        let mut table = TestMatch { tokens, seats: seats.to_vec(), players, life, played, state };
        table.load().await?;
        Ok(table)
    }

    async fn load(&mut self) -> Result<(), Gone> {
        let watch = json!({"t": "watch", "match": self.played.id, "legal": true});
        self.players[0].ask(watch).await?;
        self.state = self.players[0].next_of("snapshot").await?;
        self.players[0].ask(json!({"t": "unwatch", "match": self.played.id})).await?;
        Ok(())
    }

    /// Reconnects after a kill.
    async fn reconnect(&mut self, world: &World) {
        loop {
            world.next_life(self.life).await;
            self.life = *world.lives.borrow();
            let back = async {
                for (player, token) in self.players.iter_mut().zip(&self.tokens) {
                    *player = Client::connect(&world.url, Some(token)).await?;
                }
                Ok(())
            };
            let back: Result<(), Gone> = back.await;
            if back.is_ok() && self.load().await.is_ok() {
                return;
            }
        }
    }

    async fn is_over(&mut self, world: &World) -> bool {
        if self.load().await.is_err() {
            self.reconnect(world).await;
        }
        self.state["status"] == "ended"
    }

    /// Makes one move and repeats it after every kill until it is acknowledged.
    async fn move_once(&mut self, world: &World, rng: &mut StdRng) {
        let legal = self.state["legal"].as_array().expect("legal moves");
        let text = legal[rng.random_range(0..legal.len())].as_str().expect("a move").to_owned();
        let turn = self.state["position"].as_str().unwrap().split(' ').nth(1).unwrap();
        let seat = self.seats.iter().position(|seat| seat.eq_ignore_ascii_case(turn)).unwrap();
        let ply = self.state["ply"].as_u64().unwrap() + 1;
        let command = json!({"t": "move", "match": self.played.id, "ply": ply, "move": text});
        let id = format!("ply {ply}");
        loop {
            match self.players[seat].ask_as(&id, command.clone()).await {
                Ok(answer) => {
                    assert_eq!((&answer["t"], &answer["ply"]), (&json!("ok"), &json!(ply)));
                    let v = answer["v"].as_u64().unwrap();
                    self.played.moves.insert(ply, (text, v));
                    world.acknowledge();
                    return;
                }
                Err(Gone(_)) => self.reconnect(world).await,
            }
        }
    }
}

/// Compares the acknowledged moves with the log as read by another client.
async fn check_log(url: &str, played: &Played) {
    let mut reader = Client::guest(url).await;
    reader.ok(json!({"t": "watch", "match": played.id})).await;
    let end = reader.next_of("snapshot").await.unwrap();
    assert_eq!(end["status"], "ended");
    assert_ne!(end["termination"], "time", "time in which the server was down is nobody's");
    let address = format!("{url}/api/v1/matches/{}/events?since=0", played.id);
    let events: Value = reqwest::get(address).await.unwrap().json().await.unwrap();
    let events = events["items"].as_array().unwrap();
    assert!(events.iter().zip(1..).all(|(event, v)| event["v"] == v), "versions are contiguous");
    let moved: Vec<&Value> = events.iter().filter(|event| event["t"] == "moved").collect();
    assert!(moved.iter().zip(1..).all(|(event, ply)| event["ply"] == ply), "no ply is doubled");
    for (ply, (text, v)) in &played.moves {
        let event = moved[*ply as usize - 1];
        assert_eq!((&event["move"], &event["v"]), (&json!(text), &json!(v)));
    }
    let passes = moved.iter().filter(|event| event["move"] == "pass").count();
    assert_eq!(moved.len(), played.moves.len() + passes);
}

/// A server process, killed when dropped.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn kill(self) {}
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().expect("a process that can be killed");
        self.0.wait().expect("a process that ends");
    }
}

/// Starts the server and waits until it is ready.
pub(crate) fn start(options: &StoreOptions, port: u16) -> Process {
    start_with(options, port, &[])
}

/// Starts the server with additional options.
pub(crate) fn start_with(options: &StoreOptions, port: u16, more: &[&str]) -> Process {
    launch(command(options, port, more))
}

/// The command that starts the server.
pub(crate) fn command(options: &StoreOptions, port: u16, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chivalry"));
    command.args(["serve", "--listen", &format!("127.0.0.1:{port}")]).env("CHIVALRY_LOG", "error");
    command.args(["--commands-per-second", "100000", "--data-dir"]).arg(&options.data_dir);
    command.args(more).env_remove("NATS_URL");
    match &options.database_url {
        Some(url) => command.env("DATABASE_URL", url),
        None => command.env_remove("DATABASE_URL"),
    };
    command
}

/// Runs `command` and waits until the server is ready.
pub(crate) fn launch(mut command: Command) -> Process {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("the server's output");
    BufReader::new(output).read_line(&mut line).expect("a line when it is ready");
    assert!(line.starts_with("chivalry is at http://"), "{line}");
    Process(child)
}
