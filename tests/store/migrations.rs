//! Migrations: data stored by every version is intact after an upgrade.

use std::path::Path;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Match, MatchId};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::Migrator;
use sqlx::{AnyPool, AssertSqlSafe, Row as _};
use uuid::Uuid;

use super::databases::{Database, on_every_database};
use super::doctor::examine;
use super::finished::Finished;

/// Rows that can be stored since each migration. `{N}` is an id that ends with N. Each row is
/// inserted at its migration and at all later ones.
const ROWS: [(i64, &str, &str); 47] = [
    (
        1,
        "players",
        "insert into players (id, name, name_key, kind, password_hash, created_at) values
             ({1}, 'Arthur', 'arthur', 'account', 'hash', 5),
             ({2}, 'Mordred', 'mordred', 'account', 'hash', 6),
             ({3}, 'Guest-3', 'guest-3', 'guest', null, 7)",
    ),
    (
        1,
        "tokens",
        "insert into tokens (hash, player_id, scopes, created_at, expires_at) values
             ({1}{1}, {1}, 'play', 5, null)",
    ),
    (
        1,
        "known_addresses",
        "insert into known_addresses (player_id, address, at) values ({1}, {1}{1}, 5)",
    ),
    (
        1,
        "challenges",
        "insert into challenges (id, challenger_id, challenged_id, variant, time, rated, seat,
                                 created_at, expires_at, status, reason, match_id)
         values ({1}, {1}, {2}, 'cam', '{\"kind\":\"unlimited\"}', 0, null, 5, 6, 'accepted', null,
                 {100})",
    ),
    (
        1,
        "webhooks",
        "insert into webhooks (id, player_id, url, events, secret, created_at)
         values ({1}, {1}, 'https://example.org', 'turn', 'secret', 5)",
    ),
    (
        1,
        "webhook_deliveries",
        "insert into webhook_deliveries (webhook_id, match_id, v, event, created_at, due_at)
         values ({1}, {100}, 3, 'turn', 5, 5)",
    ),
    (
        1,
        "premove_commands",
        "insert into premove_commands (match_id, player_id, command_id, ply)
         values ({101}, {1}, 'premove-1', 3)",
    ),
    (1, "", "update players set bot_since = 8 where id = {2}"),
    (
        1,
        "chat_lines",
        "insert into chat_lines (match_id, room, line, player_id, command_id, at, text)
         values ({100}, 'players', 1, {1}, 'line-1', 9, 'hello')",
    ),
    (1, "mutes", "insert into mutes (player_id, muted_id, created_at) values ({1}, {2}, 9)"),
    (
        1,
        "moderation_log",
        "insert into moderation_log (id, at, moderator_id, action, player_id, match_id, room, line)
         values ({1}, 9, {1}, 'hide', {2}, {100}, 'players', 1)",
    ),
    (
        1,
        "rated_matches",
        "insert into rated_matches (number, match_id) values (1, {100})",
    ),
    (
        1,
        "rating_changes",
        "insert into rating_changes (number, seat, player_id, pool, rating_before, deviation_before,
             volatility_before, rating, deviation, volatility, games, last_at)
         values (1, 0, {1}, 'cam', 1500.5, 350.25, 0.06, 1600.1, 300.2, 0.06, 1, 1000)",
    ),
    (
        1,
        "ratings",
        "insert into ratings (player_id, pool, rating, deviation, volatility, games, last_at)
         values ({1}, 'cam', 1600.1, 300.2, 0.06, 1, 1000)",
    ),
    (
        1,
        "analyses",
        "insert into analyses (variant, position, edition, nodes, depth, score, final, line)
         values ('cam', 'a position', 1, 2, 3, 4, 0, 'C2-C3')",
    ),
    (
        1,
        "puzzles",
        "insert into puzzles (id, variant, position, line, moves, match_id, ply, created_at)
         values ({1}, 'cam', 'a position', 'C2-C3', 1, {100}, 1, 9)",
    ),
    (
        1,
        "puzzle_attempts",
        "insert into puzzle_attempts (player_id, puzzle_id, solved, at) values ({1}, {1}, 1, 9)",
    ),
    (
        1,
        "variants",
        "insert into variants (name, hash, text, kept_at)
         values ('of-old', '0123456789abcdef', 'name: of-old', 5)",
    ),
    (1, "nodes", "insert into nodes (id, beat_at) values ({1}, -5)"),
    (1, "owners", "insert into owners (entity, epoch, node) values ({101}, 3, {1})"),
    (1, "cluster", "insert into cluster (one, id) values (1, {1})"),
    (
        1,
        "signing_keys",
        "insert into signing_keys (id, public, secret, made_at) values ({1}, {1}{1}, {2}{2}, 5000)",
    ),
    (
        5,
        "imported_games",
        "insert into imported_games (match_id, digest, date, event, event_key, round, played_at)
         values ({100}, 'import:0', '1931.02.07', 'Club', 'club', '1', 5)",
    ),
    (
        5,
        "match_importers",
        "insert into match_importers (match_id, player_id, at) values ({100}, {1}, 5)",
    ),
    (
        5,
        "explorer_games",
        "insert into explorer_games (number, match_id, positions) values (1, {100}, 3)",
    ),
    (
        5,
        "explorer_positions",
        "insert into explorer_positions (position, block, entries) values (-5, 0, {1})",
    ),
    (
        5,
        "explorer_players",
        "insert into explorer_players (player_id, block, games) values ({1}, 0, {1})",
    ),
    // The doctor does not check an index that is being rebuilt.
    (5, "", "update explorer_state set clearing = 1"),
    (
        9,
        "recovery_codes",
        "insert into recovery_codes (hash, player_id, created_at, expires_at)
         values ({1}{1}, {1}, 5, 6)",
    ),
    (
        9,
        "security_events",
        "insert into security_events (id, player_id, at, kind, times, browser, system)
         values ({1}, {1}, 5, 'signed_in', 1, 'Firefox', 'Linux')",
    ),
    (
        9,
        "passkeys",
        "insert into passkeys (id, player_id, public_key, sign_count, created_at, used_at)
         values ({1}, {1}, {1}{1}, 0, 5, 6)",
    ),
    (
        9,
        "passkey_challenges",
        "insert into passkey_challenges (id, expires_at) values ({1}, 6)",
    ),
    (
        15,
        "tournament_schedules",
        "insert into tournament_schedules (id, created_by, created_at, plan, next_at, create_at)
         values ({1}, {1}, 5, 'a plan', 6, 5)",
    ),
    (
        10,
        "notifications",
        "insert into notifications (id, player_id, kind, subject, v, created_at, push_due_at)
         values ({1}, {1}, 'turn', {101}, 3, 5, 5)",
    ),
    (
        10,
        "notification_reminders",
        "insert into notification_reminders
             (match_id, player_id, v, remind_at, deadline_at, due_at)
         values ({101}, {1}, 3, 6, 7, 5)",
    ),
    (
        10,
        "notification_settings",
        "insert into notification_settings (player_id, settings) values ({1}, '{\"page\":[]}')",
    ),
    (
        10,
        "push_subscriptions",
        "insert into push_subscriptions
             (id, player_id, endpoint, p256dh, auth, token, created_at)
         values ({1}, {1}, 'https://example.org', {1}{1}, {1}, {1}{1}, 5)",
    ),
    (
        10,
        "push_messages",
        "insert into push_messages
             (subscription_id, message, payload, topic, urgent, created_at, due_at)
         values ({1}, {1}, '', 'several', 0, 5, 5)",
    ),
    (10, "push_keys", "insert into push_keys (one, secret, made_at) values (1, {1}{1}, 5)"),
    (
        11,
        "provider_identities",
        "insert into provider_identities (issuer, subject, player_id, created_at, used_at)
         values ('https://id.example.org', 'one', {1}, 5, 6)",
    ),
    (
        11,
        "mail_addresses",
        "insert into mail_addresses (player_id, address, address_key, created_at, verified_at,
             unsubscription)
         values ({1}, 'arthur@example.org', {1}{1}, 5, 6, {1})",
    ),
    (
        11,
        "mail_outbox",
        "insert into mail_outbox (id, player_id, kind, address, subject, text, html, created_at,
             due_at)
         values ('one', {1}, 'notification', 'arthur@example.org', 'Your turn', 'a', 'b', 5, 6)",
    ),
    (
        11,
        "mail_recovery_requests",
        "insert into mail_recovery_requests (address_key, at) values ({1}{1}, 5)",
    ),
    (
        12,
        "vacations",
        "insert into vacations (id, player_id, began_at, until_at) values ({1}, {1}, 5, 6)",
    ),
    (
        12,
        "arrangements",
        "insert into arrangements (id, proposer_id, invited_id, variant, time, rated, created_at,
                                   times, times_by, due_at, status, match_id)
         values ({1}, {1}, {2}, 'cam', '{\"kind\":\"unlimited\"}', 0, 5, '[6]', {1}, 6, 'begun',
                 {100})",
    ),
    (
        17,
        "game_orders",
        "insert into game_orders (match_id, number, body)
         values ({100}, 7, '{\"number\":7,\"do\":\"resume\"}')",
    ),
    (1, "", "update players set erased_at = 9 where id = {3}"),
];

