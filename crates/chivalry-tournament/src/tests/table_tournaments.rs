//! Tournaments of games with more than two teams, from the plan to the standings.

use chivalry_play::matches::{DirectorOrder, DirectorOrderKind};

use super::*;

const PLACED: [u8; 4] = [2, 1, 4, 3];

fn swiss(rounds: u16) -> StagePlan {
    StagePlan { tie_breaks: TieBreak::OF_TABLES.to_vec(), ..stage(Format::Swiss { rounds }) }
}

pub(super) fn singles(stages: Vec<StagePlan>) -> TournamentPlan {
    TournamentPlan { variant: "chivalry-four-singles".to_owned(), ..plan(stages) }
}

fn placed(places: &[u8]) -> GameResult {
    GameResult::Placed { places: Places::try_from(places.to_vec()).unwrap() }
}

/// A tournament whose first round has begun.
fn begun(players: u32, plan: TournamentPlan) -> TestTournament {
    let mut tourney = TestTournament::new(plan);
    tourney.fill(players);
    tourney.direct(Command::BeginStage);
    begin_round(&mut tourney);
    tourney
}

fn begin_round(tourney: &mut TestTournament) {
    tourney.direct(Command::Pair);
    tourney.direct(Command::BeginRound);
    tourney.make_games();
}

/// Ends every game under way: the entrant with the lower number has the better place.
fn end_games(tourney: &mut TestTournament) {
    for (id, game) in tourney.games() {
        let entrants = tourney.tournament.pairing(id).unwrap().entrants();
        let better = |own: &EntrantId| entrants.iter().filter(|other| *other < own).count() as u8;
        let places: Vec<u8> = entrants.iter().map(|own| better(own) + 1).collect();
        tourney.end_game(id, game.number, placed(&places));
    }
}

fn report(pairing: u32, result: GameResult) -> Command {
    let (pairing, stats) = (PairingId(pairing), GameStats::default());
    Command::Report { pairing, number: 1, result, stats }
}

#[test]
fn a_tournament_of_four_singles_is_played_to_the_end() {
    let mut tourney = begun(10, singles(vec![swiss(3)]));
    let first: Vec<Vec<u32>> = tourney
        .tournament
        .pairings()
        .map(|it| {
            let mut ids: Vec<u32> = it.entrants().iter().map(|id| id.0).collect();
            ids.sort_unstable();
            ids
        })
        .collect();
    assert_eq!(first, [[1, 3, 5, 7], [2, 4, 6, 8]], "one player of each quarter");
    let byes = &tourney.tournament.stages()[0].rounds[0].byes;
    assert_eq!(byes.iter().map(|bye| bye.entrant.0).collect::<Vec<_>>(), [10, 9]);
    let seats = tourney.tournament.seats_of(PairingId(1), tourney.games()[0].1.first);
    let entrants = tourney.tournament.pairing(PairingId(1)).unwrap().entrants();
    let players: Vec<_> = entrants.iter().map(|id| player(id.0)).collect();
    assert_eq!(seats.iter().map(|(_, player)| *player).collect::<Vec<_>>(), players);
    end_games(&mut tourney);
    // A bye is worth as much as the first place.
    let points = |tourney: &TestTournament, id: u32| {
        tourney.places(0, 0).iter().find(|place| place.1 == id).unwrap().2
    };
    assert_eq!([1, 3, 5, 7, 9].map(|id| points(&tourney, id)), [6, 4, 2, 0, 6]);
    let card = &tourney.tournament.cross_table(0, 0)[2];
    let table = card.results[0].table.as_ref().unwrap();
    assert_eq!((table.place, table.opponents.len()), (Some(2), 3));
    for _ in 0..2 {
        begin_round(&mut tourney);
        end_games(&mut tourney);
    }
    tourney.direct(Command::End);
    assert_eq!(tourney.tournament.status(), TournamentStatus::Ended);
    let standings = tourney.tournament.standings(0, 0);
    assert_eq!((standings[0].entrant, standings[0].points), (EntrantId(1), 18));
    // Each table shares out twelve half points, and each bye is worth six.
    assert_eq!(standings.iter().map(|it| it.points).sum::<u32>(), 3 * (2 * 12 + 2 * 6));
    assert_eq!(standings[0].tie_breaks[0].value, Some(3));
    tourney.check();
}

