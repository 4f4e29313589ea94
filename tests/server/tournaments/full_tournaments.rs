//! Complete tournaments over real sockets, played by bots while the server is killed.
//! Nothing is lost and no pairing is doubled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use crate::client::{Client, Gone};
use crate::crashes::start;
use crate::databases::{Database, on_postgres, on_sqlite};
use crate::ports::free_port;

/// Number of kills, and of commands before each one.
const KILLS: u64 = 3;
const COMMANDS_A_LIFE: u64 = 60;

/// Plies after which a bot resigns.
const MAX_PLIES: u64 = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swiss_and_a_knockout_finish_while_the_server_is_killed() {
    on_sqlite(play).await;
    on_postgres(play).await;
}

async fn play(database: Database) {
    let port = free_port();
    let mut server = start(&database.options, port);
    let world = Arc::new(World::at(format!("http://127.0.0.1:{port}")));
    let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
    let plan = |name: &str, format: Value, series: Value| {
        json!({"plan": {"name": name, "variant": "camette", "time": time, "stages": [{
            "name": name, "format": format, "series": series, "no_show_ms": 4_000,
            "start": {"by": "clock", "pause_ms": 0},
            "tie_breaks": [{"kind": "buchholz"}, {"kind": "castle_entries"}]}]}})
    };
    let swiss = plan("Swiss", json!({"kind": "swiss", "rounds": 4}), json!({"best_of": 1}));
    let replay = json!({"best_of": 1, "decider": {"kind": "replay"}});
    let knockout = plan("Knockout", json!({"kind": "knockout", "third_place": true}), replay);
    let mut bots = JoinSet::new();
    let mut tournaments = Vec::new();
    for (plan, players) in [(swiss, 16), (knockout, 8)] {
        let director = world.guest().await;
        let made = world.ask(&director, Method::POST, "/tournaments", plan).await.unwrap();
        let id = made["tournament"].as_str().unwrap().to_owned();
        for number in 0..players {
            let token = world.guest().await;
            world.ask(&token, Method::POST, &format!("/tournaments/{id}/join"), json!({})).await;
            // One player of each tournament stops: after a round of the Swiss, and before the
            // knockout.
            let rounds = if number == players / 2 { u64::from(players > 8) } else { u64::MAX };
            let bot = Bot::new(&world, &id, token, number, rounds);
            bots.spawn(bot.run());
        }
        let start = format!("/tournaments/{id}/start");
        world.ask(&director, Method::POST, &start, json!({})).await.unwrap();
        tournaments.push((id, players));
    }
    for life in 1..=KILLS {
        world.wait_for_commands(life * COMMANDS_A_LIFE).await;
        server.kill();
        server = start(&database.options, port);
        world.lives.send_replace(life);
    }
    while let Some(ended) = bots.join_next().await {
        ended.unwrap();
    }
    let mut games = 0;
    for (id, players) in &tournaments {
        games += check(&world, id, *players).await;
    }
    assert_eq!(all_matches(&world).await, games, "no match was made twice");
    server.kill();
}

/// State shared by the bots and the task that kills the server.
struct World {
    url: String,
    client: reqwest::Client,
    /// Number of restarts after which the server answered.
    lives: watch::Sender<u64>,
    commands: AtomicU64,
    progress: Notify,
}

impl World {
    fn at(url: String) -> World {
        World {
            url,
            client: reqwest::Client::new(),
            lives: watch::channel(0).0,
            commands: AtomicU64::new(0),
            progress: Notify::new(),
        }
    }

    /// The REST response, or `None` on a failed or refused request.
    async fn ask(&self, token: &str, method: Method, path: &str, body: Value) -> Option<Value> {
        let request = self.client.request(method, format!("{}/api/v1{path}", self.url));
        let signed = if token.is_empty() { request } else { request.bearer_auth(token) };
        let answer = signed.body(body.to_string()).send().await.ok()?;
        let is_done = answer.status().is_success();
        answer.json().await.ok().filter(|_| is_done)
    }

    async fn guest(&self) -> String {
        let session = self.ask("", Method::POST, "/guests", json!({})).await.unwrap();
        session["token"].as_str().unwrap().to_owned()
    }

    async fn get(&self, path: &str) -> Option<Value> {
        self.ask("", Method::GET, path, Value::Null).await
    }

    async fn wait_for_commands(&self, count: u64) {
        loop {
            let progress = self.progress.notified();
            if self.commands.load(Ordering::SeqCst) >= count {
                return;
            }
            progress.await;
        }
    }

    fn count_command(&self) {
        self.commands.fetch_add(1, Ordering::SeqCst);
        self.progress.notify_waiters();
    }

