//! Positions as one line of text (`notation.md`, "Positions").

use std::fmt;

use super::board_text::read_board;
use crate::board::geometry::MAX_SQUARES;
use crate::board::piece::{Piece, PieceKind};
use crate::board::seat::{PerSeat, Seat};
use crate::board::seat_name::SeatName;
use crate::position::setup::Setup;
use crate::position::state::Position;
use crate::position::validation::SetupError;
use crate::variant::compiled::Variant;

pub use super::board_text::{Field, PositionTextError, TREE};

/// A capacity in bytes that holds nearly every position text.
const TYPICAL_LENGTH: usize = 160;

/// A text that describes no legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is not readable.
    #[error(transparent)]
    Text(#[from] PositionTextError),
    /// The described position is illegal.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Position {
    /// Reads a position of `variant`. The last two fields are optional.
    ///
    /// # Errors
    /// An unreadable field with its column, or an illegal position.
    pub fn read(text: &str, variant: &'static Variant) -> Result<Position, PositionError> {
        Ok(read(text, variant)?.position(variant)?)
    }
}

/// Reads a description of a position of `variant`.
///
/// # Errors
/// The unreadable field and its column.
pub fn read(text: &str, variant: &Variant) -> Result<Setup, PositionTextError> {
    let mut fields = FieldReader { text, column: 0 };
    let (board, _) = fields.next(Field::Board)?;
    let names: Vec<SeatName> = variant.seats().map(|seat| variant.seat_name(seat)).collect();
    let mut setup = read_board(board, variant.board(), &names, variant.has_trees())?;

    let (turn, column) = fields.next(Field::Turn)?;
    let mut letters = turn.chars();
    let seat = letters.next().and_then(|letter| variant.seat_of_letter(letter));
    setup.turn = match (seat, letters.next()) {
        (Some(seat), None) => seat,
        _ => {
            let letters: String =
                names.iter().map(|name| name.letter().to_ascii_lowercase()).collect();
            let detail = format!("the seat to move is one of the letters {letters}");
            return Err(PositionTextError { field: Field::Turn, column, detail });
        }
    };
    let (used, column) = fields.next(Field::CastleMoves)?;
    setup.castle_moves = parse_castle_moves(used, column, variant)?;
    if let Some((quiet, column)) = fields.next_optional() {
        setup.quiet = parse_number(quiet, Field::Quiet, column)?;
    }
    if let Some((round, column)) = fields.next_optional() {
        setup.round = parse_number(round, Field::Round, column)?;
        if setup.round == 0 {
            let detail = "the first round is number 1".to_owned();
            return Err(PositionTextError { field: Field::Round, column, detail });
        }
    }
    if let Some((_, column)) = fields.next_optional() {
        let detail = "nothing follows the number of the round".to_owned();
        return Err(PositionTextError { field: Field::Round, column, detail });
    }
    Ok(setup)
}

fn parse_castle_moves(
    text: &str,
    column: usize,
    variant: &Variant,
) -> Result<PerSeat<u8>, PositionTextError> {
    let mut used = PerSeat::default();
    let mut seats = variant.seats();
    let mut at = column;
    for word in text.split(',') {
        let seat = seats.next().zip(word.parse().ok());
        let Some((seat, count)) = seat else {
            let seats = variant.seat_count();
            let detail = format!("{seats} numbers up to 255 are expected, a comma between them");
            return Err(PositionTextError { field: Field::CastleMoves, column: at, detail });
        };
        used[seat] = count;
        at += word.len() + 1;
    }
    if seats.next().is_some() {
        let detail = format!("{} numbers are expected", variant.seat_count());
        return Err(PositionTextError { field: Field::CastleMoves, column: at - 1, detail });
    }
    Ok(used)
}

fn parse_number(text: &str, field: Field, column: usize) -> Result<u32, PositionTextError> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = text.parse().ok().filter(|_| plain);
    value.ok_or_else(|| PositionTextError {
        field,
        column,
        detail: "a whole number is expected".to_owned(),
    })
}

/// The words of a line with their columns.
struct FieldReader<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> FieldReader<'a> {
    fn next(&mut self, field: Field) -> Result<(&'a str, usize), PositionTextError> {
        let column = self.text.len() + 1;
        self.next_optional().ok_or_else(|| PositionTextError {
            field,
            column,
            detail: "the field is missing".to_owned(),
        })
    }

    fn next_optional(&mut self) -> Option<(&'a str, usize)> {
        let rest = &self.text[self.column..];
        let start = self.column + (rest.len() - rest.trim_start().len());
        let word = self.text[start..].split_whitespace().next()?;
        self.column = start + word.len();
        Some((word, start + 1))
    }
}

