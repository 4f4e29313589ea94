//! The processor time of a move with one, two and three nodes.
//!
//! `CHIVALRY_NODES_COST_SECONDS=20 cargo test --release --test nodes cost -- --ignored` prints the
//! table.

use std::time::Duration;

use std::sync::atomic::Ordering;
use tokio::time::{Instant, sleep_until};

use crate::node::current_program;
use crate::{Site, env_number, print_line};

/// Matches that are played at the same time.
const MATCHES: u64 = 40;

/// Pause of a bot before a move.
const MAX_PAUSE: Duration = Duration::from_millis(400);

/// The totals of all nodes.
#[derive(Clone, Copy)]
struct Totals {
    moves: f64,
    processor_ms: f64,
    forwarded: f64,
    commits: f64,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures processor time, which needs a quiet machine"]
async fn the_cost_of_a_move_is_reported_for_each_number_of_nodes() {
    print_line("For 1,000 moves, and in the idle nodes for a second:");
    print_line("| nodes | clients follow the place | ms | idle ms | frames forwarded | commits |");
    print_line("|---|---|---|---|---|---|");
    for (nodes, has_urls) in [(1, false), (2, false), (2, true), (3, false), (3, true)] {
        let site = Site::open_with(current_program(), nodes, has_urls, MAX_PAUSE).await;
        let Some(site) = site else { return };
        let measured = Duration::from_secs(env_number("CHIVALRY_NODES_COST_SECONDS", 1));
        let idle = site.measure(measured).await.processor_ms / measured.as_secs_f64();
        let mut tables = site.start_tables(MATCHES);
        // The bots find their places.
        sleep_until(Instant::now() + measured).await;
        let Totals { moves, processor_ms, forwarded, commits } = site.measure(measured).await;
        tables.shutdown().await;
        assert!(moves > 0.0, "the bots play");
        let [cost, forwarded, commits] =
            [processor_ms, forwarded, commits].map(|total| total * 1e3 / moves);
        print_line(&format!(
            "| {nodes} | {has_urls} | {cost:.0} | {idle:.1} | {forwarded:.0} | {commits:.0} |"
        ));
    }
}

impl Site {
    /// Returns the difference of the totals after some time.
    async fn measure(&self, time: Duration) -> Totals {
        let before = self.totals().await;
        sleep_until(Instant::now() + time).await;
        let after = self.totals().await;
        Totals {
            moves: after.moves - before.moves,
            processor_ms: after.processor_ms - before.processor_ms,
            forwarded: after.forwarded - before.forwarded,
            commits: after.commits - before.commits,
        }
    }

    async fn totals(&self) -> Totals {
        let moves = self.context.moves.load(Ordering::Relaxed) as f64;
        let mut totals = Totals { moves, processor_ms: 0.0, forwarded: 0.0, commits: 0.0 };
        for node in &self.nodes {
            totals.processor_ms += node.metric("process_cpu_seconds_total").await * 1e3;
            totals.forwarded += node.metric("chivalry_frames_forwarded_total").await;
            totals.commits += node.metric("chivalry_commits_total").await;
        }
        totals
    }
}