    /// Waits until the server has restarted after life `life`.
    async fn next_life(&self, life: u64) {
        self.lives.subscribe().wait_for(|now| *now > life).await.unwrap();
    }
}

/// A player of one tournament.
struct Bot {
    world: Arc<World>,
    tournament: String,
    token: String,
    rng: StdRng,
    /// Rounds after which the bot stops.
    rounds: u64,
    entrant: Value,
    /// The last version of the tournament that the bot has received.
    v: u64,
    /// Number of commands sent.
    commands: u64,
}

impl Bot {
    fn new(world: &Arc<World>, id: &str, token: String, seed: u64, rounds: u64) -> Bot {
        let (world, tournament) = (Arc::clone(world), id.to_owned());
        let rng = StdRng::seed_from_u64(seed);
        Bot { world, tournament, token, rng, rounds, entrant: Value::Null, v: 0, commands: 0 }
    }

    /// Plays until the tournament is over, across restarts of the server.
    async fn run(mut self) {
        loop {
            let life = *self.world.lives.borrow();
            match self.live().await {
                Ok(()) => return,
                Err(Gone(_)) => self.world.next_life(life).await,
            }
        }
    }

    async fn live(&mut self) -> Result<(), Gone> {
        let url = self.world.url.clone();
        let mut client = Client::connect(&url, Some(&self.token)).await?;
        let player = client.hello["player"]["id"].clone();
        let id = self.tournament.clone();
        let follow = json!({"t": "tournament", "tournament": id, "on": true, "since": self.v});
        let followed = client.ask(follow).await?;
        assert_eq!(followed["t"], "ok", "what was told is not lost: {followed}");
        if self.entrant.is_null() {
            let view = self.world.get(&format!("/tournaments/{id}")).await.ok_or(Gone(None))?;
            let mut entrants = view["entrants"].as_array().unwrap().iter();
            let own = entrants.find(|it| it["players"][0]["id"] == player).unwrap();
            self.entrant = own["entrant"].clone();
        }
        self.join_games(&mut client).await?;
        let mut positions: BTreeMap<String, Value> = BTreeMap::new();
        loop {
            let frame = client.next().await?;
            match frame["t"].as_str().unwrap() {
                "tournament" => {
                    assert_eq!(frame["v"], self.v + 1, "none is left out, none comes twice");
                    self.v += 1;
                    if frame["event"]["t"] == "ended" {
                        return Ok(());
                    }
                }
                "called" => {
                    if frame["round"].as_u64().unwrap() > self.rounds {
                        continue;
                    }
                    match frame["match"].as_str() {
                        Some(id) => self.watch(&mut client, id).await?,
                        None => self.say_ready(&frame["pairing"]).await,
                    }
                }
                "snapshot" | "moved" | "started" | "resumed" => {
                    let id = frame["match"].as_str().unwrap().to_owned();
                    if frame["t"] == "snapshot" {
                        positions.insert(id.clone(), frame["seats"].clone());
                    }
                    let seats = positions.get(&id).cloned().unwrap_or_default();
                    self.play(&mut client, &id, &seats, &player, &frame).await?;
                }
                _ => {}
            }
        }
    }

    /// Joins the games that wait for the bot.
    async fn join_games(&mut self, client: &mut Client) -> Result<(), Gone> {
        let rounds = format!("/tournaments/{}/rounds?stage=0", self.tournament);
        let rounds = self.world.get(&rounds).await.ok_or(Gone(None))?;
        for round in rounds["items"].as_array().unwrap() {
            if round["began_at"].is_null() || round["round"].as_u64().unwrap() > self.rounds {
                continue;
            }
            for pairing in round["pairings"].as_array().unwrap() {
                let is_own = [&pairing["first"], &pairing["second"]].contains(&&self.entrant);
                if !is_own || pairing["decided"] == true {
                    continue;
                }
                if pairing["began_at"].is_null() {
                    self.say_ready(&pairing["pairing"]).await;
                }
                let last = pairing["games"].as_array().unwrap().last();
                if let Some(game) = last.filter(|game| game["result"].is_null()) {
                    self.watch(client, game["match"].as_str().unwrap()).await?;
                }
            }
        }
        Ok(())
    }

    async fn say_ready(&self, pairing: &Value) {
        let path = format!("/tournaments/{}/actions", self.tournament);
        let ready = json!({"do": "ready", "pairing": pairing});
        // The request may be a repetition or too late.
        let _ = self.world.ask(&self.token, Method::POST, &path, ready).await;
        self.world.count_command();
    }

    async fn watch(&mut self, client: &mut Client, id: &str) -> Result<(), Gone> {
        client.ask(json!({"t": "watch", "match": id, "legal": true})).await.map(drop)
    }

