//! Throughput and cost of moves, compared with a bare relay of the same frames.
//!
//! `cargo bench --bench load`, or with options after ` -- `:
//!
//! - `--matches 100,1000,4000`: concurrent matches.
//! - `--rates max,2000`: moves per second over all matches; `max` sends them as fast as possible.
//! - `--stores disk,memory,postgres`: SQLite in the target folder, SQLite in `/dev/shm`, and
//!   Postgres at `DATABASE_URL`. Stores that this machine does not have are left out.
//! - `--runs 3`, `--seconds 10`: number and duration of the runs. The table has their medians.
//!
//! Relay and server run on the first processor, `chivalry load` on the others. Both are measured
//! in turns. Every run starts a server of its own. If `strace` is installed, one more run counts
//! the system calls.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

mod case;
mod relay;

use clap::Parser;

use crate::case::{Case, Row, Store};

/// Compares moves on the server with frames on a bare relay.
#[derive(Debug, Parser)]
struct Options {
    /// Concurrent matches
    #[arg(long, value_delimiter = ',', default_values_t = [100, 1_000, 4_000])]
    matches: Vec<u32>,
    /// Moves per second over all matches, or `max`
    #[arg(long, value_delimiter = ',', default_values_t = ["max".to_owned(), "2000".to_owned()])]
    rates: Vec<String>,
    /// The stores
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = Store::ALL)]
    stores: Vec<Store>,
    /// Number of runs of each case
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Duration of each run, in seconds
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Passed by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    if std::env::args().nth(1).is_some_and(|first| first == "relay") {
        return relay::serve();
    }
    let options = Options::parse();
    println!("{}", Row::HEADER);
    for store in options.stores.iter().filter(|store| store.exists()) {
        for &matches in &options.matches {
            for rate in &options.rates {
                let rate = (rate != "max").then(|| rate.clone());
                let case = Case { store: *store, matches, rate, seconds: options.seconds };
                println!("{}", case.measure(options.runs));
            }
        }
    }
}
