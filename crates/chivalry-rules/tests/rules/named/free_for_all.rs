//! Games in which each plays for himself (`rules.md 6.5`, `8.15`).

use chivalry_rules::notation::record::{GameRecord, RecordResult};
use chivalry_rules::{EndReason, Game, GameError, Outcome, Position, Seat, Team};

use super::{captured, draw, game, play, set, variant, verdict, win};

const SINGLES: &str = "chivalry-four-singles";

#[test]
fn every_other_seat_is_an_enemy() {
    let singles = variant(SINGLES);
    assert_eq!((singles.team_count(), singles.is_free_for_all()), (4, true));
    let letters: Vec<String> = singles.teams().map(|team| singles.team_letters(team)).collect();
    assert_eq!(letters, ["R", "G", "B", "Y"]);
    // Blue is no partner, so Red neither canters over it nor has to spare it.
    let position = set(SINGLES, "r RE6 BE7 GA12 YN5");
    assert_eq!(verdict(&position, "E6xE8"), "legal");
    assert_eq!(verdict(&position, "E6-E8"), "wrong_mark");
    assert_eq!(verdict(&position, "E6-E5"), "must_capture");
}

#[test]
fn one_move_captures_pieces_of_three_enemies_and_is_unmade() {
    let before = set(SINGLES, "r RE6 GE7 BE9 YE11 GA12 BN11 YN5");
    assert_eq!(captured(&before, "E6xE8xE10xE12"), "E11 E7 E9");
    let effect = before.check(&"E6xE8xE10xE12".parse().unwrap()).unwrap();
    let mut position = before;
    let undo = position.make(&effect);
    for seat in [Seat::SECOND, Seat::THIRD, Seat::FOURTH] {
        assert_eq!(position.pieces(seat).len(), 1);
    }
    let read = Position::read(&position.to_string(), position.variant()).unwrap();
    assert_eq!((position.hash(), position), (read.hash(), read));
    position.unmake(&undo);
    assert_eq!((position.to_string(), position.hash()), (before.to_string(), before.hash()));
}

#[test]
fn who_has_no_pieces_passes_and_the_last_with_pieces_wins() {
    let mut game = game(SINGLES, "r RE6 GE7 BN11 YA5");
    play(&mut game, "E6xE8");
    assert_eq!(game.ending(), None, "Blue and Yellow play on");
    assert!(game.must_pass());
    assert!(game.check(&"N11-N10".parse().unwrap()).is_err());
    play(&mut game, "pass N11-N10 A5-A6 E8-E9 pass");
    let mut last = super::game(SINGLES, "r RE6 BE7 YE9");
    play(&mut last, "E6xE8xE10");
    assert_eq!(last.ending(), win(Team::First, EndReason::Capture));
    let mut yellow = super::game(SINGLES, "y RE6 YE7");
    play(&mut yellow, "E7xE5");
    assert_eq!(yellow.ending(), win(Team::Fourth, EndReason::Capture));
    assert_eq!(yellow.pass(), Err(GameError::Over));
}

#[test]
fn a_seat_that_is_out_passes_and_counts_as_captured() {
    let mut game = game(SINGLES, "r RE6 GE7 BN11 YA5");
    game.withdraw(Seat::THIRD);
    assert_eq!(game.ending(), None);
    play(&mut game, "E6xE8 pass pass A5-A6");
    assert_eq!(game.ending(), None, "Red and Yellow are left");
    game.withdraw(Seat::FOURTH);
    assert_eq!(game.ending(), win(Team::First, EndReason::Capture));
    // Blue's pieces stay, and need not be captured.
    let mut others = super::game(SINGLES, "r RE6 GE7 BN11");
    others.withdraw(Seat::THIRD);
    play(&mut others, "E6xE8");
    assert_eq!(others.ending(), win(Team::First, EndReason::Capture));
}

#[test]
fn repetition_fifty_moves_and_passes_draw() {
    let mut game = game(SINGLES, "r RA5 GA12 YN5");
    for _ in 0..2 {
        assert_eq!(game.ending(), None);
        play(&mut game, "A5-A6 A12-A11 pass N5-N6 A6-A5 A11-A12 pass N6-N5");
    }
    assert_eq!(game.ending(), draw(EndReason::Repetition));
    let mut setup = set(SINGLES, "r RA5 GA12 YN5").setup();
    setup.quiet = 199;
    let mut fifty = Game::new(setup.position(variant(SINGLES)).unwrap());
    play(&mut fifty, "A5-A6");
    assert_eq!(fifty.ending(), draw(EndReason::FiftyMoves));
}

#[test]
fn a_goal_key_gives_each_seat_its_castle() {
    let three = variant("cam-for-three");
    assert_eq!((three.seat_count(), three.team_count()), (3, 3));
    let red = set("cam-for-three", "r rB6 rL7 bF9 yI9");
    assert_eq!(verdict(&red, "B6-A7"), "legal");
    assert_eq!(verdict(&red, "L7-M7"), "side_castle");
    assert_eq!(verdict(&set("cam-for-three", "b rF9 bB7 yI9"), "B7-A7"), "own_castle");
    let mut game = game("cam-for-three", "y rF9 bI9 yG2");
    play(&mut game, "G2-G1");
    assert_eq!(game.ending(), win(Team::Third, EndReason::Castle));
    assert_eq!(game.position().turn(), Seat::FIRST);
}

/// A piece of each seat in its own castle, which cannot leave it.
const RED_IN: &str = "rG1 yF2 yG2 yH2 yE3 yG3 yI3";

#[test]
fn the_only_seat_that_can_move_wins_with_castles() {
    let ending = |pieces: &str| set("cam-for-three", pieces).ending();
    // Blue has no pieces and Red cannot move.
    assert_eq!(ending(&format!("r {RED_IN}")), win(Team::Third, EndReason::NoMove));
    assert_eq!(ending(&format!("r {RED_IN} bD7")), None, "Blue moves");
    let mut game = game("cam-for-three", "r rF9 bD7 yI9");
    game.withdraw(Seat::FIRST);
    assert_eq!(game.ending(), None);
    play(&mut game, "pass D7-D8 I9-I8 pass");
}

#[test]
fn a_result_is_the_name_of_the_winner() {
    let variant = variant(SINGLES);
    let written: Vec<&str> = variant
        .teams()
        .map(|team| RecordResult::of(Outcome::Win(team), variant).as_str())
        .collect();
    assert_eq!(written, ["Red", "Green", "Blue", "Yellow"]);
    for result in RecordResult::ALL {
        assert_eq!(result.as_str().parse(), Ok(result));
        let outcome = result.outcome(variant);
        assert!(outcome.is_none_or(|outcome| RecordResult::of(outcome, variant) == result));
    }
    assert_eq!(RecordResult::RedBlue.outcome(variant), None);
    assert_eq!(RecordResult::Green.outcome(variant), Some(Outcome::Win(Team::Second)));
    let record: GameRecord =
        "[Result \"Blue\"]\n\n1. A5-B6 A12-A11 N11-N10 N5-N6 2. Blue".parse().unwrap();
    assert_eq!(record.result, RecordResult::Blue);
    record.replay(Some(variant)).unwrap();
}
