//! Deterministic simulation of the whole server: clients, sessions, actors, writer, store and bus
//! run in one thread with simulated time. All randomness, all delays and all faults come from a
//! seed, so a seed always produces the same run.
//!
//! The simulation runs the real services of `http`, `live` and `store`. The database is SQLite
//! behind a driver that injects faults, the bus and the connections of clients are simulated. The
//! checker reads only the answers to clients and the stored logs.
//!
//! `CHIVALRY_SERVER_SEEDS=0..10000 cargo test --lib whole_server` runs these seeds.

mod checker;
mod client;
mod cluster;
pub(crate) mod database;
mod link;
mod node;
pub(crate) mod process;
pub(crate) mod world;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::live::cluster::simulation::seeds;
use crate::live::cluster::simulation::world::{TraceLine, World};
use crate::planted::{self, Planted};
use crate::simulation::checker::Violation;
use crate::simulation::client::{Client, Part, Table};
use crate::simulation::cluster::Cluster;
use crate::store::Store;

/// The default seeds.
const SEEDS: Range<u64> = 0..100;

/// The default seeds that are run twice.
const REPEATED_SEEDS: Range<u64> = 0..10;

/// The seeds in which each planted fault has to be found.
const DETECTION_SEEDS: Range<u64> = 0..1_000;

/// Number of steps with faults in a run.
const STEPS: u64 = 10_000;

/// Time after the faults in which every command is answered and every match ends.
const RECOVERY_LIMIT: Duration = Duration::from_secs(40);

/// Trace lines shown for a violation.
const TRACE_LINES: usize = 150;

/// The result of a run.
struct Run {
    hash: u64,
    trace: Vec<TraceLine>,
    found: Result<(), Violation>,
}

/// Runs a seed. Records a trace if `is_traced` is set.
fn run(seed: u64, fault: Option<Planted>, is_traced: bool) -> Run {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime");
    planted::plant(fault);
    let run = runtime.block_on(async {
        world::set_seed(Some(seed));
        let world = World::new(seed, is_traced);
        let cluster = Arc::new(Cluster::new(&world));
        let found = live_through(&cluster).await;
        world.note(format_args!("{} steps", world.steps()));
        cluster.end_all();
        world.end();
        Run { hash: world.hash(), trace: world.trace(), found }
    });
    world::set_seed(None);
    planted::plant(None);
    run
}

async fn live_through(cluster: &Arc<Cluster>) -> Result<(), Violation> {
    let world = &cluster.world;
    let mut background = JoinSet::new();
    background.spawn(world.clone().resume());
    for at in 0..cluster.places() {
        background.spawn(Arc::clone(cluster).supervise(at));
    }
    let mut clients = JoinSet::new();
    let closing = watch::Sender::new(false);
    for table in 0..world.any(1..4) {
        clients.spawn(play_games(Arc::clone(cluster), table, closing.subscribe()));
    }
    let faults = background.spawn(Arc::clone(cluster).suffer());
    while world.steps() < STEPS && !has_violation(cluster) {
        world.wait(Duration::from_millis(100)).await;
    }
    faults.abort();
    world.note("the faults end");
    cluster.heal();
    closing.send_replace(true);
    let recovery = timeout(RECOVERY_LIMIT, async { while clients.join_next().await.is_some() {} });
    let has_recovered = has_violation(cluster) || recovery.await.is_ok();
    let (_, options) = cluster.database.connect();
    let store = Store::open(&options).await;
    let (store, _writer) = store.map_err(|error| Violation(error.to_string()))?;
    let logs = checker::read_logs(&store).await;
    let logs = logs.map_err(|error| Violation(error.to_string()))?;
    cluster.ledger.with(|told| checker::check(told, &logs))?;
    match has_recovered {
        true => Ok(()),
        false => Err(Violation(format!("no end {} s after the faults", RECOVERY_LIMIT.as_secs()))),
    }
}

/// Plays one game after another until the faults end.
async fn play_games(cluster: Arc<Cluster>, table: u64, closing: watch::Receiver<bool>) {
    for game in 0.. {
        let (shared, mut clients) = (Arc::new(Table::new(closing.clone())), JoinSet::new());
        let parts = [(Part::Creator, 'a'), (Part::Opponent, 'b'), (Part::Spectator, 'c')];
        for (part, letter) in parts {
            let name = format!("{letter}{table}.{game}");
            clients.spawn(Client::new(&cluster, &shared, name, part).play());
        }
        while clients.join_next().await.is_some() {}
        if *closing.borrow() {
            return;
        }
    }
}

fn has_violation(cluster: &Cluster) -> bool {
    cluster.ledger.with(|told| !told.violations.is_empty())
}

/// Returns the first of `seeds` with a violation.
fn first_found(seeds: Range<u64>, fault: Option<Planted>) -> Option<(u64, Violation)> {
    seeds::first_found(seeds, |seed| run(seed, fault, false).found)
}

#[test]
fn no_seed_breaks_the_whole_server() {
    let Some((seed, violation)) = first_found(seeds::seeds("CHIVALRY_SERVER_SEEDS", SEEDS), None)
    else {
        return;
    };
    panic!(
        "{}\n\nseed {seed}: {violation}\n\
         run it again: CHIVALRY_SERVER_SEEDS={seed}..{} cargo test --lib whole_server",
        seeds::last_lines(&run(seed, None, true).trace, TRACE_LINES),
        seed + 1,
    );
}

#[test]
fn a_seed_always_produces_the_same_run_of_the_whole_server() {
    let seeds = seeds::seeds("CHIVALRY_SERVER_SEEDS", REPEATED_SEEDS);
    let different = seeds::first_found(seeds, |seed| {
        let [first, second] = [(); 2].map(|()| run(seed, None, true));
        match first.hash == second.hash {
            true => Ok(()),
            false => Err(seeds::first_difference(&first.trace, &second.trace)),
        }
    });
    if let Some((seed, difference)) = different {
        panic!("seed {seed} differs:\n{difference}");
    }
    let [first, second] = [0, 1].map(|seed| run(seed, None, false).hash);
    assert_ne!(first, second, "different seeds produce different runs");
}

#[test]
fn planted_faults_are_found_in_the_whole_server() {
    for fault in Planted::ALL {
        assert!(first_found(DETECTION_SEEDS, Some(fault)).is_some(), "{fault:?} is not found");
    }
}
