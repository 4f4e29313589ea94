//! Hash chains of match logs across several writers, and signing keys.

use chivalry::store::{Append, Epoch, KeyRow, NodeId, SecretKey, Store};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChainError, ChainVerifier, MatchId};
use chivalry_rules::Seat;
use futures_util::future::join_all;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::databases::on_every_database;
use super::fixtures::{Log, every_event, guest, moved};

/// Returns the version from which on the chain of a match verifies.
async fn chained_from(store: &Store, id: MatchId) -> Result<u32, ChainError> {
    let mut reader = ChainVerifier::new(id);
    for event in store.log().read_stored(id).await.unwrap().unwrap() {
        reader.read(&event)?;
    }
    Ok(reader.chained_from())
}

/// Returns an append of a log's last event.
fn last(log: &Log) -> Append {
    log.since(log.records.len() as u32)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_log_is_a_hash_chain_from_its_first_event() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = running.store.clone();
        let (first, second) = (guest(&store).await, guest(&store).await);
        let whole = every_event(first, second);
        store.log().append(whole.append()).await.unwrap();
        let mut tasks = JoinSet::new();
        for _ in 0..100 {
            let store = store.clone();
            tasks.spawn(async move {
                let mut log = Log::created(first);
                store.log().append(log.append()).await.unwrap();
                for turn in 0..10 {
                    log = log.then(moved(Seat::FIRST)).by_command(first, &format!("m-{turn}"));
                    store.log().append(last(&log)).await.unwrap();
                }
                log
            });
        }
        let logs = tasks.join_all().await;
        drop(store);
        running.stop().await;

        // A new writer without cached heads continues the logs, with plain moves and with other
        // events.
        let running = database.open().await;
        let store = &running.store;
        let logs: Vec<Log> = logs.into_iter().map(|log| log.then(moved(Seat::SECOND))).collect();
        join_all(logs.iter().map(|log| store.log().append(last(log)))).await;
        let logs: Vec<Log> = logs.into_iter().map(|log| log.seated(&[second])).collect();
        join_all(logs.iter().map(|log| store.log().append(last(log)))).await;
        for log in logs.iter().chain([&whole]) {
            assert_eq!(chained_from(store, log.id).await, Ok(1));
            let written = store.log().read_stored(log.id).await.unwrap().unwrap();
            assert_eq!(written.len(), log.records.len());
        }
        assert_eq!(store.log().read_stored(MatchId(Uuid::now_v7())).await.unwrap(), None);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn appends_of_one_match_in_one_batch_are_chained() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let by = guest(&running.store).await;
        running.stop().await;
        let (store, writer) = Store::open(&database.options).await.unwrap();
        let turns = |log: Log| (0..6).fold(log, |log, _| log.then(moved(Seat::FIRST)));
        let logs: Vec<Log> = (0..3).map(|_| turns(Log::created(by))).collect();
        let mut asked = Vec::new();
        for v in 1..=7 {
            for log in &logs {
                let mut append = log.since(v);
                append.records.truncate(1);
                asked.push(Box::pin(store.log().append(append)));
            }
        }
        for append in &mut asked {
            assert!(futures_util::poll!(append).is_pending());
        }
        let mut tasks = JoinSet::new();
        tasks.spawn(writer.run(CancellationToken::new()));
        for append in asked {
            append.await.unwrap();
        }
        assert_eq!(store.commits(), 1);
        for log in &logs {
            assert_eq!(chained_from(&store, log.id).await, Ok(1));
        }
        drop(store);
        tasks.join_all().await;
    })
    .await;
}

