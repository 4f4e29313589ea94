//! The content of a game record.

use super::clock_comment::parse_clock;
use super::result::RecordResult;
use crate::notation::move_text::Turn;
use crate::variant::compiled::Variant;

/// A parsed record: tags, movetext and result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Names and values of the tags, in written order.
    pub tags: Vec<(String, String)>,
    /// Turns, comments, marks and variations in written order.
    pub movetext: Vec<Element>,
    /// The result after the moves, or the one of the tag `Result`.
    pub result: RecordResult,
}

/// An element of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A move or a pass-turn.
    Turn(Turn),
    /// A comment without braces. Its words are separated by single spaces.
    Comment(String),
    /// `$n`.
    Mark(u8),
    /// `(...)`: an alternative to the preceding turn.
    Variation(Vec<Element>),
}

impl GameRecord {
    /// The value of the first tag called `name`, in either case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The variant named by the tag `Variant`, in either case.
    ///
    /// Returns `None` without the tag and an error with its value if there is no such variant.
    #[must_use]
    pub fn variant(&self) -> Option<Result<&'static Variant, &str>> {
        let name = self.tag("Variant")?;
        Some(Variant::named(&name.trim().to_ascii_lowercase()).ok_or(name))
    }

    /// The turns of the main line.
    pub fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.movetext.iter().filter_map(|element| match element {
            Element::Turn(turn) => Some(turn),
            _ => None,
        })
    }

    /// The turns of the main line with the remaining times of `[%clk ...]`, in milliseconds.
    pub fn clocked_turns(&self) -> impl Iterator<Item = (&Turn, Option<u64>)> {
        let is_turn = |element: &Element| matches!(element, Element::Turn(_));
        let mut rest = self.movetext.as_slice();
        std::iter::from_fn(move || {
            let start = rest.iter().position(is_turn)?;
            let after = &rest[start + 1..];
            let until = after.iter().position(is_turn).unwrap_or(after.len());
            let Element::Turn(turn) = &rest[start] else { return None };
            let clock = after[..until].iter().find_map(|element| match element {
                Element::Comment(text) => parse_clock(text),
                _ => None,
            });
            rest = &after[until..];
            Some((turn, clock))
        })
    }
}
