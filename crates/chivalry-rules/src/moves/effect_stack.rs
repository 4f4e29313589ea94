//! The move stack of a search.

use std::ops::Range;

use super::effect::Effect;
use super::mover::SeatView;
use super::sink::{CanterTree, MoveSink};
use super::trees::{placement_count, placements};
use super::visited::VisitedStates;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;

/// The maximum number of tree placements that one position adds to the stack.
pub const MAX_PLACEMENTS: usize = 48;

/// A stack of moves without routes, for the positions on the current line of a search.
///
/// A stack that has reached its final size allocates no memory.
#[derive(Clone, Debug, Default)]
pub struct EffectStack {
    effects: Vec<Effect>,
    visited: VisitedStates,
}

impl EffectStack {
    /// The move at `index`, which must lie in a range that [`Position::push_effects`] returned.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Effect {
        self.effects[index]
    }

    /// The moves in a range that [`Position::push_effects`] returned.
    #[must_use]
    #[inline]
    pub fn slice(&self, places: Range<usize>) -> &[Effect] {
        &self.effects[places]
    }

    /// Swaps two moves.
    #[inline]
    pub fn swap(&mut self, one: usize, other: usize) {
        self.effects.swap(one, other);
    }

    /// Removes all moves from `start` on.
    #[inline]
    pub fn truncate(&mut self, start: usize) {
        self.effects.truncate(start);
    }
}

impl MoveSink for EffectStack {
    fn steps(&mut self, from: Square, to: SquareSet) {
        let effect = |to| Effect::piece_move(from, to, SquareSet::EMPTY);
        self.effects.extend(to.into_iter().map(effect));
    }

    fn canters(&mut self, to: SquareSet, canters: &CanterTree) {
        self.steps(canters.from, to);
    }

    fn capture(&mut self, effect: Effect, _: &CanterTree, _: Square, _: &[Square]) {
        self.effects.push(effect);
    }

    fn placements(&mut self, free: SquareSet) {
        let step = placement_count(free).div_ceil(MAX_PLACEMENTS).max(1);
        self.effects.extend(placements(free).step_by(step));
    }

    fn visited(&mut self) -> &mut VisitedStates {
        &mut self.visited
    }
}

impl Position {
    /// Returns true if the move must be a capture or an exit from the own castle (`rules.md
    /// 3.1`, `4.3`).
    #[must_use]
    pub fn is_forced(&self) -> bool {
        if self.must_place_trees(self.turn) {
            return false;
        }
        self.pieces_in_own_castle(self.turn).is_some() || self.compulsory_jump(self.turn).is_some()
    }

    /// Pushes the moves of the seat to move and returns their range.
    ///
    /// Endings are not checked. Of thousands of tree placements (`rules.md 8.10`) at most
    /// [`MAX_PLACEMENTS`] are pushed, evenly spaced.
    pub fn push_effects(&self, stack: &mut EffectStack) -> Range<usize> {
        let start = stack.effects.len();
        stack.visited.start_position();
        self.generate(self.turn, stack);
        start..stack.effects.len()
    }

