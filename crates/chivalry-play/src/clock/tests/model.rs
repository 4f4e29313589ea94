//! A reference model of clocks that counts single milliseconds.

use crate::clock::{DelayStyle, Ledger, TimeControl};

/// The clock of one seat.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    control: TimeControl,
    pub(crate) left: u64,
    pub(crate) periods: u32,
    pub(crate) stage: usize,
    moves_in_stage: u32,
    pub(crate) moves: u32,
    quota: u64,
    /// The milliseconds used in the turn.
    used: u64,
    /// The time at the start of the turn and added since.
    given: u64,
    start: u64,
    delay: u64,
    pub(crate) has_flagged: bool,
}

impl Model {
    pub(crate) fn new(control: TimeControl) -> Model {
        let (left, periods) = match control {
            TimeControl::Unlimited {} => (0, 0),
            TimeControl::Fischer { initial_ms: 0, increment_ms } => (increment_ms, 0),
            TimeControl::Delay { initial_ms: 0, delay_ms, style: DelayStyle::Bronstein } => {
                (delay_ms, 0)
            }
            TimeControl::Fischer { initial_ms, .. } | TimeControl::Delay { initial_ms, .. } => {
                (initial_ms, 0)
            }
            TimeControl::Byoyomi { initial_ms: 0, period_ms, periods } => (period_ms, periods - 1),
            TimeControl::Byoyomi { initial_ms, periods, .. } => (initial_ms, periods),
            TimeControl::Stages { stages } => (stages[0].ms, 0),
            TimeControl::Correspondence { days, .. } => (u64::from(days) * 24 * 3_600_000, 0),
        };
        let mut model = Model {
            control,
            left,
            periods,
            stage: 0,
            moves_in_stage: 0,
            moves: 0,
            quota: 1_000,
            used: 0,
            given: 0,
            start: 0,
            delay: 0,
            has_flagged: false,
        };
        model.begin_turn();
        model
    }

    fn begin_turn(&mut self) {
        self.used = 0;
        self.given = self.left;
        self.start = 0;
        self.delay = 0;
        if self.moves == 0 {
            self.start = self.control.start_timer().map_or(0, |timer| timer.as_millis() as u64);
        }
        if let TimeControl::Delay { delay_ms, style: DelayStyle::Simple, .. } = self.control {
            self.delay = delay_ms;
        }
    }

    fn is_starting(&self) -> bool {
        self.moves == 0 && self.control.start_timer().is_some()
    }

    /// Counts one millisecond of the seat's turn.
    pub(crate) fn tick(&mut self) {
        self.used += 1;
        if !self.control.is_timed() {
        } else if self.is_starting() {
            self.start = self.start.saturating_sub(1);
            self.has_flagged |= self.start == 0;
        } else if self.delay > 0 {
            self.delay -= 1;
            self.has_flagged |= self.delay == 0 && self.left == 0;
        } else {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 && self.periods > 0 {
                let TimeControl::Byoyomi { period_ms, .. } = self.control else { panic!() };
                self.periods -= 1;
                self.left = period_ms;
            }
            self.has_flagged |= self.left == 0;
        }
    }

    /// Adds time.
    pub(crate) fn add(&mut self, ms: u64) {
        self.left += ms;
        self.given += ms;
    }

    /// Adds time in the seat's own turn. `before` is the model from which a move is computed.
    /// Lost periods stay lost.
    pub(crate) fn add_in_turn(&mut self, ms: u64, before: &mut Model) {
        self.add(ms);
        if self.periods == before.periods {
            before.add(ms);
        } else {
            *before = self.clone();
        }
    }

    /// Makes a move. `before` is the model at the start of the turn, updated by
    /// [`Model::add_in_turn`].
    pub(crate) fn make_move(&mut self, before: &Model, lag: u64) -> Option<Ledger> {
        if !self.control.is_timed() {
            self.moves += 1;
            return None;
        }
        let used = self.used;
        let credit = if self.gains_by(before) { lag.min(500).min(self.quota).min(used) } else { 0 };
        let credit = match self.control {
            TimeControl::Delay { delay_ms, .. } => credit.min(used - delay_ms.min(used)),
            _ => credit,
        };
        // The lag credit is not charged.
        let quota = self.quota;
        *self = before.clone();
        let mut charged = self.used.min(used - credit);
        self.left += self.used - charged;
        for _ in self.used..used - credit {
            charged += u64::from(!self.is_starting() && self.delay == 0);
            self.tick();
        }
        let is_free = self.is_starting();
        self.quota = (quota - credit + 200).min(1_000);
        if !is_free {
            self.reward(charged);
        }
        self.moves += 1;
        self.next_stage();
        let given = self.given;
        self.begin_turn();
        let is_byoyomi = matches!(self.control, TimeControl::Byoyomi { .. });
        let is_staged = matches!(self.control, TimeControl::Stages { .. });
        Some(Ledger {
            left_ms: self.left,
            used_ms: used,
            lag_ms: credit,
            charged_ms: charged,
            added_ms: self.left + charged - given,
            periods_left: is_byoyomi.then_some(self.periods as u16),
            stage: is_staged.then_some(self.stage as u8 + 1),
            stage_moves: is_staged.then_some(self.moves_in_stage as u16),
        })
    }

    /// True if an earlier move would leave more time.
    fn gains_by(&self, before: &Model) -> bool {
        match self.control {
            _ if self.is_starting() => false,
            TimeControl::Correspondence { .. } => false,
            TimeControl::Byoyomi { periods, period_ms, .. } => {
                before.periods == periods || self.periods < before.periods || self.left >= period_ms
            }
            _ => true,
        }
    }

    fn reward(&mut self, charged: u64) {
        match self.control {
            TimeControl::Fischer { increment_ms, .. } => self.left += increment_ms,
            TimeControl::Delay { delay_ms, style: DelayStyle::Bronstein, .. } => {
                self.left += delay_ms.min(charged);
            }
            TimeControl::Byoyomi { period_ms, periods, .. } if self.periods < periods => {
                self.left = self.left.max(period_ms);
            }
            TimeControl::Stages { stages } => self.left += stages[self.stage].increment_ms,
            TimeControl::Correspondence { days, .. } => {
                self.left = u64::from(days) * 24 * 3_600_000;
            }
            _ => {}
        }
    }

    fn next_stage(&mut self) {
        let TimeControl::Stages { stages } = self.control else { return };
        self.moves_in_stage += 1;
        if stages[self.stage].moves == Some(self.moves_in_stage) {
            self.stage += 1;
            self.moves_in_stage = 0;
            self.left += stages[self.stage].ms;
        }
    }
}
