//! Builds records of played games.

use super::clock_comment::clock_text;
use super::game_record::{Element, GameRecord};
use super::result::RecordResult;
use super::text::{clean_comment, clean_value};
use super::withdrawal::withdrawal_text;
use crate::notation::move_text::{MoveTextError, Turn};
use crate::position::state::Position;
use crate::variant::compiled::Variant;

/// The order of known tags. Other tags follow.
const ORDER: [&str; 18] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Red",
    "Green",
    "Blue",
    "Yellow",
    "Result",
    "Variant",
    "Position",
    "Handicap",
    "TimeControl",
    "Termination",
    "Rules",
    "Id",
];

/// Builds a [`GameRecord`] turn by turn without checking legality.
#[derive(Clone, Debug)]
pub struct RecordBuilder {
    record: GameRecord,
}

impl RecordBuilder {
    /// Starts a record of a game of `variant`.
    #[must_use]
    pub fn new(variant: &Variant) -> RecordBuilder {
        let builder = RecordBuilder { record: GameRecord::default() };
        builder.tag("Variant", variant.pin()).tag("Rules", &variant.rule_set().to_string())
    }

    /// Sets a tag. Control characters become spaces.
    #[must_use]
    pub fn tag(mut self, name: &str, value: &str) -> RecordBuilder {
        let value = clean_value(value);
        match self.record.tags.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => self.record.tags.push((name.to_owned(), value)),
        }
        self
    }

    /// Sets the starting position.
    ///
    /// The tag `Position` is omitted for the usual array. The tag `Handicap` is added if one
    /// team lacks pieces of it.
    #[must_use]
    pub fn start(self, position: &Position) -> RecordBuilder {
        let text = position.to_string();
        let variant = position.variant();
        if text == Position::start(variant).to_string() {
            return self;
        }
        let builder = self.tag("Position", &text);
        let Some((team, squares)) = position.handicap() else { return builder };
        let names = squares.into_iter().map(|square| variant.board().name(square).to_string());
        let names: Vec<String> = names.collect();
        builder.tag("Handicap", &format!("{}: {}", variant.team_letters(team), names.join(" ")))
    }

    /// Adds a turn. `clock` is the remaining time of the mover in milliseconds.
    pub fn turn(&mut self, turn: Turn, clock: Option<u64>) {
        self.record.movetext.push(Element::Turn(turn));
        if let Some(left) = clock {
            self.record.movetext.push(Element::Comment(clock_text(left)));
        }
    }

    /// Adds the withdrawal of a seat (`rules.md 6.4`).
    pub fn withdrawal(&mut self, letter: char, reason: &str) {
        self.record.movetext.push(Element::Comment(withdrawal_text(letter, reason)));
    }

    /// Adds a turn given as text.
    ///
    /// # Errors
    /// The text is not a turn.
    pub fn text(&mut self, turn: &str, clock: Option<u64>) -> Result<(), MoveTextError> {
        self.turn(turn.parse()?, clock);
        Ok(())
    }

    /// Adds a comment. A closing brace becomes a parenthesis.
    pub fn comment(&mut self, text: &str) {
        self.record.movetext.push(Element::Comment(clean_comment(text)));
    }

    /// Returns the record with its tags in the usual order.
    #[must_use]
    pub fn finish(self, result: RecordResult) -> GameRecord {
        let mut record = self.tag("Result", result.as_str()).record;
        let place = |name: &str| ORDER.iter().position(|known| *known == name);
        record.tags.sort_by_key(|(name, _)| place(name).unwrap_or(ORDER.len()));
        record.result = result;
        record
    }
}
