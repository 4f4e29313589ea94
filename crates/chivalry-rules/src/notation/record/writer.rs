//! Writes the strict form: tags, a blank line, and movetext in lines of 80 columns.

use std::fmt::{self, Write as _};

use super::game_record::{Element, GameRecord};
use super::text::{clean_comment, clean_value, is_name_byte};
use crate::board::seat_name::SeatName;
use crate::position::state::Position;

const COLUMNS: usize = 80;

/// Writes the strict form of `notation.md`, including the final line break.
///
/// A blank line must separate it from another game. Control characters and braces inside
/// comments are omitted.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let name: String = name.bytes().filter(|&b| is_name_byte(b)).map(char::from).collect();
            if name.is_empty() {
                continue;
            }
            write!(f, "[{name} \"")?;
            for letter in clean_value(value).chars() {
                if matches!(letter, '"' | '\\') {
                    f.write_char('\\')?;
                }
                f.write_char(letter)?;
            }
            f.write_str("\"]\n")?;
        }
        if !self.tags.is_empty() {
            f.write_str("\n")?;
        }
        let mut lines = LineWrapper { to: f, word: String::new(), column: 0, join_next: false };
        lines.elements(&self.movetext, PlyCounter::of(self))?;
        lines.word(self.result.as_str())?;
        lines.end()
    }
}

/// The seat to move and the round.
#[derive(Clone, Copy)]
struct PlyCounter {
    seats: u32,
    seat: u32,
    round: u32,
}

impl PlyCounter {
    /// The seat and round of the first turn of `record`.
    fn of(record: &GameRecord) -> PlyCounter {
        let four = |(name, _): &(String, String)| {
            SeatName::FOUR.iter().any(|seat| seat.as_str().eq_ignore_ascii_case(name))
        };
        let variant = record.variant().and_then(Result::ok);
        let seats = match variant {
            Some(variant) => variant.seat_count() as u32,
            None if record.tags.iter().any(four) => 4,
            None => 2,
        };
        let start = record.tag("Position").zip(variant);
        let start = start.and_then(|(text, variant)| Position::read(text, variant).ok());
        let seat = start.map_or(0, |start| start.turn().index() as u32);
        PlyCounter { seats, seat, round: start.map_or(1, |start| start.round()) }
    }

    fn next(self) -> PlyCounter {
        let seat = (self.seat + 1) % self.seats;
        PlyCounter { seat, round: self.round.saturating_add(u32::from(seat == 0)), ..self }
    }
}

/// Wraps words into lines.
struct LineWrapper<'a, 'f> {
    to: &'a mut fmt::Formatter<'f>,
    /// The last word, which may still grow.
    word: String,
    column: usize,
    /// True if the next word is joined to the last one.
    join_next: bool,
}

impl LineWrapper<'_, '_> {
    fn elements(&mut self, elements: &[Element], first: PlyCounter) -> fmt::Result {
        let (mut count, mut before) = (first, first);
        let mut number_due = true;
        for element in elements {
            match element {
                Element::Turn(turn) => {
                    if number_due || count.seat == 0 {
                        let dots = if count.seat == 0 { "." } else { "..." };
                        self.word(&format!("{}{dots}", count.round))?;
                    }
                    self.word(&turn.to_string())?;
                    (before, count) = (count, count.next());
                    number_due = false;
                }
                Element::Comment(text) => self.comment(text)?,
                Element::Mark(number) => self.word(&format!("${number}"))?,
                Element::Variation(inner) => {
                    self.word("(")?;
                    self.join_next = true;
                    self.elements(inner, before)?;
                    self.word.push(')');
                    self.join_next = false;
                    number_due = true;
                }
            }
        }
        Ok(())
    }

    /// Writes a comment on one line if it fits.
    fn comment(&mut self, text: &str) -> fmt::Result {
        let text = format!("{{{}}}", clean_comment(text));
        if text.chars().count() <= COLUMNS {
            return self.word(&text);
        }
        text.split(' ').try_for_each(|word| self.word(word))
    }

    fn word(&mut self, text: &str) -> fmt::Result {
        if !std::mem::take(&mut self.join_next) {
            self.flush()?;
        }
        self.word.push_str(text);
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        let width = self.word.chars().count();
        if width == 0 {
            return Ok(());
        }
        if self.column > 0 {
            let fits = self.column + 1 + width <= COLUMNS;
            self.to.write_str(if fits { " " } else { "\n" })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.to.write_str(&self.word)?;
        self.column += width;
        self.word.clear();
        Ok(())
    }

    fn end(&mut self) -> fmt::Result {
        self.flush()?;
        self.to.write_str("\n")
    }
}
