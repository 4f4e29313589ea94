//! Orders of the directors of a tournament to a game.

use std::time::Duration;

use chivalry_rules::Team;

use super::*;

const LATER: Timestamp = Timestamp(900_000);

fn order(number: u32, kind: DirectorOrderKind) -> DirectorOrder {
    DirectorOrder { number, kind }
}

/// A match in which the second seat is to move and has used four of its ten seconds.
fn begun() -> TestMatch {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.play(1, "C2-B2").unwrap();
    test_match.play(2, "C6-B6").unwrap();
    test_match.play(1, "B2-C2").unwrap();
    test_match.now = Timestamp(4_000);
    test_match
}

fn carry_out(test_match: &mut TestMatch, order: DirectorOrder) -> Vec<Event> {
    let events = test_match.match_state.decide_order(&order, test_match.now);
    test_match.record(events.clone(), None);
    events
}

#[test]
fn a_paused_game_keeps_its_clocks_and_refuses_moves_until_it_is_resumed() {
    let mut test_match = begun();
    let pause = order(7, DirectorOrderKind::Pause { until: LATER });
    assert_eq!(carry_out(&mut test_match, pause).len(), 1);
    assert!(test_match.match_state.is_held());
    assert_eq!(test_match.match_state.clock().running(), None);
    assert_eq!(test_match.match_state.grace(), None);
    assert!(carry_out(&mut test_match, pause).is_empty(), "an order is carried out once");
    assert_eq!(test_match.play(2, "B6-C6").unwrap_err(), Refusal::RoundPaused);
    let resumption = Command::Offer(Offer::Resumption, OfferAction::Offer);
    assert_eq!(test_match.ask(1, resumption).unwrap_err(), Refusal::RoundPaused);
    test_match.now = Timestamp(60_000);
    let events = carry_out(&mut test_match, order(9, DirectorOrderKind::Resume));
    assert_eq!(events, [Event::AdjournmentEnded { order: Some(9) }]);
    let left_ms = test_match.match_state.clock().left_ms(Seat::SECOND, test_match.now);
    assert_eq!(left_ms, Some(6_000));
    test_match.play(2, "B6-C6").unwrap();
    let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    assert!(!folded.is_held());
    assert!(folded.decide_order(&pause, test_match.now).is_empty());
}

#[test]
fn an_adjournment_by_the_players_outlasts_a_pause() {
    let mut test_match = begun();
    let until = Timestamp(500_000);
    test_match.ask(1, Command::Adjourn { until: Some(until) }).unwrap();
    test_match.ask(2, Command::Offer(Offer::Adjournment, OfferAction::Accept)).unwrap();
    for number in [3, 4] {
        let pause = DirectorOrderKind::Pause { until: LATER };
        carry_out(&mut test_match, order(number, pause));
    }
    assert_eq!(test_match.match_state.adjourned_until(), Some(LATER));
    test_match.now = Timestamp(60_000);
    carry_out(&mut test_match, order(5, DirectorOrderKind::Resume));
    assert_eq!(test_match.match_state.adjourned_until(), Some(until));
    assert!(!test_match.match_state.is_held());
}

#[test]
fn a_time_penalty_leaves_a_second_and_does_not_touch_the_other_side() {
    let mut test_match = begun();
    let left = |it: &TestMatch| {
        [Seat::FIRST, Seat::SECOND]
            .map(|seat| it.match_state.clock().left_ms(seat, it.now).unwrap())
    };
    let [first, _] = left(&test_match);
    let take = |ms| DirectorOrderKind::TakeTime { team: Team::Second, ms };
    carry_out(&mut test_match, order(3, take(2_000)));
    assert_eq!(left(&test_match), [first, 4_000]);
    carry_out(&mut test_match, order(4, take(60_000)));
    assert_eq!(left(&test_match), [first, 1_000]);
    assert!(carry_out(&mut test_match, order(5, take(60_000))).is_empty());
    test_match.play(2, "B6-C6").unwrap();
    let clock = *test_match.match_state.clock();
    let after = test_match.match_state.clock_after(4);
    assert_eq!(after.seat(Seat::SECOND), clock.seat(Seat::SECOND), "a replay shows the penalty");
    test_match.now = test_match.now + Duration::from_secs(3_600);
    test_match.ask(1, Command::Resign).unwrap();
    assert!(carry_out(&mut test_match, order(8, take(1))).is_empty(), "the match is over");
}

#[test]
fn a_cancelled_match_is_aborted_once_in_a_pause_as_well() {
    let mut test_match = begun();
    carry_out(&mut test_match, order(7, DirectorOrderKind::Pause { until: LATER }));
    // The numbers of cancellations may precede those of other orders.
    let cancel = order(6, DirectorOrderKind::Cancel);
    let events = carry_out(&mut test_match, cancel);
    assert_eq!(events, [ended(MatchResult::Aborted, Termination::Abort)]);
    assert!(carry_out(&mut test_match, cancel).is_empty(), "the match is over");

    let mut open = TestMatch::new("camette", BLITZ);
    assert_eq!(carry_out(&mut open, cancel).len(), 1, "a match that waits for players");
    let text = serde_json::to_string(&cancel).unwrap();
    assert_eq!(text, r#"{"number":6,"do":"cancel"}"#, "the stored form");
}
