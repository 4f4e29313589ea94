//! Enumeration: one route per result, fewest legs first, then smallest in
//! board order (`notation.md`, "Moves").

use super::effect::Effect;
use super::sink::{Canters, Sink};
use super::trees::{placement_count, placements};
use super::visited::Visited;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;

/// A reusable buffer of legal moves: once it has grown, filling it again
/// allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    moves: Vec<Stored>,
    route_squares: Vec<Square>,
    visited: Visited,
}

#[derive(Clone, Copy, Debug)]
struct Stored {
    effect: Effect,
    route_start: u32,
    route_len: u32,
}

/// A legal move with one route to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalMove<'a> {
    /// What the move does.
    pub effect: Effect,
    /// Every square landed upon, in order.
    pub landings: &'a [Square],
}

impl MoveList {
    /// An empty buffer.
    #[must_use]
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// How many results there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no legal move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether every result is listed: not so where there are more than
    /// [`MOST_STATES`](super::MOST_STATES) ways to go through. What is listed
    /// is legal all the same, and [`Position::check`] knows no such bound.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.visited.is_exceeded()
    }

    /// The moves, by starting square in board order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LegalMove<'_>> {
        self.moves.iter().map(|stored| self.legal(stored))
    }

    /// The move at `index` of [`MoveList::iter`].
    #[must_use]
    pub fn get(&self, index: usize) -> Option<LegalMove<'_>> {
        self.moves.get(index).map(|stored| self.legal(stored))
    }

    fn legal(&self, stored: &Stored) -> LegalMove<'_> {
        let start = stored.route_start as usize;
        let landings = &self.route_squares[start..start + stored.route_len as usize];
        LegalMove { effect: stored.effect, landings }
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.route_squares.clear();
        self.visited.begin_position();
    }
}

impl MoveList {
    /// Adds the move whose landings have been written from `route_start` on.
    fn add(&mut self, effect: Effect, route_start: usize) {
        let route_len = (self.route_squares.len() - route_start) as u32;
        self.moves.push(Stored { effect, route_start: route_start as u32, route_len });
    }
}

impl Sink for MoveList {
    fn steps(&mut self, from: Square, to: SquareSet) {
        for to in to {
            let route_start = self.route_squares.len();
            self.route_squares.push(to);
            self.add(Effect::of_piece(from, to, SquareSet::EMPTY), route_start);
        }
    }

    fn canters(&mut self, to: SquareSet, canters: &Canters) {
        for to in to {
            let route_start = self.route_squares.len();
            canters.write_route(to, &mut self.route_squares);
            self.add(Effect::of_piece(canters.from, to, SquareSet::EMPTY), route_start);
        }
    }

    fn capture(
        &mut self,
        effect: Effect,
        canters: &Canters,
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

    fn visited(&mut self) -> &mut Visited {
        &mut self.visited
    }
}

/// Counts results without keeping their routes.
struct Counter<'a> {
    count: usize,
    visited: &'a mut Visited,
}

impl Sink for Counter<'_> {
    fn steps(&mut self, _: Square, to: SquareSet) {
        self.count += to.len();
    }

    fn canters(&mut self, to: SquareSet, _: &Canters) {
        self.count += to.len();
    }

    fn capture(&mut self, _: Effect, _: &Canters, _: Square, _: &[Square]) {
        self.count += 1;
    }

    fn placements(&mut self, free: SquareSet) {
        self.count += placement_count(free);
    }

    fn visited(&mut self) -> &mut Visited {
        self.visited
    }
}

impl Position {
    /// Fills `list` with the legal moves of the seat to move, one route per
    /// result. The list is empty when the game is over by `rules.md 5.1` to
    /// `5.4`, and when the seat must pass.
    pub fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        if self.ending_by_pieces().is_none() {
            self.generate(self.turn, list);
            // In four-handed games a team can be beaten while one seat moves.
            if self.variant.seat_count() == 4 && !list.is_empty() && self.ending().is_some() {
                list.clear();
            }
        }
    }

    /// How many legal moves [`Position::legal_moves`] would give. The buffer
    /// is only borrowed for its memory.
    #[must_use]
    pub fn count_legal_moves(&self, list: &mut MoveList) -> usize {
        if self.ending_by_pieces().is_some() {
            return 0;
        }
        list.visited.begin_position();
        let mut counter = Counter { count: 0, visited: &mut list.visited };
        self.generate(self.turn, &mut counter);
        let count = counter.count;
        let four = self.variant.seat_count() == 4;
        if four && count > 0 && self.ending().is_some() { 0 } else { count }
    }
}
