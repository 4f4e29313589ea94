//! Plans that cannot be carried out, and fields that the format determines.

use super::*;

fn written(format: &str) -> StagePlan {
    serde_json::from_str(&format!(r#"{{"name":"stage","format":{format}}}"#)).unwrap()
}

#[test]
fn a_new_plan_begins_in_the_future_and_has_enough_opponents() {
    let now = Timestamp(1_000);
    let swiss =
        |rounds, most| TournamentPlan { most, ..plan(vec![stage(Format::Swiss { rounds })]) };
    let fault = |plan: &TournamentPlan| plan.check_new(now).map_err(|fault| fault.to_string());
    for (rounds, most) in [(3, 4), (5, 5), (30, 2_000)] {
        assert_eq!(fault(&swiss(rounds, most)), Ok(()), "{rounds} rounds of {most}");
    }
    for (rounds, most) in [(4, 4), (6, 5)] {
        let fault = fault(&swiss(rounds, most)).unwrap_err();
        assert!(fault.starts_with("stages[0].format.rounds: "), "{fault}");
    }
    let at = |begins_at| TournamentPlan { begins_at: Some(Timestamp(begins_at)), ..swiss(3, 8) };
    assert_eq!(fault(&at(1_001)), Ok(()));
    assert!(fault(&at(1_000)).unwrap_err().starts_with("begins_at: "));
    // An earlier log with such a plan stays readable.
    assert!(at(1_000).check().is_ok());
}

#[test]
fn a_stored_plan_without_an_edition_is_paired_by_that_of_2017() {
    let regulations = plan(vec![stage(Format::Swiss { rounds: 3 })]);
    let mut stored = serde_json::to_value(&regulations).unwrap();
    assert_eq!(stored.as_object_mut().unwrap().remove("edition"), Some("fide-2017".into()));
    assert_eq!(serde_json::from_value::<TournamentPlan>(stored).unwrap(), regulations);
    for edition in Edition::ALL {
        let text = serde_json::to_value(edition).unwrap();
        assert_eq!(text, edition.as_str());
        let mut tourney = TestTournament::new(TournamentPlan { edition, ..regulations.clone() });
        tourney.fill(4);
        tourney.direct(Command::BeginStage);
        tourney.direct(Command::Pair);
        let run = &tourney.tournament.stages()[0].rounds[0].pairing_runs[0];
        assert_eq!(run.algorithm, swiss::algorithm(edition));
        // An input of the log without an edition is that of 2017.
        let mut input = serde_json::to_value(&*run.input).unwrap();
        input["input"].as_object_mut().unwrap().remove("edition");
        let input: PairingInput = serde_json::from_value(input).unwrap();
        assert_eq!(input.algorithm(), swiss::algorithm(Edition::Fide2017));
        tourney.check();
    }
}

#[test]
fn a_swiss_with_too_few_entrants_is_refused_at_its_start() {
    let rounds = |late| TournamentPlan { late, ..plan(vec![stage(Format::Swiss { rounds: 4 })]) };
    let mut tourney = TestTournament::new(rounds(None));
    tourney.fill(4);
    assert_eq!(tourney.refused(Command::BeginStage), Refusal::TooManyRounds(3));
    tourney.ask(Some(player(5)), &enter(5)).unwrap();
    tourney.direct(Command::BeginStage);

    let late = LateEntry { until_round: 2, worth: ByeWorth::Half };
    let mut tourney = TestTournament::new(rounds(Some(late)));
    tourney.fill(4);
    tourney.direct(Command::BeginStage);
}

#[test]
fn a_swiss_of_the_clock_ends_once_everybody_has_met() {
    let clock =
        StagePlan { start: StartPlan::Clock { pause_ms: 0 }, ..stage(Format::Swiss { rounds: 7 }) };
    let begins_at = Some(Timestamp(1_000_000_010));
    let mut tourney = TestTournament::new(TournamentPlan { begins_at, ..plan(vec![clock]) });
    tourney.fill(4);
    tourney.now = Timestamp(1_000_000_010);
    for _ in 0..4 {
        tourney.tick();
        tourney.play(by_strength);
    }
    assert_eq!(tourney.tournament.status(), TournamentStatus::Ended);
    assert_eq!(tourney.tournament.stages()[0].rounds.len(), 3);
    tourney.check();
}

#[test]
fn a_knockout_is_replayed_unless_its_plan_says_otherwise() {
    let plain = written(r#"{"kind":"knockout"}"#);
    assert_eq!(plain.series.decider, SeriesTieBreak::Replay {});
    assert!(plan(vec![plain]).check().is_ok());
    let swiss = written(r#"{"kind":"swiss","rounds":3}"#);
    assert_eq!(swiss.series, SeriesPlan::one_game());
}

#[test]
fn a_stage_without_tie_breaks_gets_those_of_its_format() {
    let of = |format| written(format).tie_breaks;
    let cut = TieBreak::Buchholz { cut_lowest: 1, cut_highest: 0 };
    assert_eq!(of(r#"{"kind":"swiss","rounds":3}"#)[0], cut);
    assert_eq!(of(r#"{"kind":"round_robin"}"#)[0], TieBreak::DirectEncounter {});
    assert_eq!(of(r#"{"kind":"knockout"}"#), []);
    let none = r#"{"name":"stage","format":{"kind":"swiss","rounds":3},"tie_breaks":[]}"#;
    assert_eq!(serde_json::from_str::<StagePlan>(none).unwrap().tie_breaks, []);
    // A stored plan is read as it was written.
    let stored = stage(Format::Swiss { rounds: 3 });
    let json = serde_json::to_string(&stored).unwrap();
    assert_eq!(serde_json::from_str::<StagePlan>(&json).unwrap(), stored);
}

#[test]
fn a_fixed_pair_is_neither_forbidden_nor_has_it_met() {
    let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 3 })]));
    tourney.fill(6);
    let pair = [EntrantId(1), EntrantId(2)];
    tourney.direct(Command::Forbid { pair });
    assert_eq!(tourney.refused(Command::Fix { pair }), Refusal::PairForbidden);
    tourney.direct(Command::BeginStage);
    tourney.play_round(by_strength);
    let met = tourney.tournament.pairings().next().unwrap().sides();
    assert_eq!(tourney.refused(Command::Fix { pair: met }), Refusal::HaveMet);
}

#[test]
fn group_mates_do_not_meet_in_their_first_pairing_of_a_knockout() {
    for groups in 2..=12_u16 {
        for count in 1..=3_u16 {
            let stages = vec![
                stage(Format::RoundRobin { groups, double: false }),
                StagePlan { best_of_each_group: count, ..knockout(false) },
            ];
            let mut tourney = TestTournament::new(plan(stages));
            tourney.fill(3 * u32::from(groups));
            tourney.direct(Command::BeginStage);
            for _ in 0..3 {
                tourney.play_round(by_strength);
            }
            let groups_of = tourney.tournament.stages()[0].groups.clone();
            tourney.direct(Command::BeginStage);
            tourney.direct(Command::Pair);
            let seeds = &tourney.tournament.stages()[1].groups[0];
            let place = |id: &EntrantId| {
                let group = groups_of.iter().find(|group| group.contains(id)).unwrap();
                group.iter().position(|other| other == id).unwrap()
            };
            assert!(seeds.is_sorted_by_key(place), "winners are seeded before the others");
            let is_mates = |pairing: &&Pairing| {
                let mut among = groups_of.iter();
                let is_in =
                    |group: &Vec<EntrantId>| pairing.entrants().iter().all(|id| group.contains(id));
                pairing.stage == 1 && among.any(is_in)
            };
            let mates = tourney.tournament.pairings().filter(is_mates).count();
            assert_eq!(mates, 0, "{groups} groups, {count} of each");
        }
    }
}

#[test]
fn the_games_of_a_cancelled_tournament_are_abandoned() {
    let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 3 })]));
    tourney.fill(4);
    tourney.direct(Command::BeginStage);
    tourney.direct(Command::Pair);
    tourney.direct(Command::BeginRound);
    tourney.make_games();
    let (ended, game) = tourney.games().remove(0);
    tourney.end_game(ended, game.number, DRAW);
    assert_eq!(tourney.tournament.abandoned_matches().count(), 0);
    let cancel = tourney.direct(Command::Cancel);
    let abandoned: Vec<MatchId> = tourney.tournament.abandoned_matches().collect();
    assert_eq!(abandoned.len(), 1, "a game that has ended counts");
    assert_ne!(Some(abandoned[0]), game.played_in);
    tourney.direct(Command::Undo { action: cancel });
    assert_eq!(tourney.tournament.abandoned_matches().count(), 0);
    tourney.check();
}

fn enter(number: u32) -> Command {
    Command::Enter { players: vec![applicant(number, None)], stage: 0 }
}
