//! Constructed positions with more results than can be listed.

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{MoveList, Position, Variant};

/// A Knight among twenty enemies with millions of jump sequences.
const LABYRINTH: &str =
    "2/8/10/12/6b7/6b7/2bbb1bbbb4/2b4Wb5/2bbb1bbb5/4b1b1b5/2bbbbbb6/2b1b1b7/12/10/8/2 w 0,0";
/// Sixty enemies in a lattice.
const LATTICE: &str = "2/8/5b4/3b1b1b1b2/3bbbbbbbbb2/4b1b1b1b3/3bbbbbbbbb2/2b1b1bWb1b1b1/3bbbbbbbbb2/4b1b1b1b3/3bbbbbbbbb2/4b1b1b1b3/6b5/10/8/2 w 0,0";

#[test]
fn enumeration_stops_and_what_it_lists_is_legal() {
    let chivalry = Variant::named("chivalry").unwrap();
    let mut list = MoveList::new();
    for text in [LABYRINTH, LATTICE] {
        let position = Position::read(text, chivalry).unwrap();
        position.legal_moves(&mut list);
        assert!(!list.is_complete() && list.len() > 1000);
        for legal in list.iter().step_by(97) {
            let text = position.move_text(&legal);
            let Turn::Move(written) = text.parse().unwrap() else { panic!("{text}") };
            assert_eq!(position.check(&written), Ok(legal.effect), "{text}");
        }
        let listed = list.len();
        assert_eq!(position.count_legal_moves(&mut list), listed);
        Position::start(chivalry).legal_moves(&mut list);
        assert!(list.is_complete());
    }
}

#[test]
fn the_longest_written_move_is_judged() {
    let camelot = Variant::named("camelot").unwrap();
    let position = Position::read("2/8/10/12/12/12/12/12/4w7/4W7/12/12/12/10/8/2 w 0,0", camelot);
    let position = position.unwrap();
    let endless = "E7".to_owned() + &"-E9-E7".repeat(127) + "-E9";
    let Turn::Move(written) = endless.parse().unwrap() else { panic!("a move") };
    assert_eq!(written.legs.len(), 255);
    assert!(position.check(&written).is_ok());
}
