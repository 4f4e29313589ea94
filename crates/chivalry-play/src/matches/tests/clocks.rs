//! Tests of the clocks of whole matches: start timers, flags, ledgers and folds.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::*;
use crate::clock::{DelayStyle, Ledger, Stage, Stages};
use chivalry_rules::{MoveList, PerSeat};

const HOUR: i64 = 3_600_000;

pub(super) fn every_kind() -> Vec<TimeControl> {
    let stages = [
        Stage { moves: Some(3), ms: 5_000, increment_ms: 0 },
        Stage { moves: None, ms: 3_000, increment_ms: 100 },
    ];
    let delay = |style| TimeControl::Delay { initial_ms: 4_000, delay_ms: 500, style };
    vec![
        TimeControl::Unlimited {},
        BLITZ,
        delay(DelayStyle::Simple),
        delay(DelayStyle::Bronstein),
        TimeControl::Byoyomi { initial_ms: 2_000, period_ms: 900, periods: 5 },
        TimeControl::Stages { stages: Stages::new(&stages).unwrap() },
        TimeControl::days(1),
    ]
}

/// Returns a match at time 0 in which every seat has moved.
fn begun(time: TimeControl) -> TestMatch {
    let mut test_match = TestMatch::seated("camette", time);
    test_match.play(1, "C2-B2").unwrap();
    test_match.play(2, "C6-B6").unwrap();
    test_match
}

fn left_ms(test_match: &TestMatch) -> [u64; 2] {
    [Seat::FIRST, Seat::SECOND]
        .map(|seat| test_match.match_state.clock().left_ms(seat, test_match.now).unwrap())
}

fn last_ledger(test_match: &TestMatch) -> Ledger {
    match test_match.log.last().unwrap().event {
        Event::Moved { ledger: Some(ledger), .. } => ledger,
        ref other => panic!("{other:?} is no move on a clock"),
    }
}

#[test]
fn clocks_run_from_the_second_moves_on_and_flag_the_seat_that_thinks() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.now = Timestamp(14_999);
    test_match.play(1, "C2-B2").unwrap();
    test_match.now = Timestamp(14_999 + 14_999);
    test_match.play(2, "C6-B6").unwrap();
    assert_eq!(left_ms(&test_match), [10_000, 10_000]);
    let begins = test_match.now.0;
    test_match.now = Timestamp(begins + 4_000);
    test_match.play(1, "B2-C2").unwrap();
    assert_eq!(left_ms(&test_match), [7_000, 10_000]);
    assert_eq!(test_match.match_state.decide_flag(Timestamp(begins + 13_999)), []);
    test_match.now = Timestamp(begins + 14_000);
    assert_eq!(test_match.play(2, "B6-C6").unwrap_err(), Refusal::TooLate);
    let flag = test_match.match_state.decide_flag(test_match.now);
    assert_eq!(flag, [ended(MatchResult::First, Termination::Time)]);
    test_match.record(flag, None);
    assert_eq!(test_match.play(2, "B6-C6").unwrap_err(), Refusal::TooLate);
    assert_eq!(test_match.ask(2, Command::Resign).unwrap_err(), Refusal::MatchOver);
    assert_eq!(
        (test_match.match_state.clock().running(), left_ms(&test_match)),
        (None, [7_000, 0])
    );
}

#[test]
fn a_match_that_a_seat_does_not_start_is_called_off() {
    for (variant, seats) in [("camette", 2), ("grand-cam", 4)] {
        for made in 0..seats {
            let mut test_match = TestMatch::seated(variant, BLITZ);
            for by in 1..=made {
                test_match.now = test_match.now + Duration::from_millis(9_000);
                let text = legal_move(&test_match, 0);
                test_match.play(by, &text).unwrap();
            }
            let zero = test_match.match_state.clock().flags_at().unwrap();
            assert_eq!(zero, test_match.now + Duration::from_secs(15));
            assert_eq!(test_match.match_state.decide_flag(Timestamp(zero.0 - 1)), []);
            let off = test_match.match_state.decide_flag(zero);
            assert_eq!(off, [ended(MatchResult::Aborted, Termination::Abort)], "{variant} {made}");
        }
    }
}

