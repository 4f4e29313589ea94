//! Corrections of results, and undo.

use super::*;

fn pairing_of(tourney: &TestTournament, round: u16, id: u32) -> PairingId {
    let mut all = tourney.tournament.pairings().filter(|pairing| pairing.round == round);
    all.find(|pairing| pairing.entrants().contains(&EntrantId(id))).unwrap().pair.id
}

/// Returns the opposite result.
fn other(tourney: &TestTournament, id: PairingId) -> GameResult {
    let end = tourney.tournament.pairing(id).unwrap().games[0].end.unwrap();
    if end.result == FIRST { SECOND } else { FIRST }
}

fn correct(pairing: PairingId, result: GameResult, take_back: bool) -> Command {
    Command::Correct { pairing, number: 1, result, take_back }
}

#[test]
fn a_correction_takes_back_unplayed_pairings() {
    let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 3 })]));
    tourney.fill(8);
    tourney.direct(Command::BeginStage);
    tourney.play_round(by_strength);
    tourney.direct(Command::Pair);
    assert_eq!(tourney.tournament.pairings().count(), 8);
    let upset = pairing_of(&tourney, 1, 1);
    let result = other(&tourney, upset);
    let end = tourney.tournament.pairing(upset).unwrap().games[0].end.unwrap().result;
    assert_eq!(tourney.refused(correct(upset, end, false)), Refusal::SameResult);
    tourney.direct(correct(upset, result, false));
    assert_eq!(tourney.tournament.pairings().count(), 4, "the second round is to be paired anew");
    assert_eq!(tourney.tournament.stages()[0].rounds.len(), 1);
    assert_eq!(tourney.places(0, 0).iter().find(|it| it.1 == 1).unwrap().2, 0);
    tourney.play_round(by_strength);
    // A played round stays, and the standings follow the corrected games.
    let before = tourney.tournament.pairings().count();
    let late = pairing_of(&tourney, 1, 2);
    let result = other(&tourney, late);
    tourney.direct(correct(late, result, false));
    assert_eq!(tourney.tournament.pairings().count(), before);
    let points: u32 = tourney.places(0, 0).iter().map(|it| it.2).sum();
    assert_eq!(points, 16);
    tourney.check();
}

#[test]
fn a_knockout_correction_takes_back_only_dependent_pairings() {
    let mut tourney = TestTournament::new(plan(vec![knockout(false)]));
    tourney.fill(8);
    tourney.direct(Command::BeginStage);
    tourney.play_round(by_strength);
    tourney.play_round(by_strength);
    let quarter = pairing_of(&tourney, 1, 1);
    let beaten = tourney.tournament.pairing(quarter).unwrap().opponent(EntrantId(1));
    let semi = pairing_of(&tourney, 2, 1);
    let untouched = pairing_of(&tourney, 2, 2);
    tourney.direct(Command::Pair);
    let result = other(&tourney, quarter);
    let refused = tourney.refused(correct(quarter, result, false));
    assert_eq!(refused, Refusal::WouldTakeBack(vec![semi]));
    tourney.direct(correct(quarter, result, true));
    assert!(tourney.tournament.pairing(semi).is_none());
    assert!(tourney.tournament.pairing(untouched).is_some());
    assert_eq!(tourney.tournament.stages()[0].rounds.len(), 2, "the final is not paired any more");
    tourney.play_round(by_strength);
    assert!(tourney.tournament.pairing(pairing_of(&tourney, 2, beaten.0)).unwrap().is_begun());
    tourney.play_round(by_strength);
    let champion = tourney.places(0, 0)[0].1;
    assert_eq!(champion, 2);
    tourney.direct(Command::End);
    assert_eq!(tourney.refused(Command::Pair), Refusal::Over);
    tourney.check();
}

#[test]
fn results_cannot_be_corrected_once_the_next_stage_was_played() {
    let groups = stage(Format::RoundRobin { groups: 1, double: false });
    let last = StagePlan { best_of_each_group: 2, ..knockout(false) };
    let mut tourney = TestTournament::new(plan(vec![groups, last]));
    tourney.fill(3);
    tourney.direct(Command::BeginStage);
    for _ in 0..3 {
        tourney.play_round(by_strength);
    }
    tourney.direct(Command::BeginStage);
    // After three beats two, all have one win and only pairing numbers separate
    // them.
    let decisive = tourney
        .tournament
        .pairings()
        .find(|it| !it.entrants().contains(&EntrantId(1)))
        .unwrap()
        .pair
        .id;
    let result = other(&tourney, decisive);
    let mut played = TestTournament { tournament: tourney.tournament.clone(), now: tourney.now };
    tourney.direct(correct(decisive, result, false));
    assert_eq!(tourney.tournament.stages().len(), 1, "others come into the stage now");
    tourney.direct(Command::BeginStage);
    assert_eq!(tourney.tournament.stages()[1].groups, [[EntrantId(1), EntrantId(3)]]);
    tourney.check();
    played.play_round(by_strength);
    assert_eq!(played.refused(correct(decisive, result, false)), Refusal::LaterStage);
}

