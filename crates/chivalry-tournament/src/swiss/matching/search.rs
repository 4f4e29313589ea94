//! The primal-dual search for a matching of the greatest weight.
//!
//! Edmonds' blossom algorithm for graphs with few kinds of vertices. A phase
//! augments along many disjoint paths, not along one. The weights of brackets
//! have few values, so few phases remain.

use integer_blossom::Weight;

use super::alternating_forest::{AlternatingForest, Label};
use super::bits::BitSet;
use super::blossoms::NONE;
use super::duals::Duals;
use super::edge_weights::EdgeWeights;

/// Returns the partner of each vertex in a matching of the greatest weight.
pub(in crate::swiss) fn max_weight_matching<W: Weight>(
    weights: EdgeWeights<W>,
) -> Vec<Option<usize>> {
    Search::run(weights).mates()
}

/// A matching and dual variables. Every matched edge is tight, and unmatched
/// vertices have the lowest variable of all.
pub(in crate::swiss) struct Search<W> {
    pub(super) forest: AlternatingForest,
    pub(super) duals: Duals<W>,
    /// The variables of blossoms.
    blossom_duals: Vec<W>,
}

impl<W: Weight> Search<W> {
    /// Searches a matching of the greatest weight.
    pub(in crate::swiss) fn run(weights: EdgeWeights<W>) -> Search<W> {
        let forest = AlternatingForest::new(weights.active.clone(), weights.size());
        let blossom_duals = vec![W::ZERO; 2 * weights.size()];
        let mut search = Search { forest, duals: Duals::new(weights), blossom_duals };
        while search.run_phase() {}
        search.dissolve_outer_blossoms();
        search
    }

    /// Returns the partner of each vertex.
    pub(in crate::swiss) fn mates(&self) -> Vec<Option<usize>> {
        self.forest.mate.iter().map(|mate| (*mate != NONE).then_some(*mate)).collect()
    }

    /// Returns the vertices to which a matching of the greatest weight can match
    /// a vertex, and possibly others: those with tight edges, or in its blossom.
    pub(in crate::swiss) fn possible_mates(&mut self, vertex: usize) -> BitSet {
        let top = self.forest.blossoms.top[vertex];
        self.duals.find_tight(vertex);
        let mut mates = self.duals.tight_set(vertex);
        if let Some(in_blossom) = self.forest.blossoms.vertices(top) {
            mates.add_all(in_blossom);
        }
        mates
    }

    /// Returns the vertices that a matching of the greatest weight can leave
    /// unmatched, and possibly others.
    pub(in crate::swiss) fn possibly_unmatched(&self) -> BitSet {
        self.duals.zeros()
    }

    /// Augments the matching. Returns false if it has the greatest weight.
    fn run_phase(&mut self) -> bool {
        self.forest.begin_phase(self.forest.unmatched().collect());
        loop {
            if self.augment() {
                return true;
            }
            if !self.adjust_duals() {
                return false;
            }
        }
    }

    /// Augments the matching along tight edges. Returns false if that is not
    /// possible.
    pub(super) fn augment(&mut self) -> bool {
        let mut has_augmented = false;
        while let Some(vertex) = self.forest.queue.pop() {
            has_augmented |= !self.forest.is_spent(vertex) && self.scan(vertex);
        }
        if has_augmented {
            self.dissolve_outer_blossoms();
        }
        has_augmented
    }

    /// Grows the forest by tight edges of an outer vertex: by all that lead to
    /// outer nodes, or else by one that leads to a free node. The search goes on
    /// at the new outer node, so that a tree leaves free nodes to others. Returns
    /// true if an edge completed an augmenting path.
    fn scan(&mut self, vertex: usize) -> bool {
        self.duals.find_tight(vertex);
        while let Some(other) = self.tight_outer(vertex) {
            let Some(base) = self.forest.common_ancestor(vertex, other) else {
                self.forest.augment((vertex, other));
                return true;
            };
            let blossom = self.forest.add_blossom(base, (vertex, other));
            self.blossom_duals[blossom] = W::ZERO;
        }
        if let Some(other) = self.duals.first_tight(vertex, &self.forest.free, None) {
            let node = self.forest.blossoms.top[other];
            self.forest.queue.push(vertex);
            self.forest.label_inner(other, vertex);
            self.expand_zeros(vec![node]);
        }
        false
    }

    /// Returns an end of a tight edge from an outer vertex to another outer node.
    fn tight_outer(&mut self, vertex: usize) -> Option<usize> {
        loop {
            let own = self.forest.blossoms.vertices(self.forest.blossoms.top[vertex]);
            let other = self.duals.first_tight(vertex, &self.forest.outer, own)?;
            if !self.forest.is_spent(other) {
                return Some(other);
            }
            self.forest.outer.remove(other);
        }
    }

    /// Changes the dual variables until an edge becomes tight or an inner
    /// blossom expands. Returns false if an unmatched vertex reaches zero.
    fn adjust_duals(&mut self) -> bool {
        let lowest = self.duals.lowest();
        let blossoms: Vec<usize> = self.forest.blossoms.outermost().collect();
        let mut step = lowest;
        for node in &blossoms {
            // The variables of blossoms change twice as fast.
            if self.forest.label[*node] == Label::Inner {
                step = step.min(self.blossom_duals[*node]);
            }
        }
        let step = self.duals.step(&self.forest, step);
        self.duals.shift(step, &self.forest);
        for node in &blossoms {
            match self.forest.label[*node] {
                Label::Outer => self.blossom_duals[*node] += step,
                Label::Inner => self.blossom_duals[*node] -= step,
                Label::Free => {}
            }
        }
        if step == lowest {
            return false;
        }
        self.expand_zeros(blossoms);
        self.forest.queue = self.duals.outer_with_tight_edges(&self.forest);
        true
    }

    /// Expands those of some nodes that are inner blossoms with a variable of zero,
    /// and such blossoms in them.
    fn expand_zeros(&mut self, mut nodes: Vec<usize>) {
        while let Some(node) = nodes.pop() {
            let is_inner = self.forest.label[node] == Label::Inner;
            if is_inner
                && !self.forest.blossoms.is_vertex(node)
                && self.blossom_duals[node] == W::ZERO
            {
                nodes.extend(self.forest.expand_inner(node));
            }
        }
    }

    /// Removes outer blossoms whose dual variable is zero.
    pub(super) fn dissolve_outer_blossoms(&mut self) {
        let is_outer = |node: &usize| self.forest.label[*node] == Label::Outer;
        let mut waiting: Vec<usize> = self.forest.blossoms.outermost().filter(is_outer).collect();
        while let Some(blossom) = waiting.pop() {
            if self.blossom_duals[blossom] == W::ZERO {
                let (children, _) = self.forest.blossoms.remove(blossom);
                let is_blossom = |node: &usize| !self.forest.blossoms.is_vertex(*node);
                waiting.extend(children.into_iter().filter(is_blossom));
            }
        }
    }
}
