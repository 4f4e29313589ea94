//! Pieces on a board from the point of view of the seat to move.

use chivalry_rules::{Piece, PieceKind, Position, Seat, Setup, SetupError, Variant};

use crate::tables::material::{Army, Material};
use crate::tables::position::bits::SquareBits;
use crate::tables::position::board::{TableBoard, bits_of};

/// The pieces and castle moves of both seats. Index 0 is the seat to move, index 1 the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement<B> {
    pub(crate) knights: [B; 2],
    pub(crate) men: [B; 2],
    /// The castle moves that are left.
    pub(crate) castle_moves: [u8; 2],
}

impl<B: SquareBits> Placement<B> {
    /// The pieces of `position`, which belongs to the variant of `board`.
    pub(crate) fn of(position: &Position, board: &TableBoard<B>) -> Placement<B> {
        let seat = position.turn();
        let other = position.variant().next_seat(seat);
        let pieces = [seat, other].map(|seat| bits_of::<B>(position.pieces(seat)));
        let knights = bits_of::<B>(position.knights());
        let most = board.switches.castle_moves;
        let placement = Placement {
            knights: pieces.map(|pieces| pieces & knights),
            men: pieces.map(|pieces| pieces & !knights),
            castle_moves: [seat, other].map(|seat| most - position.castle_moves_used(seat)),
        };
        if seat == Seat::FIRST { placement } else { placement.turned(board) }
    }

    /// The position with these pieces, in which `turn` is to move.
    pub(crate) fn position(
        &self,
        board: &TableBoard<B>,
        variant: &'static Variant,
        turn: Seat,
    ) -> Result<Position, SetupError> {
        let seen = if turn == Seat::FIRST { *self } else { self.turned(board) };
        let mut setup = Setup::empty(variant.board().len());
        setup.turn = turn;
        for (side, seat) in [turn, variant.next_seat(turn)].into_iter().enumerate() {
            setup.castle_moves[seat] = board.switches.castle_moves - seen.castle_moves[side];
            for (kind, set) in
                [(PieceKind::Knight, seen.knights[side]), (PieceKind::Man, seen.men[side])]
            {
                for square in set.squares() {
                    setup.pieces[usize::from(square)] = Some(Piece { seat, kind });
                }
            }
        }
        setup.position(variant)
    }

    /// The pieces of the seat to move.
    #[inline]
    pub(crate) fn own(&self) -> B {
        self.knights[0] | self.men[0]
    }

    /// The pieces of the other seat.
    #[inline]
    pub(crate) fn enemy(&self) -> B {
        self.knights[1] | self.men[1]
    }

    /// The counts of pieces and castle moves.
    pub(crate) fn material(&self) -> Material {
        let army = |side: usize| Army {
            knights: self.knights[side].len() as u8,
            men: self.men[side].len() as u8,
            castle_moves: self.castle_moves[side],
        };
        Material { own: army(0), enemy: army(1) }
    }

    /// The same seats with the board turned by half a turn.
    fn turned(&self, board: &TableBoard<B>) -> Placement<B> {
        let turned = |set: B| set.reversed(board.squares);
        Placement { knights: self.knights.map(turned), men: self.men.map(turned), ..*self }
    }

    /// The pieces from the point of view of the other seat.
    #[inline]
    pub(crate) fn flipped(&self, board: &TableBoard<B>) -> Placement<B> {
        let turned = |set: B| set.reversed(board.squares);
        Placement {
            knights: [turned(self.knights[1]), turned(self.knights[0])],
            men: [turned(self.men[1]), turned(self.men[0])],
            castle_moves: [self.castle_moves[1], self.castle_moves[0]],
        }
    }

    /// Returns true if a seat has the pieces in its goal that win. The game is then over.
    #[inline]
    pub(crate) fn is_won(&self, board: &TableBoard<B>) -> bool {
        board.wins(self.own() & board.goal) || board.wins(self.enemy() & board.castle)
    }
}
