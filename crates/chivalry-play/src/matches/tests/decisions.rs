//! Tests of decisions with their outcomes, compared with the log.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::clocks::legal_move;
use super::*;

/// Returns a random command with its sender.
fn random_command(rng: &mut StdRng, test_match: &TestMatch) -> (u128, Command) {
    let seats = test_match.match_state.variant().seat_count();
    let by = rng.random_range(0..seats) as u128 + 1;
    let command = match rng.random_range(0..40) {
        0 => Command::Resign,
        1 | 2 => Command::Offer(Offer::Takeback, OfferAction::Offer),
        3 | 4 => Command::Offer(Offer::Draw, OfferAction::Offer),
        5 => Command::AddTime(1_000),
        _ => {
            let ply = test_match.match_state.game().plies() + 1;
            let turn = legal_move(test_match, rng.random_range(0..1_000)).parse().unwrap();
            let to_move = test_match.match_state.game().position().turn().index() as u128 + 1;
            return (to_move, Command::Move { ply, turn, lag: NO_LAG });
        }
    };
    (by, command)
}

/// `TestMatch` applies each decision with its outcomes and from text, and compares the applied
/// events. At the end the test compares the whole matches.
#[test]
fn applying_a_decision_equals_applying_its_log() {
    let mut rng = StdRng::seed_from_u64(1902);
    let mut moves = 0;
    for round in 0..120 {
        let variant = ["camette", "cam", "grand-cam"][round % 3];
        let mut test_match = TestMatch::seated(variant, BLITZ);
        while test_match.match_state.status() == Status::Playing && test_match.log.len() < 60 {
            test_match.now = test_match.now + Duration::from_millis(rng.random_range(0..900));
            let (by, command) = random_command(&mut rng, &test_match);
            let is_move = matches!(command, Command::Move { .. });
            moves += usize::from(test_match.ask(by, command).is_ok() && is_move);
        }
        let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
        assert_eq!(format!("{folded:?}"), format!("{:?}", test_match.match_state));
    }
    assert!(moves > 2_000, "only {moves} moves");
}

#[test]
fn an_outcome_of_another_move_or_position_is_ignored() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    let decide = |test_match: &TestMatch, text: &str| {
        let ply = test_match.match_state.game().plies() + 1;
        let command = Command::Move { ply, turn: text.parse().unwrap(), lag: NO_LAG };
        let turn = test_match.match_state.game().position().turn().index() as u128 + 1;
        test_match.match_state.decide(player(turn), &command, test_match.now).unwrap()
    };
    let other = decide(&test_match, "C3-C4");
    let wanted = decide(&test_match, "C2-B2");
    let stale = Decision { events: wanted.events, outcomes: other.outcomes };
    test_match.record_decision(stale, None);
    assert_eq!(test_match.match_state.moves().iter().next().unwrap().text, "C2-B2");
    let next = decide(&test_match, "C6-B6");
    test_match.record_decision(Decision { outcomes: wanted.outcomes, ..next }, None);
    assert_eq!(test_match.match_state.game().plies(), 2);
}
