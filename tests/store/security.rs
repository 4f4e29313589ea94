//! Passwords, recovery codes and the security log.

use std::io::Read as _;

use chivalry::store::{
    ClientInfo, NewPassword, NewToken, SecurityEvent, SecurityEventKind, Store, TokenHash,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use flate2::read::GzDecoder;

use super::databases::on_every_database;
use super::fixtures::player_id;

const NOW: Timestamp = Timestamp(1_000);
const HOUR_MS: i64 = 60 * 60 * 1_000;

async fn account(store: &Store, name: &str) -> PlayerId {
    store.players().create_account(player_id(), name, "hash", NOW).await.unwrap().id
}

fn event(player: PlayerId, kind: SecurityEventKind, at: i64) -> SecurityEvent {
    SecurityEvent::new(player, kind, ClientInfo::default(), Timestamp(at))
}

async fn make_codes(store: &Store, player: PlayerId, codes: &[TokenHash]) {
    let event = event(player, SecurityEventKind::CodesMade, NOW.0);
    store.recovery().replace_codes(codes, &event).await.unwrap();
}

async fn add_token(store: &Store, player: PlayerId, number: u8, scopes: &str) {
    let (hash, scopes) = ([number; 32], scopes.to_owned());
    let token = NewToken { hash, player, scopes, created_at: NOW, expires_at: None, app: None };
    store.tokens().create(&token).await.unwrap();
}

async fn password(store: &Store, name: &str) -> String {
    store.players().password_hash(name).await.unwrap().unwrap().1
}

/// The kinds and counts of a log, oldest first.
async fn log(store: &Store, player: PlayerId) -> Vec<(&'static str, u32)> {
    let events = store.security_log().of_player(player, 100).await.unwrap();
    events.iter().rev().map(|event| (event.kind.as_str(), event.times)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_recovers_its_own_account_once_and_ends_everything_that_signs_in() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let [arthur, kay] = [account(store, "Arthur").await, account(store, "Kay").await];
        make_codes(store, arthur, &[[1; 32], [2; 32]]).await;
        make_codes(store, kay, &[[3; 32]]).await;
        add_token(store, arthur, 11, "*").await;
        add_token(store, arthur, 12, "read").await;
        add_token(store, kay, 13, "*").await;
        store.known_addresses().add(arthur, &[5; 32], NOW).await.unwrap();
        let recover = async |name: &str, code: u8, new: &str, at: i64| {
            let (client, code) = (ClientInfo::default(), [code; 32]);
            let done = store.recovery().recover(name, &code, new, client, Timestamp(at));
            done.await.unwrap()
        };
        // Wrong codes, codes of others and unknown names change nothing.
        for (name, code) in [("Arthur", 9), ("Arthur", 3), ("Kay", 1), ("Nobody", 1)] {
            assert_eq!(recover(name, code, "other", 2_000).await, None, "{name} {code}");
        }
        assert_eq!(password(store, "Arthur").await, "hash");
        assert_eq!(store.tokens().of_player(arthur, NOW).await.unwrap().len(), 2);

        let recovered = recover("ARTHUR", 1, "new", 2_000).await.unwrap();
        assert_eq!((recovered.player.id, recovered.by_operator), (arthur, false));
        let mut ended = recovered.ended;
        ended.sort_unstable();
        assert_eq!(ended, [[11; 32], [12; 32]]);
        assert_eq!(password(store, "Arthur").await, "new");
        assert_eq!(store.tokens().of_player(arthur, NOW).await.unwrap().len(), 0);
        assert_eq!(store.tokens().of_player(kay, NOW).await.unwrap().len(), 1);
        assert!(!store.known_addresses().is_known(arthur, &[5; 32]).await.unwrap());
        assert_eq!(store.recovery().codes_left(arthur).await.unwrap(), 1);
        assert_eq!(recover("Arthur", 1, "again", 3_000).await, None);
        assert!(recover("Arthur", 2, "second", 3_000).await.is_some());
        assert_eq!(log(store, arthur).await, [("codes_made", 1), ("recovered", 2)]);
        assert_eq!(log(store, kay).await, [("codes_made", 1)]);
        running.stop().await;
    })
    .await;
}

/// The rows of the database, without the time of the backup.
async fn rows(store: &Store) -> Vec<String> {
    let mut backup = Vec::new();
    store.backup().write(&mut backup).await.unwrap();
    let mut text = String::new();
    GzDecoder::new(backup.as_slice()).read_to_string(&mut text).unwrap();
    text.lines().skip(1).map(str::to_owned).collect()
}

