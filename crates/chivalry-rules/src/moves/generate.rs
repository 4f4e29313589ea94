//! Move generation for one seat.

use super::mover::SeatView;
use super::sink::MoveSink;
use super::trees::placement_count;
use crate::board::geometry::Leap;
use crate::board::seat::Seat;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;

impl Position {
    /// Returns true if `seat` has a legal move when it is its turn. Endings are not checked.
    #[must_use]
    pub fn has_move(&self, seat: Seat) -> bool {
        if self.must_place_trees(seat) {
            return placement_count(self.free_tree_squares(seat)) > 0;
        }
        let candidates = self.pieces_in_own_castle(seat).unwrap_or(self.pieces[seat]);
        let view = SeatView::new(self, seat);
        candidates.into_iter().any(|from| view.mover(from).has_move())
    }

    /// The first jump that obliges `seat` to capture, with the square of its piece (`rules.md
    /// 3.1`).
    pub(crate) fn compulsory_jump(&self, seat: Seat) -> Option<(Square, Leap)> {
        let outside = self.pieces[seat] - self.variant.goal(seat);
        let enemies = self.enemy_pieces(self.variant.team_of(seat));
        let occupied = self.occupied() | self.trees;
        outside.into_iter().find_map(|from| {
            Some((from, self.jump_from(from, seat, enemies, occupied.without(from))?))
        })
    }

    /// The first jump of the piece on `from` from where it stands.
    pub(crate) fn first_jump(&self, seat: Seat, from: Square) -> Option<Leap> {
        let enemies = self.enemy_pieces(self.variant.team_of(seat));
        if self.variant.goal(seat).contains(from) {
            return None;
        }
        self.jump_from(from, seat, enemies, (self.occupied() | self.trees).without(from))
    }

    /// The first jump from `at` over one of `enemies` to a square that is not in `occupied`.
    #[inline]
    pub(crate) fn jump_from(
        &self,
        at: Square,
        seat: Seat,
        enemies: SquareSet,
        occupied: SquareSet,
    ) -> Option<Leap> {
        let board = self.variant.board();
        if !board.neighbours(at).intersects(enemies) {
            return None;
        }
        let barred = occupied | self.variant.side_castles(seat);
        let open = |leap: &&Leap| enemies.contains(leap.over) && !barred.contains(leap.to);
        board.leaps(at).iter().find(open).copied()
    }

    /// The pieces of the seat to move in its own castle. One of them must move out (`rules.md
    /// 4.3`).
    pub(crate) fn pieces_that_must_exit(&self) -> Option<SquareSet> {
        self.pieces_in_own_castle(self.turn)
    }

    pub(crate) fn pieces_in_own_castle(&self, seat: Seat) -> Option<SquareSet> {
        let inside = self.pieces[seat] & self.variant.castle(seat);
        (!inside.is_empty()).then_some(inside)
    }

    pub(crate) fn generate(&self, seat: Seat, sink: &mut impl MoveSink) {
        if self.must_place_trees(seat) {
            return sink.placements(self.free_tree_squares(seat));
        }
        let view = SeatView::new(self, seat);
        let charge_squares = view.charge_squares();
        if let Some(pieces_in_own_castle) = self.pieces_in_own_castle(seat) {
            for from in pieces_in_own_castle {
                let must_capture = self.first_jump(seat, from).is_some();
                view.mover(from).moves(must_capture, charge_squares, sink);
            }
            return;
        }
        let must_capture = self.compulsory_jump(seat).is_some();
        for from in self.pieces[seat] {
            view.mover(from).moves(must_capture, charge_squares, sink);
        }
    }
}
