//! Own castles, goal castles and castle moves: `rules.md 4`.

use chivalry_rules::{Rule, Seat};

use super::{captured, game, listed, movers, play, refusal, set, verdict};

#[test]
fn canters_may_not_pass_through_the_own_castle() {
    let man = set("camelot", "w wF3 wF2 wG2 bA12 bL12");
    assert_eq!(verdict(&man, "F2-F1"), "own_castle");
    assert_eq!(verdict(&man, "F3-F1"), "own_castle");
    assert_eq!(verdict(&man, "F3-F1-H3"), "own_castle");

    let knight = set("camelot", "w WF3 wF2 bG2 wA4 bH2 bL12");
    assert_eq!(verdict(&knight, "F3-F1xH3"), "own_castle");
}

#[test]
fn a_jump_may_enter_the_own_castle() {
    let position = set("camelot", "w wF3 bF2 wA4 bA12 bL12");
    assert_eq!(captured(&position, "F3xF1"), "F2");
}

#[test]
fn a_jump_may_continue_through_the_own_castle() {
    let position = set("camelot", "w wF3 bF2 bG2 wA4 bA12 bL12");
    assert_eq!(verdict(&position, "F3xF1"), "must_continue");
    assert_eq!(captured(&position, "F3xF1xH3"), "F2 G2");
}

#[test]
fn in_1931_a_jump_into_the_own_castle_ends_the_turn() {
    let mut game = game("camelot-1931", "w wF3 bF2 bG2 wA4 bA12 bL12");
    assert_eq!(refusal(&game, "F3xF1xH3"), Rule::OwnCastle.code());
    play(&mut game, "F3xF1 A12-A11");
    assert_eq!(refusal(&game, "A4-A5"), Rule::MustLeaveCastle.code());
    assert_eq!(refusal(&game, "F1-E2"), Rule::MustJumpOut.code());
    play(&mut game, "F1xH3");
}

#[test]
fn a_forced_exit_comes_before_a_capture_elsewhere() {
    let position = set("camelot", "w wF1 wE6 bE7 bL12");
    assert_eq!(verdict(&position, "E6xE8"), "must_leave_castle");
    assert_eq!(verdict(&position, "F1-F2"), "legal");
    assert_eq!(verdict(&position, "F1-G1"), "own_castle");
    assert_eq!(movers(&position), "F1");
}

#[test]
fn a_piece_that_can_jump_out_must() {
    let man = set("camelot", "w wF1 wG2 bF2 bH4 bL12");
    assert_eq!(verdict(&man, "F1-E2"), "must_jump_out");
    assert_eq!(verdict(&man, "F1-H3"), "must_jump_out");
    assert_eq!(verdict(&man, "F1xF3"), "legal");
    assert_eq!(verdict(&man, "F1-H3xH5"), "man_cannot_charge");

    let knight = set("camelot", "w WF1 wG2 bF2 bH4 bL12");
    assert_eq!(verdict(&knight, "F1-H3"), "must_jump_out");
    assert_eq!(captured(&knight, "F1-H3xH5"), "H4");
}

#[test]
fn an_exit_may_be_a_canter_or_a_charge() {
    let position = set("camelot", "w WF1 wG2 wE2 bH4 bL12");
    assert_eq!(verdict(&position, "F1-F2"), "legal");
    assert_eq!(verdict(&position, "F1-D3"), "legal");
    assert_eq!(verdict(&position, "F1-H3xH5"), "legal");
    assert_eq!(verdict(&position, "F1-H3"), "must_charge");
}

#[test]
fn of_two_pieces_in_the_castle_either_may_leave() {
    let position = set("camelot", "w wF1 wG1 wA4 bF2 bL12");
    assert_eq!(movers(&position), "F1 G1");
    assert_eq!(verdict(&position, "F1-E2"), "must_jump_out");
    assert_eq!(verdict(&position, "G1-H2"), "must_jump_out");
    let position = set("camelot", "w wF1 wG1 wA4 bE2 bL12");
    assert_eq!(verdict(&position, "F1xD3"), "legal");
    assert_eq!(verdict(&position, "G1-H2"), "legal");
}

#[test]
fn a_jump_into_the_goal_ends_the_move() {
    let position = set("camelot", "w wF14 wA4 bF15 bG15 bL12");
    assert_eq!(captured(&position, "F14xF16"), "F15");
    assert_eq!(verdict(&position, "F14xF16xH14"), "in_goal_castle");
}

