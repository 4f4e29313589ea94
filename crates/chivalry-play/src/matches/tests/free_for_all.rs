//! Tests of matches in which each plays for himself (`rules.md 6.5`).

use chivalry_rules::Team;

use super::*;
use crate::rating::{RatedAccount, RatedGame};

const SINGLES: &str = "chivalry-four-singles";
/// Red on E6, Green on E7, Blue on N11, Yellow on A5. Red can capture Green's last Knight.
const CONTACT: &str = "2/8/10/12/14/13B/14/14/14/4G9/4R9/Y13/12/10/8/2 r 0,0,0,0";

fn seated(position: Option<&str>) -> TestMatch {
    let mut test_match = TestMatch::from(SINGLES, position, BLITZ, false);
    for number in 2..=4 {
        test_match.ask(number, join()).unwrap();
    }
    test_match
}

fn pass(seat: Seat) -> Event {
    Event::Moved { seat, text: "pass".to_owned(), ledger: None }
}

fn assert_folds(test_match: &TestMatch) {
    let own = &test_match.match_state;
    let folded = Match::fold(own.id(), test_match.log.clone()).unwrap();
    assert_eq!((folded.status(), folded.clock()), (own.status(), own.clock()));
    assert_eq!(folded.seats_out(), own.seats_out());
}

#[test]
fn a_seat_that_resigns_is_out_and_the_last_one_wins() {
    let mut test_match = seated(None);
    let how = SeatOutReason::Resignation;
    let out = test_match.ask(3, Command::Resign).unwrap();
    assert_eq!(out, [Event::SeatOut { seat: Seat::THIRD, how }]);
    assert_eq!(test_match.ask(3, Command::Resign).unwrap_err(), Refusal::SeatOut);
    // A seat that resigns in its turn passes at once.
    let out = test_match.ask(1, Command::Resign).unwrap();
    assert_eq!(out, [Event::SeatOut { seat: Seat::FIRST, how }, pass(Seat::FIRST)]);
    test_match.play(2, "A12-A11").unwrap();
    assert_eq!(test_match.match_state.clock().running(), Some(Seat::FOURTH), "Blue passed");
    let lost = test_match.ask(4, Command::Resign).unwrap();
    assert_eq!(lost, [ended(MatchResult::Second, Termination::Resignation)]);
    assert_folds(&test_match);
}

#[test]
fn a_seat_that_flags_is_out_and_the_others_play_on() {
    let mut test_match = seated(None);
    for (by, text) in [(1, "A5-B6"), (2, "A12-A11"), (3, "N11-N10"), (4, "N5-N6")] {
        test_match.play(by, text).unwrap();
    }
    let zero = test_match.match_state.clock().flags_at().unwrap();
    test_match.now = zero;
    let flag = test_match.match_state.decide_flag(zero);
    let how = SeatOutReason::Time;
    assert_eq!(flag, [Event::SeatOut { seat: Seat::FIRST, how }, pass(Seat::FIRST)]);
    test_match.record(flag, None);
    assert_eq!(test_match.match_state.clock().running(), Some(Seat::SECOND));
    assert_folds(&test_match);
}

#[test]
fn a_seat_without_pieces_is_no_longer_in_play() {
    let mut test_match = seated(Some(CONTACT));
    let events = test_match.play(1, "E6xE8").unwrap();
    assert_eq!(events[1..], [pass(Seat::SECOND)]);
    for command in
        [Command::Resign, Command::Offer(Offer::Draw, OfferAction::Offer), Command::AddTime(1_000)]
    {
        assert_eq!(test_match.ask(2, command).unwrap_err(), Refusal::SeatOut);
    }
    let added = test_match.ask(1, Command::AddTime(1_000)).unwrap();
    let ms = 1_000;
    assert_eq!(
        added,
        [Event::TimeAdded { seat: Seat::THIRD, ms }, Event::TimeAdded { seat: Seat::FOURTH, ms }]
    );
    let out = test_match.ask(4, Command::Resign).unwrap();
    assert_eq!(out.len(), 1, "Red and Blue play on");
    let lost = test_match.ask(1, Command::Resign).unwrap();
    assert_eq!(lost, [ended(MatchResult::Third, Termination::Resignation)]);
    assert_folds(&test_match);
}

#[test]
fn a_draw_needs_every_seat_in_play() {
    let draw = |action| Command::Offer(Offer::Draw, action);
    let mut test_match = seated(Some(CONTACT));
    test_match.play(1, "E6xE8").unwrap();
    test_match.ask(1, draw(OfferAction::Offer)).unwrap();
    assert!(test_match.match_state.awaits_answer(Offer::Draw, Seat::THIRD));
    let first = test_match.ask(3, draw(OfferAction::Accept)).unwrap();
    assert_eq!(first, [Event::Offered { seat: Seat::THIRD, offer: Offer::Draw, until: None }]);
    assert_eq!(test_match.ask(3, draw(OfferAction::Accept)).unwrap_err(), Refusal::AlreadyOffered);
    let mut declined =
        test_match.match_state.decide(player(4), &draw(OfferAction::Decline), test_match.now);
    let declined = declined.as_mut().unwrap().events.len();
    assert_eq!(declined, 2, "one refusal ends the offer for all");
    let last = test_match.ask(4, draw(OfferAction::Accept)).unwrap();
    assert_eq!(last[1], ended(MatchResult::Draw, Termination::Agreement));
    assert_folds(&test_match);
}

