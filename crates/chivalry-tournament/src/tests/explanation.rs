//! Explanations of pairings.

use super::*;
use crate::knockout::Branch;
use crate::swiss::ColorRule;

#[test]
fn a_swiss_explanation_names_bracket_obstacles_and_colors() {
    let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 4 })]));
    tourney.fill(9);
    tourney.direct(Command::BeginStage);
    tourney.direct(Command::Fix { pair: [EntrantId(1), EntrantId(2)] });
    tourney.play_round(by_strength);
    let why = |tourney: &TestTournament, round, id| {
        tourney.tournament.explain_pairing(0, round, EntrantId(id))
    };
    let fixed = why(&tourney, 1, 1).unwrap();
    assert_eq!(
        (fixed.reasons, fixed.algorithm),
        (vec![PairingReason::Fixed], swiss::algorithm(Edition::Fide2017).to_owned())
    );
    let rests = tourney.tournament.stages()[0].rounds[0].byes[0].entrant;
    assert_eq!(
        why(&tourney, 1, rests.0).unwrap().reasons[0],
        PairingReason::Bye(ByeReason::Pairing)
    );
    let third = why(&tourney, 1, 3).unwrap();
    assert!(third.reasons.contains(&PairingReason::ColorAllocation(ColorRule::Lot)));
    tourney.direct(Command::Forbid { pair: [EntrantId(3), EntrantId(4)] });
    tourney.play_round(by_strength);
    tourney.play_round(by_strength);
    let obstacles = |round, id| -> Vec<(u32, Obstacle)> {
        let reasons = why(&tourney, round, id).unwrap().reasons;
        let obstacle = |reason: &PairingReason| match reason {
            PairingReason::CouldNotMeet(id, obstacle) => Some((id.0, *obstacle)),
            _ => None,
        };
        reasons.iter().filter_map(obstacle).collect()
    };
    assert!(obstacles(2, 3).contains(&(4, Obstacle::Forbidden)), "{:?}", obstacles(2, 3));
    let all = (1..=9).flat_map(|id| obstacles(3, id));
    assert!(all.into_iter().any(|(_, obstacle)| obstacle == Obstacle::HaveMet));
    for id in 1..=9 {
        for reason in why(&tourney, 3, id).unwrap().reasons {
            assert!(!reason.to_string().is_empty());
        }
    }
    assert_eq!(why(&tourney, 4, 1), None);
}

#[test]
fn explanations_of_the_other_formats() {
    let mut tourney =
        TestTournament::new(plan(vec![stage(Format::RoundRobin { groups: 1, double: false })]));
    tourney.fill(4);
    tourney.direct(Command::BeginStage);
    tourney.direct(Command::Pair);
    let why = tourney.tournament.explain_pairing(0, 1, EntrantId(2)).unwrap();
    assert_eq!(
        why.reasons,
        [PairingReason::BergerTable { round: 1, number: 2, opponent: Some(3) }]
    );
    let said = why.reasons[0].to_string();
    assert_eq!(said, "in round 1 of the Berger table, number 2 meets number 3");

    let mut tourney = TestTournament::new(plan(vec![knockout(true)]));
    tourney.fill(4);
    tourney.direct(Command::BeginStage);
    tourney.direct(Command::Pair);
    let why = tourney.tournament.explain_pairing(0, 1, EntrantId(2)).unwrap();
    assert_eq!(why.reasons, [PairingReason::BracketNode { node: 1, branch: Branch::Winners(1) }]);

    let arena = stage(Format::Arena { length_ms: 600_000, wave_ms: 5_000 });
    let mut tourney = TestTournament::new(plan(vec![arena]));
    tourney.fill(2);
    tourney.direct(Command::BeginStage);
    tourney.now = tourney.tournament.next_due_at(tourney.now).unwrap();
    tourney.tick();
    let why = tourney.tournament.explain_pairing(0, 1, EntrantId(2)).unwrap();
    let reason = PairingReason::ArenaMatch { place: 2, opponent: 1, waited: 1, cost: -19 };
    assert_eq!(why.reasons, [reason]);
}
