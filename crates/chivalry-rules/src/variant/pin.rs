//! Pins: the name of a variant with a hash of its rules.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::compiled::Variant;
use super::spec::Switches;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square_set::SquareSet;

/// Length of the written hash in bytes.
const HASH_BYTES: usize = 8;

impl Variant {
    /// The pin `NAME@HASH`, or the name alone for built-in variants.
    ///
    /// Two variants have equal pins if they have the same name and the same rules. Titles,
    /// descriptions and comments are not part of the hash.
    #[must_use]
    pub fn pin(&self) -> &'static str {
        self.pin
    }

    /// Splits a pin into its name and its hash, if there is one.
    #[must_use]
    pub fn split_pin(pin: &str) -> (&str, Option<&str>) {
        pin.split_once('@').map_or((pin, None), |(name, hash)| (name, Some(hash)))
    }

    /// The hash of board, water, castles, trees, array and switches, in hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.rules_text());
        let digits = digest.iter().take(HASH_BYTES).map(|byte| format!("{byte:02x}"));
        digits.collect()
    }

    /// The hashed text: board, water, castles, trees, array and switches in a canonical form.
    fn rules_text(&self) -> String {
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
        if self.has_own_goals {
            for seat in self.seats() {
                let key = format!("goal {}", self.seat_name(seat).letter());
                line(&key, self.goals[seat]);
            }
        }
        let teams = self.seats().map(|seat| self.team_of(seat).index().to_string());
        let teams: String = teams.collect();
        // The usual teams are not part of the text, because released hashes do not change.
        if !["01", "012", "0101"].contains(&teams.as_str()) {
            writeln!(text, "teams {teams}").expect("room in memory");
        }
        let array: String =
            self.array.pieces.iter().map(|piece| self.piece_symbol(*piece)).collect();
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

    /// The letter of a piece as in position texts, or `.`.
    fn piece_symbol(&self, piece: Option<Piece>) -> char {
        let Some(Piece { seat, kind }) = piece else { return '.' };
        let letter = self.seat_name(seat).letter();
        if kind == PieceKind::Knight { letter } else { letter.to_ascii_lowercase() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_variant_file;
    use super::*;

    fn hash_of(text: &str) -> String {
        read_variant_file(text.to_owned().leak()).unwrap().hash()
    }

    /// Matches store built-in variants without a hash. Changed rules therefore need a new name.
    #[test]
    fn built_in_variants_never_change() {
        let table = include_str!("../../tests/rules/hashes.txt");
        let hashes = Variant::all().iter().map(|variant| (variant.name(), variant.hash()));
        let lines: Vec<String> = hashes.map(|(name, hash)| format!("{name} {hash}")).collect();
        assert_eq!(table.lines().collect::<Vec<_>>(), lines);
        assert!(Variant::all().iter().all(|variant| variant.pin() == variant.name()));
    }

    #[test]
    fn the_hash_covers_the_rules_only() {
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
        assert_eq!(Variant::split_pin(own.pin()), ("small-camette", Some(hash.as_str())));
        assert_eq!(Variant::split_pin("camette"), ("camette", None));
    }
}
