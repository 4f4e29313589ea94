//! Game records in the manner of PGN (`notation.md`, "Game records").
//!
//! A [`GameRecord`] is text taken apart: [`RecordReader`] reads one after
//! another from a stream, its `Display` writes the strict form, and
//! [`GameRecord::replay`] holds it to the rules. What was read and written is
//! read the same again.

mod builder;
mod clk;
mod fault;
mod out;
mod reader;
mod replay;
mod tokens;
mod writer;

use std::fmt;
use std::str::FromStr;

use crate::notation::move_text::Turn;
use crate::outcome::Outcome;
use crate::seat::Team;
use crate::variant::Variant;

pub use builder::RecordBuilder;
pub use clk::{clk_in, clk_text};
pub use fault::{RecordError, TextFault};
pub use out::{WentOut, out_in, out_text};
pub use reader::{MOST_BYTES, MOST_NESTED, ReadGame, RecordReader};
pub use replay::{PlyFault, RecordFault, Replay};

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

/// What a record says of the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecordResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `RB`
    RedBlue,
    /// `GY`
    GreenYellow,
    /// `1/2-1/2`
    Draw,
    /// `*`: not finished, or not known.
    #[default]
    Unknown,
}

impl RecordResult {
    /// Every result.
    pub const ALL: [RecordResult; 6] = [
        RecordResult::White,
        RecordResult::Black,
        RecordResult::RedBlue,
        RecordResult::GreenYellow,
        RecordResult::Draw,
        RecordResult::Unknown,
    ];

    /// The result as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            RecordResult::White => "1-0",
            RecordResult::Black => "0-1",
            RecordResult::RedBlue => "RB",
            RecordResult::GreenYellow => "GY",
            RecordResult::Draw => "1/2-1/2",
            RecordResult::Unknown => "*",
        }
    }

    /// How `outcome` is written in a game of `variant`.
    #[must_use]
    pub fn of(outcome: Outcome, variant: &Variant) -> RecordResult {
        match (outcome, variant.seat_count()) {
            (Outcome::Draw, _) => RecordResult::Draw,
            (Outcome::Win(Team::First), 2) => RecordResult::White,
            (Outcome::Win(Team::Second), 2) => RecordResult::Black,
            (Outcome::Win(Team::First), _) => RecordResult::RedBlue,
            (Outcome::Win(Team::Second), _) => RecordResult::GreenYellow,
        }
    }

    /// Who won, if the record says so.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            RecordResult::White | RecordResult::RedBlue => Some(Outcome::Win(Team::First)),
            RecordResult::Black | RecordResult::GreenYellow => Some(Outcome::Win(Team::Second)),
            RecordResult::Draw => Some(Outcome::Draw),
            RecordResult::Unknown => None,
        }
    }
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is one of 1-0, 0-1, 1/2-1/2, RB, GY and *")]
pub struct NoResult;

impl FromStr for RecordResult {
    type Err = NoResult;

    fn from_str(text: &str) -> Result<RecordResult, NoResult> {
        let same = |result: &RecordResult| result.as_str().eq_ignore_ascii_case(text);
        RecordResult::ALL.into_iter().find(same).ok_or(NoResult)
    }
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

/// Reads a text that is exactly one game.
impl FromStr for GameRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<GameRecord, RecordError> {
        let mut reader = RecordReader::new();
        reader.push(text.as_bytes());
        reader.finish();
        let first = reader.next_game();
        let record = first.map(|game| game.record);
        match (record, reader.next_game()) {
            (Some(record), None) => record,
            (None, _) => Err(RecordError { line: 1, fault: TextFault::NoGame }),
            (Some(_), Some(next)) => {
                Err(RecordError { line: next.first_line, fault: TextFault::SecondGame })
            }
        }
    }
}

/// A comment that can be written in braces: single spaces, no brace.
fn clean_comment(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.extend(word.chars().map(|letter| if letter == '}' { ')' } else { letter }));
    }
    clean
}

/// A tag value that fits on one line.
fn clean_value(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A tag name has letters, digits and underscores.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
