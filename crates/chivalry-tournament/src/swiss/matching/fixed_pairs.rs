//! Best matchings with fixed pairs.
//!
//! A matching has the greatest weight if its edges are tight, and its unmatched
//! vertices and the blossoms that it enters more than once have a variable of
//! zero. Alternating paths over tight edges therefore lead to every best one.

use integer_blossom::Weight;

use super::blossoms::NONE;
use super::search::Search;

/// The result of an attempt to fix a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    Fixed,
    /// No best matching contains the pair.
    NotBest,
    /// A blossom contains one of the two.
    Undecided,
}

impl<W: Weight> Search<W> {
    /// Fixes the first mate of `lower`, which ascends, that a best matching gives
    /// to each of `upper`, in order. Returns the mates. Ends at a vertex for
    /// which a blossom leaves this undecided.
    pub(in crate::swiss) fn fix_first_mates(
        &mut self,
        upper: &[usize],
        lower: &[usize],
    ) -> Vec<usize> {
        let mut mates = Vec::with_capacity(upper.len());
        for vertex in upper {
            let possible = self.possible_mates(*vertex);
            let candidates = lower.iter().copied().filter(|mate| possible.contains(*mate));
            let attempts = candidates.map(|mate| (mate, self.fix(*vertex, mate)));
            let mut possible_pairs = attempts.filter(|(_, attempt)| *attempt != Attempt::NotBest);
            let Some((mate, Attempt::Fixed)) = possible_pairs.next() else { break };
            mates.push(mate);
        }
        mates
    }

    /// Fixes a pair if a best matching contains it.
    fn fix(&mut self, vertex: usize, mate: usize) -> Attempt {
        if !self.forest.active.contains(mate) {
            return Attempt::NotBest;
        }
        if [vertex, mate].iter().any(|it| self.forest.blossoms.top[*it] != *it) {
            return Attempt::Undecided;
        }
        if self.forest.mate[vertex] == mate {
            self.forest.deactivate(vertex);
            self.forest.deactivate(mate);
            return Attempt::Fixed;
        }
        let before = self.forest.clone();
        self.forest.deactivate(vertex);
        self.forest.deactivate(mate);
        while let Some(is_best) = self.improve() {
            if is_best {
                return Attempt::Fixed;
            }
        }
        self.forest = before;
        Attempt::NotBest
    }

    /// Matches one of the unmatched vertices whose variable is not zero. Returns
    /// true if there are none, and `None` if that is not possible.
    fn improve(&mut self) -> Option<bool> {
        let zeros = self.duals.zeros();
        let unmatched: Vec<usize> = self.forest.unmatched().collect();
        let is_wrong = |vertex: &usize| !zeros.contains(*vertex);
        let wrong: Vec<usize> = unmatched.iter().copied().filter(is_wrong).collect();
        if wrong.is_empty() {
            return Some(true);
        }
        self.forest.begin_phase(unmatched);
        if self.augment() {
            return Some(false);
        }
        self.dissolve_outer_blossoms();
        // No path leads to an unmatched vertex. Another vertex, whose variable is
        // zero, becomes unmatched.
        self.forest.begin_phase(wrong);
        self.augment();
        let released = self.forest.outer.intersection(&zeros).iter().next();
        if let Some(released) = released {
            self.forest.augment_to_root(released, NONE);
        }
        self.dissolve_outer_blossoms();
        released.map(|_| false)
    }
}
