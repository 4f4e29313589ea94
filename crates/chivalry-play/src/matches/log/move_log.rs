//! The moves of a match in compact form, for thousands of matches in memory.

use crate::clock::{Clock, SeatClock, TimeControl};
use chivalry_rules::{PerSeat, Seat};

/// The moves as played, each with its seat's clock after it.
#[derive(Clone, Debug, Default)]
pub struct MoveLog {
    text: String,
    plies: Vec<Ply>,
    /// The times added to clocks and taken from them, in order.
    gifts: Vec<TimeGift>,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    end: u32,
    seat: Seat,
    left_ms: Option<u64>,
    clock: SeatClock,
}

/// Time added to a seat's clock, or taken from it, after a number of plies.
#[derive(Clone, Copy, Debug)]
struct TimeGift {
    plies: u32,
    seat: Seat,
    ms: u64,
    is_taken: bool,
}

/// A move of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove<'a> {
    /// The route as played, or `pass`.
    pub text: &'a str,
    /// The time left to the seat after the move in milliseconds; `None` if untimed.
    pub left_ms: Option<u64>,
}

impl MoveLog {
    pub(in crate::matches) fn push(
        &mut self,
        text: &str,
        seat: Seat,
        clock: SeatClock,
        left_ms: Option<u64>,
    ) {
        self.text.push_str(text);
        self.plies.push(Ply { end: self.text.len() as u32, seat, left_ms, clock });
    }

    /// Records time added to the clock of `seat`.
    pub(in crate::matches) fn add_time(&mut self, seat: Seat, ms: u64) {
        self.gifts.push(TimeGift { plies: self.plies.len() as u32, seat, ms, is_taken: false });
    }

    /// Records time taken from the clock of `seat`.
    pub(in crate::matches) fn take_time(&mut self, seat: Seat, ms: u64) {
        self.gifts.push(TimeGift { plies: self.plies.len() as u32, seat, ms, is_taken: true });
    }

    /// Removes all plies after the first `ply` and returns the clocks for the next turn. Time
    /// added since then is kept.
    pub(in crate::matches) fn take_back(&mut self, ply: u32, control: TimeControl) -> Clock {
        self.plies.truncate(ply as usize);
        self.text.truncate(self.plies.last().map_or(0, |last| last.end as usize));
        for gift in &mut self.gifts {
            gift.plies = gift.plies.min(ply);
        }
        self.clock_with(ply, control, |gift| gift.plies <= ply)
    }

    /// Returns the number of plies, including pass-turns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// True if no ply has been played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Returns the clocks after that ply and before the next turn. Ply 0 is the start.
    #[must_use]
    pub fn clock_after(&self, ply: u32, control: TimeControl) -> Clock {
        self.clock_with(ply, control, |gift| gift.plies < ply)
    }

    /// Returns the clocks after that ply, with the added times for which `counts` holds. Times
    /// added before a seat's last move are part of its clock already.
    fn clock_with(
        &self,
        ply: u32,
        control: TimeControl,
        counts: impl Fn(&TimeGift) -> bool,
    ) -> Clock {
        let full = Clock::new(control);
        let mut seats: PerSeat<SeatClock> = PerSeat::from_fn(|seat| full.seat(seat));
        let mut last: PerSeat<u32> = PerSeat::default();
        for (number, ply) in (1..).zip(self.plies.iter().take(ply as usize)) {
            seats[ply.seat] = ply.clock;
            last[ply.seat] = number;
        }
        for gift in self.gifts.iter().filter(|gift| gift.plies >= last[gift.seat] && counts(gift)) {
            seats[gift.seat] = match gift.is_taken {
                true => seats[gift.seat].less_ms(gift.ms),
                false => seats[gift.seat].plus_ms(gift.ms),
            };
        }
        Clock::between_turns(control, seats)
    }

    /// Returns the number of plies before the last move of `seat`, or `None` if it has not
    /// moved. Pass-turns are not moves.
    pub(in crate::matches) fn ply_before_last_move(&self, seat: Seat) -> Option<u32> {
        let own = |(ply, played): (usize, PlayedMove<'_>)| {
            (self.plies[ply].seat == seat && played.text != PASS).then_some(ply as u32)
        };
        self.iter().enumerate().filter_map(own).last()
    }

    /// Returns the moves in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = PlayedMove<'_>> {
        let mut start = 0;
        self.plies.iter().map(move |ply| {
            let end = ply.end as usize;
            let text = &self.text[start..end];
            start = end;
            PlayedMove { text, left_ms: ply.left_ms }
        })
    }
}

/// The text of a pass-turn.
const PASS: &str = "pass";