/// The time of an attempt is not measured, because it depends on the machine. An attempt on a known
/// and on an unknown account is one query, and `tests/server/security/recovery.rs` counts its hashes.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_wrong_codes_change_nothing() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        make_codes(store, arthur, &[[1; 32]]).await;
        add_token(store, arthur, 11, "*").await;
        let before = rows(store).await;
        for number in 0..10_000_u32 {
            let mut code = [9; 32];
            code[..4].copy_from_slice(&number.to_be_bytes());
            let name = if number.is_multiple_of(2) { "Arthur" } else { "Nobody" };
            let client = ClientInfo::default();
            let tried = store.recovery().recover(name, &code, "other", client, NOW).await;
            assert_eq!(tried.unwrap(), None, "{name} {number}");
        }
        assert_eq!(rows(store).await, before);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_requests_with_one_code_recover_once() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        make_codes(store, arthur, &[[1; 32]]).await;
        let recovery = store.recovery();
        let client = ClientInfo::default;
        let (first, second) = tokio::join!(
            recovery.recover("Arthur", &[1; 32], "first", client(), NOW),
            recovery.recover("Arthur", &[1; 32], "second", client(), NOW),
        );
        let recovered = [first.unwrap().is_some(), second.unwrap().is_some()];
        assert_eq!(recovered.iter().filter(|it| **it).count(), 1, "{recovered:?}");
        let expected = if recovered[0] { "first" } else { "second" };
        assert_eq!(password(store, "Arthur").await, expected);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_the_operator_expires_and_replaces_all_others_when_it_is_used() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        make_codes(store, arthur, &[[1; 32]]).await;
        let reset = async |name: &str, code: u8| {
            let code = [code; 32];
            let done = store.recovery().add_operator_code(name, &code, NOW, Timestamp(5_000));
            done.await.unwrap()
        };
        assert_eq!(reset("Nobody", 8).await, None);
        assert!(reset("arthur", 7).await.is_some());
        assert_eq!(reset("arthur", 8).await.unwrap().id, arthur);
        // New codes of the player leave the code of the operator.
        make_codes(store, arthur, &[[1; 32], [2; 32]]).await;
        assert_eq!(store.recovery().codes_left(arthur).await.unwrap(), 2);
        let recover = async |code: u8, at: i64| {
            let (client, code) = (ClientInfo::default(), [code; 32]);
            let done = store.recovery().recover("Arthur", &code, "new", client, Timestamp(at));
            done.await.unwrap()
        };
        assert_eq!(recover(7, 4_000).await, None, "the second reset replaced it");
        assert_eq!(recover(8, 5_000).await, None, "it expired");
        assert!(recover(8, 4_999).await.unwrap().by_operator);
        assert_eq!(store.recovery().codes_left(arthur).await.unwrap(), 0);
        assert_eq!(recover(1, 4_999).await, None);
        let expected = [("codes_made", 2), ("operator_reset", 2), ("recovered", 1)];
        let mut found = log(store, arthur).await;
        found.sort_unstable();
        assert_eq!(found, expected);

        reset("arthur", 9).await.unwrap();
        let deleted = store.retention().delete_old_security(Timestamp(5_000), NOW, 9);
        assert_eq!(deleted.await.unwrap(), 1);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_changed_only_from_the_one_that_was_checked() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        for (number, scopes) in [(1, "*"), (2, "*"), (3, "read")] {
            add_token(store, arthur, number, scopes).await;
        }
        let changed = event(arthur, SecurityEventKind::PasswordChanged, NOW.0);
        let change = async |present: &str, new: &str, ends| {
            let password = NewPassword { present, new };
            store.recovery().change_password(password, ends, &changed).await.unwrap()
        };
        let kept = [1; 32];
        assert_eq!(change("other", "new", Some(("*", &kept))).await, None);
        assert_eq!(store.tokens().of_player(arthur, NOW).await.unwrap().len(), 3);
        assert_eq!(change("hash", "new", None).await, Some(Vec::new()));
        assert_eq!(change("new", "newer", Some(("*", &kept))).await, Some(vec![[2; 32]]));
        assert_eq!(password(store, "Arthur").await, "newer");
        assert_eq!(store.tokens().of_player(arthur, NOW).await.unwrap().len(), 2);
        assert_eq!(log(store, arthur).await, [("password_changed", 2)]);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_events_within_an_hour_are_one_entry_until_it_is_too_old() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let arthur = account(store, "Arthur").await;
        let failed = |at: i64, times: u32| SecurityEvent {
            times,
            ..event(arthur, SecurityEventKind::SignInFailed, at)
        };
        let firefox = ClientInfo { browser: Some("Firefox".to_owned()), system: None };
        let signed_in = SecurityEvent {
            client: firefox.clone(),
            ..event(arthur, SecurityEventKind::SignedIn, 2)
        };
        let unknown = event(arthur, SecurityEventKind::SignedIn, 3);
        let nobody = event(player_id(), SecurityEventKind::SignedIn, 3);
        let events =
            [failed(1, 2), failed(5, 3), failed(HOUR_MS, 1), signed_in.clone(), unknown, nobody];
        store.security_log().add(&events).await.unwrap();
        let expected =
            [("signed_in", 1), ("signed_in", 1), ("sign_in_failed", 5), ("sign_in_failed", 1)];
        assert_eq!(log(store, arthur).await, expected);
        let newest = store.security_log().of_player(arthur, 2).await.unwrap();
        assert_eq!(newest, [failed(HOUR_MS, 1), failed(5, 5)]);
        let oldest = store.security_log().of_player(arthur, 9).await.unwrap().pop();
        assert_eq!(oldest, Some(signed_in));

        let deleted = store.retention().delete_old_security(NOW, Timestamp(5), 9).await.unwrap();
        assert_eq!(deleted, 2);
        store.erasures().erase(arthur, NOW).await.unwrap();
        // The background task may store a failed attempt after the erasure.
        store.security_log().add(&[failed(HOUR_MS, 1)]).await.unwrap();
        assert_eq!(log(store, arthur).await, []);
        running.stop().await;
    })
    .await;
}
