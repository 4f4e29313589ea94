//! Applies events: the only code that changes a match.

use crate::clock::{Clock, Ledger, Timestamp};
use crate::matches::id::MatchId;
use crate::matches::log::event::{Event, RecordedEvent};
use crate::matches::log::move_log::MoveLog;
use crate::matches::match_state::answers::AnsweredCommands;
use crate::matches::match_state::applied_event::AppliedEvent;
use crate::matches::match_state::move_outcome::MoveOutcomes;
use crate::matches::match_state::offers::Offers;
use crate::matches::match_state::start_position::StartPosition;
use crate::matches::match_state::state::{Hold, Match, SeatExit};
use crate::matches::status::Status;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{PerSeat, Seat, SquareSet, Variant};

/// An error in a log. Logs written by this version of the server have none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("match {id}, event {v}: {fault}")]
pub struct LogError {
    /// The match.
    pub id: MatchId,
    /// The version of the invalid event.
    pub v: u32,
    /// The error.
    pub fault: String,
}

impl Match {
    /// Rebuilds a match from its whole log.
    ///
    /// # Errors
    /// The first entry that cannot follow.
    pub fn fold(id: MatchId, log: Vec<RecordedEvent>) -> Result<Match, LogError> {
        let mut entries = log.into_iter();
        let first = entries.next().ok_or_else(|| LogError {
            id,
            v: 1,
            fault: "the log is empty".to_owned(),
        })?;
        let mut match_state = Match::open(id, &first)?;
        for recorded in entries {
            match_state.apply(recorded)?;
        }
        Ok(match_state)
    }

    /// Returns every entry of a log as it was applied, and the match at the end.
    ///
    /// # Errors
    /// The first entry that cannot follow.
    pub fn history(
        id: MatchId,
        log: Vec<RecordedEvent>,
    ) -> Result<(Vec<AppliedEvent>, Match), LogError> {
        let mut entries = log.into_iter();
        let fault = "the log is empty".to_owned();
        let first = entries.next().ok_or(LogError { id, v: 1, fault })?;
        let mut match_state = Match::open(id, &first)?;
        let mut applied = vec![match_state.applied_event(first, SquareSet::EMPTY)];
        for recorded in entries {
            applied.push(match_state.apply(recorded)?);
        }
        Ok((applied, match_state))
    }

    fn open(id: MatchId, first: &RecordedEvent) -> Result<Match, LogError> {
        let fault = |fault: String| LogError { id, v: first.v, fault };
        let Event::Created {
            variant,
            position,
            time,
            rated,
            private,
            by,
            keys,
            origin,
            watch_delay_ms,
            partner_plays_on,
        } = &first.event
        else {
            return Err(fault("a log begins with the match's creation".to_owned()));
        };
        let variant = Variant::named(variant)
            .ok_or_else(|| fault(format!("the variant {variant} is not known")))?;
        let opening = StartPosition::stored(variant, position.as_deref(), origin.as_deref());
        let opening = opening.map_err(fault)?;
        let mut match_state = Match {
            id,
            v: 0,
            last_at: first.at,
            created_at: first.at,
            created_by: *by,
            variant,
            start: *opening.position(),
            game: opening.game().clone(),
            from_array: position.is_none(),
            origin: origin.clone(),
            rated: *rated,
            private: *private,
            watch_delay_ms: *watch_delay_ms,
            invite_keys: keys.clone(),
            invite_key_expiries: PerSeat::default(),
            players: PerSeat::default(),
            status: Status::Open,
            moves: MoveLog::default(),
            clock: Clock::new(*time),
            paused: false,
            adjourned_until: None,
            hold: None,
            last_order: 0,
            offers: Offers::default(),
            rematch: None,
            partner_plays_on: *partner_plays_on,
            seats_out: PerSeat::default(),
            answered_commands: AnsweredCommands::default(),
        };
        match_state.clock = match_state.with_start_timer(match_state.clock);
        match_state.advance_version(first)?;
        Ok(match_state)
    }

    /// Applies the next event of the log, reading a move from its text.
    ///
    /// # Errors
    /// The event cannot follow. The match must then be folded again.
    pub fn apply(&mut self, recorded: RecordedEvent) -> Result<AppliedEvent, LogError> {
        self.apply_decided(recorded, &mut MoveOutcomes::default())
    }

    /// Applies the next event of the log. A move is taken from `outcomes` if its decision left
    /// it there. The result equals that of [`Match::apply`].
    ///
    /// # Errors
    /// The event cannot follow. The match must then be folded again.
    pub fn apply_decided(
        &mut self,
        recorded: RecordedEvent,
        outcomes: &mut MoveOutcomes,
    ) -> Result<AppliedEvent, LogError> {
        self.advance_version(&recorded)?;
        let captured = self.apply_event(&recorded.event, recorded.at, outcomes)?;
        if let Some(cause) = &recorded.cause {
            let at = (recorded.v, self.game.plies());
            self.answered_commands.record(cause, &recorded.event, at);
        }
        Ok(self.applied_event(recorded, captured))
    }

