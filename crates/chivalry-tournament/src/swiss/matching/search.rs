//! The primal-dual search for a matching of the greatest weight.
//!
//! Edmonds' blossom algorithm with the data structures of Galil: every blossom
//! keeps its best edge, so a step of the dual variables takes linear time. A
//! phase augments along many disjoint paths, not along one. The weights of
//! brackets have few values, so few phases remain.

use std::rc::Rc;

use integer_blossom::Weight;

use super::blossoms::{Blossoms, NONE};
use super::edge_weights::EdgeWeights;
use super::state::{Forest, Label, Search};

/// Returns the partner of each vertex in a matching of the greatest weight.
pub(in crate::swiss) fn max_weight_matching<W: Weight>(
    mut weights: EdgeWeights<W>,
) -> Vec<Option<usize>> {
    let (size, highest) = (weights.size(), weights.highest());
    weights.double();
    let mut search = Search {
        size,
        weights: Rc::new(weights),
        mate: vec![NONE; size],
        dual: [vec![highest; size], vec![W::ZERO; size]].concat(),
        blossoms: Blossoms::new(size),
        forest: Forest::new(size),
    };
    while search.run_phase() {}
    search.mate.into_iter().map(|mate| (mate != NONE).then_some(mate)).collect()
}

impl<W: Weight> Search<W> {
    /// Augments the matching. Returns false if it has the greatest weight.
    fn run_phase(&mut self) -> bool {
        self.forest.clear();
        for vertex in 0..self.size {
            let is_labelled = self.forest.label[self.blossoms.top[vertex]] != Label::Free;
            if self.mate[vertex] == NONE && !is_labelled {
                self.label_outer(vertex, None);
            }
        }
        loop {
            let mut has_augmented = false;
            while let Some(vertex) = self.forest.queue.pop() {
                has_augmented |= !self.is_spent(self.blossoms.top[vertex]) && self.scan(vertex);
            }
            if has_augmented {
                self.dissolve_outer_blossoms();
                return true;
            }
            if !self.adjust_duals() {
                return false;
            }
        }
    }

    /// True if the node is in a tree whose root was matched in this phase.
    fn is_spent(&self, node: usize) -> bool {
        let is_labelled = self.forest.label[node] != Label::Free;
        is_labelled && self.forest.is_spent[self.forest.root[node]]
    }

    /// Keeps the edge as the best one of a node if it has less slack.
    fn offer(&mut self, node: usize, edge: (usize, usize), slack: W) {
        if self.forest.best[node].is_none() || slack < self.forest.best_slack[node] {
            self.forest.best[node] = Some(edge);
            self.forest.best_slack[node] = slack;
        }
    }

    /// Grows the forest by the tight edges of an outer vertex. Returns true if
    /// one of them completed an augmenting path.
    fn scan(&mut self, vertex: usize) -> bool {
        let own_dual = self.dual[vertex];
        let weights = Rc::clone(&self.weights);
        for (other, &index) in weights.row(vertex).iter().enumerate().filter(|(_, it)| **it > 0) {
            let (own, their) = (self.blossoms.top[vertex], self.blossoms.top[other]);
            let label = self.forest.label[their];
            // No edge leads on to a vertex that the forest contains already.
            let is_inner = label == Label::Inner && self.forest.label[other] != Label::Free;
            if own == their || is_inner || self.is_spent(their) {
                continue;
            }
            let slack = own_dual + self.dual[other] - weights.value(index);
            let edge = (vertex, other);
            match label {
                Label::Free if slack == W::ZERO => self.label_inner(other, vertex),
                Label::Outer if slack == W::ZERO => match self.common_ancestor(vertex, other) {
                    Some(base) => self.add_blossom(base, edge),
                    None => {
                        self.augment(edge);
                        return true;
                    }
                },
                // A vertex of an inner blossom.
                Label::Inner if slack == W::ZERO => {
                    self.forest.label[other] = Label::Inner;
                    self.forest.entry[other] = Some(edge);
                }
                Label::Outer => self.offer(own, edge, slack),
                Label::Free | Label::Inner => self.offer(other, edge, slack),
            }
        }
        false
    }

    /// Changes the dual variables until an edge becomes tight or an inner
    /// blossom expands. Returns false if an unmatched vertex reaches zero.
    fn adjust_duals(&mut self) -> bool {
        let lowest = self.dual[..self.size].iter().copied().min().unwrap_or(W::ZERO);
        let mut step = lowest;
        let label = |node: usize| self.forest.label[node];
        for vertex in 0..self.size {
            if label(self.blossoms.top[vertex]) == Label::Free && self.forest.best[vertex].is_some()
            {
                step = step.min(self.forest.best_slack[vertex]);
            }
        }
        let tops: Vec<usize> = self.blossoms.tops().collect();
        for node in tops.iter().copied() {
            match label(node) {
                Label::Outer => {
                    if self.forest.best[node].is_some() {
                        step = step.min(self.forest.best_slack[node].half());
                    }
                }
                // The variables of blossoms change twice as fast.
                Label::Inner if node >= self.size => step = step.min(self.dual[node]),
                Label::Inner | Label::Free => {}
            }
        }
        self.shift_duals(step, &tops);
        if step == lowest {
            return false;
        }
        self.use_tight_edges(&tops);
        true
    }

    fn shift_duals(&mut self, step: W, tops: &[usize]) {
        for vertex in 0..self.size {
            match self.forest.label[self.blossoms.top[vertex]] {
                Label::Outer => self.dual[vertex] -= step,
                Label::Inner => self.dual[vertex] += step,
                Label::Free => {}
            }
        }
        for node in tops.iter().copied().filter(|node| *node >= self.size) {
            match self.forest.label[node] {
                Label::Outer => self.dual[node] += step,
                Label::Inner => self.dual[node] -= step,
                Label::Free => {}
            }
        }
        for node in 0..2 * self.size {
            if let Some(edge) = self.forest.best[node] {
                self.forest.best_slack[node] = self.slack(edge);
            }
        }
    }

    /// Queues the outer ends of edges that became tight, and expands the inner
    /// blossoms whose variable became zero.
    fn use_tight_edges(&mut self, tops: &[usize]) {
        let mut ends = Vec::new();
        let tight_edge = |node: usize| {
            let is_tight = self.forest.best_slack[node] == W::ZERO;
            self.forest.best[node].filter(|_| is_tight)
        };
        for vertex in 0..self.size {
            if self.forest.label[self.blossoms.top[vertex]] == Label::Free {
                ends.extend(tight_edge(vertex));
            }
        }
        for node in tops {
            if self.forest.label[*node] == Label::Outer {
                ends.extend(tight_edge(*node));
            }
        }
        let is_outer = |end: usize| self.forest.label[self.blossoms.top[end]] == Label::Outer;
        let mut ends: Vec<usize> =
            ends.into_iter().map(|(a, b)| if is_outer(a) { a } else { b }).collect();
        ends.sort_unstable();
        ends.dedup();
        self.forest.queue.extend(ends);
        for node in tops.iter().copied() {
            let is_inner = node >= self.size && self.forest.label[node] == Label::Inner;
            if is_inner && self.dual[node] == W::ZERO {
                self.expand_inner(node);
            }
        }
    }
}
