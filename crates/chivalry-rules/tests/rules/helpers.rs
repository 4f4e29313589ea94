//! Converts results of the crate to the text forms of the vectors and the model.

use std::sync::LazyLock;

use chivalry_rules::{Effect, MoveList, Outcome, Position, SquareSet, Variant, read_variant_file};

/// A result in the vectors and the model: start, end, captured squares.
///
/// A placement is written as the first tree, the last, and the one between them.
pub(crate) type ResultText = (String, String, Vec<String>);

/// A file with three seats.
const THREE: &str = include_str!("../../../../examples/variants/cam-for-three.variant");

/// The built-in variant with that name, or the one of [`THREE`].
pub(crate) fn variant(name: &str) -> &'static Variant {
    static FILE: LazyLock<Variant> = LazyLock::new(|| read_variant_file(THREE).unwrap());
    let of_file = || Some(&*FILE).filter(|variant| variant.name() == name);
    Variant::named(name).or_else(of_file).unwrap()
}

pub(crate) fn read(variant: &'static Variant, text: &str) -> Position {
    Position::read(text, variant).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal results, sorted as strings.
pub(crate) fn results(position: &Position, list: &mut MoveList) -> Vec<ResultText> {
    position.legal_moves(list);
    let mut results: Vec<ResultText> =
        list.iter().map(|legal| result(position, &legal.effect)).collect();
    results.sort();
    results
}

pub(crate) fn result(position: &Position, effect: &Effect) -> ResultText {
    let name = |square| position.variant().board().name(square).to_string();
    let names = |squares: SquareSet| {
        let mut names: Vec<String> = squares.into_iter().map(name).collect();
        names.sort();
        names
    };
    let between = effect.trees().without(effect.from()).without(effect.to());
    (name(effect.from()), name(effect.to()), names(effect.captured() | between))
}

/// `draw`, or the letters of the winning team.
pub(crate) fn outcome(position: &Position) -> Option<String> {
    position.ending().map(|ending| match ending.outcome {
        Outcome::Win(team) => position.variant().team_letters(team),
        Outcome::Draw => "draw".to_owned(),
    })
}
