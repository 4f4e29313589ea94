//! The clocks of one match.

use std::time::Duration;

use super::control::TimeControl;
use super::ledger::Ledger;
use super::seat_clock::{ClockReading, SeatClock};
use super::{Timestamp, millis};
use chivalry_rules::{PerSeat, Seat};

/// The clocks of one match: what each seat has since its last turn, and whose
/// turn it is. It is a value: every method takes the time.
///
/// Only the seat to move uses time, so only it can flag: at the very
/// millisecond at which its turn has lasted as long as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    seats: PerSeat<SeatClock>,
    turn: Option<Turn>,
}

/// A turn under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    seat: Seat,
    /// What it had lasted when the clock was last stopped.
    used_ms: u64,
    /// What of its seat's clock are byo-yomi periods that had begun when time
    /// was added to it.
    used_periods_ms: u64,
    /// Since when the clock runs, unless it is stopped.
    since: Option<Timestamp>,
}

impl Clock {
    /// All clocks full and standing still.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let full = SeatClock::new(&control);
        Clock { control, seats: PerSeat::from_fn(|_| full), turn: None }
    }

    /// Clocks of the same control between two turns, as `seats` have it.
    #[must_use]
    pub fn between_turns(control: TimeControl, seats: PerSeat<SeatClock>) -> Clock {
        Clock { control, seats, turn: None }
    }

    /// The time control that the clocks follow.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The seat whose clock, or start timer, runs now.
    #[must_use]
    pub fn running(&self) -> Option<Seat> {
        self.turn.filter(|turn| turn.since.is_some()).map(|turn| turn.seat)
    }

    /// What `seat` had at the end of its last turn.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> SeatClock {
        self.seats[seat]
    }

    /// Whether the seat to move has had no turn before this one.
    #[must_use]
    pub fn is_first_turn(&self) -> bool {
        self.turn.is_some_and(|turn| !self.seats[turn.seat].has_moved())
    }

    /// What the clock of `seat` shows at `now`; `None` without a limit.
    #[must_use]
    pub fn reading(&self, seat: Seat, now: Timestamp) -> Option<ClockReading> {
        self.seats[seat].reading(&self.control, self.used_ms(seat, now))
    }

    /// Milliseconds left to `seat` at `now`; `None` without a limit.
    #[must_use]
    pub fn left_ms(&self, seat: Seat, now: Timestamp) -> Option<u64> {
        self.reading(seat, now).map(|reading| reading.left_ms)
    }

    /// Milliseconds left of the start timer, while that is what runs: the
    /// clock of the seat to move stands still meanwhile.
    #[must_use]
    pub fn start_left_ms(&self, now: Timestamp) -> Option<u64> {
        let turn = self.turn.filter(|turn| turn.since.is_some())?;
        let start_ms = self.seats[turn.seat].start_ms(&self.control)?;
        Some(start_ms.saturating_sub(turn.used_ms(now)))
    }

    /// Milliseconds for which the running clock still waits before it counts;
    /// `None` where clocks do not wait.
    #[must_use]
    pub fn delay_left_ms(&self, now: Timestamp) -> Option<u64> {
        let turn = self.turn.filter(|turn| turn.since.is_some())?;
        let delay_ms = self.seats[turn.seat].uncharged_ms(&self.control);
        let is_delayed = delay_ms > 0 && self.start_left_ms(now).is_none();
        is_delayed.then(|| delay_ms.saturating_sub(turn.used_ms(now)))
    }

    /// When the running clock reaches zero, for good. At that very
    /// millisecond its seat has flagged.
    #[must_use]
    pub fn flags_at(&self) -> Option<Timestamp> {
        let Turn { seat, used_ms, since, .. } = self.turn?;
        let turn_limit_ms = self.seats[seat].turn_limit_ms(&self.control)?;
        Some(since? + Duration::from_millis(turn_limit_ms.saturating_sub(used_ms)))
    }

    /// Whether the running clock is at zero.
    #[must_use]
    pub fn has_flagged(&self, now: Timestamp) -> bool {
        self.flags_at().is_some_and(|flag| flag <= now)
    }

    /// How long the turn under way has lasted, without what the clock was stopped for.
    #[must_use]
    pub fn turn_duration(&self, now: Timestamp) -> Option<Duration> {
        self.turn.map(|turn| Duration::from_millis(turn.used_ms(now)))
    }

    /// Begins a turn of `seat`: its clock runs.
    pub fn begin_turn(&mut self, seat: Seat, now: Timestamp) {
        self.turn = Some(Turn { seat, used_ms: 0, used_periods_ms: 0, since: Some(now) });
    }

    /// Stops the running clock in the middle of its turn.
    pub fn pause(&mut self, now: Timestamp) {
        if let Some(turn) = &mut self.turn {
            *turn = Turn { used_ms: turn.used_ms(now), since: None, ..*turn };
        }
    }

    /// Lets a stopped clock go on, in the same turn.
    pub fn resume(&mut self, now: Timestamp) {
        if let Some(turn) = &mut self.turn
            && turn.since.is_none()
        {
            turn.since = Some(now);
        }
    }

    /// What the move of the seat to move would do, received at `now` over a
    /// line of that lag; `None` without a limit, and between turns.
    ///
    /// Of the lag, the seat is credited what its quota holds, and no more
    /// than [`MAX_LAG`](super::MAX_LAG).
    #[must_use]
    pub fn ledger(&self, now: Timestamp, lag: Duration) -> Option<Ledger> {
        let turn = self.turn?;
        let ledger = self.seats[turn.seat].ledger(&self.control, turn.used_ms(now), lag)?;
        Some(Ledger { added_ms: ledger.added_ms.saturating_add(turn.used_periods_ms), ..ledger })
    }

    /// Ends the turn of `seat` by a move with that ledger: what the ledger
    /// states holds.
    pub fn apply_ledger(&mut self, seat: Seat, ledger: &Ledger) {
        self.seats[seat] = self.seats[seat].after_ledger(ledger);
        self.turn = None;
    }

    /// Adds so much to the clock of `seat`, be it its turn or not. A start
    /// timer stays what it is, and a byo-yomi period that is lost stays lost.
    pub fn add(&mut self, seat: Seat, ms: u64, now: Timestamp) {
        let (given, used_periods_ms) =
            self.seats[seat].with_added_time(&self.control, self.used_ms(seat, now), ms);
        self.seats[seat] = given;
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.seat == seat) {
            turn.used_periods_ms = turn.used_periods_ms.saturating_add(used_periods_ms);
        }
    }

    /// From now on `seat` has what its clock shows; a turn of its own is over.
    pub fn freeze(&mut self, seat: Seat, now: Timestamp) {
        if let Some(turn) = self.turn.take_if(|turn| turn.seat == seat) {
            self.seats[seat] = self.seats[seat].after_use(&self.control, turn.used_ms(now));
        }
    }

    /// Ends the turn of `seat` without a move that takes time.
    pub fn pass(&mut self, seat: Seat) {
        self.seats[seat] = self.seats[seat].passed();
        self.turn = None;
    }

    fn used_ms(&self, seat: Seat, now: Timestamp) -> u64 {
        self.turn.filter(|turn| turn.seat == seat).map_or(0, |turn| turn.used_ms(now))
    }
}

impl Turn {
    fn used_ms(&self, now: Timestamp) -> u64 {
        let running = self.since.map_or(0, |since| millis(now.since(since)));
        self.used_ms.saturating_add(running)
    }
}
