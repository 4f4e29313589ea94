//! Opening and migrating a database, and the recorded server activity.

use std::path::Path;

use chivalry::store::{Store, StoreError, StoreOptions};
use chivalry_play::clock::Timestamp;

use super::databases::{on_every_database, on_postgres, on_sqlite};
use super::fixtures::{every_event, guest};

#[tokio::test(flavor = "multi_thread")]
async fn stored_data_is_intact_after_a_restart() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let (first, second) = (guest(store).await, guest(store).await);
        let log = every_event(first, second);
        store.log().append(log.append()).await.unwrap();
        let row = store.matches().row(log.id).await.unwrap();
        running.stop().await;

        let running = database.open().await;
        let store = &running.store;
        assert_eq!(store.log().read(log.id).await.unwrap(), Some(log.records));
        assert_eq!(store.matches().row(log.id).await.unwrap(), row);
        assert!(store.players().by_id(first).await.unwrap().is_some());
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_latest_heartbeat_of_all_servers_is_stored() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        assert!(store.is_reachable().await);
        assert_eq!(store.last_heartbeat().await.unwrap(), None);
        for beat in [5, 9, 7] {
            store.record_heartbeat(Timestamp(beat)).await.unwrap();
        }
        assert_eq!(store.last_heartbeat().await.unwrap(), Some(Timestamp(9)));
        let store = store.clone();
        running.stop().await;
        assert!(!store.is_reachable().await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn checking_changes_nothing_and_migrating_twice_is_idempotent() {
    on_every_database(|database| async move {
        let checking = StoreOptions { check_database: true, ..database.options.clone() };
        let refused = Store::open(&checking).await;
        let is_missing =
            matches!(refused, Err(StoreError::NoDatabase { .. } | StoreError::NoTables));
        assert!(is_missing, "{refused:?}");
        let file = database.options.data_dir.join("chivalry.sqlite");
        assert!(!file.exists(), "nothing is created");
        let running = database.open().await;
        running.store.migrate().await.unwrap();
        running.stop().await;
        assert!(Store::open(&checking).await.is_ok());
        database.execute("update _sqlx_migrations set version = 99 where version = 1").await;
        let refused = Store::open(&checking).await;
        assert!(matches!(refused, Err(StoreError::Outdated)), "{refused:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_a_version_before_the_first_release_are_refused_with_the_way_to_move_them() {
    on_every_database(|database| async move {
        database.open().await.stop().await;
        database.execute("update _sqlx_migrations set description = 'start'").await;
        let checking = StoreOptions { check_database: true, ..database.options.clone() };
        for options in [&database.options, &checking] {
            let refused = Store::open(options).await;
            assert!(matches!(refused, Err(StoreError::PreRelease)), "{refused:?}");
            assert!(refused.unwrap_err().to_string().contains("write a backup"));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_a_later_version_are_used_unless_they_were_contracted() {
    on_every_database(|database| async move {
        database.open().await.stop().await;
        let later = "insert into _sqlx_migrations
                     (version, description, success, checksum, execution_time)
                     select 99, 'more columns', success, checksum, 0
                     from _sqlx_migrations where version = 1";
        database.execute(later).await;
        database.execute("alter table matches add column later text").await;
        let checking = StoreOptions { check_database: true, ..database.options.clone() };
        for options in [&database.options, &checking] {
            let (store, _writer) = Store::open(options).await.unwrap();
            store.close().await;
        }
        let contracts = "update _sqlx_migrations set description = 'contract since 98 old columns'
                         where version = 99";
        database.execute(contracts).await;
        for options in [&database.options, &checking] {
            let refused = Store::open(options).await;
            assert!(
                matches!(refused, Err(StoreError::Contracted { migration: 99 })),
                "{refused:?}"
            );
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_servers_can_start_concurrently() {
    on_postgres(|database| async move {
        let (a, b, c) = tokio::join!(database.open(), database.open(), database.open());
        for running in [a, b, c] {
            running.stop().await;
        }
    })
    .await;
}

#[tokio::test]
async fn the_data_directory_can_have_any_name() {
    on_sqlite(|database| async move {
        let directory = database.options.data_dir.join("50% #1? data");
        let options = StoreOptions::sqlite(&directory);
        let (store, _writer) = Store::open(&options).await.unwrap();
        assert!(store.is_reachable().await);
        assert!(directory.join("chivalry.sqlite").is_file());
    })
    .await;
}

/// The size of the pages of an SQLite file, from its header.
fn page_size(file: &Path) -> u16 {
    let bytes = std::fs::read(file).unwrap();
    u16::from_be_bytes([bytes[16], bytes[17]])
}

#[tokio::test]
async fn a_new_file_has_small_pages_and_an_existing_one_keeps_its_own() {
    for (setup, size) in [(None, 2_048), (Some("pragma page_size = 4096"), 4_096)] {
        on_sqlite(|database| async move {
            let file = database.options.data_dir.join("chivalry.sqlite");
            if let Some(setup) = setup {
                std::fs::File::create(&file).unwrap();
                database.execute(&format!("{setup}; pragma user_version = 1")).await;
                assert_eq!(page_size(&file), size);
            }
            let running = database.open().await;
            let log = every_event(guest(&running.store).await, guest(&running.store).await);
            running.store.log().append(log.append()).await.unwrap();
            assert_eq!(running.store.log().read(log.id).await.unwrap(), Some(log.records));
            running.stop().await;
            assert_eq!(page_size(&file), size);
        })
        .await;
    }
}

#[tokio::test]
async fn addresses_of_unsupported_databases_are_refused() {
    let refused = Store::open(&StoreOptions::postgres("mysql://localhost/x")).await;
    assert!(matches!(refused, Err(StoreError::Address)), "{refused:?}");
}
