//! Lists of legal moves with one route per result.
//!
//! The route has the fewest legs. Among equally long routes it is the smallest in board order
//! (`notation.md`, "Moves").

use super::effect::Effect;
use super::sink::{CanterTree, MoveSink};
use super::trees::{placement_count, placements};
use super::visited::VisitedStates;
use crate::board::seat::PerSeat;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;

/// A reusable buffer of legal moves. A buffer that has reached its final size allocates no
/// memory.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    moves: Vec<StoredMove>,
    route_squares: Vec<Square>,
    visited: VisitedStates,
}

#[derive(Clone, Copy, Debug)]
struct StoredMove {
    effect: Effect,
    route_start: u32,
    route_len: u32,
}

/// A legal move with one route to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalMove<'a> {
    /// The effect of the move.
    pub effect: Effect,
    /// All landing squares, in order.
    pub landings: &'a [Square],
}

impl MoveList {
    /// Creates an empty buffer.
    #[must_use]
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// The number of results.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns true if there is no legal move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns true if all results are listed.
    ///
    /// Generation stops after [`MAX_JUMP_STATES`](super::visited::MAX_JUMP_STATES) states. The
    /// listed moves are legal in any case. [`Position::check`] has no such limit.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.visited.is_exceeded()
    }

    /// Iterates over the moves by starting square in board order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LegalMove<'_>> {
        self.moves.iter().map(|stored| self.legal(stored))
    }

    /// The move at `index` of [`MoveList::iter`].
    #[must_use]
    pub fn get(&self, index: usize) -> Option<LegalMove<'_>> {
        self.moves.get(index).map(|stored| self.legal(stored))
    }

    fn legal(&self, stored: &StoredMove) -> LegalMove<'_> {
        let start = stored.route_start as usize;
        let landings = &self.route_squares[start..start + stored.route_len as usize];
        LegalMove { effect: stored.effect, landings }
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.route_squares.clear();
        self.visited.start_position();
    }
}

impl MoveList {
    /// Adds a move whose landing squares were written from `route_start` on.
    fn add(&mut self, effect: Effect, route_start: usize) {
        let route_len = (self.route_squares.len() - route_start) as u32;
        self.moves.push(StoredMove { effect, route_start: route_start as u32, route_len });
    }
}

impl MoveSink for MoveList {
    fn steps(&mut self, from: Square, to: SquareSet) {
        for to in to {
            let route_start = self.route_squares.len();
            self.route_squares.push(to);
            self.add(Effect::piece_move(from, to, SquareSet::EMPTY), route_start);
        }
    }

    fn canters(&mut self, to: SquareSet, canters: &CanterTree) {
        for to in to {
            let route_start = self.route_squares.len();
            canters.write_route(to, &mut self.route_squares);
            self.add(Effect::piece_move(canters.from, to, SquareSet::EMPTY), route_start);
        }
    }

    fn capture(
        &mut self,
        effect: Effect,
        canters: &CanterTree,
        charge_from: Square,
        jumps: &[Square],
    ) {
        let route_start = self.route_squares.len();
        canters.write_route(charge_from, &mut self.route_squares);
        self.route_squares.extend_from_slice(jumps);
        self.add(effect, route_start);
    }

    fn placements(&mut self, free: SquareSet) {
        for effect in placements(free) {
            let route_start = self.route_squares.len();
            self.route_squares.extend(effect.trees().into_iter().skip(1));
            self.add(effect, route_start);
        }
    }

    fn visited(&mut self) -> &mut VisitedStates {
        &mut self.visited
    }
}

/// Counts results without storing their routes.
struct CountingSink<'a> {
    count: usize,
    visited: &'a mut VisitedStates,
}

impl MoveSink for CountingSink<'_> {
    fn steps(&mut self, _: Square, to: SquareSet) {
        self.count += to.len();
    }

    fn canters(&mut self, to: SquareSet, _: &CanterTree) {
        self.count += to.len();
    }

    fn capture(&mut self, _: Effect, _: &CanterTree, _: Square, _: &[Square]) {
        self.count += 1;
    }

    fn placements(&mut self, free: SquareSet) {
        self.count += placement_count(free);
    }

    fn visited(&mut self) -> &mut VisitedStates {
        self.visited
    }
}

impl Position {
    /// Fills `list` with the legal moves of the seat to move, one route per result.
    ///
    /// The list is empty if the game is over by `rules.md 5.1` to `5.4`, and if the seat must
    /// pass.
    pub fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        if self.ending_by_pieces(&PerSeat::default()).is_none() {
            self.generate(self.turn, list);
            // In games for three and four the game can end while the seat to move can move.
            if self.variant.has_passes() && !list.is_empty() && self.ending().is_some() {
                list.clear();
            }
        }
    }

    /// The number of moves that [`Position::legal_moves`] lists. Only the memory of `list` is
    /// used.
    #[must_use]
    pub fn count_legal_moves(&self, list: &mut MoveList) -> usize {
        if self.ending_by_pieces(&PerSeat::default()).is_some() {
            return 0;
        }
        list.visited.start_position();
        let mut counter = CountingSink { count: 0, visited: &mut list.visited };
        self.generate(self.turn, &mut counter);
        let count = counter.count;
        let may_end = count > 0 && self.variant.has_passes();
        if may_end && self.ending().is_some() { 0 } else { count }
    }
}
