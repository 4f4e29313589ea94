//! Why an entrant was paired as they were.

use super::super::knockout::Branch;
use super::super::swiss::ColourRule;
use super::*;

#[test]
fn a_swiss_pairing_tells_its_bracket_its_obstacles_and_its_sides() {
    let mut hall = Hall::new(plan(vec![stage(Format::Swiss { rounds: 4 })]));
    hall.fill(9);
    hall.direct(Command::BeginStage);
    hall.direct(Command::Fix { pair: [EntrantId(1), EntrantId(2)] });
    hall.play_round(by_strength);
    let why = |hall: &Hall, round, id| hall.tournament.why(0, round, EntrantId(id));
    let fixed = why(&hall, 1, 1).unwrap();
    assert_eq!(
        (fixed.reasons, fixed.algorithm),
        (vec![Reason::Fixed], swiss::SWISS_VERSION.to_owned())
    );
    let rests = hall.tournament.stages()[0].rounds[0].byes[0].entrant;
    assert_eq!(why(&hall, 1, rests.0).unwrap().reasons[0], Reason::Rested(ByeReason::Pairing));
    let third = why(&hall, 1, 3).unwrap();
    assert!(third.reasons.contains(&Reason::Sides(ColourRule::Lot)));
    hall.direct(Command::Forbid { pair: [EntrantId(3), EntrantId(4)] });
    hall.play_round(by_strength);
    hall.play_round(by_strength);
    let obstacles = |round, id| -> Vec<(u32, Obstacle)> {
        let reasons = why(&hall, round, id).unwrap().reasons;
        let obstacle = |reason: &Reason| match reason {
            Reason::CouldNotMeet(id, obstacle) => Some((id.0, *obstacle)),
            _ => None,
        };
        reasons.iter().filter_map(obstacle).collect()
    };
    assert!(obstacles(2, 3).contains(&(4, Obstacle::Forbidden)), "{:?}", obstacles(2, 3));
    let all = (1..=9).flat_map(|id| obstacles(3, id));
    assert!(all.into_iter().any(|(_, obstacle)| obstacle == Obstacle::HaveMet));
    for id in 1..=9 {
        for reason in why(&hall, 3, id).unwrap().reasons {
            assert!(!reason.to_string().is_empty());
        }
    }
    assert_eq!(why(&hall, 4, 1), None);
}

#[test]
fn the_other_formats_tell_theirs() {
    let mut hall = Hall::new(plan(vec![stage(Format::RoundRobin { groups: 1, double: false })]));
    hall.fill(4);
    hall.direct(Command::BeginStage);
    hall.direct(Command::Pair);
    let why = hall.tournament.why(0, 1, EntrantId(2)).unwrap();
    assert_eq!(why.reasons, [Reason::Table { round: 1, number: 2, opponent: Some(3) }]);
    let said = why.reasons[0].to_string();
    assert_eq!(said, "in round 1 of the Berger table, number 2 meets number 3");

    let mut hall = Hall::new(plan(vec![knockout(true)]));
    hall.fill(4);
    hall.direct(Command::BeginStage);
    hall.direct(Command::Pair);
    let why = hall.tournament.why(0, 1, EntrantId(2)).unwrap();
    assert_eq!(why.reasons, [Reason::Node { node: 1, branch: Branch::Winners(1) }]);

    let arena = stage(Format::Arena { length_ms: 600_000, wave_ms: 5_000 });
    let mut hall = Hall::new(plan(vec![arena]));
    hall.fill(2);
    hall.direct(Command::BeginStage);
    hall.now = hall.tournament.next_due(hall.now).unwrap();
    hall.tick();
    let why = hall.tournament.why(0, 1, EntrantId(2)).unwrap();
    let reason = Reason::Nearest { place: 2, opponent: 1, waited: 1, cost: -19 };
    assert_eq!(why.reasons, [reason]);
}
