//! Time controls and clocks. Time is an argument here, never read.

use std::ops::Add;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::rules::{PerSeat, Seat};

/// A moment, in milliseconds since the Unix epoch.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// How long ago `earlier` was; zero when it lies ahead.
    #[must_use]
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }
}

impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, duration: Duration) -> Timestamp {
        let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        Timestamp(self.0.saturating_add(millis))
    }
}

/// How thinking time is given (`protocol.md`, "time").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock: a seat may think for ever.
    Unlimited {},
    /// A budget for the whole game, and more after each move made.
    Fischer {
        /// The budget at the start, in milliseconds.
        initial_ms: u64,
        /// Added after each move, in milliseconds.
        increment_ms: u64,
    },
}

/// The longest budget and increment that a match may be made with: 30 days.
pub const LONGEST: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A time control that no match can be played by, and the field at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// Neither a budget nor an increment: the first seat would flag at once.
    #[error("time.initial_ms and time.increment_ms cannot both be 0")]
    NoTime,
    /// More than [`LONGEST`].
    #[error("time.{0} is longer than 30 days")]
    TooLong(&'static str),
}

impl TimeControl {
    /// Refuses a control that no match can be played by.
    ///
    /// # Errors
    /// No time at all, or more than [`LONGEST`].
    pub fn checked(self) -> Result<TimeControl, TimeControlError> {
        let longest = LONGEST.as_millis();
        match self {
            TimeControl::Unlimited {} => Ok(self),
            TimeControl::Fischer { initial_ms: 0, increment_ms: 0 } => {
                Err(TimeControlError::NoTime)
            }
            TimeControl::Fischer { initial_ms, .. } if u128::from(initial_ms) > longest => {
                Err(TimeControlError::TooLong("initial_ms"))
            }
            TimeControl::Fischer { increment_ms, .. } if u128::from(increment_ms) > longest => {
                Err(TimeControlError::TooLong("increment_ms"))
            }
            TimeControl::Fischer { .. } => Ok(self),
        }
    }

    /// Whether a seat can run out of time.
    #[must_use]
    pub const fn is_timed(self) -> bool {
        !matches!(self, TimeControl::Unlimited {})
    }
}

/// The clocks of one match. It is a value: every method takes the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left_ms: PerSeat<u64>,
    running: Option<Running>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    seat: Seat,
    since: Timestamp,
}

impl Clock {
    /// All clocks full and standing still.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let initial = match control {
            TimeControl::Unlimited {} => 0,
            // An increment without a budget is first given for the first move.
            TimeControl::Fischer { initial_ms: 0, increment_ms } => increment_ms,
            TimeControl::Fischer { initial_ms, .. } => initial_ms,
        };
        Clock { control, left_ms: PerSeat::from_fn(|_| initial), running: None }
    }

    /// The time control that the clocks follow.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The seat whose clock runs now.
    #[must_use]
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|running| running.seat)
    }

    /// Milliseconds left to `seat` at `now`; `None` without a limit.
    #[must_use]
    pub fn left_ms(&self, seat: Seat, now: Timestamp) -> Option<u64> {
        if !self.control.is_timed() {
            return None;
        }
        let used = match self.running {
            Some(running) if running.seat == seat => millis(now.since(running.since)),
            _ => 0,
        };
        Some(self.left_ms[seat].saturating_sub(used))
    }

    /// When the running clock reaches zero. At that very millisecond its seat
    /// has flagged.
    #[must_use]
    pub fn flags_at(&self) -> Option<Timestamp> {
        let running = self.running.filter(|_| self.control.is_timed())?;
        Some(running.since + Duration::from_millis(self.left_ms[running.seat]))
    }

    /// Whether the running clock is at zero.
    #[must_use]
    pub fn has_flagged(&self, now: Timestamp) -> bool {
        self.flags_at().is_some_and(|flag| flag <= now)
    }

    /// Stops whatever runs, keeps what it used, and starts the clock of `seat`.
    pub fn run(&mut self, seat: Seat, now: Timestamp) {
        self.stop(now);
        self.running = Some(Running { seat, since: now });
    }

    /// Stops the running clock and keeps what it used.
    pub fn stop(&mut self, now: Timestamp) {
        if let Some(Running { seat, .. }) = self.running {
            self.left_ms[seat] = self.left_ms(seat, now).unwrap_or(0);
            self.running = None;
        }
    }

    /// What `seat` will have left if its move is received at `now`, the
    /// increment included; `None` without a limit.
    #[must_use]
    pub fn left_after_move_ms(&self, seat: Seat, now: Timestamp) -> Option<u64> {
        let left = self.left_ms(seat, now)?;
        match self.control {
            TimeControl::Unlimited {} => None,
            TimeControl::Fischer { increment_ms, .. } => Some(left.saturating_add(increment_ms)),
        }
    }

    /// Sets what `seat` has left, as its move's ledger says.
    pub fn set_left_ms(&mut self, seat: Seat, left_ms: u64) {
        self.left_ms[seat] = left_ms;
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLITZ: TimeControl = TimeControl::Fischer { initial_ms: 1_000, increment_ms: 300 };

    #[test]
    fn a_clock_flags_at_exactly_zero_and_not_before() {
        let mut clock = Clock::new(BLITZ);
        clock.run(Seat::FIRST, Timestamp(5_000));
        assert!(!clock.has_flagged(Timestamp(5_999)));
        assert!(clock.has_flagged(Timestamp(6_000)));
        assert_eq!(clock.left_ms(Seat::FIRST, Timestamp(9_999)), Some(0));
        assert_eq!(clock.left_ms(Seat::SECOND, Timestamp(9_999)), Some(1_000));
    }

    #[test]
    fn stopping_and_running_again_neither_gives_nor_eats_time() {
        let mut clock = Clock::new(BLITZ);
        clock.run(Seat::FIRST, Timestamp(0));
        clock.stop(Timestamp(400));
        clock.run(Seat::FIRST, Timestamp(70_000));
        assert_eq!(clock.left_ms(Seat::FIRST, Timestamp(70_100)), Some(500));
        assert_eq!(clock.flags_at(), Some(Timestamp(70_600)));
    }

    #[test]
    fn the_increment_is_added_to_what_a_move_leaves() {
        let mut clock = Clock::new(BLITZ);
        clock.run(Seat::FIRST, Timestamp(0));
        assert_eq!(clock.left_after_move_ms(Seat::FIRST, Timestamp(250)), Some(1_050));
    }

    #[test]
    fn a_clock_set_back_gives_nothing() {
        let mut clock = Clock::new(BLITZ);
        clock.run(Seat::FIRST, Timestamp(10_000));
        assert_eq!(clock.left_ms(Seat::FIRST, Timestamp(0)), Some(1_000));
    }

    #[test]
    fn controls_without_time_are_refused() {
        let nothing = TimeControl::Fischer { initial_ms: 0, increment_ms: 0 };
        assert_eq!(nothing.checked(), Err(TimeControlError::NoTime));
        let endless = TimeControl::Fischer { initial_ms: u64::MAX, increment_ms: 0 };
        assert_eq!(endless.checked(), Err(TimeControlError::TooLong("initial_ms")));
        assert!(BLITZ.checked().is_ok());
    }
}
