//! The Tournament Report File.

use super::*;
use crate::PairingInput;

#[test]
fn a_swiss_report_round_trips_and_pairs_the_same_next_round() {
    let mut tourney = TestTournament::new(plan(vec![StagePlan {
        tie_breaks: vec![TieBreak::Buchholz { cut_lowest: 1, cut_highest: 0 }, TieBreak::Wins {}],
        ..stage(Format::Swiss { rounds: 5 })
    }]));
    tourney.fill(11);
    let bye = |entrant, round, worth| Command::TakeBye {
        entrant: EntrantId(entrant),
        round,
        worth: Some(worth),
    };
    tourney.direct(bye(3, 1, ByeWorth::Half));
    tourney.direct(bye(4, 2, ByeWorth::Zero));
    tourney.direct(Command::BeginStage);
    for round in 0..4 {
        tourney.direct(Command::Pair);
        tourney.direct(Command::BeginRound);
        if round == 1 {
            let pairing = tourney.tournament.pairings().last().unwrap();
            let (pairing, absent) = (pairing.pair.id, pairing.pair.second);
            tourney.direct(Command::Forfeit { pairing, losers: vec![absent] });
        }
        tourney.play(|first, second| {
            if (first.0 + second.0).is_multiple_of(4) { DRAW } else { by_strength(first, second) }
        });
    }
    tourney.direct(bye(5, 5, ByeWorth::Half));
    tourney.direct(Command::Withdraw { entrant: EntrantId(7) });
    let header = header();
    let name = |id: EntrantId| format!("Player {}", id.0);
    let report = tourney.tournament.report(0, name, header).unwrap();
    let text = report.to_text(ReportFormat::Trf16);
    let parsed = TournamentReport::parse(&text).unwrap();
    assert_eq!((&parsed.players, &parsed.byes), (&report.players, &report.byes), "{text}");
    assert_eq!(parsed.to_text(ReportFormat::Trf16), text);
    let coded = report.to_text(ReportFormat::Trf26);
    assert_eq!(TournamentReport::parse(&coded).unwrap(), report, "{coded}");
    assert_eq!(TournamentReport::parse(&coded.replace('\n', "\r")).unwrap(), report);
    let line = text.lines().find(|line| line.starts_with("001    3")).unwrap();
    assert_eq!(&line[14..22], "Player 3");
    assert_eq!(&line[89..101], "  0000 - H  ");
    let line = text.lines().find(|line| line.starts_with("132")).unwrap();
    assert_eq!(&line[91..109], "26/11/20  26/11/21");
    for record in ["142 5", "192 FIDE_DUTCH_2017", "202 BH/C1,WON", "222 180+2", "240 H 005 0005"] {
        assert!(coded.lines().any(|line| line == record), "{record}: {coded}");
    }
    let byes: Vec<(u32, char)> = report.byes.iter().map(|bye| (bye.player, bye.result)).collect();
    assert_eq!(byes, [(5, 'H'), (7, 'Z')]);
    // The next round of the report has the same input.
    tourney.direct(Command::Pair);
    let pairing_run = &tourney.tournament.stages()[0].rounds[4].pairing_runs[0];
    let PairingInput::Swiss { input, .. } = &*pairing_run.input else { panic!("a Swiss") };
    for report in [report, parsed] {
        let drawn = report.next_round(Edition::Fide2017, Team::First);
        assert_eq!(drawn, *input);
    }
}

fn header() -> ReportHeader {
    ReportHeader {
        city: Some("Salem".to_owned()),
        begins: Some("2026/11/20".to_owned()),
        ends: Some("2026/11/24".to_owned()),
        kind: Some("Individual: Swiss-System (FIDE Dutch)".to_owned()),
        arbiter: Some("Parker, George".to_owned()),
        deputies: vec!["One".to_owned(), "Two".to_owned()],
        time: Some("3 min + 2 s".to_owned()),
        days: (20..24).map(|day| format!("26/11/{day}")).collect(),
        program: Some("chivalry".to_owned()),
        ..ReportHeader::default()
    }
}

