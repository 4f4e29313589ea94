//! The state of one match, folded from its log, and what it decides.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use crate::clock::{Clock, TimeControl, Timestamp};
use crate::player::PlayerId;
use crate::rules::notation::move_text::Turn;
use crate::rules::{
    EndReason, Ending, Game, GameError, Outcome, PerSeat, Position, Seat, SquareSet, Team, Variant,
};

use super::command::{Accepted, Command, NewMatch, Refusal, Say};
use super::event::{CommandRef, Event, MatchResult, Offer, OfferEnd, Recorded, Termination};
use super::move_log::MoveLog;
use super::{MatchId, Status};

/// Keys answered commands by hash, unguessably, so that ids need no memory.
static ANSWER_KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// One match: the contest with its clocks and offers around a [`Game`].
///
/// It changes only by [`Match::apply`], and is rebuilt from its log by
/// [`Match::fold`]: what is in memory is never more than what is recorded.
#[derive(Clone, Debug)]
pub struct Match {
    id: MatchId,
    v: u32,
    last_at: Timestamp,
    created_at: Timestamp,
    created_by: PlayerId,
    variant: &'static Variant,
    start: Position,
    from_array: bool,
    rated: bool,
    private: bool,
    keys: PerSeat<Option<String>>,
    players: PerSeat<Option<PlayerId>>,
    status: Status,
    game: Game,
    moves: MoveLog,
    clock: Clock,
    paused: bool,
    /// The seats that want a draw.
    draw_offers: PerSeat<bool>,
    answered: Vec<Answered>,
}

#[derive(Clone, Copy, Debug)]
struct Answered {
    key: u64,
    v: u32,
    ply: u32,
}

/// An event with what a viewer has to know of the match just after it.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// The event as recorded.
    pub recorded: Recorded,
    /// The number of plies played.
    pub ply: u32,
    /// The position.
    pub position: Position,
    /// Whether the next move is the players' to make: begun and not over.
    pub in_play: bool,
    /// The squares captured by the event.
    pub captured: SquareSet,
    /// The clocks.
    pub clock: Clock,
}

/// A log that no server of this version can have written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("match {id}, event {v}: {fault}")]
pub struct LogError {
    /// The match.
    pub id: MatchId,
    /// The version of the event at fault.
    pub v: u32,
    /// What is wrong with it.
    pub fault: String,
}

impl Match {
    /// The events that make a match: its creation, and its maker's seat.
    /// `key` gives a fresh secret for each seat left free.
    #[must_use]
    pub fn creation(new: &NewMatch, by: PlayerId, mut key: impl FnMut() -> String) -> Vec<Event> {
        let mut keys = PerSeat::default();
        for seat in new.variant.seats().filter(|&seat| Some(seat) != new.seat) {
            keys[seat] = Some(key());
        }
        let created = Event::Created {
            variant: new.variant.name().to_owned(),
            position: new.position.map(|position| position.to_string()),
            time: new.time,
            rated: new.rated,
            private: new.private,
            by,
            keys,
        };
        let seated = new.seat.map(|seat| Event::Seated { seat, player: by });
        std::iter::once(created).chain(seated).collect()
    }

    /// Rebuilds a match from its whole log.
    ///
    /// # Errors
    /// The first entry that cannot follow the ones before it.
    pub fn fold(id: MatchId, log: Vec<Recorded>) -> Result<Match, LogError> {
        let mut entries = log.into_iter();
        let first = entries.next().ok_or_else(|| LogError {
            id,
            v: 1,
            fault: "the log is empty".to_owned(),
        })?;
        let mut contest = Match::open(id, &first)?;
        for recorded in entries {
            contest.apply(recorded)?;
        }
        Ok(contest)
    }

    /// Every entry of a log as viewers saw it happen, and the match at its end.
    ///
    /// # Errors
    /// The first entry that cannot follow the ones before it.
    pub fn history(id: MatchId, log: Vec<Recorded>) -> Result<(Vec<Occurrence>, Match), LogError> {
        let mut entries = log.into_iter();
        let fault = "the log is empty".to_owned();
        let first = entries.next().ok_or(LogError { id, v: 1, fault })?;
        let mut contest = Match::open(id, &first)?;
        let mut occurrences = vec![contest.occurrence(first, SquareSet::EMPTY)];
        for recorded in entries {
            occurrences.push(contest.apply(recorded)?);
        }
        Ok((occurrences, contest))
    }

