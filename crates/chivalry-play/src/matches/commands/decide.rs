//! Decides commands, the running clock, and cancellation.

use std::time::Duration;

use crate::clock::Timestamp;
use crate::matches::commands::command::{Command, OfferAction};
use crate::matches::commands::decision::Decision;
use crate::matches::commands::forced_events::{append_forced_events, ended};
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::Event;
use crate::matches::log::offer::{Offer, SeatOutReason};
use crate::matches::log::result::{MatchResult, Termination};
use crate::matches::match_state::move_outcome::MoveOutcomes;
use crate::matches::match_state::state::Match;
use crate::matches::status::Status;
use crate::player::PlayerId;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{GameError, Seat};

impl Match {
    /// Decides `command` of `player` at `now`. The first event answers the command.
    ///
    /// # Errors
    /// The reason for which the command is refused. The match is unchanged.
    pub fn decide(
        &self,
        player: PlayerId,
        command: &Command,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        if let Status::Ended { termination, .. } = self.status
            && !matches!(command, Command::Offer(Offer::Rematch, _))
        {
            let late = matches!(command, Command::Move { ply, .. } if *ply == self.game.plies() + 1)
                && termination == Termination::Time;
            return Err(if late { Refusal::TooLate } else { Refusal::MatchOver });
        }
        self.check_tournament_game(command)?;
        let events = match command {
            Command::Move { ply, turn, lag } => {
                return self.decide_move(player, *ply, turn, *lag, now);
            }
            Command::Join { seat, key } => self.decide_join(player, *seat, key.as_deref(), now)?,
            Command::ChangeInviteLink { seat, change } => {
                self.decide_invite_link(player, *seat, change)?
            }
            Command::Abort => self.decide_abort(player)?,
            Command::Resign => {
                let seat = self.seat_in_play(player)?;
                self.decide_seat_out(seat, SeatOutReason::Resignation)
            }
            Command::Offer(offer, action) => self.decide_offer(player, *offer, *action, now)?,
            Command::Adjourn { until } => {
                let (offer, action) = (Offer::Adjournment, OfferAction::Offer);
                self.decide_offer_until(player, offer, action, *until, now)?
            }
            Command::Claim { draw, gone_at } => self.decide_claim(player, *draw, *gone_at, now)?,
            Command::AddTime(ms) => self.decide_add_time(player, *ms)?,
        };
        Ok(events.into())
    }

    /// Decides the running clock at `now`, and the end of an adjournment. At zero the match ends, or the seat is out and its
    /// partner plays on. If the seat has not had its first turn, the match is aborted.
    #[must_use]
    pub fn decide_flag(&self, now: Timestamp) -> Vec<Event> {
        match self.clock.running() {
            _ if self.adjourned_until.is_some_and(|until| until <= now) => {
                vec![Event::AdjournmentEnded { order: None }]
            }
            Some(_) if self.clock.is_first_turn() && self.clock.has_flagged(now) => {
                vec![ended(MatchResult::Aborted, Termination::Abort)]
            }
            Some(seat) if self.clock.has_flagged(now) => {
                self.decide_seat_out(seat, SeatOutReason::Time)
            }
            _ => Vec::new(),
        }
    }

    fn decide_abort(&self, player: PlayerId) -> Result<Vec<Event>, Refusal> {
        // A creator without a seat watches with the spectator delay. A refusal would reveal the
        // current state.
        let is_kept_from_maker = self.status == Status::Playing && self.watch_delay_ms() > 0;
        let is_the_makers = player == self.created_by && !is_kept_from_maker;
        if self.seat_of(player).is_none() && !is_the_makers {
            return Err(Refusal::NotAPlayer);
        }
        if !self.is_abortable() {
            return Err(Refusal::CannotAbort);
        }
        Ok(vec![ended(MatchResult::Aborted, Termination::Abort)])
    }

    fn decide_move(
        &self,
        player: PlayerId,
        ply: u32,
        turn: &Turn,
        lag: Duration,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let seat = self.seat_in_play(player)?;
        let expected = self.game.plies() + 1;
        if ply != expected {
            return Err(Refusal::StalePly { expected, given: ply });
        }
        if seat != self.game.position().turn() {
            return Err(Refusal::NotYourTurn);
        }
        if self.is_held() {
            return Err(Refusal::RoundPaused);
        }
        if self.adjourned_until.is_some() {
            return Err(Refusal::Adjourned);
        }
        if self.clock.has_flagged(now) {
            return Err(Refusal::TooLate);
        }
        let Turn::Move(written) = turn else { return Err(Refusal::PassIsAutomatic) };
        let effect = self.game.check(written).map_err(|error| match error {
            GameError::Illegal(violation) => Refusal::IllegalMove(violation),
            GameError::Over | GameError::Pass => Refusal::MatchOver,
        })?;
        let text = turn.to_string();
        let outcomes = MoveOutcomes::play(&self.game, &text, &effect);
        let ledger = self.clock.ledger(now, lag);
        let mut events = vec![Event::Moved { seat, text, ledger }];
        events.extend(self.offers.lapse(seat, self.variant));
        if let Some(game) = outcomes.last_game() {
            append_forced_events(game, &mut events);
        }
        Ok(Decision { events, outcomes })
    }

    /// Adds time to the clocks of all enemies in play.
    fn decide_add_time(&self, player: PlayerId, ms: u64) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_in_play(player)?;
        if !self.time().is_real_time() {
            return Err(Refusal::NotRealTime);
        }
        Ok(self.active_enemies(seat).map(|seat| Event::TimeAdded { seat, ms }).collect())
    }

    pub(in crate::matches) fn seat_in_play(&self, player: PlayerId) -> Result<Seat, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotAPlayer)?;
        match self.status {
            Status::Open => Err(Refusal::NotBegun),
            _ if !self.is_in_play(seat) => Err(Refusal::SeatOut),
            _ => Ok(seat),
        }
    }

    /// Aborts the match on behalf of its tournament. Returns no events if the match is over.
    #[must_use]
    pub fn decide_cancellation(&self) -> Vec<Event> {
        match self.status() {
            Status::Ended { .. } => Vec::new(),
            Status::Open | Status::Playing => {
                vec![ended(MatchResult::Aborted, Termination::Abort)]
            }
        }
    }
}
