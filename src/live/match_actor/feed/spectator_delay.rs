//! The view of a match that lags the players' view by the spectator delay.

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::time::Instant;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{LogError, Match, MatchId, MoveOutcomes, RecordedEvent, public_len};
use chivalry_play::player::Player;
use chivalry_rules::PerSeat;

use crate::live::frame::FrameCounter;
use crate::live::match_actor::feed::broadcast::MatchUpdate;
use crate::live::match_actor::seat_ratings::SeatRatings;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::time::Time;

/// Events buffered in memory until they become public. Later events are read from the log in time.
pub(crate) const MAX_BUFFERED: usize = 512;

/// The public state of a match and the events that become public next.
pub(crate) struct DelayedView {
    snapshot: Arc<MatchSnapshot>,
    buffered: VecDeque<Arc<MatchUpdate>>,
}

impl DelayedView {
    /// Starts the delayed view from a state that is public. Returns `None` for a match without a
    /// delay.
    pub(crate) fn from(snapshot: &Arc<MatchSnapshot>) -> Option<DelayedView> {
        let behind = snapshot.match_state.next_event_delay();
        if behind.is_zero() {
            return None;
        }
        let snapshot = Arc::new(MatchSnapshot {
            behind,
            gone: PerSeat::default(),
            ..MatchSnapshot::clone(snapshot)
        });
        Some(DelayedView { snapshot, buffered: VecDeque::new() })
    }

    /// Builds the delayed view of a match that was read from its log.
    ///
    /// # Errors
    /// Fails if the log cannot be applied.
    pub(crate) fn of_log(
        snapshot: &Arc<MatchSnapshot>,
        log: &[RecordedEvent],
        now: Timestamp,
    ) -> Result<Option<DelayedView>, LogError> {
        if snapshot.match_state.next_event_delay().is_zero() {
            return Ok(None);
        }
        let public = log[..public_len(log, now)].to_vec();
        let match_state = Match::fold(snapshot.match_state.id(), public)?;
        let snapshot = MatchSnapshot { match_state, ..MatchSnapshot::clone(snapshot) };
        Ok(DelayedView::from(&Arc::new(snapshot)))
    }

    /// Returns the public state.
    pub(crate) fn snapshot(&self) -> &Arc<MatchSnapshot> {
        &self.snapshot
    }

    pub(crate) fn show_players(&mut self, players: PerSeat<Option<Player>>) {
        Arc::make_mut(&mut self.snapshot).players = players;
    }

    pub(crate) fn show_ratings(&mut self, ratings: SeatRatings) {
        Arc::make_mut(&mut self.snapshot).ratings = ratings;
    }

    /// Buffers an event, if there is space and no earlier event is missing.
    pub(crate) fn push(&mut self, update: &Arc<MatchUpdate>) {
        let last =
            self.buffered.back().map_or(self.snapshot.match_state.v(), |last| last.version());
        if self.buffered.len() < MAX_BUFFERED && update.version() == last + 1 {
            self.buffered.push_back(Arc::clone(update));
        }
    }

    /// Returns the time of the next public event, if `known` is ahead.
    pub(crate) fn due_at(&self, known: &Match, time: &Time) -> Option<Instant> {
        if known.v() == self.snapshot.match_state.v() {
            return None;
        }
        let next = self.buffered.front().map(|update| update.occurrence.recorded.at);
        Some(next.map_or_else(Instant::now, |at| time.instant(at + self.snapshot.behind)))
    }

    /// Returns the version after which events have to be read from the log. `None` while an event
    /// is buffered.
    pub(crate) fn missing_since(&self) -> Option<u32> {
        self.buffered.is_empty().then(|| self.snapshot.match_state.v())
    }

    /// Returns the next event if it is public at `now`.
    pub(crate) fn pop_due(&mut self, now: Timestamp) -> Result<Option<Arc<MatchUpdate>>, LogError> {
        let behind = self.snapshot.behind;
        let is_due = |update: &&Arc<MatchUpdate>| update.occurrence.recorded.at + behind <= now;
        if self.buffered.front().filter(is_due).is_none() {
            return Ok(None);
        }
        let Some(update) = self.buffered.pop_front() else { return Ok(None) };
        Arc::make_mut(&mut self.snapshot).apply(
            update.occurrence.recorded.clone(),
            &mut MoveOutcomes::default(),
            None,
        )?;
        Ok(Some(update))
    }

