//! Pieces on a board from the point of view of the seat to move.

use chivalry_rules::{Piece, PieceKind, Position, Seat, Setup, SetupError, Variant};

use crate::tables::material::{Army, Material};
use crate::tables::position::bits::SquareBits;
use crate::tables::position::board::{TableBoard, bits_of};

/// The pieces of both seats. Index 0 is the seat to move, index 1 the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement<B> {
    pub(crate) knights: [B; 2],
    pub(crate) men: [B; 2],
}

impl<B: SquareBits> Placement<B> {
    /// The pieces of `position`, which belongs to the variant of `board`.
    pub(crate) fn of(position: &Position, board: &TableBoard<B>) -> Placement<B> {
        let seat = position.turn();
        let other = position.variant().next_seat(seat);
        let pieces = [seat, other].map(|seat| bits_of::<B>(position.pieces(seat)));
        let knights = bits_of::<B>(position.knights());
        let placement = Placement {
            knights: pieces.map(|pieces| pieces & knights),
            men: pieces.map(|pieces| pieces & !knights),
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

    /// The counts of pieces.
    pub(crate) fn material(&self) -> Material {
        let army = |side: usize| Army {
            knights: self.knights[side].len() as u8,
            men: self.men[side].len() as u8,
        };
        Material { own: army(0), enemy: army(1) }
    }

    /// The same seats with the board turned by half a turn.
    fn turned(&self, board: &TableBoard<B>) -> Placement<B> {
        let turned = |set: B| set.reversed(board.squares);
        Placement { knights: self.knights.map(turned), men: self.men.map(turned) }
    }

    /// The pieces from the point of view of the other seat.
    #[inline]
    pub(crate) fn flipped(&self, board: &TableBoard<B>) -> Placement<B> {
        let turned = |set: B| set.reversed(board.squares);
        Placement {
            knights: [turned(self.knights[1]), turned(self.knights[0])],
            men: [turned(self.men[1]), turned(self.men[0])],
        }
    }

    /// Returns true if a seat has entered its goal. The game is then over.
    #[inline]
    pub(crate) fn has_entered(&self, board: &TableBoard<B>) -> bool {
        self.own().intersects(board.goal) || self.enemy().intersects(board.castle)
    }
}
