//! Tests of claims against absent players.

use super::*;

fn claim(draw: bool, gone_at: Option<i64>) -> Command {
    Command::Claim { draw, gone_at: gone_at.map(Timestamp) }
}

fn begun(time: TimeControl) -> TestMatch {
    let mut test_match = TestMatch::seated("camette", time);
    test_match.play(1, "C2-B2").unwrap();
    test_match.play(2, "C6-B6").unwrap();
    test_match
}

#[test]
fn a_match_is_claimed_once_the_other_side_has_been_away_for_long_enough() {
    for (draw, result) in [(false, MatchResult::First), (true, MatchResult::Draw)] {
        let mut test_match = begun(BLITZ);
        test_match.now = Timestamp(5_000);
        assert_eq!(test_match.ask(9, claim(draw, Some(0))).unwrap_err(), Refusal::NotAPlayer);
        assert_eq!(test_match.ask(1, claim(draw, None)).unwrap_err(), Refusal::OpponentPresent);
        let early = test_match.ask(1, claim(draw, Some(5_001))).unwrap_err();
        assert_eq!(early, Refusal::OpponentMayReturn(Duration::from_millis(1)));
        let events = test_match.ask(1, claim(draw, Some(5_000))).unwrap();
        assert_eq!(events, [ended(result, Termination::Abandonment)]);
        assert_eq!(test_match.ask(1, claim(draw, Some(0))).unwrap_err(), Refusal::MatchOver);
    }
    let mut unlimited = begun(TimeControl::Unlimited {});
    assert!(unlimited.ask(2, claim(false, Some(0))).is_ok());
}

#[test]
fn absence_has_no_effect_in_correspondence_before_the_start_and_after_the_end() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.play(1, "C2-B2").unwrap();
    assert_eq!(test_match.ask(1, claim(false, Some(0))).unwrap_err(), Refusal::ClaimTooEarly);
    assert!(test_match.match_state.grace().is_some());
    test_match.ask(2, Command::Resign).unwrap();
    assert_eq!(test_match.match_state.grace(), None);
    let mut open = TestMatch::new("camette", BLITZ);
    assert_eq!(open.match_state.grace(), None);
    assert_eq!(open.ask(1, claim(false, Some(0))).unwrap_err(), Refusal::NotBegun);
    let mut slow = begun(TimeControl::days(1));
    assert_eq!(slow.ask(1, claim(false, Some(0))).unwrap_err(), Refusal::NotClaimable);
}
