//! Time controls and clocks. Time is an argument and never read.
//!
//! A [`TimeControl`] defines the thinking time, a [`Clock`] counts it for the seats of a match,
//! and a [`Ledger`] records the effect of one move. Ledgers are authoritative: a clock is folded
//! from them without repeating their arithmetic. [`RestHours`] and vacations are times in which
//! a correspondence clock does not run.

mod control;
mod ledger;
mod match_clock;
mod rest_hours;
mod seat_clock;
mod speed;
mod stages;
#[cfg(test)]
pub(crate) mod tests;
mod timestamp;

pub use control::{DelayStyle, MAX_DURATION, TimeControl, TimeControlError, TimeField};
pub use ledger::{LAG_QUOTA, LAG_REFILL, Ledger, MAX_LAG};
pub use match_clock::Clock;
pub use rest_hours::{RestHours, Weekday, Weekdays};
pub use seat_clock::{ClockReading, SeatClock};
pub use speed::Speed;
pub use stages::{MAX_STAGES, Stage, Stages};
pub use timestamp::Timestamp;
