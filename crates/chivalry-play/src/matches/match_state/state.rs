//! The state of a match, and its accessors.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, TimeControl, Timestamp};
use crate::matches::commands::command::Command;
use crate::matches::commands::refusal::Refusal;
use crate::matches::id::MatchId;
use crate::matches::log::event::CommandRef;
use crate::matches::log::imported_record::ImportedRecord;
use crate::matches::log::move_log::MoveLog;
use crate::matches::log::offer::{Offer, SeatOutReason};
use crate::matches::log::origin::{Origin, TournamentGame};
use crate::matches::match_state::answers::{AnsweredCommands, CommandAck};
use crate::matches::match_state::command_content::hash_of_command;
use crate::matches::match_state::offers::{Offers, PendingOffer};
use crate::matches::match_state::start_position::StartPosition;
use crate::matches::status::Status;
use crate::player::PlayerId;
use chivalry_rules::{Game, PerSeat, Position, Seat, Team, Variant};

/// The minimum start timer of a private casual match, whose players follow a link, and of a match
/// at an agreed time, for which players may be late.
const LONG_START_TIMER: Duration = Duration::from_secs(5 * 60);

/// A match: a [`Game`] with players, clocks and offers.
///
/// A match changes only by [`Match::apply`] and [`Match::apply_decided`]. [`Match::fold`]
/// rebuilds it from its log.
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
    /// The times at which the invite links of free seats expire.
    pub(in crate::matches) invite_key_expiries: PerSeat<Option<Timestamp>>,
    pub(in crate::matches) players: PerSeat<Option<PlayerId>>,
    pub(in crate::matches) status: Status,
    pub(in crate::matches) game: Game,
    pub(in crate::matches) moves: MoveLog,
    pub(in crate::matches) clock: Clock,
    pub(in crate::matches) paused: bool,
    pub(in crate::matches) adjourned_until: Option<Timestamp>,
    /// The pause by the directors of the tournament, during which the match counts as adjourned.
    pub(in crate::matches) hold: Option<Hold>,
    /// The number of the last order of the directors that was carried out.
    pub(in crate::matches) last_order: u32,
    pub(in crate::matches) offers: Offers,
    pub(in crate::matches) rematch: Option<MatchId>,
    pub(in crate::matches) partner_plays_on: bool,
    pub(in crate::matches) seats_out: PerSeat<Option<SeatExit>>,
    pub(in crate::matches) answered_commands: AnsweredCommands,
}

impl Match {
    /// Returns the earlier answer to a repeated command (`protocol.md`, "Exactly once").
    ///
    /// # Errors
    /// [`Refusal::IdReused`] if the player gave the id to another command.
    pub fn previous_answer(
        &self,
        cause: &CommandRef,
        command: &Command,
    ) -> Result<Option<CommandAck>, Refusal> {
        let Some(answered) = self.answered_commands.find(cause) else { return Ok(None) };
        let seat = self.letter_of(cause.player);
        let is_other = match command {
            Command::Move { ply, .. } => *ply != answered.ply,
            Command::Join { seat: Some(wanted), .. } => {
                seat.is_some_and(|seat| !seat.eq_ignore_ascii_case(wanted))
            }
            _ => false,
        };
        if is_other || answered.content != hash_of_command(command) {
            return Err(Refusal::IdReused);
        }
        Ok(Some(CommandAck { v: answered.v, ply: answered.ply, seat }))
    }

    /// Returns the letter of the seat of `player`.
    #[must_use]
    pub fn letter_of(&self, player: PlayerId) -> Option<char> {
        self.seat_of(player).map(|seat| self.variant.seat_name(seat).letter())
    }

