//! Every text form is read as it was written.

use chivalry_rules::notation::position_text;
use chivalry_rules::{
    Move, MoveList, Piece, PieceKind, Position, Seat, Setup, SetupError, SquareName, Variant,
};

use super::helpers::{read, variant};
use super::model::Model;
use super::positions::{positions, unreachable};
use super::rng::Rng;

const POSITIONS: usize = 400;

/// Generated positions of every variant with their texts.
fn generated() -> impl Iterator<Item = (Position, String)> {
    Variant::all().iter().flat_map(|variant| {
        let model = Model::of(variant.name());
        let mut rng = Rng::seeded(1932);
        let mut texts = positions(&model, &mut rng, POSITIONS);
        texts.extend((0..POSITIONS / 10).map(|_| unreachable(&model, &mut rng)));
        texts.into_iter().map(move |text| (read(variant, &text), text))
    })
}

#[test]
fn a_position_is_written_as_it_was_read() {
    for (position, text) in generated() {
        assert_eq!(position.to_string(), text);
        let shouted = text.split_once(' ').map(|(board, rest)| {
            read(position.variant(), &format!("{board} {}", rest.to_ascii_uppercase()))
        });
        assert_eq!(shouted, Some(position), "{text}");
    }
}

#[test]
fn a_position_and_its_setup_are_the_same() {
    for (position, text) in generated() {
        let setup = position.setup();
        assert_eq!(position_text::read(&text, position.variant()).as_ref(), Ok(&setup), "{text}");
        let again = setup.position(position.variant()).unwrap();
        assert_eq!((again, again.hash()), (position, position.hash()), "{text}");
        assert_eq!((again.to_string(), again.setup()), (text, setup));
    }
}

#[test]
fn a_listed_move_is_read_as_it_was_written() {
    let mut list = MoveList::new();
    for (position, text) in generated() {
        position.legal_moves(&mut list);
        for legal in list.iter() {
            let written = position.move_text(&legal);
            let read: Move = written.parse().unwrap();
            assert_eq!(read.to_string(), written);
            assert_eq!(position.check(&read), Ok(legal.effect), "{text} {written}");
        }
    }
}

#[test]
fn a_setup_that_cannot_be_played_is_refused_by_name() {
    let camelot = variant("camelot");
    let square = |name| camelot.board().square(SquareName::parse(name).unwrap()).unwrap();
    let refusal = |setup: &Setup| setup.position(camelot).unwrap_err();
    let man = |seat| Some(Piece { seat, kind: PieceKind::Man });

    let other_board = variant("cam").array();
    assert_eq!(refusal(other_board), SetupError::WrongBoard { found: 67, expected: 160 });
    let empty = Setup::empty(160);
    assert_eq!(refusal(&empty), SetupError::BothSidesEmpty);

    let mut setup = camelot.array().clone();
    setup.turn = Seat::THIRD;
    assert_eq!(refusal(&setup), SetupError::NoSuchSeat);
    setup.turn = Seat::SECOND;
    setup.set_piece(square("A4"), man(Seat::FOURTH));
    assert_eq!(refusal(&setup), SetupError::NoSuchSeat);
    setup.set_piece(square("A4"), None);
    setup.castle_moves[Seat::SECOND] = 3;
    assert_eq!(refusal(&setup), SetupError::CastleMovesOverLimit { used: 3, most: 2 });
    setup.castle_moves[Seat::SECOND] = 2;
    assert!(setup.position(camelot).is_ok());
}
