//! Appends per second of the store, and the processor time of each. Each task appends, waits for
//! the commit, and appends again: first a move, then the three appends with which a match is
//! created, begins and ends.
//!
//! `cargo bench --bench store`; arguments replace the default numbers of tasks, 1, 100 and
//! 1000.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

#[path = "../tests/support/databases.rs"]
mod databases;

use std::time::{Duration, Instant};

use chivalry::process::Process;
use chivalry::store::{Append, Store};
use chivalry_play::clock::{Ledger, TimeControl, Timestamp};
use chivalry_play::matches::{Event, MatchId, MatchResult, RecordedEvent, Termination};
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
            append(&store, match_id, 1, vec![created(by)]).await;
            match_id
        });
    }
    let matches = matches.join_all().await;

    let start = Figures::of(&running.store);
    let mut players = JoinSet::new();
    for match_id in matches {
        let store = running.store.clone();
        players.spawn(async move {
            let mut v = 1;
            while start.at.elapsed() < DURATION {
                v += 1;
                append(&store, match_id, v, vec![moved()]).await;
            }
            u64::from(v - 1)
        });
    }
    let moves = players.join_all().await.into_iter().sum();
    start.print(&format!("{:8} {count:5} tasks, moves", database.name), moves, &running.store);

    let start = Figures::of(&running.store);
    let mut players = JoinSet::new();
    for _ in 0..count {
        let store = running.store.clone();
        players.spawn(async move {
            let mut appends = 0;
            while start.at.elapsed() < DURATION {
                let match_id = MatchId(Uuid::now_v7());
                let seated = |seat| Event::Seated { seat, player: by };
                let [first, second] = [Seat::FIRST, Seat::SECOND].map(seated);
                append(&store, match_id, 1, vec![created(by), first]).await;
                append(&store, match_id, 3, vec![second, Event::Started]).await;
                append(&store, match_id, 5, vec![moved(), ended()]).await;
                appends += 3;
            }
            appends
        });
    }
    let appends = players.join_all().await.into_iter().sum();
    start.print(&format!("{:8} {count:5} tasks, matches", database.name), appends, &running.store);
    running.stop().await;
}

/// The state before a measurement.
#[derive(Clone, Copy)]
struct Figures {
    at: Instant,
    commits: u64,
    processor_time: Duration,
}

impl Figures {
    fn of(store: &Store) -> Figures {
        let processor_time = Process::this().processor_time().expect("a process");
        Figures { at: Instant::now(), commits: store.commits(), processor_time }
    }

    fn print(&self, row: &str, appends: u64, store: &Store) {
        let now = Figures::of(store);
        let rate = appends as f64 / (now.at - self.at).as_secs_f64();
        let together = appends as f64 / (now.commits - self.commits) as f64;
        let used = (now.processor_time - self.processor_time).as_micros() as f64 / appends as f64;
        println!(
            "{row:32} {rate:8.0} appends/s {together:6.1} a commit {used:8.1} µs of a processor"
        );
    }
}

async fn append(store: &Store, match_id: MatchId, first_v: u32, events: Vec<Event>) {
    let record = |(v, event)| RecordedEvent { v, at: Timestamp(0), cause: None, event };
    let records = (first_v..).zip(events).map(record).collect();
    let stored =
        store.log().append(Append { match_id, records, deadline: None, owner: None }).await;
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

fn ended() -> Event {
    Event::Ended { result: MatchResult::First, termination: Termination::Resignation }
}