#[test]
fn an_offer_lapses_by_the_move_of_another_seat() {
    let mut test_match = seated(None);
    test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    assert_eq!(test_match.play(1, "A5-B6").unwrap().len(), 1);
    let events = test_match.play(2, "A12-A11").unwrap();
    let how = OfferEnd::Lapsed;
    assert_eq!(events[1..], [Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how }]);
}

#[test]
fn a_rematch_needs_all_four_and_everyone_moves_on_by_a_seat() {
    let mut test_match = seated(None);
    for by in [1, 2, 3] {
        test_match.ask(by, Command::Resign).unwrap();
    }
    let rematch = |action| Command::Offer(Offer::Rematch, action);
    test_match.ask(1, rematch(OfferAction::Offer)).unwrap();
    for (by, agrees) in [(2, false), (3, false), (4, true)] {
        let decided = test_match.match_state.decide(
            player(by),
            &rematch(OfferAction::Accept),
            test_match.now,
        );
        let events = decided.unwrap().events;
        assert_eq!(test_match.match_state.agrees_to_rematch(&events), agrees, "{by}");
        test_match.record(events, None);
    }
    let (_, seats) = test_match.match_state.rematch_of_this();
    assert_eq!(seats[0], (Seat::SECOND, player(1)));
}

#[test]
fn players_are_rated_in_pairs_by_the_order_in_which_they_left() {
    let mut test_match = seated(None);
    let mut rated = test_match.log.clone();
    let Event::Created { rated: is_rated, .. } = &mut rated[0].event else { panic!() };
    *is_rated = true;
    test_match.log = rated;
    test_match.match_state =
        Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    for (by, text) in [(1, "A5-B6"), (2, "A12-A11"), (3, "N11-N10"), (4, "N5-N6")] {
        test_match.play(by, text).unwrap();
    }
    for by in [3, 1, 4] {
        test_match.ask(by, Command::Resign).unwrap();
    }
    let account = RatedAccount { since: Timestamp(0), is_bot: false };
    let accounts = (1..=4).map(|number| (player(number), account)).collect();
    let id = test_match.match_state.id();
    let game = RatedGame::from_log(id, test_match.log, &accounts).unwrap().unwrap();
    let places: Vec<u8> = game.seats.iter().map(|(seat, _)| game.places[*seat]).collect();
    assert_eq!(places, [3, 1, 4, 2], "Green won, Yellow left last");
    let changes = game.changes(&std::collections::HashMap::new());
    let gained: Vec<i32> = changes.iter().map(|change| change.point_change()).collect();
    assert!(gained[1] > gained[3] && gained[3] > gained[0] && gained[0] > gained[2], "{gained:?}");
    assert_eq!(gained.iter().sum::<i32>(), 0);
    assert!(changes.iter().all(|change| change.after.games == 1));
}

#[test]
fn orders_of_directors_penalize_one_seat_and_the_others_play_on() {
    let mut test_match = seated(None);
    let order = |number, kind| DirectorOrder { number, kind };
    let carry_out = |test_match: &mut TestMatch, order: DirectorOrder| {
        let events = test_match.match_state.decide_order(&order, test_match.now);
        test_match.record(events.clone(), None);
        events
    };
    let take = DirectorOrderKind::TakeTime { team: Team::Third, ms: 4_000 };
    let taken = carry_out(&mut test_match, order(3, take));
    assert_eq!(taken, [Event::TimeTaken { seat: Seat::THIRD, ms: 4_000, order: 3 }]);
    let eliminate = |team| DirectorOrderKind::Eliminate { team };
    let out = carry_out(&mut test_match, order(4, eliminate(Team::Third)));
    let how = SeatOutReason::Resignation;
    assert_eq!(out, [Event::SeatOut { seat: Seat::THIRD, how }]);
    for again in [eliminate(Team::Third), take] {
        let events = carry_out(&mut test_match, order(5, again));
        assert!(events.is_empty(), "the seat is out: {events:?}");
    }
    // A seat that is to move passes at once, also while the clocks stand still.
    let until = Timestamp(900_000);
    carry_out(&mut test_match, order(6, DirectorOrderKind::Pause { until }));
    let out = carry_out(&mut test_match, order(7, eliminate(Team::First)));
    assert_eq!(out, [Event::SeatOut { seat: Seat::FIRST, how }, pass(Seat::FIRST)]);
    assert!(test_match.match_state.is_held());
    carry_out(&mut test_match, order(8, DirectorOrderKind::Resume));
    let last = carry_out(&mut test_match, order(9, eliminate(Team::Fourth)));
    assert_eq!(last, [ended(MatchResult::Second, Termination::Resignation)]);
    let text = serde_json::to_string(&order(4, eliminate(Team::Fourth))).unwrap();
    assert_eq!(text, r#"{"number":4,"do":"eliminate","team":3}"#, "the stored form");
    assert_folds(&test_match);
}
