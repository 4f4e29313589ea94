//! Mirror images of variants and positions.

use chivalry_rules::{MoveList, Position, Variant};

use super::helpers::{ResultText, read, results, variant};
use super::model::Model;
use super::positions::positions;
use super::rng::Rng;

/// Positions per variant.
const POSITIONS: usize = 300;

/// The square with its file reversed, by name.
fn mirrored_name(variant: &Variant, name: &str) -> String {
    let (file, rank) = name.split_at(1);
    let file = file.as_bytes()[0] - b'A';
    format!("{}{rank}", char::from(b'A' + variant.board().files() - 1 - file))
}

fn mirrored_result(variant: &Variant, (from, to, third): ResultText) -> ResultText {
    let name = |name: &String| mirrored_name(variant, name);
    let mut third: Vec<String> = third.iter().map(name).collect();
    third.sort();
    (name(&from), name(&to), third)
}

#[test]
fn games_for_two_are_symmetric_unless_a_river_bends() {
    let names = |is_symmetric: bool| -> Vec<&str> {
        let all = Variant::all().iter().filter(|variant| variant.is_symmetric() == is_symmetric);
        all.map(Variant::name).collect()
    };
    let expected = [
        "chivalry-four-handed",
        "grand-cam",
        "grand-camelot",
        "river-camelot",
        "chivalry-four-singles",
    ];
    assert_eq!(names(false), expected);
    assert!(names(true).contains(&"chivalry") && names(true).contains(&"camette"));
    let start = Position::start(variant("grand-cam"));
    assert!(start.mirrored().is_none());
}

#[test]
fn an_array_is_its_own_mirror_image() {
    for variant in Variant::all().iter().filter(|variant| variant.is_symmetric()) {
        let start = Position::start(variant);
        let mirrored = start.mirrored().unwrap();
        assert_eq!((mirrored, mirrored.hash()), (start, start.hash()), "{}", variant.name());
    }
}

#[test]
fn the_moves_of_a_mirrored_position_are_the_mirrored_moves() {
    let mut list = MoveList::new();
    for variant in Variant::all().iter().filter(|variant| variant.is_symmetric()) {
        let mut changed = 0;
        let model = Model::of(variant.name());
        for text in positions(&model, &mut Rng::seeded(7), POSITIONS) {
            let position = read(variant, &text);
            let mirrored = position.mirrored().unwrap();
            let again = read(variant, &mirrored.to_string());
            assert_eq!((mirrored, mirrored.hash()), (again, again.hash()));
            assert_eq!(mirrored.mirrored(), Some(position));
            let here = results(&position, &mut list).into_iter();
            let mut here: Vec<ResultText> =
                here.map(|result| mirrored_result(variant, result)).collect();
            here.sort();
            assert_eq!(results(&mirrored, &mut list), here, "{position}");
            changed += usize::from(mirrored != position);
        }
        assert!(changed > POSITIONS / 2, "{}", variant.name());
    }
}
