//! Tests of takebacks and added time: clocks neither gain nor lose a millisecond.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::clocks::{every_kind, legal_move};
use super::offers::take_back;
use super::*;
use crate::clock::tests::model::Model;

#[test]
fn a_takeback_at_move_one_stops_no_flag() {
    for time in every_kind().into_iter().filter(TimeControl::is_timed) {
        for plies in [1, 2] {
            let mut test_match = TestMatch::seated("camette", time);
            test_match.play(1, "C2-B2").unwrap();
            if plies == 2 {
                test_match.now = Timestamp(5_000);
                test_match.play(2, "C6-B6").unwrap();
            }
            test_match.now = Timestamp(9_000);
            take_back(&mut test_match, 1, &[2]);
            let clock = *test_match.match_state.clock();
            assert_eq!((clock.running(), clock.is_first_turn()), (Some(Seat::FIRST), true));
            assert_eq!(clock.start_left_ms(test_match.now).is_some(), time.is_real_time());
            let zero = clock.flags_at().expect("a clock that runs");
            assert!(zero > test_match.now, "the turn begins anew");
            assert_eq!(test_match.match_state.decide_flag(Timestamp(zero.0 - 1)), []);
            let off = test_match.match_state.decide_flag(zero);
            assert_eq!(off, [ended(MatchResult::Aborted, Termination::Abort)], "{time:?}");

            // After the replayed moves, the clocks run from the second moves on.
            test_match.play(1, "C2-B2").unwrap();
            test_match.play(2, "C6-B6").unwrap();
            let zero = test_match.match_state.clock().flags_at().expect("a clock that runs");
            let flag = test_match.match_state.decide_flag(zero);
            assert_eq!(flag, [ended(MatchResult::Second, Termination::Time)], "{time:?}");
        }
    }
}

#[test]
fn a_correspondence_match_has_its_deadline_from_a_takeback_on() {
    let day = 86_400_000;
    let mut test_match = TestMatch::seated("camette", TimeControl::days(1));
    test_match.play(1, "C2-B2").unwrap();
    test_match.now = Timestamp(day - 1);
    take_back(&mut test_match, 1, &[2]);
    assert_eq!(test_match.match_state.deadline(), Some(Timestamp(2 * day - 1)));
}

#[test]
fn time_is_added_to_the_other_side_while_it_is_played_at_one_sitting() {
    let mut open = TestMatch::new("camette", BLITZ);
    assert_eq!(open.ask(1, Command::AddTime(1_000)).unwrap_err(), Refusal::NotBegun);
    for time in [TimeControl::Unlimited {}, TimeControl::days(1)] {
        let mut test_match = TestMatch::seated("camette", time);
        assert_eq!(test_match.ask(1, Command::AddTime(1_000)).unwrap_err(), Refusal::NotRealTime);
    }
    let mut test_match = TestMatch::seated("grand-cam", BLITZ);
    assert_eq!(test_match.ask(9, Command::AddTime(1_000)).unwrap_err(), Refusal::NotAPlayer);
    let events = test_match.ask(3, Command::AddTime(1_000)).unwrap();
    let added = |seat| Event::TimeAdded { seat, ms: 1_000 };
    assert_eq!(events, [added(Seat::SECOND), added(Seat::FOURTH)]);
    let left =
        Seat::ALL.map(|seat| test_match.match_state.clock().left_ms(seat, test_match.now).unwrap());
    assert_eq!(left, [10_000, 11_000, 10_000, 11_000]);
    test_match.ask(1, Command::Resign).unwrap();
    assert_eq!(test_match.ask(3, Command::AddTime(1_000)).unwrap_err(), Refusal::MatchOver);
}

#[test]
fn added_time_stays_when_moves_are_taken_back_and_earlier_clocks_stay_as_they_were() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    for (by, text) in [(1, "C2-B2"), (2, "C6-B6"), (1, "B2-C2"), (2, "B6-C6")] {
        test_match.now = test_match.now + Duration::from_millis(500);
        test_match.play(by, text).unwrap();
        test_match.ask(by, Command::AddTime(2_000)).unwrap();
    }
    let left = |clock: crate::clock::Clock, now| {
        [Seat::FIRST, Seat::SECOND].map(|seat| clock.left_ms(seat, now).unwrap())
    };
    let now = test_match.now;
    // Each seat got 4 s. The second moves cost 0.5 s and earned 1 s.
    assert_eq!(left(*test_match.match_state.clock(), now), [14_500, 14_500]);
    let after: Vec<_> =
        (0..=4).map(|ply| left(test_match.match_state.clock_after(ply), now)).collect();
    let expected =
        [[10_000, 10_000], [10_000, 10_000], [10_000, 12_000], [12_500, 12_000], [12_500, 14_500]];
    assert_eq!(after, expected);
    take_back(&mut test_match, 1, &[2]);
    assert_eq!(left(*test_match.match_state.clock(), now), [14_000, 14_000]);
    take_back(&mut test_match, 2, &[1]);
    assert_eq!(left(*test_match.match_state.clock(), now), [14_000, 14_000]);
    assert_eq!(left(test_match.match_state.clock_after(1), now), [10_000, 10_000]);
    take_back(&mut test_match, 1, &[2]);
    assert_eq!(left(*test_match.match_state.clock(), now), [14_000, 14_000]);
    let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    assert_eq!(folded.clock(), test_match.match_state.clock());
}

/// A match with models of its clocks: now, and at the start of each turn.
struct ModelledMatch {
    test_match: TestMatch,
    models: Vec<Model>,
    turn_began: Vec<Model>,
    move_base: Model,
    earlier: Vec<Vec<Model>>,
}

