//! Deterministic simulation of the node protocol: all randomness and all delays come from a seed.
//!
//! The simulation runs the real [`Nodes`](crate::live::cluster::nodes::Nodes) and
//! [`Lease`](crate::live::cluster::lease::Lease). The bus and the database inject faults. A
//! simulated node contains only the ownership logic of the server. The checker reads only the
//! answers to clients and the stored logs.
//!
//! `CHIVALRY_SIMULATION_SEEDS=0..10000 cargo test --lib simulation` runs these seeds.
mod checker;
mod clients;
mod faults;
mod ledger;
pub(crate) mod network;
mod node;
mod process;
pub(crate) mod seeds;
pub(crate) mod world;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use chivalry_play::matches::MatchId;

use crate::live::cluster::nodes::Entity;
use crate::live::cluster::simulation::checker::{ClientCommand, Violation};
use crate::live::cluster::simulation::ledger::Ledger;
use crate::live::cluster::simulation::network::Network;
use crate::live::cluster::simulation::node::Node;
use crate::live::cluster::simulation::world::{TraceLine, World};

/// The default seeds.
const SEEDS: Range<u64> = 0..1_000;

/// The seeds in which each broken protocol has to be detected.
const DETECTION_SEEDS: Range<u64> = 0..5_000;

/// Trace lines shown for a violation.
const TRACE_LINES: usize = 120;

/// Duration of the fault injection in a run.
const FAULTS_FOR: Duration = Duration::from_secs(30);

/// Time after the faults in which every command is acknowledged and every expired clock is flagged.
const RECOVERY_LIMIT: Duration = Duration::from_secs(20);

/// A deliberately broken protocol, which tests the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    /// Appends ignore the epoch.
    IgnoresEpoch,
    /// A commit with an unknown outcome counts as done.
    AcknowledgesUnknown,
    /// After a conflict, a command is executed again without a check of the log.
    ExecutesTwice,
    /// A node abandons a match that it could not acquire or has lost, and takes any node that
    /// answers for its owner.
    AbandonsMatch,
}

/// The nodes of a run and their environment.
struct Cluster {
    world: World,
    network: Network,
    ledger: Ledger,
    matches: usize,
    /// The expiry of each match's clock.
    flags_at: Arc<[Instant]>,
    broken: Option<Broken>,
    /// The running nodes. The lock is never held across an await.
    places: Mutex<Vec<Option<Arc<Node>>>>,
    commands: Mutex<Vec<ClientCommand>>,
}

/// The result of a run.
struct Run {
    hash: u64,
    trace: Vec<TraceLine>,
    found: Result<(), Violation>,
}

impl Cluster {
    fn new(world: World, broken: Option<Broken>) -> Cluster {
        let matches = world.any(1..4) as usize;
        let loss = if world.chance(0.5) { 0.0 } else { 0.02 };
        let places = world.any(2..5);
        let flag_at = |_| Instant::now() + world.millis(10_000..35_000);
        Cluster {
            network: Network::new(&world, loss),
            ledger: Ledger::new(&world, matches, broken),
            matches,
            flags_at: (0..matches).map(flag_at).collect(),
            broken,
            places: Mutex::new((0..places).map(|_| None).collect()),
            commands: Mutex::default(),
            world,
        }
    }

