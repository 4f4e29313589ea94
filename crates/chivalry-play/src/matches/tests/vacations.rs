//! Vacations of players reach their correspondence matches as events.

use std::time::Duration;

use super::*;
use crate::vacation::Vacation;

const DAY: i64 = 86_400_000;

const CALENDAR: TimeControl = TimeControl::Correspondence { days: 2, vacation: true, rest: None };

fn days(from: i64, until: i64) -> Vacation {
    Vacation { began_at: Timestamp(from * DAY), until: Timestamp(until * DAY) }
}

fn adopt(test_match: &mut TestMatch, by: u128, vacation: Vacation) -> bool {
    let Some((event, at)) = test_match.match_state.adopt_vacation(player(by), vacation) else {
        return false;
    };
    test_match.now = at;
    test_match.record(vec![event], None);
    assert_eq!(test_match.match_state.adopt_vacation(player(by), vacation), None, "once");
    let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    assert_eq!(folded.clock(), test_match.match_state.clock());
    true
}

fn flags_at(test_match: &TestMatch) -> i64 {
    test_match.match_state.deadline().unwrap().0
}

#[test]
fn the_clock_of_a_player_on_vacation_stops_until_its_end() {
    let mut test_match = TestMatch::seated("camette", CALENDAR);
    assert_eq!(flags_at(&test_match), 2 * DAY);
    assert!(adopt(&mut test_match, 1, days(1, 5)));
    assert_eq!(flags_at(&test_match), 6 * DAY, "one of two days was used");
    assert!(adopt(&mut test_match, 2, days(1, 9)));
    assert_eq!(flags_at(&test_match), 6 * DAY, "the opponent's vacation changes nothing");
    test_match.now = Timestamp(3 * DAY);
    let events = test_match.play(1, "C3-C4").unwrap();
    let Event::Moved { ledger: Some(ledger), .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!(ledger.used_ms, DAY as u64);
    assert_eq!(flags_at(&test_match), 11 * DAY, "the vacation of the next to move");
}

#[test]
fn an_early_end_of_a_vacation_starts_the_clock_again() {
    let mut test_match = TestMatch::seated("camette", CALENDAR);
    assert!(adopt(&mut test_match, 1, days(1, 5)));
    assert!(adopt(&mut test_match, 1, days(1, 3)));
    assert_eq!(test_match.now, Timestamp(3 * DAY));
    assert_eq!(flags_at(&test_match), 4 * DAY);
    assert!(adopt(&mut test_match, 1, Vacation { until: Timestamp(8 * DAY), ..days(3, 8) }));
    assert_eq!(flags_at(&test_match), 9 * DAY, "and the next one stops it");
}

#[test]
fn a_vacation_that_reaches_the_match_late_counts_from_its_beginning() {
    let mut test_match = TestMatch::seated("camette", CALENDAR);
    // The server was down from the first to the fifth day.
    assert!(adopt(&mut test_match, 1, days(1, 4)));
    assert_eq!(test_match.now, Timestamp(DAY));
    assert_eq!(flags_at(&test_match), 5 * DAY);
    test_match.now = Timestamp(4 * DAY + DAY / 2);
    test_match.play(1, "C3-C4").unwrap();
    assert!(!adopt(&mut test_match, 2, days(0, 4)), "a vacation before the turn changes nothing");
}

#[test]
fn a_takeback_leaves_vacations_as_they_are() {
    let mut test_match = TestMatch::seated("camette", CALENDAR);
    test_match.play(1, "C3-C4").unwrap();
    assert!(adopt(&mut test_match, 1, days(0, 3)));
    test_match.ask(1, Command::Offer(Offer::Takeback, OfferAction::Offer)).unwrap();
    test_match.ask(2, Command::Offer(Offer::Takeback, OfferAction::Accept)).unwrap();
    assert_eq!(flags_at(&test_match), 5 * DAY);
}

#[test]
fn matches_without_vacations_and_other_players_are_left_alone() {
    for time in [TimeControl::days(2), BLITZ, TimeControl::Unlimited {}] {
        let mut test_match = TestMatch::seated("camette", time);
        assert!(!adopt(&mut test_match, 1, days(0, 4)));
    }
    let mut test_match = TestMatch::seated("camette", CALENDAR);
    assert!(!adopt(&mut test_match, 3, days(0, 4)));
    let mut open = TestMatch::new("camette", CALENDAR);
    assert!(!adopt(&mut open, 1, days(0, 4)), "no clock runs yet");
    test_match.ask(1, Command::Resign).unwrap();
    assert!(!adopt(&mut test_match, 1, days(0, 4)));
    assert_eq!(test_match.match_state.clock().turn_duration(Timestamp(9)), Some(Duration::ZERO));
}

#[test]
fn new_events_are_written_as_the_log_says() {
    let until = Timestamp(7);
    for (event, json) in [
        (Event::Vacation { seat: Seat::SECOND, until }, r#"{"t":"vacation","seat":1,"until":7}"#),
        (Event::Adjourned { until, order: None }, r#"{"t":"adjourned","until":7}"#),
        (Event::AdjournmentEnded { order: None }, r#"{"t":"adjournment_ended"}"#),
        (
            Event::Offered { seat: Seat::FIRST, offer: Offer::Adjournment, until: Some(until) },
            r#"{"t":"offered","seat":0,"offer":"adjournment","until":7}"#,
        ),
        (
            Event::Offered { seat: Seat::FIRST, offer: Offer::Draw, until: None },
            r#"{"t":"offered","seat":0,"offer":"draw"}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&event).unwrap(), json);
        assert_eq!(serde_json::from_str::<Event>(json).unwrap(), event);
    }
}