#[test]
fn plans_offer_only_what_is_defined_for_tables() {
    let fault = |plan: TournamentPlan| plan.check().unwrap_err().to_string();
    let arena = || stage(Format::Arena { length_ms: 900_000, wave_ms: 5_000 });
    assert!(singles(vec![arena()]).check().is_ok());
    let scoring = Scoring { win: 3, ..Scoring::default() };
    let message = fault(singles(vec![StagePlan { scoring, ..arena() }]));
    assert!(message.starts_with("stages[0].scoring: "), "{message}");
    let tie_breaks = vec![TieBreak::Buchholz { cut_lowest: 0, cut_highest: 0 }];
    let message = fault(singles(vec![StagePlan { tie_breaks, ..arena() }]));
    assert!(message.starts_with("stages[0].tie_breaks[0]: "), "{message}");
    let robin = stage(Format::RoundRobin { groups: 1, double: false });
    for other in [robin, knockout(false)] {
        let message = fault(singles(vec![swiss(3), other]));
        let expected = "stages[1].format: chivalry-four-singles is not a game of two sides";
        assert!(message.starts_with(expected), "{message}");
    }
    for tie_break in TieBreak::ALL {
        let plan = singles(vec![StagePlan { tie_breaks: vec![tie_break], ..swiss(3) }]);
        let is_known = matches!(
            tie_break,
            TieBreak::Wins {} | TieBreak::Progressive {} | TieBreak::AverageRating {}
        );
        assert_eq!(plan.check().is_ok(), is_known, "{tie_break:?}");
    }
    let three = SeriesPlan { best_of: 3, ..SeriesPlan::one_game() };
    let message = fault(singles(vec![StagePlan { series: three, ..swiss(3) }]));
    assert!(message.starts_with("stages[0].series: "), "{message}");
    let message = fault(TournamentPlan { most: 3, ..singles(vec![swiss(3)]) });
    assert!(message.starts_with("most must be 4 to "), "{message}");
    // Players of tables may meet again.
    let many = TournamentPlan { most: 4, ..singles(vec![swiss(30)]) };
    assert_eq!(many.check_new(Timestamp(0)), Ok(()));
    let written = |tie_breaks| {
        let text =
            format!(r#"{{"name":"stage","format":{{"kind":"swiss","rounds":3}}{tie_breaks}}}"#);
        let mut plan = singles(vec![serde_json::from_str(&text).unwrap()]);
        plan.use_tie_breaks_of_tables();
        plan.stages.remove(0).tie_breaks
    };
    assert_eq!(written(""), TieBreak::OF_TABLES);
    assert_eq!(written(r#","tie_breaks":[]"#), []);
}

#[test]
fn a_table_takes_only_results_with_a_place_for_each_seat() {
    let mut tourney = begun(4, singles(vec![swiss(2)]));
    let absent = GameResult::Forfeit { absent: Team::Fourth };
    for unfit in [FIRST, DRAW, placed(&[1, 2, 3]), placed(&[1, 1, 2, 4])] {
        assert_eq!(tourney.refused(report(1, unfit)), Refusal::ResultUnfit, "{unfit:?}");
    }
    tourney.direct(report(1, absent));
    let points = |tourney: &TestTournament| {
        let entrants = tourney.tournament.pairing(PairingId(1)).unwrap().entrants();
        let places = tourney.places(0, 0);
        let own = |id: &EntrantId| places.iter().find(|it| it.1 == id.0).unwrap().2;
        entrants.iter().map(own).collect::<Vec<u32>>()
    };
    assert_eq!(points(&tourney), [4, 4, 4, 0], "the others share the first place");
    let correct =
        |result| Command::Correct { pairing: PairingId(1), number: 1, result, take_back: false };
    assert_eq!(tourney.refused(correct(SECOND)), Refusal::ResultUnfit);
    tourney.direct(correct(placed(&PLACED)));
    assert_eq!(points(&tourney), [4, 6, 0, 2]);
    tourney.direct(correct(GameResult::BothAbsent {}));
    assert_eq!(points(&tourney), [0, 0, 0, 0]);

    let mut of_two = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 1 })]));
    of_two.fill(2);
    of_two.direct(Command::BeginStage);
    begin_round(&mut of_two);
    for unfit in [absent, placed(&PLACED), GameResult::Won { side: Team::Third }] {
        assert_eq!(of_two.refused(report(1, unfit)), Refusal::ResultUnfit, "{unfit:?}");
    }
}

