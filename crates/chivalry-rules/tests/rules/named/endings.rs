//! Endings: `rules.md 5`.

use chivalry_rules::{EndReason, GameError, Position, Team};

use super::{draw, game, play, set, setup, variant, win};

#[test]
fn two_pieces_in_the_goal_win() {
    let mut game = game("camelot", "w wF16 wG15 bA12 bL12");
    play(&mut game, "G15-G16");
    assert_eq!(game.ending(), win(Team::First, EndReason::Castle));
    assert_eq!(game.check(&"A12-A11".parse().unwrap()), Err(GameError::Over));
    assert_eq!(game.pass(), Err(GameError::Over));
}

#[test]
fn one_piece_in_the_goal_wins_in_the_cam_games() {
    for (name, pieces, turn) in [
        ("cam", "w wD12 bA9", "D12-D13"),
        ("camette", "w wC6 bA4", "C6-C7"),
        ("grand-cam", "r rG12 gG2 bC7 yK7", "G12-G13"),
    ] {
        let mut game = game(name, pieces);
        play(&mut game, turn);
        assert_eq!(game.ending(), win(Team::First, EndReason::Castle), "{name}");
    }
    assert_eq!(set("camelot", "b wF16 wA4 bA12 bL12").ending(), None);
}

#[test]
fn the_castle_comes_before_the_capture() {
    let mut game = game("camelot", "w wF16 wG14 bG15");
    play(&mut game, "G14xG16");
    assert_eq!(game.ending(), win(Team::First, EndReason::Castle));
}

#[test]
fn one_piece_each_is_a_draw() {
    let mut game = game("camelot", "w wE6 bE7 bL12");
    play(&mut game, "E6xE8");
    assert_eq!(game.ending(), draw(EndReason::Bare));
}

#[test]
fn capturing_all_with_one_piece_left_is_a_draw() {
    let mut camelot = game("camelot", "w wE6 bE7 bE9");
    play(&mut camelot, "E6xE8xE10");
    assert_eq!(camelot.ending(), draw(EndReason::Bare));
    // Cam has no bare draw.
    let mut cam = game("cam", "w wD6 bD7 bD9");
    assert_eq!(cam.ending(), None);
    play(&mut cam, "D6xD8xD10");
    assert_eq!(cam.ending(), win(Team::First, EndReason::Capture));
    assert_eq!(set("cam", "w wA6 bG9").ending(), None);
}

#[test]
fn capturing_all_with_two_pieces_left_wins() {
    let mut game = game("camelot", "w wE6 wA4 bE7 bE9");
    play(&mut game, "E6xE8xE10");
    assert_eq!(game.ending(), win(Team::First, EndReason::Capture));
}

#[test]
fn reducing_the_enemy_to_one_piece_wins_in_the_older_rules() {
    for (name, ending) in [
        ("chivalry", None),
        ("chivalry-1887", win(Team::First, EndReason::Capture)),
        ("camelot", None),
        ("camelot-1931", win(Team::First, EndReason::Capture)),
    ] {
        let mut game = game(name, "w wE6 wB5 bE7 bL12");
        play(&mut game, "E6xE8");
        assert_eq!(game.ending(), ending, "{name}");
    }
    // With one piece left the game is drawn as well.
    assert_eq!(set("chivalry-1887", "b wE6 bL12").ending(), draw(EndReason::Bare));
}

#[test]
fn a_seat_without_a_move_loses() {
    let spent = set("camelot", "b 0,2 wA4 wE6 bF1");
    assert_eq!(spent.ending(), win(Team::First, EndReason::NoMove));
    assert_eq!(set("camelot", "b 0,1 wA4 wE6 bF1").ending(), None);
    assert_eq!(set("camelot", "w 0,2 wA4 wE6 bF1").ending(), None, "the other seat moves");
}

/// Black's own pieces block the one that must leave the castle.
const BOXED_IN: &str = "bF16 bE15 bF15 bG15 bD14 bF14 bH14";

#[test]
fn a_blocked_forced_exit_leaves_no_move() {
    let ending = |white: &str| set("camelot", &format!("b {BOXED_IN} {white}")).ending();
    assert_eq!(ending("wA4 wE6"), win(Team::First, EndReason::NoMove));
    assert_eq!(ending("wA4"), draw(EndReason::NoMove), "one piece cannot win");
    let cam = "b bD13 bC12 bD12 bE12 bB11 bD11 bF11 wA4";
    assert_eq!(set("cam", cam).ending(), win(Team::First, EndReason::NoMove));
}

