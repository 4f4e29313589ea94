//! Receivers of generated moves.

use super::effect::Effect;
use super::visited::Visited;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;

/// What receives the moves of one piece as they are found.
pub(crate) trait Sink {
    /// Results without capture, by plain steps.
    fn steps(&mut self, from: Square, to: SquareSet);
    /// Results without capture, by canters.
    fn canters(&mut self, to: SquareSet, canters: &Canters);
    /// A result with captures, by jumps after a canter to `charge_from` or
    /// without one.
    fn capture(&mut self, effect: Effect, canters: &Canters, charge_from: Square, jumps: &[Square]);
    /// Results that place trees on three of `free` (`rules.md 8.10`).
    fn placements(&mut self, free: SquareSet);
    /// The states of one piece's jumping.
    fn visited(&mut self) -> &mut Visited;
}

/// The squares that one piece can canter to, in order of discovery, with the
/// way back: breadth first, so that routes are shortest, and smallest in board
/// order among those.
pub(crate) struct Canters {
    pub(super) from: Square,
    pub(super) order: [Square; 256],
    pub(super) count: usize,
    pub(super) reached: SquareSet,
    pub(super) came_from: [Square; 256],
}

impl Canters {
    pub(super) fn none(from: Square) -> Canters {
        Canters {
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
