//! Visited states of the jump search.

use std::collections::HashSet;

use crate::board::square::Square;
use crate::board::square_set::SquareSet;

/// The maximum number of jump states that one enumeration visits.
///
/// Positions from play stay far below. Constructed positions with enemies in a lattice have
/// more results than can be listed.
pub const MAX_JUMP_STATES: usize = 1 << 17;

/// The number of states that are searched linearly before a hash set is used.
const LINEAR_SEARCH_LIMIT: usize = 16;

/// The square of the piece and the captured pieces.
type State = (Square, SquareSet);

/// Visited states, with a budget for all pieces of one position.
///
/// A set that has reached its final size allocates no memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct VisitedStates {
    first_states: Vec<State>,
    more_states: HashSet<State>,
    budget: usize,
    exceeded: bool,
}

impl VisitedStates {
    /// Resets the budget for a new position.
    pub(crate) fn start_position(&mut self) {
        self.budget = MAX_JUMP_STATES;
        self.exceeded = false;
    }

    /// Clears the states for the next piece of the position.
    #[inline]
    pub(crate) fn start_piece(&mut self) {
        self.first_states.clear();
        self.more_states.clear();
    }

    /// Inserts a state. Returns false if it was visited before or the budget is spent.
    #[inline]
    pub(crate) fn insert(&mut self, square: Square, captured: SquareSet) -> bool {
        if self.exceeded {
            return false;
        }
        let state = (square, captured);
        if self.first_states.contains(&state) {
            return false;
        }
        if self.first_states.len() < LINEAR_SEARCH_LIMIT {
            self.first_states.push(state);
        } else if !self.more_states.insert(state) {
            return false;
        }
        self.exceeded = self.budget == 0;
        self.budget = self.budget.saturating_sub(1);
        !self.exceeded
    }

    /// Returns true if the budget was spent and states are missing.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded
    }
}
