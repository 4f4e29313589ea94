//! Positions that can be played, and what a move makes of them.

use super::setup::Setup;
use crate::board::piece::{Kind, Piece};
use crate::board::seat::{PerSeat, Seat, Team};
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::variant::compiled::Variant;

/// A position of one variant: pieces, the seat to move and the counts that
/// the rules need (`notation.md`, "Positions"). Small and `Copy`.
///
/// A position may be one in which the game is over: see
/// [`Position::ending`].
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
    /// The position that games of `variant` start from.
    #[must_use]
    pub fn start(variant: &'static Variant) -> Position {
        variant.array().position(variant).expect("an array that was checked with its variant")
    }

    /// The variant played.
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

    /// The squares of a seat's pieces.
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

    /// The squares of a team's pieces.
    #[must_use]
    #[inline]
    pub fn team(&self, team: Team) -> SquareSet {
        match team {
            Team::First => self.pieces[Seat::FIRST] | self.pieces[Seat::THIRD],
            Team::Second => self.pieces[Seat::SECOND] | self.pieces[Seat::FOURTH],
        }
    }

    /// The squares of all pieces.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.team(Team::First) | self.team(Team::Second)
    }

    /// The squares of all trees (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn trees(&self) -> SquareSet {
        self.trees
    }

    /// The piece on `square`.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.pieces[seat].contains(square))?;
        Some(Piece { seat, kind: self.kind(square) })
    }

    #[inline]
    pub(crate) fn kind(&self, square: Square) -> Kind {
        if self.knights.contains(square) { Kind::Knight } else { Kind::Man }
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

    /// The number of the round, from 1: it grows when the turn comes back to
    /// the first seat.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The same position with its counts begun anew: `quiet` plies since the
    /// last capture or entry, in the first round.
    #[must_use]
    pub fn counted_anew(self, quiet: u32) -> Position {
        Position { quiet, round: 1, ..self }
    }

    /// A key of what repetition compares: pieces, trees, seat to move and castle
    /// moves used (`rules.md 5.5`). Kept up to date move by move.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// How many pieces of `team` stand in their goal castles, partners'
    /// together (`rules.md 5.1`).
    #[must_use]
    pub fn pieces_at_goal(&self, team: Team) -> usize {
        let home = |seat| (self.pieces[seat] & self.variant.goal(seat)).len();
        self.variant.seats_of(team).map(home).sum()
    }

    /// Whether the seat to move has to pass: in four-handed games, when it has
    /// no legal move and the game goes on (`rules.md 6.2`).
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.variant.seat_count() == 4 && !self.has_move(self.turn) && self.ending().is_none()
    }

    /// The position as an open description.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.variant.board().squares().map(|square| self.piece(square)).collect(),
            trees: self.trees,
            turn: self.turn,
            castle_moves: self.castle_moves,
            quiet: self.quiet,
            round: self.round,
        }
    }
}

/// Two positions are equal when repetition would call them the same
/// (`rules.md 5.5`): the counts of plies and rounds are not compared.
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