    /// Pushes charges and entries into the goal, and returns their range.
    ///
    /// The position must not be forced ([`Position::is_forced`]), so that no other move
    /// captures.
    pub fn push_noisy_effects(&self, stack: &mut EffectStack) -> Range<usize> {
        let start = stack.effects.len();
        if self.must_place_trees(self.turn) {
            return start..start;
        }
        stack.visited.start_position();
        let board = self.variant.board();
        let goal = self.variant.goal(self.turn);
        let inside = self.pieces[self.turn] & goal;
        let beside =
            goal.into_iter().fold(SquareSet::EMPTY, |beside, at| beside | board.neighbours(at));
        // The last leg of a canter into the goal leaps over one of these squares.
        let friends = self.team_pieces(self.variant.team_of(self.turn));
        let may_canter_in = (beside - goal).intersects(friends);
        let view = SeatView::new(self, self.turn);
        let charge_squares = view.charge_squares();
        for from in self.pieces[self.turn] - inside {
            let is_knight = self.knights.contains(from);
            let may_charge = is_knight && !charge_squares.is_empty();
            if !(may_charge || may_canter_in || beside.contains(from)) {
                continue;
            }
            let mover = view.mover(from);
            let mut entries = SquareSet::EMPTY;
            if beside.contains(from) {
                entries = mover.steps() & goal;
                stack.steps(from, entries);
            }
            if may_charge || may_canter_in {
                let canters = mover.canters(SquareSet::EMPTY);
                stack.canters((canters.reached & goal) - entries, &canters);
                if may_charge {
                    mover.captures(&canters, charge_squares, stack);
                }
            }
        }
        start..stack.effects.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::geometry::Leap;
    use crate::board::piece::{Piece, PieceKind};
    use crate::board::seat::Seat;
    use crate::moves::move_list::MoveList;
    use crate::position::setup::Setup;
    use crate::variant::compiled::Variant;

    /// Calls `each` for positions from games of every variant.
    fn wander(mut each: impl FnMut(&Position)) {
        let mut list = MoveList::new();
        for variant in Variant::all() {
            for start in 0..40_usize {
                let mut position = Position::start(variant);
                for step in 0..60 {
                    each(&position);
                    position.legal_moves(&mut list);
                    if list.is_empty() {
                        break;
                    }
                    let choice = (start * 7 + step * 13 + start * step) % list.len();
                    position = position.after(&list.get(choice).unwrap().effect);
                }
            }
        }
    }

    #[test]
    fn unmaking_a_move_restores_the_position() {
        let mut stack = EffectStack::default();
        wander(|position| {
            let places = position.push_effects(&mut stack);
            for effect in stack.slice(places) {
                let mut changed = *position;
                let undo = changed.make(effect);
                assert_eq!(changed.hash(), Position::hash(&position.after(effect)));
                changed.unmake(&undo);
                assert_eq!(&changed, position);
                let counts =
                    |position: &Position| (position.hash(), position.quiet, position.round);
                assert_eq!(counts(&changed), counts(position));
            }
            stack.truncate(0);
        });
    }

    #[test]
    fn pushed_moves_equal_listed_moves() {
        let (mut stack, mut list) = (EffectStack::default(), MoveList::new());
        wander(|position| {
            position.legal_moves(&mut list);
            if !list.is_empty() {
                let places = position.push_effects(&mut stack);
                let listed: Vec<Effect> = list.iter().map(|legal| legal.effect).collect();
                if position.must_place_trees(position.turn()) {
                    assert!(places.len() > MAX_PLACEMENTS / 2 && places.len() <= MAX_PLACEMENTS);
                    assert!(stack.slice(places).iter().all(|effect| listed.contains(effect)));
                } else {
                    assert_eq!(stack.slice(places), listed);
                }
            }
            stack.truncate(0);
        });
    }

    #[test]
    fn noisy_moves_are_charges_and_entries_into_the_goal() {
        let (mut stack, mut noisy_stack) = (EffectStack::default(), EffectStack::default());
        wander(|position| {
            if !position.is_forced() {
                let goal = position.variant().goal(position.turn());
                let is_noisy = |effect: &&Effect| {
                    let enters = goal.contains(effect.to()) && !goal.contains(effect.from());
                    !effect.captured().is_empty() || enters && !effect.is_placement()
                };
                let all = position.push_effects(&mut stack);
                let mut expected: Vec<Effect> =
                    stack.slice(all).iter().filter(is_noisy).copied().collect();
                let noisy = position.push_noisy_effects(&mut noisy_stack);
                let mut noisy = noisy_stack.slice(noisy).to_vec();
                expected.sort_unstable();
                noisy.sort_unstable();
                assert_eq!(noisy, expected, "{position:?}");
            }
            stack.truncate(0);
            noisy_stack.truncate(0);
        });
    }

    #[test]
    fn a_canter_over_a_partner_into_the_goal_is_noisy() {
        let variant = Variant::named("grand-camelot").unwrap();
        let board = variant.board();
        let (seat, partner) = (Seat::FIRST, Seat::THIRD);
        assert_eq!(variant.team_of(seat), variant.team_of(partner));
        let goal = variant.goal(seat);
        let enters = |(from, leap): &(Square, Leap)| {
            goal.contains(leap.to) && !goal.contains(leap.over) && !goal.contains(*from)
        };
        let mut leaps = board
            .squares()
            .flat_map(|from| board.leaps(from).iter().map(move |leap| (from, *leap)));
        let (from, Leap { over, to }) = leaps.find(enters).unwrap();
        for kind in [PieceKind::Man, PieceKind::Knight] {
            let mut setup = Setup::empty(board.len());
            setup.set_piece(from, Some(Piece { seat, kind }));
            setup.set_piece(over, Some(Piece { seat: partner, kind }));
            let position = setup.position(variant).unwrap();
            let mut stack = EffectStack::default();
            let noisy = position.push_noisy_effects(&mut stack);
            assert_eq!(stack.slice(noisy), [Effect::piece_move(from, to, SquareSet::EMPTY)]);
        }
    }
}
