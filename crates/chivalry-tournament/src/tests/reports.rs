//! The Tournament Report File.

use super::*;
use crate::PairingInput;

#[test]
fn a_swiss_report_round_trips_and_pairs_the_same_next_round() {
    let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 5 })]));
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
    let report = tourney.tournament.report(0, |id| format!("Player {}", id.0)).unwrap();
    let text = report.to_text();
    assert_eq!(TournamentReport::parse(&text).unwrap(), report, "{text}");
    let line = text.lines().find(|line| line.starts_with("001    3")).unwrap();
    assert_eq!(&line[14..22], "Player 3");
    assert_eq!(&line[89..101], "  0000 - H  ");
    // The next round of the report has the same input.
    let drawn = report.next_round(chivalry_rules::Team::First);
    tourney.direct(Command::Pair);
    let pairing_run = &tourney.tournament.stages()[0].rounds[4].pairing_runs[0];
    let PairingInput::Swiss { input, .. } = &*pairing_run.input else { panic!("a Swiss") };
    assert_eq!(drawn.players, input.players);
    assert_eq!((drawn.round, drawn.rounds), (5, 5));
}

#[test]
fn a_foreign_report_is_parsed_and_its_errors_are_named() {
    let player = |rank: u32, name: &str, rounds: &str| {
        format!(
            "001 {rank:>4} m    {name:<33} 1500 GER     1234567 1980/01/01  1.0    {rank}{rounds}"
        )
    };
    let one = player(1, "Parker, George", "  0002 w 1");
    let two = player(2, "Swift, Arthur", "  0001 b 0");
    let text = format!("012 Evening\nXXR 3\n{one}\n{two}\n");
    let report = TournamentReport::parse(&text).unwrap();
    assert_eq!((report.name.as_str(), report.rounds), ("Evening", Some(3)));
    assert_eq!(report.players[0].name, "Parker, George");
    let error = |text: &str| TournamentReport::parse(text).unwrap_err().to_string();
    assert_eq!(
        error(&text.replace("0001 b", "0001 w")),
        "player 1, round 1: both have the same side"
    );
    assert_eq!(
        error(&text.replace("0001 b", "0002 b")),
        "player 1, round 1: the opponent tells otherwise"
    );
    assert_eq!(error(&text.replace("w 1", "w x")), "line 3: there is no such result");
    assert_eq!(error(&text.replace("XXR 3", "XXR three")), "line 2: XXR is a number of rounds");
}