/// A database at the version of a migration.
struct Earlier<'a> {
    database: &'a Database,
    pool: AnyPool,
}

impl Earlier<'_> {
    /// Runs a statement with id placeholders.
    async fn run(&mut self, sql: &str) {
        let sql = with_ids(sql, self.database.name == "sqlite");
        let done = sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(&self.pool).await;
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    async fn count(&mut self, table: &str) -> i64 {
        let sql = format!("select count(*) as n from {table}");
        let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&self.pool).await.unwrap();
        row.try_get("n").unwrap()
    }

    /// Adds a match with two plies. The columns of its end are set only if it is over.
    async fn add_match(&mut self, number: u128, is_over: bool) {
        let players = [1, 2].map(|player| PlayerId(Uuid::from_u128(player)));
        let whole = Finished::at(Timestamp(1_000)).between(&players);
        let records = whole.records.len() - usize::from(!is_over);
        let status = if is_over { "ended" } else { "playing" };
        let end =
            if is_over { "1000, 'first', 'resignation', 2" } else { "null, null, null, null" };
        let time = serde_json::to_string(&Finished::BLITZ).unwrap();
        self.run(&format!(
            "insert into matches (id, variant, position, time, timed, rated, private, status,
                 created_by, create_command, created_at, started_at, ended_at, result, termination,
                 plies)
             values ({{{number}}}, 'cam', null, '{time}', 1, 1, 0, '{status}', {{1}}, 'c-{number}-1',
                     1000, 1000, {end})"
        ))
        .await;
        for (seat, player) in [(0, 1), (1, 2)] {
            self.run(&format!(
                "insert into match_seats (match_id, seat, player_id)
                 values ({{{number}}}, {seat}, {{{player}}})"
            ))
            .await;
        }
        for record in &whole.records[..records] {
            let body = serde_json::to_string(&record.event).unwrap();
            let (v, at) = (record.v, record.at.0);
            // The body is bound as text, so that its braces are not replaced as ids.
            let sql = with_ids(
                &format!(
                    "insert into match_events (match_id, v, at, player_id, command_id, body)
                     values ({{{number}}}, {v}, {at}, {{1}}, 'c-{number}-{v}', "
                ),
                self.database.name == "sqlite",
            );
            let sql = format!("{sql}'{body}')");
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&self.pool).await.unwrap();
        }
    }
}

