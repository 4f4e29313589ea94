//! The processor time of a move with one, two and three nodes.
//!
//! `CHIVALRY_NODES_COST_SECONDS=20 cargo test --release --test nodes cost` prints the table. Without
//! the variable, the test measures for a second and only checks that the bots play.

use std::time::Duration;

use std::sync::atomic::Ordering;
use tokio::time::{Instant, sleep_until};

use crate::{Site, env_number, print_line};

/// Matches that are played at the same time.
const MATCHES: u64 = 40;

/// Pause of a bot before a move.
const MAX_PAUSE: Duration = Duration::from_millis(400);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cost_of_a_move_is_reported_for_each_number_of_nodes() {
    print_line("| nodes | clients follow the place | moves | ms for 1,000 moves |");
    print_line("|---|---|---|---|");
    for (nodes, has_urls) in [(1, false), (2, false), (2, true), (3, false), (3, true)] {
        let Some(site) = Site::open_with(nodes, has_urls, MAX_PAUSE).await else { return };
        let (moves, seconds) = measure(site).await;
        assert!(moves > 0, "the bots play");
        let cost = seconds * 1e6 / moves as f64;
        print_line(&format!("| {nodes} | {has_urls} | {moves} | {cost:.0} |"));
    }
}

/// Returns the moves and the processor time of all nodes, after the bots have found their places.
async fn measure(site: Site) -> (u64, f64) {
    let measured = Duration::from_secs(env_number("CHIVALRY_NODES_COST_SECONDS", 1));
    let mut tables = site.start_tables(MATCHES);
    sleep_until(Instant::now() + measured).await;
    let before = (site.moves(), site.processor_time().await);
    sleep_until(Instant::now() + measured).await;
    let after = (site.moves(), site.processor_time().await);
    tables.shutdown().await;
    (after.0 - before.0, after.1 - before.1)
}

impl Site {
    fn moves(&self) -> u64 {
        self.context.moves.load(Ordering::Relaxed)
    }

    async fn processor_time(&self) -> f64 {
        let mut seconds = 0.0;
        for node in &self.nodes {
            seconds += node.processor_time().await;
        }
        seconds
    }
}
