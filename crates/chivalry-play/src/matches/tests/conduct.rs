//! Who lets others down.

use chivalry_rules::Team;

use super::*;

/// The faults of what `by` asks for; by nobody, of the clock that is at zero.
fn faults(table: &Table, by: Option<(u128, Command)>) -> Vec<(Seat, Fault)> {
    let (events, by) = match by {
        Some((number, command)) => {
            let events = table.contest.decide(player(number), &command, table.now).unwrap();
            (events, Some(player(number)))
        }
        None => (table.contest.decide_flag(table.now), None),
    };
    assert!(!events.is_empty());
    let v = table.contest.v() + 1;
    let records: Vec<Recorded> = (v..)
        .zip(events)
        .map(|(v, event)| Recorded { v, at: table.now, cause: None, event })
        .collect();
    table.contest.faults(&records, by)
}

fn begun(variant: &str, time: TimeControl) -> Table {
    let mut table = Table::seated(variant, time);
    for by in 1..=table.contest.variant().seat_count() as u128 {
        let text = clocks::legal_move(&table, 0);
        table.play(by, &text).unwrap();
    }
    table
}

#[test]
fn who_calls_a_match_off_or_never_begins_it_is_at_fault() {
    let mut table = Table::seated("camette", BLITZ);
    assert_eq!(faults(&table, Some((2, Command::Abort))), [(Seat::ALL[1], Fault::CalledOff)]);
    table.now = table.contest.clock().flags_at().unwrap();
    assert_eq!(faults(&table, None), [(Seat::FIRST, Fault::NeverBegan)]);

    let mut open = Table::new("camette", BLITZ);
    assert_eq!(faults(&open, Some((1, Command::Abort))), [], "nobody has come");
    open.ask(2, join()).unwrap();
    assert_eq!(faults(&open, Some((1, Command::Abort))).len(), 1);
}

#[test]
fn all_who_have_gone_are_at_fault() {
    let claim = Command::Claim { draw: true, gone_at: Some(Timestamp(0)) };
    let table = begun("camette", BLITZ);
    assert_eq!(faults(&table, Some((1, claim.clone()))), [(Seat::ALL[1], Fault::WentAway)]);
    let four = begun("grand-cam", BLITZ);
    let gone: Vec<_> = four.contest.variant().seats_of(Team::Second).collect();
    let found: Vec<_> = faults(&four, Some((1, claim))).iter().map(|(seat, _)| *seat).collect();
    assert_eq!(found, gone);
}

#[test]
fn running_out_of_time_is_no_fault_unless_nothing_was_done_about_it() {
    let short = TimeControl::Fischer { initial_ms: 10_000, increment_ms: 0 };
    let long = TimeControl::Fischer { initial_ms: 120_000, increment_ms: 0 };
    for (time, is_fault) in [(short, false), (long, true)] {
        let mut table = begun("camette", time);
        table.now = table.contest.clock().flags_at().unwrap();
        let expected: &[_] = if is_fault { &[(Seat::FIRST, Fault::LetItRun)] } else { &[] };
        assert_eq!(faults(&table, None), expected, "{time:?}");
    }
}

#[test]
fn resigning_and_games_of_days_are_no_fault() {
    let table = begun("camette", BLITZ);
    assert_eq!(faults(&table, Some((1, Command::Resign))), []);
    let mut slow = Table::seated("camette", TimeControl::Correspondence { days: 1 });
    assert_eq!(faults(&slow, Some((1, Command::Abort))), []);
    slow.now = slow.contest.clock().flags_at().unwrap();
    assert_eq!(faults(&slow, None), []);
}
