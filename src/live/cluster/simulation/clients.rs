//! Clients of a run. Each sends one command after another to random nodes until it is acknowledged.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::live::cluster::simulation::checker::ClientCommand;
use crate::live::cluster::simulation::ledger::Command;
use crate::live::cluster::simulation::node::Request;
use crate::live::cluster::simulation::{Cluster, FAULTS_FOR};

/// Timeout of a client before it tries another node.
const ANSWERED_WITHIN: Duration = Duration::from_secs(4);

/// Commands that each client sends after the faults.
const AT_LAST: u32 = 2;

/// Sends commands during the faults and a few after them.
pub(crate) async fn play(cluster: Arc<Cluster>, client: u32) {
    let mut at_last = 0;
    for number in 1.. {
        cluster.world.wait(cluster.world.millis(0..800)).await;
        let is_over = cluster.world.elapsed() >= FAULTS_FOR;
        if is_over && at_last == AT_LAST {
            return;
        }
        at_last += u32::from(is_over);
        // Half of the matches receive no commands after the faults. They have to find an owner
        // without requests.
        let match_count = if is_over { cluster.matches.div_ceil(2) } else { cluster.matches };
        let match_index = cluster.world.any(0..match_count as u64) as usize;
        carry_out(&cluster, match_index, Command { client, number }).await;
    }
}

async fn carry_out(cluster: &Cluster, match_index: usize, command: Command) {
    let world = &cluster.world;
    let sent_command = ClientCommand { match_index, command, sent: world.number(), done: None };
    let number = cluster.note_sent(sent_command);
    loop {
        let at = cluster.any_place();
        world.wait(world.millis(1..5)).await;
        if let Some(v) = ask(cluster, at, match_index, command).await {
            world.note(format_args!("match {match_index}: v {v} is acknowledged, {command}"));
            cluster.note_done(number, (world.number(), v));
            return;
        }
        world.wait(world.millis(20..400)).await;
    }
}

async fn ask(cluster: &Cluster, at: usize, match_index: usize, command: Command) -> Option<u32> {
    let (answer, answered) = oneshot::channel();
    cluster.node(at)?.requests.try_send(Request { match_index, command, answer }).ok()?;
    timeout(ANSWERED_WITHIN, answered).await.ok()?.ok()
}
