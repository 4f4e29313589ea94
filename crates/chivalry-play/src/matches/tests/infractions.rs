//! Tests of infractions.

use chivalry_rules::Team;

use super::*;

/// Returns the infractions of a command of `by`, or of the clock at zero.
fn infractions(test_match: &TestMatch, by: Option<(u128, Command)>) -> Vec<(Seat, Infraction)> {
    let (events, by) = match by {
        Some((number, command)) => {
            let events = test_match
                .match_state
                .decide(player(number), &command, test_match.now)
                .unwrap()
                .events;
            (events, Some(player(number)))
        }
        None => (test_match.match_state.decide_flag(test_match.now), None),
    };
    assert!(!events.is_empty());
    let v = test_match.match_state.v() + 1;
    let records: Vec<RecordedEvent> = (v..)
        .zip(events)
        .map(|(v, event)| RecordedEvent { v, at: test_match.now, cause: None, event })
        .collect();
    test_match.match_state.infractions(&records, by)
}

fn begun(variant: &str, time: TimeControl) -> TestMatch {
    let mut test_match = TestMatch::seated(variant, time);
    for by in 1..=test_match.match_state.variant().seat_count() as u128 {
        let text = clocks::legal_move(&test_match, 0);
        test_match.play(by, &text).unwrap();
    }
    test_match
}

#[test]
fn aborting_or_never_starting_a_match_is_an_infraction() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    assert_eq!(
        infractions(&test_match, Some((2, Command::Abort))),
        [(Seat::ALL[1], Infraction::Aborted)]
    );
    test_match.now = test_match.match_state.clock().flags_at().unwrap();
    assert_eq!(infractions(&test_match, None), [(Seat::FIRST, Infraction::NoFirstMove)]);

    let mut open = TestMatch::new("camette", BLITZ);
    assert_eq!(infractions(&open, Some((1, Command::Abort))), [], "nobody has come");
    open.ask(2, join()).unwrap();
    assert_eq!(infractions(&open, Some((1, Command::Abort))).len(), 1);
}

#[test]
fn every_absent_player_of_an_abandoned_match_commits_an_infraction() {
    let claim = Command::Claim { draw: true, gone_at: Some(Timestamp(0)) };
    let test_match = begun("camette", BLITZ);
    assert_eq!(
        infractions(&test_match, Some((1, claim.clone()))),
        [(Seat::ALL[1], Infraction::Abandoned)]
    );
    let four = begun("grand-cam", BLITZ);
    let gone: Vec<_> = four.match_state.variant().seats_of(Team::Second).collect();
    let found: Vec<_> =
        infractions(&four, Some((1, claim))).iter().map(|(seat, _)| *seat).collect();
    assert_eq!(found, gone);
}

#[test]
fn running_out_of_time_is_an_infraction_only_after_stalling() {
    let short = TimeControl::Fischer { initial_ms: 10_000, increment_ms: 0 };
    let long = TimeControl::Fischer { initial_ms: 120_000, increment_ms: 0 };
    for (time, is_fault) in [(short, false), (long, true)] {
        let mut test_match = begun("camette", time);
        test_match.now = test_match.match_state.clock().flags_at().unwrap();
        let expected: &[_] =
            if is_fault { &[(Seat::FIRST, Infraction::StalledClock)] } else { &[] };
        assert_eq!(infractions(&test_match, None), expected, "{time:?}");
    }
}

#[test]
fn resigning_and_correspondence_matches_are_no_infraction() {
    let test_match = begun("camette", BLITZ);
    assert_eq!(infractions(&test_match, Some((1, Command::Resign))), []);
    let mut slow = TestMatch::seated("camette", TimeControl::days(1));
    assert_eq!(infractions(&slow, Some((1, Command::Abort))), []);
    slow.now = slow.match_state.clock().flags_at().unwrap();
    assert_eq!(infractions(&slow, None), []);
}