    fn open(id: MatchId, first: &Recorded) -> Result<Match, LogError> {
        let fault = |fault: String| LogError { id, v: first.v, fault };
        let Event::Created { variant, position, time, rated, private, by, keys } = &first.event
        else {
            return Err(fault("a log begins with the match's creation".to_owned()));
        };
        let variant = Variant::named(variant)
            .ok_or_else(|| fault(format!("the variant {variant} is not known")))?;
        let start = match position {
            None => Position::start(variant),
            Some(text) => {
                Position::read(text, variant).map_err(|error| fault(error.to_string()))?
            }
        };
        let mut contest = Match {
            id,
            v: 0,
            last_at: first.at,
            created_at: first.at,
            created_by: *by,
            variant,
            start,
            from_array: position.is_none(),
            rated: *rated,
            private: *private,
            keys: keys.clone(),
            players: PerSeat::default(),
            status: Status::Open,
            game: Game::new(start),
            moves: MoveLog::default(),
            clock: Clock::new(*time),
            paused: false,
            draw_offers: PerSeat::default(),
            answered: Vec::new(),
        };
        contest.number(first)?;
        Ok(contest)
    }

    /// Takes the next entry of the log.
    ///
    /// # Errors
    /// An entry that cannot follow: the match must then be folded anew.
    pub fn apply(&mut self, recorded: Recorded) -> Result<Occurrence, LogError> {
        self.number(&recorded)?;
        let at = recorded.at;
        let mut captured = SquareSet::EMPTY;
        match &recorded.event {
            Event::Created { .. } => return Err(self.fault("a match is created once")),
            Event::Seated { seat, player } => {
                self.players[*seat] = Some(*player);
            }
            Event::Started => {
                self.status = Status::Playing;
                self.clock.run(self.game.position().turn(), at);
            }
            Event::Moved { seat, text, left_ms } => {
                captured = self.apply_move(text)?;
                if let Some(left_ms) = *left_ms {
                    self.clock.stop(at);
                    self.clock.set_left_ms(*seat, left_ms);
                }
                self.moves.push(text, *left_ms);
                self.clock.run(self.game.position().turn(), at);
            }
            Event::Offered { seat, offer: Offer::Draw } => self.draw_offers[*seat] = true,
            Event::OfferEnded { seat, offer: Offer::Draw, .. } => self.draw_offers[*seat] = false,
            Event::Paused => {
                self.clock.stop(at);
                self.paused = true;
            }
            Event::Resumed => {
                self.paused = false;
                self.clock.run(self.game.position().turn(), at);
            }
            Event::Ended { result, termination } => {
                self.clock.stop(at);
                self.draw_offers = PerSeat::default();
                self.status = Status::Ended { result: *result, termination: *termination };
            }
        }
        if let Some(cause) = &recorded.cause {
            let (key, ply) = (answer_key(cause), self.game.plies());
            self.answered.push(Answered { key, v: recorded.v, ply });
        }
        Ok(self.occurrence(recorded, captured))
    }

    fn apply_move(&mut self, text: &str) -> Result<SquareSet, LogError> {
        let turn: Turn = text.parse().map_err(|error| self.fault(error))?;
        match turn {
            Turn::Pass => {
                self.game.pass().map_err(|error| self.fault(error))?;
                Ok(SquareSet::EMPTY)
            }
            Turn::Move(written) => {
                let effect = self.game.check(&written).map_err(|error| self.fault(error))?;
                self.game.play(&effect);
                Ok(effect.captured())
            }
        }
    }

    fn number(&mut self, recorded: &Recorded) -> Result<(), LogError> {
        if recorded.v != self.v + 1 {
            return Err(self.fault(format!("version {} does not follow", recorded.v)));
        }
        self.v = recorded.v;
        self.last_at = recorded.at;
        Ok(())
    }

    fn fault(&self, fault: impl ToString) -> LogError {
        LogError { id: self.id, v: self.v, fault: fault.to_string() }
    }