#[test]
fn a_private_casual_match_waits_five_minutes_for_each_first_move() {
    let key = || Command::Join { seat: None, key: Some("secret".to_owned()) };
    for time in every_kind() {
        let is_real_time = time.is_real_time() && time.is_timed();
        let mut test_match = TestMatch::from("camette", None, time, true);
        test_match.ask(2, key()).unwrap();
        let clock = test_match.match_state.clock();
        assert_eq!(clock.start_left_ms(Timestamp(0)), is_real_time.then_some(300_000), "{time:?}");
        if !is_real_time {
            continue;
        }
        assert_eq!(test_match.match_state.decide_flag(Timestamp(299_999)), []);
        let off = test_match.match_state.decide_flag(Timestamp(300_000));
        assert_eq!(off, [ended(MatchResult::Aborted, Termination::Abort)]);
        let full = left_ms(&test_match);
        test_match.now = Timestamp(299_999);
        test_match.play(1, "C2-B2").unwrap();
        assert_eq!(last_ledger(&test_match).charged_ms, 0);
        // A takeback restores the start timer.
        super::offers::take_back(&mut test_match, 1, &[2]);
        test_match.now = Timestamp(599_998);
        test_match.play(1, "C2-B2").unwrap();
        test_match.now = Timestamp(899_997);
        test_match.play(2, "C6-B6").unwrap();
        assert_eq!(left_ms(&test_match), full, "{time:?}");
        // Every later turn runs on the clock.
        assert_eq!(test_match.match_state.clock().start_left_ms(test_match.now), None);
        let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
        assert_eq!(folded.clock(), test_match.match_state.clock());
    }
}

#[test]
fn correspondence_has_its_days_for_the_first_moves_too() {
    let mut test_match = TestMatch::seated("camette", TimeControl::days(1));
    assert_eq!(test_match.match_state.deadline(), Some(Timestamp(24 * HOUR)));
    let off = test_match.match_state.decide_flag(Timestamp(24 * HOUR));
    assert_eq!(off, [ended(MatchResult::Aborted, Termination::Abort)]);
    test_match.now = Timestamp(23 * HOUR);
    test_match.play(1, "C2-B2").unwrap();
    test_match.play(2, "C6-B6").unwrap();
    assert_eq!(test_match.match_state.deadline(), Some(Timestamp(47 * HOUR)));
    let flag = test_match.match_state.decide_flag(Timestamp(47 * HOUR));
    assert_eq!(flag, [ended(MatchResult::Second, Termination::Time)]);
    assert_eq!(begun(BLITZ).match_state.deadline(), None, "others wait in memory");
    assert_eq!(begun(TimeControl::Unlimited {}).match_state.decide_flag(Timestamp(i64::MAX)), []);
}

#[test]
fn at_exact_zero_the_seat_to_move_has_flagged_and_no_other() {
    for time in every_kind().into_iter().filter(TimeControl::is_timed) {
        for (plies, winner) in [(2, MatchResult::Second), (3, MatchResult::First)] {
            let mut test_match = begun(time);
            if plies == 3 {
                test_match.now = Timestamp(700);
                test_match.play(1, "B2-C2").unwrap();
            }
            let zero = test_match.match_state.clock().flags_at().unwrap();
            assert_eq!(test_match.match_state.decide_flag(Timestamp(zero.0 - 1)), [], "{time:?}");
            for late in [0, 1, 1_000_000] {
                let flag = test_match.match_state.decide_flag(Timestamp(zero.0 + late));
                assert_eq!(flag, [ended(winner, Termination::Time)], "{time:?}");
            }
            // A move in the last millisecond is accepted and starts the next clock.
            test_match.now = Timestamp(zero.0 - 1);
            let (by, text) = if plies == 3 { (2, "B6-C6") } else { (1, "B2-C2") };
            test_match.play(by, text).unwrap();
            assert_eq!(test_match.match_state.decide_flag(zero), [], "{time:?}");
        }
    }
}

