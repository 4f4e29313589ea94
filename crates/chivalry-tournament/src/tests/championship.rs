//! The championship of 2008-09. Two groups of four play best of three. Their
//! winners play a best of five for the right to challenge. The title match is a
//! best of seven in which draws do not count.

use chivalry_play::clock::{Stage as Step, Stages};

use super::*;

fn championship() -> TournamentPlan {
    let step = Step { moves: Some(40), ms: 9_000_000, increment_ms: 0 };
    let rest = Step { moves: None, ms: 3_600_000, increment_ms: 0 };
    let time = TimeControl::Stages { stages: Stages::new(&[step, rest]).unwrap() };
    let best_of = |best_of| SeriesPlan { best_of, ..SeriesPlan::one_game() };
    let groups = StagePlan {
        series: best_of(3),
        tie_breaks: vec![
            TieBreak::DirectEncounter {},
            TieBreak::Wins {},
            TieBreak::SonnebornBerger {},
        ],
        start: StartPlan::Agreement {},
        ..stage(Format::RoundRobin { groups: 2, double: false })
    };
    let finals = StagePlan {
        best_of_each_group: 1,
        series: SeriesPlan { decider: SeriesTieBreak::Replay {}, ..best_of(5) },
        ..stage(Format::Knockout { double: false, third_place: false })
    };
    let title = StagePlan {
        best_of_each_group: 1,
        series: SeriesPlan { draws_count: false, ..best_of(7) },
        ..stage(Format::Knockout { double: false, third_place: false })
    };
    let all = TournamentPlan { time, ..plan(vec![groups, finals, title]) };
    all.check().unwrap();
    all
}

#[test]
fn the_championship_of_2008_ends_after_six_games_of_the_title_match() {
    let mut tourney = TestTournament::new(championship());
    tourney.fill(8);
    let champion = vec![applicant(9, None)];
    tourney.direct(Command::Enter { players: champion, stage: 2 });
    let champion = EntrantId(9);
    tourney.direct(Command::BeginStage);
    tourney.tick();
    // All three rounds are open, and each pairing waits for its players.
    assert_eq!(tourney.tournament.stages()[0].rounds.len(), 3);
    assert_eq!(tourney.tournament.due_games().count(), 0);
    let groups = &tourney.tournament.stages()[0].groups;
    assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    let all: Vec<Pairing> = tourney.tournament.pairings().cloned().collect();
    assert_eq!(all.len(), 12);
    for pairing in &all {
        for entrant in pairing.entrants() {
            let ready = Command::Ready { pairing: pairing.pair.id, entrant };
            tourney.ask(Some(player(entrant.0)), &ready).unwrap();
        }
    }
    tourney.play(by_strength);
    assert!(tourney.tournament.pairings().all(|pairing| pairing.games.len() == 2), "2-0 each");
    assert_eq!(tourney.places(0, 0), [(1, 1, 6), (2, 4, 4), (3, 5, 2), (4, 8, 0)]);
    assert_eq!(tourney.places(0, 1), [(1, 2, 6), (2, 3, 4), (3, 6, 2), (4, 7, 0)]);

    // The winners of the groups meet automatically.
    tourney.tick();
    assert_eq!(tourney.tournament.stages()[1].groups, [[EntrantId(1), EntrantId(2)]]);
    tourney.play_round(by_strength);
    assert_eq!(tourney.places(1, 0), [(1, 1, 2), (2, 2, 0)]);

    tourney.direct(Command::BeginStage);
    assert_eq!(tourney.tournament.stages()[2].groups, [[champion, EntrantId(1)]]);
    tourney.direct(Command::Pair);
    tourney.direct(Command::BeginRound);
    let title = tourney.tournament.pairings().last().unwrap().pair.id;
    // The published results of one side: 1/2 1 1 0 1 1.
    for (at, published) in [1, 2, 2, 0, 2, 2].into_iter().enumerate() {
        assert!(tourney.tournament.pairing(title).unwrap().end(&series(&tourney, title)).is_none());
        tourney.make_games();
        let (_, game) = tourney.games().pop().unwrap();
        assert_eq!(usize::from(game.number), at + 1);
        let is_first = game.first == champion;
        let began = tourney.tournament.pairing(title).unwrap().side(champion) == Team::First;
        assert_eq!(is_first, began == at.is_multiple_of(2), "sides alternate");
        let result = match (published, is_first) {
            (1, _) => DRAW,
            (2, true) | (0, false) => FIRST,
            _ => SECOND,
        };
        tourney.end_game(title, game.number, result);
    }
    let pairing = tourney.tournament.pairing(title).unwrap();
    let plan = series(&tourney, title);
    let mut half_points = pairing.series(&plan).half_points;
    if pairing.side(champion) == Team::Second {
        half_points.reverse();
    }
    assert_eq!(half_points, [9, 3], "4.5 to 1.5");
    assert_eq!(pairing.winner(&plan), Some(champion));
    tourney.make_games();
    assert_eq!(tourney.games().len(), 0, "there is no seventh game");
    tourney.direct(Command::End);
    assert_eq!(tourney.tournament.status(), TournamentStatus::Ended);
    tourney.check();
}

fn series(tourney: &TestTournament, pairing: PairingId) -> SeriesPlan {
    tourney.tournament.stage_plan(tourney.tournament.pairing(pairing).unwrap()).series
}
