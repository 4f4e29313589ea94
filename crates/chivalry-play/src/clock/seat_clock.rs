//! The clock of one seat under each time control.

use std::time::Duration;

use super::control::{DelayStyle, TimeControl, days_ms};
use super::ledger::{LAG_QUOTA, LAG_REFILL, Ledger, MAX_LAG};
use super::timestamp::millis;

/// The clock of a seat at the end of its turn. It has 16 bytes, because a match keeps one for
/// each ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatClock {
    left_ms: u64,
    periods_left: u16,
    stage_moves: u16,
    lag_quota_ms: u16,
    stage: u8,
    has_moved: bool,
}

/// The display of a seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// The milliseconds left: of the budget, or of the current byo-yomi period.
    pub left_ms: u64,
    /// The number of byo-yomi periods after `left_ms`. During the budget these are all periods.
    pub periods_left: Option<u32>,
    /// The stage of the seat, from 1.
    pub stage: Option<u32>,
}

impl SeatClock {
    pub(super) fn new(control: &TimeControl) -> SeatClock {
        let fresh = SeatClock { lag_quota_ms: millis(LAG_QUOTA) as u16, ..SeatClock::default() };
        match *control {
            TimeControl::Unlimited {} => fresh,
            // The time per move is available for the first move, too.
            TimeControl::Fischer { initial_ms: 0, increment_ms: each }
            | TimeControl::Delay { initial_ms: 0, delay_ms: each, style: DelayStyle::Bronstein } => {
                SeatClock { left_ms: each, ..fresh }
            }
            TimeControl::Fischer { initial_ms, .. } | TimeControl::Delay { initial_ms, .. } => {
                SeatClock { left_ms: initial_ms, ..fresh }
            }
            TimeControl::Byoyomi { initial_ms: 0, period_ms, periods } => {
                let periods_left = saturating_u16(u64::from(periods.saturating_sub(1)));
                SeatClock { left_ms: period_ms, periods_left, ..fresh }
            }
            TimeControl::Byoyomi { initial_ms, periods, .. } => {
                let periods_left = saturating_u16(u64::from(periods));
                SeatClock { left_ms: initial_ms, periods_left, ..fresh }
            }
            TimeControl::Stages { stages } => SeatClock { left_ms: stages[0].ms, ..fresh },
            TimeControl::Correspondence { days, .. } => {
                SeatClock { left_ms: days_ms(days), ..fresh }
            }
        }
    }

    /// True if the seat has had its first turn.
    pub(super) const fn has_moved(self) -> bool {
        self.has_moved
    }

    /// Returns the clock after a pass-turn.
    pub(super) fn passed(self) -> SeatClock {
        SeatClock { has_moved: true, ..self }
    }

    /// Returns the start timer in milliseconds, before the seat's first move.
    pub(super) fn start_ms(self, control: &TimeControl) -> Option<u64> {
        control.start_ms().filter(|_| !self.has_moved)
    }

    /// Returns the maximum duration of a turn without a start timer, in milliseconds. The seat
    /// flags at that millisecond.
    pub(super) fn turn_limit_ms(self, control: &TimeControl) -> Option<u64> {
        let more = match *control {
            TimeControl::Unlimited {} => return None,
            TimeControl::Delay { .. } => self.uncharged_ms(control),
            TimeControl::Byoyomi { period_ms, .. } => {
                period_ms.saturating_mul(u64::from(self.periods_left))
            }
            TimeControl::Fischer { .. }
            | TimeControl::Stages { .. }
            | TimeControl::Correspondence { .. } => 0,
        };
        Some(self.left_ms.saturating_add(more))
    }

    /// Returns the uncharged time at the start of a turn, in milliseconds.
    pub(super) fn uncharged_ms(self, control: &TimeControl) -> u64 {
        match *control {
            _ if self.start_ms(control).is_some() => u64::MAX,
            TimeControl::Delay { delay_ms, style: DelayStyle::Simple, .. } => delay_ms,
            _ => 0,
        }
    }