#[test]
fn downtime_is_charged_to_no_clock() {
    for time in every_kind().into_iter().filter(TimeControl::is_real_time) {
        let mut test_match = begun(time);
        let mut undisturbed = begun(time);
        test_match.now = Timestamp(1_000);
        test_match.record(vec![Event::Paused], None);
        assert_eq!(test_match.match_state.clock().flags_at(), None);
        test_match.now = Timestamp(72 * HOUR);
        test_match.match_state =
            Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
        test_match.record(vec![Event::Resumed], None);
        test_match.now = Timestamp(72 * HOUR + 500);
        undisturbed.now = Timestamp(1_500);
        assert_eq!(left_ms(&test_match), left_ms(&undisturbed), "{time:?}");
        test_match.play(1, "B2-C2").unwrap();
        undisturbed.play(1, "B2-C2").unwrap();
        assert_eq!(last_ledger(&test_match), last_ledger(&undisturbed), "{time:?}");
    }
    // A pause also stops the start timer.
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.now = Timestamp(5_000);
    test_match.record(vec![Event::Paused], None);
    test_match.now = Timestamp(72 * HOUR);
    test_match.record(vec![Event::Resumed], None);
    assert_eq!(test_match.match_state.clock().start_left_ms(test_match.now), Some(10_000));
}

#[test]
fn a_move_is_credited_the_lag_that_the_server_measured() {
    let mut test_match = begun(BLITZ);
    test_match.now = Timestamp(1_000);
    let lag = Duration::from_millis(120);
    let turn = "B2-C2".parse().unwrap();
    test_match.ask(1, Command::Move { ply: 3, turn, lag }).unwrap();
    let ledger = last_ledger(&test_match);
    assert_eq!((ledger.used_ms, ledger.lag_ms, ledger.charged_ms), (1_000, 120, 880));
    assert_eq!(left_ms(&test_match), [10_120, 10_000]);
}

#[test]
fn a_seat_that_passes_has_had_its_first_turn() {
    let position = "1/3/7/9/9/11/b5y6/11/9/9/7/1r1/1 r 0,0,0,0";
    let mut test_match = TestMatch::from("grand-cam", Some(position), BLITZ, false);
    for number in 2..=4 {
        test_match.ask(number, join()).unwrap();
    }
    test_match.play(1, "G2-G3").unwrap();
    let clock = test_match.match_state.clock();
    assert_eq!((clock.running(), clock.is_first_turn()), (Some(Seat::THIRD), true));
    assert_eq!(clock.left_ms(Seat::SECOND, test_match.now), Some(10_000), "a pass costs nothing");
}

#[test]
fn after_a_takeback_to_any_ply_somebody_can_flag() {
    for time in every_kind() {
        let mut test_match = begun(time);
        test_match.now = Timestamp(600);
        test_match.play(1, "B2-C2").unwrap();
        for ply in 0..=3 {
            let mut clock = test_match.match_state.clock_after(ply);
            assert_eq!((clock.running(), clock.flags_at()), (None, None));
            let seat = [Seat::FIRST, Seat::SECOND][ply as usize % 2];
            clock.begin_turn(seat, Timestamp(9_000));
            assert_eq!(clock.flags_at().is_some(), time.is_timed(), "{time:?} at ply {ply}");
            assert_eq!(clock.is_first_turn(), ply < 2);
        }
    }
}

#[test]
fn any_part_of_a_log_gives_the_clock_of_that_moment() {
    let mut rng = StdRng::seed_from_u64(1930);
    for (round, time) in every_kind().into_iter().cycle().take(70).enumerate() {
        let variant = if round % 3 == 0 { "grand-cam" } else { "camette" };
        let mut test_match = TestMatch::seated(variant, time);
        let mut clocks = vec![*test_match.match_state.clock()];
        let first_v = test_match.match_state.v();
        while test_match.match_state.status() == Status::Playing && test_match.log.len() < 40 {
            random_step(&mut test_match, &mut rng);
            let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
            assert_eq!(folded.clock(), test_match.match_state.clock());
            while clocks.len() < (test_match.match_state.v() - first_v + 1) as usize {
                clocks.push(*test_match.match_state.clock());
            }
        }
        check_ledgers(&test_match);
        let cut = rng.random_range(first_v..=test_match.match_state.v());
        let part = test_match.log[..cut as usize].to_vec();
        let folded = Match::fold(test_match.match_state.id(), part).unwrap();
        let ply = folded.game().plies();
        let (then, now) = (folded.clock_after(ply), test_match.match_state.clock_after(ply));
        assert_eq!(then, now, "the clocks after a ply do not change");
        let seats = PerSeat::from_fn(|seat| folded.clock().seat(seat));
        assert_eq!(seats, PerSeat::from_fn(|seat| now.seat(seat)));
    }
}

