//! What a match decides: a command becomes events or a refusal. Nothing here
//! changes it.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Timestamp;
use crate::player::{PlayerId, PlayerKind};
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{EndReason, Ending, Game, GameError, Outcome, PerSeat, Position, Seat, Team};

use super::Status;
use super::command::{Command, NewMatch, Refusal};
use super::event::{Event, MatchResult, Offer, Origin, SeatOutReason, Termination};
use super::match_state::Match;
use super::start_position::StartPosition;

impl Match {
    /// The events that make a match: its creation, and its maker's seat.
    /// `key` gives a fresh secret for each seat left free.
    #[must_use]
    pub fn creation(new: &NewMatch, by: PlayerId, key: impl FnMut() -> String) -> Vec<Event> {
        let seated = new.seat.map(|seat| (seat, by));
        Match::creation_with(new, by, seated.as_slice(), key)
    }

    /// The events that make a match in which `seated` sit from the first; with
    /// a player in every seat, it begins at once. `key` gives a fresh secret
    /// for each seat left free.
    #[must_use]
    pub fn creation_with(
        new: &NewMatch,
        by: PlayerId,
        seated: &[(Seat, PlayerId)],
        mut key: impl FnMut() -> String,
    ) -> Vec<Event> {
        let is_free = |seat: &Seat| seated.iter().all(|(taken, _)| taken != seat);
        let mut keys = PerSeat::default();
        for seat in new.variant.seats().filter(is_free) {
            keys[seat] = Some(key());
        }
        let created = Event::Created {
            variant: new.variant.pin().to_owned(),
            position: new.position.as_ref().map(|opening| opening.position().to_string()),
            time: new.time,
            rated: new.rated,
            private: new.private,
            by,
            keys,
            origin: match &new.tournament_game {
                Some(game) => Some(Arc::new(Origin::TournamentGame(game.clone()))),
                None => new.position.as_ref().and_then(StartPosition::origin),
            },
            watch_delay_ms: new.watch_delay_ms,
            partner_plays_on: new.partner_plays_on,
        };
        let mut events = vec![created];
        events.extend(seated.iter().map(|&(seat, player)| Event::Seated { seat, player }));
        if !new.variant.seats().any(|seat| is_free(&seat)) {
            events.push(Event::Started);
            events.extend(new.tournament_game.iter().flat_map(|game| game.time_handicap(new)));
            let usual = || Game::new(Position::start(new.variant));
            let mut game = new.position.as_ref().map_or_else(usual, |it| it.game().clone());
            append_forced_events(&mut game, &mut events);
        }
        events
    }

    /// What happens when `player` asks for `command` at `now`: the events, in
    /// order, of which the first answers the command.
    ///
    /// # Errors
    /// Why not: nothing has changed.
    pub fn decide(
        &self,
        player: PlayerId,
        command: &Command,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if let Status::Ended { termination, .. } = self.status
            && !matches!(command, Command::Offer(Offer::Rematch, _))
        {
            let late = matches!(command, Command::Move { ply, .. } if *ply == self.game.plies() + 1)
                && termination == Termination::Time;
            return Err(if late { Refusal::TooLate } else { Refusal::MatchOver });
        }
        self.check_tournament_game(command)?;
        match command {
            Command::Join { seat, key } => self.decide_join(player, *seat, key.as_deref(), now),
            Command::ChangeInviteLink { seat, change } => {
                self.decide_invite_link(player, *seat, change)
            }
            Command::Abort => self.decide_abort(player),
            Command::Move { ply, turn, lag } => self.decide_move(player, *ply, turn, *lag, now),
            Command::Resign => {
                let seat = self.seat_in_play(player)?;
                Ok(self.decide_seat_out(seat, SeatOutReason::Resignation))
            }
            Command::Offer(offer, say) => self.decide_offer(player, *offer, *say),
            Command::Claim { draw, gone_at } => self.decide_claim(player, *draw, *gone_at, now),
            Command::AddTime(ms) => self.decide_add_time(player, *ms),
        }
    }

    /// What happens when the running clock is looked at: the match, or the
    /// seat's part in it, ends if it is at zero at `now`. A seat that has not had its first turn by then has
    /// not lost: the match is called off.
    #[must_use]
    pub fn decide_flag(&self, now: Timestamp) -> Vec<Event> {
        match self.clock.running() {
            Some(_) if self.clock.is_first_turn() && self.clock.has_flagged(now) => {
                vec![ended(MatchResult::Aborted, Termination::Abort)]
            }
            Some(seat) if self.clock.has_flagged(now) => {
                self.decide_seat_out(seat, SeatOutReason::Time)
            }
            _ => Vec::new(),
        }
    }

