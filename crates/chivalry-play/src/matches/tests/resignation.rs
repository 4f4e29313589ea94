//! Tests of partners who play on (`rules.md 6.4`).

use super::clocks::legal_move;
use super::*;

/// Returns a match for four whose partners play on and in which every seat has moved.
fn test_match(variant: &str, time: TimeControl) -> TestMatch {
    let mut test_match = TestMatch::new(variant, time);
    let Event::Created { partner_plays_on, .. } = &mut test_match.log[0].event else { panic!() };
    *partner_plays_on = true;
    test_match.match_state =
        Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    for number in 2..=4 {
        test_match.ask(number, join()).unwrap();
    }
    for by in 1..=4 {
        move_on(&mut test_match, by);
    }
    test_match
}

fn move_on(test_match: &mut TestMatch, by: u128) -> Vec<Event> {
    let text = legal_move(test_match, 0);
    test_match.play(by, &text).unwrap()
}

fn pass(seat: Seat) -> Event {
    Event::Moved { seat, text: "pass".to_owned(), ledger: None }
}

#[test]
fn a_seat_that_resigns_passes_and_its_partner_plays_on() {
    let mut test_match = test_match("grand-cam", BLITZ);
    // A seat that resigns out of turn passes in its next turn.
    let how = SeatOutReason::Resignation;
    let out = test_match.ask(2, Command::Resign).unwrap();
    assert_eq!(out, [Event::SeatOut { seat: Seat::SECOND, how }]);
    assert_eq!(test_match.match_state.status(), Status::Playing);
    assert_eq!(move_on(&mut test_match, 1)[1..], [pass(Seat::SECOND)]);
    for command in [
        Command::Resign,
        Command::Offer(Offer::Draw, OfferAction::Offer),
        Command::Offer(Offer::Takeback, OfferAction::Offer),
        Command::AddTime(1_000),
        Command::Claim { draw: false, gone_at: Some(Timestamp(0)) },
    ] {
        assert_eq!(test_match.ask(2, command).unwrap_err(), Refusal::SeatOut);
    }
    // A seat that resigns in its turn passes at once.
    let out = test_match.ask(3, Command::Resign).unwrap();
    assert_eq!(out, [Event::SeatOut { seat: Seat::THIRD, how }, pass(Seat::THIRD)]);
    assert_eq!(test_match.match_state.clock().running(), Some(Seat::FOURTH));
    // Only the seats still in play have to accept.
    test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    let agreed = test_match.match_state.clone();
    let accept = Command::Offer(Offer::Draw, OfferAction::Accept);
    let events = agreed.decide(player(4), &accept, test_match.now).unwrap().events;
    assert_eq!(events[1], ended(MatchResult::Draw, Termination::Agreement));
    let added = test_match.ask(4, Command::AddTime(1_000)).unwrap();
    assert_eq!(added, [Event::TimeAdded { seat: Seat::FIRST, ms: 1_000 }]);
    let lost = test_match.ask(4, Command::Resign).unwrap();
    assert_eq!(lost, [ended(MatchResult::First, Termination::Resignation)]);
    let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    assert_eq!(folded.seats_out(), test_match.match_state.seats_out());
    assert_eq!(folded.clock(), test_match.match_state.clock());
}

#[test]
fn a_seat_that_flags_is_out_with_nothing_on_its_clock() {
    for time in [BLITZ, TimeControl::Byoyomi { initial_ms: 900, period_ms: 300, periods: 2 }] {
        let mut test_match = test_match("grand-cam", time);
        let zero = test_match.match_state.clock().flags_at().unwrap();
        test_match.now = zero;
        let flag = test_match.match_state.decide_flag(zero);
        let how = SeatOutReason::Time;
        assert_eq!(flag, [Event::SeatOut { seat: Seat::FIRST, how }, pass(Seat::FIRST)]);
        test_match.record(flag, None);
        let clock = *test_match.match_state.clock();
        assert_eq!(clock.running(), Some(Seat::SECOND));
        assert_eq!(clock.left_ms(Seat::FIRST, zero), Some(0));
        assert_eq!(test_match.match_state.decide_flag(zero), []);
        // After a takeback of two plies the seat stays out without time.
        move_on(&mut test_match, 2);
        super::offers::take_back(&mut test_match, 2, &[3]);
        assert_eq!(test_match.match_state.game().plies(), 5);
        super::offers::take_back(&mut test_match, 4, &[3]);
        assert_eq!(test_match.match_state.game().plies(), 3);
        assert_eq!(test_match.match_state.clock().left_ms(Seat::FIRST, zero), Some(0));
        assert_eq!(move_on(&mut test_match, 4)[1..], [pass(Seat::FIRST)]);
        // The match ends once the partner flags too.
        move_on(&mut test_match, 2);
        let zero = test_match.match_state.clock().flags_at().unwrap();
        let flag = test_match.match_state.decide_flag(zero);
        assert_eq!(flag, [ended(MatchResult::Second, Termination::Time)]);
        let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
        assert_eq!(folded.game().position(), test_match.match_state.game().position());
        assert_eq!(folded.clock(), test_match.match_state.clock());
    }
}

#[test]
fn a_start_timer_at_zero_aborts_the_match_of_partners_too() {
    let mut test_match = TestMatch::new("grand-cam", BLITZ);
    let Event::Created { partner_plays_on, .. } = &mut test_match.log[0].event else { panic!() };
    *partner_plays_on = true;
    test_match.match_state =
        Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    for number in 2..=4 {
        test_match.ask(number, join()).unwrap();
    }
    let zero = test_match.match_state.clock().flags_at().unwrap();
    let off = test_match.match_state.decide_flag(zero);
    assert_eq!(off, [ended(MatchResult::Aborted, Termination::Abort)]);
}

#[test]
fn a_creator_without_a_seat_aborts_only_a_match_seen_without_delay() {
    for (delay, started) in [(0, Ok(())), (900_000, Err(Refusal::NotAPlayer))] {
        let mut test_match = TestMatch::new("camette", BLITZ);
        let Event::Created { by, watch_delay_ms, .. } = &mut test_match.log[0].event else {
            panic!()
        };
        (*by, *watch_delay_ms) = (player(9), delay);
        test_match.match_state =
            Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
        let open = test_match.match_state.decide(player(9), &Command::Abort, test_match.now);
        assert_eq!(open.map(drop), Ok(()), "before it has begun");
        test_match.ask(2, join()).unwrap();
        let begun = test_match.match_state.decide(player(9), &Command::Abort, test_match.now);
        assert_eq!(begun.map(drop), started, "a delay of {delay}");
        let seated = test_match.match_state.decide(player(2), &Command::Abort, test_match.now);
        assert_eq!(seated.map(drop), Ok(()));
    }
}

#[test]
fn a_match_goes_on_from_one_with_a_seat_out_with_all_seats() {
    let mut test_match = test_match("grand-cam", BLITZ);
    test_match.ask(1, Command::Resign).unwrap();
    move_on(&mut test_match, 2);
    let turns: Vec<_> =
        test_match.match_state.moves().iter().map(|played| played.text.parse().unwrap()).collect();
    let opening = StartPosition::after(*test_match.match_state.start(), &turns).unwrap();
    assert_eq!(opening.position(), test_match.match_state.game().position());
    let mut game = opening.game().clone();
    for _ in 0..2 {
        let mut legal = chivalry_rules::MoveList::new();
        game.position().legal_moves(&mut legal);
        let effect = legal.iter().next().unwrap().effect;
        game.play(&effect);
    }
    assert!(!game.must_pass(), "Red has its turns again");
}
