//! Registration, byes, no-shows, withdrawals and stages.

use std::time::Duration;

use super::*;

fn swiss(rounds: u16) -> StagePlan {
    stage(Format::Swiss { rounds })
}

fn met(tourney: &TestTournament, round: u16) -> Vec<[u32; 2]> {
    let all = tourney.tournament.pairings().filter(|pairing| pairing.round == round);
    all.map(|pairing| crate::ids::sorted(pairing.sides()).map(|id| id.0)).collect()
}

#[test]
fn unmet_entry_conditions_are_refused_with_all_verdicts() {
    let entry =
        vec![Condition::RatingAtMost { rating: 1_800 }, Condition::GamesAtLeast { games: 10 }];
    let mut tourney =
        TestTournament::new(TournamentPlan { entry, most: 2, ..plan(vec![swiss(3)]) });
    let enter = |number, rating| Command::Enter {
        players: vec![applicant(number, Some(rating))],
        stage: 0,
    };
    let Err(Refusal::NotAdmitted(verdicts)) = tourney.ask(Some(player(1)), &enter(1, 1_801)) else {
        panic!("too strong");
    };
    assert_eq!(verdicts.iter().map(|it| it.met).collect::<Vec<_>>(), [false, true]);
    assert_eq!(tourney.ask(Some(player(2)), &enter(1, 1_500)), Err(Refusal::NotYours));
    tourney.ask(Some(player(1)), &enter(1, 1_500)).unwrap();
    assert_eq!(tourney.ask(Some(player(1)), &enter(1, 1_500)), Err(Refusal::Entered(player(1))));
    // A director can waive conditions, but not the limit of entrants.
    tourney.direct(enter(2, 2_500));
    assert_eq!(tourney.ask(Some(player(3)), &enter(3, 1_500)), Err(Refusal::Full));
    assert_eq!(tourney.ask(Some(player(3)), &Command::BeginStage), Err(Refusal::NotADirector));
    assert_eq!(tourney.ask(Some(DIRECTOR), &Command::Tick), Err(Refusal::NotTheServer));
    tourney.check();
}

#[test]
fn a_swiss_handles_byes_late_entries_forbidden_and_fixed_pairs_and_withdrawals() {
    let late = Some(LateEntry { until_round: 2, worth: ByeWorth::Half });
    let byes = Some(ByePolicy { most: 1, worth: ByeWorth::Half, not_in_last: 1 });
    let mut tourney = TestTournament::new(TournamentPlan { late, byes, ..plan(vec![swiss(4)]) });
    tourney.fill(6);
    let bye =
        |entrant, round, worth| Command::TakeBye { entrant: EntrantId(entrant), round, worth };
    tourney.ask(Some(player(6)), &bye(6, 1, None)).unwrap();
    let refused = [
        (6, bye(6, 1, None), Refusal::ByeTaken),
        (6, bye(6, 2, None), Refusal::NoMoreByes(1)),
        (5, bye(5, 4, None), Refusal::ByeTooLate(1)),
        (5, bye(5, 1, Some(ByeWorth::Full)), Refusal::ByeWorth),
    ];
    for (by, command, refusal) in refused {
        assert_eq!(tourney.ask(Some(player(by)), &command), Err(refusal));
    }
    tourney.direct(bye(5, 1, Some(ByeWorth::Full)));
    tourney.direct(Command::BeginStage);
    tourney.direct(Command::Fix { pair: [EntrantId(4), EntrantId(1)] });
    let fixed = tourney.refused(Command::Fix { pair: [EntrantId(4), EntrantId(2)] });
    assert_eq!(fixed, Refusal::NotPlaying);
    tourney.play_round(by_strength);
    assert_eq!(met(&tourney, 1), [[2, 3], [1, 4]]);
    assert_eq!(tourney.places(0, 0)[..3], [(1, 1, 2), (1, 2, 2), (1, 5, 2)]);

    let enter = |number| Command::Enter { players: vec![applicant(number, Some(2_998))], stage: 0 };
    tourney.ask(Some(player(7)), &enter(7)).unwrap();
    tourney.direct(Command::Forbid { pair: [EntrantId(2), EntrantId(1)] });
    tourney.play_round(by_strength);
    assert!(!met(&tourney, 2).contains(&[1, 2]));
    let card = |tourney: &TestTournament, id: u32| {
        let cards = tourney.tournament.cross_table(0, 0);
        cards.into_iter().find(|card| card.entrant == EntrantId(id)).unwrap()
    };
    let first = card(&tourney, 7).results[0].clone();
    assert_eq!(
        (first.points, first.kind),
        (1, RoundResultKind::Bye(ByeReason::Late, ByeWorth::Half))
    );
    assert_eq!(tourney.tournament.stages()[0].rounds[1].byes[0].why, ByeReason::Pairing);
    assert_eq!(tourney.ask(Some(player(8)), &enter(8)), Err(Refusal::TooLate));

    // A withdrawal during a round forfeits the game and ends the pairing of the
    // entrant.
    tourney.direct(Command::Pair);
    tourney.direct(Command::BeginRound);
    tourney.make_games();
    tourney.ask(Some(player(1)), &Command::Withdraw { entrant: EntrantId(1) }).unwrap();
    let lost = card(&tourney, 1).results[2].clone();
    assert_eq!((lost.points, lost.kind), (0, RoundResultKind::ForfeitLost));
    tourney.play(by_strength);
    tourney.play_round(by_strength);
    assert_eq!(card(&tourney, 1).results[3].kind, RoundResultKind::Absent);
    assert_eq!(tourney.refused(Command::Pair), Refusal::NothingToPair);
    tourney.check();
}

