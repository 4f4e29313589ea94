//! Integrity checks: sound data has no findings, and each kind of damage is reported.

use chivalry::store::{Examined, Finding, Store, Subject};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{MatchId, MatchResult};
use chivalry_tournament::Command;

use super::databases::{Database, on_every_database};
use super::finished::Finished;
use super::fixtures::{Log, guest};
use super::tournaments::Kept;

pub(crate) async fn examine(store: &Store) -> (Examined, Vec<Finding>) {
    let mut findings = Vec::new();
    let examined = store.doctor().examine(|finding| findings.push(finding)).await.unwrap();
    assert_eq!(examined.findings, findings.len() as u64);
    (examined, findings)
}

/// Stores matches of every status, games for four, and a tournament. Returns the first finished
/// match.
pub(crate) async fn fill(store: &Store) -> MatchId {
    let mut players = Vec::new();
    for _ in 0..4 {
        players.push(guest(store).await);
    }
    let mut first = None;
    for (variant, result, delay) in [
        ("cam", MatchResult::First, 0),
        ("chivalry-four-handed", MatchResult::First, 5),
        ("chivalry-four-singles", MatchResult::Third, 0),
        ("camelot", MatchResult::First, 0),
    ] {
        let (rated, watch_delay_ms) = (false, delay);
        let earlier = Finished::at(Timestamp(1_000));
        let finished = Finished { variant, result, rated, watch_delay_ms, ..earlier };
        let append = finished.between(&players);
        first.get_or_insert(append.match_id);
        store.log().append(append).await.unwrap();
    }
    let open = Log::created(players[0]).by_command(players[0], "mine");
    store.log().append(open.append()).await.unwrap();
    let playing = Finished::at(Timestamp(2_000)).between(&players);
    let mut under_way = playing.clone();
    under_way.records.pop();
    store.log().append(under_way).await.unwrap();
    let (mut kept, _) = Kept::paired_by(None, store, 5).await;
    kept.direct(store, Command::BeginRound).await;
    first.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn sound_data_has_no_findings() {
    on_every_database(|database| async move {
        let running = database.open().await;
        assert_eq!(examine(&running.store).await, (Examined::default(), Vec::new()));
        fill(&running.store).await;
        let (examined, findings) = examine(&running.store).await;
        assert_eq!(findings, []);
        assert_eq!((examined.matches, examined.tournaments, examined.unchained), (6, 1, 0));
        running.stop().await;
    })
    .await;
}

/// Damaging statements and the expected findings for the first match, the tournament, or a table.
const DAMAGE: [(&str, &str, &str); 14] = [
    ("update matches set plies = 7 where plies = 2", "match", "plies is Some(7), and Some(2) by"),
    ("update matches set result = 'draw' where plies = 2", "match", "result is"),
    ("update matches set private = 1", "match", "private is true, and false by its log"),
    (
        "update matches set create_command = 'x' where plies = 2 and variant = 'cam'",
        "match",
        "create_command is",
    ),
    ("delete from match_seats where seat = 1", "match", "seats is"),
    (
        "update match_events set body = replace(body, '\"t\":\"started\"', '\"t\": \"started\"')",
        "match",
        "its chain is broken: version 4 does not match its hash",
    ),
    ("delete from match_events where v = 5", "match", "version 6 is in the place of version 5"),
    ("delete from match_events where v = 5", "match", "version 6 does not follow"),
    ("delete from match_events", "match", "it has no log"),
    ("delete from match_seats; delete from matches", "match", "it has a log, and is in no list"),
    ("update matches set rating_due_at = 1 where plies = 2", "match", "it was to be rated at 1"),
    ("update tournaments set entrants = 99", "tournament", "entrants is not as its log tells it"),
    ("delete from tournament_places", "tournament", "the list of its places is not as its log"),
    (
        "update match_events set player_id = match_id, command_id = 'x' where v = 2",
        "table",
        "rows whose player_id is not in players",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_damage_is_reported() {
    on_every_database(|database| async move {
        for (at, (sql, about, what)) in DAMAGE.into_iter().enumerate() {
            let part = part_of(&database, at).await;
            let running = part.open().await;
            let first = fill(&running.store).await;
            running.stop().await;
            part.execute(sql).await;
            // The last activity is later than all due work.
            part.execute("update server_state set last_alive_at = 1000000000").await;
            let running = part.open().await;
            let (_, findings) = examine(&running.store).await;
            let is_about = |finding: &Finding| match finding.about {
                Subject::Match(id) => about == "match" && id == first,
                Subject::Tournament(_) => about == "tournament",
                Subject::Table(_) => about == "table",
            };
            let found = findings.iter().any(|it| is_about(it) && it.what.contains(what));
            assert!(found, "{sql}: {findings:#?}");
            // A round is due whose games were not created.
            let stuck = "game 1 of pairing 1 has no match";
            assert!(findings.iter().any(|it| it.what == stuck), "{findings:#?}");
            running.stop().await;
        }
    })
    .await;
}

/// Returns the database with all data deleted.
async fn part_of(database: &Database, number: usize) -> Database {
    let mut part = database.clone();
    match &database.schema {
        None => part.options.data_dir = database.options.data_dir.join(number.to_string()),
        Some(schema) => {
            let anew = format!("drop schema {schema} cascade; create schema {schema}");
            database.execute(&anew).await;
        }
    }
    part
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_game_that_is_not_counted_is_reported() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let mut kept = Kept::paired_by(None, &running.store, 4).await.0;
        kept.direct(&running.store, Command::BeginRound).await;
        let players = [guest(&running.store).await, guest(&running.store).await];
        let over = Finished::at(Timestamp(1_000)).between(&players);
        let played_in = over.match_id;
        running.store.log().append(over).await.unwrap();
        let due = kept.tournament.due_games().next().unwrap();
        let made = Command::GameMade { pairing: due.pairing, number: due.number, played_in };
        let new = kept.next(None, &made);
        let store = &running.store;
        store.tournaments().append(kept.id, &kept.tournament, &new, None, None).await.unwrap();
        let stuck = format!("match {played_in} is over and not counted");
        let is_stuck = |finding: &Finding| finding.what.ends_with(&stuck);
        assert!(!examine(store).await.1.iter().any(is_stuck));
        store.record_heartbeat(Timestamp(1_000_000)).await.unwrap();
        assert_eq!(examine(store).await.1.iter().filter(|it| is_stuck(it)).count(), 1);
        // The match of a forfeited pairing does not count.
        kept.direct(store, Command::Withdraw { entrant: due.first }).await;
        assert!(!examine(store).await.1.iter().any(is_stuck));
        running.stop().await;
    })
    .await;
}
