//! Canters, jumps, charges and the duty to capture: `rules.md 2` and `3`.

use super::{captured, movers, set, verdict};

#[test]
fn a_canter_may_turn_and_stop_after_any_leg() {
    let position = set("camelot", "w wE6 wE7 wF8 wG7 bA12 bL12");
    for canter in ["E6-E8", "E6-E8-G8", "E6-E8-G8-G6"] {
        assert_eq!(verdict(&position, canter), "legal", "{canter}");
    }
    assert_eq!(captured(&position, "E6-E8-G8-G6"), "");
}

#[test]
fn a_canter_may_pass_its_start_but_not_end_there() {
    let position = set("camelot", "w wE6 wE7 wF6 bA12 bL12");
    assert_eq!(verdict(&position, "E6-E8-E6"), "returns_to_start");
    assert_eq!(verdict(&position, "E6-E8-E6-G6"), "legal");
}

#[test]
fn a_piece_is_not_jumped_twice_and_its_square_may_be_landed_on() {
    let position = set("camelot", "w WE6 wA4 bE7 bF8 bF7 bL12");
    assert_eq!(verdict(&position, "E6xE8xE6"), "not_a_leg");
    assert_eq!(captured(&position, "E6xE8xG8xE6"), "E7 F7 F8");
    let position = set("camelot", "w WE6 wA4 bE7 bE9 bF10 bF9 bF8 bL12");
    assert_eq!(captured(&position, "E6xE8xE10xG10xE8xG8"), "E7 E9 F10 F8 F9");
    let position = set("camelot", "w WE6 wA4 bF7 bG7 bF6 bL12");
    assert_eq!(captured(&position, "E6xG8xG6xE6"), "F6 F7 G7");
}

#[test]
fn a_jump_may_end_where_it_began() {
    let position = set("camelot", "w wE6 wA4 bE7 bF8 bG7 bF6 bL12");
    assert_eq!(captured(&position, "E6xE8xG8xG6xE6"), "E7 F6 F8 G7");
    let after = position.after(&position.check(&"E6xE8xG8xG6xE6".parse().unwrap()).unwrap());
    assert_eq!(after, set("camelot", "b wE6 wA4 bL12"));
}

#[test]
fn the_largest_capture_is_not_compulsory() {
    let position = set("camelot", "w wE6 wH6 bE7 bH7 bH9 bL12");
    assert_eq!(verdict(&position, "E6xE8"), "legal");
    assert_eq!(verdict(&position, "H6xH8"), "must_continue");
    assert_eq!(verdict(&position, "H6xH8xH10"), "legal");
}

#[test]
fn a_possible_charge_is_not_compulsory() {
    let position = set("camelot", "w WE6 wE7 wA4 bE9 bL12");
    assert_eq!(verdict(&position, "E6-E8xE10"), "legal");
    assert_eq!(verdict(&position, "A4-A5"), "legal");
    assert_eq!(verdict(&position, "E6-E8"), "must_charge");
}

#[test]
fn a_charge_satisfies_a_compulsory_jump() {
    let of_the_same_piece = set("camelot", "w WE6 wE7 bD7 bE9 bL12");
    assert_eq!(verdict(&of_the_same_piece, "E6xC8"), "legal");
    assert_eq!(captured(&of_the_same_piece, "E6-E8xE10"), "E9");
    assert_eq!(verdict(&of_the_same_piece, "E6-E5"), "must_capture");

    let of_another = set("camelot", "w WE6 wE7 bE9 wA4 bB5 bL12");
    assert_eq!(verdict(&of_another, "E6-E8xE10"), "legal");
    assert_eq!(movers(&of_another), "A4 E6");
}

#[test]
fn a_knight_passes_an_exposed_enemy_only_to_capture_later() {
    let position = set("camelot", "w WE6 wE7 wF8 wG9 bD9 bG11 bL12");
    assert_eq!(verdict(&position, "E6-E8"), "must_charge");
    assert_eq!(verdict(&position, "E6-E8-G8"), "must_charge");
    assert_eq!(captured(&position, "E6-E8-G8-G10xG12"), "G11");
    assert_eq!(captured(&position, "E6-E8xC10"), "D9");
}

#[test]
fn a_man_may_canter_past_an_exposed_enemy() {
    let position = set("camelot", "w wE6 wE7 wF8 wG9 bD9 bG11 bL12");
    assert_eq!(verdict(&position, "E6-E8"), "legal");
    assert_eq!(verdict(&position, "E6-E8-G8"), "legal");
}
