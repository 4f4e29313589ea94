//! Fault injection.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use crate::live::cluster::simulation::Cluster;
use crate::live::cluster::simulation::network::{Cut, Cuts};

/// A kind of fault.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// A node crashes and restarts later.
    Death,
    /// A node shuts down in order and restarts later.
    Leaving,
    /// A node is paused.
    Pause,
    /// A node is partitioned from the bus.
    BusCut,
    /// A node is partitioned from the ledger.
    LedgerCut,
    /// The broker restarts.
    BusAway,
    /// All nodes are partitioned from the ledger.
    LedgerAway,
}

/// The kinds of faults, repeated by their weight.
const FAULTS: [Fault; 10] = [
    Fault::Death,
    Fault::Death,
    Fault::Leaving,
    Fault::Pause,
    Fault::Pause,
    Fault::BusCut,
    Fault::BusCut,
    Fault::LedgerCut,
    Fault::BusAway,
    Fault::LedgerAway,
];

/// Injects faults until it is aborted, which also ends the faults in progress.
pub(crate) async fn happen(cluster: Arc<Cluster>) {
    let mut under_way = JoinSet::new();
    loop {
        cluster.world.wait(cluster.world.millis(50..3_000)).await;
        let fault = FAULTS[cluster.world.any(0..FAULTS.len() as u64) as usize];
        let at = cluster.any_place();
        let is_long = cluster.world.chance(0.5);
        let lasts = cluster.world.millis(if is_long { 2_000..8_000 } else { 50..2_000 });
        cluster.world.note(format_args!("{fault:?} at {at} for {} ms", lasts.as_millis()));
        let cluster = Arc::clone(&cluster);
        under_way.spawn(async move { cluster.suffer(fault, at, lasts).await });
    }
}

impl Cluster {
    async fn suffer(&self, fault: Fault, at: usize, lasts: Duration) {
        match fault {
            Fault::Death => {
                self.end(at);
                self.world.wait(lasts).await;
                self.start(at, Vec::new());
            }
            Fault::Leaving => {
                let Some(node) = self.node(at) else { return };
                node.leave().await;
                self.end(at);
                self.world.wait(lasts).await;
                self.start(at, Vec::new());
            }
            Fault::Pause => {
                let Some(node) = self.node(at) else { return };
                node.process.stop();
                self.world.wait(lasts).await;
                node.process.resume();
            }
            Fault::BusCut => {
                let Some(node) = self.node(at) else { return };
                let cuts = self.any_cuts();
                self.network.cut(node.lines().0, cuts);
                self.world.wait(lasts).await;
                self.network.heal(node.lines().0);
            }
            Fault::LedgerCut => {
                let Some(node) = self.node(at) else { return };
                let ways = self.world.any(0..3);
                self.ledger.cut(node.lines().1, ways != 0, ways != 1);
                self.world.wait(lasts).await;
                self.ledger.heal(node.lines().1);
            }
            Fault::BusAway => {
                let gone = Cuts { up: Some(Cut::Losing), down: Some(Cut::Losing) };
                self.for_each(|node| self.network.cut(node.lines().0, gone));
                self.network.restart();
                self.world.wait(lasts).await;
                self.for_each(|node| self.network.heal(node.lines().0));
            }
            Fault::LedgerAway => {
                self.for_each(|node| self.ledger.cut(node.lines().1, true, true));
                self.world.wait(lasts).await;
                self.for_each(|node| self.ledger.heal(node.lines().1));
            }
        }
    }

    fn any_cuts(&self) -> Cuts {
        let cut = if self.world.chance(0.5) { Cut::Holding } else { Cut::Losing };
        let ways = self.world.any(0..4);
        Cuts { up: (ways != 0).then_some(cut), down: (ways != 1).then_some(cut) }
    }
}
