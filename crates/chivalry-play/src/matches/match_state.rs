//! The state of one match, folded from its log, and what it decides.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::clock::{Clock, TimeControl, Timestamp};
use crate::player::PlayerId;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Game, PerSeat, Position, Seat, SquareSet, Variant};

use super::command::CommandAck;
use super::event::{CommandRef, Event, Origin, RecordedEvent};
use super::import::ImportedRecord;
use super::move_log::MoveLog;
use super::offers::Offers;
use super::resignation::SeatExit;
use super::start_position::StartPosition;
use super::tournament_game::TournamentGame;
use super::{MatchId, Status};

/// Keys answered_commands commands by hash, unguessably, so that ids need no memory.
static ANSWER_KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// One match: the match_state with its clocks and offers around a [`Game`].
///
/// It changes only by [`Match::apply`], and is rebuilt from its log by
/// [`Match::fold`]: what is in memory is never more than what is recorded.
#[derive(Clone, Debug)]
pub struct Match {
    id: MatchId,
    v: u32,
    last_at: Timestamp,
    created_at: Timestamp,
    pub(super) created_by: PlayerId,
    pub(super) variant: &'static Variant,
    start: Position,
    origin: Option<Arc<Origin>>,
    from_array: bool,
    rated: bool,
    pub(super) private: bool,
    watch_delay_ms: u32,
    pub(super) invite_keys: PerSeat<Option<String>>,
    /// When the links of free seats are over.
    pub(super) invite_key_expiries: PerSeat<Option<Timestamp>>,
    pub(super) players: PerSeat<Option<PlayerId>>,
    pub(super) status: Status,
    pub(super) game: Game,
    moves: MoveLog,
    pub(super) clock: Clock,
    paused: bool,
    pub(super) offers: Offers,
    pub(super) rematch: Option<MatchId>,
    pub(super) partner_plays_on: bool,
    pub(super) seats_out: PerSeat<Option<SeatExit>>,
    answered_commands: Vec<AnsweredCommand>,
}

#[derive(Clone, Copy, Debug)]
struct AnsweredCommand {
    key: u64,
    v: u32,
    ply: u32,
}

/// An event with what a viewer has to know of the match just after it.
#[derive(Clone, Debug)]
pub struct AppliedEvent {
    /// The event as recorded.
    pub recorded: RecordedEvent,
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

impl AppliedEvent {
    /// The one of a whole log by which that ply was made, and not taken back
    /// since; for ply 0, the first.
    #[must_use]
    pub fn find_ply(log: &[AppliedEvent], ply: u32) -> Option<&AppliedEvent> {
        if ply == 0 {
            return log.first();
        }
        let mut kept = u32::MAX;
        log.iter().rev().find(|occurrence| {
            if let Event::TookBack { ply } = occurrence.recorded.event {
                kept = kept.min(ply);
            }
            let is_move = matches!(occurrence.recorded.event, Event::Moved { .. });
            is_move && occurrence.ply == ply && ply <= kept
        })
    }
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
    /// Rebuilds a match from its whole log.
    ///
    /// # Errors
    /// The first entry that cannot follow the ones before it.
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

    /// Every entry of a log as viewers saw it happen, and the match at its end.
    ///
    /// # Errors
    /// The first entry that cannot follow the ones before it.
    pub fn history(
        id: MatchId,
        log: Vec<RecordedEvent>,
    ) -> Result<(Vec<AppliedEvent>, Match), LogError> {
        let mut entries = log.into_iter();
        let fault = "the log is empty".to_owned();
        let first = entries.next().ok_or(LogError { id, v: 1, fault })?;
        let mut match_state = Match::open(id, &first)?;
        let mut occurrences = vec![match_state.occurrence(first, SquareSet::EMPTY)];
        for recorded in entries {
            occurrences.push(match_state.apply(recorded)?);
        }
        Ok((occurrences, match_state))
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
            offers: Offers::default(),
            rematch: None,
            partner_plays_on: *partner_plays_on,
            seats_out: PerSeat::default(),
            answered_commands: Vec::new(),
        };
        match_state.number(first)?;
        Ok(match_state)
    }

    /// Takes the next entry of the log.
    ///
    /// # Errors
    /// An entry that cannot follow: the match must then be folded anew.
    pub fn apply(&mut self, recorded: RecordedEvent) -> Result<AppliedEvent, LogError> {
        self.number(&recorded)?;
        let at = recorded.at;
        let mut captured = SquareSet::EMPTY;
        match &recorded.event {
            Event::Created { .. } => return Err(self.fault("a match is created once")),
            Event::LinkRenewed { seat, key, expires_at } => {
                self.invite_keys[*seat] = Some(key.clone());
                self.invite_key_expiries[*seat] = *expires_at;
            }
            Event::LinkRevoked { seat } => self.invite_keys[*seat] = None,
            Event::Seated { seat, player } => {
                self.players[*seat] = Some(*player);
            }
            Event::Started => {
                self.status = Status::Playing;
                self.clock.begin_turn(self.game.position().turn(), at);
            }
            Event::Moved { seat, text, ledger } => {
                captured = self.apply_move(text)?;
                match ledger {
                    Some(ledger) => self.clock.apply_ledger(*seat, ledger),
                    None if self.time().is_timed() && *text != Turn::Pass.to_string() => {
                        return Err(self.fault("a move says what it did to its clock"));
                    }
                    None => self.clock.pass(*seat),
                }
                let left_ms = ledger.map(|ledger| ledger.left_ms);
                self.moves.push(text, *seat, self.clock.seat(*seat), left_ms);
                self.clock.begin_turn(self.game.position().turn(), at);
            }
            Event::Offered { seat, offer } => self.offers.add(*offer, *seat),
            Event::OfferEnded { seat, offer, .. } => self.offers.remove(*offer, *seat),
            Event::TookBack { ply } => self.take_back(*ply, at)?,
            Event::SeatOut { seat, how } => {
                self.seats_out[*seat] = Some(SeatExit { how: *how, ply: self.game.plies() });
                self.game.leave(*seat);
                self.clock.freeze(*seat, at);
                self.offers.clear();
            }
            Event::TimeAdded { seat, ms } => {
                self.clock.add(*seat, *ms, at);
                self.moves.add_time(*seat, *ms);
            }
            Event::Paused => {
                self.clock.pause(at);
                self.paused = true;
            }
            Event::Resumed => {
                self.paused = false;
                self.clock.resume(at);
            }
            Event::Ended { result, termination } => {
                self.clock.pause(at);
                self.offers.clear();
                self.status = Status::Ended { result: *result, termination: *termination };
            }
            Event::Rematched { to } => {
                self.offers.clear();
                self.rematch = Some(*to);
            }
        }
        if let Some(cause) = &recorded.cause {
            let (key, ply) = (answer_key(cause), self.game.plies());
            self.answered_commands.push(AnsweredCommand { key, v: recorded.v, ply });
        }
        Ok(self.occurrence(recorded, captured))
    }

