//! Matches whose other side has gone.

use super::*;

fn claim(draw: bool, gone_at: Option<i64>) -> Command {
    Command::Claim { draw, gone_at: gone_at.map(Timestamp) }
}

fn begun(time: TimeControl) -> Table {
    let mut table = Table::seated("camette", time);
    table.play(1, "C2-B2").unwrap();
    table.play(2, "C6-B6").unwrap();
    table
}

#[test]
fn a_match_is_claimed_once_the_other_side_has_been_away_for_long_enough() {
    for (draw, result) in [(false, MatchResult::First), (true, MatchResult::Draw)] {
        let mut table = begun(BLITZ);
        table.now = Timestamp(5_000);
        assert_eq!(table.ask(9, claim(draw, Some(0))).unwrap_err(), Refusal::NotAPlayer);
        assert_eq!(table.ask(1, claim(draw, None)).unwrap_err(), Refusal::NotGone);
        let early = table.ask(1, claim(draw, Some(5_001))).unwrap_err();
        assert_eq!(early, Refusal::NotGoneYet(Duration::from_millis(1)));
        let events = table.ask(1, claim(draw, Some(5_000))).unwrap();
        assert_eq!(events, [ended(result, Termination::Abandonment)]);
        assert_eq!(table.ask(1, claim(draw, Some(0))).unwrap_err(), Refusal::MatchOver);
    }
    let mut unlimited = begun(TimeControl::Unlimited {});
    assert!(unlimited.ask(2, claim(false, Some(0))).is_ok());
}

#[test]
fn nobody_is_missed_by_correspondence_before_the_beginning_and_after_the_end() {
    let mut table = Table::seated("camette", BLITZ);
    table.play(1, "C2-B2").unwrap();
    assert_eq!(table.ask(1, claim(false, Some(0))).unwrap_err(), Refusal::AbortInstead);
    assert!(table.contest.grace().is_some());
    table.ask(2, Command::Resign).unwrap();
    assert_eq!(table.contest.grace(), None);
    let mut open = Table::new("camette", BLITZ);
    assert_eq!(open.contest.grace(), None);
    assert_eq!(open.ask(1, claim(false, Some(0))).unwrap_err(), Refusal::NotBegun);
    let mut slow = begun(TimeControl::Correspondence { days: 1 });
    assert_eq!(slow.ask(1, claim(false, Some(0))).unwrap_err(), Refusal::NeverMissed);
}
