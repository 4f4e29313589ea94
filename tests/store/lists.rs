//! Lists of matches and exports.

use chivalry::store::{
    ExportedMatch, MatchFilter, MatchRecord, MatchStatus, PlayerOutcome, Range, Store,
};
use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::{Event, MatchId, MatchResult, Termination};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_rules::{PerSeat, Seat};
use futures_util::TryStreamExt as _;

use super::databases::on_every_database;
use super::doctor::examine;
use super::fixtures::{BLITZ, Log, every_event, guest, moved};
use super::migrations::with_ids;

fn created(variant: &str, time: TimeControl, rated: bool, private: bool, by: PlayerId) -> Log {
    Log::of(Event::Created {
        variant: variant.to_owned(),
        position: None,
        time,
        rated,
        private,
        by,
        keys: PerSeat::from_fn(|_| None),
        origin: None,
        watch_delay_ms: 0,
        partner_plays_on: false,
    })
}

fn readable(exported: &ExportedMatch) -> &MatchRecord {
    match exported {
        ExportedMatch::Readable(record) => record,
        ExportedMatch::Damaged(id) => panic!("{id} is damaged"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_row_follows_from_its_log() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let second = store.players().create_account(
            PlayerId(uuid::Uuid::now_v7()),
            "Parker",
            "hash",
            Timestamp(1),
        );
        let (first, second) = (guest(store).await, second.await.unwrap());
        let log = every_event(first, second.id);
        // The row is updated with each append.
        for (from, to) in [(1, 2), (3, 3), (4, 6), (7, 13)] {
            let mut append = log.since(from);
            append.records.retain(|record| record.v <= to);
            store.log().append(append).await.unwrap();
            let row = store.matches().row(log.id).await.unwrap().unwrap();
            let status = match to {
                2 | 3 => MatchStatus::Open,
                6 => MatchStatus::Playing,
                _ => MatchStatus::Ended,
            };
            assert_eq!(row.status, status);
            assert_eq!(row.seats[Seat::SECOND].is_some(), to >= 3);
            assert_eq!(row.plies, (to == 13).then_some(3));
        }
        let row = store.matches().row(log.id).await.unwrap().unwrap();
        assert_eq!(
            (row.variant.as_str(), row.position.as_deref()),
            ("camelot", Some("a position"))
        );
        assert_eq!((row.time, row.rated, row.private), (BLITZ, true, true));
        assert_eq!((row.created_by, row.created_at), (first, Timestamp(1_001)));
        assert_eq!(
            (row.started_at, row.ended_at),
            (Some(Timestamp(1_004)), Some(Timestamp(1_013)))
        );
        assert_eq!(row.result, Some(MatchResult::Draw));
        assert_eq!(row.termination, Some(Termination::Agreement));
        assert_eq!(row.seats[Seat::SECOND], Some(second));
        let name = format!("guest-{}", first.0);
        assert_eq!(
            row.seats[Seat::FIRST],
            Some(Player { id: first, name, kind: PlayerKind::Guest })
        );
        running.stop().await;
    })
    .await;
}