/// Replaces `{N}` by sixteen bytes and `{N}{M}` by thirty-two, in the syntax of the database.
pub(crate) fn with_ids(sql: &str, is_sqlite: bool) -> String {
    let mut written = String::new();
    let mut rest = sql;
    while let Some(begin) = rest.find('{') {
        let digits = rest[begin + 1..].chars().take_while(char::is_ascii_digit).count();
        if digits == 0 {
            written.push_str(&rest[..=begin]);
            rest = &rest[begin + 1..];
            continue;
        }
        written.push_str(&rest[..begin]);
        let mut hex = String::new();
        rest = &rest[begin..];
        while let Some(number) = rest.strip_prefix('{').and_then(|it| it.split('}').next()) {
            let Ok(value) = number.parse::<u128>() else { break };
            hex.push_str(&format!("{value:032x}"));
            rest = &rest[number.len() + 2..];
        }
        let literal = if is_sqlite { format!("x'{hex}'") } else { format!("'\\x{hex}'::bytea") };
        written.push_str(&literal);
    }
    written + rest
}

#[tokio::test(flavor = "multi_thread")]
async fn data_of_every_version_is_intact_after_an_upgrade() {
    on_every_database(|database| async move {
        let migrator = Migrator::new(Path::new("migrations").join(database.name)).await.unwrap();
        let versions: Vec<i64> = migrator.iter().map(|migration| migration.version).collect();
        assert!(!versions.is_empty());
        for version in versions {
            let part = emptied(&database, version).await;
            upgrade_from(&part, &migrator, version).await;
        }
    })
    .await;
}

