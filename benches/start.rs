//! Start-up time of a server with a large number of unfinished correspondence matches.
//!
//! `cargo bench --bench start`; an argument replaces the default of 100,000 matches.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

#[path = "../tests/support/databases.rs"]
mod databases;

use std::time::{Duration, Instant};

use chivalry::http::{HttpOptions, Server, bind};
use chivalry::live::Time;
use chivalry::store::{Append, Store};
use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::{Match, MatchId, NewMatch, RecordedEvent};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Seat, Variant};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use databases::{Database, on_postgres, on_sqlite};

/// Number of matches stored concurrently.
const CONCURRENT_INSERTS: usize = 512;

#[tokio::main]
async fn main() {
    let argument = std::env::args().find_map(|text| text.parse().ok());
    let count = argument.unwrap_or(100_000);
    on_sqlite(|database| measure(database, count)).await;
    on_postgres(|database| measure(database, count)).await;
}

async fn measure(database: Database, count: usize) {
    let running = database.open().await;
    let players = [Uuid::now_v7(), Uuid::now_v7()].map(PlayerId);
    for (player, name) in players.into_iter().zip(["Lancelot", "Mordred"]) {
        let guest = running.store.guests().create(player, name, Timestamp(0)).await;
        guest.expect("a guest to be stored");
    }
    let mut storing = JoinSet::new();
    for first in 0..CONCURRENT_INSERTS {
        let store = running.store.clone();
        storing.spawn(async move {
            for _ in (first..count).step_by(CONCURRENT_INSERTS) {
                store_match(&store, players).await;
            }
        });
    }
    storing.join_all().await;
    running.stop().await;

    let options = HttpOptions::local();
    let listener = bind(&options).await.expect("a free port");
    let (shutdown, began) = (CancellationToken::new(), Instant::now());
    let server = Server::open(listener, options, &database.options, shutdown).await;
    let server = server.expect("a server that starts");
    let took = began.elapsed();
    let in_memory = server.live().matches_in_memory();
    println!("{:8} {count} matches: ready in {took:.2?}, {in_memory} in memory", database.name);
}

async fn store_match(store: &Store, players: [PlayerId; 2]) {
    let variant = Variant::named("camelot").expect("a variant");
    let new = NewMatch::plain(variant, TimeControl::days(3));
    let seats: Vec<(Seat, PlayerId)> = variant.seats().zip(players).collect();
    let events = Match::creation_with(&new, players[0], &seats, String::new);
    let at = Time::from_system().now();
    let records =
        (1..).zip(events).map(|(v, event)| RecordedEvent { v, at, cause: None, event }).collect();
    let deadline = Some(at + Duration::from_secs(3 * 24 * 60 * 60));
    let append = Append { match_id: MatchId(Uuid::now_v7()), records, deadline, owner: None };
    store.log().append(append).await.expect("a match to be stored");
}
