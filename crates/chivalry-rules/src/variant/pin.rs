//! What a match remembers of its variant: its name, and a hash of all that
//! judges.

use super::compiled::Variant;
use super::spec::Switches;
use crate::board::piece::{Kind, Piece};
use crate::board::square_set::SquareSet;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Bytes of the hash that are written.
const LENGTH: usize = 8;

impl Variant {
    /// `NAME@HASH`. Two texts have the same one if and only if they are the
    /// same game of the same name: titles, sentences and comments judge
    /// nothing. Of a built-in variant it is the name alone: its rules never
    /// change.
    #[must_use]
    pub fn pin(&self) -> &'static str {
        self.pin
    }

    /// The name and the hash of a pin, if it has one.
    #[must_use]
    pub fn parts_of_pin(pin: &str) -> (&str, Option<&str>) {
        pin.split_once('@').map_or((pin, None), |(name, hash)| (name, Some(hash)))
    }

    /// The hash of all that judges, in hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.judging_text());
        let digits = digest.iter().take(LENGTH).map(|byte| format!("{byte:02x}"));
        digits.collect()
    }

    /// Board, water, castles, trees, array and switches, each in one way.
    fn judging_text(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, squares: SquareSet| {
            let names = squares.into_iter().map(|square| self.board.name(square).to_string());
            let names: Vec<String> = names.collect();
            writeln!(text, "{key} {}", names.join(" ")).expect("room in memory");
        };
        line("board", self.board.squares().collect());
        line("water", self.board.water());
        for seat in self.seats() {
            let of = |what: &str| format!("{what} {}", self.seat_name(seat).letter());
            line(&of("castle"), self.castles[seat]);
            line(&of("trees"), self.tree_squares[seat]);
        }
        let array: String = self.array.pieces.iter().map(|piece| self.sign(*piece)).collect();
        writeln!(text, "array {array}").expect("room in memory");
        let Switches {
            pieces_in_castle_to_win,
            pieces_needed_to_win,
            enemy_reduced_to,
            castle_moves,
            own_castle_jump_ends_turn,
            goal_is_opposite_only,
            castles_matter,
            object_reversed,
        } = *self.switches();
        for (name, value) in [
            ("pieces_in_castle_to_win", pieces_in_castle_to_win),
            ("pieces_needed_to_win", pieces_needed_to_win),
            ("enemy_reduced_to", enemy_reduced_to),
            ("castle_moves", castle_moves),
            ("own_castle_jump_ends_turn", own_castle_jump_ends_turn.into()),
            ("goal_is_opposite_only", goal_is_opposite_only.into()),
            ("castles_matter", castles_matter.into()),
            ("object_reversed", object_reversed.into()),
        ] {
            writeln!(text, "{name} {value}").expect("room in memory");
        }
        text
    }

    /// A piece as positions write it (`notation.md`), or `.`.
    fn sign(&self, piece: Option<Piece>) -> char {
        let Some(Piece { seat, kind }) = piece else { return '.' };
        let letter = self.seat_name(seat).letter();
        if kind == Kind::Knight { letter } else { letter.to_ascii_lowercase() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_variant_file;
    use super::*;

    fn hash_of(text: &str) -> String {
        read_variant_file(text.to_owned().leak()).unwrap().hash()
    }

    /// Matches name a built-in variant without a hash: new rules need a new
    /// name.
    #[test]
    fn built_in_variants_never_change() {
        let table = include_str!("../../tests/rules/hashes.txt");
        let hashes = Variant::all().iter().map(|variant| (variant.name(), variant.hash()));
        let lines: Vec<String> = hashes.map(|(name, hash)| format!("{name} {hash}")).collect();
        assert_eq!(table.lines().collect::<Vec<_>>(), lines);
        assert!(Variant::all().iter().all(|variant| variant.pin() == variant.name()));
    }

    #[test]
    fn what_judges_is_in_the_hash_and_nothing_else() {
        let text = include_str!("../../variants/camette.variant");
        let same = text.replace("title: Camette", "title: Small").replace("section: 8.7\n", "");
        assert_eq!(hash_of(text), hash_of(&same));
        for (from, to) in [
            ("castle Black: C7", "castle Black: B6"),
            ("castle_moves: 0", "castle_moves: 1"),
            ("/1bbb1/", "/1bBb1/"),
            ("pieces_needed_to_win: 1", "pieces_needed_to_win: 2"),
        ] {
            assert_ne!(hash_of(text), hash_of(&text.replacen(from, to, 1)), "{to}");
        }
    }

    #[test]
    fn a_pin_is_a_name_and_a_hash() {
        let text = include_str!("../../variants/camette.variant");
        let own = text.replace("name: camette", "name: small-camette");
        let own = read_variant_file(own.leak()).unwrap();
        let hash = own.hash();
        assert_eq!(own.pin(), format!("small-camette@{hash}"));
        assert_eq!(Variant::parts_of_pin(own.pin()), ("small-camette", Some(hash.as_str())));
        assert_eq!(Variant::parts_of_pin("camette"), ("camette", None));
    }
}
