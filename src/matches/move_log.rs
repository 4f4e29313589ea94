//! The moves of a match, kept compactly: thousands of matches sit in memory.

use crate::clock::{Clock, SeatClock, TimeControl};
use crate::rules::{PerSeat, Seat};

/// Moves as played, each with what its seat's clock was after it.
#[derive(Clone, Debug, Default)]
pub struct MoveLog {
    text: String,
    plies: Vec<Ply>,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    end: u32,
    seat: Seat,
    left_ms: Option<u64>,
    clock: SeatClock,
}

/// A move of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<'a> {
    /// The route as played, or `pass`.
    pub text: &'a str,
    /// What its seat had left after it, in milliseconds, when timed.
    pub left_ms: Option<u64>,
}

impl MoveLog {
    pub(super) fn push(&mut self, text: &str, seat: Seat, clock: SeatClock, left_ms: Option<u64>) {
        self.text.push_str(text);
        self.plies.push(Ply { end: self.text.len() as u32, seat, left_ms, clock });
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
        let full = Clock::new(control);
        let mut seats: PerSeat<SeatClock> = PerSeat::from_fn(|seat| full.seat(seat));
        for ply in self.plies.iter().take(ply as usize) {
            seats[ply.seat] = ply.clock;
        }
        Clock::between_turns(control, seats)
    }

    /// The moves in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Played<'_>> {
        let mut start = 0;
        self.plies.iter().map(move |ply| {
            let end = ply.end as usize;
            let text = &self.text[start..end];
            start = end;
            Played { text, left_ms: ply.left_ms }
        })
    }
}
