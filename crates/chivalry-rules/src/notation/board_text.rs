//! The board field of a position text (`notation.md`, "Positions").

use crate::board::geometry::Board;
use crate::board::piece::{Piece, PieceKind};
use crate::board::seat::Seat;
use crate::board::seat_name::SeatName;
use crate::board::square::Square;
use crate::position::setup::Setup;

/// The letter of a tree (`rules.md 8.10`).
pub const TREE: char = '^';

/// A field of a position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The pieces.
    Board,
    /// The seat to move.
    Turn,
    /// The castle moves used.
    CastleMoves,
    /// The plies since the last capture or entry.
    Quiet,
    /// The round number.
    Round,
}

impl Field {
    /// The name in error messages.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Field::Board => "board",
            Field::Turn => "seat to move",
            Field::CastleMoves => "castle moves",
            Field::Quiet => "quiet",
            Field::Round => "turn",
        }
    }
}

/// An unreadable position text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}, column {column}: {detail}", field.as_str())]
pub struct PositionTextError {
    /// The invalid field.
    pub field: Field,
    /// The column in the whole text, from 1.
    pub column: usize,
    /// The expected text.
    pub detail: String,
}

/// Reads the board field: ranks from the highest to the lowest.
pub(crate) fn read_board(
    text: &str,
    board: &Board,
    seats: &[SeatName],
    has_trees: bool,
) -> Result<Setup, PositionTextError> {
    let error = |column, detail| PositionTextError { field: Field::Board, column, detail };
    let mut setup = Setup::empty(board.len());
    let mut ranks = board.ranks().iter().rev();
    let mut column = 1;
    for rank_text in text.split('/') {
        let Some(rank) = ranks.next() else {
            return Err(error(column, format!("the board has {} ranks", board.ranks().len())));
        };
        read_rank(rank_text, column, rank, (seats, has_trees), &mut setup)?;
        column += rank_text.len() + 1;
    }
    match ranks.len() {
        0 => Ok(setup),
        missing => Err(error(column - 1, format!("{missing} ranks are missing"))),
    }
}

fn read_rank(
    text: &str,
    column: usize,
    squares: &[Square],
    (seats, has_trees): (&[SeatName], bool),
    setup: &mut Setup,
) -> Result<(), PositionTextError> {
    let error = |offset: usize, detail| PositionTextError {
        field: Field::Board,
        column: column + offset,
        detail,
    };
    let mut filled = 0;
    let mut digits = text.char_indices().peekable();
    while let Some((offset, letter)) = digits.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut count = digit as usize;
            while let Some(digit) = digits.peek().and_then(|(_, next)| next.to_digit(10)) {
                count = (count * 10 + digit as usize).min(1000);
                digits.next();
            }
            filled += count;
        } else if letter == TREE && has_trees {
            if let Some(&square) = squares.get(filled) {
                setup.trees.insert(square);
            }
            filled += 1;
        } else {
            let seat = seats.iter().position(|name| name.letter() == letter.to_ascii_uppercase());
            let Some(seat) = seat.and_then(Seat::new) else {
                return Err(error(offset, format!("`{letter}` is not a piece of this game")));
            };
            let kind = if letter.is_ascii_uppercase() { PieceKind::Knight } else { PieceKind::Man };
            if let Some(&square) = squares.get(filled) {
                setup.set_piece(square, Some(Piece { seat, kind }));
            }
            filled += 1;
        }
        if filled > squares.len() {
            let detail = format!("the rank has {} squares", squares.len());
            return Err(error(offset, detail));
        }
    }
    if filled < squares.len() {
        let detail = format!("the rank has {} squares, not {filled}", squares.len());
        return Err(error(text.len(), detail));
    }
    Ok(())
}
