//! Takebacks: the match returns to an earlier ply.

use crate::clock::{Clock, Timestamp};
use chivalry_rules::{PerSeat, Seat};

use super::apply::LogError;
use super::state::{Match, SeatExit};

impl Match {
    /// Returns to the state after `ply` plies. The turn begins again at `at`.
    pub(in crate::matches) fn take_back(
        &mut self,
        ply: u32,
        at: Timestamp,
    ) -> Result<(), LogError> {
        if ply >= self.game.plies() {
            return Err(self.log_error("only plies that were played are taken back"));
        }
        let earlier = self.moves.take_back(ply, self.time());
        // Seats that are out stay out, with their clocks unchanged.
        let seats = PerSeat::from_fn(|seat| match self.seats_out[seat] {
            Some(_) => self.clock.seat(seat),
            None => earlier.seat(seat),
        });
        let clock = Clock::between_turns(self.time(), seats).with_vacations_of(&self.clock);
        self.clock = self.with_start_timer(clock);
        for seat in Seat::ALL {
            self.seats_out[seat] =
                self.seats_out[seat].map(|exit| SeatExit { ply: exit.ply.min(ply), ..exit });
        }
        self.game = self.start_position().game().clone();
        let texts: Vec<String> = self.moves.iter().map(|played| played.text.to_owned()).collect();
        for (ply, text) in (0..).zip(texts) {
            self.apply_seats_out(ply);
            self.play_text(&text)?;
        }
        self.apply_seats_out(ply);
        self.offers.clear();
        self.begin_turn(at);
        Ok(())
    }

    /// Removes the seats from the game that were out after `ply` plies.
    fn apply_seats_out(&mut self, ply: u32) {
        for seat in Seat::ALL {
            if self.seats_out[seat].is_some_and(|exit| exit.ply == ply) {
                self.game.withdraw(seat);
            }
        }
    }
}
