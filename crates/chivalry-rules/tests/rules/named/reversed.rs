//! Anti-Camelot: `rules.md 8.11`.

use chivalry_rules::{EndReason, Team};

use super::{game, play, set, verdict, win};

#[test]
fn entering_the_goal_loses() {
    for turn in ["G15-G16", "G15-F16"] {
        let mut game = game("anti-camelot", "w wG15 wA4 bA12 bL12");
        play(&mut game, turn);
        assert_eq!(game.ending(), win(Team::Second, EndReason::Castle), "{turn}");
    }
    let mut jumped = game("anti-camelot", "b wF2 wA4 bE3 bL12");
    play(&mut jumped, "E3xG1");
    assert_eq!(jumped.ending(), win(Team::First, EndReason::Castle));
}

#[test]
fn losing_every_piece_wins() {
    let mut game = game("anti-camelot", "w wE6 wA4 bE7 bE9");
    play(&mut game, "E6xE8xE10");
    assert_eq!(game.ending(), win(Team::Second, EndReason::NoMove));
    assert_eq!(set("anti-camelot", "w bA12 bL12").ending(), win(Team::First, EndReason::NoMove));
}

#[test]
fn having_no_legal_move_wins() {
    let boxed = "w wA4 bA5 bA6 bB3 bB4 bB5 bC2 bC4 bC6";
    assert_eq!(set("anti-camelot", boxed).ending(), win(Team::First, EndReason::NoMove));
    assert_eq!(set("camelot", boxed).ending(), win(Team::Second, EndReason::NoMove));
}

#[test]
fn few_pieces_do_not_end_the_game() {
    let mut game = game("anti-camelot", "w wE6 bE7 bL12");
    play(&mut game, "E6xE8");
    assert_eq!(game.ending(), None);
    play(&mut game, "L12-L11");
    assert_eq!(game.ending(), None);
}

#[test]
fn captures_are_compulsory_as_in_camelot() {
    let position = set("anti-camelot", "w wE6 bE7 wA4 bL12");
    assert_eq!(verdict(&position, "A4-A5"), "must_capture");
    assert_eq!(verdict(&position, "E6xE8"), "legal");
}
