//! Random moves, pauses, restarts, takebacks and added times: the clock and the model agree on
//! every millisecond.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::model::Model;
use crate::clock::{Clock, DelayStyle, Ledger, SeatClock, Stage, Stages, TimeControl, Timestamp};
use chivalry_rules::{PerSeat, Seat};

/// A clock event of a match's log.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Began,
    Moved(Seat, Option<Ledger>),
    Paused,
    Resumed,
    TookBack(usize),
    Added(Seat, u64),
}

/// A clock, its log, and a model of each seat.
struct TestClock {
    control: TimeControl,
    seat_count: usize,
    now: Timestamp,
    clock: Clock,
    log: Vec<(Timestamp, Entry)>,
    models: Vec<Model>,
    /// The models at the start of the turn.
    turn_began: Vec<Model>,
    /// The model from which the next move is computed.
    move_base: Model,
    /// The models at the start of each earlier ply.
    earlier: Vec<Vec<Model>>,
    is_paused: bool,
}

#[test]
fn no_clock_ever_gives_or_eats_a_millisecond() {
    let mut flags = 0;
    let mut rng = StdRng::seed_from_u64(1887);
    for round in 0..1_200 {
        let control = random_control(&mut rng);
        let seat_count = if round % 3 == 0 { 4 } else { 2 };
        let mut test_clock = TestClock::new(control, seat_count);
        while test_clock.log.len() < 60 && !test_clock.step(&mut rng) {}
        flags += usize::from(test_clock.clock.has_flagged(test_clock.now));
    }
    assert!(flags > 100, "only {flags} of the clocks flagged");
}

fn random_control(rng: &mut StdRng) -> TimeControl {
    let mut ms = |least: u64, most: u64| rng.random_range(least..=most);
    match ms(0, 11) {
        0 => TimeControl::Unlimited {},
        1 => TimeControl::days(1),
        2..=4 => TimeControl::Fischer { initial_ms: ms(0, 400), increment_ms: ms(1, 40) },
        5 => TimeControl::Delay {
            initial_ms: ms(0, 400),
            delay_ms: ms(1, 40),
            style: DelayStyle::Simple,
        },
        6 => TimeControl::Delay {
            initial_ms: ms(0, 400),
            delay_ms: ms(1, 40),
            style: DelayStyle::Bronstein,
        },
        7..=9 => TimeControl::Byoyomi {
            initial_ms: ms(0, 100),
            period_ms: ms(1, 60),
            periods: ms(1, 6) as u32,
        },
        _ => {
            let stages = [
                Stage { moves: Some(ms(1, 4) as u32), ms: ms(1, 200), increment_ms: ms(0, 9) },
                Stage { moves: Some(ms(1, 3) as u32), ms: ms(1, 100), increment_ms: ms(0, 9) },
                Stage { moves: None, ms: ms(1, 100), increment_ms: ms(0, 30) },
            ];
            TimeControl::Stages { stages: Stages::new(&stages).unwrap() }
        }
    }
}

impl TestClock {
    fn new(control: TimeControl, seat_count: usize) -> TestClock {
        let mut clock = Clock::new(control.validated().unwrap());
        let now = Timestamp(1_000_000);
        clock.begin_turn(Seat::FIRST, now);
        TestClock {
            control,
            seat_count,
            now,
            clock,
            log: vec![(now, Entry::Began)],
            models: vec![Model::new(control); seat_count],
            turn_began: vec![Model::new(control); seat_count],
            move_base: Model::new(control),
            earlier: Vec::new(),
            is_paused: false,
        }
    }

    fn seat_at(&self, ply: usize) -> Seat {
        Seat::ALL[ply % self.seat_count]
    }

    fn to_move(&self) -> Seat {
        self.seat_at(self.earlier.len())
    }

    /// Plays a random event. Returns true if the clock flagged.
    fn step(&mut self, rng: &mut StdRng) -> bool {
        match rng.random_range(0..10) {
            0 => self.pause_or_resume(),
            1 => self.restart(),
            2 if !self.earlier.is_empty() && !self.is_paused => {
                let plies = rng.random_range(0..self.earlier.len());
                self.take_back(plies);
            }
            3 if self.control.is_real_time() => {
                self.add(Seat::ALL[rng.random_range(0..self.seat_count)], rng.random_range(1..90));
            }
            _ => {
                self.wait(rng);
                if self.clock.has_flagged(self.now) {
                    return true;
                }
                if !self.is_paused {
                    self.make_move(rng.random_range(0..60));
                }
            }
        }
        self.compare();
        false
    }

    fn wait(&mut self, rng: &mut StdRng) {
        let seat = self.to_move();
        let ms = match self.clock.flags_at() {
            // Often waits until the last millisecond, and sometimes until zero.
            Some(flag) if rng.random_range(0..40) == 0 && flag.0 - self.now.0 < 20_000 => {
                flag.0 - self.now.0 - i64::from(rng.random_range(0..3_u8) > 0)
            }
            _ => rng.random_range(0..50),
        };
        for _ in 0..ms.max(0) {
            self.now.0 += 1;
            if !self.is_paused {
                self.models[seat.index()].tick();
            }
            if self.models[seat.index()].has_flagged {
                break;
            }
        }
        self.compare();
    }

