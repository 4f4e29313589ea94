//! Vacations and rest hours against a model that counts single minutes.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::clock::{Clock, RestHours, TimeControl, Timestamp, Weekday, Weekdays};
use chivalry_rules::Seat;

const MINUTE: i64 = 60_000;

/// A whole minute in November 2026, a Thursday.
const START: i64 = 29_928_000 * MINUTE;

/// The clocks of two seats, counted minute by minute.
struct MinuteModel {
    days: u32,
    rest: Option<RestHours>,
    to_move: usize,
    left_ms: [i64; 2],
    away_until: [i64; 2],
}

impl MinuteModel {
    /// True if the clock of the seat to move runs in the minute that begins at `at`.
    fn runs(&self, at: i64) -> bool {
        at >= self.away_until[self.to_move] && !self.rest.is_some_and(|rest| rests(&rest, at))
    }

    /// Counts the minute that begins at `at`.
    fn tick(&mut self, at: i64) {
        if self.runs(at) {
            self.left_ms[self.to_move] = (self.left_ms[self.to_move] - MINUTE).max(0);
        }
    }

    fn make_move(&mut self) {
        self.left_ms[self.to_move] = i64::from(self.days) * 24 * 60 * MINUTE;
        self.to_move = 1 - self.to_move;
    }
}

fn rests(rest: &RestHours, at: i64) -> bool {
    let minutes = at / MINUTE + i64::from(rest.utc_offset_min);
    let (day, minute) = (minutes / (24 * 60), (minutes % (24 * 60)) as u16);
    // The epoch was a Thursday.
    let weekday = Weekday::ALL[((day + 3) % 7) as usize];
    let is_night = match rest.from_min <= rest.until_min {
        true => (rest.from_min..rest.until_min).contains(&minute),
        false => minute >= rest.from_min || minute < rest.until_min,
    };
    is_night || Vec::from(rest.days_off).contains(&weekday)
}

fn random_rest(rng: &mut StdRng) -> Option<RestHours> {
    let days: Vec<Weekday> =
        Weekday::ALL.into_iter().filter(|_| rng.random_range(0..3) == 0).take(5).collect();
    let from_min = rng.random_range(0..1_440);
    let rest = RestHours {
        utc_offset_min: rng.random_range(-840..=840),
        days_off: Weekdays::from(days),
        from_min,
        until_min: (from_min + rng.random_range(0..=960)) % 1_440,
    };
    let control = TimeControl::Correspondence { days: 1, vacation: true, rest: Some(rest) };
    (rng.random_range(0..4) > 0 && control.validated().is_ok()).then_some(rest)
}