    /// Changes the match by one event and returns the squares captured by it.
    fn apply_event(
        &mut self,
        event: &Event,
        at: Timestamp,
        outcomes: &mut MoveOutcomes,
    ) -> Result<SquareSet, LogError> {
        match event {
            Event::Created { .. } => return Err(self.log_error("a match is created once")),
            Event::LinkRenewed { seat, key, expires_at } => {
                self.invite_keys[*seat] = Some(key.clone());
                self.invite_key_expiries[*seat] = *expires_at;
            }
            Event::LinkRevoked { seat } => self.invite_keys[*seat] = None,
            Event::Seated { seat, player } => self.players[*seat] = Some(*player),
            Event::Started => {
                self.status = Status::Playing;
                self.begin_turn(at);
            }
            Event::Moved { seat, text, ledger } => {
                return self.apply_move(*seat, text, ledger.as_ref(), at, outcomes);
            }
            Event::Offered { seat, offer, until } => self.offers.add(*offer, *seat, *until),
            Event::OfferEnded { seat, offer, .. } => self.offers.remove(*offer, *seat),
            Event::TookBack { ply } => self.take_back(*ply, at)?,
            Event::SeatOut { seat, how } => {
                self.seats_out[*seat] = Some(SeatExit { how: *how, ply: self.game.plies() });
                self.game.withdraw(*seat);
                self.clock.freeze(*seat, at);
                self.offers.clear();
            }
            Event::TimeAdded { seat, ms } => {
                self.clock.add(*seat, *ms, at);
                self.moves.add_time(*seat, *ms);
            }
            Event::TimeTaken { seat, ms, order } => {
                self.clock.take(*seat, *ms, at);
                self.moves.take_time(*seat, *ms);
                self.last_order = *order;
            }
            Event::Paused => {
                self.clock.pause(at);
                self.paused = true;
            }
            Event::Resumed => {
                self.paused = false;
                if self.adjourned_until.is_none() {
                    self.clock.resume(at);
                }
            }
            Event::Vacation { seat, until } => self.clock.set_vacation(*seat, *until, at),
            Event::Adjourned { until, order } => {
                self.clock.pause(at);
                self.offers.clear();
                if order.is_some() {
                    let players_until = match self.hold {
                        Some(hold) => hold.players_until,
                        None => self.adjourned_until,
                    };
                    self.hold = Some(Hold { players_until });
                }
                self.adjourned_until = Some(*until);
                self.last_order = order.unwrap_or(self.last_order);
            }
            Event::AdjournmentEnded { order } => {
                self.adjourned_until = None;
                self.hold = None;
                self.offers.clear();
                self.clock.resume(at);
                self.last_order = order.unwrap_or(self.last_order);
            }
            Event::Ended { result, termination } => {
                self.clock.pause(at);
                self.offers.clear();
                self.adjourned_until = None;
                self.hold = None;
                self.status = Status::Ended { result: *result, termination: *termination };
            }
            Event::Rematched { to } => {
                self.offers.clear();
                self.rematch = Some(*to);
            }
        }
        Ok(SquareSet::EMPTY)
    }

    fn apply_move(
        &mut self,
        seat: Seat,
        text: &str,
        ledger: Option<&Ledger>,
        at: Timestamp,
        outcomes: &mut MoveOutcomes,
    ) -> Result<SquareSet, LogError> {
        let captured = match outcomes.pop(&self.game, text) {
            Some((game, captured)) => {
                self.game = game;
                captured
            }
            None => self.play_text(text)?,
        };
        match ledger {
            Some(ledger) => self.clock.apply_ledger(seat, ledger),
            None if self.time().is_timed() && *text != Turn::Pass.to_string() => {
                return Err(self.log_error("a move says what it did to its clock"));
            }
            None => self.clock.pass(seat),
        }
        let left_ms = ledger.map(|ledger| ledger.left_ms);
        self.moves.push(text, seat, self.clock.seat(seat), left_ms);
        self.begin_turn(at);
        Ok(captured)
    }

    /// Begins the turn of the seat to move. Its clock does not run in an adjourned match, in
    /// which a seat that is out may pass.
    pub(in crate::matches) fn begin_turn(&mut self, at: Timestamp) {
        self.clock.begin_turn(self.game.position().turn(), at);
        if self.adjourned_until.is_some() {
            self.clock.pause(at);
        }
    }

    pub(in crate::matches) fn play_text(&mut self, text: &str) -> Result<SquareSet, LogError> {
        let turn: Turn = text.parse().map_err(|error| self.log_error(error))?;
        match turn {
            Turn::Pass => {
                self.game.pass().map_err(|error| self.log_error(error))?;
                Ok(SquareSet::EMPTY)
            }
            Turn::Move(written) => {
                let effect = self.game.check(&written).map_err(|error| self.log_error(error))?;
                self.game.play(&effect);
                Ok(effect.captured())
            }
        }
    }

    fn advance_version(&mut self, recorded: &RecordedEvent) -> Result<(), LogError> {
        if recorded.v != self.v + 1 {
            return Err(self.log_error(format!("version {} does not follow", recorded.v)));
        }
        self.v = recorded.v;
        self.last_at = recorded.at;
        Ok(())
    }

    pub(in crate::matches) fn log_error(&self, fault: impl ToString) -> LogError {
        LogError { id: self.id, v: self.v, fault: fault.to_string() }
    }

    fn applied_event(&self, recorded: RecordedEvent, captured: SquareSet) -> AppliedEvent {
        AppliedEvent {
            recorded,
            ply: self.game.plies(),
            position: *self.game.position(),
            in_play: self.status == Status::Playing
                && self.game.ending().is_none()
                && !self.game.must_pass(),
            captured,
            clock: self.clock,
        }
    }
}
