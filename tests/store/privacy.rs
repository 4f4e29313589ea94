//! Personal data: exports and erasures cover all of it.

use std::collections::{BTreeMap, BTreeSet};

use chivalry::store::{
    AppendError, EraseError, Erasure, ExportItem, Finding, PERSONAL_DATA, SECTIONS, Section, Store,
    Subject,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::CommandRef;
use chivalry_play::player::PlayerId;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use uuid::Uuid;

use super::databases::{Database, on_every_database, on_sqlite};
use super::doctor::examine;
use super::finished::Finished;
use super::fixtures::Log;
use super::migrations::with_ids;

const ARTHUR: PlayerId = PlayerId(Uuid::from_u128(1));
const MORDRED: PlayerId = PlayerId(Uuid::from_u128(2));

/// At least one row of Arthur (1) in every table with personal data, except matches.
const ROWS: &str = "
    insert into tokens (hash, player_id, scopes, created_at) values ({1}{1}, {1}, 'read', 5);
    insert into tokens (hash, player_id, scopes, created_at) values ({1}{2}, {1}, '*', 6);
    insert into tokens (hash, player_id, scopes, created_at) values ({2}{2}, {2}, '*', 6);
    insert into tokens (hash, player_id, scopes, created_at, expires_at, app_grant_id, client)
        values ({1}{3}, {1}, 'play', 7, 8, {7}, 'An app');
    insert into app_grants (id, player_id, client, redirect_uri, scopes, created_at, used_at, code,
                            challenge, code_expires_at, code_used_at, refresh, refresh_expires_at)
        values ({7}, {1}, 'An app', 'https://example.org/back', 'play', 5, 7, {1}{1}, 'challenge', 6,
                6, {1}{2}, 9);
    insert into app_devices (code, user_code, client, scopes, created_at, expires_at, next_at,
                             interval_ms, player_id, allowed)
        values ({1}{1}, 'BCDFGHJK', 'A console', 'play', 5, 9, 6, 5000, {1}, 1);
    insert into known_addresses (player_id, address, at) values ({1}, {1}{1}, 7), ({1}, {1}{2}, 8),
        ({2}, {1}{1}, 7);
    insert into recovery_codes (hash, player_id, created_at, expires_at)
        values ({1}{1}, {1}, 5, null), ({1}{2}, {1}, 6, 99), ({2}{2}, {2}, 5, null);
    insert into security_events (id, player_id, at, kind, times, browser, system)
        values ({1}, {1}, 7, 'signed_in', 2, 'Firefox', 'Linux');
    insert into provider_identities (issuer, subject, player_id, created_at, used_at)
        values ('https://id.example.org', 'one', {1}, 5, 6);
    insert into mail_addresses (player_id, address, address_key, created_at, verified_at,
        unsubscription) values ({1}, 'arthur@example.org', {1}{1}, 5, 6, {1});
    insert into mail_outbox (id, player_id, kind, address, subject, text, html, created_at, due_at)
        values ('one', {1}, 'notification', 'arthur@example.org', 'Your turn', 'a', 'b', 5, 6);
    insert into passkeys (id, player_id, public_key, sign_count, created_at, used_at)
        values ({1}{1}, {1}, {1}, 0, 5, 6);
    insert into vacations (id, player_id, began_at, until_at)
        values ({1}, {1}, 5, 6), ({2}, {2}, 5, 6);
    insert into arrangements (id, proposer_id, invited_id, variant, time, rated, created_at, times,
                              times_by, due_at, status)
        values ({1}, {1}, {2}, 'cam', '{\"kind\":\"unlimited\"}', 0, 5, '[6]', {2}, 6, 'expired'),
               ({2}, {2}, {1}, 'cam', '{\"kind\":\"unlimited\"}', 0, 5, '[6]', {1}, 6, 'expired');
    insert into notifications (id, player_id, kind, subject, v, created_at)
        values ({1}, {1}, 'turn', {1}, 3, 5);
    insert into notification_reminders (match_id, player_id, v, remind_at, deadline_at, due_at)
        values ({1}, {1}, 3, 6, 7, 5);
    insert into notification_settings (player_id, settings) values ({1}, '{\"page\":[]}');
    insert into push_subscriptions (id, player_id, endpoint, p256dh, auth, token, created_at)
        values ({1}, {1}, 'https://push.example.org', {1}{1}, {1}, {1}{1}, 5);
    insert into webhooks (id, player_id, url, events, secret, created_at)
        values ({1}, {1}, 'https://example.org', 'match.turn', 'hush', 5);
    insert into webhook_deliveries (webhook_id, match_id, v, event, created_at, due_at)
        select {1}, id, 3, 'match.turn', 5, 5 from matches;
    insert into premove_commands (match_id, player_id, command_id, ply)
        select id, {1}, 'premove-1', 3 from matches;
    insert into seeks (id, player_id, body) values ({1}, {1}, '{\"variant\":\"cam\"}');
    insert into challenges (id, challenger_id, challenged_id, variant, time, rated, created_at,
                            expires_at)
        values ({1}, {1}, {2}, 'cam', '{\"kind\":\"unlimited\"}', 0, 5, 6);
    insert into challenges (id, challenger_id, challenged_id, variant, time, rated, created_at,
                            expires_at, status)
        values ({2}, {2}, {1}, 'cam', '{\"kind\":\"unlimited\"}', 0, 5, 6, 'expired');
    insert into chat_lines (match_id, room, line, player_id, command_id, at, text)
        select id, 'players', 1, {1}, 'line-1', 9, 'a secret' from matches;
    insert into chat_lines (match_id, room, line, player_id, command_id, at, text)
        select id, 'players', 2, {2}, 'line-2', 9, 'an answer' from matches;
    insert into chat_lines (match_id, room, line, player_id, command_id, at, text)
        select id, 'watchers', 1, {1}, 'line-3', 9, 'another' from matches;
    insert into match_importers (match_id, player_id, at) select id, {1}, 9 from matches;
    insert into explorer_players (player_id, block, games) values ({1}, 0, {1});
    insert into faults (player_id, at, match_id, fault)
        select {1}, 9, id, 'called_off' from matches;
    insert into mutes (player_id, muted_id, created_at) values ({1}, {2}, 9);
    insert into mutes (player_id, muted_id, created_at) values ({2}, {1}, 9);
    insert into chat_timeouts (player_id, until, reason) values ({1}, 99, 'spam');
    insert into moderation_log (id, at, moderator_id, action, player_id, reason, until)
        values ({1}, 9, {2}, 'timeout', {1}, 'spam', 99);
    insert into moderation_log (id, at, moderator_id, action, player_id, reason, until)
        values ({2}, 9, {1}, 'timeout', {2}, 'spam', 99);
    insert into rated_matches (number, match_id) select 1, id from matches;
    insert into rating_changes (number, seat, player_id, pool, rating_before, deviation_before,
        volatility_before, rating, deviation, volatility, games, last_at)
        values (1, 0, {1}, 'cam', 1500, 350.25, 0.06, 1600.1, 300.2, 0.06, 1, 1000);
    insert into ratings (player_id, pool, rating, deviation, volatility, games, last_at)
        values ({1}, 'cam', 1600.1, 300.2, 0.06, 1, 1000);
    insert into puzzles (id, variant, position, line, moves, created_at)
        values ({1}, 'cam', 'a position', 'C2-C3', 1, 9);
    insert into puzzle_attempts (player_id, puzzle_id, solved, at) values ({1}, {1}, 1, 9);
    insert into tournaments (id, name, variant, status, created_by, created_at, create_command)
        values ({1}, 'Round Table', 'cam', 'ended', {1}, 5, 'make-1');
    insert into tournaments (id, name, variant, status, created_by, created_at)
        values ({2}, 'Entered by another', 'cam', 'ended', {2}, 5);
    insert into tournament_events (tournament_id, v, at, player_id, action, body)
        values ({1}, 1, 5, {1}, 1, '{\"t\":\"created\"}');
    insert into tournament_events (tournament_id, v, at, player_id, action, body)
        values ({2}, 1, 5, {2}, 1,
                '{\"t\":\"entered\",\"players\":[\"00000000-0000-0000-0000-000000000001\"]}');
    insert into tournament_commands (tournament_id, player_id, command, v)
        values ({1}, {1}, 'pair-1', 1);
    insert into tournament_schedules (id, created_by, created_at, plan, next_at, create_at)
        values ({1}, {1}, 5, '{}', 6, 5);
    insert into scheduled_tournaments (schedule_id, number, tournament_id) values ({1}, 1, {1});
    insert into scheduled_places (tournament_id, player_id, place) values ({1}, {1}, 1);";

async fn connection(database: &Database) -> AnyConnection {
    sqlx::any::install_default_drivers();
    let file = database.options.data_dir.join("chivalry.sqlite");
    let url = database.options.database_url.clone();
    let url = url.unwrap_or_else(|| format!("sqlite://{}", file.display()));
    AnyConnection::connect(&url).await.unwrap()
}

async fn run(database: &Database, sql: &str) {
    database.execute(&with_ids(sql, database.name == "sqlite")).await;
}

async fn number(database: &Database, sql: &str) -> i64 {
    let sql = with_ids(sql, database.name == "sqlite");
    let mut connection = connection(database).await;
    let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    row.try_get("n").unwrap()
}

/// Stores an ended match between Arthur and Mordred, and the rows above.
async fn fill(database: &Database, store: &Store) {
    store.players().create_account(ARTHUR, "Arthur", "hash", Timestamp(5)).await.unwrap();
    store.players().create_account(MORDRED, "Mordred", "hash", Timestamp(5)).await.unwrap();
    let mut game = Finished::at(Timestamp(1_000)).between(&[ARTHUR, MORDRED]);
    let last = game.records.last_mut().unwrap();
    last.cause = Some(CommandRef { player: ARTHUR, id: "resign-1".to_owned() });
    store.log().append(game).await.unwrap();
    run(database, ROWS).await;
}

/// Returns columns as `table.column`.
async fn columns(connection: &mut AnyConnection, sql: &str) -> BTreeSet<String> {
    let rows = sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_all(connection).await.unwrap();
    rows.iter().map(|row: &AnyRow| row.try_get("c").unwrap()).collect()
}

/// Every table and column with personal data has to be exported, or withheld with a reason. Its
/// rows need an erasure rule.
#[tokio::test(flavor = "multi_thread")]
async fn every_column_with_personal_data_is_classified() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let [all, references] = match database.name {
            "sqlite" => [
                "select m.name || '.' || c.name as c
                 from sqlite_schema m join pragma_table_xinfo(m.name) c
                 where m.type in ('table', 'view') and m.name <> 'event_log'",
                "select m.name || '.' || f.\"from\" as c
                 from sqlite_schema m join pragma_foreign_key_list(m.name) f
                 where m.type = 'table' and f.\"table\" = 'players'",
            ],
            _ => [
                "select (table_name || '.' || column_name)::text as c
                 from information_schema.columns where table_schema = current_schema()",
                "select (k.table_name || '.' || k.column_name)::text as c
                 from information_schema.key_column_usage k
                 join information_schema.constraint_column_usage u
                   on u.constraint_name = k.constraint_name
                  and u.constraint_schema = k.constraint_schema
                 where k.table_schema = current_schema() and u.table_name = 'players'
                   and k.table_name <> 'players'",
            ],
        };
        let mut connection = connection(&database).await;
        let all = columns(&mut connection, all).await;
        let mut of_players = columns(&mut connection, references).await;
        connection.close().await.unwrap();
        // Some references have no constraint in the database.
        let is_player = |column: &&String| {
            let name = column.split('.').nth(1).unwrap();
            name.contains("player") || name.ends_with("_by")
        };
        of_players.extend(all.iter().filter(is_player).cloned());
        of_players.insert("players.id".to_owned());

        let name = |table: &str, column: &str| format!("{table}.{column}");
        let held = PERSONAL_DATA
            .iter()
            .flat_map(|it| it.players.iter().map(|column| name(it.table, column)));
        assert_eq!(held.collect::<BTreeSet<_>>(), of_players);
        for it in PERSONAL_DATA {
            let own = all.iter().filter_map(|column| column.strip_prefix(it.table));
            for column in own.filter_map(|rest| rest.strip_prefix('.')) {
                let is_exported = SECTIONS.iter().any(|section| section.has(it.table, column));
                let is_withheld = it.withheld.iter().any(|(withheld, _)| *withheld == column);
                let what = name(it.table, column);
                assert!(is_exported || is_withheld || it.players.contains(&column), "{what}");
                assert!(!(is_exported && is_withheld) || it.table == "match_events", "{what}");
            }
            for (column, why) in it.withheld {
                assert!(all.contains(&name(it.table, column)) && !why.is_empty(), "{column}");
            }
        }
        running.stop().await;
    })
    .await;
}

