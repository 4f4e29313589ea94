//! Appends per second of the store. Each task appends one event, waits for its commit, and
//! appends the next.
//!
//! `cargo bench --bench store`; arguments replace the default numbers of tasks, 1, 100 and
//! 1000.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

#[path = "../tests/support/databases.rs"]
mod databases;

use std::time::{Duration, Instant};

use chivalry::store::{Append, Store};
use chivalry_play::clock::{Ledger, TimeControl, Timestamp};
use chivalry_play::matches::{Event, MatchId, RecordedEvent};
use chivalry_play::player::PlayerId;
use chivalry_rules::{PerSeat, Seat};
use tokio::task::JoinSet;
use uuid::Uuid;

use databases::{Database, on_postgres, on_sqlite};

const DURATION: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() {
    let argument: Vec<usize> = std::env::args().filter_map(|text| text.parse().ok()).collect();
    let tasks = if argument.is_empty() { vec![1, 100, 1000] } else { argument };
    for count in tasks {
        on_sqlite(|database| measure(database, count)).await;
        on_postgres(|database| measure(database, count)).await;
    }
}

async fn measure(database: Database, count: usize) {
    let running = database.open().await;
    let by = PlayerId(Uuid::now_v7());
    let guest = running.store.guests().create(by, "guest", Timestamp(0)).await;
    guest.expect("a guest to be stored");
    let mut matches = JoinSet::new();
    for _ in 0..count {
        let store = running.store.clone();
        matches.spawn(async move {
            let match_id = MatchId(Uuid::now_v7());
            append(&store, match_id, 1, created(by)).await;
            match_id
        });
    }
    let matches = matches.join_all().await;

    let (before, start) = (running.store.commits(), Instant::now());
    let mut players = JoinSet::new();
    for match_id in matches {
        let store = running.store.clone();
        players.spawn(async move {
            let mut v = 1;
            while start.elapsed() < DURATION {
                v += 1;
                append(&store, match_id, v, moved()).await;
            }
            u64::from(v - 1)
        });
    }
    let appends: u64 = players.join_all().await.into_iter().sum();
    let rate = appends as f64 / start.elapsed().as_secs_f64();
    let together = appends as f64 / (running.store.commits() - before) as f64;
    println!("{:8} {count:5} tasks {rate:8.0} appends/s {together:6.1} a commit", database.name);
    running.stop().await;
}

async fn append(store: &Store, match_id: MatchId, v: u32, event: Event) {
    let record = RecordedEvent { v, at: Timestamp(0), cause: None, event };
    let stored = store
        .log()
        .append(Append { match_id, records: vec![record], deadline: None, owner: None })
        .await;
    stored.expect("an append to be stored");
}

fn created(by: PlayerId) -> Event {
    Event::Created {
        variant: "chivalry".to_owned(),
        position: None,
        time: TimeControl::Unlimited {},
        rated: false,
        private: false,
        by,
        keys: PerSeat::from_fn(|_| None),
        origin: None,
        watch_delay_ms: 0,
        partner_plays_on: false,
    }
}

fn moved() -> Event {
    let ledger =
        Ledger { left_ms: 179_000, used_ms: 3_000, charged_ms: 3_000, ..Ledger::default() };
    Event::Moved { seat: Seat::FIRST, text: "D4xF6xH8".to_owned(), ledger: Some(ledger) }
}