fn imported(text: &str) -> Tournament {
    let imported = ImportedTournament {
        report: TournamentReport::parse(text).unwrap(),
        variant: "camelot".to_owned(),
        edition: Edition::NEWEST,
        directors: vec![DIRECTOR],
        seed: 99,
    };
    let log = imported.log(Timestamp(1_900_000_000_000));
    assert!(log.is_sorted_by_key(|recorded| recorded.at));
    for recorded in &log {
        let json = serde_json::to_string(&recorded.event).unwrap();
        assert_eq!(serde_json::from_str::<Event>(&json).unwrap(), recorded.event, "{json}");
    }
    Tournament::fold(log).unwrap()
}

fn exported(tournament: &Tournament, header: ReportHeader) -> String {
    let name = |id| tournament.entrant(id).unwrap().name.clone().unwrap();
    tournament.report(0, name, header).unwrap().to_text(ReportFormat::Trf26)
}

#[test]
fn an_imported_report_is_exported_as_the_same_text() {
    for (edition, rounds) in [(Edition::Fide2017, 5), (Edition::Fide2026, 6)] {
        let buchholz = TieBreak::Buchholz { cut_lowest: 1, cut_highest: 0 };
        let swiss = StagePlan {
            tie_breaks: vec![TieBreak::DirectEncounter {}, buchholz, TieBreak::SonnebornBerger {}],
            scoring: Scoring { by_game: false, win: 6, draw: 2, loss: 0 },
            ..stage(Format::Swiss { rounds })
        };
        let regulations = TournamentPlan { edition, ..plan(vec![swiss]) };
        let mut tourney = TestTournament::new(regulations);
        tourney.fill(13);
        tourney.direct(Command::BeginStage);
        let bye = |entrant, round, worth| Command::TakeBye {
            entrant: EntrantId(entrant),
            round,
            worth: Some(worth),
        };
        tourney.direct(bye(2, 1, ByeWorth::Full));
        tourney.direct(bye(3, 2, ByeWorth::Half));
        tourney.direct(bye(8, 3, ByeWorth::Zero));
        for round in 1..=5 {
            tourney.direct(Command::Pair);
            tourney.direct(Command::BeginRound);
            let pairing = tourney.tournament.pairings().last().unwrap();
            let (pairing, [first, second]) = (pairing.pair.id, pairing.sides());
            let losers = if round == 2 { vec![first, second] } else { vec![second] };
            tourney.direct(Command::Forfeit { pairing, losers });
            tourney.play(|first, second| {
                let sum = first.0 + second.0 + round;
                if sum.is_multiple_of(3) { DRAW } else { by_strength(first, second) }
            });
        }
        if rounds > 5 {
            tourney.direct(bye(5, 6, ByeWorth::Half));
            tourney.direct(Command::Withdraw { entrant: EntrantId(9) });
            tourney.direct(Command::Forbid { pair: [EntrantId(1), EntrantId(13)] });
        }
        let name = |id: EntrantId| format!("Player {}", id.0);
        let report = tourney.tournament.report(0, name, header()).unwrap();
        let text = report.to_text(ReportFormat::Trf26);
        let tournament = imported(&text);
        assert_eq!(exported(&tournament, header()), text);
        let places = |tournament: &Tournament| -> Vec<(u32, u32)> {
            let standings = tournament.standings(0, 0);
            standings.iter().map(|it| (it.place, it.points)).collect()
        };
        assert_eq!(places(&tournament), places(&tourney.tournament));
        let is_over = tournament.status() == TournamentStatus::Ended;
        assert_eq!(is_over, rounds == 5);
        // The older format has no edition, points and tie-breaks.
        let older = report.to_text(ReportFormat::Trf16);
        let fault = TournamentReport::parse(&older).unwrap_err();
        let ReportError::At { fault, .. } = fault else { panic!("{fault}") };
        assert_eq!(fault, ReportFault::PointsDiffer);
    }
}