#[test]
fn vacations_and_rest_hours_take_no_time_and_give_none() {
    let (mut flags, mut vacations, mut moves) = (0, 0, 0);
    for seed in 0..120 {
        let mut rng = StdRng::seed_from_u64(seed);
        let (days, rest) = (rng.random_range(1..=2), random_rest(&mut rng));
        let control = TimeControl::Correspondence { days, vacation: true, rest };
        let full_ms = i64::from(days) * 24 * 60 * MINUTE;
        let mut model =
            MinuteModel { days, rest, to_move: 0, left_ms: [full_ms; 2], away_until: [0; 2] };
        let mut clock = Clock::new(control.validated().unwrap());
        clock.begin_turn(Seat::FIRST, Timestamp(START));
        // The end of the running clock as it was computed at the last event.
        let mut flags_at = clock.flags_at().unwrap();
        for minute in 0..20 * 24 * 60 {
            let now = START + minute * MINUTE;
            let seat = Seat::ALL[model.to_move];
            if model.left_ms[model.to_move] == 0 {
                assert_eq!(flags_at, Timestamp(now), "seed {seed}: {control:?}");
                assert!(clock.has_flagged(Timestamp(now)));
                assert!(!clock.has_flagged(Timestamp(now - 1)));
                flags += 1;
                break;
            }
            match rng.random_range(0..2_000) {
                0 => {
                    let ledger = clock.ledger(Timestamp(now), Duration::ZERO).unwrap();
                    let left_ms = model.left_ms[model.to_move];
                    assert_eq!(ledger.used_ms, ledger.charged_ms);
                    assert_eq!(full_ms - ledger.used_ms as i64, left_ms, "seed {seed}");
                    model.make_move();
                    clock.apply_ledger(seat, &ledger);
                    clock.begin_turn(Seat::ALL[model.to_move], Timestamp(now));
                    moves += 1;
                }
                1 => {
                    let (away, length) = (rng.random_range(0..2), rng.random_range(0..9_000));
                    model.away_until[away] = now + length * MINUTE;
                    clock.set_vacation(
                        Seat::ALL[away],
                        Timestamp(model.away_until[away]),
                        Timestamp(now),
                    );
                    vacations += 1;
                }
                2 => {
                    // A restart of the server in a paused match.
                    clock.pause(Timestamp(now));
                    clock.resume(Timestamp(now));
                }
                _ => {}
            }
            flags_at = clock.flags_at().unwrap();
            for (index, left_ms) in model.left_ms.into_iter().enumerate() {
                let shown = clock.left_ms(Seat::ALL[index], Timestamp(now)).unwrap();
                assert_eq!(shown as i64, left_ms, "seed {seed}, minute {minute}: {control:?}");
            }
            let runs = model.runs(now);
            let rests_until = clock.rests_until(Timestamp(now));
            assert_eq!(rests_until.is_none(), runs, "seed {seed}, minute {minute}: {control:?}");
            if let Some(until) = rests_until {
                assert!(!model.runs(until.0 - MINUTE) && model.runs(until.0), "seed {seed}");
            }
            let within = rng.random_range(0..MINUTE);
            let shown = clock.left_ms(Seat::ALL[model.to_move], Timestamp(now + within)).unwrap();
            let passed = if runs { within } else { 0 };
            assert_eq!(shown as i64, model.left_ms[model.to_move] - passed, "seed {seed}");
            model.tick(now);
        }
    }
    assert!(flags > 40, "only {flags} of the clocks flagged");
    assert!(vacations > 300, "only {vacations} vacations");
    assert!(moves > 300, "only {moves} moves");
}

#[test]
fn a_flag_never_falls_into_a_rest() {
    // Friday 20:00 to Monday 08:00 in Brasília is rest.
    let rest = RestHours {
        utc_offset_min: -180,
        days_off: Weekdays::from(vec![Weekday::Saturday, Weekday::Sunday]),
        from_min: 20 * 60,
        until_min: 8 * 60,
    };
    let control = TimeControl::Correspondence { days: 1, vacation: false, rest: Some(rest) };
    let mut clock = Clock::new(control);
    // Friday 2026-11-27 19:00 in Brasília.
    let friday = Timestamp(1_795_816_800_000);
    clock.begin_turn(Seat::FIRST, friday);
    let hours = |hours: i64| Timestamp(friday.0 + hours * 60 * MINUTE);
    assert_eq!(clock.rests_until(friday), None);
    assert_eq!(clock.rests_until(hours(1)), Some(hours(61)), "Monday at eight");
    assert_eq!(clock.left_ms(Seat::FIRST, hours(61)), Some(23 * 60 * 60_000));
    // One hour on Friday, twelve on Monday, and eleven on Tuesday.
    assert_eq!(clock.flags_at(), Some(hours(61 + 24 + 11)));
    clock.set_vacation(Seat::FIRST, hours(40), hours(2));
    assert_eq!(clock.rests_until(hours(3)), Some(hours(61)), "a weekend at the end of a vacation");
    assert_eq!(clock.flags_at(), Some(hours(61 + 24 + 11)), "a weekend is no vacation");
    clock.set_vacation(Seat::FIRST, hours(85), hours(40));
    assert_eq!(clock.flags_at(), Some(hours(85 + 24 + 11)), "Monday was away");
    assert_eq!(clock.away_until(Seat::FIRST, hours(84)), Some(hours(85)));
    assert_eq!(clock.away_until(Seat::FIRST, hours(85)), None);
}