async fn listed(store: &Store, filter: MatchFilter) -> Vec<MatchId> {
    let page = store.matches().page(&filter, 100, None).await.unwrap();
    assert_eq!(page.next, None);
    page.items.iter().map(|row| row.id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_return_matches_that_pass_the_filter_newest_first() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let (anna, ben) = (guest(store).await, guest(store).await);
        let unlimited = TimeControl::Unlimited {};
        let open = created("cam", BLITZ, false, false, anna).seated(&[anna]);
        let hidden = created("cam", BLITZ, false, true, anna).seated(&[anna]);
        let playing = created("cam", unlimited, true, false, anna)
            .seated(&[ben])
            .then(Event::Started)
            .then(moved(Seat::FIRST));
        let mut ended = created("camelot", BLITZ, true, true, ben)
            .seated(&[anna, ben])
            .then(Event::Started)
            .ended(MatchResult::First);
        ended.records[0].at = Timestamp(5_000);
        for log in [&open, &hidden, &playing, &ended] {
            store.log().append(log.append()).await.unwrap();
        }
        let (open, hidden, playing, ended) = (open.id, hidden.id, playing.id, ended.id);
        let any = MatchFilter::default;

        assert_eq!(listed(store, any()).await, [ended, playing, open]);
        let filter = MatchFilter { variant: Some("cam".to_owned()), ..any() };
        assert_eq!(listed(store, filter).await, [playing, open]);
        let filter = MatchFilter { player: Some(anna), ..any() };
        assert_eq!(listed(store, filter).await, [ended, open]);
        let filter = MatchFilter { status: Some(MatchStatus::Open), ..any() };
        assert_eq!(listed(store, filter).await, [open]);
        let filter = MatchFilter { since: Some(Timestamp(5_000)), ..any() };
        assert_eq!(listed(store, filter).await, [ended]);
        let filter = MatchFilter { until: Some(Timestamp(5_000)), ..any() };
        assert_eq!(listed(store, filter).await, [playing, open]);
        let filter = MatchFilter { rated: Some(false), ..any() };
        assert_eq!(listed(store, filter).await, [open]);
        let filter = MatchFilter { result: Some(MatchResult::First), ..any() };
        assert_eq!(listed(store, filter).await, [ended]);
        let filter = MatchFilter { imported: Some(true), ..any() };
        assert_eq!(listed(store, filter).await, []);
        let filter = MatchFilter {
            variant: Some("camelot".to_owned()),
            player: Some(ben),
            status: Some(MatchStatus::Ended),
            since: Some(Timestamp(1)),
            until: Some(Timestamp(9_000)),
            rated: Some(true),
            result: Some(MatchResult::First),
            imported: Some(false),
            timed: Some(true),
            seat: Some(Seat::SECOND),
            opponent: Some(anna),
            outcome: Some(PlayerOutcome::Lost),
            speed: Some(BLITZ.speed()),
            termination: Some(Termination::Resignation),
            plies: Range { least: Some(0), most: Some(0) },
            played_since: Some(Timestamp(5_000)),
            played_until: Some(Timestamp(5_001)),
            ids: Some(vec![playing, ended]),
            seen_at: Some(Timestamp(9_000)),
            ..any()
        };
        assert_eq!(listed(store, filter.clone()).await, [ended]);
        for other in [
            MatchFilter { seat: Some(Seat::FIRST), ..filter.clone() },
            MatchFilter { opponent: Some(ben), ..filter.clone() },
            MatchFilter { outcome: Some(PlayerOutcome::Won), ..filter.clone() },
            MatchFilter { outcome: Some(PlayerOutcome::Drawn), ..filter.clone() },
            MatchFilter { speed: Some(unlimited.speed()), ..filter.clone() },
            MatchFilter { termination: Some(Termination::Time), ..filter.clone() },
            MatchFilter { plies: Range { least: Some(1), most: None }, ..filter.clone() },
            MatchFilter { rating: Range { least: Some(1), most: None }, ..filter.clone() },
            MatchFilter { played_since: Some(Timestamp(5_001)), ..filter.clone() },
            MatchFilter { played_until: Some(Timestamp(5_000)), ..filter.clone() },
            MatchFilter { ids: Some(vec![playing, open]), ..filter.clone() },
            MatchFilter { importer: Some(ben), ..filter.clone() },
            MatchFilter { imported_name: Some("a".to_owned()), ..filter.clone() },
            MatchFilter { event: Some("a".to_owned()), ..filter.clone() },
            MatchFilter { round: Some("1".to_owned()), ..filter.clone() },
        ] {
            assert_eq!(listed(store, other.clone()).await, [], "{other:?}");
        }
        let oldest = MatchFilter { is_oldest_first: true, ..any() };
        let mut ids = listed(store, any()).await;
        ids.reverse();
        assert_eq!(listed(store, oldest).await, ids);

        assert!(store.matches().row(hidden).await.unwrap().is_some());
        assert_eq!(store.matches().live().await.unwrap(), [open, hidden]);
        let exported: Vec<_> = store.log().records(any()).try_collect().await.unwrap();
        let exported: Vec<MatchId> = exported.iter().map(|it| readable(it).row.id).collect();
        assert_eq!(exported, [playing, ended]);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_stored_until_the_match_ends() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let by = guest(store).await;
        let days = TimeControl::days(1);
        let mut log = created("cam", days, false, false, by).seated(&[by, by]);
        store.log().append(log.append()).await.unwrap();
        let due = async |at| store.matches().due(Timestamp(at), 9).await.unwrap();
        assert_eq!(due(i64::MAX).await, [], "not while it is open");
        for (event, deadline) in [
            (Event::Started, Some(7_000)),
            (moved(Seat::FIRST), Some(9_000)),
            (Event::Paused, None),
        ] {
            log = log.then(event);
            let mut append = log.since(log.records.len() as u32);
            append.deadline = deadline.map(Timestamp);
            store.log().append(append).await.unwrap();
        }
        assert_eq!((due(8_999).await, due(9_000).await), (vec![], vec![log.id]));
        assert_eq!(store.matches().live().await.unwrap(), []);
        let log = log.ended(MatchResult::First);
        store.log().append(log.since(log.records.len() as u32)).await.unwrap();
        assert_eq!(due(i64::MAX).await, []);
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_exports_contain_each_match_once() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let by = guest(store).await;
        let mut logs = Vec::new();
        for _ in 0..70 {
            let log = Log::created(by).seated(&[by, by]).ended(MatchResult::Aborted);
            store.log().append(log.append()).await.unwrap();
            logs.push(log);
        }
        let ids: Vec<MatchId> = logs.iter().rev().map(|log| log.id).collect();
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let page = store.matches().page(&MatchFilter::default(), 35, cursor).await.unwrap();
            seen.extend(page.items.iter().map(|row| row.id));
            assert!(
                page.items.iter().all(|row| row.seats.iter().flat_map(|(_, p)| p).count() == 2)
            );
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, ids);

        let filter = MatchFilter { status: Some(MatchStatus::Ended), ..MatchFilter::default() };
        let exported: Vec<_> = store.log().records(filter).try_collect().await.unwrap();
        let records = exported.iter().map(|it| &readable(it).records);
        assert!(records.eq(logs.iter().map(|log| &log.records)));
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_of_a_delayed_match_is_hidden_until_it_is_public() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let (anna, ben) = (guest(store).await, guest(store).await);
        let mut log = created("cam", BLITZ, false, false, anna).seated(&[anna, ben]);
        let Event::Created { watch_delay_ms, .. } = &mut log.records[0].event else { panic!() };
        *watch_delay_ms = 10_000;
        let log = log.then(Event::Started).then(moved(Seat::FIRST)).ended(MatchResult::First);
        store.log().append(log.append()).await.unwrap();
        let public_at = Timestamp(log.records[5].at.0 + 10_000);
        let row = store.matches().row(log.id).await.unwrap().unwrap();
        assert_eq!((row.status, row.hidden_until), (MatchStatus::Ended, Some(public_at)));

        let status = |status| MatchFilter { status: Some(status), ..MatchFilter::default() };
        for (late, playing, ended) in [(1, 1, 0), (0, 0, 1)] {
            let seen_at = Some(Timestamp(public_at.0 - late));
            let of = async |filter: MatchFilter| {
                let filter = MatchFilter { seen_at, ..filter };
                listed(store, filter).await.len()
            };
            assert_eq!(of(status(MatchStatus::Playing)).await, playing);
            assert_eq!(of(status(MatchStatus::Ended)).await, ended);
            let won = MatchFilter { result: Some(MatchResult::First), ..MatchFilter::default() };
            assert_eq!(of(won).await, ended);
            let any = MatchFilter { seen_at, ..MatchFilter::default() };
            let row = store.matches().page(&any, 1, None).await.unwrap().items.remove(0);
            assert_eq!(row.result.is_some(), ended == 1);
            assert_eq!((row.ended_at.is_some(), row.plies.is_some()), (ended == 1, ended == 1));
            let exported: Vec<_> = store.log().records(any).try_collect().await.unwrap();
            // The move was stored a millisecond before the end.
            assert_eq!(readable(&exported[0]).records.len(), 5 + ended);
        }
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_matches_are_left_out_of_lists_and_named_by_exports() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let by = guest(store).await;
        let mut ids = Vec::new();
        for _ in 0..4 {
            let log = Log::created(by).seated(&[by, by]).ended(MatchResult::Aborted);
            store.log().append(log.append()).await.unwrap();
            ids.push(log.id);
        }
        let [sound, unknown_word, unreadable_body, last] = ids[..] else { panic!() };
        for (set, id) in [
            ("matches set result = 'lost' where id", unknown_word),
            ("match_events set body = '{' where v = 2 and match_id", unreadable_body),
        ] {
            let id = with_ids(&format!("{{{}}}", id.0.as_u128()), database.name == "sqlite");
            database.execute(&format!("update {set} = {id}")).await;
        }
        for _ in 0..2 {
            let exported: Vec<_> =
                store.log().records(MatchFilter::default()).try_collect().await.unwrap();
            assert_eq!(exported[1..3], [unknown_word, unreadable_body].map(ExportedMatch::Damaged));
            assert_eq!([&exported[0], &exported[3]].map(|it| readable(it).row.id), [sound, last]);
            assert_eq!(listed(store, MatchFilter::default()).await, [last, sound]);
        }
        let damaged: Vec<MatchId> =
            store.quarantine().list().await.unwrap().into_iter().map(|(id, _)| id).collect();
        assert_eq!(damaged, [unknown_word, unreadable_body]);
        let (_, findings) = examine(store).await;
        let quarantined = findings.iter().filter(|it| it.what.starts_with("it is in quarantine"));
        assert_eq!(quarantined.count(), 2, "{findings:#?}");
        // A page is not shorter than its limit because of a match that was just found damaged.
        let page = store.matches().page(&MatchFilter::default(), 1, None).await.unwrap();
        assert_eq!((page.items[0].id, page.next), (last, Some(last)));
        running.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_scrub_quarantines_damaged_matches_and_releases_repaired_ones() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let by = guest(store).await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            let log = Log::created(by).seated(&[by, by]).ended(MatchResult::Aborted);
            store.log().append(log.append()).await.unwrap();
            ids.push(log.id);
        }
        let playing = Log::created(by).seated(&[by, by]);
        store.log().append(playing.append()).await.unwrap();
        let scrub = async || {
            let mut verified = Vec::new();
            let mut after = MatchId(uuid::Uuid::nil());
            while let Some(id) = store.doctor().scrub_next(after).await.unwrap() {
                verified.push(id);
                after = id;
            }
            assert_eq!(verified, ids);
            store.quarantine().list().await.unwrap()
        };
        assert_eq!(scrub().await, []);
        let id = with_ids(&format!("{{{}}}", ids[1].0.as_u128()), database.name == "sqlite");
        let alter = format!("update match_events set at = at + 1 where v = 2 and match_id = {id}");
        database.execute(&alter).await;
        let damaged = scrub().await;
        assert_eq!(damaged.len(), 1);
        assert_eq!(damaged[0].0, ids[1]);
        assert!(damaged[0].1.contains("its chain is broken"), "{damaged:?}");
        let ended = MatchFilter { status: Some(MatchStatus::Ended), ..MatchFilter::default() };
        assert_eq!(listed(store, ended).await, [ids[2], ids[0]]);
        database.execute(&alter.replace("+ 1", "- 1")).await;
        assert_eq!(scrub().await, []);
        running.stop().await;
    })
    .await;
}
