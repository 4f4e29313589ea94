//! Pauses, penalties and announcements.

use chivalry_play::matches::{DirectorOrder, DirectorOrderKind};

use super::*;

const MINUTE: i64 = 60_000;

/// A round of two pairings that wait for their players for five minutes.
fn waiting() -> TestTournament {
    let stage = StagePlan {
        no_show_ms: Some(300_000),
        ..stage(Format::RoundRobin { groups: 1, double: false })
    };
    let mut tourney = TestTournament::new(plan(vec![stage]));
    tourney.fill(4);
    tourney.direct(Command::BeginStage);
    tourney.direct(Command::Pair);
    tourney.direct(Command::BeginRound);
    tourney
}

fn ready(tourney: &mut TestTournament, pairing: PairingId) {
    for entrant in tourney.tournament.pairing(pairing).unwrap().entrants() {
        tourney.direct(Command::Ready { pairing, entrant });
    }
}

fn penalty(pairing: PairingId, entrant: EntrantId, penalty: Penalty) -> Command {
    Command::Penalize { pairing, entrant, penalty, reason: "a phone".to_owned() }
}

#[test]
fn a_pause_delays_no_show_forfeits_by_its_duration_and_begins_no_games() {
    let mut tourney = waiting();
    let began_at = tourney.tournament.stages()[0].rounds[0].began_at.unwrap();
    let first = tourney.tournament.pairings().next().unwrap().pair.id;
    tourney.now = Timestamp(began_at.0 + 2 * MINUTE);
    let pause = tourney.direct(Command::Pause);
    assert_eq!(tourney.refused(Command::Pause), Refusal::Paused);
    assert_eq!(tourney.refused(Command::Undo { action: pause }), Refusal::NotUndoable);
    ready(&mut tourney, first);
    assert_eq!(tourney.tournament.due_games().count(), 0, "no game begins in a pause");
    tourney.now = Timestamp(began_at.0 + 12 * MINUTE);
    tourney.tick();
    assert!(tourney.tournament.pairings().all(|pairing| pairing.forfeited.is_empty()));
    tourney.now = Timestamp(began_at.0 + 2 * MINUTE + 600_000);
    tourney.direct(Command::Resume);
    assert_eq!(tourney.refused(Command::Resume), Refusal::NotPaused);
    assert_eq!(tourney.tournament.due_games().count(), 1);
    let due = tourney.tournament.next_due_at(tourney.now).unwrap();
    assert_eq!(due.0, began_at.0 + 15 * MINUTE, "ten minutes later");
    tourney.now = Timestamp(due.0 - 1);
    tourney.tick();
    assert!(tourney.tournament.pairings().all(|pairing| pairing.forfeited.is_empty()));
    tourney.now = due;
    tourney.tick();
    let forfeited = tourney.tournament.pairings().filter(|it| !it.forfeited.is_empty());
    assert_eq!(forfeited.count(), 1);
    tourney.check();
}

#[test]
fn a_pause_orders_each_game_under_way_and_ends_after_thirty_days() {
    let mut tourney = waiting();
    let first = tourney.tournament.pairings().next().unwrap().pair.id;
    ready(&mut tourney, first);
    tourney.make_games();
    let played_in = tourney.games()[0].1.played_in.unwrap();
    let v = tourney.direct(Command::Pause);
    let until = tourney.tournament.pause().unwrap().until;
    let orders = |tourney: &TestTournament, v: u32| {
        tourney.tournament.orders_of(&tourney.tournament.log()[v as usize - 1])
    };
    let kind = DirectorOrderKind::Pause { until };
    assert_eq!(orders(&tourney, v), [(played_in, DirectorOrder { number: v, kind })]);
    assert_eq!(tourney.tournament.next_due_at(tourney.now), Some(until));
    tourney.now = until;
    tourney.tick();
    assert_eq!(tourney.tournament.pause(), None);
    tourney.check();
}

#[test]
fn penalties_are_logged_and_a_loss_ends_the_game() {
    let mut tourney = waiting();
    let first = tourney.tournament.pairings().next().unwrap().pair.id;
    let [one, two] = tourney.tournament.pairing(first).unwrap().sides();
    let warning = penalty(first, one, Penalty::Warning {});
    assert_eq!(tourney.refused(warning.clone()), Refusal::NoSuchGame, "no game has begun");
    ready(&mut tourney, first);
    tourney.make_games();
    let warned = tourney.direct(warning);
    assert_eq!(tourney.tournament.penalties().count(), 1);
    tourney.direct(Command::Undo { action: warned });
    assert_eq!(tourney.tournament.penalties().count(), 0);
    let timed = tourney.direct(penalty(first, two, Penalty::Time { ms: 60_000 }));
    let orders = tourney.tournament.orders_of(&tourney.tournament.log()[timed as usize - 1]);
    let team = if tourney.games()[0].1.first == two { Team::First } else { Team::Second };
    let kind = DirectorOrderKind::TakeTime { team, ms: 60_000 };
    assert_eq!(orders[0].1, DirectorOrder { number: timed, kind });
    assert_eq!(tourney.refused(Command::Undo { action: timed }), Refusal::NotUndoable);
    let stranger = EntrantId((1..=4).find(|id| ![one.0, two.0].contains(id)).unwrap());
    let other = penalty(first, stranger, Penalty::Loss {});
    assert_eq!(tourney.refused(other), Refusal::NoSuchEntrant);
    tourney.direct(penalty(first, one, Penalty::Loss {}));
    let pairing = tourney.tournament.pairing(first).unwrap();
    assert!(tourney.tournament.is_decided(pairing));
    let second_won = pairing.games[0].first == one;
    assert_eq!(pairing.games[0].end.unwrap().result, if second_won { SECOND } else { FIRST });
    let last = tourney.tournament.penalties().last().unwrap();
    assert_eq!((last.entrant, last.reason), (one, "a phone"));
    tourney.check();
}

#[test]
fn an_announcement_is_retracted_also_after_a_game_began() {
    let mut tourney = waiting();
    let said = tourney.direct(Command::Announce { text: "Lunch at noon".to_owned() });
    let first = tourney.tournament.pairings().next().unwrap().pair.id;
    ready(&mut tourney, first);
    tourney.make_games();
    let texts = |it: &TestTournament| {
        it.tournament.announcements().map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&tourney), ["Lunch at noon"]);
    tourney.direct(Command::Undo { action: said });
    assert_eq!(texts(&tourney), [""; 0]);
}

#[test]
fn a_new_round_robin_has_no_buchholz() {
    let robin = |tie_breaks| StagePlan {
        tie_breaks,
        ..stage(Format::RoundRobin { groups: 1, double: false })
    };
    let buchholz = TieBreak::Buchholz { cut_lowest: 1, cut_highest: 0 };
    let swiss = StagePlan { tie_breaks: vec![buchholz], ..stage(Format::Swiss { rounds: 3 }) };
    let plan = plan(vec![swiss.clone(), robin(vec![TieBreak::Wins {}, buchholz])]);
    let fault = plan.check_tie_breaks().unwrap_err().to_string();
    assert!(fault.starts_with("stages[1].tie_breaks[1]: "), "{fault}");
    assert!(plan.check().is_ok(), "a stored plan stays readable");
    let allowed = TournamentPlan { stages: vec![swiss, robin(vec![TieBreak::Wins {}])], ..plan };
    assert_eq!(allowed.check_tie_breaks(), Ok(()));
}
