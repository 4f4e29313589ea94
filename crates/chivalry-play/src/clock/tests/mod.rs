//! Tests of each kind of clock by example, and against a model that counts milliseconds.

mod against_the_model;
pub(crate) mod model;
mod rest;

use std::time::Duration;

use super::*;
use chivalry_rules::Seat;

const FISCHER: TimeControl = TimeControl::Fischer { initial_ms: 1_000, increment_ms: 300 };
const BYOYOMI: TimeControl = TimeControl::Byoyomi { initial_ms: 1_000, period_ms: 300, periods: 3 };
const NO_LAG: Duration = Duration::ZERO;

const fn delay(style: DelayStyle) -> TimeControl {
    TimeControl::Delay { initial_ms: 1_000, delay_ms: 200, style }
}

/// Returns clocks after each seat's first turn. The first seat's turn begins at 0.
fn second_turns(control: TimeControl) -> Clock {
    let mut clock = Clock::new(control);
    Seat::ALL.into_iter().for_each(|seat| clock.pass(seat));
    clock.begin_turn(Seat::FIRST, Timestamp(0));
    clock
}

/// Plays a move of the first seat at `at` and begins its next turn.
fn play(clock: &mut Clock, at: i64, lag: u64) -> Ledger {
    let ledger = clock.ledger(Timestamp(at), Duration::from_millis(lag)).unwrap();
    clock.apply_ledger(Seat::FIRST, &ledger);
    clock.begin_turn(Seat::FIRST, Timestamp(at));
    ledger
}

fn shown(clock: &Clock, at: i64) -> (u64, Option<u32>) {
    let reading = clock.reading(Seat::FIRST, Timestamp(at)).unwrap();
    (reading.left_ms, reading.periods_left)
}

#[test]
fn a_clock_flags_at_exactly_zero_and_only_the_seat_to_move() {
    let controls = [
        (FISCHER, 1_000),
        (delay(DelayStyle::Simple), 1_200),
        (delay(DelayStyle::Bronstein), 1_000),
        (BYOYOMI, 1_900),
        (TimeControl::days(1), 86_400_000),
    ];
    for (control, zero) in controls {
        let clock = second_turns(control);
        assert_eq!(clock.flags_at(), Some(Timestamp(zero)), "{control:?}");
        assert!(!clock.has_flagged(Timestamp(zero - 1)));
        assert!(clock.has_flagged(Timestamp(zero)));
        assert_eq!(shown(&clock, zero - 1).0, 1, "{control:?}");
        assert_eq!(shown(&clock, zero).0, 0, "{control:?}");
        for seat in &Seat::ALL[1..] {
            let full = Clock::new(control).left_ms(*seat, Timestamp(0));
            assert_eq!(clock.left_ms(*seat, Timestamp(zero * 2)), full, "nobody else's runs");
        }
        assert_eq!(clock.running(), Some(Seat::FIRST));
    }
}

#[test]
fn no_clock_never_flags() {
    let clock = second_turns(TimeControl::Unlimited {});
    assert_eq!((clock.flags_at(), clock.ledger(Timestamp(9), NO_LAG)), (None, None));
    assert_eq!(clock.reading(Seat::FIRST, Timestamp(9)), None);
}

#[test]
fn an_increment_is_added_to_what_a_move_leaves() {
    let mut clock = second_turns(FISCHER);
    let ledger = play(&mut clock, 250, 0);
    assert_eq!((ledger.used_ms, ledger.charged_ms, ledger.added_ms), (250, 250, 300));
    assert_eq!(ledger.left_ms, 1_050);
    let each_move = TimeControl::Fischer { initial_ms: 0, increment_ms: 300 };
    assert_eq!(second_turns(each_move).flags_at(), Some(Timestamp(300)));
}

