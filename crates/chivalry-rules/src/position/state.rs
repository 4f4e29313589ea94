//! Legal positions.

use super::setup::Setup;
use super::zobrist;
use crate::board::piece::{Piece, PieceKind};
use crate::board::seat::{PerSeat, Seat, Team};
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::variant::compiled::Variant;

/// A legal position of one variant: the pieces, the seat to move and the counts of
/// `notation.md`, "Positions".
///
/// The type is small and `Copy`. The game may be over in a position: see [`Position::ending`].
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(crate) variant: &'static Variant,
    pub(crate) pieces: PerSeat<SquareSet>,
    pub(crate) knights: SquareSet,
    pub(crate) trees: SquareSet,
    pub(crate) turn: Seat,
    pub(crate) castle_moves: PerSeat<u8>,
    pub(crate) quiet: u32,
    pub(crate) round: u32,
    pub(crate) hash: u64,
}

impl Position {
    /// The starting position of `variant`.
    #[must_use]
    pub fn start(variant: &'static Variant) -> Position {
        variant.array().position(variant).expect("an array that was checked with its variant")
    }

    /// The variant of the game.
    #[must_use]
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The seat to move.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The squares of the pieces of `seat`.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat) -> SquareSet {
        self.pieces[seat]
    }

    /// The squares of all Knights.
    #[must_use]
    #[inline]
    pub fn knights(&self) -> SquareSet {
        self.knights
    }

    /// The squares of the pieces of `team`.
    #[must_use]
    #[inline]
    pub fn team_pieces(&self, team: Team) -> SquareSet {
        let [one, other] = self.variant.team_seats[team.index()];
        self.pieces[one] | self.pieces[other]
    }

    /// The squares of the pieces of all enemies of `team`.
    #[must_use]
    #[inline]
    pub fn enemy_pieces(&self, team: Team) -> SquareSet {
        if self.variant.is_free_for_all() {
            return self.occupied() - self.team_pieces(team);
        }
        self.team_pieces(team.other_of_two())
    }

    /// The squares of all pieces.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        let first_two = self.pieces[Seat::FIRST] | self.pieces[Seat::SECOND];
        first_two | self.pieces[Seat::THIRD] | self.pieces[Seat::FOURTH]
    }

    /// The squares of all trees (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn trees(&self) -> SquareSet {
        self.trees
    }

    /// The piece on `square`.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.pieces[seat].contains(square))?;
        Some(Piece { seat, kind: self.kind(square) })
    }

    #[inline]
    pub(crate) fn kind(&self, square: Square) -> PieceKind {
        if self.knights.contains(square) { PieceKind::Knight } else { PieceKind::Man }
    }

    /// Castle moves that `seat` has used (`rules.md 4.4`).
    #[must_use]
    pub fn castle_moves_used(&self, seat: Seat) -> u8 {
        self.castle_moves[seat]
    }

    /// Plies since the last capture or entry into a goal castle
    /// (`rules.md 5.5`).
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The number of the round, from 1. A round starts when the first seat is to move.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Sets the plies since the last capture or entry to `quiet` and the round to 1.
    #[must_use]
    pub fn with_reset_counts(self, quiet: u32) -> Position {
        Position { quiet, round: 1, ..self }
    }

    /// The Zobrist hash of pieces, trees, seat to move and castle moves used (`rules.md 5.5`).
    ///
    /// [`Position::make`] updates it incrementally.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The position with the files reversed, if the variant is its own mirror image. A move is
    /// legal exactly if its mirror image is legal in the mirrored position.
    #[must_use]
    pub fn mirrored(&self) -> Option<Position> {
        let mirror = |set: SquareSet| -> Option<SquareSet> {
            set.into_iter().map(|square| self.variant.mirror_square(square)).collect()
        };
        let mut mirrored = *self;
        for seat in Seat::ALL {
            mirrored.pieces[seat] = mirror(self.pieces[seat])?;
        }
        mirrored.knights = mirror(self.knights)?;
        mirrored.trees = mirror(self.trees)?;
        Some(mirrored.with_computed_hash())
    }

    /// Computes the hash from the other fields.
    pub(crate) fn with_computed_hash(self) -> Position {
        let mut hash = zobrist::turn(self.turn);
        for (seat, &pieces) in self.pieces.iter() {
            for square in pieces {
                hash ^= zobrist::piece(Piece { seat, kind: self.kind(square) }, square);
            }
        }
        for square in self.trees {
            hash ^= zobrist::tree(square);
        }
        for (seat, &used) in self.castle_moves.iter() {
            hash ^= zobrist::castle_moves(seat, used);
        }
        Position { hash, ..self }
    }

    /// The number of pieces of `team` in their goal castles, both partners together (`rules.md
    /// 5.1`).
    #[must_use]
    pub fn pieces_at_goal(&self, team: Team) -> usize {
        let home = |seat| (self.pieces[seat] & self.variant.goal(seat)).len();
        self.variant.seats_of(team).map(home).sum()
    }

    /// Returns true if the seat to move must pass (`rules.md 6.2`).
    ///
    /// Games for two have no pass-turns.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.variant.has_passes() && !self.has_move(self.turn) && self.ending().is_none()
    }

    /// The position as an unchecked description.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.variant.board().squares().map(|square| self.piece_at(square)).collect(),
            trees: self.trees,
            turn: self.turn,
            castle_moves: self.castle_moves,
            quiet: self.quiet,
            round: self.round,
        }
    }
}

/// Equality as defined by repetition (`rules.md 5.5`). The counts of plies and rounds are
/// ignored.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        std::ptr::eq(self.variant, other.variant)
            && self.pieces == other.pieces
            && self.knights == other.knights
            && self.trees == other.trees
            && self.turn == other.turn
            && self.castle_moves == other.castle_moves
    }
}

impl Eq for Position {}
