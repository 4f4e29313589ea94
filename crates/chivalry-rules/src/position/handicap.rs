//! Handicap arrays: one team starts without some of its pieces (`notation.md`, "Game records").

use super::state::Position;
use super::validation::SetupError;
use crate::board::piece::Piece;
use crate::board::seat::{Seat, Team};
use crate::board::square::SquareName;
use crate::board::square_set::SquareSet;
use crate::variant::compiled::Variant;

/// An invalid handicap.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapError {
    /// A square without a piece in the array, or not on the board.
    #[error("`{0}` is not the square of a piece of the array")]
    NoPiece(String),
    /// Pieces of more than one team are removed.
    #[error("only one side plays without some of its pieces")]
    BothSides,
    /// A team has no pieces left.
    #[error("a side has to keep a piece")]
    NothingLeft,
    /// The remaining position is illegal.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Position {
    /// The array of `variant` without the pieces of one team on `squares`.
    ///
    /// # Errors
    /// The first invalid square, or a position that cannot be played.
    pub fn with_handicap<'s>(
        variant: &'static Variant,
        squares: impl IntoIterator<Item = &'s str>,
    ) -> Result<Position, HandicapError> {
        let mut setup = variant.array().clone();
        let mut side = None;
        for text in squares {
            let square = SquareName::parse(text).and_then(|name| variant.board().square(name));
            let piece = square.and_then(|square| setup.pieces[square.index()].take());
            let piece = piece.ok_or_else(|| HandicapError::NoPiece(text.to_owned()))?;
            let team = variant.team_of(piece.seat);
            if *side.get_or_insert(team) != team {
                return Err(HandicapError::BothSides);
            }
        }
        let team_of = |piece: &Piece| variant.team_of(piece.seat);
        let has_piece = |team| setup.pieces.iter().flatten().any(|it| team_of(it) == team);
        if !variant.teams().all(has_piece) {
            return Err(HandicapError::NothingLeft);
        }
        Ok(setup.position(variant)?)
    }

    /// The missing team and squares, if the position is the array with a handicap.
    #[must_use]
    pub fn handicap(&self) -> Option<(Team, SquareSet)> {
        let array = Position::start(self.variant());
        let missing = |seat: Seat| array.pieces(seat) - self.pieces(seat);
        let of = |team| {
            let seats = self.variant().seats_of(team);
            seats.fold(SquareSet::EMPTY, |all, seat| all | missing(seat))
        };
        let sides = self.variant().teams().map(|team| (team, of(team)));
        let mut sides = sides.filter(|(_, squares)| !squares.is_empty());
        let (Some((team, squares)), None) = (sides.next(), sides.next()) else { return None };
        let names: Vec<String> =
            squares.into_iter().map(|it| self.variant().board().name(it).to_string()).collect();
        let same = Position::with_handicap(self.variant(), names.iter().map(String::as_str));
        let is_array_but_for_them = same.is_ok_and(|same| same.to_string() == self.to_string());
        is_array_but_for_them.then_some((team, squares))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(variant: &str, squares: &[&str]) -> Result<Position, HandicapError> {
        Position::with_handicap(Variant::named(variant).unwrap(), squares.iter().copied())
    }

    #[test]
    fn handicaps_are_recognized() {
        for variant in Variant::all() {
            let array = Position::start(variant);
            assert_eq!(array.handicap(), None, "{}", variant.name());
            for seat in variant.seats() {
                let squares: SquareSet = array.pieces(seat).into_iter().take(2).collect();
                let names: Vec<String> =
                    squares.into_iter().map(|it| variant.board().name(it).to_string()).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let position = without(variant.name(), &names).unwrap();
                assert_eq!(position.pieces(seat), array.pieces(seat) - squares);
                assert_eq!(position.handicap(), Some((variant.team_of(seat), squares)));
            }
        }
    }

    #[test]
    fn invalid_handicaps_are_refused() {
        let piece = |text: &str| HandicapError::NoPiece(text.to_owned());
        for (squares, error) in [
            (&["C4"][..], piece("C4")),
            (&["Z9"], piece("Z9")),
            (&["C2", "C2"], piece("C2")),
            (&["C2", "C6"], HandicapError::BothSides),
            (&["C2", "B3", "C3", "D3"], HandicapError::NothingLeft),
        ] {
            assert_eq!(without("camette", squares).unwrap_err(), error);
        }
        for other in [
            "1/1B1/1bbb1/5/1www1/3/1 b 0,0 0 1",
            "1/1B1/1bbb1/5/1www1/3/1 w 0,0 4 3",
            "1/1B1/1bb2/5/2ww1/3/1 w 0,0 0 1",
            "1/1B1/1bbb1/5/1www1/w2/1 w 0,0 0 1",
        ] {
            let position = Position::read(other, Variant::named("camette").unwrap()).unwrap();
            assert_eq!(position.handicap(), None, "{other}");
        }
    }
}
