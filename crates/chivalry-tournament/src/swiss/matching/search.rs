//! The primal-dual search for a matching of the greatest weight.
//!
//! Edmonds' blossom algorithm with the data structures of Galil: every blossom
//! keeps its best edge, so a step of the dual variables takes linear time. A
//! phase augments along many disjoint paths, not along one. The weights of
//! brackets have few values, so few phases remain.

use integer_blossom::Weight;

use super::blossoms::{Blossoms, NONE};
use super::state::{Forest, Label, Search};

/// Returns the partner of each vertex in a matching of the greatest weight.
/// `weights` is a symmetric matrix. A weight of zero is no edge.
pub(in crate::swiss) fn max_weight_matching<W: Weight>(
    mut weights: Vec<W>,
    size: usize,
) -> Vec<Option<usize>> {
    debug_assert_eq!(weights.len(), size * size);
    let highest = weights.iter().copied().max().unwrap_or(W::ZERO);
    weights.iter_mut().for_each(|weight| *weight = weight.double());
    let mut search = Search {
        size,
        weights,
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

    /// True if the edge has less slack than `other`.
    fn is_tighter(&self, edge: (usize, usize), other: Option<(usize, usize)>) -> bool {
        other.is_none_or(|other| self.slack(edge) < self.slack(other))
    }

    /// Grows the forest by the tight edges of an outer vertex. Returns true if
    /// one of them completed an augmenting path.
    fn scan(&mut self, vertex: usize) -> bool {
        let own_dual = self.dual[vertex];
        for other in 0..self.size {
            let weight = self.weight(vertex, other);
            let (own, their) = (self.blossoms.top[vertex], self.blossoms.top[other]);
            if weight == W::ZERO || own == their || self.is_spent(their) {
                continue;
            }
            let slack = own_dual + self.dual[other] - weight;
            let edge = (vertex, other);
            match self.forest.label[their] {
                Label::Free if slack == W::ZERO => self.label_inner(other, vertex),
                Label::Outer if slack == W::ZERO => match self.common_ancestor(vertex, other) {
                    Some(base) => self.add_blossom(base, edge),
                    None => {
                        self.augment(edge);
                        return true;
                    }
                },
                Label::Inner if slack == W::ZERO => {
                    let forest = &mut self.forest;
                    if forest.label[other] == Label::Free {
                        forest.label[other] = Label::Inner;
                        forest.entry[other] = Some(edge);
                    }
                }
                Label::Outer if self.is_tighter(edge, self.forest.best[own]) => {
                    self.forest.best[own] = Some(edge);
                }
                Label::Free | Label::Inner
                    if self.forest.label[other] == Label::Free
                        && self.is_tighter(edge, self.forest.best[other]) =>
                {
                    self.forest.best[other] = Some(edge);
                }
                Label::Free | Label::Outer | Label::Inner => {}
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
            if label(self.blossoms.top[vertex]) == Label::Free
                && let Some(edge) = self.forest.best[vertex]
            {
                step = step.min(self.slack(edge));
            }
        }
        let tops: Vec<usize> = self.blossoms.tops().collect();
        for node in tops.iter().copied() {
            match label(node) {
                Label::Outer => {
                    if let Some(edge) = self.forest.best[node] {
                        step = step.min(self.slack(edge).half());
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
    }

    /// Queues the outer ends of edges that became tight, and expands the inner
    /// blossoms whose variable became zero.
    fn use_tight_edges(&mut self, tops: &[usize]) {
        let mut ends = Vec::new();
        let is_tight = |edge: &(usize, usize)| self.slack(*edge) == W::ZERO;
        for vertex in 0..self.size {
            if self.forest.label[self.blossoms.top[vertex]] == Label::Free {
                ends.extend(self.forest.best[vertex].filter(is_tight));
            }
        }
        for node in tops {
            if self.forest.label[*node] == Label::Outer {
                ends.extend(self.forest.best[*node].filter(is_tight));
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