    /// Adds time `used_ms` into a turn of the seat. Returns the clock, and the part of it that
    /// is byo-yomi periods begun in the turn.
    pub(super) fn with_added_time(
        self,
        control: &TimeControl,
        used_ms: u64,
        ms: u64,
    ) -> (SeatClock, u64) {
        let charged_ms = used_ms.saturating_sub(self.uncharged_ms(control));
        let now = self.minus_ms(control, charged_ms);
        let used_periods_ms = if now.periods_left == self.periods_left {
            0
        } else {
            now.left_ms.saturating_add(charged_ms).saturating_sub(self.left_ms)
        };
        let left_ms = self.left_ms.saturating_add(used_periods_ms).saturating_add(ms);
        (SeatClock { left_ms, periods_left: now.periods_left, ..self }, used_periods_ms)
    }

    /// Adds time between turns.
    #[must_use]
    pub fn plus_ms(self, ms: u64) -> SeatClock {
        SeatClock { left_ms: self.left_ms.saturating_add(ms), ..self }
    }

    /// Takes time away, down to zero. Byo-yomi periods after the current budget are not touched.
    #[must_use]
    pub fn less_ms(self, ms: u64) -> SeatClock {
        SeatClock { left_ms: self.left_ms.saturating_sub(ms), ..self }
    }

    /// Returns the clock `used_ms` into a turn of the seat.
    pub(super) fn after_use(self, control: &TimeControl, used_ms: u64) -> SeatClock {
        self.minus_ms(control, used_ms.saturating_sub(self.uncharged_ms(control)))
    }

    /// Returns the display `used_ms` into a turn of the seat; `None` if untimed.
    pub(super) fn reading(self, control: &TimeControl, used_ms: u64) -> Option<ClockReading> {
        if !control.is_timed() {
            return None;
        }
        let left = self.after_use(control, used_ms);
        let periods_left = matches!(control, TimeControl::Byoyomi { .. });
        let stage = matches!(control, TimeControl::Stages { .. });
        Some(ClockReading {
            left_ms: left.left_ms,
            periods_left: periods_left.then_some(u32::from(left.periods_left)),
            stage: stage.then_some(u32::from(self.stage) + 1),
        })
    }

    /// Returns the effect of a move made `used_ms` into the turn, with that lag; `None` if
    /// untimed.
    pub(super) fn ledger(
        self,
        control: &TimeControl,
        used_ms: u64,
        lag: Duration,
    ) -> Option<Ledger> {
        if !control.is_timed() {
            return None;
        }
        let lag_ms = self.lag_credit(control, used_ms, millis(lag));
        let charged_ms = (used_ms - lag_ms).saturating_sub(self.uncharged_ms(control));
        let after = self.minus_ms(control, charged_ms).moved(control, &self, charged_ms);
        let is_byoyomi = matches!(control, TimeControl::Byoyomi { .. });
        let is_staged = matches!(control, TimeControl::Stages { .. });
        Some(Ledger {
            left_ms: after.left_ms,
            used_ms,
            lag_ms,
            charged_ms,
            added_ms: (after.left_ms + charged_ms).saturating_sub(self.left_ms),
            periods_left: is_byoyomi.then_some(after.periods_left),
            stage: is_staged.then_some(after.stage + 1),
            stage_moves: is_staged.then_some(after.stage_moves),
        })
    }

    /// Returns the clock after a ledger.
    pub(super) fn after_ledger(self, ledger: &Ledger) -> SeatClock {
        let lag_ms = u64::from(self.lag_quota_ms).saturating_sub(ledger.lag_ms);
        SeatClock {
            left_ms: ledger.left_ms,
            periods_left: ledger.periods_left.unwrap_or(self.periods_left),
            stage: ledger.stage.map_or(self.stage, |stage| stage.saturating_sub(1)),
            stage_moves: ledger.stage_moves.unwrap_or(self.stage_moves),
            lag_quota_ms: saturating_u16((lag_ms + millis(LAG_REFILL)).min(millis(LAG_QUOTA))),
            has_moved: true,
        }
    }