    /// Goes back to when `ply` plies had been played; the turn begins anew.
    fn take_back(&mut self, ply: u32, at: Timestamp) -> Result<(), LogError> {
        if ply >= self.game.plies() {
            return Err(self.fault("only plies that were played are taken back"));
        }
        let earlier = self.moves.take_back(ply, self.time());
        // Who is out has what there was then, and stays out.
        let seats = PerSeat::from_fn(|seat| match self.seats_out[seat] {
            Some(_) => self.clock.seat(seat),
            None => earlier.seat(seat),
        });
        self.clock = Clock::between_turns(self.time(), seats);
        for seat in Seat::ALL {
            self.seats_out[seat] =
                self.seats_out[seat].map(|left| SeatExit { ply: left.ply.min(ply), ..left });
        }
        self.game = self.start_position().game().clone();
        let texts: Vec<String> = self.moves.iter().map(|played| played.text.to_owned()).collect();
        for (ply, text) in (0..).zip(texts) {
            self.apply_seats_out(ply);
            self.apply_move(&text)?;
        }
        self.apply_seats_out(ply);
        self.offers.clear();
        self.clock.begin_turn(self.game.position().turn(), at);
        Ok(())
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

    fn number(&mut self, recorded: &RecordedEvent) -> Result<(), LogError> {
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

    fn occurrence(&self, recorded: RecordedEvent, captured: SquareSet) -> AppliedEvent {
        AppliedEvent {
            recorded,
            ply: self.game.plies(),
            position: *self.game.position(),
            in_play: self.status == Status::Playing
                && self.game.ending().is_none()
                && !self.game.pass_is_due(),
            captured,
            clock: self.clock,
        }
    }

    /// What was answered_commands when this very command was accepted before
    /// (`protocol.md`, "Exactly once").
    #[must_use]
    pub fn previous_answer(&self, cause: &CommandRef) -> Option<CommandAck> {
        let key = answer_key(cause);
        let answered_commands =
            self.answered_commands.iter().find(|answered_commands| answered_commands.key == key)?;
        Some(CommandAck {
            v: answered_commands.v,
            ply: answered_commands.ply,
            seat: self.letter_of(cause.player),
        })
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

    /// Where it started, with what has to be remembered of before.
    pub(super) fn start_position(&self) -> StartPosition {
        let position = (!self.from_array).then(|| self.start.to_string());
        StartPosition::stored(self.variant, position.as_deref(), self.origin.as_deref())
            .expect("an opening that was read when the match was folded")
    }

    /// What its record told, of a game that was played elsewhere.
    #[must_use]
    pub fn imported(&self) -> Option<&ImportedRecord> {
        self.origin.as_deref().and_then(Origin::imported)
    }

    /// The game of a tournament that it is, if it is one.
    #[must_use]
    pub fn tournament_game(&self) -> Option<&TournamentGame> {
        self.origin.as_deref().and_then(Origin::tournament_game)
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

    /// By how much everybody but the players sees it late.
    #[must_use]
    pub fn spectator_delay(&self) -> Duration {
        Duration::from_millis(self.watch_delay_ms.into())
    }

    /// [`Match::spectator_delay`] in milliseconds.
    #[must_use]
    pub fn watch_delay_ms(&self) -> u32 {
        self.watch_delay_ms
    }

    /// The secret of the link of `seat`, while it is free: for the match's
    /// maker only.
    #[must_use]
    pub fn invite_key(&self, seat: Seat) -> Option<&str> {
        self.invite_keys[seat].as_deref().filter(|_| self.players[seat].is_none())
    }

    /// From when on the link of `seat` is worth nothing; `None` is never.
    #[must_use]
    pub fn invite_key_expires_at(&self, seat: Seat) -> Option<Timestamp> {
        self.invite_key_expiries[seat]
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

    /// The clocks as they were after `ply` plies, before the next turn began.
    #[must_use]
    pub fn clock_after(&self, ply: u32) -> Clock {
        self.moves.clock_after(ply, self.time())
    }

    /// When the clock has to be looked at, where that is too far ahead to wait
    /// for in memory: the end of the days of a correspondence match.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        self.clock.flags_at().filter(|_| !self.time().is_real_time())
    }

    /// Whether the clocks stand still because the server went away.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }
}

fn answer_key(cause: &CommandRef) -> u64 {
    ANSWER_KEYS.hash_one(cause)
}
