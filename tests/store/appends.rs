//! Appends: acknowledged events are stored exactly once.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use chivalry::store::{Append, AppendError, Store, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Event, MatchId, MatchResult, RecordedEvent};
use chivalry_rules::Seat;
use futures_util::future::join_all;
use sqlx::{AnyConnection, Connection as _};
use tokio::task::JoinSet;

use super::databases::{Database, on_every_database, on_postgres, postgres, run_on};
use super::fixtures::{Log, every_event, guest, moved, player_id};

const MULTI: usize = 200;

#[tokio::test(flavor = "multi_thread")]
async fn every_event_is_read_back_unchanged() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let log = every_event(guest(store).await, guest(store).await);
        store.log().append(log.append()).await.unwrap();
        assert_eq!(store.log().read(log.id).await.unwrap(), Some(log.records.clone()));
        assert_eq!(store.log().since(log.id, 10, 2).await.unwrap(), log.records[10..12]);
        assert_eq!(store.log().since(log.id, 99, 2).await.unwrap(), []);
        assert_eq!(store.log().read(Log::created(player_id()).id).await.unwrap(), None);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_appends_share_commits_and_every_log_is_complete() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let logs = play_many(&running.store, 20).await;
        let appends = MULTI as u64 * 21;
        let commits = running.store.commits();
        assert!(commits * 4 < appends, "{commits} commits for {appends} appends");
        for log in logs {
            assert_eq!(running.store.log().read(log.id).await.unwrap(), Some(log.records));
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_that_the_database_rejects_costs_no_reconnection() {
    on_postgres(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let mut logs = play_many(store, 1).await;
        let before = connections(&database).await;
        let rejected = logs.pop().unwrap().then(moved(Seat::FIRST));
        let rejected = rejected.by_command(player_id(), "a\0b");
        for _ in 0..10 {
            logs = logs.into_iter().map(|log| log.then(moved(Seat::FIRST))).collect();
            let last = |log: &Log| log.since(log.records.len() as u32);
            let appends = logs.iter().map(|log| store.log().append(last(log)));
            let (refused, stored) =
                tokio::join!(store.log().append(last(&rejected)), join_all(appends));
            assert!(matches!(refused, Err(AppendError::Unavailable(_))), "{refused:?}");
            assert!(stored.iter().all(Result::is_ok));
        }
        let after = connections(&database).await;
        assert!(before.is_subset(&after), "{before:?} {after:?}");
        running.stop().await;
    })
    .await;
}

/// The process ids of the connections to Postgres.
async fn connections(database: &Database) -> BTreeSet<i32> {
    let url = database.options.database_url.as_ref().unwrap();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let sql = "select pid from pg_stat_activity
               where application_name = current_schema and pid <> pg_backend_pid()";
    let pids: Vec<i32> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    pids.into_iter().collect()
}

/// Plays many matches concurrently, with one append per event.
async fn play_many(store: &Store, moves: usize) -> Vec<Log> {
    let by = guest(store).await;
    let mut tasks = JoinSet::new();
    for _ in 0..MULTI {
        let store = store.clone();
        tasks.spawn(async move {
            let mut log = Log::created(by);
            store.log().append(log.append()).await.unwrap();
            for _ in 0..moves {
                log = log.then(moved(Seat::FIRST));
                store.log().append(log.since(log.records.len() as u32)).await.unwrap();
            }
            log
        });
    }
    tasks.join_all().await
}

/// Sends every append before the writer runs, so that they form one batch.
async fn append_together(
    database: &Database,
    prepare: Vec<Append>,
    appends: Vec<Append>,
) -> Vec<Result<(), AppendError>> {
    let running = database.open().await;
    for append in prepare {
        running.store.log().append(append).await.unwrap();
    }
    running.stop().await;
    let (store, writer) = Store::open(&database.options).await.unwrap();
    let mut asked: Vec<_> =
        appends.into_iter().map(|append| Box::pin(store.log().append(append))).collect();
    for append in &mut asked {
        assert!(futures_util::poll!(append).is_pending());
    }
    let mut tasks = JoinSet::new();
    tasks.spawn(writer.run(tokio_util::sync::CancellationToken::new()));
    let mut verdicts = Vec::new();
    for append in asked {
        verdicts.push(append.await);
    }
    drop(store);
    tasks.join_all().await;
    verdicts
}

async fn setup_guest(database: &Database) -> chivalry_play::player::PlayerId {
    let running = database.open().await;
    let by = guest(&running.store).await;
    running.stop().await;
    by
}