    /// Returns the lag credit of a move, limited to time that would be charged.
    fn lag_credit(self, control: &TimeControl, used_ms: u64, lag_ms: u64) -> u64 {
        let wanted = match *control {
            _ if self.start_ms(control).is_some() => 0,
            TimeControl::Unlimited {} | TimeControl::Correspondence { .. } => 0,
            TimeControl::Delay { delay_ms, .. } => used_ms.saturating_sub(delay_ms),
            // A period is restored after the move anyway, unless added time is left in it.
            TimeControl::Byoyomi { period_ms, periods, .. }
                if u32::from(self.periods_left) < periods
                    && used_ms < self.left_ms
                    && self.left_ms - used_ms < period_ms =>
            {
                0
            }
            TimeControl::Fischer { .. }
            | TimeControl::Byoyomi { .. }
            | TimeControl::Stages { .. } => used_ms,
        };
        wanted.min(lag_ms).min(millis(MAX_LAG)).min(u64::from(self.lag_quota_ms))
    }

    /// Subtracts time from the clock.
    fn minus_ms(self, control: &TimeControl, ms: u64) -> SeatClock {
        let TimeControl::Byoyomi { period_ms, .. } = *control else {
            return SeatClock { left_ms: self.left_ms.saturating_sub(ms), ..self };
        };
        let Some(over) = ms.checked_sub(self.left_ms) else {
            return SeatClock { left_ms: self.left_ms - ms, ..self };
        };
        // At zero the next period begins.
        let period_ms = period_ms.max(1);
        let begun = over / period_ms + 1;
        match u64::from(self.periods_left).checked_sub(begun) {
            Some(rest) => {
                let left_ms = period_ms - over % period_ms;
                SeatClock { left_ms, periods_left: saturating_u16(rest), ..self }
            }
            None => SeatClock { left_ms: 0, periods_left: 0, ..self },
        }
    }

    /// Returns the clock after a move that was charged `charged_ms` on the clock `before`.
    fn moved(mut self, control: &TimeControl, before: &SeatClock, charged_ms: u64) -> SeatClock {
        let is_free = before.start_ms(control).is_some();
        let more = match *control {
            _ if is_free => 0,
            TimeControl::Fischer { increment_ms, .. } => increment_ms,
            TimeControl::Delay { delay_ms, style: DelayStyle::Bronstein, .. } => {
                delay_ms.min(charged_ms)
            }
            TimeControl::Byoyomi { period_ms, periods, .. }
                if u32::from(self.periods_left) < periods =>
            {
                period_ms.saturating_sub(self.left_ms)
            }
            TimeControl::Stages { stages } => {
                stages.get(usize::from(self.stage)).map_or(0, |stage| stage.increment_ms)
            }
            TimeControl::Correspondence { days, .. } => days_ms(days).saturating_sub(self.left_ms),
            TimeControl::Unlimited {}
            | TimeControl::Delay { style: DelayStyle::Simple, .. }
            | TimeControl::Byoyomi { .. } => 0,
        };
        self.left_ms = self.left_ms.saturating_add(more);
        if let TimeControl::Stages { stages } = control {
            self.stage_moves = self.stage_moves.saturating_add(1);
            let stage = stages.get(usize::from(self.stage));
            let is_done = stage.and_then(|stage| stage.moves) == Some(u32::from(self.stage_moves));
            if let Some(next) = stages.get(usize::from(self.stage) + 1).filter(|_| is_done) {
                self.left_ms = self.left_ms.saturating_add(next.ms);
                self.stage += 1;
                self.stage_moves = 0;
            }
        }
        self.has_moved = true;
        self
    }
}

/// Narrows a number that validation limits.
fn saturating_u16(number: u64) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