    fn occurrence(&self, recorded: Recorded, captured: SquareSet) -> Occurrence {
        Occurrence {
            recorded,
            ply: self.game.plies(),
            position: *self.game.position(),
            in_play: self.status == Status::Playing && self.game.ending().is_none(),
            captured,
            clock: self.clock,
        }
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
        if let Status::Ended { termination, .. } = self.status {
            let late = matches!(command, Command::Move { ply, .. } if *ply == self.game.plies() + 1)
                && termination == Termination::Time;
            return Err(if late { Refusal::TooLate } else { Refusal::MatchOver });
        }
        match command {
            Command::Join { seat, key } => self.decide_join(player, *seat, key.as_deref()),
            Command::Abort => self.decide_abort(player),
            Command::Move { ply, turn } => self.decide_move(player, *ply, turn, now),
            Command::Resign => {
                let seat = self.seat_in_play(player)?;
                let winner = MatchResult::win(Team::of(seat).enemy());
                Ok(vec![ended(winner, Termination::Resignation)])
            }
            Command::Draw(say) => self.decide_draw(self.seat_in_play(player)?, *say),
        }
    }

    /// What happens when the running clock is looked at: the match ends if it
    /// is at zero at `now`.
    #[must_use]
    pub fn decide_flag(&self, now: Timestamp) -> Vec<Event> {
        match self.clock.running() {
            Some(seat) if self.clock.has_flagged(now) => {
                vec![ended(MatchResult::win(Team::of(seat).enemy()), Termination::Time)]
            }
            _ => Vec::new(),
        }
    }

    fn decide_join(
        &self,
        player: PlayerId,
        seat: Option<char>,
        key: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        if self.seat_of(player).is_some() {
            return Err(Refusal::SeatTaken("the player has a seat in this match already"));
        }
        let free = |seat: &Seat| self.players[*seat].is_none();
        let keyed = |seat: &Seat| key.is_some() && self.keys[*seat].as_deref() == key;
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
        let mut events = vec![Event::Seated { seat, player }];
        if self.variant.seats().filter(free).count() == 1 {
            events.push(Event::Started);
            let mut game = self.game.clone();
            self.settle(&mut game, &mut events);
        }
        Ok(events)
    }

    fn decide_abort(&self, player: PlayerId) -> Result<Vec<Event>, Refusal> {
        if self.seat_of(player).is_none() && player != self.created_by {
            return Err(Refusal::NotAPlayer);
        }
        if self.game.plies() as usize >= self.variant.seat_count() {
            return Err(Refusal::CannotAbort);
        }
        Ok(vec![ended(MatchResult::Aborted, Termination::Abort)])
    }

    fn decide_move(
        &self,
        player: PlayerId,
        ply: u32,
        turn: &Turn,
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
        let left_ms = self.clock.left_after_move_ms(seat, now);
        let mut events = vec![Event::Moved { seat, text: turn.to_string(), left_ms }];
        for (other, _) in self.draw_offers.iter().filter(|&(_, &stands)| stands) {
            if Team::of(other) != Team::of(seat) {
                events.push(Event::OfferEnded {
                    seat: other,
                    offer: Offer::Draw,
                    how: OfferEnd::Lapsed,
                });
            }
        }
        self.settle(&mut game, &mut events);
        Ok(events)
    }

    /// Adds what follows by the rules alone: pass-turns that are due, and the
    /// end.
    fn settle(&self, game: &mut Game, events: &mut Vec<Event>) {
        while game.pass_is_due() {
            let seat = game.position().turn();
            if game.pass().is_err() {
                break;
            }
            events.push(Event::Moved { seat, text: Turn::Pass.to_string(), left_ms: None });
        }
        events.extend(game.ending().map(by_rules));
    }

