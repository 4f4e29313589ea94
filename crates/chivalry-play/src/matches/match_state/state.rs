//! TODO-DOC

use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, TimeControl, Timestamp};
use crate::matches::id::MatchId;
use crate::matches::log::event::CommandRef;
use crate::matches::log::imported_record::ImportedRecord;
use crate::matches::log::move_log::MoveLog;
use crate::matches::log::offer::{Offer, SeatOutReason};
use crate::matches::log::origin::{Origin, TournamentGame};
use crate::matches::match_state::answers::{AnsweredCommands, CommandAck};
use crate::matches::match_state::offers::Offers;
use crate::matches::match_state::start_position::StartPosition;
use crate::matches::status::Status;
use crate::player::PlayerId;
use chivalry_rules::{Game, PerSeat, Position, Seat, Team, Variant};

/// One match: the match_state with its clocks and offers around a [`Game`].
///
/// It changes only by [`Match::apply`], and is rebuilt from its log by
/// [`Match::fold`]: what is in memory is never more than what is recorded.
#[derive(Clone, Debug)]
pub struct Match {
    pub(in crate::matches) id: MatchId,
    pub(in crate::matches) v: u32,
    pub(in crate::matches) last_at: Timestamp,
    pub(in crate::matches) created_at: Timestamp,
    pub(in crate::matches) created_by: PlayerId,
    pub(in crate::matches) variant: &'static Variant,
    pub(in crate::matches) start: Position,
    pub(in crate::matches) origin: Option<Arc<Origin>>,
    pub(in crate::matches) from_array: bool,
    pub(in crate::matches) rated: bool,
    pub(in crate::matches) private: bool,
    pub(in crate::matches) watch_delay_ms: u32,
    pub(in crate::matches) invite_keys: PerSeat<Option<String>>,
    /// When the links of free seats are over.
    pub(in crate::matches) invite_key_expiries: PerSeat<Option<Timestamp>>,
    pub(in crate::matches) players: PerSeat<Option<PlayerId>>,
    pub(in crate::matches) status: Status,
    pub(in crate::matches) game: Game,
    pub(in crate::matches) moves: MoveLog,
    pub(in crate::matches) clock: Clock,
    pub(in crate::matches) paused: bool,
    pub(in crate::matches) offers: Offers,
    pub(in crate::matches) rematch: Option<MatchId>,
    pub(in crate::matches) partner_plays_on: bool,
    pub(in crate::matches) seats_out: PerSeat<Option<SeatExit>>,
    pub(in crate::matches) answered_commands: AnsweredCommands,
}

impl Match {
    /// Returns the earlier answer to a command that was accepted before
    /// (`protocol.md`, "Exactly once").
    #[must_use]
    pub fn previous_answer(&self, cause: &CommandRef) -> Option<CommandAck> {
        let (v, ply) = self.answered_commands.find(cause)?;
        Some(CommandAck { v, ply, seat: self.letter_of(cause.player) })
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
    pub(in crate::matches) fn start_position(&self) -> StartPosition {
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

    /// Whether a partner plays on when the other resigns or flags.
    #[must_use]
    pub fn partner_plays_on(&self) -> bool {
        self.partner_plays_on
    }

    /// The seats that play no more.
    #[must_use]
    pub fn seats_out(&self) -> &PerSeat<Option<SeatExit>> {
        &self.seats_out
    }

    /// The seats of a team that play on.
    pub(in crate::matches) fn active_seats(&self, team: Team) -> impl Iterator<Item = Seat> {
        self.variant.seats_of(team).filter(|seat| self.seats_out[*seat].is_none())
    }

    /// The match that its players went on to.
    #[must_use]
    pub fn rematch(&self) -> Option<MatchId> {
        self.rematch
    }

    /// Each seat that has made an offer that stands, or said yes to one.
    pub fn offers(&self) -> impl Iterator<Item = (Offer, Seat)> {
        self.offers.iter()
    }

    /// Whether there is a seat that has not moved.
    #[must_use]
    pub fn is_abortable(&self) -> bool {
        (self.game.plies() as usize) < self.variant.seat_count()
    }
}

/// A seat that plays no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatExit {
    /// Why.
    pub how: SeatOutReason,
    /// Plies played before that, of those that were not taken back.
    pub ply: u32,
}
