//! The state of a match, as its players and its spectators see it.

use std::sync::Arc;

use tokio::time::Instant;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    CommandRef, Event, LogError, Match, MatchId, MoveOutcomes, Premove, Premoves, RecordedEvent,
};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::{PerSeat, Seat};

use crate::live::error::LiveError;
use crate::live::frame::FrameCounter;
use crate::live::match_actor::feed::broadcast::MatchUpdate;
use crate::live::match_actor::feed::spectator_delay::DelayedView;
use crate::live::match_actor::seat_ratings::SeatRatings;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::time::Time;

/// The snapshot of a match, and the spectators' view of a match with a spectator delay. The
/// snapshot is never ahead of the log.
#[derive(Default)]
pub(crate) struct MatchView {
    /// `None` before the log was read, and after an append with an unknown outcome.
    snapshot: Option<Arc<MatchSnapshot>>,
    delayed: Option<DelayedView>,
}

/// An event that has become public.
pub(crate) struct PublicEvent {
    pub(crate) update: Arc<MatchUpdate>,
    /// The public state after the event.
    pub(crate) snapshot: Arc<MatchSnapshot>,
}

impl MatchView {
    /// Returns the view of a match that was just created, or an empty view.
    pub(crate) fn new(snapshot: Option<Arc<MatchSnapshot>>) -> MatchView {
        MatchView { delayed: snapshot.as_ref().and_then(DelayedView::from), snapshot }
    }

    /// Adopts a snapshot that was read from the log.
    ///
    /// # Errors
    /// Fails if the public part of the log cannot be applied.
    pub(crate) fn adopt(
        &mut self,
        snapshot: Arc<MatchSnapshot>,
        log: &[RecordedEvent],
        now: Timestamp,
    ) -> Result<(), LogError> {
        self.delayed = DelayedView::of_log(&snapshot, log, now)?;
        self.snapshot = Some(snapshot);
        Ok(())
    }

    /// Drops the snapshot, whose relation to the log is unknown.
    pub(crate) fn invalidate(&mut self) {
        self.snapshot = None;
    }

    /// Returns the snapshot.
    pub(crate) fn snapshot(&self) -> Option<&Arc<MatchSnapshot>> {
        self.snapshot.as_ref()
    }

    /// Returns the match.
    pub(crate) fn match_state(&self) -> Option<&Match> {
        self.snapshot.as_ref().map(|snapshot| &snapshot.match_state)
    }

    /// Returns the version that spectators see, if they see a delayed view.
    pub(crate) fn delayed_version(&self) -> Option<u32> {
        self.delayed.as_ref().map(|delayed| delayed.snapshot().match_state.v())
    }

    /// Returns the part of `snapshot` that `viewer` may see.
    pub(crate) fn seen_by(
        &self,
        viewer: Option<PlayerId>,
        snapshot: &Arc<MatchSnapshot>,
    ) -> Arc<MatchSnapshot> {
        match &self.delayed {
            Some(delayed) if !snapshot.is_player(viewer) => Arc::clone(delayed.snapshot()),
            _ => Arc::clone(snapshot),
        }
    }

    /// Applies a stored event. Returns the update to send; if the match is delayed, to players
    /// only.
    ///
    /// # Errors
    /// Fails, and drops the snapshot, if the event does not fit the match.
    pub(crate) fn apply(
        &mut self,
        record: RecordedEvent,
        outcomes: &mut MoveOutcomes,
        by: Option<&Player>,
        frames: &FrameCounter,
    ) -> Result<Arc<MatchUpdate>, LiveError> {
        let Some(shared) = &mut self.snapshot else { return Err(LiveError::NotFound) };
        let snapshot = Arc::make_mut(shared);
        let occurrence = match snapshot.apply(record, outcomes, by) {
            Ok(occurrence) => occurrence,
            Err(error) => {
                self.snapshot = None;
                return Err(error.into());
            }
        };
        let seated = snapshot.seated_by(&occurrence.recorded.event).cloned();
        let match_state = &snapshot.match_state;
        let (id, variant) = (match_state.id(), match_state.variant());
        let update = MatchUpdate::new(id, variant, occurrence, seated, frames);
        match &mut self.delayed {
            Some(delayed) => delayed.push(&update),
            None if matches!(update.occurrence.recorded.event, Event::Started) => {
                self.delayed = DelayedView::from(shared);
            }
            None => {}
        }
        Ok(update)
    }

