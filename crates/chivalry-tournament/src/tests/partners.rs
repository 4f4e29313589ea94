//! Partners enter and return only by their own consent.

use super::*;

fn pairs() -> TestTournament {
    let all = TournamentPlan {
        variant: "grand-cam".to_owned(),
        ..plan(vec![stage(Format::Swiss { rounds: 3 })])
    };
    TestTournament::new(all)
}

fn enter(players: [u32; 2]) -> Command {
    let players = players.map(|number| applicant(number, None)).to_vec();
    Command::Enter { players, stage: 0 }
}

fn invited(tourney: &TestTournament) -> Vec<(PlayerId, Vec<PlayerId>)> {
    tourney.tournament.invitations().map(|it| (it.by, it.players)).collect()
}

#[test]
fn two_partners_enter_once_both_have_asked() {
    let mut tourney = pairs();
    tourney.ask(Some(player(1)), &enter([1, 2])).unwrap();
    assert!(tourney.tournament.entrants().is_empty());
    assert_eq!(invited(&tourney), [(player(1), vec![player(1), player(2)])]);
    // A second request of the same player is no consent of the partner.
    tourney.ask(Some(player(1)), &enter([2, 1])).unwrap();
    assert!(tourney.tournament.entrants().is_empty());
    let stranger = tourney.ask(Some(player(3)), &enter([1, 2]));
    assert_eq!(stranger, Err(Refusal::NotYours));
    tourney.ask(Some(player(3)), &enter([3, 2])).unwrap();
    assert_eq!(invited(&tourney).len(), 2);

    // The partner names the players in another order. The order of the invitation counts.
    tourney.ask(Some(player(2)), &enter([1, 2])).unwrap();
    let players: Vec<_> = tourney.tournament.entrants().iter().map(|it| &it.players).collect();
    assert_eq!(players, [&vec![player(2), player(1)]]);
    assert_eq!(invited(&tourney), [], "an invitation to an entrant has lapsed");
    let again = tourney.ask(Some(player(2)), &enter([3, 2]));
    assert_eq!(again, Err(Refusal::Entered(player(2))));
    tourney.check();
}

#[test]
fn a_director_enters_both_partners_at_once() {
    let mut tourney = pairs();
    tourney.direct(enter([1, 2]));
    assert_eq!(tourney.tournament.entrants().len(), 1);
    tourney.check();
}

#[test]
fn the_partner_who_withdrew_returns_themselves() {
    let mut tourney = pairs();
    tourney.direct(enter([1, 2]));
    let (leave, back) =
        (Command::Withdraw { entrant: EntrantId(1) }, Command::Return { entrant: EntrantId(1) });
    tourney.ask(Some(player(2)), &leave).unwrap();
    assert_eq!(tourney.ask(Some(player(1)), &back), Err(Refusal::PartnerWithdrew));
    tourney.ask(Some(player(2)), &back).unwrap();
    tourney.ask(Some(player(1)), &leave).unwrap();
    assert_eq!(tourney.ask(Some(player(2)), &back), Err(Refusal::PartnerWithdrew));
    tourney.direct(back.clone());
    // A director withdrew nobody's consent.
    tourney.direct(leave);
    tourney.ask(Some(player(2)), &back).unwrap();
    tourney.check();
}
