//! The clocks of a match.

use std::time::Duration;

use super::control::TimeControl;
use super::ledger::Ledger;
use super::seat_clock::{ClockReading, SeatClock};
use super::timestamp::{Timestamp, millis};
use chivalry_rules::{PerSeat, Seat};

/// The clocks of a match: the time of each seat after its last turn, and the turn under way.
/// Every method takes the time as an argument.
///
/// Only the seat to move uses time, so only it can flag. It flags at the millisecond at which
/// its turn reaches the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    seats: PerSeat<SeatClock>,
    turn: Option<Turn>,
    /// The minimum duration of a start timer, in milliseconds.
    min_start_ms: u32,
    /// The end of the last vacation of each seat. Its clock does not run before.
    away_until: PerSeat<Timestamp>,
}

/// A turn under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    seat: Seat,
    /// The duration of the turn when the clock was last paused, in milliseconds.
    used_ms: u64,
    /// The part of the seat's clock that is byo-yomi periods begun before time was added, in
    /// milliseconds.
    used_periods_ms: u64,
    /// The time at which the clock was started; `None` while paused.
    since: Option<Timestamp>,
}

impl Clock {
    /// Creates full clocks that do not run.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let full = SeatClock::new(&control);
        Clock::between_turns(control, PerSeat::from_fn(|_| full))
    }

    /// Creates clocks between two turns, with the given times.
    #[must_use]
    pub fn between_turns(control: TimeControl, seats: PerSeat<SeatClock>) -> Clock {
        Clock { control, seats, turn: None, min_start_ms: 0, away_until: PerSeat::default() }
    }

    /// Extends shorter start timers to `least`. A time control without start timers gets none.
    #[must_use]
    pub fn with_min_start_timer(self, least: Duration) -> Clock {
        Clock { min_start_ms: u32::try_from(millis(least)).unwrap_or(u32::MAX), ..self }
    }

    /// Takes over the vacations of another clock.
    #[must_use]
    pub fn with_vacations_of(self, other: &Clock) -> Clock {
        Clock { away_until: other.away_until, ..self }
    }

    /// Returns the time control.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the seat whose clock or start timer runs.
    #[must_use]
    pub fn running(&self) -> Option<Seat> {
        self.turn.filter(|turn| turn.since.is_some()).map(|turn| turn.seat)
    }

    /// Returns the clock of `seat` after its last turn.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> SeatClock {
        self.seats[seat]
    }

    /// True if the seat to move has its first turn.
    #[must_use]
    pub fn is_first_turn(&self) -> bool {
        self.turn.is_some_and(|turn| !self.seats[turn.seat].has_moved())
    }

    /// Returns the display of the clock of `seat` at `now`; `None` if untimed.
    #[must_use]
    pub fn reading(&self, seat: Seat, now: Timestamp) -> Option<ClockReading> {
        self.seats[seat].reading(&self.control, self.used_ms(seat, now))
    }

    /// Returns the milliseconds left to `seat` at `now`; `None` if untimed.
    #[must_use]
    pub fn left_ms(&self, seat: Seat, now: Timestamp) -> Option<u64> {
        self.reading(seat, now).map(|reading| reading.left_ms)
    }

    /// Returns the milliseconds left of the start timer, while it runs instead of the seat's
    /// clock.
    #[must_use]
    pub fn start_left_ms(&self, now: Timestamp) -> Option<u64> {
        let turn = self.turn.filter(|turn| turn.since.is_some())?;
        let start_ms = self.start_ms(turn.seat)?;
        Some(start_ms.saturating_sub(self.turn_ms(turn, now)))
    }

    /// Returns the milliseconds left of a simple delay; `None` without one.
    #[must_use]
    pub fn delay_left_ms(&self, now: Timestamp) -> Option<u64> {
        let turn = self.turn.filter(|turn| turn.since.is_some())?;
        let delay_ms = self.seats[turn.seat].uncharged_ms(&self.control);
        let is_delayed = delay_ms > 0 && self.start_left_ms(now).is_none();
        is_delayed.then(|| delay_ms.saturating_sub(self.turn_ms(turn, now)))
    }

    /// Returns the time at which the running clock reaches zero. Its seat flags at that
    /// millisecond.
    #[must_use]
    pub fn flags_at(&self) -> Option<Timestamp> {
        let Turn { seat, used_ms, since, .. } = self.turn?;
        let turn_limit_ms =
            self.start_ms(seat).or_else(|| self.seats[seat].turn_limit_ms(&self.control))?;
        let (runs_from, left_ms) =
            (since?.max(self.away_until[seat]), turn_limit_ms.saturating_sub(used_ms));
        Some(match self.control.rest() {
            Some(rest) => rest.after_running(runs_from, left_ms),
            None => runs_from + Duration::from_millis(left_ms),
        })
    }

    /// Returns the time at which the running clock goes on, if its seat rests at `now`: because
    /// of a vacation, or of the hours of the time control.
    #[must_use]
    pub fn rests_until(&self, now: Timestamp) -> Option<Timestamp> {
        let runs_from = now.max(self.away_until[self.running()?]);
        let rest_until = self.control.rest().and_then(|rest| rest.rest_until(runs_from));
        Some(rest_until.unwrap_or(runs_from)).filter(|until| *until > now)
    }

    /// Returns the end of the vacation of `seat` that has begun and not ended at `now`.
    #[must_use]
    pub fn away_until(&self, seat: Seat, now: Timestamp) -> Option<Timestamp> {
        Some(self.away_until[seat]).filter(|until| *until > now)
    }

    /// True if the running clock is at zero.
    #[must_use]
    pub fn has_flagged(&self, now: Timestamp) -> bool {
        self.flags_at().is_some_and(|flag| flag <= now)
    }

    /// Returns the duration of the turn under way, without pauses.
    #[must_use]
    pub fn turn_duration(&self, now: Timestamp) -> Option<Duration> {
        self.turn.map(|turn| Duration::from_millis(self.turn_ms(turn, now)))
    }

    /// Begins a turn of `seat` and starts its clock.
    pub fn begin_turn(&mut self, seat: Seat, now: Timestamp) {
        self.turn = Some(Turn { seat, used_ms: 0, used_periods_ms: 0, since: Some(now) });
    }

    /// Pauses the running clock.
    pub fn pause(&mut self, now: Timestamp) {
        if let Some(turn) = self.turn {
            self.turn = Some(Turn { used_ms: self.turn_ms(turn, now), since: None, ..turn });
        }
    }

    /// Resumes a paused clock in the same turn.
    pub fn resume(&mut self, now: Timestamp) {
        if let Some(turn) = &mut self.turn
            && turn.since.is_none()
        {
            turn.since = Some(now);
        }
    }

    /// Begins a vacation of `seat`, or ends it earlier or later. Its clock does not run from `now`
    /// to `until`.
    pub fn set_vacation(&mut self, seat: Seat, until: Timestamp, now: Timestamp) {
        // The part of the turn before `now` is counted by the earlier vacation.
        if let Some(turn) = self.turn.filter(|turn| turn.seat == seat && turn.since.is_some()) {
            self.pause(now);
            self.turn = self.turn.map(|paused| Turn { since: turn.since.max(Some(now)), ..paused });
        }
        self.away_until[seat] = until;
    }

    /// Returns the effect of a move received at `now` with that network lag. `None` if untimed
    /// or between turns.
    ///
    /// The lag credit is limited by the seat's quota and by [`MAX_LAG`](super::MAX_LAG).
    #[must_use]
    pub fn ledger(&self, now: Timestamp, lag: Duration) -> Option<Ledger> {
        let turn = self.turn?;
        let ledger = self.seats[turn.seat].ledger(&self.control, self.turn_ms(turn, now), lag)?;
        Some(Ledger { added_ms: ledger.added_ms.saturating_add(turn.used_periods_ms), ..ledger })
    }

    /// Ends the turn of `seat` by a move with that ledger.
    pub fn apply_ledger(&mut self, seat: Seat, ledger: &Ledger) {
        self.seats[seat] = self.seats[seat].after_ledger(ledger);
        self.turn = None;
    }

    /// Adds time to the clock of `seat`. A start timer is not extended, and lost byo-yomi
    /// periods are not restored.
    pub fn add(&mut self, seat: Seat, ms: u64, now: Timestamp) {
        let (given, used_periods_ms) =
            self.seats[seat].with_added_time(&self.control, self.used_ms(seat, now), ms);
        self.seats[seat] = given;
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.seat == seat) {
            turn.used_periods_ms = turn.used_periods_ms.saturating_add(used_periods_ms);
        }
    }

    /// Takes time from the clock of `seat`, which has more than that left.
    pub fn take(&mut self, seat: Seat, ms: u64, now: Timestamp) {
        // Periods begun in the turn are part of the budget from here on.
        self.add(seat, 0, now);
        self.seats[seat] = self.seats[seat].less_ms(ms);
    }

    /// Freezes the clock of `seat` at its reading and ends its turn.
    pub fn freeze(&mut self, seat: Seat, now: Timestamp) {
        if self.turn.is_some_and(|turn| turn.seat == seat) {
            let used_ms = self.used_ms(seat, now);
            self.seats[seat] = self.seats[seat].after_use(&self.control, used_ms);
            self.turn = None;
        }
    }

    /// Ends the turn of `seat` by a pass-turn, which uses no time.
    pub fn pass(&mut self, seat: Seat) {
        self.seats[seat] = self.seats[seat].passed();
        self.turn = None;
    }

    /// Returns the start timer in milliseconds, before the first move of `seat`.
    fn start_ms(&self, seat: Seat) -> Option<u64> {
        let start_ms = self.seats[seat].start_ms(&self.control)?;
        Some(start_ms.max(self.min_start_ms.into()))
    }

    fn used_ms(&self, seat: Seat, now: Timestamp) -> u64 {
        self.turn.filter(|turn| turn.seat == seat).map_or(0, |turn| self.turn_ms(turn, now))
    }

    /// Returns the duration of `turn` in milliseconds, without pauses, vacations and rest hours.
    fn turn_ms(&self, turn: Turn, now: Timestamp) -> u64 {
        let Some(since) = turn.since else { return turn.used_ms };
        let runs_from = since.max(self.away_until[turn.seat]);
        let running_ms = match self.control.rest() {
            Some(rest) => rest.running_ms(runs_from, now),
            None => millis(now.since(runs_from)),
        };
        turn.used_ms.saturating_add(running_ms)
    }
}