#[test]
fn a_simple_delay_waits_before_the_clock_runs() {
    let mut clock = second_turns(delay(DelayStyle::Simple));
    assert_eq!((shown(&clock, 200).0, shown(&clock, 201).0), (1_000, 999));
    assert_eq!(clock.delay_left_ms(Timestamp(150)), Some(50));
    assert_eq!(play(&mut clock, 150, 0).left_ms, 1_000, "nothing is given beyond the delay");
    let ledger = play(&mut clock, 150 + 450, 0);
    assert_eq!((ledger.charged_ms, ledger.added_ms, ledger.left_ms), (250, 0, 750));
}

#[test]
fn bronstein_gives_back_what_was_used_up_to_the_delay() {
    let mut clock = second_turns(delay(DelayStyle::Bronstein));
    assert_eq!((shown(&clock, 150).0, clock.delay_left_ms(Timestamp(150))), (850, None));
    let ledger = play(&mut clock, 150, 0);
    assert_eq!((ledger.charged_ms, ledger.added_ms, ledger.left_ms), (150, 150, 1_000));
    let ledger = play(&mut clock, 150 + 450, 0);
    assert_eq!((ledger.charged_ms, ledger.added_ms, ledger.left_ms), (450, 200, 750));
}

#[test]
fn byoyomi_is_whole_again_after_each_move_and_an_overrun_period_is_lost() {
    let mut clock = second_turns(BYOYOMI);
    assert_eq!(shown(&clock, 999), (1, Some(3)));
    assert_eq!(shown(&clock, 1_000), (300, Some(2)), "at zero the next period begins");
    let ledger = play(&mut clock, 1_299, 0);
    assert_eq!((ledger.left_ms, ledger.periods_left), (300, Some(2)));
    for move_number in 1..=50 {
        let begins = 1_299 + 299 * (move_number - 1);
        let ledger = play(&mut clock, begins + 299, 0);
        assert_eq!((ledger.left_ms, ledger.periods_left), (300, Some(2)), "whole again");
        assert_eq!((ledger.charged_ms, ledger.added_ms), (299, 299));
    }
    let begins = 1_299 + 299 * 50;
    assert_eq!(shown(&clock, begins + 299), (1, Some(2)));
    assert_eq!(shown(&clock, begins + 300), (300, Some(1)));
    let ledger = play(&mut clock, begins + 301, 0);
    assert_eq!((ledger.left_ms, ledger.periods_left), (300, Some(1)), "one is lost");
    assert_eq!(clock.flags_at(), Some(Timestamp(begins + 301 + 600)));
    let without_budget = TimeControl::Byoyomi { initial_ms: 0, period_ms: 300, periods: 1 };
    assert_eq!(second_turns(without_budget).flags_at(), Some(Timestamp(300)));
}

#[test]
fn stages_carry_over_and_the_last_goes_on() {
    let stages = Stages::new(&[
        Stage { moves: Some(3), ms: 1_000, increment_ms: 0 },
        Stage { moves: Some(1), ms: 500, increment_ms: 10 },
        Stage { moves: None, ms: 100, increment_ms: 20 },
    ]);
    let mut clock = Clock::new(TimeControl::Stages { stages: stages.unwrap() });
    clock.begin_turn(Seat::FIRST, Timestamp(0));
    let first = play(&mut clock, 70, 0);
    assert_eq!((first.left_ms, first.stage, first.stage_moves), (1_000, Some(1), Some(1)));
    let second = play(&mut clock, 170, 0);
    assert_eq!((second.left_ms, second.stage, second.stage_moves), (900, Some(1), Some(2)));
    let third = play(&mut clock, 270, 0);
    assert_eq!((third.left_ms, third.stage, third.stage_moves), (1_300, Some(2), Some(0)));
    assert_eq!((third.charged_ms, third.added_ms), (100, 500));
    let fourth = play(&mut clock, 370, 0);
    assert_eq!((fourth.left_ms, fourth.stage, fourth.added_ms), (1_310, Some(3), 110));
    for _ in 0..1_100 {
        let ledger = play(&mut clock, 370, 0);
        assert_eq!((ledger.stage, ledger.added_ms), (Some(3), 20));
    }
}

