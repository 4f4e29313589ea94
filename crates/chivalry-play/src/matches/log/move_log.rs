//! The moves of a match, kept compactly: thousands of matches sit in memory.

use crate::clock::{Clock, SeatClock, TimeControl};
use chivalry_rules::{PerSeat, Seat};

/// Moves as played, each with what its seat's clock was after it.
#[derive(Clone, Debug, Default)]
pub struct MoveLog {
    text: String,
    plies: Vec<Ply>,
    /// Time added to clocks, in order.
    gifts: Vec<TimeGift>,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    end: u32,
    seat: Seat,
    left_ms: Option<u64>,
    clock: SeatClock,
}

/// Time that was added to a seat's clock after so many plies.
#[derive(Clone, Copy, Debug)]
struct TimeGift {
    plies: u32,
    seat: Seat,
    ms: u64,
}

/// A move of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove<'a> {
    /// The route as played, or `pass`.
    pub text: &'a str,
    /// What its seat had left after it, in milliseconds, when timed.
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

    /// Time was added to the clock of `seat`.
    pub(in crate::matches) fn add_time(&mut self, seat: Seat, ms: u64) {
        self.gifts.push(TimeGift { plies: self.plies.len() as u32, seat, ms });
    }

    /// Takes back all plies after the first `ply`, and gives the clocks that
    /// the next turn begins with: as they were, and with all the time that
    /// was added to them since.
    pub(in crate::matches) fn take_back(&mut self, ply: u32, control: TimeControl) -> Clock {
        self.plies.truncate(ply as usize);
        self.text.truncate(self.plies.last().map_or(0, |last| last.end as usize));
        for gift in &mut self.gifts {
            gift.plies = gift.plies.min(ply);
        }
        self.clock_with(ply, control, |gift| gift.plies <= ply)
    }

    /// How many plies were played, pass-turns included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether nobody has moved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The clocks between the turn of that ply and the next; before the first
    /// at 0.
    #[must_use]
    pub fn clock_after(&self, ply: u32, control: TimeControl) -> Clock {
        self.clock_with(ply, control, |gift| gift.plies < ply)
    }

    /// The clocks after that ply, and what of the gifts came after the last
    /// move of the seat that got them.
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
            seats[gift.seat] = seats[gift.seat].plus_ms(gift.ms);
        }
        Clock::between_turns(control, seats)
    }

    /// Plies before the last move of `seat`'s own; `None` when it has not
    /// moved. Pass-turns are no moves.
    pub(in crate::matches) fn ply_before_last_move(&self, seat: Seat) -> Option<u32> {
        let own = |(ply, played): (usize, PlayedMove<'_>)| {
            (self.plies[ply].seat == seat && played.text != PASS).then_some(ply as u32)
        };
        self.iter().enumerate().filter_map(own).last()
    }

    /// The moves in order.
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

/// A pass-turn as it is written.
const PASS: &str = "pass";
