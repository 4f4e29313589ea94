//! Moves as text (`notation.md`, "Moves").
//!
//! Texts are parsed without a board. [`Position::check`] resolves the squares.

use std::fmt;
use std::str::FromStr;

use crate::board::square::SquareName;
use crate::moves::move_list::LegalMove;
use crate::moves::written::{LegMark, Move};
use crate::position::state::Position;

/// The maximum number of legs of a written move.
pub const MAX_LEGS: usize = 255;

/// A regular expression for written moves.
#[must_use]
pub fn move_pattern() -> String {
    let square = "[A-Za-z]([1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])";
    format!("^{square}(([-xX]{square}){{1,{MAX_LEGS}}}|(,{square}){{1,{MAX_LEGS}}})$")
}

/// A regular expression for written turns.
#[must_use]
pub fn turn_pattern() -> String {
    format!("^[Pp][Aa][Ss][Ss]$|{}", move_pattern())
}

/// A written turn: a move or a pass-turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A move or a placement of trees.
    Move(Move),
    /// `pass`: the seat has no legal move (`rules.md 6.2`).
    Pass,
}

/// A text that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// A square name is expected.
    #[error("column {column}: a square such as `C8` is expected")]
    Square {
        /// The column of the error, from 1.
        column: usize,
    },
    /// A mark is expected: `-` or `x` between squares, `,` between trees.
    #[error("column {column}: `-` or `x` is expected, or `,` between trees")]
    LegMark {
        /// The column of the error, from 1.
        column: usize,
    },
    /// The starting square has no legs.
    #[error("a move has at least one leg, as in `C8-D9`")]
    NoLegs,
    /// More than [`MAX_LEGS`] legs.
    #[error("a move has at most 255 legs")]
    TooManyLegs,
}

impl MoveTextError {
    /// The column of the error, from 1, if it has one.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        match *self {
            MoveTextError::Square { column } | MoveTextError::LegMark { column } => Some(column),
            MoveTextError::NoLegs | MoveTextError::TooManyLegs => None,
        }
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Move, MoveTextError> {
        let column = |rest: &str| text.len() - rest.len() + 1;
        let square = |rest| {
            SquareName::split_from(rest).ok_or(MoveTextError::Square { column: column(rest) })
        };
        let (from, mut rest) = square(text)?;
        let mut legs = Vec::new();
        while let Some(first) = rest.bytes().next() {
            let mark = match first {
                b'-' => LegMark::Dash,
                b'x' | b'X' => LegMark::Cross,
                b',' => LegMark::Comma,
                _ => return Err(MoveTextError::LegMark { column: column(rest) }),
            };
            let is_mixed =
                |&(other, _): &(LegMark, _)| (other == LegMark::Comma) != (mark == LegMark::Comma);
            if legs.first().is_some_and(is_mixed) {
                return Err(MoveTextError::LegMark { column: column(rest) });
            }
            let (to, after) = square(&rest[1..])?;
            if legs.len() == MAX_LEGS {
                return Err(MoveTextError::TooManyLegs);
            }
            legs.push((mark, to));
            rest = after;
        }
        if legs.is_empty() { Err(MoveTextError::NoLegs) } else { Ok(Move { from, legs }) }
    }
}

impl FromStr for Turn {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Turn, MoveTextError> {
        if text.eq_ignore_ascii_case("pass") {
            Ok(Turn::Pass)
        } else {
            text.parse().map(Turn::Move)
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Move(written) => written.fmt(f),
            Turn::Pass => f.write_str("pass"),
        }
    }
}

impl Position {
    /// Writes a legal move of this position with its whole route.
    ///
    /// # Errors
    /// The errors of `to`.
    pub fn write_move(&self, legal: &LegalMove<'_>, to: &mut impl fmt::Write) -> fmt::Result {
        let board = self.variant().board();
        write!(to, "{}", board.name(legal.effect.from()))?;
        let jumps_from = legal.landings.len() - legal.effect.captured().len();
        for (leg, &landing) in legal.landings.iter().enumerate() {
            let mark = match leg {
                _ if legal.effect.is_placement() => LegMark::Comma,
                leg if leg < jumps_from => LegMark::Dash,
                _ => LegMark::Cross,
            };
            write!(to, "{}{}", mark.as_char(), board.name(landing))?;
        }
        Ok(())
    }

    /// Returns a legal move of this position as text.
    #[must_use]
    pub fn move_text(&self, legal: &LegalMove<'_>) -> String {
        let mut text = String::with_capacity(4 * (1 + legal.landings.len()));
        self.write_move(legal, &mut text).expect("a string that takes any text");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_written_as_it_was_read() {
        for text in ["C8-D9", "E6-C8-A8", "H4xJ4xL6", "F6-F8-H8xH10xJ12", "C2,E6,K7", "pass"] {
            assert_eq!(text.parse::<Turn>().unwrap().to_string(), text);
            assert_eq!(text.to_lowercase().parse::<Turn>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_state_their_column() {
        for (text, error) in [
            ("", MoveTextError::Square { column: 1 }),
            ("8C-D9", MoveTextError::Square { column: 1 }),
            ("C8", MoveTextError::NoLegs),
            ("C8-", MoveTextError::Square { column: 4 }),
            ("C8 D9", MoveTextError::LegMark { column: 3 }),
            ("C8-D9 ", MoveTextError::LegMark { column: 6 }),
            ("C2,E6-K7", MoveTextError::LegMark { column: 6 }),
            ("C2-E6,K7", MoveTextError::LegMark { column: 6 }),
            ("C2,", MoveTextError::Square { column: 4 }),
            ("C8-é", MoveTextError::Square { column: 4 }),
        ] {
            assert_eq!(text.parse::<Turn>(), Err(error), "{text:?}");
        }
        let endless = "A1".to_owned() + &"-A2".repeat(256);
        assert_eq!(endless.parse::<Turn>(), Err(MoveTextError::TooManyLegs));
    }
}