    /// True if spectators see the match later than its players.
    pub(crate) fn is_delayed(&self) -> bool {
        self.delayed.is_some()
    }

    /// Returns the time at which the next event becomes public.
    pub(crate) fn next_public_at(&self, time: &Time) -> Option<Instant> {
        let (delayed, match_state) = (self.delayed.as_ref()?, self.match_state()?);
        delayed.due_at(match_state, time)
    }

    /// Returns the version after which events have to be read from the log, so that they can
    /// become public.
    pub(crate) fn missing_since(&self) -> Option<u32> {
        self.delayed.as_ref().and_then(DelayedView::missing_since)
    }

    /// Buffers events that were read from the log.
    ///
    /// # Errors
    /// Fails if an event does not fit the match.
    pub(crate) fn refill(
        &mut self,
        id: MatchId,
        records: Vec<RecordedEvent>,
        frames: &FrameCounter,
    ) -> Result<(), LogError> {
        self.delayed.as_mut().map_or(Ok(()), |delayed| delayed.refill(id, records, frames))
    }

    /// Returns the next event that is public at `now`.
    ///
    /// # Errors
    /// Fails if the event does not fit the match.
    pub(crate) fn pop_public(&mut self, now: Timestamp) -> Result<Option<PublicEvent>, LogError> {
        let Some(delayed) = &mut self.delayed else { return Ok(None) };
        let update = delayed.pop_due(now)?;
        let snapshot = delayed.snapshot();
        Ok(update.map(|update| PublicEvent { update, snapshot: Arc::clone(snapshot) }))
    }

    /// Adopts the players' names.
    pub(crate) fn set_players(&mut self, players: PerSeat<Option<Player>>) {
        if let Some(delayed) = &mut self.delayed {
            delayed.show_players(players.clone());
        }
        self.update(|snapshot| snapshot.players = players);
    }

    /// Adopts the ratings. Returns true if they changed.
    pub(crate) fn set_ratings(&mut self, ratings: SeatRatings) -> bool {
        if self.snapshot.as_ref().is_none_or(|snapshot| snapshot.ratings == ratings) {
            return false;
        }
        self.update(|snapshot| snapshot.ratings = ratings);
        if let Some(delayed) = &mut self.delayed {
            delayed.show_ratings(ratings);
        }
        true
    }

    /// Adopts the claim times of absent players.
    pub(crate) fn set_gone(&mut self, gone: PerSeat<Option<Timestamp>>) {
        if self.snapshot.as_ref().is_some_and(|snapshot| snapshot.gone != gone) {
            self.update(|snapshot| snapshot.gone = gone);
        }
    }

    /// Adopts a premove, and the command that set it.
    pub(crate) fn set_premove(
        &mut self,
        seat: Seat,
        premove: Option<Premove>,
        command: Option<(CommandRef, u32)>,
    ) {
        self.update(|snapshot| {
            if let Some((cause, ply)) = command {
                let line = premove.as_ref().map(|premove| &premove.tree);
                snapshot.premoves.record_command(cause, ply, line);
            }
            snapshot.premoves.set(seat, premove);
        });
    }

    /// Adopts the premoves that remain after some events.
    pub(crate) fn set_premoves(&mut self, premoves: Premoves) {
        self.update(|snapshot| snapshot.premoves = premoves);
    }

    /// Changes a part of the snapshot that is in no log.
    fn update(&mut self, change: impl FnOnce(&mut MatchSnapshot)) {
        if let Some(snapshot) = &mut self.snapshot {
            change(Arc::make_mut(snapshot));
        }
    }
}