/// Reads all rows of a section in pages.
async fn exported(
    store: &Store,
    section: &Section,
    at_once: u32,
) -> Vec<Vec<(&'static str, ExportItem)>> {
    let (mut rows, mut after) = (Vec::new(), None);
    loop {
        let page = store.exports().page(ARTHUR, section, after.as_ref(), at_once).await.unwrap();
        assert!(page.rows.len() <= at_once as usize);
        rows.extend(page.rows);
        after = page.next;
        if after.is_none() {
            return rows;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_covers_every_section_and_is_independent_of_page_size() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        fill(&database, store).await;
        let mut written = String::new();
        for section in SECTIONS {
            let rows = exported(store, section, 100).await;
            assert_eq!(exported(store, section, 1).await, rows, "{}", section.name);
            // Premoves are deleted at the end of the match.
            assert_eq!(rows.is_empty(), section.name == "premoves", "{}", section.name);
            written += &format!("{} {} {rows:?}\n", section.name, rows.len());
        }
        for count in [
            "tokens 3",
            "programs 1",
            "recovery_codes 2",
            "security_events 1",
            "passkeys 1",
            "vacations 1",
            "arranged_games 2",
            "devices 1",
            "talk 2",
            "challenges 2",
            "tournaments 2",
            "mutes 1",
            "matches 1",
            "known_addresses 2",
        ] {
            assert!(written.contains(count), "{count}: {written}");
        }
        assert!(written.contains("a secret") && written.contains("Real(1500.0)"), "{written}");
        for secret in ["hush", "an answer", "\"hash\""] {
            assert!(!written.contains(secret), "{secret}: {written}");
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn erasing_a_player_removes_their_data_and_keeps_the_data_of_others() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        fill(&database, store).await;
        let counted = async || {
            let mut counts = BTreeMap::new();
            for held in PERSONAL_DATA {
                for column in held.players {
                    let sql =
                        format!("select count(*) as n from {} where {column} = {{1}}", held.table);
                    counts.insert((held.table, *column), number(&database, &sql).await);
                }
            }
            counts
        };
        let before = counted().await;
        assert!(before.values().all(|count| *count > 0), "{before:?}");

        let ghost = store.erasures().erase(ARTHUR, Timestamp(2_000)).await.unwrap();
        assert_eq!(ghost.id, ARTHUR);
        let signs = ghost.name.strip_prefix("ghost-").unwrap();
        assert!(signs.len() == 8 && signs.bytes().all(|sign| sign.is_ascii_alphanumeric()));
        let after = counted().await;
        for held in PERSONAL_DATA {
            for column in held.players {
                let key = (held.table, *column);
                let expected = if held.erasure == Erasure::Deleted { 0 } else { before[&key] };
                assert_eq!(after[&key], expected, "{key:?}");
            }
        }
        let said = "select count(*) as n from chat_lines
                    where text is not null or command_id is not null";
        assert_eq!(number(&database, said).await, 1, "what Mordred said");
        let due = "select count(*) as n from webhook_deliveries";
        assert_eq!(number(&database, due).await, 0);
        let left = "select count(*) as n from players where id = {1} and password_hash = 'hash'";
        assert_eq!(number(&database, left).await, 0);
        assert!(
            !store.chat().is_muted(MORDRED, ARTHUR) && !store.webhooks().may_have_webhooks(ARTHUR)
        );
        assert_eq!(store.players().by_name("arthur").await.unwrap(), None);
        assert_eq!(store.players().by_name(&ghost.name).await.unwrap().as_ref(), Some(&ghost));
        assert_eq!(store.erasures().since(Timestamp(2_000)).await.unwrap(), [ARTHUR]);
        assert_eq!(store.erasures().since(Timestamp(2_001)).await.unwrap(), []);

        let again = store.erasures().erase(ARTHUR, Timestamp(2_001)).await;
        assert!(matches!(again, Err(EraseError::NoSuchPlayer)), "{again:?}");
        let findings = examine(store).await.1;
        // The tournaments above have invalid logs.
        let is_odd = |it: &&Finding| !matches!(it.about, Subject::Tournament(_));
        let odd: Vec<_> = findings.iter().filter(is_odd).collect();
        assert!(odd.is_empty(), "{odd:?}");
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_erased_remains_in_the_file_of_the_database() {
    on_sqlite(async |database| {
        let running = database.open().await;
        fill(&database, &running.store).await;
        running.stop().await;
        let file = database.options.data_dir.join("chivalry.sqlite");
        let contains = |text: &str| {
            let bytes = std::fs::read(&file).unwrap();
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        };
        let said = ["a secret", "hush"];
        assert!(said.into_iter().all(contains));
        let running = database.open().await;
        running.store.erasures().erase(ARTHUR, Timestamp(2_000)).await.unwrap();
        running.stop().await;
        assert!(!said.into_iter().any(contains));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_with_unfinished_matches_or_tournaments_cannot_be_erased() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        for (id, name) in [(ARTHUR, "Arthur"), (MORDRED, "Mordred")] {
            store.players().create_account(id, name, "hash", Timestamp(5)).await.unwrap();
        }
        let now = Timestamp(5_000);
        let open = Log::created(ARTHUR).seated(&[ARTHUR]);
        store.log().append(open.append()).await.unwrap();
        assert_eq!(store.erasures().unjoined_matches_of(ARTHUR).await.unwrap(), [open.id]);
        store.erasures().check_free_to_go(ARTHUR, now).await.unwrap();
        let refused = store.erasures().erase(ARTHUR, now).await;
        assert!(matches!(refused, Err(EraseError::UnderWay { matches: 1, tournaments: 0 })));

        let played = Log::created(ARTHUR).seated(&[ARTHUR, MORDRED]);
        store.log().append(played.append()).await.unwrap();
        assert_eq!(store.erasures().unjoined_matches_of(ARTHUR).await.unwrap(), [open.id]);
        for player in [ARTHUR, MORDRED] {
            let refused = store.erasures().check_free_to_go(player, now).await;
            assert!(matches!(refused, Err(EraseError::UnderWay { matches: 1, .. })));
        }
        let known = store.players().by_id(ARTHUR).await.unwrap().unwrap();
        assert_eq!(known.name, "Arthur", "nothing was changed");
        // The result is not public yet.
        run(&database, "update matches set status = 'ended', hidden_until = 6000").await;
        let refused = store.erasures().erase(ARTHUR, now).await;
        assert!(matches!(refused, Err(EraseError::UnderWay { matches: 2, .. })));
        store.erasures().erase(ARTHUR, Timestamp(6_000)).await.unwrap();
        running.stop().await;
    })
    .await;
}

/// The transaction that commits first wins. No match is left with an erased player who cannot
/// play.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_cannot_take_a_seat_while_being_erased() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        store.players().create_account(MORDRED, "Mordred", "hash", Timestamp(5)).await.unwrap();
        let nobody = PlayerId(Uuid::from_u128(99));
        store.guests().create(nobody, "Nobody", Timestamp(5)).await.unwrap();
        store.erasures().erase(nobody, Timestamp(6)).await.unwrap();
        let refused = store.log().append(Log::created(MORDRED).seated(&[nobody]).append()).await;
        assert!(matches!(refused, Err(AppendError::UnknownPlayer)), "{refused:?}");
        for number in 100..140 {
            let player = PlayerId(Uuid::from_u128(number));
            store.guests().create(player, &format!("Guest-{number}"), Timestamp(5)).await.unwrap();
            let append = Log::created(MORDRED).seated(&[MORDRED, player]).append();
            let (seated, erased) = tokio::join!(
                store.log().append(append),
                store.erasures().erase(player, Timestamp(6))
            );
            match (&seated, &erased) {
                (Ok(()), Err(EraseError::UnderWay { matches: 1, .. }))
                | (Err(AppendError::UnknownPlayer), Ok(_)) => {}
                both => panic!("{both:?}"),
            }
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_inactive_guests_are_deleted() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let guest = |number: u128| PlayerId(Uuid::from_u128(number));
        for number in 1..=9 {
            let at = if number == 8 { Timestamp(2_000) } else { Timestamp(5) };
            let name = format!("Guest-{number}");
            store.guests().create(guest(number), &name, at).await.unwrap();
        }
        store.players().claim_guest(guest(7), "Kay", "hash", Timestamp(6)).await.unwrap();
        // Guest 1 created a match and guest 2 took a seat. Guest 3 mutes 4. Guest 5 has a recent
        // token, and 6 an old one. Guest 9 was entered by another player.
        store.log().append(Log::created(guest(1)).seated(&[guest(2)]).append()).await.unwrap();
        run(
            &database,
            "insert into mutes (player_id, muted_id, created_at) values ({3}, {4}, 9);
             insert into tokens (hash, player_id, scopes, created_at) values ({5}{5}, {5}, '*', 1500);
             insert into tokens (hash, player_id, scopes, created_at) values ({6}{6}, {6}, '*', 5);
             insert into tournaments (id, name, variant, status, created_by, created_at)
                 values ({1}, 'Round Table', 'cam', 'open', {7}, 5);
             insert into tournament_events (tournament_id, v, at, player_id, action, body)
                 values ({1}, 1, 5, {7}, 1, '[\"00000000-0000-0000-0000-000000000009\"]');",
        )
        .await;
        let (until, nobody) = (Timestamp(1_000), PlayerId(Uuid::nil()));
        let idle = store.retention().idle_guests(until, nobody, 10).await.unwrap();
        assert_eq!(idle, [guest(6), guest(9)]);
        assert_eq!(store.retention().idle_guests(until, guest(6), 10).await.unwrap(), [guest(9)]);
        assert_eq!(store.retention().idle_guests(until, nobody, 1).await.unwrap(), [guest(6)]);
        let asked: Vec<PlayerId> = (1..=9).map(guest).collect();
        assert_eq!(store.retention().delete_idle_guests(&asked, until).await.unwrap(), [guest(6)]);
        assert_eq!(store.players().by_id(guest(6)).await.unwrap(), None);
        assert_eq!(number(&database, "select count(*) as n from players").await, 8);
        assert_eq!(number(&database, "select count(*) as n from tokens").await, 1);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn old_chat_and_expired_tokens_are_deleted() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        fill(&database, store).await;
        run(&database, "update tokens set expires_at = 3000 where player_id = {1}").await;
        let ended = "select max(ended_at) as n from matches";
        let ended = Timestamp(number(&database, ended).await);
        assert_eq!(store.retention().delete_old_chat(ended, 9).await.unwrap(), []);
        let later = Timestamp(ended.0 + 1);
        assert_eq!(store.retention().delete_old_chat(later, 9).await.unwrap().len(), 1);
        let said = "select count(*) as n from chat_lines
                    where text is not null or command_id is not null";
        assert_eq!(number(&database, said).await, 0);
        assert_eq!(number(&database, "select count(*) as n from chat_lines").await, 3);
        assert_eq!(store.retention().delete_old_chat(later, 9).await.unwrap(), []);

        assert_eq!(store.retention().delete_expired_tokens(Timestamp(2_999), 9).await.unwrap(), 0);
        assert_eq!(store.retention().delete_expired_tokens(Timestamp(3_000), 1).await.unwrap(), 1);
        assert_eq!(store.retention().delete_expired_tokens(Timestamp(3_000), 9).await.unwrap(), 2);
        assert_eq!(number(&database, "select count(*) as n from tokens").await, 1);
        running.stop().await;
    })
    .await;
}
