//! Players and logs for store tests.

use chivalry::store::{Append, Store};
use chivalry_play::clock::{Ledger, TimeControl, Timestamp};
use chivalry_play::matches::{
    CommandRef, Event, MatchId, MatchResult, Offer, OfferEnd, RecordedEvent, Termination,
};
use chivalry_play::player::PlayerId;
use chivalry_rules::{PerSeat, Seat};
use uuid::Uuid;

pub(crate) const BLITZ: TimeControl =
    TimeControl::Fischer { initial_ms: 180_000, increment_ms: 2_000 };

pub(crate) fn player_id() -> PlayerId {
    PlayerId(Uuid::now_v7())
}

pub(crate) async fn guest(store: &Store) -> PlayerId {
    let id = player_id();
    store.guests().create(id, &format!("guest-{}", id.0), Timestamp(1)).await.unwrap();
    id
}

/// The events of a match, numbered as they are added.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    pub(crate) id: MatchId,
    pub(crate) records: Vec<RecordedEvent>,
}

impl Log {
    pub(crate) fn created(by: PlayerId) -> Log {
        Log::of(Event::Created {
            variant: "chivalry".to_owned(),
            position: None,
            time: BLITZ,
            rated: false,
            private: false,
            by,
            keys: PerSeat::from_fn(|_| None),
            origin: None,
            watch_delay_ms: 0,
            partner_plays_on: false,
        })
    }

    pub(crate) fn of(created: Event) -> Log {
        Log { id: MatchId(Uuid::now_v7()), records: Vec::new() }.then(created)
    }

    #[must_use]
    pub(crate) fn then(mut self, event: Event) -> Log {
        let v = self.records.len() as u32 + 1;
        self.records.push(RecordedEvent {
            v,
            at: Timestamp(1_000 + i64::from(v)),
            cause: None,
            event,
        });
        self
    }

    /// Attributes the last event to a command.
    #[must_use]
    pub(crate) fn by_command(mut self, player: PlayerId, id: &str) -> Log {
        let last = self.records.last_mut().unwrap();
        last.cause = Some(CommandRef { player, id: id.to_owned() });
        self
    }

    #[must_use]
    pub(crate) fn seated(self, players: &[PlayerId]) -> Log {
        Seat::ALL
            .into_iter()
            .zip(players)
            .fold(self, |log, (seat, player)| log.then(Event::Seated { seat, player: *player }))
    }

    #[must_use]
    pub(crate) fn ended(self, result: MatchResult) -> Log {
        self.then(Event::Ended { result, termination: Termination::Resignation })
    }

    /// Returns the whole log as one append.
    pub(crate) fn append(&self) -> Append {
        self.since(1)
    }

    /// Returns an append of the events from version `v`.
    pub(crate) fn since(&self, v: u32) -> Append {
        let records = self.records.iter().filter(|record| record.v >= v).cloned().collect();
        Append { match_id: self.id, records, deadline: None, owner: None }
    }
}

pub(crate) fn moved(seat: Seat) -> Event {
    let ledger = Ledger { left_ms: 179_000, used_ms: 3_000, ..Ledger::default() };
    Event::Moved { seat, text: "D4xF6xH8".to_owned(), ledger: Some(ledger) }
}

/// Returns a log with every kind of event.
pub(crate) fn every_event(first: PlayerId, second: PlayerId) -> Log {
    let keys =
        PerSeat::from_fn(|seat| (seat == Seat::SECOND).then(|| "k\u{e9}y'\u{0}\"".to_owned()));
    Log::of(Event::Created {
        variant: "camelot".to_owned(),
        position: Some("a position".to_owned()),
        time: BLITZ,
        rated: true,
        private: true,
        by: first,
        keys,
        origin: None,
        watch_delay_ms: 0,
        partner_plays_on: false,
    })
    .by_command(first, "create-1")
    .seated(&[first, second])
    .then(Event::Started)
    .then(moved(Seat::FIRST))
    .by_command(first, "move-1")
    .then(Event::Moved { seat: Seat::SECOND, text: "pass".to_owned(), ledger: None })
    .then(Event::Offered { seat: Seat::FIRST, offer: Offer::Draw, until: None })
    .then(Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how: OfferEnd::Declined })
    .then(Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how: OfferEnd::Lapsed })
    .then(Event::Paused)
    .then(Event::Resumed)
    .then(moved(Seat::FIRST))
    .then(Event::Ended { result: MatchResult::Draw, termination: Termination::Agreement })
}