/// Plays a random move, flag or restart after a random time.
fn random_step(test_match: &mut TestMatch, rng: &mut StdRng) {
    test_match.now = test_match.now + Duration::from_millis(rng.random_range(0..2_500));
    let flag = test_match.match_state.decide_flag(test_match.now);
    if !flag.is_empty() {
        return test_match.record(flag, None);
    }
    if rng.random_range(0..5) == 0 && test_match.match_state.time().is_real_time() {
        test_match.record(vec![Event::Paused], None);
        test_match.now = test_match.now + Duration::from_hours(60);
        return test_match.record(vec![Event::Resumed], None);
    }
    let text = legal_move(test_match, rng.random_range(0..1_000));
    let lag = Duration::from_millis(rng.random_range(0..700));
    let by = test_match.match_state.game().position().turn().index() as u128 + 1;
    let ply = test_match.match_state.game().plies() + 1;
    test_match.ask(by, Command::Move { ply, turn: text.parse().unwrap(), lag }).unwrap();
}

/// Returns one of the legal moves.
pub(super) fn legal_move(test_match: &TestMatch, choice: usize) -> String {
    let position = test_match.match_state.game().position();
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    position.move_text(&legal.iter().nth(choice % legal.len()).unwrap())
}

/// Checks each ledger: time before, minus charged, plus added, equals time left.
fn check_ledgers(test_match: &TestMatch) {
    let full = test_match.match_state.clock_after(0);
    let mut left = PerSeat::from_fn(|seat| full.left_ms(seat, Timestamp(0)).unwrap_or(0));
    for recorded in &test_match.log {
        if let Event::Moved { seat, ledger: Some(ledger), .. } = &recorded.event {
            assert_eq!(left[*seat] + ledger.added_ms - ledger.charged_ms, ledger.left_ms);
            assert!(ledger.lag_ms + ledger.charged_ms <= ledger.used_ms && ledger.lag_ms <= 500);
            left[*seat] = ledger.left_ms;
        }
    }
}

#[test]
fn logs_of_the_first_version_are_read() {
    let log = [
        r#"{"t":"created","variant":"camette","time":{"kind":"fischer","initial_ms":10000,"increment_ms":1000},"rated":false,"private":false,"by":"00000000-0000-0000-0000-000000000001","keys":[null,"secret",null,null]}"#,
        r#"{"t":"seated","seat":0,"player":"00000000-0000-0000-0000-000000000001"}"#,
        r#"{"t":"seated","seat":1,"player":"00000000-0000-0000-0000-000000000002"}"#,
        r#"{"t":"started"}"#,
        r#"{"t":"moved","seat":0,"move":"C2-B2","left_ms":7000}"#,
        r#"{"t":"moved","seat":1,"move":"C6-B6","left_ms":9500}"#,
        r#"{"t":"paused"}"#,
        r#"{"t":"resumed"}"#,
    ];
    let read = |(v, json): (u32, &str)| {
        let event: Event = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&event).unwrap(), json);
        RecordedEvent { v, at: Timestamp(1_000 * i64::from(v)), cause: None, event }
    };
    let log: Vec<RecordedEvent> = (1..).zip(log).map(read).collect();
    let match_state = Match::fold(MatchId(Uuid::from_u128(7)), log).unwrap();
    let left = |seat| match_state.clock().left_ms(seat, Timestamp(8_000));
    assert_eq!((left(Seat::FIRST), left(Seat::SECOND)), (Some(6_000), Some(9_500)));
    assert_eq!(match_state.clock().flags_at(), Some(Timestamp(14_000)));
}

#[test]
fn a_move_without_its_ledger_is_no_log_of_a_match_with_clocks() {
    let test_match = TestMatch::seated("camette", BLITZ);
    let mut log = test_match.log;
    let event = Event::Moved { seat: Seat::FIRST, text: "C2-B2".to_owned(), ledger: None };
    log.push(RecordedEvent { v: 5, at: Timestamp(0), cause: None, event });
    let error = Match::fold(test_match.match_state.id(), log).unwrap_err();
    assert_eq!(error.fault, "a move says what it did to its clock");
}