#[test]
fn an_imported_tournament_continues_with_reported_results() {
    let text = "012 Club\nXXR 2\n\
        001    1      Ada                               2000                             1.0    1  0002 w 1\n\
        001    2      Ben                               1900                             0.0    3  0001 b 0\n\
        001    3      Cy                                                                 1.0    1  0000 - U\n";
    let mut tourney =
        TestTournament { tournament: imported(text), now: Timestamp(1_900_000_000_001) };
    assert_eq!(tourney.tournament.entrant(EntrantId(2)).unwrap().name.as_deref(), Some("Ben"));
    assert_eq!(tourney.tournament.plan().edition, Edition::Fide2026);
    tourney.direct(Command::Pair);
    tourney.direct(Command::BeginRound);
    let pairing = tourney.tournament.pairings().last().unwrap().clone();
    assert_eq!(pairing.entrants(), [EntrantId(3), EntrantId(1)]);
    let stats = GameStats::default();
    let report = Command::Report { pairing: pairing.pair.id, number: 1, result: FIRST, stats };
    tourney.direct(report);
    assert_eq!(tourney.places(0, 0), [(1, 3, 4), (2, 1, 2), (3, 2, 2)]);
    tourney.direct(Command::End);
    tourney.check();
}

#[test]
fn a_foreign_report_is_parsed_and_its_errors_are_named() {
    let player = |rank: u32, name: &str, points: &str, rounds: &str| {
        format!(
            "001 {rank:>4} m    {name:<33} 1500 GER     1234567 1980/01/01  {points}    {rank}{rounds}"
        )
    };
    let one = player(1, "Parker, George", "1.0", "  0002 w 1");
    let two = player(2, "Swift, Arthur", "0.0", "  0001 b 0");
    let text = format!("012 Evening\nXXR 3\n{one}\n{two}\n");
    let report = TournamentReport::parse(&text).unwrap();
    assert_eq!((report.name.as_str(), report.rounds), ("Evening", Some(3)));
    assert_eq!(report.players[0].name, "Parker, George");
    let cases = [
        ("0001 b", "0001 w", "line 3, column 97: both have the same side"),
        ("0001 b", "0002 b", "line 3, column 92: the opponent tells otherwise"),
        ("0002 w", "0009 w", "line 3, column 92: there is no such opponent"),
        ("0002 w", "0x02 w", "line 3, column 92: there is no such opponent"),
        ("w 1", "w x", "line 3, column 99: there is no such result"),
        ("w 1", "w =", "line 3, column 99: the result of the opponent is another one"),
        ("w 1", "x 1", "line 3, column 97: a color is w or b"),
        ("  0002 w 1", "  0000 - 1", "line 3, column 99: the result needs an opponent"),
        ("XXR 3", "XXR three", "line 2, column 5: the number of rounds is 1 to 100"),
        (
            "XXR 3",
            "192 FIDE_DUBOV",
            "line 2, column 5: the tournament is not a FIDE Dutch Swiss without acceleration",
        ),
        ("XXR 3", "042 26-11-26", "line 2, column 5: a date is YYYY/MM/DD"),
        (
            "XXR 3",
            "162  W 2.0    P 1.0",
            "line 2, column 15: absences score 0, and the pairing-allocated bye scores a win",
        ),
        (
            "XXR 3",
            "250 00.0 02.0 001 003 0001 0090",
            "line 2, column 1: this record is not supported",
        ),
        ("XXR 3", "240 H 002 zero", "line 2, column 11: a starting rank is a number from 1"),
        ("001    2", "001    3", "line 4, column 5: starting ranks go from 1 without a gap"),
        ("1.0    1", "2.0    1", "line 3, column 81: the points are not the sum of the results"),
        ("1.0    1", "1.3    1", "line 3, column 81: points are whole or half"),
        ("1500", "15oo", "line 3, column 49: a rating is a number"),
    ];
    for (from, to, expected) in cases {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let error = TournamentReport::parse(&wrong).unwrap_err();
        assert_eq!(error.to_string(), expected, "{from} -> {to}");
    }
    let both = text.replace("0002 w 1", "0000 - U").replace("0001 b 0", "0000 - U");
    let error = TournamentReport::parse(&both.replace("  0.0    2", "  1.0    2")).unwrap_err();
    let expected = "line 3, column 99: a round has one pairing-allocated bye";
    assert_eq!(error.to_string(), expected);
}
