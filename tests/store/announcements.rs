//! The outbox of announcements: written by the transaction of the event.

use chivalry::store::{AnnouncementKind, Store};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Event, MatchId, MatchResult};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;

use crate::databases::on_every_database;
use crate::fixtures::{Log, guest, moved};

const TARGET: &str = "club";
const LATER: Timestamp = Timestamp(1_000_000);

/// A match that ended, with some fields of its creation changed.
fn ended(players: &[PlayerId], result: MatchResult, change: impl FnOnce(&mut Event)) -> Log {
    let mut log = Log::created(players[0]);
    change(&mut log.records[0].event);
    log.seated(players).then(Event::Started).then(moved(Seat::FIRST)).ended(result)
}

async fn pending(store: &Store, at: Timestamp) -> Vec<MatchId> {
    let pending = store.announcements().pending(TARGET, at, 100).await.unwrap();
    let id = |subject: &str| MatchId(subject.parse().unwrap());
    pending.iter().map(|announcement| id(&announcement.subject)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_public_match_and_its_announcement_are_stored_together() {
    on_every_database(|database| async move {
        let running = database.open().await;
        let store = &running.store;
        let players = [guest(store).await, guest(store).await];
        let before = ended(&players, MatchResult::First, |_| {});
        store.log().append(before.append()).await.unwrap();
        let targets = vec![(TARGET.to_owned(), vec![AnnouncementKind::Result])];
        store.announcements().set_targets(targets).await.unwrap();

        let won = ended(&players, MatchResult::Second, |_| {});
        let aborted = ended(&players, MatchResult::Aborted, |_| {});
        let secret = ended(&players, MatchResult::First, |event| {
            let Event::Created { private, .. } = event else { unreachable!() };
            *private = true;
        });
        let delayed = ended(&players, MatchResult::Draw, |event| {
            let Event::Created { watch_delay_ms, .. } = event else { unreachable!() };
            *watch_delay_ms = 60_000;
        });
        for log in [&won, &aborted, &secret, &delayed] {
            store.log().append(log.append()).await.unwrap();
        }
        // An append that conflicts is not stored, and announces nothing.
        let open = Log::created(players[0]).seated(&players).then(Event::Started);
        store.log().append(open.append()).await.unwrap();
        let ended_at = won.records.last().unwrap().at;
        let other = open.clone().then(moved(Seat::FIRST));
        store.log().append(other.since(5)).await.unwrap();
        store.log().append(open.ended(MatchResult::First).since(5)).await.unwrap_err();

        assert_eq!(pending(store, ended_at).await, [won.id]);
        let visible_at = Timestamp(delayed.records.last().unwrap().at.0 + 60_000);
        assert_eq!(pending(store, Timestamp(visible_at.0 - 1)).await, [won.id]);
        assert_eq!(pending(store, visible_at).await, [won.id, delayed.id]);

        // Nothing is announced twice, and the delayed match is the next one.
        let outbox = store.announcements();
        assert_eq!(outbox.due_at(TARGET).await.unwrap(), Some(ended_at));
        assert_eq!(outbox.lease(TARGET, ended_at, LATER).await.unwrap(), Some(0));
        assert_eq!(outbox.lease(TARGET, ended_at, LATER).await.unwrap(), None);
        let sent = outbox.pending(TARGET, ended_at, 100).await.unwrap();
        outbox.delivered(TARGET, &sent, ended_at, ended_at).await.unwrap();
        assert_eq!(outbox.lease(TARGET, ended_at, LATER).await.unwrap(), None);
        assert_eq!(outbox.due_at(TARGET).await.unwrap(), Some(visible_at));
        assert_eq!(pending(store, LATER).await, [delayed.id]);
        running.stop().await;
    })
    .await;
}