#[test]
fn days_are_whole_again_at_each_move() {
    let mut clock = Clock::new(TimeControl::days(2));
    clock.begin_turn(Seat::FIRST, Timestamp(0));
    assert_eq!((clock.start_left_ms(Timestamp(0)), clock.is_first_turn()), (None, true));
    let ledger = play(&mut clock, 100_000_000, 400);
    assert_eq!((ledger.left_ms, ledger.charged_ms), (172_800_000, 100_000_000));
    assert_eq!((ledger.lag_ms, ledger.added_ms), (0, 100_000_000));
}

#[test]
fn the_first_move_has_a_timer_of_its_own() {
    for control in [FISCHER, delay(DelayStyle::Simple), delay(DelayStyle::Bronstein), BYOYOMI] {
        let mut clock = Clock::new(control);
        clock.begin_turn(Seat::FIRST, Timestamp(0));
        assert_eq!(clock.start_left_ms(Timestamp(4_000)), Some(11_000), "bullet has 15 s");
        assert_eq!(clock.delay_left_ms(Timestamp(0)), None);
        assert_eq!(clock.flags_at(), Some(Timestamp(15_000)));
        assert_eq!(shown(&clock, 14_999).0, 1_000, "the clock stands still");
        let ledger = play(&mut clock, 14_999, 100);
        assert_eq!((ledger.used_ms, ledger.charged_ms, ledger.added_ms), (14_999, 0, 0));
        assert_eq!((ledger.left_ms, ledger.lag_ms), (1_000, 0));
        assert_eq!((clock.start_left_ms(Timestamp(14_999)), clock.is_first_turn()), (None, false));
    }
}

#[test]
fn lag_is_credited_from_a_quota_that_refills_slowly() {
    let mut clock = second_turns(TimeControl::Fischer { initial_ms: 100_000, increment_ms: 0 });
    let mut at = 0;
    let mut credits = Vec::new();
    for _ in 0..5 {
        at += 1_000;
        let ledger = play(&mut clock, at, 450);
        assert_eq!(ledger.charged_ms, 1_000 - ledger.lag_ms);
        credits.push(ledger.lag_ms);
    }
    assert_eq!(credits, [450, 450, 450, 250, 200]);
    assert_eq!(play(&mut clock, at, 450).lag_ms, 0, "never more than the turn had");
    for _ in 0..50 {
        at += 1_000;
        assert_eq!(play(&mut clock, at, 20).lag_ms, 20, "never more than was measured");
    }
    at += 9_000;
    assert_eq!(play(&mut clock, at, 9_000).lag_ms, 500, "never more than the limit");
}

#[test]
fn lag_is_not_spent_where_nothing_is_charged() {
    for (control, used) in [
        (delay(DelayStyle::Simple), 200),
        (delay(DelayStyle::Bronstein), 200),
        (TimeControl::Byoyomi { initial_ms: 0, period_ms: 300, periods: 2 }, 299),
    ] {
        assert_eq!(play(&mut second_turns(control), used, 100).lag_ms, 0, "{control:?}");
        assert!(play(&mut second_turns(control), used + 50, 100).lag_ms >= 50, "{control:?}");
    }
    let mut clock = second_turns(BYOYOMI);
    let saved = play(&mut clock, 1_340, 100);
    assert_eq!((saved.lag_ms, saved.periods_left), (100, Some(2)), "the second was not overrun");
}

#[test]
fn time_can_be_added_to_any_clock_at_any_moment() {
    for control in [FISCHER, delay(DelayStyle::Simple), delay(DelayStyle::Bronstein), BYOYOMI] {
        for at in [0, 1, 250, 999] {
            let without = second_turns(control);
            let mut with = without;
            with.add(Seat::FIRST, 500, Timestamp(at));
            with.add(Seat::SECOND, 70, Timestamp(at));
            let zero = without.flags_at().unwrap().0 + 500;
            assert_eq!(with.flags_at(), Some(Timestamp(zero)), "{control:?} at {at}");
            let left = without.left_ms(Seat::SECOND, Timestamp(at)).unwrap();
            assert_eq!(with.left_ms(Seat::SECOND, Timestamp(at)), Some(left + 70));
            let [with, without] = [with, without].map(|mut clock| play(&mut clock, at, 0));
            assert_eq!(with.left_ms, without.left_ms + 500, "{control:?} at {at}");
            assert_eq!(with.added_ms, without.added_ms, "what others add is not the move's");
        }
    }
    let mut first_turn = Clock::new(FISCHER);
    first_turn.begin_turn(Seat::FIRST, Timestamp(0));
    first_turn.add(Seat::FIRST, 500, Timestamp(9));
    assert_eq!(first_turn.flags_at(), Some(Timestamp(15_000)), "start timers stay");
    assert_eq!(shown(&first_turn, 14_999).0, 1_500);
}

