//! Making a record of a game that was played.

use super::clock_comment::clk_text;
use super::game_record::{Element, GameRecord};
use super::result::RecordResult;
use super::text::{clean_comment, clean_value};
use super::withdrawal::out_text;
use crate::notation::move_text::{MoveTextError, Turn};
use crate::position::state::Position;
use crate::variant::compiled::Variant;

/// The order in which known tags are written; others follow.
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

/// Builds a [`GameRecord`] turn by turn. Nothing is judged.
#[derive(Clone, Debug)]
pub struct RecordBuilder {
    record: GameRecord,
}

impl RecordBuilder {
    /// A record of a game of `variant`.
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

    /// Sets the position that the game starts from: a tag only where it is
    /// not the usual array, and one more where one side plays without some of
    /// its pieces.
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

    /// Adds a turn, with the milliseconds left on the mover's clock.
    pub fn turn(&mut self, turn: Turn, clock: Option<u64>) {
        self.record.movetext.push(Element::Turn(turn));
        if let Some(left) = clock {
            self.record.movetext.push(Element::Comment(clk_text(left)));
        }
    }

    /// Says that a seat plays no more from here on (`rules.md 6.4`).
    pub fn out(&mut self, letter: char, how: &str) {
        self.record.movetext.push(Element::Comment(out_text(letter, how)));
    }

    /// Adds a turn as text.
    ///
    /// # Errors
    /// A text that is no turn.
    pub fn text(&mut self, turn: &str, clock: Option<u64>) -> Result<(), MoveTextError> {
        self.turn(turn.parse()?, clock);
        Ok(())
    }

    /// Adds a comment. A closing brace becomes a parenthesis.
    pub fn comment(&mut self, text: &str) {
        self.record.movetext.push(Element::Comment(clean_comment(text)));
    }

    /// The record, its tags in the usual order.
    #[must_use]
    pub fn finish(self, result: RecordResult) -> GameRecord {
        let mut record = self.tag("Result", result.as_str()).record;
        let place = |name: &str| ORDER.iter().position(|known| *known == name);
        record.tags.sort_by_key(|(name, _)| place(name).unwrap_or(ORDER.len()));
        record.result = result;
        record
    }
}
