//! The log of all matches in SQLite: its index, a second writer on the same file, and the loss of
//! its end.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use chivalry::store::{AppendError, Store, StoreOptions};
use chivalry_play::matches::MatchId;
use chivalry_rules::Seat;
use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{AnyConnection, Connection as _};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use super::databases::{Database, on_sqlite};
use super::fixtures::{Log, guest, moved};

/// The database of a process that is killed.
const DIRECTORY: &str = "CHIVALRY_TEST_DIRECTORY";

/// The number of kills. `CHIVALRY_KILLS` sets another one.
const KILLS: u64 = 30;

/// Number of events of one append by that process.
const EVENTS: u32 = 300;

fn with_moves(log: Log, moves: u32) -> Log {
    (0..moves).fold(log, |log, _| log.then(moved(Seat::FIRST)))
}

/// Returns the number of entries, of entries that are found by their match, and of entries without
/// an index.
async fn counts(directory: &Path) -> [i64; 3] {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", directory.join("chivalry.sqlite").display());
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    let mut counts = [0; 3];
    let queries = [
        "select count(*) from event_log",
        "select count(*) from match_events",
        "select count(*) from event_log where seq > (select seq from indexed_events)",
    ];
    for (count, sql) in counts.iter_mut().zip(queries) {
        *count = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    counts
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_indexed_in_bulk_and_reads_are_complete() {
    on_sqlite(|database| async move {
        let running = database.open().await;
        let store = running.store.clone();
        let by = guest(&store).await;
        let mut logs: Vec<Log> = (0..50).map(|_| with_moves(Log::created(by), 9)).collect();
        join_all(logs.iter().map(|log| store.log().append(log.append()))).await;
        for _ in 0..10 {
            for log in &mut logs {
                *log = with_moves(log.clone(), 10);
            }
            let appends = logs.iter().map(|log| log.since(log.records.len() as u32 - 9));
            for stored in join_all(appends.map(|append| store.log().append(append))).await {
                stored.unwrap();
            }
        }
        let [entries, found, unindexed] = counts(&database.options.data_dir).await;
        assert_eq!([entries, found], [5_500; 2]);
        assert!((0..5_500).contains(&unindexed), "{unindexed}");
        for log in &logs {
            assert_eq!(store.log().read(log.id).await.unwrap().as_ref(), Some(&log.records));
            let tail = store.log().since(log.id, 100, 5).await.unwrap();
            assert_eq!(tail, log.records[100..105]);
        }
        drop(store);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_writer_on_the_same_file_repeats_no_version() {
    on_sqlite(|database| async move {
        let (first, second) = (database.open().await, database.open().await);
        let by = guest(&first.store).await;
        let logs = [(); 2].map(|()| Log::created(by));
        for log in &logs {
            first.store.log().append(log.append()).await.unwrap();
        }
        // Each writer believes that it knows the end of the log.
        let [log, other] = logs.map(|log| with_moves(log, 1));
        second.store.log().append(log.since(2)).await.unwrap();
        let repeated = first.store.log().append(log.since(2)).await;
        assert!(matches!(repeated, Err(AppendError::Conflict)), "{repeated:?}");
        first.store.log().append(other.since(2)).await.unwrap();
        let log = with_moves(log, 1);
        second.store.log().append(log.since(3)).await.unwrap();
        for log in [log, other] {
            assert_eq!(first.store.log().read(log.id).await.unwrap(), Some(log.records));
        }
        first.stop().await;
        second.stop().await;
    })
    .await;
}

/// Copies the database file and its write-ahead log, cut off after `bytes` bytes.
fn copy_cut(from: &Path, to: &Path, bytes: u64) {
    fs::copy(from.join("chivalry.sqlite"), to.join("chivalry.sqlite")).unwrap();
    let mut wal = fs::read(from.join("chivalry.sqlite-wal")).unwrap();
    wal.truncate(usize::try_from(bytes).unwrap());
    fs::write(to.join("chivalry.sqlite-wal"), wal).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_torn_end_is_dropped_only_if_it_was_never_acknowledged() {
    on_sqlite(|database| async move {
        let running = database.open().await;
        let directory = database.options.data_dir.clone();
        let wal = directory.join("chivalry.sqlite-wal");
        let by = guest(&running.store).await;
        let mut log = Log::created(by);
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..12 {
            running.store.log().append(log.since(log.records.len() as u32)).await.unwrap();
            let acknowledged = fs::metadata(&wal).unwrap().len();
            let next = with_moves(log.clone(), 1);
            running.store.log().append(next.since(next.records.len() as u32)).await.unwrap();
            let written = fs::metadata(&wal).unwrap().len();
            assert!(written > acknowledged, "the log grows with each commit");
            for cut in [acknowledged, random.random_range(acknowledged..written), written - 1] {
                let copy = tempfile::tempdir().unwrap();
                copy_cut(&directory, copy.path(), cut);
                let options = StoreOptions::sqlite(copy.path());
                let (store, _writer) = Store::open(&options).await.unwrap();
                let read = store.log().read(log.id).await.unwrap();
                assert_eq!(read.as_ref(), Some(&log.records), "cut at {cut} of {written}");
                store.close().await;
            }
            log = with_moves(next, 1);
        }
        running.stop().await;
    })
    .await;
}

/// Appends matches until it is killed, and prints the id of each that is stored. Run by the next
/// test.
#[test]
#[ignore = "another test runs it in a process of its own"]
fn append_until_killed() {
    let Ok(directory) = std::env::var(DIRECTORY) else { return };
    Runtime::new().unwrap().block_on(async {
        let (store, writer) = Store::open(&StoreOptions::sqlite(directory)).await.unwrap();
        tokio::spawn(writer.run(CancellationToken::new()));
        let by = guest(&store).await;
        loop {
            let logs = [(); 8].map(|()| with_moves(Log::created(by), EVENTS - 1));
            join_all(logs.iter().map(async |log| {
                store.log().append(log.append()).await.unwrap();
                writeln!(io::stdout(), "stored {}", log.id).unwrap();
            }))
            .await;
        }
    });
}

/// Runs the process for a while, kills it, and returns the matches that it stored.
fn kill_one(directory: &Path, random: &mut StdRng) -> Vec<MatchId> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "event_log::append_until_killed"])
        .env(DIRECTORY, directory)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stored = Vec::new();
    // The process dies in the midst of whatever follows that many stored matches.
    let last = random.random_range(1..60);
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
        // The test harness prints on the same line.
        if let Some((_, id)) = line.split_once("stored ") {
            stored.push(id.parse().unwrap());
        }
        if stored.len() == last {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    stored
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_while_the_log_is_indexed_lose_nothing() {
    on_sqlite(|database: Database| async move {
        let mut random = StdRng::seed_from_u64(2);
        let directory = database.options.data_dir.clone();
        let kills = std::env::var("CHIVALRY_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
        let mut stored = Vec::new();
        for kill in 0..kills {
            stored.extend(kill_one(&directory, &mut random));
            let [entries, found, _] = counts(&directory).await;
            assert_eq!(entries, found, "after kill {kill}");
        }
        let running = database.open().await;
        assert!(stored.len() as u64 >= kills, "{} matches", stored.len());
        for id in stored {
            let log = running.store.log().read(id).await.unwrap().unwrap_or_default();
            assert_eq!(log.len(), EVENTS as usize, "match {id}");
            assert!(log.iter().zip(1..).all(|(record, v)| record.v == v), "match {id}");
        }
        running.stop().await;
    })
    .await;
}