    fn places(&self) -> MutexGuard<'_, Vec<Option<Arc<Node>>>> {
        self.places.lock()
    }

    fn commands(&self) -> MutexGuard<'_, Vec<ClientCommand>> {
        self.commands.lock()
    }

    /// Returns the number of nodes without faults.
    fn count(&self) -> usize {
        self.places().len()
    }

    fn any_place(&self) -> usize {
        self.world.any(0..self.count() as u64) as usize
    }

    fn node(&self, at: usize) -> Option<Arc<Node>> {
        self.places()[at].clone()
    }

    fn for_each(&self, mut what: impl FnMut(&Node)) {
        let nodes: Vec<Arc<Node>> = self.places().iter().flatten().cloned().collect();
        nodes.iter().for_each(|node| what(node));
    }

    /// Starts a node unless it runs.
    fn start(&self, at: usize, made: Vec<usize>) {
        if self.node(at).is_some() {
            return;
        }
        let ledger = self.ledger.connect();
        let name = ledger.line();
        self.world.note(format_args!("node {name} starts, at {at}"));
        let flags_at = Arc::clone(&self.flags_at);
        let (world, network) = (&self.world, &self.network);
        let node = Node::start(name, world, network, ledger, made, flags_at, self.broken);
        self.places()[at] = Some(Arc::new(node));
    }

    fn end(&self, at: usize) {
        let Some(node) = self.places()[at].take() else { return };
        self.world.note(format_args!("node {} ends", node.lines().1));
        node.process.end();
        let (bus, ledger) = node.lines();
        self.network.end(bus);
        self.ledger.end(ledger);
    }

    fn note_sent(&self, command: ClientCommand) -> usize {
        let mut commands = self.commands();
        commands.push(command);
        commands.len() - 1
    }

    fn note_done(&self, number: usize, done: (u64, u32)) {
        self.commands()[number].done = Some(done);
    }

    /// Ends all faults.
    fn heal(&self) {
        self.world.note("all is well");
        for at in 0..self.count() {
            if self.node(at).is_some_and(|node| node.is_to_leave()) {
                self.end(at);
            }
            self.start(at, Vec::new());
        }
        self.for_each(|node| {
            let (bus, ledger) = node.lines();
            self.network.heal(bus);
            self.ledger.heal(ledger);
            node.process.resume();
        });
    }

    /// True if the clock of a match was flagged, or no node created the match.
    fn is_over(&self, match_index: usize) -> bool {
        self.ledger.is_flagged(match_index) || !self.ledger.is_made(match_index)
    }

    async fn run(self: &Arc<Self>) -> Result<(), Violation> {
        tokio::spawn(self.world.clone().resume());
        for at in 0..self.count() {
            let made = if at == 0 { (0..self.matches).collect() } else { Vec::new() };
            self.start(at, made);
        }
        let mut clients = JoinSet::new();
        for client in 0..self.world.any(2..5) as u32 {
            clients
                .spawn(crate::live::cluster::simulation::clients::play(Arc::clone(self), client));
        }
        let faults =
            tokio::spawn(crate::live::cluster::simulation::faults::happen(Arc::clone(self)));
        self.world.wait(FAULTS_FOR).await;
        faults.abort();
        self.heal();
        let recovery = timeout(RECOVERY_LIMIT, async {
            while clients.join_next().await.is_some() {}
            for match_index in 0..self.matches {
                while !self.is_over(match_index) {
                    self.world.wait(Duration::from_millis(100)).await;
                }
            }
        });
        let has_recovered = recovery.await.is_ok();
        crate::live::cluster::simulation::checker::check(&self.commands(), &self.ledger.logs())?;
        if has_recovered { Ok(()) } else { Err(self.liveness_violation()) }
    }

    /// Returns the liveness violation.
    fn liveness_violation(&self) -> Violation {
        let within = format!("after {} s of peace", RECOVERY_LIMIT.as_secs());
        let commands = self.commands();
        if let Some(sent_command) = commands.iter().find(|sent_command| sent_command.done.is_none())
        {
            let what = format!("{} is not acknowledged {within}", sent_command.command);
            return Violation::new(sent_command.match_index, None, what);
        }
        let match_index = (0..self.matches).find(|match_index| !self.is_over(*match_index));
        let what = format!("its clock has not run out {within}");
        Violation::new(match_index.unwrap_or_default(), None, what)
    }
}

/// Runs a seed. Records a trace if `is_traced` is set.
fn run(seed: u64, broken: Option<Broken>, is_traced: bool) -> Run {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime");
    runtime.block_on(async {
        let world = World::new(seed, is_traced);
        let cluster = Arc::new(Cluster::new(world.clone(), broken));
        let found = cluster.run().await;
        world.end();
        Run { hash: world.hash(), trace: world.trace(), found }
    })
}

/// Returns the first of `seeds` with a violation.
fn first_found(seeds: Range<u64>, broken: Option<Broken>) -> Option<(u64, Violation)> {
    seeds::first_found(seeds, |seed| run(seed, broken, false).found)
}

fn about(match_index: usize) -> Entity {
    Entity::Match(MatchId(Uuid::from_u128(match_index as u128 + 1)))
}

fn match_index_of(MatchId(id): MatchId) -> usize {
    id.as_u128() as usize - 1
}

#[test]
fn no_seed_breaks_the_protocol() {
    let Some((seed, violation)) =
        first_found(seeds::seeds("CHIVALRY_SIMULATION_SEEDS", SEEDS), None)
    else {
        return;
    };
    let mut lines = run(seed, None, true).trace;
    let it = format!("match {}:", violation.match_index);
    lines.retain(|line| !line.text.contains("match ") || line.text.contains(&it));
    panic!(
        "{}\n\nseed {seed}, {violation}\n\
         run it again: CHIVALRY_SIMULATION_SEEDS={seed}..{} cargo test --lib simulation",
        seeds::last_lines(&lines, TRACE_LINES),
        seed + 1,
    );
}

#[test]
fn a_seed_always_produces_the_same_run() {
    let hashes: Vec<u64> = (0..8).map(|seed| run(seed, None, false).hash).collect();
    for (seed, hash) in (0..).zip(&hashes) {
        assert_eq!(run(seed, None, true).hash, *hash, "seed {seed}");
        assert_eq!(hashes.iter().filter(|other| *other == hash).count(), 1, "seed {seed}");
    }
}

#[test]
fn ignoring_the_epoch_is_detected() {
    let (_, violation) =
        first_found(DETECTION_SEEDS, Some(Broken::IgnoresEpoch)).expect("a violation");
    assert_eq!(violation.what, "an earlier owner wrote it");
}

#[test]
fn acknowledging_an_unknown_outcome_is_detected() {
    let found = first_found(DETECTION_SEEDS, Some(Broken::AcknowledgesUnknown));
    let (_, violation) = found.expect("a violation");
    assert!(violation.what.contains("was acknowledged"), "{violation}");
}

#[test]
fn executing_a_command_twice_is_detected() {
    let (_, violation) =
        first_found(DETECTION_SEEDS, Some(Broken::ExecutesTwice)).expect("a violation");
    assert!(violation.what.contains("is carried out again"), "{violation}");
}

#[test]
fn abandoning_a_match_is_detected() {
    let (_, violation) =
        first_found(DETECTION_SEEDS, Some(Broken::AbandonsMatch)).expect("a violation");
    assert!(violation.what.starts_with("its clock has not run out"), "{violation}");
}
