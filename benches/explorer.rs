//! Queries of the opening explorer, and the size of its index.
//!
//! `cargo bench --bench explorer`; an argument replaces the number of plies, 1,000,000. Random
//! games are stored as logs, indexed as a server does it, and queried at positions that the games
//! reached. A quarter of the queries are at the first positions of games.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

#[path = "../tests/support/databases.rs"]
mod databases;

use std::time::{Duration, Instant};

use chivalry::store::{Append, ExplorerFilter, ExplorerStep, Store};
use chivalry_play::clock::{Ledger, Speed, TimeControl, Timestamp};
use chivalry_play::matches::{
    Event, Match, MatchId, MatchResult, NewMatch, RecordedEvent, Termination,
};
use chivalry_play::player::PlayerId;
use chivalry_rules::{MoveList, Position, Seat, Variant};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use tokio::task::JoinSet;
use uuid::Uuid;

use databases::{Database, on_postgres, on_sqlite};

const PLIES: usize = 1_000_000;
const QUERIES: usize = 4_000;
const VARIANTS: [&str; 3] = ["camette", "cam", "camelot"];
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
const NOW: Timestamp = Timestamp(1_800_000_000_000);

const TIMES: [TimeControl; 3] = [
    TimeControl::Fischer { initial_ms: 180_000, increment_ms: 2_000 },
    TimeControl::Fischer { initial_ms: 600_000, increment_ms: 5_000 },
    TimeControl::Unlimited {},
];

#[tokio::main]
async fn main() {
    let plies = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(PLIES);
    on_sqlite(|database| measure(database, plies)).await;
    on_postgres(|database| measure(database, plies)).await;
}

async fn measure(database: Database, plies: usize) {
    let running = database.open().await;
    let store = &running.store;
    let mut rng = StdRng::seed_from_u64(1);
    let players = players(store).await;
    let (mut sampled, mut stored, mut games) = (Vec::new(), 0, 0);
    let begun = Instant::now();
    while stored < plies {
        let mut appends = JoinSet::new();
        for _ in 0..256 {
            let (append, positions) = game(&mut rng, &players);
            stored += positions.len() - 1;
            games += 1;
            // Every fifth game gives a position, of which every fourth is among the first ones.
            if games % 5 == 0 {
                let most = if games % 4 == 0 { 3 } else { positions.len() };
                sampled.push(positions[rng.random_range(0..most.min(positions.len()))]);
            }
            let store = store.clone();
            appends.spawn(async move { store.log().append(append).await });
        }
        for appended in appends.join_all().await {
            appended.expect("a game to be stored");
        }
    }
    let stored_in = begun.elapsed();
    let before = size(&database).await;
    let begun = Instant::now();
    while let ExplorerStep::Worked { .. } =
        store.explorer().step(Uuid::from_u128(1), NOW, 8).await.expect("a database")
    {}
    let indexed_in = begun.elapsed();
    let bytes = size(&database).await.saturating_sub(before);
    println!(
        "{:8} {games} games, {stored} plies stored in {stored_in:.0?}, indexed in {indexed_in:.0?}; \
         {:.1} MB a million plies",
        database.name,
        bytes as f64 / stored as f64,
    );
    for (name, filter) in filters(&players) {
        query(&database, store, &sampled, &mut rng, name, &filter).await;
    }
    running.stop().await;
}

async fn players(store: &Store) -> Vec<PlayerId> {
    let mut players = Vec::new();
    for number in 0..500 {
        let id = PlayerId(Uuid::now_v7());
        let name = format!("guest-{number}");
        let guest = store.guests().create(id, &name, Timestamp(1)).await;
        guest.expect("a guest to be stored");
        players.push(id);
    }
    players
}