    fn decide_draw(&self, seat: Seat, say: Say) -> Result<Vec<Event>, Refusal> {
        let enemies = self.variant.seats_of(Team::of(seat).enemy());
        let offered = enemies.clone().any(|enemy| self.draw_offers[enemy]);
        match say {
            Say::Accept | Say::Decline if !offered => Err(Refusal::NoOffer),
            Say::Decline => Ok(self
                .draw_offers
                .iter()
                .filter(|&(_, &stands)| stands)
                .map(|(seat, _)| Event::OfferEnded {
                    seat,
                    offer: Offer::Draw,
                    how: OfferEnd::Declined,
                })
                .collect()),
            Say::Offer | Say::Accept if self.draw_offers[seat] => Err(Refusal::AlreadyOffered),
            Say::Offer | Say::Accept => {
                let mut events = vec![Event::Offered { seat, offer: Offer::Draw }];
                let mut partners = self.variant.seats_of(Team::of(seat));
                // An offer needs the whole other team (rules.md 5.6, 6.4): the
                // seats that were asked, not the one that asked.
                let all_accept = partners.all(|own| own == seat || self.draw_offers[own]);
                let whole_enemy = enemies.clone().all(|enemy| self.draw_offers[enemy]);
                if offered && (all_accept || whole_enemy) {
                    events.push(ended(MatchResult::Draw, Termination::Agreement));
                }
                Ok(events)
            }
        }
    }

    fn seat_in_play(&self, player: PlayerId) -> Result<Seat, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotAPlayer)?;
        if self.status == Status::Open { Err(Refusal::NotBegun) } else { Ok(seat) }
    }

    /// What was answered when this very command was accepted before
    /// (`protocol.md`, "Exactly once").
    #[must_use]
    pub fn answer_before(&self, cause: &CommandRef) -> Option<Accepted> {
        let key = answer_key(cause);
        let answered = self.answered.iter().find(|answered| answered.key == key)?;
        Some(Accepted { v: answered.v, ply: answered.ply, seat: self.letter_of(cause.player) })
    }

    /// The letter of the seat of `player`.
    #[must_use]
    pub fn letter_of(&self, player: PlayerId) -> Option<char> {
        self.seat_of(player).map(|seat| self.variant.seat_name(seat).letter())
    }

    /// The seat of `player`.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.players.iter().find(|(_, seated)| **seated == Some(player)).map(|(seat, _)| seat)
    }

    /// Names the match.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// The version: the number of events so far.
    #[must_use]
    pub fn v(&self) -> u32 {
        self.v
    }

    /// When the last event was decided.
    #[must_use]
    pub fn last_at(&self) -> Timestamp {
        self.last_at
    }

    /// When the match was made.
    #[must_use]
    pub fn created_at(&self) -> Timestamp {
        self.created_at
    }

    /// Who made the match.
    #[must_use]
    pub fn created_by(&self) -> PlayerId {
        self.created_by
    }

    /// The variant played.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The position it started from.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Whether it started from the usual array.
    #[must_use]
    pub fn is_from_array(&self) -> bool {
        self.from_array
    }

    /// The time control.
    #[must_use]
    pub fn time(&self) -> TimeControl {
        self.clock.control()
    }

    /// Whether it counts for ratings.
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.rated
    }

    /// Whether it is kept out of lists and joined by link only.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.private
    }

    /// The secret of the link of `seat`, while it is free: for the match's
    /// maker only.
    #[must_use]
    pub fn key(&self, seat: Seat) -> Option<&str> {
        self.keys[seat].as_deref().filter(|_| self.players[seat].is_none())
    }

    /// Who sits where.
    #[must_use]
    pub fn players(&self) -> &PerSeat<Option<PlayerId>> {
        &self.players
    }

    /// Open, being played or over.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The moves as played, pass-turns included.
    #[must_use]
    pub fn moves(&self) -> &MoveLog {
        &self.moves
    }

    /// The clocks.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether the clocks stand still because the server went away.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The seats whose draw offer stands.
    pub fn draw_offers(&self) -> impl Iterator<Item = Seat> {
        self.draw_offers.iter().filter(|&(_, &stands)| stands).map(|(seat, _)| seat)
    }
}

fn answer_key(cause: &CommandRef) -> u64 {
    ANSWER_KEYS.hash_one(cause)
}

const fn ended(result: MatchResult, termination: Termination) -> Event {
    Event::Ended { result, termination }
}

/// The end of a match whose game the rules ended.
const fn by_rules(ending: Ending) -> Event {
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