/// Formats all five fields.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One buffered write is faster than one write per letter.
        let mut text = String::with_capacity(TYPICAL_LENGTH);
        let mut numbers = itoa::Buffer::new();
        let variant = self.variant();
        let mut letters = [None; MAX_SQUARES];
        for square in self.trees() {
            letters[square.index()] = Some(TREE);
        }
        for square in self.occupied() {
            letters[square.index()] =
                self.piece_at(square).map(|piece| piece_letter(piece, variant));
        }
        for (index, rank) in variant.board().ranks().iter().rev().enumerate() {
            if index > 0 {
                text.push('/');
            }
            let mut empty = 0_u32;
            for square in rank {
                let Some(letter) = letters[square.index()] else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(numbers.format(empty));
                    empty = 0;
                }
                text.push(letter);
            }
            if empty > 0 {
                text.push_str(numbers.format(empty));
            }
        }
        text.push(' ');
        text.push(variant.seat_name(self.turn()).letter().to_ascii_lowercase());
        for seat in variant.seats() {
            text.push(if seat == Seat::FIRST { ' ' } else { ',' });
            text.push_str(numbers.format(self.castle_moves_used(seat)));
        }
        for number in [self.quiet(), self.round()] {
            text.push(' ');
            text.push_str(numbers.format(number));
        }
        f.write_str(&text)
    }
}

/// The letter of a piece. Knights have capital letters.
#[must_use]
pub fn piece_letter(piece: Piece, variant: &Variant) -> char {
    let letter = variant.seat_name(piece.seat).letter();
    match piece.kind {
        PieceKind::Knight => letter,
        PieceKind::Man => letter.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_array_is_written_as_it_was_read() {
        for variant in Variant::all() {
            let start = Position::start(variant);
            let again = Position::read(&start.to_string(), variant).unwrap();
            assert_eq!((start, start.hash()), (again, again.hash()), "{}", variant.name());
            assert_eq!(start.to_string(), again.to_string());
        }
    }

    #[test]
    fn the_last_two_fields_may_be_left_out() {
        let camette = Variant::named("camette").unwrap();
        let position = Position::read("1/1B1/1bbb1/5/1www1/1W1/1 W 0,0", camette).unwrap();
        assert_eq!(position.to_string(), "1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 0 1");
    }

    #[test]
    fn a_text_that_cannot_be_read_is_refused_with_field_and_column() {
        let camette = Variant::named("camette").unwrap();
        for (text, field, column) in [
            ("", Field::Board, 1),
            ("1/1B1/1bbb1/5/1www1/1W1", Field::Board, 24),
            ("1/1B1/1bbb1/5/1www1/1W1/1/1 w 0,0", Field::Board, 27),
            ("1/1B2/1bbb1/5/1www1/1W1/1 w 0,0", Field::Board, 5),
            ("1/1B/1bbb1/5/1www1/1W1/1 w 0,0", Field::Board, 5),
            ("1/1R1/1bbb1/5/1www1/1W1/1 w 0,0", Field::Board, 4),
            ("1/1B1/1bbb1/5/1www1/1W1/é w 0,0", Field::Board, 25),
            ("1/1B1/1bbb1/99999999999/1www1/1W1/1 w 0,0", Field::Board, 13),
            ("1/1B1/1bbb1/5/1www1/1W1/1", Field::Turn, 26),
            ("1/1B1/1bbb1/5/1www1/1W1/1 r 0,0", Field::Turn, 27),
            ("1/1B1/1bbb1/5/1www1/1W1/1 w 0", Field::CastleMoves, 30),
            ("1/1B1/1bbb1/5/1www1/1W1/1 w 0,0,0", Field::CastleMoves, 33),
            ("1/1B1/1bbb1/5/1www1/1W1/1 w 0,x", Field::CastleMoves, 31),
            ("1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 -1", Field::Quiet, 33),
            ("1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 0 0", Field::Round, 35),
            ("1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 0 1 2", Field::Round, 37),
        ] {
            let error = read(text, camette).unwrap_err();
            assert_eq!((error.field, error.column), (field, column), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_position_that_cannot_be_played_is_refused_by_name() {
        let read = |text, variant| Position::read(text, Variant::named(variant).unwrap());
        let camette = |text| read(text, "camette").unwrap_err();
        assert_eq!(
            camette("1/3/5/5/5/3/1 w 0,0"),
            PositionError::Setup(SetupError::BothSidesEmpty)
        );
        assert_eq!(
            camette("1/1B1/1bbb1/5/1www1/1W1/1 w 0,1"),
            PositionError::Setup(SetupError::CastleMovesOverLimit { used: 1, most: 0 })
        );
        let three_home = "rr/8/10/12/14/14/14/15b/16/14/14/14/12/10/8/2 g 0,0,0,0";
        assert!(matches!(
            read(three_home, "grand-camelot"),
            Err(PositionError::Setup(SetupError::TooManyInCastle { most: 2, .. }))
        ));
    }
}
