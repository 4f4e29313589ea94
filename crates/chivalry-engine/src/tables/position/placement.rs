//! Pieces on a board from the point of view of the seat to move.

use chivalry_rules::{Piece, PieceKind, Position, Seat, Setup, SetupError, Variant};

use crate::tables::material::{Army, Material};
use crate::tables::position::bits::SquareBits;
use crate::tables::position::board::{TableBoard, View};

/// The pieces and castle moves of both seats. Index 0 is the seat to move, index 1 the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement<B> {
    pub(crate) knights: [B; 2],
    pub(crate) men: [B; 2],
    /// The castle moves that are left.
    pub(crate) castle_moves: [u8; 2],
}

impl<B: SquareBits> Placement<B> {
    /// The pieces of `position`, which belongs to the variant of `board`. `None` if the seat to
    /// move and the only enemy with pieces are not the opponents of the board, or if a partner has
    /// pieces.
    pub(crate) fn of(position: &Position, board: &TableBoard<B>) -> Option<Placement<B>> {
        let (turn, other) = opponents_of(position)?;
        let view = board.view(turn, other)?;
        let seats = [turn, other];
        let knights = position.knights();
        let most = board.switches.castle_moves;
        Some(Placement {
            knights: seats.map(|seat| view.table_squares(position.pieces(seat) & knights)),
            men: seats.map(|seat| view.table_squares(position.pieces(seat) - knights)),
            castle_moves: seats.map(|seat| most - position.castle_moves_used(seat)),
        })
    }

    /// The position with these pieces as `view` sees it.
    pub(crate) fn position(
        &self,
        board: &TableBoard<B>,
        variant: &'static Variant,
        view: &View,
    ) -> Result<Position, SetupError> {
        let mut setup = Setup::empty(variant.board().len());
        setup.turn = view.turn;
        for (side, seat) in [view.turn, view.other].into_iter().enumerate() {
            setup.castle_moves[seat] = board.switches.castle_moves - self.castle_moves[side];
            for (kind, set) in
                [(PieceKind::Knight, self.knights[side]), (PieceKind::Man, self.men[side])]
            {
                for square in view.variant_squares(set).squares() {
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
    pub(crate) fn material(&self, board: &TableBoard<B>) -> Material {
        let army = |side: usize| Army {
            knights: self.knights[side].len() as u8,
            men: self.men[side].len() as u8,
            castle_moves: self.castle_moves[side],
        };
        Material { opponents: board.opponents, own: army(0), enemy: army(1) }
    }

    /// The pieces from the point of view of the other seat.
    #[inline]
    pub(crate) fn flipped(&self, board: &TableBoard<B>) -> Placement<B> {
        let seen = |set: B| board.exchanged(set);
        Placement {
            knights: [seen(self.knights[1]), seen(self.knights[0])],
            men: [seen(self.men[1]), seen(self.men[0])],
            castle_moves: [self.castle_moves[1], self.castle_moves[0]],
        }
    }

    /// Returns true if a seat has the pieces in its goal that win, or if a piece is where its seat
    /// cannot be.
    #[inline]
    pub(crate) fn is_excluded(&self, board: &TableBoard<B>) -> bool {
        let (own, enemy) = (self.own(), self.enemy());
        board.is_won(own, enemy) || board.has_misplaced(own, enemy)
    }
}

/// The seat to move and the enemy, if no other seat has pieces.
pub(crate) fn opponents_of(position: &Position) -> Option<(Seat, Seat)> {
    let turn = position.turn();
    let variant = position.variant();
    let has_pieces = |seat: &Seat| !position.pieces(*seat).is_empty();
    let mut others = variant.seats().filter(|&seat| seat != turn).filter(has_pieces);
    let other = others.next().filter(|&other| variant.team_of(other) != variant.team_of(turn))?;
    (has_pieces(&turn) && others.next().is_none()).then_some((turn, other))
}
