//! The nodes of a run, their database and their bus.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::timeout;

use crate::cluster::Bus;
use crate::live::cluster::simulation::network::{Cut, Cuts, Network};
use crate::live::cluster::simulation::world::World;
use crate::simulation::client::Ledger;
use crate::simulation::database::Database;
use crate::simulation::node::Node;

/// Delay after which a node that ended by itself starts again.
const RESTART_AFTER: Duration = Duration::from_millis(300);

/// Longest time for an orderly shutdown, after which the node is killed.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(20);

/// The environment of a run.
pub(crate) struct Cluster {
    pub(crate) world: World,
    pub(crate) database: Database,
    /// `None` for a single server.
    network: Option<Network>,
    pub(crate) ledger: Ledger,
    nodes: Mutex<Vec<Option<Arc<Node>>>>,
}

/// A fault.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Death,
    Leaving,
    Pause,
    BusCut,
    BusAway,
    DatabaseCut,
    DatabaseHangs,
    DatabaseLocked,
    DatabaseLockedLong,
    DiskFull,
}

const FAULTS: [Fault; 12] = [
    Fault::Death,
    Fault::Death,
    Fault::Leaving,
    Fault::Pause,
    Fault::BusCut,
    Fault::BusCut,
    Fault::BusAway,
    Fault::DatabaseCut,
    Fault::DatabaseHangs,
    Fault::DatabaseLocked,
    Fault::DatabaseLockedLong,
    Fault::DiskFull,
];

impl Cluster {
    pub(crate) fn new(world: &World) -> Cluster {
        let count = world.any(1..4) as usize;
        Cluster {
            database: Database::new(world),
            network: (count > 1).then(|| Network::new(world, 0.0)),
            ledger: Ledger::default(),
            nodes: Mutex::new(vec![None; count]),
            world: world.clone(),
        }
    }

    fn count(&self) -> usize {
        self.nodes.lock().len()
    }

    pub(crate) fn any_node(&self) -> Option<Arc<Node>> {
        let at = self.world.any(0..self.count() as u64) as usize;
        self.node(at)
    }

    fn node(&self, at: usize) -> Option<Arc<Node>> {
        self.nodes.lock()[at].clone()
    }

    fn start(&self, at: usize) {
        if self.node(at).is_some() {
            return;
        }
        let bus = self.network.as_ref().map(|network| {
            let end = network.connect();
            (end.line(), end as Arc<dyn Bus>)
        });
        let skew = self.world.any(0..2_000) as i64 - 1_000;
        let node = Node::start(&self.world, bus, self.database.connect(), skew);
        self.world.note(format_args!("node {at} starts"));
        self.nodes.lock()[at] = Some(Arc::new(node));
    }

    fn end(&self, at: usize) {
        let Some(node) = self.nodes.lock()[at].take() else { return };
        self.world.note(format_args!("node {at} ends"));
        node.end();
        if let Some((network, line)) = self.network.as_ref().zip(node.bus_line) {
            network.end(line);
        }
    }

    /// Starts the nodes, and starts them again when they end by themselves, until it is aborted.
    pub(crate) async fn supervise(self: Arc<Self>, at: usize) {
        loop {
            self.start(at);
            match self.node(at) {
                Some(node) => node.ended().await,
                None => continue,
            }
            self.end(at);
            self.world.wait(RESTART_AFTER).await;
        }
    }

    pub(crate) fn places(&self) -> usize {
        self.count()
    }

    /// Injects faults until it is aborted.
    pub(crate) async fn suffer(self: Arc<Self>) {
        loop {
            self.world.wait(self.world.millis(200..4_000)).await;
            let fault = FAULTS[self.world.any(0..FAULTS.len() as u64) as usize];
            let at = self.world.any(0..self.count() as u64) as usize;
            let lasts =
                self.world.millis(if self.world.chance(0.4) { 2_000..6_000 } else { 50..2_000 });
            self.world.note(format_args!("{fault:?} at {at} for {} ms", lasts.as_millis()));
            self.inject(fault, at, lasts).await;
            self.heal();
        }
    }

    async fn inject(&self, fault: Fault, at: usize, lasts: Duration) {
        let Some(node) = self.node(at) else { return };
        match fault {
            // The supervisor starts the node again.
            Fault::Death => {
                // The database of a cluster has a machine of its own.
                if self.network.is_none() && lasts.as_millis().is_multiple_of(2) {
                    self.database.lose_power().await;
                }
                self.kill(at, lasts).await;
            }
            Fault::Leaving => {
                let _ = timeout(SHUTDOWN_LIMIT, node.leave()).await;
            }
            Fault::Pause => {
                node.pause();
                self.world.wait(lasts).await;
                node.resume();
            }
            Fault::BusCut => {
                let Some((network, line)) = self.network.as_ref().zip(node.bus_line) else {
                    return;
                };
                network.cut(line, self.any_cuts());
                self.world.wait(lasts).await;
            }
            Fault::BusAway => {
                let Some(network) = &self.network else { return };
                let gone = Cuts { up: Some(Cut::Losing), down: Some(Cut::Losing) };
                for node in self.nodes.lock().iter().flatten() {
                    node.bus_line.into_iter().for_each(|line| network.cut(line, gone));
                }
                network.restart();
                self.world.wait(lasts).await;
            }
            Fault::DatabaseCut => {
                self.database.cut(node.database_line);
                self.world.wait(lasts).await;
            }
            Fault::DatabaseHangs => {
                self.database.hang(node.database_line);
                self.world.wait(lasts).await;
            }
            Fault::DatabaseLocked => {
                let lock = self.database.lock().await;
                self.world.wait(lasts).await;
                drop(lock);
            }
            Fault::DatabaseLockedLong => {
                let lock = self.database.lock().await;
                self.world.wait(self.world.millis(20_000..40_000)).await;
                drop(lock);
            }
            Fault::DiskFull => {
                self.database.set_full(true);
                self.world.wait(lasts).await;
            }
        }
    }

    async fn kill(&self, at: usize, lasts: Duration) {
        let node = self.nodes.lock()[at].take();
        let Some(node) = node else { return };
        self.world.note(format_args!("node {at} is killed"));
        if let Some((network, line)) = self.network.as_ref().zip(node.bus_line) {
            network.end(line);
        }
        node.kill();
        // The node starts again even if the faults end meanwhile.
        self.world.after(lasts, move || node.end());
        self.world.wait(lasts).await;
    }

    /// A connection of TCP loses nothing without breaking.
    fn any_cuts(&self) -> Cuts {
        let ways = self.world.any(0..4);
        let is_cut = |is_cut: bool| is_cut.then_some(Cut::Holding);
        Cuts { up: is_cut(ways != 0), down: is_cut(ways != 1) }
    }

    /// Ends all faults.
    pub(crate) fn heal(&self) {
        self.database.set_full(false);
        self.database.keep_power();
        let nodes: Vec<Arc<Node>> = self.nodes.lock().iter().flatten().cloned().collect();
        for node in nodes {
            self.database.heal(node.database_line);
            node.resume_if_paused();
            if let Some((network, line)) = self.network.as_ref().zip(node.bus_line) {
                network.heal(line);
            }
        }
    }

    /// Ends all nodes.
    pub(crate) fn end_all(&self) {
        (0..self.count()).for_each(|at| self.end(at));
    }
}
