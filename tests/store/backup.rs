//! Backups: a restored database equals the source, for every pair of databases.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chivalry::store::{KeyRow, RestoreError, SecretKey, Store};
use chivalry_play::clock::Timestamp;
use chivalry_rules::Seat;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sqlx::{AnyConnection, Connection as _};
use tokio::task::JoinSet;

use super::databases::{Database, on_every_database};
use super::doctor::{examine, fill};
use super::fixtures::{Log, guest, moved};

async fn back_up(store: &Store) -> Vec<u8> {
    let mut backup = Vec::new();
    store.backup().write(&mut backup).await.unwrap();
    backup
}

fn unpacked(backup: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(backup).read_to_string(&mut text).unwrap();
    text
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

/// Returns the lines of a backup without header and trailer. The rows of each table are sorted.
fn rows(backup: &[u8]) -> Vec<String> {
    let text = unpacked(backup);
    let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    assert!(lines.pop().unwrap().starts_with("{\"end\":true"));
    lines.sort_unstable();
    lines
}

/// Adds data that [`fill`] omits: fractions, bytes, and special characters in text.
async fn fill_all(database: &Database, store: &Store) {
    fill(store).await;
    let number = 7;
    let key = KeyRow { id: [7; 16], public: [8; 32], made_at: Timestamp(7), retired_at: None };
    store.signing_keys().own(&key, &SecretKey([number; 32])).await.unwrap();
    store.record_heartbeat(Timestamp(9)).await.unwrap();
    database
        .execute(
            "insert into ratings (player_id, pool, rating, deviation, volatility, games, last_at)
                 select id, 'p\u{e9}\"\\ \u{1f40e}', 1500.1, 0.1, 5e-324, 1, 9223372036854775807
                 from players;
             insert into rated_matches (number, match_id)
                 select 1, id from matches where plies = 2 and variant = 'cam';",
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_either_database_can_be_restored_into_either() {
    on_every_database(|from| async move {
        let running = from.open().await;
        fill_all(&from, &running.store).await;
        let backup = back_up(&running.store).await;
        let name = from.name;
        on_every_database(move |to| {
            let backup = backup.clone();
            async move {
                let running = to.open().await;
                let done = running.store.restore().read(&backup[..]).await.unwrap();
                assert!(done.rows > 40, "{done:?}");
                assert_eq!(rows(&back_up(&running.store).await), rows(&backup), "{name}");
                let (examined, findings) = examine(&running.store).await;
                assert_eq!((examined.matches, findings), (6, Vec::new()));
                // The restored store accepts new data.
                let by = guest(&running.store).await;
                running.store.log().append(Log::created(by).append()).await.unwrap();
                let again = running.store.restore().read(&backup[..]).await;
                assert!(matches!(again, Err(RestoreError::NotEmpty("players"))), "{again:?}");
                assert_eq!(examine(&running.store).await.0.matches, 7);
                running.stop().await;
            }
        })
        .await;
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_restored_from_a_damaged_backup() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        fill(store).await;
        let whole = back_up(store).await;
        let text = unpacked(&whole);
        let lines: Vec<&str> = text.lines().collect();
        let without = |at: usize| {
            let mut lines = lines.clone();
            lines.remove(at);
            packed((lines.join("\n") + "\n").as_bytes())
        };
        let mut damaged = vec![
            Vec::new(),
            whole[..whole.len() / 2].to_vec(),
            packed(text.as_bytes()[..text.len() - 1].as_ref()),
            packed((text.clone() + "[]\n").as_bytes()),
            packed(text.replacen("guest", "gusst", 1).as_bytes()),
            packed(text.replacen("chivalry-backup-1", "chivalry-backup-2", 1).as_bytes()),
            packed(text.replacen("\"name_key\"", "\"name_kay\"", 1).as_bytes()),
        ];
        for at in [0, 1, 3, lines.len() / 2, lines.len() - 1] {
            damaged.push(without(at));
        }
        // Flips one bit of the compressed file in each eighth of it.
        for part in 1..8 {
            let mut bytes = whole.clone();
            bytes[whole.len() * part / 8] ^= 16;
            damaged.push(bytes);
        }
        running.stop().await;
        let empty = emptied(&database).await;
        let running = empty.open().await;
        for (at, backup) in damaged.iter().enumerate() {
            let refused = running.store.restore().read(&backup[..]).await;
            // The database rejects values that violate its constraints.
            let is_refusal =
                matches!(refused, Err(RestoreError::Damaged(_) | RestoreError::Store(_)));
            assert!(is_refusal, "{at}: {refused:?}");
            assert_eq!(examine(&running.store).await.0.matches, 0, "{at}");
        }
        let later = packed(text.replacen("\"migration\":", "\"migration\":9", 1).as_bytes());
        let refused = running.store.restore().read(&later[..]).await;
        assert!(matches!(refused, Err(RestoreError::OtherVersion { .. })), "{refused:?}");
        running.store.restore().read(&whole[..]).await.unwrap();
        assert_eq!(examine(&running.store).await.1, []);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_the_last_version_before_the_first_release_is_restored() {
    on_every_database(|database| async move {
        let backup = include_bytes!("data/pre_release.backup");
        let running = database.open().await;
        running.store.restore().read(&backup[..]).await.unwrap();
        let (examined, findings) = examine(&running.store).await;
        assert_eq!(findings, []);
        assert_eq!((examined.matches, examined.events, examined.unchained), (1, 11, 0));
        let arthur = running.store.players().by_name("arthur2").await.unwrap();
        assert!(arthur.is_some());
        running.stop().await;
    })
    .await;
}

/// Returns an empty database of the same kind.
async fn emptied(database: &Database) -> Database {
    let mut empty = database.clone();
    match &database.schema {
        None => empty.options.data_dir = database.options.data_dir.join("empty"),
        Some(schema) => {
            let anew = format!("drop schema {schema} cascade; create schema {schema}");
            database.execute(&anew).await;
        }
    }
    empty
}

/// Takes a backup while matches are created and played. No event in it is newer than its match
/// row, and all events acknowledged before are included.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_running_server_is_a_consistent_snapshot() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let by = guest(&running.store).await;
        let stop = Arc::new(AtomicBool::new(false));
        let mut playing = JoinSet::new();
        for _ in 0..16 {
            let (store, stop) = (running.store.clone(), Arc::clone(&stop));
            playing.spawn(async move {
                let mut matches = 0_u64;
                while !stop.load(Ordering::Relaxed) {
                    let finished = super::finished::Finished::at(Timestamp(1_000));
                    let whole = finished.between(&[by, by]);
                    for record in whole.records.clone() {
                        let append =
                            chivalry::store::Append { records: vec![record], ..whole.clone() };
                        store.log().append(append).await.unwrap();
                    }
                    matches += 1;
                }
                matches
            });
        }
        let mut backups = Vec::new();
        for _ in 0..5 {
            let log = Log::created(by);
            running.store.log().append(log.append()).await.unwrap();
            let (_, findings) = examine(&running.store).await;
            assert_eq!(findings, []);
            backups.push((log.id, back_up(&running.store).await));
        }
        stop.store(true, Ordering::Relaxed);
        let played: u64 = playing.join_all().await.into_iter().sum();
        assert!(played > 16, "{played}");
        running.stop().await;
        let mut earlier = 0;
        for (known, backup) in backups {
            let directory = tempfile::tempdir().unwrap();
            let options = chivalry::store::StoreOptions::sqlite(directory.path());
            let (store, _writer) = Store::open(&options).await.unwrap();
            store.restore().read(&backup[..]).await.unwrap();
            let (examined, findings) = examine(&store).await;
            assert_eq!(findings, []);
            assert!(store.log().read(known).await.unwrap().is_some());
            assert!(examined.events > earlier, "more is played meanwhile");
            earlier = examined.events;
            store.close().await;
        }
    })
    .await;
}

/// A table added by a migration has to be listed in the backups, or in the exceptions.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_contains_every_table() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let text = unpacked(&back_up(&running.store).await);
        let table = |line: &str| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["table"].as_str().map(str::to_owned)
        };
        let saved: BTreeSet<String> = text.lines().filter_map(table).collect();
        sqlx::any::install_default_drivers();
        let file = database.options.data_dir.join("chivalry.sqlite");
        let url = database.options.database_url.clone();
        let url = url.unwrap_or_else(|| format!("sqlite://{}", file.display()));
        let mut connection = AnyConnection::connect(&url).await.unwrap();
        let sql = match database.name {
            // The view `match_events` stands for the tables behind it.
            "sqlite" => {
                "select name from sqlite_schema where type in ('table', 'view')
                 and name not in ('event_log', 'event_index', 'indexed_events')"
            }
            _ => {
                "select table_name::text from information_schema.tables
                 where table_schema = current_schema()"
            }
        };
        let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let left_out = [
            "_sqlx_migrations",
            "cluster",
            "damaged_matches",
            "explorer_games",
            "explorer_players",
            "explorer_positions",
            "explorer_state",
        ];
        let there = tables.into_iter().filter(|name| !left_out.contains(&name.as_str()));
        assert_eq!(saved, there.collect());
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_match_continues_its_chain() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let by = guest(&running.store).await;
        let log = Log::created(by).then(moved(Seat::FIRST));
        running.store.log().append(log.append()).await.unwrap();
        let backup = back_up(&running.store).await;
        running.stop().await;
        let running = emptied(&database).await.open().await;
        running.store.restore().read(&backup[..]).await.unwrap();
        let log = log.then(moved(Seat::SECOND));
        running.store.log().append(log.since(3)).await.unwrap();
        let written = running.store.log().read_stored(log.id).await.unwrap().unwrap();
        let mut reader = chivalry_play::matches::ChainVerifier::new(log.id);
        for event in &written {
            reader.read(event).unwrap();
        }
        assert_eq!((written.len(), reader.chained_from()), (3, 1));
        running.stop().await;
    })
    .await;
}
