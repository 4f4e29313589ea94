//! The states that the jumping of one piece has been in.

use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use std::collections::HashSet;

/// The most states of jumping that one enumeration goes through. Games stay
/// far below; only positions made for the purpose, with enemies in a lattice,
/// have more results than anybody could list.
pub const MOST_STATES: usize = 1 << 17;

/// States up to this number are searched one by one.
const FEW: usize = 16;

/// Where a piece is in its jumping, and what it has captured.
type State = (Square, SquareSet);

/// The states seen, with a budget for all pieces of one position. Once it has
/// grown, filling it again allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visited {
    few: Vec<State>,
    many: HashSet<State>,
    budget: usize,
    exceeded: bool,
}

impl Visited {
    /// Begins with a position.
    pub(crate) fn begin_position(&mut self) {
        self.budget = MOST_STATES;
        self.exceeded = false;
    }

    /// Begins with another piece of the position.
    #[inline]
    pub(crate) fn begin_piece(&mut self) {
        self.few.clear();
        self.many.clear();
    }

    /// Whether a state was reached for the first time, and may be gone on
    /// from.
    #[inline]
    pub(crate) fn enter(&mut self, square: Square, captured: SquareSet) -> bool {
        if self.exceeded {
            return false;
        }
        let state = (square, captured);
        if self.few.contains(&state) {
            return false;
        }
        if self.few.len() < FEW {
            self.few.push(state);
        } else if !self.many.insert(state) {
            return false;
        }
        self.exceeded = self.budget == 0;
        self.budget = self.budget.saturating_sub(1);
        !self.exceeded
    }

    /// Whether states were left out.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded
    }
}