#[test]
fn absent_players_forfeit_after_the_no_show_time() {
    let clock = StagePlan {
        start: StartPlan::Clock { pause_ms: 60_000 },
        no_show_ms: Some(300_000),
        ..swiss(2)
    };
    let begins_at = Some(Timestamp(2_000_000_000));
    let mut tourney = TestTournament::new(TournamentPlan { begins_at, ..plan(vec![clock]) });
    tourney.fill(4);
    assert_eq!(tourney.tournament.next_due_at(tourney.now), begins_at);
    tourney.tick();
    assert_eq!(tourney.tournament.status(), TournamentStatus::Open, "it is not time yet");
    tourney.now = Timestamp(2_000_000_000);
    tourney.tick();
    assert_eq!(met(&tourney, 1), [[1, 3], [2, 4]]);
    assert_eq!(tourney.tournament.due_games().count(), 0, "nobody is there yet");
    let one = tourney.tournament.pairings().next().unwrap().pair.id;
    let ready = |entrant| Command::Ready { pairing: one, entrant: EntrantId(entrant) };
    tourney.ask(Some(player(1)), &ready(1)).unwrap();
    assert_eq!(tourney.ask(Some(player(1)), &ready(1)), Err(Refusal::NotWaiting));
    assert_eq!(tourney.ask(Some(player(2)), &ready(3)), Err(Refusal::NotYours));
    let until = tourney.tournament.next_due_at(tourney.now).unwrap();
    assert_eq!(until, Timestamp(2_000_300_000));
    tourney.now = until;
    tourney.tick();
    // One of the first pair was present, and none of the second.
    assert_eq!(tourney.places(0, 0), [(1, 1, 2), (2, 2, 0), (2, 3, 0), (2, 4, 0)]);
    let next = tourney.tournament.next_due_at(tourney.now).unwrap();
    assert_eq!(next, until + Duration::from_secs(60));
    tourney.now = next;
    tourney.tick();
    for pairing in tourney.tournament.pairings().cloned().collect::<Vec<_>>() {
        for entrant in pairing.entrants().into_iter().filter(|_| pairing.round == 2) {
            let ready = Command::Ready { pairing: pairing.pair.id, entrant };
            tourney.ask(Some(player(entrant.0)), &ready).unwrap();
        }
    }
    tourney.play(by_strength);
    tourney.now = tourney.tournament.next_due_at(tourney.now).unwrap();
    tourney.tick();
    assert_eq!(tourney.tournament.status(), TournamentStatus::Ended, "it is all played");
    assert_eq!(tourney.tournament.next_due_at(tourney.now), None);
    tourney.check();
}

#[test]
fn a_tournament_without_entrants_is_cancelled() {
    let begins_at = Some(Timestamp(2_000_000_000));
    let mut tourney = TestTournament::new(TournamentPlan { begins_at, ..plan(vec![swiss(2)]) });
    tourney.fill(1);
    tourney.now = Timestamp(2_000_000_000);
    tourney.tick();
    assert_eq!(tourney.tournament.status(), TournamentStatus::Cancelled);
}

#[test]
fn an_early_withdrawal_from_a_round_robin_removes_all_results_and_a_late_one_forfeits_the_rest() {
    let all = stage(Format::RoundRobin { groups: 1, double: false });
    for (after, counted) in [(1, false), (2, true)] {
        let mut tourney = TestTournament::new(plan(vec![all.clone()]));
        tourney.fill(4);
        tourney.direct(Command::BeginStage);
        for _ in 0..after {
            tourney.play_round(by_strength);
        }
        tourney.direct(Command::Withdraw { entrant: EntrantId(4) });
        for _ in after..3 {
            tourney.play_round(by_strength);
        }
        let games = |id| {
            let cards = tourney.tournament.cross_table(0, 0);
            let card = cards.iter().find(|card| card.entrant == EntrantId(id)).unwrap();
            card.results.len()
        };
        let expected = if counted { [3, 3] } else { [2, 0] };
        assert_eq!([games(1), games(4)], expected, "after {after} rounds");
        assert_eq!(tourney.places(0, 0)[0], (1, 1, if counted { 6 } else { 4 }));
        tourney.check();
    }
}

#[test]
fn group_winners_qualify_for_the_knockout() {
    let groups = StagePlan {
        tie_breaks: vec![TieBreak::DirectEncounter {}],
        ..stage(Format::RoundRobin { groups: 4, double: true })
    };
    let last = StagePlan { best_of_each_group: 2, ..knockout(false) };
    let mut tourney = TestTournament::new(plan(vec![groups, last]));
    tourney.fill(16);
    tourney.direct(Command::BeginStage);
    assert_eq!(
        tourney.tournament.stages()[0].groups[0].iter().map(|id| id.0).collect::<Vec<_>>(),
        [1, 8, 9, 16]
    );
    for _ in 0..6 {
        assert_eq!(tourney.refused(Command::BeginRound), Refusal::NothingToBegin);
        tourney.play_round(by_strength);
    }
    tourney.direct(Command::BeginStage);
    tourney.direct(Command::Pair);
    let first: Vec<[u32; 2]> = tourney
        .tournament
        .pairings()
        .filter(|pairing| pairing.stage == 1)
        .map(|pairing| crate::ids::sorted(pairing.sides()).map(|id| id.0))
        .collect();
    // Group winners meet the runners-up of other groups.
    assert_eq!(first, [[1, 5], [4, 8], [2, 6], [3, 7]]);
    tourney.check();
}
