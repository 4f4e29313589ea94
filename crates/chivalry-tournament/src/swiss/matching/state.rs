//! The state of the search: the matching, the dual variables and the forest.

use std::rc::Rc;

use integer_blossom::Weight;

use super::blossoms::{Blossoms, NONE};
use super::edge_weights::EdgeWeights;

/// The position of a node in the forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// In no tree.
    Free,
    /// At an even distance from its root.
    Outer,
    /// At an odd distance from its root.
    Inner,
}

/// The forest. Everything is by node, which is a vertex or a blossom.
pub(super) struct Forest<W> {
    /// The label of outermost nodes. Vertices of an inner blossom have their own
    /// label, which is inner if a tight edge leads to them.
    pub(super) label: Vec<Label>,
    /// The edge to the node, with its end in the node last. `None` for a root.
    pub(super) entry: Vec<Option<(usize, usize)>>,
    /// The unmatched vertex of the tree.
    pub(super) root: Vec<usize>,
    /// The edge of the least slack to another outer node, or of a node that is
    /// not reached to any outer node.
    pub(super) best: Vec<Option<(usize, usize)>>,
    /// The slack of each best edge. It is updated when the dual variables change.
    pub(super) best_slack: Vec<W>,
    /// The edges of the least slack of a blossom to each outer node.
    pub(super) best_edges: Vec<Option<Vec<(usize, usize)>>>,
    /// Outer vertices whose edges were not scanned.
    pub(super) queue: Vec<usize>,
    /// True for roots that were matched in this phase.
    pub(super) is_spent: Vec<bool>,
}

impl<W: Weight> Forest<W> {
    pub(super) fn new(size: usize) -> Forest<W> {
        Forest {
            label: vec![Label::Free; 2 * size],
            entry: vec![None; 2 * size],
            root: vec![NONE; 2 * size],
            best: vec![None; 2 * size],
            best_slack: vec![W::ZERO; 2 * size],
            best_edges: vec![None; 2 * size],
            queue: Vec::new(),
            is_spent: vec![false; size],
        }
    }

    pub(super) fn clear(&mut self) {
        self.label.fill(Label::Free);
        self.entry.fill(None);
        self.best.fill(None);
        self.best_edges.fill(None);
        self.queue.clear();
        self.is_spent.fill(false);
    }

    pub(super) fn set(&mut self, node: usize, label: Label, entry: Option<(usize, usize)>) {
        self.label[node] = label;
        self.entry[node] = entry;
        self.best[node] = None;
    }
}

/// A matching and dual variables. Every matched edge is tight, and unmatched
/// vertices have the lowest variable of all.
pub(super) struct Search<W> {
    pub(super) size: usize,
    /// The weights, twice as large.
    pub(super) weights: Rc<EdgeWeights<W>>,
    pub(super) mate: Vec<usize>,
    /// The variables of vertices, twice as large, and of blossoms.
    pub(super) dual: Vec<W>,
    pub(super) blossoms: Blossoms,
    pub(super) forest: Forest<W>,
}

impl<W: Weight> Search<W> {
    /// Twice the weight of an edge.
    pub(super) fn weight(&self, a: usize, b: usize) -> W {
        self.weights.get(a, b)
    }

    pub(super) fn slack(&self, (a, b): (usize, usize)) -> W {
        self.dual[a] + self.dual[b] - self.weight(a, b)
    }
}
