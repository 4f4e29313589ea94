//! Move generation.

use super::mover::Mover;
use super::sink::Sink;
use super::trees::placement_count;
use crate::board::geometry::Leap;
use crate::board::seat::{Seat, Team};
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;

impl Position {
    /// Whether `seat`, were it to move, has a legal move. Whether the game is
    /// over is not asked.
    #[must_use]
    pub fn has_move(&self, seat: Seat) -> bool {
        if self.trees_are_due(seat) {
            return placement_count(self.free_tree_squares(seat)) > 0;
        }
        let candidates = self.exits(seat).unwrap_or(self.pieces[seat]);
        if self.exits(seat).is_none() && self.compulsory_jump(seat).is_some() {
            return true;
        }
        candidates.into_iter().any(|from| Mover::new(self, seat, from).has_move())
    }

    /// The jump that makes capturing a duty, if there is one, and the piece
    /// that has it (`rules.md 3.1`).
    pub(crate) fn compulsory_jump(&self, seat: Seat) -> Option<(Square, Leap)> {
        let outside = self.pieces[seat] - self.variant.goal(seat);
        outside.into_iter().find_map(|from| Some((from, self.first_jump(seat, from)?)))
    }

    /// The first jump that the piece on `from` has where it stands.
    pub(crate) fn first_jump(&self, seat: Seat, from: Square) -> Option<Leap> {
        let enemies = self.team(Team::of(seat).enemy());
        if self.variant.goal(seat).contains(from) {
            return None;
        }
        self.jump_from(from, seat, enemies, (self.occupied() | self.trees).without(from))
    }

    /// The first jump open from `at` over one of `enemies`, where `occupied`
    /// squares cannot be landed on.
    #[inline]
    pub(crate) fn jump_from(
        &self,
        at: Square,
        seat: Seat,
        enemies: SquareSet,
        occupied: SquareSet,
    ) -> Option<Leap> {
        let board = self.variant.board();
        if !board.around(at).meets(enemies) {
            return None;
        }
        let barred = occupied | self.variant.side_castles(seat);
        let open = |leap: &&Leap| enemies.contains(leap.over) && !barred.contains(leap.to);
        board.leaps(at).iter().find(open).copied()
    }

    /// The seat to move's pieces in its own castle: one of them has to be
    /// moved out (`rules.md 4.3`).
    pub(crate) fn pieces_that_must_exit(&self) -> Option<SquareSet> {
        self.exits(self.turn)
    }

    pub(crate) fn exits(&self, seat: Seat) -> Option<SquareSet> {
        let inside = self.pieces[seat] & self.variant.castle(seat);
        (!inside.is_empty()).then_some(inside)
    }

    pub(crate) fn generate(&self, seat: Seat, sink: &mut impl Sink) {
        if self.trees_are_due(seat) {
            return sink.placements(self.free_tree_squares(seat));
        }
        if let Some(exits) = self.exits(seat) {
            for from in exits {
                let must_capture = self.first_jump(seat, from).is_some();
                Mover::new(self, seat, from).moves(must_capture, sink);
            }
            return;
        }
        let must_capture = self.compulsory_jump(seat).is_some();
        for from in self.pieces[seat] {
            Mover::new(self, seat, from).moves(must_capture, sink);
        }
    }
}
