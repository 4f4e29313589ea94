//! Ownership: one owner at a time, and no appends of earlier owners.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use chivalry::store::{
    Append, AppendError, Epoch, LOBBY, NodeId, Orphan, PremoveChange, Store, Taken,
    TournamentAppendError,
};
use chivalry_play::matches::{MatchId, MatchResult};
use chivalry_rules::Seat;
use chivalry_tournament::Command;
use futures_util::future::join_all;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::databases::{Database, on_every_database, on_postgres};
use super::fixtures::{Log, guest, moved};
use super::tournaments::Kept;

fn node() -> NodeId {
    NodeId(Uuid::now_v7())
}

async fn living_node(store: &Store) -> NodeId {
    let node = node();
    store.owners().heartbeat(node).await.unwrap();
    node
}

fn by(owner: (NodeId, Epoch), append: Append) -> Append {
    Append { owner: Some(owner), ..append }
}

/// Returns an append of a log's last event.
fn last(log: &Log) -> Append {
    log.since(log.records.len() as u32)
}

/// Runs the writer only while it waits for `asked`. Earlier appends therefore form one batch.
async fn with<T>(writer: impl Future<Output = ()> + Unpin, asked: impl Future<Output = T>) -> T {
    tokio::select! {
        () = writer => panic!("the writer ends"),
        answer = asked => answer,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_of_an_earlier_owner_is_refused_without_affecting_its_batch() {
    on_every_database(|database| async move {
        let other = database.open().await;
        let player = guest(&other.store).await;
        let there = living_node(&other.store).await;
        let (store, writer) = Store::open(&database.options).await.unwrap();
        let mut writer = pin!(writer.run(CancellationToken::new()));
        let here = living_node(&store).await;
        let mine = (here, Epoch::FIRST);

        let mut logs: Vec<Log> =
            (0..8).map(|_| Log::created(player).then(moved(Seat::FIRST))).collect();
        let made = join_all(logs.iter().map(|log| store.log().append(by(mine, log.append()))));
        assert!(with(&mut writer, made).await.iter().all(Result::is_ok));

        // A batch of plain moves, which is one statement, and a batch with a match end.
        for (stale, ending) in [(3, None), (5, Some(0))] {
            let taken = other.store.owners().acquire(logs[stale].id.0, there).await.unwrap();
            let second = Epoch(2);
            assert_eq!(taken, Taken { epoch: second, lost: None, was_owned_by_another: true });
            assert!(!store.owners().is_current(logs[stale].id.0, Epoch::FIRST).await.unwrap());
            assert!(store.owners().is_current(logs[stale].id.0, second).await.unwrap());
            for (at, log) in logs.iter_mut().enumerate() {
                *log = if ending == Some(at) {
                    log.clone().ended(MatchResult::First)
                } else {
                    log.clone().then(moved(Seat::SECOND))
                };
            }
            let before = store.commits();
            let asked = join_all(logs.iter().map(|log| store.log().append(by(mine, last(log)))));
            let verdicts = with(&mut writer, asked).await;
            for (at, verdict) in verdicts.iter().enumerate() {
                if at == stale {
                    assert!(matches!(verdict, Err(AppendError::Stale)), "{verdict:?}");
                    logs[at].records.pop();
                } else {
                    assert!(verdict.is_ok(), "{at}: {verdict:?}");
                }
            }
            assert!(ending.is_some() || store.commits() == before + 1);
            logs.remove(stale);
            if ending == Some(0) {
                logs.remove(0);
            }
        }

        // The new owner continues the log. Nothing of the earlier owner's append is stored.
        let mut log = logs.remove(0);
        let taken = other.store.owners().acquire(log.id.0, there).await.unwrap();
        log = log.then(moved(Seat::FIRST));
        other.store.log().append(by((there, taken.epoch), last(&log))).await.unwrap();
        let change = PremoveChange { seat: Seat::FIRST, premove: None };
        let premove = store.premoves().save(log.id, change, None, Some(mine));
        let stale = log.clone().then(moved(Seat::SECOND));
        let refused = with(&mut writer, store.log().append(by(mine, last(&stale)))).await;
        assert!(matches!(refused, Err(AppendError::Stale)), "{refused:?}");
        let refused = with(&mut writer, premove).await;
        assert!(matches!(refused, Err(AppendError::Stale)), "{refused:?}");
        assert_eq!(store.log().read(log.id).await.unwrap(), Some(log.records));
        drop(store);
        other.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_creator_owns_a_match_and_an_unowned_match_can_be_acquired() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let player = guest(store).await;
        let (here, there) = (living_node(store).await, living_node(store).await);
        let log = Log::created(player);
        store.log().append(by((here, Epoch::FIRST), log.append())).await.unwrap();
        assert!(store.owners().is_current(log.id.0, Epoch::FIRST).await.unwrap());
        // The owner acquires the match again.
        let again = store.owners().acquire(log.id.0, here).await.unwrap();
        assert_eq!(again, Taken { epoch: Epoch(2), lost: None, was_owned_by_another: false });
        let stale = log.then(moved(Seat::FIRST));
        let refused = store.log().append(by((here, Epoch::FIRST), last(&stale))).await;
        assert!(matches!(refused, Err(AppendError::Stale)), "{refused:?}");

        let log = Log::created(player);
        assert!(!store.owners().is_current(log.id.0, Epoch::FIRST).await.unwrap());
        let taken = store.owners().acquire(log.id.0, there).await.unwrap();
        assert_eq!(taken, Taken { epoch: Epoch::FIRST, lost: None, was_owned_by_another: false });
        let refused = store.log().append(by((here, Epoch::FIRST), log.append())).await;
        assert!(matches!(refused, Err(AppendError::Conflict)), "{refused:?}");
        assert_eq!(store.log().read(log.id).await.unwrap(), None);

        // A match created without nodes has no owner and can be acquired.
        let log = Log::created(player);
        store.log().append(log.append()).await.unwrap();
        let log = log.then(moved(Seat::FIRST));
        let refused = store.log().append(by((here, Epoch::FIRST), last(&log))).await;
        assert!(matches!(refused, Err(AppendError::Stale)), "{refused:?}");
        let taken = store.owners().acquire(log.id.0, here).await.unwrap();
        store.log().append(by((here, taken.epoch), last(&log))).await.unwrap();
        running.stop().await;
    })
    .await;
}

/// Opens a separate Postgres connection in a transaction.
async fn in_between(database: &Database, sql: String) -> AnyConnection {
    let address = database.options.database_url.as_deref().unwrap();
    let mut connection = AnyConnection::connect(address).await.unwrap();
    execute(&mut connection, format!("begin; {sql}")).await;
    connection
}

async fn execute(connection: &mut AnyConnection, sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.unwrap();
}

/// Waits until that many connections of the test wait for a lock.
async fn until_waiting(connection: &mut AnyConnection, schema: &str, count: i64) {
    let sql = "select count(*) from pg_stat_activity
               where application_name = $1 and wait_event_type = 'Lock'";
    loop {
        let query = sqlx::query_scalar(sql).bind(schema);
        let waiting: i64 = query.fetch_one(&mut *connection).await.unwrap();
        if waiting >= count {
            break;
        }
        // Discards the cached statistics, so that the next query reads current ones.
        execute(connection, "select pg_stat_clear_snapshot()".to_owned()).await;
        tokio::task::yield_now().await;
    }
}

fn bytea(id: Uuid) -> String {
    format!("'\\x{}'", id.simple())
}

#[tokio::test(flavor = "multi_thread")]
async fn acquiring_a_match_waits_for_an_append_in_flight() {
    on_postgres(|database| async move {
        let schema = database.schema.clone().unwrap();
        let (first, second) = (database.open().await, database.open().await);
        let here = living_node(&first.store).await;
        let there = living_node(&second.store).await;
        let mine = (here, Epoch::FIRST);
        let log = Log::created(guest(&first.store).await);
        first.store.log().append(by(mine, log.append())).await.unwrap();

        // A match end updates the match row. A lock on that row blocks the append.
        let hold = format!("select 1 from matches where id = {} for update", bytea(log.id.0));
        let mut between = in_between(&database, hold).await;
        let log = log.ended(MatchResult::Draw);
        let (store, end) = (first.store.clone(), by(mine, last(&log)));
        let append = tokio::spawn(async move { store.log().append(end).await });
        until_waiting(&mut between, &schema, 1).await;
        let (store, entity) = (second.store.clone(), log.id.0);
        let take = tokio::spawn(async move { store.owners().acquire(entity, there).await });
        until_waiting(&mut between, &schema, 2).await;
        assert!(!append.is_finished() && !take.is_finished());
        execute(&mut between, "commit".to_owned()).await;
        append.await.unwrap().unwrap();
        // An ended match is released, so that no owner is reported as lost.
        let taken = take.await.unwrap().unwrap();
        assert_eq!(taken, Taken { epoch: Epoch(2), lost: None, was_owned_by_another: false });
        assert_eq!(second.store.log().read(log.id).await.unwrap(), Some(log.records));
        between.close().await.unwrap();
        first.stop().await;
        second.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_during_an_acquisition_waits_and_is_refused() {
    on_postgres(|database| async move {
        let schema = database.schema.clone().unwrap();
        let running = database.open().await;
        let store = &running.store;
        let mine = (living_node(store).await, Epoch::FIRST);
        let log = Log::created(guest(store).await).then(moved(Seat::FIRST));
        let next = log.clone().then(moved(Seat::SECOND));
        // Both write paths: plain moves, and appends with further rows.
        for append in [last(&next), last(&log.clone().ended(MatchResult::Draw))] {
            let match_id = MatchId(Uuid::now_v7());
            let made = Append { match_id, ..log.append() };
            store.log().append(by(mine, made)).await.unwrap();
            // Runs the first part of `Store::take`.
            let key = bytea(match_id.0);
            let take = format!(
                "select epoch from owners where entity = {key} for update;
                 update owners set epoch = 2 where entity = {key}"
            );
            let mut between = in_between(&database, take).await;
            let append = by(mine, Append { match_id, ..append });
            let (spawned, append) = (store.clone(), append);
            let append = tokio::spawn(async move { spawned.log().append(append).await });
            until_waiting(&mut between, &schema, 1).await;
            assert!(!append.is_finished());
            execute(&mut between, "commit".to_owned()).await;
            let refused = append.await.unwrap();
            assert!(matches!(refused, Err(AppendError::Stale)), "{refused:?}");
            let kept = store.log().read(match_id).await.unwrap();
            assert_eq!(kept, Some(log.records.clone()));
            between.close().await.unwrap();
        }
        running.stop().await;
    })
    .await;
}

/// Acquires a match repeatedly and appends until another node acquires it. Returns each stored
/// version with its epoch.
async fn take_and_play(store: Store, node: NodeId, log: Log, takes: u32) -> Vec<(u32, Epoch)> {
    let mut stored = Vec::new();
    for _ in 0..takes {
        let Taken { epoch, .. } = store.owners().acquire(log.id.0, node).await.unwrap();
        let records = store.log().read(log.id).await.unwrap().unwrap();
        let mut known = Log { id: log.id, records };
        for _ in 0..4 {
            known = known.then(moved(Seat::FIRST));
            match store.log().append(by((node, epoch), last(&known))).await {
                Ok(()) => stored.push((known.records.len() as u32, epoch)),
                Err(AppendError::Stale) => break,
                Err(error) => panic!("{error}: nobody else writes to what is owned"),
            }
        }
    }
    stored
}

#[tokio::test(flavor = "multi_thread")]
async fn no_log_returns_to_an_earlier_owner() {
    on_postgres(|database| async move {
        let (first, second) = (database.open().await, database.open().await);
        let player = guest(&first.store).await;
        let nodes = [living_node(&first.store).await, living_node(&second.store).await];
        let mut logs = Vec::new();
        let mut tasks = JoinSet::new();
        for _ in 0..10 {
            let log = Log::created(player);
            first.store.log().append(by((nodes[0], Epoch::FIRST), log.append())).await.unwrap();
            for (running, node) in [&first, &second].into_iter().zip(nodes) {
                let (store, log) = (running.store.clone(), log.clone());
                tasks.spawn(async move { (log.id, take_and_play(store, node, log, 50).await) });
            }
            logs.push(log.id);
        }
        let played = tasks.join_all().await;
        let mut changes = 0;
        for id in logs {
            let of_it = played.iter().filter(|(of, _)| *of == id).flat_map(|(_, stored)| stored);
            let mut stored: Vec<(u32, Epoch)> = of_it.copied().collect();
            stored.sort_unstable();
            let log = first.store.log().read(id).await.unwrap().unwrap();
            // Each version except the first was acknowledged exactly once.
            assert!(stored.iter().map(|(v, _)| *v).eq(2..=log.len() as u32), "{stored:?}");
            assert!(stored.is_sorted_by_key(|(_, epoch)| *epoch), "{stored:?}");
            changes += stored.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        }
        assert!(changes > 50, "{changes} changes of the owner between two moves");
        first.stop().await;
        second.stop().await;
    })
    .await;
}

/// Moves all heartbeats into the past.
async fn let_time_pass(database: &Database, by: Duration) {
    let sql = format!("update nodes set beat_at = beat_at - {}", by.as_millis());
    database.execute(&sql).await;
}

async fn orphans(store: &Store, node: NodeId) -> Vec<Orphan> {
    let mut orphans = store.owners().heartbeat(node).await.unwrap();
    orphans.sort_by_key(|orphan| match orphan {
        Orphan::Match(id) => (0, id.0),
        Orphan::Tournament(id) => (1, id.0),
        Orphan::Lobby => (2, LOBBY),
    });
    orphans
}

#[tokio::test(flavor = "multi_thread")]
async fn orphans_of_dead_nodes_are_found_and_entities_of_living_nodes_are_not() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let player = guest(store).await;
        let (dying, living) = (living_node(store).await, living_node(store).await);
        let playing = Log::created(player).then(chivalry_play::matches::Event::Started);
        let make = async |owner: NodeId, log: Log| {
            let log = Log { id: MatchId(Uuid::now_v7()), ..log };
            store.log().append(by((owner, Epoch::FIRST), log.append())).await.unwrap();
            log.id
        };
        let left = make(dying, playing.clone()).await;
        make(dying, Log::created(player)).await;
        make(dying, playing.clone().ended(MatchResult::Draw)).await;
        let own = make(living, playing).await;
        assert_eq!(store.owners().acquire(LOBBY, dying).await.unwrap().epoch, Epoch::FIRST);
        let (mut kept, _) = Kept::paired_by(Some((dying, Epoch::FIRST)), store, 4).await;
        let open = Kept::made(store, player, Some((dying, Epoch::FIRST))).await;
        store.owners().heartbeat(dying).await.unwrap();
        assert_eq!(orphans(store, living).await, []);

        // A node is alive after one second of silence, and dead after four.
        store.owners().heartbeat(dying).await.unwrap();
        let_time_pass(&database, Duration::from_secs(1)).await;
        assert_eq!(orphans(store, living).await, []);
        assert!(store.owners().is_owned_elsewhere(LOBBY, living).await.unwrap());
        assert!(!store.owners().is_owned_elsewhere(LOBBY, dying).await.unwrap());
        let_time_pass(&database, Duration::from_secs(3)).await;
        assert!(!store.owners().is_owned_elsewhere(LOBBY, living).await.unwrap());
        let all = [Orphan::Match(left), Orphan::Tournament(kept.id), Orphan::Lobby];
        assert_eq!(orphans(store, living).await, all);
        let taken = store.owners().acquire(left.0, living).await.unwrap();
        assert!(taken.was_owned_by_another && taken.lost.is_some_and(|at| at.0 > 0), "{taken:?}");
        let taken = store.owners().acquire(open.id.0, living).await.unwrap();
        assert!(taken.lost.is_some());
        assert_eq!(orphans(store, living).await, all[1..]);

        // A tournament is fenced like a match, and released at its end.
        let taken = store.owners().acquire(kept.id.0, living).await.unwrap();
        let new = kept.next(Some(kept.director), &Command::BeginRound);
        let refused = store.tournaments().append(kept.id, &kept.tournament, &new, None, kept.owner);
        let refused = refused.await;
        assert!(matches!(refused, Err(TournamentAppendError::Stale)), "{refused:?}");
        let log = store.tournaments().read(kept.id).await.unwrap().unwrap();
        assert_eq!(log.len() + new.len(), kept.tournament.log().len());
        kept.owner = Some((living, taken.epoch));
        let added = store.tournaments().append(kept.id, &kept.tournament, &new, None, kept.owner);
        added.await.unwrap();
        assert_eq!(orphans(store, living).await, [Orphan::Lobby]);

        // A node that was only silent keeps all entities that were not acquired.
        store.owners().heartbeat(dying).await.unwrap();
        assert_eq!(orphans(store, living).await, []);
        assert!(store.owners().is_current(LOBBY, Epoch::FIRST).await.unwrap());

        // A node that shut down in order is no longer an owner, and its entities have lost no
        // time.
        assert!(store.owners().is_owned_elsewhere(left.0, dying).await.unwrap());
        store.owners().leave(living).await.unwrap();
        assert!(!store.owners().is_owned_elsewhere(left.0, dying).await.unwrap());
        let mut all = [Orphan::Match(left), Orphan::Match(own), Orphan::Tournament(kept.id)];
        all[..2].sort_by_key(|orphan| if let Orphan::Match(id) = orphan { id.0 } else { LOBBY });
        assert_eq!(orphans(store, dying).await, all);
        let taken = store.owners().acquire(own.0, dying).await.unwrap();
        assert_eq!(taken, Taken { epoch: Epoch(2), lost: None, was_owned_by_another: true });
        let taken = store.owners().acquire(left.0, dying).await.unwrap();
        kept.owner = Some((dying, store.owners().acquire(kept.id.0, dying).await.unwrap().epoch));
        assert_eq!(orphans(store, dying).await, []);

        kept.direct(store, Command::Cancel).await;
        let last = NodeId(Uuid::now_v7());
        let_time_pass(&database, Duration::from_secs(4)).await;
        let rest = [Orphan::Match(left), Orphan::Match(own), Orphan::Lobby];
        let found = orphans(store, last).await;
        assert!(found.len() == 3 && rest.iter().all(|orphan| found.contains(orphan)), "{found:?}");
        assert_eq!(taken.epoch, Epoch(3));
        running.stop().await;
    })
    .await;
}
