//! Game records in the manner of PGN (`notation.md`, "Game records").
//!
//! A [`GameRecord`] is text taken apart: [`RecordReader`] reads one after
//! another from a stream, its `Display` writes the strict form, and
//! [`GameRecord::replay`] holds it to the rules. What was read and written is
//! read the same again.

use super::clock_comment::clk_in;
use super::result::RecordResult;
use crate::notation::move_text::Turn;
use crate::variant::compiled::Variant;

/// One game as text: tags, moves with all that is written between them, and
/// the result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Names and values of the tags, in the order written.
    pub tags: Vec<(String, String)>,
    /// The moves and what stands between them.
    pub movetext: Vec<Element>,
    /// The result at the end of the moves. A text without one takes it from
    /// the `Result` tag.
    pub result: RecordResult,
}

/// A part of the text of the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A move or a pass-turn.
    Turn(Turn),
    /// A comment without its braces; single spaces between the words.
    Comment(String),
    /// `$n`.
    Mark(u8),
    /// `(...)`: what might have been played instead of the turn before it.
    Variation(Vec<Element>),
}

impl GameRecord {
    /// The value of the first tag of that name, in either case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The variant that the tag `Variant` names, by name or alias, in either
    /// case; an error with its text when there is none of that name.
    #[must_use]
    pub fn variant(&self) -> Option<Result<&'static Variant, &str>> {
        let name = self.tag("Variant")?;
        Some(Variant::named(&name.trim().to_ascii_lowercase()).ok_or(name))
    }

    /// The turns of the game itself, without variations.
    pub fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.movetext.iter().filter_map(|element| match element {
            Element::Turn(turn) => Some(turn),
            _ => None,
        })
    }

    /// The turns of the game with the time that `[%clk ...]` says was left
    /// after each, in milliseconds.
    pub fn clocked_turns(&self) -> impl Iterator<Item = (&Turn, Option<u64>)> {
        let is_turn = |element: &Element| matches!(element, Element::Turn(_));
        let mut rest = self.movetext.as_slice();
        std::iter::from_fn(move || {
            let start = rest.iter().position(is_turn)?;
            let after = &rest[start + 1..];
            let until = after.iter().position(is_turn).unwrap_or(after.len());
            let Element::Turn(turn) = &rest[start] else { return None };
            let clock = after[..until].iter().find_map(|element| match element {
                Element::Comment(text) => clk_in(text),
                _ => None,
            });
            rest = &after[until..];
            Some((turn, clock))
        })
    }
}