/// A game of random moves, of which the first ones are chosen among few.
fn game(rng: &mut StdRng, players: &[PlayerId]) -> (Append, Vec<Position>) {
    let variant = Variant::named(VARIANTS[rng.random_range(0..3)]).expect("a variant");
    let time = TIMES[rng.random_range(0..3)];
    let day = rng.random_range(20_000..20_700);
    // One player is in a tenth of the games.
    let first = if rng.random_range(0..10) == 0 { 0 } else { rng.random_range(0..players.len()) };
    let second = (first + rng.random_range(1..players.len())) % players.len();
    let seats = [(Seat::FIRST, players[first]), (Seat::SECOND, players[second])];
    let new = NewMatch::plain(variant, time);
    let mut events = Match::creation_with(&new, players[first], &seats, String::new);
    let mut position = Position::start(variant);
    let (mut positions, mut list) = (vec![position], MoveList::new());
    let length = rng.random_range(20..60);
    while positions.len() <= length && position.ending().is_none() {
        position.legal_moves(&mut list);
        let moves: Vec<_> = list.iter().collect();
        let most = if positions.len() < 8 { moves.len().min(6) } else { moves.len() };
        if most == 0 {
            break;
        }
        let legal = &moves[rng.random_range(0..most)];
        let text = position.move_text(legal);
        let ledger = time.is_timed().then(|| Ledger { left_ms: 100_000, ..Ledger::default() });
        events.push(Event::Moved { seat: position.turn(), text, ledger });
        position = position.after(&legal.effect);
        positions.push(position);
    }
    if position.ending().is_some() {
        // The end is not generated, so the last move is left out.
        events.pop();
        positions.pop();
    }
    let result = MatchResult::ALL[rng.random_range(0..3)];
    events.push(Event::Ended { result, termination: Termination::Resignation });
    let at = Timestamp(day * DAY_MS);
    let record = |(v, event)| RecordedEvent { v, at, cause: None, event };
    let records = (1..).zip(events).map(record).collect();
    let match_id = MatchId(Uuid::now_v7());
    (Append { match_id, records, deadline: None, owner: None }, positions)
}

fn filters(players: &[PlayerId]) -> Vec<(&'static str, ExplorerFilter)> {
    let any = ExplorerFilter::default;
    vec![
        ("no filter", any()),
        (
            "speed and dates",
            ExplorerFilter {
                speed: Some(Speed::Blitz),
                since_day: Some(20_100),
                until_day: Some(20_400),
                ..any()
            },
        ),
        (
            "a player in a tenth of them",
            ExplorerFilter { player: Some((players[0], None)), ..any() },
        ),
    ]
}

async fn query(
    database: &Database,
    store: &Store,
    sampled: &[Position],
    rng: &mut StdRng,
    name: &str,
    filter: &ExplorerFilter,
) {
    let mut list = MoveList::new();
    let (mut times, mut most) = (Vec::with_capacity(QUERIES), 0);
    for _ in 0..QUERIES {
        let position = &sampled[rng.random_range(0..sampled.len())];
        let begun = Instant::now();
        position.legal_moves(&mut list);
        let nexts: Vec<Position> = list.iter().map(|legal| position.after(&legal.effect)).collect();
        let explored = store.explorer().explore(position, &nexts, filter).await;
        most = explored.expect("a database").counts.games.max(most);
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let at = |part: f64| -> Duration { times[(part * (QUERIES - 1) as f64) as usize] };
    println!(
        "{:8} {name:24} p50 {:.2?}, p99 {:.2?}, longest {:.2?}; up to {most} games",
        database.name,
        at(0.5),
        at(0.99),
        at(1.0),
    );
}

/// The bytes of the tables and indexes of the database.
async fn size(database: &Database) -> u64 {
    let file = database.options.data_dir.join("chivalry.sqlite");
    let url = database.options.database_url.clone();
    let url = url.unwrap_or_else(|| format!("sqlite://{}", file.display()));
    let sql = match &database.schema {
        None => {
            "select page_count * page_size as n from pragma_page_count, pragma_page_size".to_owned()
        }
        Some(schema) => format!(
            "select cast(sum(pg_total_relation_size(c.oid)) as bigint) as n from pg_class c
             join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = '{schema}' and c.relkind = 'r' and c.relname like 'explorer%'"
        ),
    };
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&url).await.expect("a database");
    let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut connection).await;
    let bytes: i64 = row.expect("a size").try_get("n").expect("a number");
    connection.close().await.expect("a connection to close");
    u64::try_from(bytes).unwrap_or(0)
}
