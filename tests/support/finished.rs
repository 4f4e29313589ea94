//! Logs of ended matches, as a server writes them.

#![allow(dead_code, reason = "each test binary uses its own part of this file")]

use chivalry::store::Append;
use chivalry_play::clock::{Ledger, TimeControl, Timestamp};
use chivalry_play::matches::{
    Event, Match, MatchId, MatchResult, NewMatch, RecordedEvent, Termination,
};
use chivalry_play::player::PlayerId;
use chivalry_rules::{MoveList, Position, Variant};
use uuid::Uuid;

/// A match in which each seat has made one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finished {
    pub(crate) variant: &'static str,
    pub(crate) time: TimeControl,
    pub(crate) rated: bool,
    pub(crate) result: MatchResult,
    /// The end time.
    pub(crate) at: Timestamp,
    pub(crate) watch_delay_ms: u32,
}

impl Finished {
    pub(crate) const BLITZ: TimeControl =
        TimeControl::Fischer { initial_ms: 180_000, increment_ms: 2_000 };

    /// Creates a rated game of cam that the first seat won.
    pub(crate) fn at(at: Timestamp) -> Finished {
        let (variant, time, result) = ("cam", Finished::BLITZ, MatchResult::First);
        Finished { variant, time, rated: true, result, at, watch_delay_ms: 0 }
    }

    /// Returns the whole log with those players in the seats.
    pub(crate) fn between(&self, players: &[PlayerId]) -> Append {
        let variant = Variant::named(self.variant).expect("a variant");
        let new = NewMatch {
            rated: self.rated,
            watch_delay_ms: self.watch_delay_ms,
            ..NewMatch::plain(variant, self.time)
        };
        let seats: Vec<_> = variant.seats().zip(players.iter().copied()).collect();
        let mut events = Match::creation_with(&new, players[0], &seats, String::new);
        let mut position = Position::start(variant);
        for seat in variant.seats() {
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            let first = legal.iter().next().expect("a legal move");
            let text = position.move_text(&first);
            let ledger = Ledger { left_ms: 180_000, ..Ledger::default() };
            let ledger = self.time.is_timed().then_some(ledger);
            events.push(Event::Moved { seat, text, ledger });
            position = position.after(&first.effect);
        }
        let (result, termination) = (self.result, Termination::Resignation);
        events.push(Event::Ended { result, termination });
        let record = |(v, event)| RecordedEvent { v, at: self.at, cause: None, event };
        let records = (1..).zip(events).map(record).collect();
        Append { match_id: MatchId(Uuid::now_v7()), records, deadline: None, owner: None }
    }
}
