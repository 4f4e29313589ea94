//! A position as somebody describes it, before it is known to be playable.

use super::hash;
use super::piece::{Kind, Piece};
use super::position::Position;
use super::seat::{PerSeat, Seat, Team};
use super::square::{Square, SquareName};
use super::square_set::SquareSet;
use super::trees::TREES_EACH;
use super::variant::Variant;

/// A described position: all fields are open, nothing is promised.
/// [`Setup::position`] is the one door to a [`Position`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square, in board order.
    pub pieces: Vec<Option<Piece>>,
    /// The squares of the trees (`rules.md 8.10`).
    pub trees: SquareSet,
    /// The seat to move.
    pub turn: Seat,
    /// Castle moves used by each seat (`rules.md 4.4`).
    pub castle_moves: PerSeat<u8>,
    /// Plies since the last capture or entry into a goal castle
    /// (`rules.md 5.5`).
    pub quiet: u32,
    /// The number of the round, from 1.
    pub round: u32,
}

/// A described position that cannot be played (`notation.md`, "Positions").
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The description is of another board.
    #[error("the position has {found} squares, the board {expected}")]
    WrongBoard {
        /// Squares described.
        found: usize,
        /// Squares of the board.
        expected: usize,
    },
    /// Nobody has a piece.
    #[error("both sides are empty")]
    BothSidesEmpty,
    /// A piece stands on water (`rules.md 8.10`).
    #[error("{name} is water, on which nothing may stand")]
    OnWater {
        /// The square.
        name: SquareName,
    },
    /// A tree stands where none may be placed (`rules.md 8.10`).
    #[error("{name} is no place for a tree")]
    TreeOutOfPlace {
        /// The square of the tree.
        name: SquareName,
    },
    /// Trees that no play leads to (`rules.md 8.10`).
    #[error("each seat in its turn places three trees before the first move, and they stay")]
    Trees,
    /// More pieces of one team in its goal castles than win the game: it would
    /// have been over before the last one entered (`rules.md 5.1`).
    #[error("{name} is one piece too many in the goal: {most} there end the game")]
    TooManyInCastle {
        /// The square of one of them.
        name: SquareName,
        /// The number that wins.
        most: u8,
    },
    /// A seat has used more castle moves than it has (`rules.md 4.4`).
    #[error("a seat has {most} castle moves a game, not {used}")]
    CastleMovesOverLimit {
        /// Castle moves said to be used.
        used: u8,
        /// Castle moves a seat has.
        most: u8,
    },
    /// A seat that the variant does not have.
    #[error("a piece or the turn is of a seat that this game does not have")]
    NoSuchSeat,
}

impl Setup {
    /// The playable position described, if it is one.
    ///
    /// # Errors
    /// The first thing that makes it unplayable.
    pub fn position(&self, variant: &'static Variant) -> Result<Position, SetupError> {
        let (pieces, knights) = self.checked(variant)?;
        let mut key = hash::turn(self.turn);
        for (square, piece) in variant.board().squares().zip(&self.pieces) {
            key ^= piece.map_or(0, |piece| hash::piece(piece, square));
        }
        for square in self.trees {
            key ^= hash::tree(square);
        }
        for (seat, &used) in self.castle_moves.iter() {
            key ^= hash::castle_moves(seat, used);
        }
        Ok(Position {
            variant,
            pieces,
            knights,
            trees: self.trees,
            turn: self.turn,
            castle_moves: self.castle_moves,
            quiet: self.quiet,
            round: self.round,
            hash: key,
        })
    }

    /// The squares of each seat's pieces and of all Knights, if the position
    /// can be played.
    pub(super) fn checked(
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
            if kind == Kind::Knight {
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
        for team in Team::ALL {
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

    /// `rules.md 8.10`: every tree is on a tree square of its seat that no
    /// piece is on, and the seats have placed theirs in their turns.
    fn check_trees(&self, variant: &Variant, occupied: SquareSet) -> Result<(), SetupError> {
        let places = variant
            .seats()
            .fold(SquareSet::EMPTY, |places, seat| places | variant.tree_squares(seat));
        if let Some(stray) = ((self.trees - places) | (self.trees & occupied)).first() {
            return Err(SetupError::TreeOutOfPlace { name: variant.board().name(stray) });
        }
        let count = |seat: Seat| (self.trees & variant.tree_squares(seat)).len();
        let has_placed = |seat: Seat| count(seat) == TREES_EACH;
        let are_placing = || {
            variant
                .seats()
                .all(|seat| if seat < self.turn { has_placed(seat) } else { count(seat) == 0 })
        };
        let is_sound = !variant.has_trees() || variant.seats().all(has_placed) || are_placing();
        if is_sound { Ok(()) } else { Err(SetupError::Trees) }
    }

    /// An empty board of `squares` squares with the first seat to move.
    #[must_use]
    pub fn empty(squares: usize) -> Setup {
        Setup {
            pieces: vec![None; squares],
            trees: SquareSet::EMPTY,
            turn: Seat::FIRST,
            castle_moves: PerSeat::default(),
            quiet: 0,
            round: 1,
        }
    }

    /// Puts a piece on a square, or takes it off.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(slot) = self.pieces.get_mut(square.index()) {
            *slot = piece;
        }
    }
}