/// Two writers append to the same matches in turn, so that the cached heads of each are outdated.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_take_over_a_match_continue_its_chain() {
    on_every_database(|database| async move {
        let nodes = [database.open().await, database.open().await];
        let by = guest(&nodes[0].store).await;
        let names = [NodeId(Uuid::now_v7()), NodeId(Uuid::now_v7())];
        for (node, name) in nodes.iter().zip(names) {
            node.store.owners().heartbeat(name).await.unwrap();
        }
        let mut logs: Vec<Log> = (0..4).map(|_| Log::created(by)).collect();
        let first = Some((names[0], Epoch::FIRST));
        for log in &logs {
            let made = Append { owner: first, ..log.append() };
            nodes[0].store.log().append(made).await.unwrap();
        }
        for round in 1..=4 {
            let (node, name) = (&nodes[round % 2].store, names[round % 2]);
            let mut appends = Vec::new();
            for log in &mut logs {
                let taken = node.owners().acquire(log.id.0, name).await.unwrap();
                for _ in 0..round {
                    *log = log.clone().then(moved(Seat::FIRST));
                    appends.push(Append { owner: Some((name, taken.epoch)), ..last(log) });
                }
            }
            let verdicts =
                join_all(appends.into_iter().map(|append| node.log().append(append))).await;
            assert!(verdicts.iter().all(Result::is_ok), "{verdicts:?}");
        }
        for log in &logs {
            assert_eq!(chained_from(&nodes[0].store, log.id).await, Ok(1));
        }
        for node in nodes {
            node.stop().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chain_of_an_older_log_starts_with_its_next_event() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let by = guest(&running.store).await;
        let log = Log::created(by).then(moved(Seat::FIRST)).then(moved(Seat::SECOND));
        running.store.log().append(log.append()).await.unwrap();
        running.stop().await;
        database.execute("update match_events set hash = null").await;

        let running = database.open().await;
        assert_eq!(chained_from(&running.store, log.id).await, Ok(4));
        let mut log = log;
        for _ in 0..3 {
            log = log.then(moved(Seat::FIRST));
            running.store.log().append(last(&log)).await.unwrap();
        }
        assert_eq!(chained_from(&running.store, log.id).await, Ok(4));

        database.execute("update match_events set at = at + 1 where v = 5").await;
        assert_eq!(chained_from(&running.store, log.id).await, Err(ChainError::Altered(5)));
        database.execute("update match_events set hash = null where v = 5").await;
        assert_eq!(chained_from(&running.store, log.id).await, Err(ChainError::NoHash(5)));
        database.execute("delete from match_events where v = 5").await;
        let missing = ChainError::Order { expected: 5, found: 6 };
        assert_eq!(chained_from(&running.store, log.id).await, Err(missing));
        running.stop().await;
    })
    .await;
}

fn key(number: u8) -> KeyRow {
    let made_at = Timestamp(i64::from(number));
    KeyRow { id: [number; 16], public: [number; 32], made_at, retired_at: None }
}

/// Returns the key numbers, newest first, and those in use.
async fn keys(store: &Store) -> (Vec<u8>, Vec<u8>) {
    let rows = store.signing_keys().all().await.unwrap();
    let in_use = rows.iter().filter(|row| row.retired_at.is_none());
    (rows.iter().map(|row| row.id[0]).collect(), in_use.map(|row| row.id[0]).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_start_concurrently_agree_on_one_signing_key() {
    on_every_database(|database| async move {
        // The nodes open one after another, because only Postgres allows concurrent migrations.
        let mut nodes = vec![database.open().await];
        nodes.extend(join_all((1..4).map(|_| database.open())).await);
        let made = nodes.iter().zip(1..).map(|(node, number)| async move {
            node.store.signing_keys().own(&key(number), &SecretKey([number; 32])).await.unwrap()
        });
        let secrets = join_all(made).await;
        assert!(secrets.iter().all(|secret| *secret == secrets[0]), "{:?}", secrets[0].0[0]);
        let store = &nodes[0].store;
        let (all, in_use) = keys(store).await;
        assert_eq!((all.len(), &in_use), (1, &vec![secrets[0].0[0]]));
        let own = all[0];

        // An operator's key replaces the site's own key, and is removed again.
        store.signing_keys().activate(&key(7)).await.unwrap();
        store.signing_keys().activate(&key(7)).await.unwrap();
        assert_eq!(keys(store).await, (vec![7, own], vec![7]));
        let again = store.signing_keys().own(&key(9), &SecretKey([9; 32])).await.unwrap();
        assert_eq!(again, secrets[0]);
        assert_eq!(keys(store).await, (vec![7, own], vec![own]));
        for node in nodes {
            node.stop().await;
        }
    })
    .await;
}