#[test]
fn clocks_of_random_matches_equal_the_model() {
    let mut rng = StdRng::seed_from_u64(1931);
    let (mut taken_back, mut flagged) = (0, 0);
    let kinds = every_kind().into_iter().filter(TimeControl::is_real_time);
    let kinds: Vec<TimeControl> = kinds.collect();
    for round in 0..150 {
        let variant = if round % 3 == 0 { "grand-cam" } else { "camette" };
        let time = kinds[round % kinds.len()];
        let test_match = TestMatch::seated(variant, time);
        let models = vec![Model::new(time); test_match.match_state.variant().seat_count()];
        let (turn_began, move_base) = (models.clone(), models[0].clone());
        let mut modelled =
            ModelledMatch { test_match, models, turn_began, move_base, earlier: Vec::new() };
        while modelled.test_match.match_state.status() == Status::Playing
            && modelled.test_match.log.len() < 70
        {
            taken_back += usize::from(modelled.random_step(&mut rng));
            modelled.compare();
        }
        flagged += usize::from(modelled.models.iter().any(|model| model.has_flagged));
        let folded =
            Match::fold(modelled.test_match.match_state.id(), modelled.test_match.log.clone())
                .unwrap();
        assert_eq!(folded.clock(), modelled.test_match.match_state.clock());
        assert_eq!(folded.game().position(), modelled.test_match.match_state.game().position());
    }
    assert!(taken_back > 100 && flagged > 10, "{taken_back} takebacks, {flagged} flags");
}

impl ModelledMatch {
    fn turn(&self) -> usize {
        self.test_match.match_state.game().position().turn().index()
    }

    /// Plays a random event after a random time. Returns true for a takeback.
    fn random_step(&mut self, rng: &mut StdRng) -> bool {
        for _ in 0..rng.random_range(0..2_000) {
            self.test_match.now = self.test_match.now + Duration::from_millis(1);
            let turn = self.turn();
            self.models[turn].tick();
            let flag = self.test_match.match_state.decide_flag(self.test_match.now);
            assert_eq!(!flag.is_empty(), self.models[turn].has_flagged);
            if !flag.is_empty() {
                self.test_match.record(flag, None);
                return false;
            }
        }
        let seats = self.models.len();
        match rng.random_range(0..10) {
            0 => {
                self.test_match.record(vec![Event::Paused], None);
                self.test_match.now = self.test_match.now + Duration::from_hours(60);
                let log = self.test_match.log.clone();
                self.test_match.match_state =
                    Match::fold(self.test_match.match_state.id(), log).unwrap();
                self.test_match.record(vec![Event::Resumed], None);
            }
            1 | 2 => self.add_time(rng.random_range(0..seats), rng.random_range(1..3_000)),
            3 | 4 => return self.take_back(rng.random_range(0..seats)),
            _ => self.make_move(rng),
        }
        false
    }

    fn add_time(&mut self, by: usize, ms: u64) {
        for event in self.test_match.ask(by as u128 + 1, Command::AddTime(ms)).unwrap() {
            let Event::TimeAdded { seat, ms } = event else { panic!("{event:?}") };
            let index = seat.index();
            for earlier in &mut self.earlier {
                earlier[index].add(ms);
            }
            self.turn_began[index].add(ms);
            if index == self.turn() {
                self.models[index].add_in_turn(ms, &mut self.move_base);
            } else {
                self.models[index].add(ms);
            }
        }
    }

    fn take_back(&mut self, by: usize) -> bool {
        let seats = self.models.len();
        let Some(ply) = (0..self.earlier.len()).rev().find(|ply| ply % seats == by) else {
            return false;
        };
        let enemies: Vec<u128> =
            (0..seats).filter(|seat| seat % 2 != by % 2).map(|seat| seat as u128 + 1).collect();
        let events = take_back(&mut self.test_match, by as u128 + 1, &enemies);
        assert_eq!(events.last(), Some(&Event::TookBack { ply: ply as u32 }));
        self.models.clone_from(&self.earlier[ply]);
        self.turn_began.clone_from(&self.earlier[ply]);
        self.earlier.truncate(ply);
        self.move_base = self.models[self.turn()].clone();
        true
    }

    fn make_move(&mut self, rng: &mut StdRng) {
        let (turn, lag) = (self.turn(), rng.random_range(0..700));
        let text = legal_move(&self.test_match, rng.random_range(0..1_000));
        let ply = self.test_match.match_state.game().plies() + 1;
        let lag_of_line = Duration::from_millis(lag);
        let command = Command::Move { ply, turn: text.parse().unwrap(), lag: lag_of_line };
        let events = self.test_match.ask(turn as u128 + 1, command).unwrap();
        let Event::Moved { ledger, .. } = &events[0] else { panic!("{events:?}") };
        assert_eq!(*ledger, self.models[turn].make_move(&self.move_base, lag));
        self.earlier.push(std::mem::replace(&mut self.turn_began, self.models.clone()));
        let passes = |event: &Event| matches!(event, Event::Moved { text, .. } if text == "pass");
        if events.iter().any(passes) {
            // Other tests cover passes.
            self.test_match.ask(1, Command::Resign).unwrap();
            return;
        }
        self.move_base = self.models[self.turn()].clone();
    }

    fn compare(&self) {
        let (clock, now) = (self.test_match.match_state.clock(), self.test_match.now);
        for (seat, model) in Seat::ALL.into_iter().zip(&self.models) {
            let reading = clock.reading(seat, now).expect("a clock that runs");
            let shown = (reading.left_ms, reading.periods_left.unwrap_or(0));
            assert_eq!(shown, (model.left, model.periods), "{:?}", self.test_match.log);
        }
    }
}
