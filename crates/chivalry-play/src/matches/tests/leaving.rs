//! Partners who play on (`rules.md 6.4`).

use super::clocks::legal_move;
use super::*;

/// Four seats whose partners play on, each of which has moved.
fn table(variant: &str, time: TimeControl) -> Table {
    let mut table = Table::new(variant, time);
    let Event::Created { partner_plays_on, .. } = &mut table.log[0].event else { panic!() };
    *partner_plays_on = true;
    table.contest = Match::fold(table.contest.id(), table.log.clone()).unwrap();
    for number in 2..=4 {
        table.ask(number, join()).unwrap();
    }
    for by in 1..=4 {
        move_on(&mut table, by);
    }
    table
}

fn move_on(table: &mut Table, by: u128) -> Vec<Event> {
    let text = legal_move(table, 0);
    table.play(by, &text).unwrap()
}

fn pass(seat: Seat) -> Event {
    Event::Moved { seat, text: "pass".to_owned(), ledger: None }
}

#[test]
fn a_seat_that_resigns_passes_and_its_partner_plays_on() {
    let mut table = table("grand-cam", BLITZ);
    // In another's turn: it passes when its own comes.
    let how = Leaving::Resignation;
    let out = table.ask(2, Command::Resign).unwrap();
    assert_eq!(out, [Event::SeatOut { seat: Seat::SECOND, how }]);
    assert_eq!(table.contest.status(), Status::Playing);
    assert_eq!(move_on(&mut table, 1)[1..], [pass(Seat::SECOND)]);
    for command in [
        Command::Resign,
        Command::Offer(Offer::Draw, Say::Offer),
        Command::Offer(Offer::Takeback, Say::Offer),
        Command::AddTime(1_000),
        Command::Claim { draw: false, gone_at: Some(Timestamp(0)) },
    ] {
        assert_eq!(table.ask(2, command).unwrap_err(), Refusal::Out);
    }
    // In its own turn: it passes at once.
    let out = table.ask(3, Command::Resign).unwrap();
    assert_eq!(out, [Event::SeatOut { seat: Seat::THIRD, how }, pass(Seat::THIRD)]);
    assert_eq!(table.contest.clock().running(), Some(Seat::FOURTH));
    // What is asked of a team is asked of those who are in.
    table.ask(1, Command::Offer(Offer::Draw, Say::Offer)).unwrap();
    let agreed = table.contest.clone();
    let accept = Command::Offer(Offer::Draw, Say::Accept);
    let events = agreed.decide(player(4), &accept, table.now).unwrap();
    assert_eq!(events[1], ended(MatchResult::Draw, Termination::Agreement));
    let added = table.ask(4, Command::AddTime(1_000)).unwrap();
    assert_eq!(added, [Event::TimeAdded { seat: Seat::FIRST, ms: 1_000 }]);
    let lost = table.ask(4, Command::Resign).unwrap();
    assert_eq!(lost, [ended(MatchResult::First, Termination::Resignation)]);
    let folded = Match::fold(table.contest.id(), table.log.clone()).unwrap();
    assert_eq!(folded.left(), table.contest.left());
    assert_eq!(folded.clock(), table.contest.clock());
}

#[test]
fn a_seat_that_flags_is_out_with_nothing_on_its_clock() {
    for time in [BLITZ, TimeControl::Byoyomi { initial_ms: 900, period_ms: 300, periods: 2 }] {
        let mut table = table("grand-cam", time);
        let zero = table.contest.clock().flags_at().unwrap();
        table.now = zero;
        let flag = table.contest.decide_flag(zero);
        let how = Leaving::Time;
        assert_eq!(flag, [Event::SeatOut { seat: Seat::FIRST, how }, pass(Seat::FIRST)]);
        table.record(flag, None);
        let clock = *table.contest.clock();
        assert_eq!(clock.running(), Some(Seat::SECOND));
        assert_eq!(clock.left_ms(Seat::FIRST, zero), Some(0));
        assert_eq!(table.contest.decide_flag(zero), []);
        // Two plies taken back: it stays out, and has nothing still.
        move_on(&mut table, 2);
        super::offers::take_back(&mut table, 2, &[3]);
        assert_eq!(table.contest.game().plies(), 5);
        super::offers::take_back(&mut table, 4, &[3]);
        assert_eq!(table.contest.game().plies(), 3);
        assert_eq!(table.contest.clock().left_ms(Seat::FIRST, zero), Some(0));
        assert_eq!(move_on(&mut table, 4)[1..], [pass(Seat::FIRST)]);
        // The partner flags too: that is the end.
        move_on(&mut table, 2);
        let zero = table.contest.clock().flags_at().unwrap();
        let flag = table.contest.decide_flag(zero);
        assert_eq!(flag, [ended(MatchResult::Second, Termination::Time)]);
        let folded = Match::fold(table.contest.id(), table.log.clone()).unwrap();
        assert_eq!(folded.game().position(), table.contest.game().position());
        assert_eq!(folded.clock(), table.contest.clock());
    }
}

#[test]
fn a_first_turn_that_does_not_come_calls_the_match_off_all_the_same() {
    let mut table = Table::new("grand-cam", BLITZ);
    let Event::Created { partner_plays_on, .. } = &mut table.log[0].event else { panic!() };
    *partner_plays_on = true;
    table.contest = Match::fold(table.contest.id(), table.log.clone()).unwrap();
    for number in 2..=4 {
        table.ask(number, join()).unwrap();
    }
    let zero = table.contest.clock().flags_at().unwrap();
    let off = table.contest.decide_flag(zero);
    assert_eq!(off, [ended(MatchResult::Aborted, Termination::Abort)]);
}

#[test]
fn a_maker_without_a_seat_calls_off_what_they_may_see() {
    for (delay, started) in [(0, Ok(())), (900_000, Err(Refusal::NotAPlayer))] {
        let mut table = Table::new("camette", BLITZ);
        let Event::Created { by, watch_delay_ms, .. } = &mut table.log[0].event else { panic!() };
        (*by, *watch_delay_ms) = (player(9), delay);
        table.contest = Match::fold(table.contest.id(), table.log.clone()).unwrap();
        let open = table.contest.decide(player(9), &Command::Abort, table.now);
        assert_eq!(open.map(drop), Ok(()), "before it has begun");
        table.ask(2, join()).unwrap();
        let begun = table.contest.decide(player(9), &Command::Abort, table.now);
        assert_eq!(begun.map(drop), started, "a delay of {delay}");
        let seated = table.contest.decide(player(2), &Command::Abort, table.now);
        assert_eq!(seated.map(drop), Ok(()));
    }
}

#[test]
fn a_match_goes_on_from_one_with_a_seat_out_with_all_seats() {
    let mut table = table("grand-cam", BLITZ);
    table.ask(1, Command::Resign).unwrap();
    move_on(&mut table, 2);
    let turns: Vec<_> =
        table.contest.moves().iter().map(|played| played.text.parse().unwrap()).collect();
    let opening = Opening::after(*table.contest.start(), &turns).unwrap();
    assert_eq!(opening.position(), table.contest.game().position());
    let mut game = opening.game().clone();
    for _ in 0..2 {
        let mut legal = chivalry_rules::MoveList::new();
        game.position().legal_moves(&mut legal);
        let effect = legal.iter().next().unwrap().effect;
        game.play(&effect);
    }
    assert!(!game.must_pass(), "Red has its turns again");
}