    /// Returns the seat of `player`.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.players.iter().find(|(_, seated)| **seated == Some(player)).map(|(seat, _)| seat)
    }

    /// Returns the identifier.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.id
    }

    /// Returns the version: the number of events so far.
    #[must_use]
    pub fn v(&self) -> u32 {
        self.v
    }

    /// Returns the time of the last event.
    #[must_use]
    pub fn last_at(&self) -> Timestamp {
        self.last_at
    }

    /// Returns the time of creation.
    #[must_use]
    pub fn created_at(&self) -> Timestamp {
        self.created_at
    }

    /// Returns the creator.
    #[must_use]
    pub fn created_by(&self) -> PlayerId {
        self.created_by
    }

    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Returns the start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the start position with the moves before it.
    pub(in crate::matches) fn start_position(&self) -> StartPosition {
        let position = (!self.from_array).then(|| self.start.to_string());
        StartPosition::stored(self.variant, position.as_deref(), self.origin.as_deref())
            .expect("an opening that was read when the match was folded")
    }

    /// Returns the record of an imported match.
    #[must_use]
    pub fn imported(&self) -> Option<&ImportedRecord> {
        self.origin.as_deref().and_then(Origin::imported)
    }

    /// Returns the tournament game that the match belongs to.
    #[must_use]
    pub fn tournament_game(&self) -> Option<&TournamentGame> {
        self.origin.as_deref().and_then(Origin::tournament_game)
    }

    /// True if the match started from the array.
    #[must_use]
    pub fn is_from_array(&self) -> bool {
        self.from_array
    }

    /// Returns the time control.
    #[must_use]
    pub fn time(&self) -> TimeControl {
        self.clock.control()
    }

    /// True if the match is rated.
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.rated
    }

    /// True if the match is unlisted and joined by link only.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.private
    }

    /// Returns the spectator delay.
    #[must_use]
    pub fn spectator_delay(&self) -> Duration {
        Duration::from_millis(self.watch_delay_ms.into())
    }

    /// [`Match::spectator_delay`] in milliseconds.
    #[must_use]
    pub fn watch_delay_ms(&self) -> u32 {
        self.watch_delay_ms
    }

    /// Returns the invite key of `seat` while the seat is free. Only the creator may see it.
    #[must_use]
    pub fn invite_key(&self, seat: Seat) -> Option<&str> {
        self.invite_keys[seat].as_deref().filter(|_| self.players[seat].is_none())
    }

    /// Returns the time at which the invite link of `seat` expires; `None` for never.
    #[must_use]
    pub fn invite_key_expires_at(&self, seat: Seat) -> Option<Timestamp> {
        self.invite_key_expiries[seat]
    }

    /// Returns the players by seat.
    #[must_use]
    pub fn players(&self) -> &PerSeat<Option<PlayerId>> {
        &self.players
    }

    /// Returns the status.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the moves as played, including pass-turns.
    #[must_use]
    pub fn moves(&self) -> &MoveLog {
        &self.moves
    }

    /// Returns the clocks.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns the clocks after `ply` plies and before the next turn.
    #[must_use]
    pub fn clock_after(&self, ply: u32) -> Clock {
        self.with_start_timer(self.moves.clock_after(ply, self.time()))
    }

    /// Returns `clock` with the start timers of the match.
    pub(in crate::matches) fn with_start_timer(&self, clock: Clock) -> Clock {
        let is_arranged = matches!(self.origin.as_deref(), Some(Origin::Arranged));
        match self.private && !self.rated || is_arranged {
            true => clock.with_min_start_timer(LONG_START_TIMER),
            false => clock,
        }
    }

    /// Returns the time at which the running clock of a correspondence match flags, or an
    /// adjourned match continues. Other real-time matches have a timer in memory instead.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let flags_at = self.clock.flags_at().filter(|_| !self.time().is_real_time());
        self.adjourned_until.or(flags_at)
    }

    /// Returns the time at which the match changes without a command: its running clock flags, or
    /// its adjournment ends.
    #[must_use]
    pub fn next_change_at(&self) -> Option<Timestamp> {
        self.adjourned_until.or_else(|| self.clock.flags_at())
    }

    /// Returns the time at which the adjourned match continues at the latest, or `None` if it is
    /// not adjourned.
    #[must_use]
    pub fn adjourned_until(&self) -> Option<Timestamp> {
        self.adjourned_until
    }

    /// True while the clocks are stopped because the server shut down.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// True if a partner plays on after the other resigns or flags.
    #[must_use]
    pub fn partner_plays_on(&self) -> bool {
        self.partner_plays_on
    }

    /// Returns the seats that are out.
    #[must_use]
    pub fn seats_out(&self) -> &PerSeat<Option<SeatExit>> {
        &self.seats_out
    }

    /// Returns the seats of a team that are not out.
    pub(in crate::matches) fn active_seats(&self, team: Team) -> impl Iterator<Item = Seat> {
        self.variant.seats_of(team).filter(|seat| self.seats_out[*seat].is_none())
    }

    /// Returns the seats of other teams that are still in play.
    pub fn active_enemies(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let enemies = self.variant.enemies_of(self.variant.team_of(seat));
        enemies.filter(|&enemy| self.is_in_play(enemy))
    }

    /// True if the seat is not out, and has pieces if each plays for himself (`rules.md 6.5`).
    #[must_use]
    pub fn is_in_play(&self, seat: Seat) -> bool {
        let has_pieces = || !self.game.position().pieces(seat).is_empty();
        self.seats_out[seat].is_none() && (!self.variant.is_free_for_all() || has_pieces())
    }

    /// Returns the rematch, once it was created.
    #[must_use]
    pub fn rematch(&self) -> Option<MatchId> {
        self.rematch
    }

    /// Returns each seat that made or accepted a pending offer.
    pub fn offers(&self) -> impl Iterator<Item = (Offer, Seat)> {
        self.offers.iter()
    }

    /// Returns the time until which the pending offer of that kind would adjourn the match.
    #[must_use]
    pub fn offered_until(&self, offer: Offer) -> Option<Timestamp> {
        self.offers.until(offer)
    }

    /// True if another team made an offer that `seat` has not accepted.
    #[must_use]
    pub fn awaits_answer(&self, offer: Offer, seat: Seat) -> bool {
        let PendingOffer { by, accepted, .. } = self.offers.pending[offer as usize];
        by.is_some_and(|by| self.are_enemies(by, seat)) && !accepted[seat]
    }

    pub(in crate::matches) fn are_enemies(&self, seat: Seat, other: Seat) -> bool {
        self.variant.team_of(seat) != self.variant.team_of(other)
    }

    /// True if a seat has not moved yet.
    #[must_use]
    pub fn is_abortable(&self) -> bool {
        (self.game.plies() as usize) < self.variant.seat_count()
    }
}

/// A pause of a match by the directors of its tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::matches) struct Hold {
    /// The end of the adjournment by the players, if they had adjourned the match before.
    pub(in crate::matches) players_until: Option<Timestamp>,
}

/// The exit of a seat that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatExit {
    /// The reason.
    pub how: SeatOutReason,
    /// The number of plies played before, without plies taken back.
    pub ply: u32,
}
