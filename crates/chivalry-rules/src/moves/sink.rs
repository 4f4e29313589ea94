//! The receiver of generated moves, and the squares reached by cantering.

use super::effect::Effect;
use super::visited::VisitedStates;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;

/// Receives the moves of one piece during generation.
pub(crate) trait MoveSink {
    /// Plain moves and castle moves.
    fn steps(&mut self, from: Square, to: SquareSet);
    /// Canters without capture.
    fn canters(&mut self, to: SquareSet, canters: &CanterTree);
    /// A move with captures: jumps, after a canter to `charge_from` if it differs from the
    /// start.
    fn capture(
        &mut self,
        effect: Effect,
        canters: &CanterTree,
        charge_from: Square,
        jumps: &[Square],
    );
    /// Placements of trees on three squares of `free` (`rules.md 8.10`).
    fn placements(&mut self, free: SquareSet);
    /// The jump states of the current piece.
    fn visited(&mut self) -> &mut VisitedStates;
}

/// The squares that one piece reaches by cantering, with predecessors.
///
/// The search is breadth first. Routes have the fewest legs, and among these the smallest
/// squares in board order.
pub(crate) struct CanterTree {
    pub(super) from: Square,
    pub(super) order: [Square; 256],
    pub(super) count: usize,
    pub(super) reached: SquareSet,
    pub(super) came_from: [Square; 256],
}

impl CanterTree {
    pub(super) fn none(from: Square) -> CanterTree {
        CanterTree {
            from,
            order: [from; 256],
            count: 0,
            reached: SquareSet::EMPTY,
            came_from: [from; 256],
        }
    }

    pub(super) fn found(&self) -> &[Square] {
        &self.order[..self.count]
    }

    pub(super) fn write_route(&self, to: Square, route: &mut Vec<Square>) {
        let start = route.len();
        let mut at = to;
        while at != self.from {
            route.push(at);
            at = self.came_from[at.index()];
        }
        route[start..].reverse();
    }
}
