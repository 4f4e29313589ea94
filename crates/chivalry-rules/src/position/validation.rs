//! Validation of described positions.

use super::setup::Setup;
use super::state::Position;
use crate::board::piece::{Piece, PieceKind};
use crate::board::seat::{PerSeat, Seat};
use crate::board::square::SquareName;
use crate::board::square_set::SquareSet;
use crate::variant::compiled::Variant;
use crate::variant::spec::TREES_PER_SEAT;

/// A described position that is illegal (`notation.md`, "Positions").
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The description has the wrong number of squares.
    #[error("the position has {found} squares, the board {expected}")]
    WrongBoard {
        /// Number of squares described.
        found: usize,
        /// Number of squares of the board.
        expected: usize,
    },
    /// No team has a piece.
    #[error("both sides are empty")]
    BothSidesEmpty,
    /// A piece stands on water (`rules.md 8.10`).
    #[error("{name} is water, on which nothing may stand")]
    OnWater {
        /// The square.
        name: SquareName,
    },
    /// A tree stands on a square without a place for one (`rules.md 8.10`).
    #[error("{name} is no place for a tree")]
    TreeOutOfPlace {
        /// The square of the tree.
        name: SquareName,
    },
    /// A number of trees that no sequence of turns produces (`rules.md 8.10`).
    #[error("each seat in its turn places three trees before the first move, and they stay")]
    Trees,
    /// More pieces of one team in its goal castles than win the game (`rules.md 5.1`).
    #[error("{name} exceeds the pieces in the goal: {most} of them end the game")]
    TooManyInCastle {
        /// The square of one of these pieces.
        name: SquareName,
        /// The number of pieces that wins.
        most: u8,
    },
    /// A seat has used more castle moves than allowed (`rules.md 4.4`).
    #[error("a seat has {most} castle moves a game, not {used}")]
    CastleMovesOverLimit {
        /// Castle moves used.
        used: u8,
        /// Castle moves allowed.
        most: u8,
    },
    /// A seat that the variant does not use.
    #[error("a piece or the turn is of a seat that this game does not have")]
    NoSuchSeat,
}

impl Setup {
    /// Validates the description.
    ///
    /// # Errors
    /// The first violated condition.
    pub fn position(&self, variant: &'static Variant) -> Result<Position, SetupError> {
        let (pieces, knights) = self.validate(variant)?;
        let position = Position {
            variant,
            pieces,
            knights,
            trees: self.trees,
            turn: self.turn,
            castle_moves: self.castle_moves,
            quiet: self.quiet,
            round: self.round,
            hash: 0,
        };
        Ok(position.with_computed_hash())
    }

    /// Validates the description and returns the pieces of each seat and all Knights.
    pub(crate) fn validate(
        &self,
        variant: &Variant,
    ) -> Result<(PerSeat<SquareSet>, SquareSet), SetupError> {
        let (found, expected) = (self.pieces.len(), variant.board().len());
        if found != expected {
            return Err(SetupError::WrongBoard { found, expected });
        }
        let mut pieces = PerSeat::<SquareSet>::default();
        let mut knights = SquareSet::EMPTY;
        for (square, piece) in variant.board().squares().zip(&self.pieces) {
            let Some(Piece { seat, kind }) = *piece else { continue };
            pieces[seat].insert(square);
            if kind == PieceKind::Knight {
                knights.insert(square);
            }
        }
        let absent = |seat: Seat| seat.index() >= variant.seat_count();
        let stray = Seat::ALL.into_iter().any(|seat| absent(seat) && !pieces[seat].is_empty());
        if stray || absent(self.turn) {
            return Err(SetupError::NoSuchSeat);
        }
        if variant.seats().all(|seat| pieces[seat].is_empty()) {
            return Err(SetupError::BothSidesEmpty);
        }
        let all = Seat::ALL.into_iter().fold(SquareSet::EMPTY, |all, seat| all | pieces[seat]);
        if let Some(wet) = (all & variant.board().water()).first() {
            return Err(SetupError::OnWater { name: variant.board().name(wet) });
        }
        self.check_trees(variant, all)?;
        let most = variant.switches().castle_moves;
        if let Some((_, &used)) = self.castle_moves.iter().find(|&(_, &used)| used > most) {
            return Err(SetupError::CastleMovesOverLimit { used, most });
        }
        let most = variant.switches().pieces_in_castle_to_win;
        for team in variant.teams() {
            let home = variant.seats_of(team).flat_map(|seat| pieces[seat] & variant.goal(seat));
            if let Some(extra) = home.skip(usize::from(most)).last() {
                return Err(SetupError::TooManyInCastle {
                    name: variant.board().name(extra),
                    most,
                });
            }
        }
        Ok((pieces, knights))
    }

    /// Checks the trees (`rules.md 8.10`).
    ///
    /// Every tree stands on an empty tree square, and the seats have placed their trees in turn
    /// order.
    fn check_trees(&self, variant: &Variant, occupied: SquareSet) -> Result<(), SetupError> {
        let places = variant
            .seats()
            .fold(SquareSet::EMPTY, |places, seat| places | variant.tree_squares(seat));
        if let Some(stray) = ((self.trees - places) | (self.trees & occupied)).first() {
            return Err(SetupError::TreeOutOfPlace { name: variant.board().name(stray) });
        }
        let count = |seat: Seat| (self.trees & variant.tree_squares(seat)).len();
        let has_placed = |seat: Seat| count(seat) == TREES_PER_SEAT;
        let are_placing = || {
            variant
                .seats()
                .all(|seat| if seat < self.turn { has_placed(seat) } else { count(seat) == 0 })
        };
        let is_sound = !variant.has_trees() || variant.seats().all(has_placed) || are_placing();
        if is_sound { Ok(()) } else { Err(SetupError::Trees) }
    }
}