    fn decide_join(
        &self,
        player: PlayerId,
        seat: Option<char>,
        key: Option<&str>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if self.seat_of(player).is_some() {
            return Err(Refusal::SeatTaken("the player has a seat in this match already"));
        }
        let free = |seat: &Seat| self.players[*seat].is_none();
        let keyed = |seat: &Seat| key.is_some() && self.invite_keys[*seat].as_deref() == key;
        let seat = match (seat, key) {
            (Some(letter), _) => {
                let seat = self.variant.seat_of_letter(letter).ok_or(Refusal::NoSuchSeat)?;
                Some(seat).filter(free)
            }
            (None, Some(_)) => {
                Some(self.variant.seats().find(keyed).ok_or(Refusal::WrongKey)?).filter(free)
            }
            (None, None) => self.variant.seats().find(free),
        };
        let seat = seat.ok_or(Refusal::SeatTaken("the seat is taken"))?;
        if (self.private || key.is_some()) && !keyed(&seat) {
            return Err(Refusal::WrongKey);
        }
        if key.is_some() && self.invite_key_expiries[seat].is_some_and(|end| end <= now) {
            return Err(Refusal::LinkExpired);
        }
        let mut events = vec![Event::Seated { seat, player }];
        if self.variant.seats().filter(free).count() == 1 {
            events.push(Event::Started);
            let mut game = self.game.clone();
            append_forced_events(&mut game, &mut events);
        }
        Ok(events)
    }

    fn decide_abort(&self, player: PlayerId) -> Result<Vec<Event>, Refusal> {
        // What a maker without a seat is to see late, no refusal may tell.
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
    ) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_in_play(player)?;
        let expected = self.game.plies() + 1;
        if ply != expected {
            return Err(Refusal::StalePly { expected, given: ply });
        }
        if seat != self.game.position().turn() {
            return Err(Refusal::NotYourTurn);
        }
        if self.clock.has_flagged(now) {
            return Err(Refusal::TooLate);
        }
        let Turn::Move(written) = turn else { return Err(Refusal::PassIsAutomatic) };
        let effect = self.game.check(written).map_err(|error| match error {
            GameError::Illegal(violation) => Refusal::IllegalMove(violation),
            GameError::Over | GameError::Pass => Refusal::MatchOver,
        })?;
        let mut game = self.game.clone();
        game.play(&effect);
        let ledger = self.clock.ledger(now, lag);
        let mut events = vec![Event::Moved { seat, text: turn.to_string(), ledger }];
        events.extend(self.offers.lapse(seat));
        append_forced_events(&mut game, &mut events);
        Ok(events)
    }

    /// Whether a player of that kind may take a seat.
    ///
    /// # Errors
    /// When the match is rated, and for accounts only.
    pub fn admit(&self, kind: PlayerKind) -> Result<(), Refusal> {
        admit(self.is_rated(), kind)
    }

    /// Whether there is a seat that has not moved.
    #[must_use]
    pub fn is_abortable(&self) -> bool {
        (self.game.plies() as usize) < self.variant.seat_count()
    }

    /// Time for the whole other side.
    fn decide_add_time(&self, player: PlayerId, ms: u64) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_in_play(player)?;
        if !self.time().is_real_time() {
            return Err(Refusal::NotRealTime);
        }
        let enemies = self.active_seats(Team::of(seat).enemy());
        Ok(enemies.map(|seat| Event::TimeAdded { seat, ms }).collect())
    }

    pub(super) fn seat_in_play(&self, player: PlayerId) -> Result<Seat, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotAPlayer)?;
        match self.status {
            Status::Open => Err(Refusal::NotBegun),
            _ if self.seats_out[seat].is_some() => Err(Refusal::SeatOut),
            _ => Ok(seat),
        }
    }
}

/// Whether a player of that kind may make a match, rated or not, or take a
/// seat in it.
///
/// # Errors
/// When it is rated: that is for accounts only.
pub fn admit(rated: bool, kind: PlayerKind) -> Result<(), Refusal> {
    if rated && kind == PlayerKind::Guest { Err(Refusal::AccountsOnly) } else { Ok(()) }
}

/// Adds what follows by the rules alone: pass-turns that are due, and the
/// end.
pub(super) fn append_forced_events(game: &mut Game, events: &mut Vec<Event>) {
    while game.pass_is_due() {
        let seat = game.position().turn();
        if game.pass().is_err() {
            break;
        }
        events.push(Event::Moved { seat, text: Turn::Pass.to_string(), ledger: None });
    }
    events.extend(game.ending().map(by_rules));
}

pub(super) const fn ended(result: MatchResult, termination: Termination) -> Event {
    Event::Ended { result, termination }
}

/// The end of a match whose game the rules ended.
pub(super) const fn by_rules(ending: Ending) -> Event {
    let termination = match ending.reason {
        EndReason::Castle => Termination::Castle,
        EndReason::Bare => Termination::Bare,
        EndReason::Capture => Termination::Capture,
        EndReason::NoMove => Termination::NoMove,
        EndReason::Repetition => Termination::Repetition,
        EndReason::FiftyMoves => Termination::FiftyMoves,
        EndReason::Passes => Termination::Passes,
    };
    let result = match ending.outcome {
        Outcome::Win(team) => MatchResult::win(team),
        Outcome::Draw => MatchResult::Draw,
    };
    ended(result, termination)
}