#[test]
fn a_period_that_is_lost_stays_lost_when_time_is_added() {
    let mut clock = second_turns(BYOYOMI);
    assert_eq!(shown(&clock, 1_310), (290, Some(1)));
    clock.add(Seat::FIRST, 500, Timestamp(1_310));
    assert_eq!(shown(&clock, 1_310), (790, Some(1)));
    let ledger = play(&mut clock, 1_410, 100);
    assert_eq!((ledger.left_ms, ledger.periods_left), (790, Some(1)), "lag is credited");
    assert_eq!((ledger.charged_ms, ledger.added_ms), (1_310, 600), "two periods have begun");
    let ledger = play(&mut clock, 1_410 + 600, 100);
    assert_eq!((ledger.left_ms, ledger.lag_ms), (300, 0), "the period is whole again");
}

#[test]
fn a_pause_neither_gives_nor_eats_time() {
    const WEEKEND: i64 = 3 * 86_400_000;
    for control in [FISCHER, delay(DelayStyle::Simple), delay(DelayStyle::Bronstein), BYOYOMI] {
        for used in [0, 1, 199, 200, 201, 999] {
            let without = second_turns(control);
            let mut with = without;
            with.pause(Timestamp(used));
            assert_eq!((with.running(), with.flags_at()), (None, None));
            assert_eq!(shown(&with, used + WEEKEND), shown(&without, used), "{control:?}");
            with.pause(Timestamp(used + 5));
            with.resume(Timestamp(used + WEEKEND));
            with.resume(Timestamp(used + WEEKEND + 50));
            let (later, sooner) = (used + WEEKEND + 70, used + 70);
            assert_eq!(shown(&with, later), shown(&without, sooner), "{control:?}");
            let flags_at = without.flags_at().unwrap();
            assert_eq!(with.flags_at(), Some(Timestamp(flags_at.0 + WEEKEND)));
            let ledgers = (play(&mut with, later, 30), play(&mut without.clone(), sooner, 30));
            assert_eq!(ledgers.0, ledgers.1);
        }
    }
}

#[test]
fn a_clock_set_back_gives_nothing() {
    let mut clock = Clock::new(FISCHER);
    clock.pass(Seat::FIRST);
    clock.begin_turn(Seat::FIRST, Timestamp(10_000));
    assert_eq!(clock.left_ms(Seat::FIRST, Timestamp(0)), Some(1_000));
    assert_eq!(clock.ledger(Timestamp(0), NO_LAG).unwrap().used_ms, 0);
}

#[test]
fn a_ledger_reads_as_it_is_written_and_an_old_one_too() {
    let ledger = play(&mut second_turns(BYOYOMI), 1_340, 100);
    let json = serde_json::to_string(&ledger).unwrap();
    assert_eq!(
        json,
        r#"{"left_ms":300,"used_ms":1340,"lag_ms":100,"charged_ms":1240,"added_ms":540,"periods_left":2}"#
    );
    assert_eq!(serde_json::from_str::<Ledger>(&json).unwrap(), ledger);
    let old: Ledger = serde_json::from_str(r#"{"left_ms":7000}"#).unwrap();
    assert_eq!(old, Ledger { left_ms: 7_000, ..Ledger::default() });
}

#[test]
fn clocks_are_small() {
    assert_eq!(size_of::<SeatClock>(), 16);
    assert!(size_of::<Clock>() <= 256, "{}", size_of::<Clock>());
}
