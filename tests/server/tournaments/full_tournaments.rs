//! Complete tournaments over real sockets, played by bots while the server is killed.
//! Nothing is lost and no pairing is doubled.

mod bot;
mod checker;
mod tables;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chivalry::store::StoreOptions;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use self::bot::Bot;
use self::checker::Finished;
use crate::crashes::{Process, start_with};
use crate::databases::{Database, on_every_database};
use crate::ports::free_port;

/// Number of kills.
const KILLS: u64 = 3;

/// A variant of the examples.
const THREE_SEATS: &str = "cam-for-three";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournaments_of_all_formats_finish_while_the_server_is_killed() {
    on_every_database(|database| play(database, events(16, false))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn tournaments_of_200_entrants_finish_while_the_server_is_killed() {
    on_every_database(|database| play(database, events(200, true))).await;
}

/// A tournament to be played, and its number of entrants.
struct Planned {
    plan: Value,
    players: usize,
}

/// A Swiss by each edition, a Swiss and an arena of tables for four and for three, a knockout of each
/// kind, groups before a knockout, and an arena, if there is time for it. The larger ones have
/// `players` entrants.
fn events(players: usize, with_arena: bool) -> Vec<Planned> {
    let replay = json!({"best_of": 1, "decider": {"kind": "replay"}});
    let one_game = json!({"best_of": 1});
    let tie_breaks = json!([{"kind": "castle_entries"}]);
    let stage = |format: Value, series: &Value, best: u64| {
        json!({"name": "Stage", "format": format, "series": series, "no_show_ms": 4_000,
            "best_of_each_group": best, "start": {"by": "clock", "pause_ms": 0},
            "tie_breaks": tie_breaks})
    };
    let plan = |name: &str, edition: &str, players: usize, stages: Value| {
        let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
        let plan = json!({"name": name, "variant": "camette", "time": time, "edition": edition,
            "most": players, "stages": stages});
        Planned { plan: json!({"plan": plan}), players }
    };
    let swiss = || json!([stage(json!({"kind": "swiss", "rounds": 4}), &one_game, 0)]);
    let knockout = |format: Value| json!([stage(format, &replay, 0)]);
    let groups = json!({"kind": "round_robin", "groups": 2});
    let then =
        json!([stage(groups, &one_game, 0), stage(json!({"kind": "knockout"}), &replay, 2),]);
    let half = (players / 2).min(64);
    // Some are left over in every round.
    let tables = match players {
        16 => [("chivalry-four-singles", 10), (THREE_SEATS, 8)],
        _ => [("chivalry-four-singles", players - 2), (THREE_SEATS, players)],
    };
    let mut events = vec![
        plan("Swiss of 2017", "fide-2017", players, swiss()),
        plan("Swiss of 2026", "fide-2026", players, swiss()),
        plan(
            "Knockout",
            "fide-2026",
            half,
            knockout(json!({"kind": "knockout", "third_place": true})),
        ),
        plan("Double", "fide-2026", half, knockout(json!({"kind": "knockout", "double": true}))),
        plan("Groups", "fide-2026", 8, then),
    ];
    for (variant, players) in tables {
        events.push(swiss_of_tables(variant, players));
        events.push(arena_of_tables(variant, players));
    }
    if with_arena {
        let mut arena =
            stage(json!({"kind": "arena", "length_ms": 60_000, "wave_ms": 2_000}), &one_game, 0);
        arena["tie_breaks"] = json!([]);
        events.push(plan("Arena", "fide-2026", players, json!([arena])));
    }
    events
}

/// A Swiss of a game in which each plays for himself.
fn swiss_of_tables(variant: &str, players: usize) -> Planned {
    let stage = json!({"name": "Stage", "format": {"kind": "swiss", "rounds": 3},
        "no_show_ms": 4_000, "start": {"by": "clock", "pause_ms": 0}});
    tables(variant, players, stage)
}

/// An arena of a game in which each plays for himself.
fn arena_of_tables(variant: &str, players: usize) -> Planned {
    let stage = json!({"name": "Stage", "no_show_ms": 4_000,
        "format": {"kind": "arena", "length_ms": 60_000, "wave_ms": 2_000}});
    tables(variant, players, stage)
}

fn tables(variant: &str, players: usize, stage: Value) -> Planned {
    let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
    let plan = json!({"name": "Tables", "variant": variant, "time": time, "most": players,
        "stages": [stage]});
    Planned { plan: json!({"plan": plan}), players }
}

/// Starts the server with the variants of the examples.
fn start(options: &StoreOptions, port: u16) -> Process {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/variants");
    start_with(options, port, &["--variants", folder])
}

async fn play(database: Database, events: Vec<Planned>) {
    let port = free_port();
    let mut server = start(&database.options, port);
    let world = Arc::new(World::at(format!("http://127.0.0.1:{port}")));
    let mut bots = JoinSet::new();
    let mut tournaments = Vec::new();
    let commands_a_life = 4 * events.iter().map(|event| event.players as u64).sum::<u64>();
    for Planned { plan, players } in events {
        let director = world.guest().await;
        let made = world.ask(&director, Method::POST, "/tournaments", plan).await.unwrap();
        let id = made["tournament"].as_str().unwrap().to_owned();
        for number in 0..players {
            let token = world.guest().await;
            world.ask(&token, Method::POST, &format!("/tournaments/{id}/join"), json!({})).await;
            // One player of each tournament stops after a round.
            let rounds = if number == players / 2 { 1 } else { u64::MAX };
            let bot = Bot::new(&world, &id, token, number as u64, rounds);
            bots.spawn(bot.run());
        }
        let start = format!("/tournaments/{id}/start");
        world.ask(&director, Method::POST, &start, json!({})).await.unwrap();
        tournaments.push((id, players));
    }
    for life in 1..=KILLS {
        world.wait_for_commands(life * commands_a_life).await;
        server.kill();
        server = start(&database.options, port);
        world.lives.send_replace(life);
    }
    while let Some(ended) = bots.join_next().await {
        ended.unwrap();
    }
    let mut games = 0;
    for (id, players) in &tournaments {
        games += Finished::fetch(&world, id).await.check(&world, *players).await;
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
