//! Import and export of 11,000 games.
//!
//! `cargo bench --bench archive`; an argument replaces the number of games. One client imports
//! records of random games in requests of 500, and then exports all of them, as text and as NDJSON.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

#[path = "../tests/support/databases.rs"]
mod databases;
mod support;

use std::collections::BTreeSet;
use std::time::Instant;

use chivalry_rules::Variant;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::header::ACCEPT;

use databases::{Database, on_postgres, on_sqlite};
use support::{BenchServer, accepted, random_record};

const GAMES: usize = 11_000;

/// The records of one import request.
const AT_ONCE: usize = 500;

#[tokio::main]
async fn main() {
    let games = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(GAMES);
    on_sqlite(|database| measure(database, games)).await;
    on_postgres(|database| measure(database, games)).await;
}

async fn measure(database: Database, games: usize) {
    let mut rng = StdRng::seed_from_u64(1);
    // Equal records would share one match.
    let mut records = BTreeSet::new();
    while records.len() < games {
        records.insert(record(&mut rng));
    }
    let records = Vec::from_iter(records);
    let server = BenchServer::start(&database.options).await;
    let (begun, mut slowest) = (Instant::now(), 0.0_f64);
    for records in records.chunks(AT_ONCE) {
        let sent = Instant::now();
        server.import(records).await;
        slowest = slowest.max(sent.elapsed().as_secs_f64());
    }
    println!(
        "{:8} {games} games imported in {:.1} s, the slowest request {slowest:.2} s",
        database.name,
        begun.elapsed().as_secs_f64(),
    );
    for format in ["text/plain", "application/x-ndjson"] {
        let begun = Instant::now();
        let exported = accepted(server.get("/records").header(ACCEPT, format)).await;
        let exported = exported.text().await.expect("a complete export");
        let seconds = begun.elapsed().as_secs_f64();
        let count = match format {
            "text/plain" => exported.matches("[Result ").count(),
            _ => exported.lines().count(),
        };
        assert!(count >= games, "{count} games");
        println!(
            "{:8} exported as {format} in {seconds:.1} s, {} bytes",
            database.name,
            exported.len()
        );
    }
    server.stop().await;
}

/// A short game of camette, and now and then one of cam.
fn record(rng: &mut StdRng) -> String {
    let name = if rng.random_range(0..20) == 0 { "cam" } else { "camette" };
    let plies = rng.random_range(6..14);
    random_record(Variant::named(name).expect("a variant"), plies, rng)
}
