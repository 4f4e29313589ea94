//! Corrections, and what a director undoes.

use super::*;

fn pairing_of(hall: &Hall, round: u16, id: u32) -> PairingId {
    let mut all = hall.tournament.pairings().filter(|pairing| pairing.round == round);
    all.find(|pairing| pairing.entrants().contains(&EntrantId(id))).unwrap().paired.id
}

/// The result by which the other one won.
fn other(hall: &Hall, id: PairingId) -> GameResult {
    let end = hall.tournament.pairing(id).unwrap().games[0].end.unwrap();
    if end.result == FIRST { SECOND } else { FIRST }
}

fn correct(pairing: PairingId, result: GameResult, take_back: bool) -> Command {
    Command::Correct { pairing, number: 1, result, take_back }
}

#[test]
fn a_corrected_result_pairs_anew_what_was_not_played() {
    let mut hall = Hall::new(plan(vec![stage(Format::Swiss { rounds: 3 })]));
    hall.fill(8);
    hall.direct(Command::BeginStage);
    hall.play_round(by_strength);
    hall.direct(Command::Pair);
    assert_eq!(hall.tournament.pairings().count(), 8);
    let upset = pairing_of(&hall, 1, 1);
    let result = other(&hall, upset);
    let end = hall.tournament.pairing(upset).unwrap().games[0].end.unwrap().result;
    assert_eq!(hall.refused(correct(upset, end, false)), Refusal::SameResult);
    hall.direct(correct(upset, result, false));
    assert_eq!(hall.tournament.pairings().count(), 4, "the second round is to be paired anew");
    assert_eq!(hall.tournament.stages()[0].rounds.len(), 1);
    assert_eq!(hall.places(0, 0).iter().find(|it| it.1 == 1).unwrap().2, 0);
    hall.play_round(by_strength);
    // A round that was played stays, and the standing is that of the games.
    let before = hall.tournament.pairings().count();
    let late = pairing_of(&hall, 1, 2);
    let result = other(&hall, late);
    hall.direct(correct(late, result, false));
    assert_eq!(hall.tournament.pairings().count(), before);
    let points: u32 = hall.places(0, 0).iter().map(|it| it.2).sum();
    assert_eq!(points, 16);
    hall.check();
}

#[test]
fn a_bracket_takes_back_only_what_rests_upon_the_result() {
    let mut hall = Hall::new(plan(vec![knockout(false)]));
    hall.fill(8);
    hall.direct(Command::BeginStage);
    hall.play_round(by_strength);
    hall.play_round(by_strength);
    let quarter = pairing_of(&hall, 1, 1);
    let beaten = hall.tournament.pairing(quarter).unwrap().opponent(EntrantId(1));
    let semi = pairing_of(&hall, 2, 1);
    let untouched = pairing_of(&hall, 2, 2);
    hall.direct(Command::Pair);
    let result = other(&hall, quarter);
    let refused = hall.refused(correct(quarter, result, false));
    assert_eq!(refused, Refusal::WouldTakeBack(vec![semi]));
    hall.direct(correct(quarter, result, true));
    assert!(hall.tournament.pairing(semi).is_none());
    assert!(hall.tournament.pairing(untouched).is_some());
    assert_eq!(hall.tournament.stages()[0].rounds.len(), 2, "the final is not paired any more");
    hall.play_round(by_strength);
    assert!(hall.tournament.pairing(pairing_of(&hall, 2, beaten.0)).unwrap().is_begun());
    hall.play_round(by_strength);
    let champion = hall.places(0, 0)[0].1;
    assert_eq!(champion, 2);
    hall.direct(Command::End);
    assert_eq!(hall.refused(Command::Pair), Refusal::Over);
    hall.check();
}

#[test]
fn a_stage_that_was_played_in_holds_the_results_before_it() {
    let groups = stage(Format::RoundRobin { groups: 1, double: false });
    let last = StagePlan { best_of_each_group: 2, ..knockout(false) };
    let mut hall = Hall::new(plan(vec![groups, last]));
    hall.fill(3);
    hall.direct(Command::BeginStage);
    for _ in 0..3 {
        hall.play_round(by_strength);
    }
    hall.direct(Command::BeginStage);
    // Three beats two: all have won once, and nothing separates them but numbers.
    let decisive = hall
        .tournament
        .pairings()
        .find(|it| !it.entrants().contains(&EntrantId(1)))
        .unwrap()
        .paired
        .id;
    let result = other(&hall, decisive);
    let mut played = Hall { tournament: hall.tournament.clone(), now: hall.now };
    hall.direct(correct(decisive, result, false));
    assert_eq!(hall.tournament.stages().len(), 1, "others come into the stage now");
    hall.direct(Command::BeginStage);
    assert_eq!(hall.tournament.stages()[1].groups, [[EntrantId(1), EntrantId(3)]]);
    hall.check();
    played.play_round(by_strength);
    assert_eq!(played.refused(correct(decisive, result, false)), Refusal::LaterStage);
}

#[test]
fn a_directors_action_is_undone_until_a_game_has_begun() {
    let mut hall = Hall::new(plan(vec![stage(Format::Swiss { rounds: 3 })]));
    hall.fill(6);
    let began = hall.direct(Command::BeginStage);
    let forbidden = hall.direct(Command::Forbid { pair: [EntrantId(1), EntrantId(4)] });
    let paired = hall.direct(Command::Pair);
    assert!(matches!(hall.refused(Command::Undo { action: began }), Refusal::RestsUpon(_)));
    let undone = hall.direct(Command::Undo { action: paired });
    assert_eq!(hall.tournament.pairings().count(), 0);
    hall.direct(Command::Undo { action: forbidden });
    for action in [paired, undone, 1, 2, 999] {
        let refusal = hall.refused(Command::Undo { action });
        assert_eq!(refusal, Refusal::NothingToUndo, "{action}");
    }
    let not_director = hall.ask(Some(player(1)), &Command::Undo { action: began });
    assert_eq!(not_director, Err(Refusal::NotADirector));
    let again = hall.direct(Command::Pair);
    assert!(hall.tournament.pairings().next().unwrap().entrants().contains(&EntrantId(4)));
    hall.direct(Command::BeginRound);
    hall.make_games();
    assert_eq!(hall.refused(Command::Undo { action: again }), Refusal::GameBegunSince);
    // Every action is in the log, those undone too.
    let log = hall.tournament.log();
    let undone = log.iter().filter(|it| matches!(it.event, Event::Undone { .. })).count();
    assert_eq!((undone, log.len() as u32), (2, hall.tournament.v()));
    hall.check();
}

#[test]
fn the_end_is_undone_as_well() {
    let mut hall = Hall::new(plan(vec![knockout(false)]));
    hall.fill(2);
    hall.direct(Command::BeginStage);
    hall.play_round(by_strength);
    let end = hall.direct(Command::End);
    hall.direct(Command::Undo { action: end });
    assert_eq!(hall.tournament.status(), TournamentStatus::Running);
    hall.check();
}