    /// Plays random moves, enters the castle if possible, and resigns after the limit.
    async fn play(
        &mut self,
        client: &mut Client,
        id: &str,
        seats: &Value,
        player: &Value,
        frame: &Value,
    ) -> Result<(), Gone> {
        let Some(running) = frame["clock"]["running"].as_str() else { return Ok(()) };
        let is_over = frame["status"] == "ended";
        if is_over || seats[running]["id"] != *player {
            return Ok(());
        }
        let ply = frame["ply"].as_u64().unwrap_or(0);
        let moves = frame["legal"].as_array().cloned().unwrap_or_default();
        let goal = if running == "W" { "C7" } else { "C1" };
        let into = moves.iter().find(|text| text.as_str().unwrap().ends_with(goal));
        let chosen = into.or_else(|| moves.choose(&mut self.rng));
        let command = match chosen {
            Some(text) if into.is_some() || ply < MAX_PLIES || self.rng.random_bool(0.5) => {
                json!({"t": "move", "match": id, "ply": ply + 1, "move": text})
            }
            _ => json!({"t": "resign", "match": id}),
        };
        // A new id, because the server would repeat the answer to an earlier one.
        self.commands += 1;
        client.ask_as(&format!("bot {}", self.commands), command).await?;
        self.world.count_command();
        Ok(())
    }
}

/// Checks a finished tournament against its matches and returns their number.
async fn check(world: &World, id: &str, players: u64) -> usize {
    let get = async |path: &str| {
        let found = world.get(&format!("/tournaments/{id}{path}")).await;
        found.unwrap_or_else(|| panic!("{path} of {id}"))
    };
    let view = get("").await;
    assert_eq!(view["status"], "ended");
    assert_eq!(view["entrants"].as_array().unwrap().len() as u64, players);
    let events = get("/events").await;
    let events = events["items"].as_array().unwrap();
    assert!(events.iter().zip(1..).all(|(event, v)| event["v"] == v), "versions are contiguous");
    let began = events.iter().filter(|event| event["event"]["t"] == "game_began");
    let began: Vec<&str> = began.map(|it| it["event"]["match"].as_str().unwrap()).collect();
    let distinct: BTreeSet<&str> = began.iter().copied().collect();
    assert_eq!(distinct.len(), began.len(), "a match is one game");

    let rounds = get("/rounds?stage=0").await;
    let (mut played, mut forfeited) = (0, 0);
    let mut met = BTreeSet::new();
    for round in rounds["items"].as_array().unwrap() {
        let mut seen = BTreeSet::new();
        for pairing in round["pairings"].as_array().unwrap() {
            let both = ["first", "second"].map(|side| pairing[side].as_u64().unwrap());
            assert!(both.iter().all(|it| seen.insert(*it)), "twice in a round: {round}");
            let pair = (both[0].min(both[1]), both[0].max(both[1]));
            assert!(met.insert(pair) || pairing["node"].is_number(), "met twice: {pairing}");
            assert_eq!(pairing["decided"], true, "{pairing}");
            forfeited += u64::from(pairing["forfeited"] != json!([]));
            for game in pairing["games"].as_array().unwrap() {
                let Some(match_id) = game["match"].as_str() else { continue };
                let found = world.get(&format!("/matches/{match_id}")).await.unwrap();
                assert_eq!(found["status"], "ended", "{found}");
                assert_eq!(found["tournament"]["pairing"], pairing["pairing"], "{found}");
                let told = match found["result"].as_str().unwrap() {
                    "1-0" => json!({"how": "won", "side": "first"}),
                    "0-1" => json!({"how": "won", "side": "second"}),
                    "1/2-1/2" => json!({"how": "drawn"}),
                    _ => continue,
                };
                assert_eq!(game["result"], told, "{found}");
                played += 1;
            }
        }
        for bye in round["byes"].as_array().unwrap() {
            assert!(seen.insert(bye["entrant"].as_u64().unwrap()), "{round}");
        }
    }
    assert!(played > players / 2, "{played} games were played");
    assert!(forfeited >= 1, "somebody vanished");
    let standings = get("/standings").await;
    let points = standings["items"].as_array().unwrap().iter();
    let sum: f64 = points.map(|place| place["points"].as_f64().unwrap()).sum();
    assert!(sum > 0.0, "{standings}");
    distinct.len()
}

/// The number of matches on the server.
async fn all_matches(world: &World) -> usize {
    let (mut count, mut cursor) = (0, String::new());
    loop {
        let page = world.get(&format!("/matches?limit=100{cursor}")).await.unwrap();
        count += page["items"].as_array().unwrap().len();
        let Some(next) = page["next"].as_str() else { return count };
        cursor = format!("&cursor={next}");
    }
}