#[test]
fn a_void_game_of_a_table_is_replayed() {
    let mut tourney = begun(4, singles(vec![swiss(1)]));
    tourney.end_game(PairingId(1), 1, GameResult::Void {});
    tourney.make_games();
    assert_eq!(tourney.games()[0].1.number, 2);
    tourney.end_game(PairingId(1), 2, placed(&PLACED));
    let pairing = tourney.tournament.pairing(PairingId(1)).unwrap();
    assert_eq!(pairing.winner(&SeriesPlan::one_game()), Some(pairing.pair.second));
    tourney.check();
}

#[test]
fn who_withdraws_leaves_the_game_of_the_others_alone() {
    let mut tourney = begun(9, singles(vec![swiss(3)]));
    let gone = tourney.tournament.pairing(PairingId(1)).unwrap().pair.others[0];
    tourney.direct(Command::Withdraw { entrant: gone });
    assert_eq!(tourney.games().len(), 2, "it is played on");
    end_games(&mut tourney);
    tourney.direct(Command::Pair);
    assert_eq!(tourney.tournament.stages()[0].rounds[1].byes, []);
    let next = tourney.tournament.pairing(PairingId(3)).unwrap().pair.others[1];
    tourney.direct(Command::Withdraw { entrant: next });
    let pairing = tourney.tournament.pairing(PairingId(3)).unwrap();
    assert_eq!(pairing.forfeited, [next], "its game has not begun");
    assert_eq!(pairing.places().map(Vec::from), Some(vec![1, 1, 1, 4]));
    tourney.check();
}

#[test]
fn absent_players_of_a_table_forfeit_and_the_others_share_the_first_place() {
    let waiting = StagePlan { no_show_ms: Some(60_000), ..swiss(2) };
    let mut tourney = begun(8, singles(vec![waiting]));
    assert_eq!(tourney.games(), [], "everybody has to be present");
    let of = |tourney: &TestTournament, id: u32| {
        tourney.tournament.pairing(PairingId(id)).unwrap().entrants()
    };
    for entrant in of(&tourney, 1) {
        tourney.direct(Command::Ready { pairing: PairingId(1), entrant });
    }
    tourney.direct(Command::Ready { pairing: PairingId(2), entrant: of(&tourney, 2)[1] });
    tourney.now = Timestamp(tourney.now.0 + 60_001);
    tourney.tick();
    tourney.make_games();
    assert_eq!(tourney.games().len(), 1);
    let second = tourney.tournament.pairing(PairingId(2)).unwrap();
    assert_eq!(second.places().map(Vec::from), Some(vec![2, 1, 2, 2]));
    let card = tourney.tournament.cross_table(0, 0);
    let own = card.iter().find(|it| it.entrant == of(&tourney, 2)[1]).unwrap();
    assert_eq!((own.results[0].kind, own.points()), (RoundResultKind::ForfeitWon, 6));
    assert_eq!(own.results[0].wins, 0, "nothing was played");
}