    fn make_move(&mut self, lag: u64) {
        let seat = self.to_move();
        let ledger = self.clock.ledger(self.now, Duration::from_millis(lag));
        let modelled = self.models[seat.index()].make_move(&self.move_base, lag);
        self.earlier.push(std::mem::replace(&mut self.turn_began, self.models.clone()));
        self.move_base = self.models[self.to_move().index()].clone();
        assert_eq!(ledger, modelled, "{:?} after {:?}", self.control, self.log);
        self.note(Entry::Moved(seat, ledger));
    }

    fn pause_or_resume(&mut self) {
        self.is_paused = !self.is_paused;
        self.note(if self.is_paused { Entry::Paused } else { Entry::Resumed });
    }

    /// Restarts the server after three days.
    fn restart(&mut self) {
        if !self.is_paused {
            self.note(Entry::Paused);
        }
        self.now.0 += 3 * 86_400_000;
        self.clock = self.folded();
        self.is_paused = false;
        self.note(Entry::Resumed);
    }

    /// Adds time, which stays added after a takeback.
    fn add(&mut self, seat: Seat, ms: u64) {
        let index = seat.index();
        for earlier in &mut self.earlier {
            earlier[index].add(ms);
        }
        self.turn_began[index].add(ms);
        if seat == self.to_move() {
            self.models[index].add_in_turn(ms, &mut self.move_base);
        } else {
            self.models[index].add(ms);
        }
        self.note(Entry::Added(seat, ms));
    }

    fn take_back(&mut self, plies: usize) {
        self.models.clone_from(&self.earlier[plies]);
        self.turn_began.clone_from(&self.earlier[plies]);
        self.earlier.truncate(plies);
        self.move_base = self.models[self.to_move().index()].clone();
        self.note(Entry::TookBack(plies));
    }

    fn note(&mut self, entry: Entry) {
        self.log.push((self.now, entry));
        let seat_count = self.seat_count;
        apply(&mut self.clock, &self.log, self.log.len() - 1, seat_count);
        assert_eq!(self.clock, self.folded(), "a fold of the log is the clock");
    }

    fn folded(&self) -> Clock {
        let mut clock = Clock::new(self.control);
        for index in 0..self.log.len() {
            apply(&mut clock, &self.log, index, self.seat_count);
        }
        clock
    }

    fn compare(&self) {
        let seat = self.to_move();
        for (index, model) in self.models.iter().enumerate() {
            let Some(reading) = self.clock.reading(Seat::ALL[index], self.now) else { continue };
            let story = || format!("{:?} after {:?}", self.control, self.log);
            assert_eq!(reading.left_ms, model.left, "{}", story());
            assert_eq!(reading.periods_left.unwrap_or(0), model.periods, "{}", story());
            assert_eq!(reading.stage.unwrap_or(1) as usize, model.stage + 1, "{}", story());
        }
        let has_flagged = self.clock.has_flagged(self.now);
        assert_eq!(has_flagged, self.models[seat.index()].has_flagged, "{:?}", self.control);
        let others = self.models.iter().enumerate().filter(|(index, _)| *index != seat.index());
        assert!(others.into_iter().all(|(_, model)| !model.has_flagged));
        assert_eq!(self.clock.running(), (!self.is_paused).then_some(seat));
    }
}

/// Applies an entry as a match does.
fn apply(clock: &mut Clock, log: &[(Timestamp, Entry)], index: usize, seat_count: usize) {
    let (at, entry) = log[index];
    let mut plies = Vec::new();
    for (number, (_, entry)) in log[..=index].iter().enumerate() {
        match entry {
            Entry::Moved(seat, ledger) => plies.push((number, *seat, *ledger)),
            Entry::TookBack(kept) => plies.truncate(*kept),
            _ => {}
        }
    }
    let next = Seat::ALL[plies.len() % seat_count];
    match entry {
        Entry::Began => clock.begin_turn(next, at),
        Entry::Moved(seat, Some(ledger)) => {
            clock.apply_ledger(seat, &ledger);
            clock.begin_turn(next, at);
        }
        Entry::Moved(seat, None) => {
            clock.pass(seat);
            clock.begin_turn(next, at);
        }
        Entry::Paused => clock.pause(at),
        Entry::Resumed => clock.resume(at),
        Entry::Added(seat, ms) => clock.add(seat, ms, at),
        Entry::TookBack(_) => {
            let mut earlier = Clock::new(clock.control());
            let mut last: PerSeat<usize> = PerSeat::default();
            for (number, seat, ledger) in plies {
                match ledger {
                    Some(ledger) => earlier.apply_ledger(seat, &ledger),
                    None => earlier.pass(seat),
                }
                last[seat] = number;
            }
            let mut seats: PerSeat<SeatClock> = PerSeat::from_fn(|seat| earlier.seat(seat));
            for (number, (_, entry)) in log[..index].iter().enumerate() {
                if let Entry::Added(seat, ms) = *entry
                    && number > last[seat]
                {
                    seats[seat] = seats[seat].plus_ms(ms);
                }
            }
            *clock = Clock::between_turns(clock.control(), seats);
            clock.begin_turn(next, at);
        }
    }
}