#[test]
fn a_blocked_position_has_no_move_and_a_game_refuses_any() {
    let game = game("camelot", &format!("b {BOXED_IN} wA4 wE6"));
    assert_eq!(game.check(&"D14-D13".parse().unwrap()), Err(GameError::Over));
    assert!(!game.position().has_move(game.position().turn()));
    assert!(!game.must_pass());
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut game = game("camelot", "w wA4 wE6 bA12 bL12");
    play(&mut game, "A4-A5 A12-A11 A5-A4 A11-A12");
    play(&mut game, "A4-A5 A12-A11 A5-A4");
    assert_eq!(game.ending(), None);
    play(&mut game, "A11-A12");
    assert_eq!(game.ending(), draw(EndReason::Repetition));
    assert_eq!(game.plies(), 8);
}

#[test]
fn the_seat_to_move_is_part_of_the_position() {
    // White returns after two moves and Black after three, so that only the pieces recur.
    let mut game = game("camelot", "w wA4 wE6 bA12 bL12");
    let first = *game.position();
    play(&mut game, "A4-A5 A12-A11 A5-B4 A11-A12 B4-A4");
    let pieces = |position: &Position| position.setup().pieces;
    assert_eq!(pieces(game.position()), pieces(&first));
    assert_ne!(*game.position(), first);
    assert_ne!(game.position().hash(), first.hash());
}

#[test]
fn castle_moves_used_distinguish_positions() {
    let mut game = game("camelot", "w wF16 wA4 bA12 bL12");
    let first = *game.position();
    play(&mut game, "F16-G16 A12-A11 G16-F16 A11-A12");
    assert_eq!(game.position().setup().pieces, first.setup().pieces);
    assert_ne!(*game.position(), first);
    assert_ne!(game.position().hash(), first.hash());
    play(&mut game, "A4-A5 A12-A11 A5-A4 A11-A12");
    assert_eq!(game.position().setup().pieces, first.setup().pieces);
    assert_eq!(game.ending(), None, "the pieces for the third time, the position not");
    play(&mut game, "A4-A5 A12-A11 A5-A4");
    assert_eq!(game.ending(), draw(EndReason::Repetition));
}

#[test]
fn a_capture_resets_the_count_of_repetitions() {
    let mut game = game("camelot", "w wA4 wE6 bA12 bL12 bF8");
    play(&mut game, "E6-E7 F8xD6 A4-A5 D6-D7 A5-A4 D7-D6");
    assert_eq!(game.position().quiet(), 4);
    play(&mut game, "A4-A5 D6-D7 A5-A4 D7-D6");
    assert_eq!(game.ending(), draw(EndReason::Repetition));
}

/// A position of camelot shortly before fifty moves without progress.
fn nearly_fifty(pieces: &str, quiet: u32) -> chivalry_rules::Game {
    let mut setup = setup(variant("camelot"), pieces);
    setup.quiet = quiet;
    chivalry_rules::Game::new(setup.position(variant("camelot")).unwrap())
}

#[test]
fn fifty_moves_by_each_seat_without_progress_are_a_draw() {
    let mut game = nearly_fifty("w wA4 wE6 bA12 bL12", 98);
    play(&mut game, "A4-A5");
    assert_eq!(game.ending(), None);
    play(&mut game, "A12-A11");
    assert_eq!(game.ending(), draw(EndReason::FiftyMoves));
    assert_eq!(game.position().quiet(), 100);
}

#[test]
fn a_castle_move_does_not_reset_the_count() {
    let mut game = nearly_fifty("w wF16 wA4 bA12 bL12", 99);
    play(&mut game, "F16-G16");
    assert_eq!(game.ending(), draw(EndReason::FiftyMoves));
}

#[test]
fn a_capture_and_an_entry_reset_the_count() {
    let mut capture = nearly_fifty("w wE6 wA4 bE7 bA12 bL12", 99);
    play(&mut capture, "E6xE8");
    assert_eq!((capture.ending(), capture.position().quiet()), (None, 0));
    let mut entry = nearly_fifty("w wF15 wA4 bA12 bL12", 99);
    play(&mut entry, "F15-F16");
    assert_eq!((entry.ending(), entry.position().quiet()), (None, 0));
    // The own castle is not a goal.
    let mut home = nearly_fifty("w wF1 wA4 bA12 bL12", 99);
    play(&mut home, "F1-F2");
    assert_eq!(home.ending(), draw(EndReason::FiftyMoves));
}

#[test]
fn the_last_of_fifty_moves_may_still_win() {
    let mut game = nearly_fifty("w wF16 wG15 bA12 bL12", 99);
    play(&mut game, "G15-G16");
    assert_eq!(game.ending(), win(Team::First, EndReason::Castle));
}