/// Returns an empty database of the same kind at a version.
async fn emptied(database: &Database, version: i64) -> Database {
    let mut empty = database.clone();
    match &database.schema {
        None => {
            empty.options.data_dir = database.options.data_dir.join(version.to_string());
            std::fs::create_dir_all(&empty.options.data_dir).unwrap();
        }
        Some(schema) => {
            let anew = format!("drop schema {schema} cascade; create schema {schema}");
            database.execute(&anew).await;
        }
    }
    empty
}

async fn upgrade_from(database: &Database, migrator: &Migrator, version: i64) {
    sqlx::any::install_default_drivers();
    let file = database.options.data_dir.join("chivalry.sqlite");
    let url = database.options.database_url.clone();
    let url = url.unwrap_or_else(|| format!("sqlite://{}?mode=rwc", file.display()));
    let one = AnyPoolOptions::new().max_connections(1);
    let mut earlier = Earlier { database, pool: one.clone().connect(&url).await.unwrap() };
    migrator.run_to(version, &earlier.pool).await.unwrap();
    // One match is over, and one is continued after the upgrade.
    let (over, playing) = (100, 101);
    let rows = ROWS.into_iter().filter(|(since, _, _)| *since <= version);
    let mut expected: Vec<(&str, i64)> = Vec::new();
    for (at, (_, table, sql)) in rows.enumerate() {
        earlier.run(sql).await;
        if at == 0 {
            earlier.add_match(over, true).await;
            earlier.add_match(playing, false).await;
        }
        if !table.is_empty() {
            expected.push((table, earlier.count(table).await));
        }
    }
    earlier.pool.close().await;

    let running = database.open().await;
    let store = &running.store;
    let (examined, findings) = examine(store).await;
    assert_eq!(findings, [], "{version}");
    assert_eq!((examined.matches, examined.events), (2, 13), "{version}");
    // Opening does not add hashes to events without one.
    assert_eq!(examined.unchained, 2);
    let [over, playing] = [over, playing].map(|number| MatchId(Uuid::from_u128(number)));
    let row = store.matches().row(over).await.unwrap().unwrap();
    assert_eq!(row.seats[Seat::FIRST].as_ref().unwrap().name, "Arthur", "{version}");
    let log = store.log().read(playing).await.unwrap().unwrap();
    assert_eq!(log[0].cause.as_ref().unwrap().id, "c-101-1");
    let match_state = Match::fold(playing, log).unwrap();
    assert_eq!((match_state.v(), match_state.game().plies()), (6, 2), "{version}");
    assert!(store.players().by_name("GUEST-3").await.unwrap().is_some());
    assert!(store.rated_matches().rate_due(Timestamp(2_000), 9).await.unwrap().is_none());
    running.stop().await;

    let mut now = Earlier { database, pool: one.connect(&url).await.unwrap() };
    for (table, rows) in expected {
        assert_eq!(now.count(table).await, rows, "{table} since {version}");
    }
    now.pool.close().await;
}