#[tokio::test(flavor = "multi_thread")]
async fn one_refused_append_does_not_affect_the_rest_of_its_batch() {
    on_every_database(|database| async move {
        let by = setup_guest(&database).await;
        let logs: Vec<Log> = (0..8).map(|_| Log::created(by).then(moved(Seat::FIRST))).collect();
        let stranger = Log::created(player_id());
        // Only Postgres rejects a NUL character in a text.
        let nul = Log::created(by).by_command(by, "a\u{0}b");

        let before = vec![logs[3].append(), logs[4].append()];
        let mut appends: Vec<Append> = logs.iter().map(Log::append).collect();
        // An existing version, a skipped version, and an unknown player.
        appends[4] = logs[4].clone().then(moved(Seat::SECOND)).then(Event::Paused).since(4);
        appends.extend([stranger.append(), nul.append()]);
        let verdicts = append_together(&database, before, appends).await;

        for (at, verdict) in verdicts.iter().enumerate() {
            match at {
                3 => assert!(matches!(verdict, Err(AppendError::Conflict)), "{verdict:?}"),
                4 => assert!(matches!(verdict, Err(AppendError::Gap)), "{verdict:?}"),
                8 => assert!(matches!(verdict, Err(AppendError::UnknownPlayer)), "{verdict:?}"),
                9 => assert_eq!(verdict.is_ok(), database.name == "sqlite", "{verdict:?}"),
                _ => assert!(verdict.is_ok(), "{at}: {verdict:?}"),
            }
        }
        let running = database.open().await;
        for log in logs {
            assert_eq!(running.store.log().read(log.id).await.unwrap(), Some(log.records));
        }
        assert_eq!(running.store.log().read(stranger.id).await.unwrap(), None);
        assert_eq!(running.store.matches().row(stranger.id).await.unwrap(), None);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn appends_of_one_match_can_share_a_batch() {
    on_every_database(|database| async move {
        let by = setup_guest(&database).await;
        let log = Log::created(by).then(moved(Seat::FIRST)).then(moved(Seat::SECOND));
        let appends = (1..=3).map(|v| {
            let mut one = log.since(v);
            one.records.truncate(1);
            one
        });
        let verdicts = append_together(&database, Vec::new(), appends.collect()).await;
        assert!(verdicts.iter().all(Result::is_ok), "{verdicts:?}");
        let running = database.open().await;
        assert_eq!(running.store.log().read(log.id).await.unwrap(), Some(log.records));
        running.stop().await;
    })
    .await;
}

/// The expected row of a match after its start, its moves, and perhaps its end.
struct Expected {
    log: Log,
    started_at: Timestamp,
    plies: Option<u32>,
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_start_and_end_in_one_commit_have_correct_rows() {
    on_every_database(|database| async move {
        let by = setup_guest(&database).await;
        let (mut before, mut appends, mut expected) = (Vec::new(), Vec::new(), Vec::new());
        for number in 0..13 {
            let play =
                |log: Log, plies| (0..plies).fold(log, |log, _| log.then(moved(Seat::FIRST)));
            let mut log = play(Log::created(by).seated(&[by]), number);
            // For these matches, another writer wrote the start.
            let first = if number % 2 == 0 { &mut before } else { &mut appends };
            first.push(log.append());

            let v = log.records.len() as u32 + 1;
            log = play(log.then(Event::Started), 2);
            let started_at = log.records[v as usize - 1].at;
            let is_taken_back = number % 3 == 0;
            if is_taken_back {
                log = log.then(Event::TookBack { ply: 1 });
            }
            appends.push(Append { deadline: Some(Timestamp(50)), ..log.since(v) });

            let v = log.records.len() as u32 + 1;
            log = play(log, 1);
            let is_over = number % 4 != 3;
            if is_over {
                log = log.ended(MatchResult::First);
            }
            let deadline = (!is_over).then_some(Timestamp(5_000));
            appends.push(Append { deadline, ..log.since(v) });
            let plies = if is_taken_back { 2 } else { number + 3 };
            expected.push(Expected { log, started_at, plies: is_over.then_some(plies) });
        }
        let verdicts = append_together(&database, before, appends).await;
        assert!(verdicts.iter().all(Result::is_ok), "{verdicts:?}");

        let running = database.open().await;
        let store = &running.store;
        for Expected { log, started_at, plies } in &expected {
            let row = store.matches().row(log.id).await.unwrap().unwrap();
            assert_eq!((row.started_at, row.plies), (Some(*started_at), *plies));
            let (ended_at, result) = (row.ended_at, row.result);
            match plies {
                Some(_) => {
                    assert_eq!(ended_at, log.records.last().map(|record| record.at));
                    assert_eq!(result, Some(MatchResult::First));
                }
                None => assert_eq!((ended_at, result), (None, None)),
            }
        }
        assert_eq!(store.matches().due(Timestamp(4_999), 99).await.unwrap(), []);
        let mut due = store.matches().due(Timestamp(5_000), 99).await.unwrap();
        due.sort_unstable();
        let played = expected.iter().filter(|expected| expected.plies.is_none());
        assert_eq!(due, played.map(|expected| expected.log.id).collect::<Vec<_>>());
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_that_do_not_follow_the_log_are_refused() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let log = Log::created(guest(store).await).then(Event::Paused).then(Event::Resumed);
        let mut holed = log.append();
        holed.records.remove(1);
        let mut late = Log::created(player_id()).append();
        late.records[0].v = 2;
        let empty = Append { match_id: log.id, records: Vec::new(), deadline: None, owner: None };
        for append in [holed, late, empty, log.since(2)] {
            let verdict = store.log().append(append).await;
            assert!(matches!(verdict, Err(AppendError::Gap)), "{verdict:?}");
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_command_creates_one_match() {
    on_every_database(|database| async move {
        let by = setup_guest(&database).await;
        let other = setup_guest(&database).await;
        let earlier = Log::created(by).by_command(by, "c1");
        let again = Log::created(by).by_command(by, "c1");
        let others = Log::created(other).by_command(other, "c1");
        let next = Log::created(by).by_command(by, "c2");
        let appends = vec![earlier.append(), again.append(), others.append(), next.append()];
        let verdicts = append_together(&database, Vec::new(), appends).await;
        assert!(verdicts[0].is_ok() && verdicts[2].is_ok() && verdicts[3].is_ok(), "{verdicts:?}");
        assert!(
            matches!(&verdicts[1], Err(AppendError::CreatedBefore(id)) if *id == earlier.id),
            "{verdicts:?}"
        );
        let running = database.open().await;
        assert_eq!(running.store.log().read(again.id).await.unwrap(), None);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_appends_of_one_version_cannot_both_be_stored() {
    on_postgres(|database| async move {
        let (first, second) = (database.open().await, database.open().await);
        let by = guest(&first.store).await;
        let log = Log::created(by);
        first.store.log().append(log.append()).await.unwrap();
        let here = log.clone().then(Event::Paused);
        let there = log.then(Event::Resumed);
        let (a, b) = tokio::join!(
            first.store.log().append(here.since(2)),
            second.store.log().append(there.since(2))
        );
        let refused = match (&a, &b) {
            (Ok(()), Err(error)) | (Err(error), Ok(())) => error,
            both => panic!("one of two writes: {both:?}"),
        };
        assert!(matches!(refused, AppendError::Conflict), "{refused:?}");
        first.stop().await;
        second.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_connections_neither_duplicate_nor_lose_appends() {
    on_postgres(|database| async move {
        let server = postgres().await.unwrap();
        let schema = database.schema.clone().unwrap();
        let running = database.open().await;
        let by = guest(&running.store).await;
        let acknowledged = Arc::new(AtomicU32::new(0));
        let mut tasks = JoinSet::new();
        for _ in 0..20 {
            let (store, acknowledged) = (running.store.clone(), Arc::clone(&acknowledged));
            tasks.spawn(async move {
                let mut log = Log::created(by);
                store.log().append(log.append()).await.unwrap();
                for _ in 0..200 {
                    log = log.then(moved(Seat::FIRST));
                    store.log().append(log.since(log.records.len() as u32)).await.unwrap();
                    acknowledged.fetch_add(1, Ordering::Relaxed);
                }
                log
            });
        }
        for kill in 0..8 {
            while acknowledged.load(Ordering::Relaxed) < kill * 400 {
                tokio::task::yield_now().await;
            }
            let sql = format!(
                "select pg_terminate_backend(pid) from pg_stat_activity
                 where application_name = '{schema}'"
            );
            run_on(&server, sql).await;
        }
        for log in tasks.join_all().await {
            let read = read_by_any_connection(&running.store, log.id).await;
            assert_eq!(read, Some(log.records));
        }
        running.stop().await;
    })
    .await;
}

/// Reads a log. A read by a connection that the database has ended fails, and the connection is
/// dropped, so a later read is answered.
async fn read_by_any_connection(store: &Store, id: MatchId) -> Option<Vec<RecordedEvent>> {
    loop {
        match store.log().read(id).await {
            Ok(records) => return records,
            Err(StoreError::Database(error)) => {
                let code = error.as_database_error().and_then(|error| error.code());
                let is_lost =
                    matches!(*error, sqlx::Error::Io(_)) || code.as_deref() == Some("57P01");
                assert!(is_lost, "{error}");
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepted_appends_are_written_before_shutdown() {
    on_every_database(|database| async move {
        let by = setup_guest(&database).await;
        let logs: Vec<Log> = (0..100).map(|_| Log::created(by)).collect();
        let (store, writer) = Store::open(&database.options).await.unwrap();
        for log in &logs {
            // The append is accepted, and its answer is dropped.
            let mut append = Box::pin(store.log().append(log.append()));
            assert!(futures_util::poll!(&mut append).is_pending());
        }
        let shutdown = tokio_util::sync::CancellationToken::new();
        shutdown.cancel();
        writer.run(shutdown).await;
        let late = store.log().append(Log::created(by).append()).await;
        assert!(matches!(late, Err(AppendError::Unavailable(StoreError::Closed))), "{late:?}");
        let ids: Vec<MatchId> = logs.iter().map(|log| log.id).collect();
        assert_eq!(store.matches().live().await.unwrap(), ids);
        store.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_the_store_ends_its_writer() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let log = Log::created(guest(&running.store).await);
        running.store.log().append(log.append()).await.unwrap();
        running.abandon().await;
        let running = database.open().await;
        assert_eq!(running.store.log().read(log.id).await.unwrap(), Some(log.records));
        running.stop().await;
    })
    .await;
}