#[test]
fn a_canter_into_the_goal_lifts_the_duty_to_charge() {
    let at_the_end = set("camelot", "w WF14 wF15 bG15 bH15");
    assert_eq!(verdict(&at_the_end, "F14-F16"), "legal");
    assert_eq!(verdict(&at_the_end, "F14-F16xH14"), "in_goal_castle");

    let on_the_way = set("camelot", "w WF12 wF13 wF15 bE14 bD15 bD13");
    assert_eq!(verdict(&on_the_way, "F12-F14"), "must_charge");
    assert_eq!(verdict(&on_the_way, "F12-F14-F16"), "legal");
}

#[test]
fn the_route_listed_into_the_goal_is_the_shortest_though_it_exposes_a_knight() {
    let position = set("camelot", "w WF12 wF13 wF15 wG12 wH13 wG15 bE14 bD15 bD13");
    assert_eq!(verdict(&position, "F12-H12-H14-F16"), "legal");
    assert_eq!(listed(&position, "F12", "F16"), "F12-F14-F16");
}

#[test]
fn a_canter_into_the_goal_ends_the_move() {
    let position = set("camelot", "w wF14 wF15 wG15 bA12 bL12");
    assert_eq!(verdict(&position, "F14-F16-H14"), "in_goal_castle");
}

#[test]
fn the_goal_is_never_left() {
    let position = set("camelot", "w WF16 wF15 wA4 bE15 bL12");
    for text in ["F16-G15", "F16-F14", "F16xD14"] {
        assert_eq!(verdict(&position, text), "in_goal_castle", "{text}");
    }
}

#[test]
fn a_piece_in_the_goal_creates_no_duty() {
    let position = set("camelot", "w wF16 wA4 bF15 bL12");
    assert_eq!(verdict(&position, "A4-A5"), "legal");
    assert_eq!(verdict(&position, "F16-G16"), "legal");
}

#[test]
fn a_castle_move_is_refused_while_a_jump_is_compulsory() {
    let position = set("camelot", "w wF16 wE6 bE7 bL12");
    assert_eq!(verdict(&position, "F16-G16"), "must_capture");
}

#[test]
fn a_seat_has_two_castle_moves_a_game() {
    let mut game = game("camelot", "w wF16 wA4 bG1 bL12");
    play(&mut game, "F16-G16 L12-L11 G16-F16 G1-F1");
    assert_eq!(game.position().castle_moves_used(Seat::FIRST), 2);
    assert_eq!(game.position().castle_moves_used(Seat::SECOND), 1);
    assert_eq!(refusal(&game, "F16-G16"), Rule::CastleMovesSpent.code());
    play(&mut game, "A4-A5 F1-G1 A5-A6");
    assert_eq!(refusal(&game, "G1-F1"), Rule::CastleMovesSpent.code());
    play(&mut game, "L11-L12");
    assert_eq!(refusal(&game, "F16-G16"), Rule::CastleMovesSpent.code());
}

#[test]
fn castle_moves_are_counted_by_seat_not_by_piece_or_team() {
    // The count stays when another piece of the seat stands in the goal.
    let position = set("camelot", "w 2,0 wG16 wA4 bA12 bL12");
    assert_eq!(verdict(&position, "G16-F16"), "castle_moves_spent");
    let position = set("camelot", "w 1,2 wG16 wA4 bA12 bL12");
    assert_eq!(verdict(&position, "G16-F16"), "legal");
    // Partners have separate counts.
    let position = set("grand-camelot", "b 2,0,0,0 bP8 rH3 gH13 yN7");
    assert_eq!(verdict(&position, "P8-P9"), "legal");
}

#[test]
fn premoves_are_checked_against_castles() {
    let ahead = |pieces: &str, text: &str| {
        let judged = set("camelot", pieces).check_premove(Seat::FIRST, &text.parse().unwrap());
        judged.map_or_else(|fault| fault.rule().code(), |()| "possible")
    };
    assert_eq!(ahead("b wF3 wF2 wA4 bL12", "F2-F1"), "own_castle");
    assert_eq!(ahead("b wF3 bF2 wA4 bL12", "F3xF1"), "possible");
    assert_eq!(ahead("b wF16 wA4 bL12", "F16-F15"), "in_goal_castle");
    assert_eq!(ahead("b wF16 wA4 bL12", "F16-G16"), "possible");
    assert_eq!(ahead("b wE14 wA4 bF15 bL12", "E14xG16-G15"), "in_goal_castle");
}