#[test]
fn a_penalty_at_a_table_concerns_one_seat_and_the_others_play_on() {
    let waiting = StagePlan { no_show_ms: Some(60_000), ..swiss(2) };
    let mut tourney = begun(8, singles(vec![waiting]));
    let pairing = PairingId(1);
    let entrants = tourney.tournament.pairing(pairing).unwrap().entrants();
    let penalize = |penalty| Command::Penalize {
        pairing,
        entrant: entrants[3],
        penalty,
        reason: "a phone".to_owned(),
    };
    let (time, loss) = (Penalty::Time { ms: 1_000 }, Penalty::Loss {});
    for early in [time, loss] {
        assert_eq!(tourney.refused(penalize(early)), Refusal::NoSuchGame);
    }
    for entrant in entrants.clone() {
        tourney.direct(Command::Ready { pairing, entrant });
    }
    tourney.make_games();
    let played_in = tourney.games()[0].1.played_in.unwrap();
    let warned = tourney.direct(penalize(Penalty::Warning {}));
    tourney.direct(Command::Undo { action: warned });
    let team = chivalry_rules::Team::Fourth;
    for (penalty, kind) in [
        (time, DirectorOrderKind::TakeTime { team, ms: 1_000 }),
        (loss, DirectorOrderKind::Eliminate { team }),
    ] {
        let number = tourney.direct(penalize(penalty));
        let recorded = &tourney.tournament.log()[number as usize - 1];
        let orders = tourney.tournament.orders_of(recorded);
        assert_eq!(orders, [(played_in, DirectorOrder { number, kind })]);
        assert_eq!(tourney.refused(Command::Undo { action: number }), Refusal::NotUndoable);
    }
    let table = tourney.tournament.pairing(pairing).unwrap();
    assert!(!tourney.tournament.is_decided(table), "the match reports the places");
    tourney.end_game(pairing, 1, placed(&[2, 1, 3, 4]));
    tourney.check();
}

#[test]
fn directors_forbid_pairs_at_tables() {
    let mut tourney = begun(8, singles(vec![swiss(3)]));
    let pair = [EntrantId(1), EntrantId(2)];
    assert_eq!(tourney.refused(Command::Fix { pair }), Refusal::NotInThisFormat);
    end_games(&mut tourney);
    tourney.direct(Command::Forbid { pair });
    tourney.direct(Command::Pair);
    let apart = tourney.tournament.pairings().filter(|it| it.round == 2);
    assert!(apart.into_iter().all(|it| !pair.iter().all(|id| it.entrants().contains(id))));
    let version = tourney.tournament.log().len() as u32;
    tourney.direct(Command::Undo { action: version });
    // With eight players, three who meet nobody else cannot be kept apart.
    for (a, b) in [(1, 3), (2, 3)] {
        tourney.direct(Command::Forbid { pair: [EntrantId(a), EntrantId(b)] });
    }
    assert_eq!(tourney.refused(Command::Pair), Refusal::Unpairable);
}

#[test]
fn an_explanation_names_the_scores_and_the_repeated_meetings() {
    let mut tourney = begun(5, singles(vec![swiss(2)]));
    end_games(&mut tourney);
    begin_round(&mut tourney);
    let why = |round, id| tourney.tournament.explain_pairing(0, round, EntrantId(id)).unwrap();
    let first = why(1, 1);
    assert_eq!(first.algorithm, "tables/1");
    assert_eq!(first.reasons, [PairingReason::SharedTable { lowest: 0, highest: 0, met: 0 }]);
    assert_eq!(why(1, 5).reasons, [PairingReason::LeftOver { seats: 4 }]);
    assert_eq!(why(2, 1).reasons, [PairingReason::SharedTable { lowest: 2, highest: 6, met: 2 }]);
    assert_eq!(why(2, 4).reasons, [PairingReason::LeftOver { seats: 4 }], "the lowest");
}

#[test]
fn a_tournament_of_tables_has_no_report() {
    let tourney = begun(4, singles(vec![swiss(1)]));
    let report = tourney.tournament.report(0, |_| String::new(), ReportHeader::default());
    assert_eq!(report.unwrap_err(), ReportError::NotTwoSides);
}
