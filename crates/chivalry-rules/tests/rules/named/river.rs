//! River Camelot: `rules.md 8.10`.

use chivalry_rules::notation::position_text::{self, Field};
use chivalry_rules::{Game, MoveList, Position, Seat, SetupError, SquareSet};

use super::{play, refusal, set, setup, variant, verdict};

/// White stands on the western bridge, away from all trees.
pub(super) const AT_THE_BRIDGE: &str = "w ^C2 ^D2 ^I2 ^A8 ^B8 ^A9 wD8 wA4 bA13 bL13";

fn names(squares: SquareSet) -> Vec<String> {
    let board = variant("river-camelot").board();
    squares.into_iter().map(|square| board.name(square).to_string()).collect()
}

#[test]
fn the_river_is_24_squares_of_water_and_four_bridges() {
    let river = variant("river-camelot");
    let water = names(river.board().water());
    assert_eq!(water.len(), 24);
    for bridge in ["D7", "D8", "I9", "I10"] {
        assert!(!water.contains(&bridge.to_owned()), "{bridge}");
    }
    assert_eq!(river.board().len(), variant("camelot").board().len());
}

#[test]
fn each_side_has_41_tree_squares_and_they_mirror_each_other() {
    let river = variant("river-camelot");
    let turned = |square: &String| {
        let (file, rank) = square.split_at(1);
        let file = char::from(b'A' + b'L' - file.as_bytes()[0]);
        format!("{file}{}", 17 - rank.parse::<u8>().unwrap())
    };
    let mut white: Vec<String> =
        names(river.tree_squares(Seat::FIRST)).iter().map(turned).collect();
    let mut black = names(river.tree_squares(Seat::SECOND));
    assert_eq!((white.len(), black.len()), (41, 41));
    white.sort();
    black.sort();
    assert_eq!(white, black);
}

#[test]
fn the_first_two_plies_place_trees() {
    let river = variant("river-camelot");
    let mut game = Game::new(Position::start(river));
    let mut list = MoveList::new();
    game.position().legal_moves(&mut list);
    assert_eq!(list.len(), 41 * 40 * 39 / 6);
    assert_eq!(refusal(&game, "D4-D3"), "place_trees");
    for text in ["C2,D2", "C2,D2,I2,J2", "C2,D2,D2", "C2-D2-I2"] {
        assert_eq!(refusal(&game, text), "place_trees", "{text}");
    }
    for text in ["C2,D2,D7", "C2,D2,A5", "C2,D2,F1", "C2,D2,D4", "C2,D2,A8"] {
        assert_eq!(refusal(&game, text), "not_a_tree_square", "{text}");
    }
    assert_eq!(refusal(&game, "C2,D2,M2"), "off_board");

    // The order of the written squares is irrelevant.
    play(&mut game, "F6,C2,G7 E11,F14,J15");
    assert_eq!(
        game.position().to_string(),
        "2/7^/4^5/2BbbbbbbB2/3BbbbbB3/4^7/12/12/12/6^5/5^6/3WwwwwW3/2WwwwwwwW2/10/^7/2 w 0,0 2 2"
    );
    assert_eq!(refusal(&game, "C3,D3,E3"), "no_trees_due");
    play(&mut game, "D4-D3 D13-C14");
    assert_eq!(game.ending(), None);
}

#[test]
fn nothing_stands_on_water_or_leaps_over_it() {
    let position = set("river-camelot", AT_THE_BRIDGE);
    assert_eq!(verdict(&position, "D8-D7"), "legal");
    assert_eq!(verdict(&position, "D8-E9"), "legal");
    assert_eq!(verdict(&position, "D8-C8"), "water");
    let position = set("river-camelot", "w ^C2 ^D2 ^I2 ^A8 ^B8 ^A9 wD8 wC9 wD9 bA13 bL13");
    assert_eq!(verdict(&position, "C9-E7"), "water");
    assert_eq!(verdict(&position, "D9-F7"), "not_a_leg");
    assert_eq!(verdict(&position, "D9-D7"), "legal");
}

#[test]
fn trees_block_squares_and_leaps() {
    let position = set("river-camelot", "w ^F6 ^C2 ^H7 ^A8 ^B8 ^A9 wH6 wA4 bG6 bL13");
    assert_eq!(verdict(&position, "H6xF6"), "occupied");
    assert_eq!(verdict(&position, "H6-H8"), "not_a_leg");
    assert_eq!(verdict(&position, "H6-H7"), "occupied");
    // A jump blocked by a tree is not compulsory.
    assert_eq!(verdict(&position, "A4-B3"), "legal");
    let friends = set("river-camelot", "w ^F6 ^C2 ^H7 ^A8 ^B8 ^A9 wH6 wG6 bA13 bL13");
    assert_eq!(verdict(&friends, "H6-F6"), "occupied");
    assert_eq!(verdict(&friends, "G6-I6"), "legal");
}

#[test]
fn positions_with_other_trees_are_other_positions() {
    let near = set("river-camelot", "w ^F6 ^C2 ^H7 ^A8 ^B8 ^A9 wH6 wA4 bG6 bL13");
    let far = set("river-camelot", "w ^F6 ^D2 ^H7 ^A8 ^B8 ^A9 wH6 wA4 bG6 bL13");
    assert_ne!(near, far);
    assert_ne!(near.hash(), far.hash());
}

#[test]
fn impossible_tree_counts_are_refused() {
    let river = variant("river-camelot");
    let refusal = |pieces| setup(river, pieces).position(river).unwrap_err();
    for pieces in [
        "b wA4 bA13",
        "w ^C2 wA4 bA13",
        "w ^C2 ^D2 ^I2 wA4 bA13",
        "b ^C2 ^D2 ^I2 ^J2 wA4 bA13",
        "w ^A8 ^B8 ^A9 wA4 bA13",
        "w ^C2 ^D2 ^I2 ^A8 ^B8 wA4 bA13",
    ] {
        assert_eq!(refusal(pieces), SetupError::Trees, "{pieces}");
    }
    for pieces in ["b ^C2 ^D2 ^E2 wA4 bA13", "b ^C2 ^D2 ^A4 wA4 bA13", "b ^C2 ^D2 ^A5 wA4 bA13"] {
        assert!(matches!(refusal(pieces), SetupError::TreeOutOfPlace { .. }), "{pieces}");
    }
    assert!(matches!(refusal("w wA5 bA13"), SetupError::OnWater { .. }));
    assert!(setup(river, "b ^C2 ^D2 ^I2 wA4 bA13").position(river).is_ok());

    let camelot = variant("camelot");
    let text = "2/8/10/12/12/12/12/12/4w7/4W7/12/12/12/10/^7/2 w 0,0";
    let fault = position_text::read(text, camelot).unwrap_err();
    assert_eq!((fault.field, fault.column), (Field::Board, 43));
    assert!(matches!(
        setup(camelot, "w ^C2 wA4 bA13").position(camelot),
        Err(SetupError::TreeOutOfPlace { .. })
    ));
}