#[test]
fn a_directors_action_can_be_undone_until_a_game_starts() {
    let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 3 })]));
    tourney.fill(6);
    let began = tourney.direct(Command::BeginStage);
    let forbidden = tourney.direct(Command::Forbid { pair: [EntrantId(1), EntrantId(4)] });
    let paired = tourney.direct(Command::Pair);
    assert!(matches!(tourney.refused(Command::Undo { action: began }), Refusal::RestsUpon(_)));
    let undone = tourney.direct(Command::Undo { action: paired });
    assert_eq!(tourney.tournament.pairings().count(), 0);
    tourney.direct(Command::Undo { action: forbidden });
    for action in [paired, undone, 1, 2, 999] {
        let refusal = tourney.refused(Command::Undo { action });
        assert_eq!(refusal, Refusal::NothingToUndo, "{action}");
    }
    let not_director = tourney.ask(Some(player(1)), &Command::Undo { action: began });
    assert_eq!(not_director, Err(Refusal::NotADirector));
    let again = tourney.direct(Command::Pair);
    assert!(tourney.tournament.pairings().next().unwrap().entrants().contains(&EntrantId(4)));
    tourney.direct(Command::BeginRound);
    tourney.make_games();
    assert_eq!(tourney.refused(Command::Undo { action: again }), Refusal::GameBegunSince);
    // Undone actions remain in the log.
    let log = tourney.tournament.log();
    let undone = log.iter().filter(|it| matches!(it.event, Event::Undone { .. })).count();
    assert_eq!((undone, log.len() as u32), (2, tourney.tournament.v()));
    tourney.check();
}

#[test]
fn the_end_of_a_tournament_can_be_undone() {
    let mut tourney = TestTournament::new(plan(vec![knockout(false)]));
    tourney.fill(2);
    tourney.direct(Command::BeginStage);
    tourney.play_round(by_strength);
    let end = tourney.direct(Command::End);
    tourney.direct(Command::Undo { action: end });
    assert_eq!(tourney.tournament.status(), TournamentStatus::Running);
    tourney.check();
}

#[test]
fn a_swiss_correction_takes_back_begun_rounds_only_if_asked_and_without_a_result() {
    let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 3 })]));
    tourney.fill(8);
    tourney.direct(Command::BeginStage);
    tourney.play_round(by_strength);
    tourney.direct(Command::Pair);
    tourney.direct(Command::BeginRound);
    tourney.make_games();
    let upset = pairing_of(&tourney, 1, 1);
    let result = other(&tourney, upset);
    let begun = |tourney: &TestTournament| TestTournament {
        tournament: tourney.tournament.clone(),
        now: tourney.now,
    };

    let mut kept = begun(&tourney);
    kept.direct(correct(upset, result, false));
    assert_eq!(kept.tournament.stages()[0].rounds.len(), 2);

    let mut taken_back = begun(&tourney);
    taken_back.direct(correct(upset, result, true));
    assert_eq!(taken_back.tournament.stages()[0].rounds.len(), 1);
    assert_eq!(taken_back.tournament.abandoned_matches().count(), 4);
    taken_back.play_round(by_strength);
    taken_back.check();

    let (pairing, game) = tourney.games().remove(0);
    tourney.end_game(pairing, game.number, DRAW);
    assert_eq!(tourney.refused(correct(upset, result, true)), Refusal::LaterResult);
    tourney.direct(correct(upset, result, false));
    assert_eq!(tourney.tournament.stages()[0].rounds.len(), 2);
    tourney.check();
}

#[test]
fn a_pair_that_was_fixed_for_a_later_round_gives_way_to_a_bye() {
    let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 4 })]));
    tourney.fill(6);
    let bye = Command::TakeBye { entrant: EntrantId(1), round: 1, worth: Some(ByeWorth::Half) };
    tourney.direct(bye);
    tourney.direct(Command::BeginStage);
    let paired = tourney.direct(Command::Pair);
    tourney.direct(Command::Fix { pair: [EntrantId(1), EntrantId(2)] });
    tourney.direct(Command::Undo { action: paired });
    tourney.direct(Command::Pair);
    let round = &tourney.tournament.stages()[0].rounds[0];
    assert_eq!((round.pairings.len(), round.byes.len()), (2, 2));
    tourney.check();
}