    /// Buffers events read from the log.
    pub(crate) fn refill(
        &mut self,
        id: MatchId,
        records: Vec<RecordedEvent>,
        frames: &FrameCounter,
    ) -> Result<(), LogError> {
        let mut ahead = self.snapshot.match_state.clone();
        for record in records {
            let occurrence = ahead.apply(record)?;
            // Seats cannot be taken after the start of the match.
            let update = MatchUpdate::new(id, ahead.variant(), occurrence, None, frames);
            self.push(&update);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use chivalry_play::clock::TimeControl;
    use chivalry_play::matches::{Event, NewMatch, Offer, OfferEnd};
    use chivalry_play::player::PlayerId;
    use chivalry_rules::{Seat, Variant};

    use super::*;

    const BEHIND: i64 = 60_000;

    /// Returns the log of a match that starts at 0, with one declined offer per second.
    fn log(offers: i64) -> Vec<RecordedEvent> {
        let by = PlayerId(Uuid::from_u128(1));
        let new = NewMatch {
            watch_delay_ms: BEHIND as u32,
            ..NewMatch::plain(Variant::named("cam").unwrap(), TimeControl::Unlimited {})
        };
        let seated = [(Seat::FIRST, by), (Seat::SECOND, PlayerId(Uuid::from_u128(2)))];
        let start = Match::creation_with(&new, by, &seated, String::new);
        let mut events: Vec<(i64, Event)> = start.into_iter().map(|event| (0, event)).collect();
        for second in 1..=offers {
            let (seat, offer) = (Seat::FIRST, Offer::Draw);
            events.push((second * 1_000, Event::Offered { seat, offer, until: None }));
            let how = OfferEnd::Declined;
            events.push((second * 1_000, Event::OfferEnded { seat, offer, how }));
        }
        let record = |(v, (at, event))| RecordedEvent { v, at: Timestamp(at), cause: None, event };
        (1..).zip(events).map(record).collect()
    }

    #[test]
    fn events_become_public_after_the_delay_but_the_start_at_once() {
        let log = log(3);
        for (now, entries) in [
            (0, 4),
            (BEHIND + 999, 4),
            (BEHIND + 1_000, 6),
            (BEHIND + 2_999, 8),
            (BEHIND + 3_000, 10),
        ] {
            assert_eq!(public_len(&log, Timestamp(now)), entries, "at {now}");
        }
        assert_eq!(public_len(&log[..2], Timestamp(0)), 2, "seats are found at once");
    }

    #[test]
    fn delayed_events_are_published_on_time_and_none_is_lost_when_the_buffer_is_full() {
        let offers = MAX_BUFFERED as i64;
        let log = log(offers);
        let id = MatchId(Uuid::nil());
        let begun = Match::fold(id, log[..4].to_vec()).unwrap();
        let mut delayed = DelayedView::from(&Arc::new(MatchSnapshot::new(begun.clone()))).unwrap();
        let mut known = begun;
        for record in &log[4..] {
            let occurrence = known.apply(record.clone()).unwrap();
            let written = FrameCounter::default();
            delayed.push(&MatchUpdate::new(id, known.variant(), occurrence, None, &written));
        }
        assert_eq!(delayed.buffered.len(), MAX_BUFFERED);
        let mut seen = Vec::new();
        let mut now = Timestamp(0);
        while delayed.snapshot.match_state.v() < known.v() {
            if delayed.buffered.is_empty() {
                let from = delayed.snapshot.match_state.v() as usize;
                delayed.refill(id, log[from..].to_vec(), &FrameCounter::default()).unwrap();
            }
            while let Some(update) = delayed.pop_due(now).unwrap() {
                let at = update.occurrence.recorded.at;
                assert_eq!(at.0 + BEHIND, now.0, "neither sooner nor later");
                assert_eq!(delayed.snapshot.as_of(now), at);
                seen.push(update.version());
            }
            now = Timestamp(now.0 + 1_000);
        }
        assert!(seen.into_iter().eq(5..=known.v()));
    }
}
