//! The weights of a graph. A bracket has many edges and few weights.

use integer_blossom::Weight;

use super::bits::{BitMatrix, BitSet};

/// A graph whose vertices have kinds. The weight of an edge depends on the
/// kinds of its ends.
pub(in crate::swiss) struct EdgeWeights<W> {
    /// The edges. Those of vertices that are not active do not count.
    pub(super) edges: BitMatrix,
    pub(super) active: BitSet,
    /// The kind of each vertex.
    kinds: Vec<usize>,
    kind_count: usize,
    /// A symmetric matrix of kinds. Each is an index of a weight, and zero if
    /// there is no edge.
    indices: Vec<u32>,
    values: Vec<W>,
}

impl<W: Weight> EdgeWeights<W> {
    /// Returns a graph without weights.
    pub(in crate::swiss) fn new(
        edges: BitMatrix,
        active: BitSet,
        kinds: Vec<usize>,
    ) -> EdgeWeights<W> {
        let kind_count = kinds.iter().max().map_or(0, |highest| highest + 1);
        let indices = vec![0; kind_count * kind_count];
        EdgeWeights { edges, active, kinds, kind_count, indices, values: vec![W::ZERO] }
    }

    /// Adds a weight to the table, and returns its index. A weight of zero is no edge.
    pub(in crate::swiss) fn add_value(&mut self, weight: W) -> u32 {
        if weight == W::ZERO {
            return 0;
        }
        self.values.push(weight);
        (self.values.len() - 1) as u32
    }

    /// The weight with that index.
    pub(in crate::swiss) fn value(&self, index: u32) -> W {
        self.values[index as usize]
    }

    /// Sets the weight of the edges between two kinds by its index.
    pub(in crate::swiss) fn set(&mut self, one: usize, other: usize, index: u32) {
        self.indices[one * self.kind_count + other] = index;
        self.indices[other * self.kind_count + one] = index;
    }

    /// The weight of an edge of active vertices. Zero where there is none.
    pub(in crate::swiss) fn get(&self, a: usize, b: usize) -> W {
        let is_edge =
            self.active.contains(a) && self.active.contains(b) && self.edges.contains(a, b);
        if is_edge { self.of_kinds(self.kinds[a], self.kinds[b]) } else { W::ZERO }
    }

    /// The weight of the edges between two kinds. Zero where there are none.
    pub(super) fn of_kinds(&self, one: usize, other: usize) -> W {
        self.value(self.indices[one * self.kind_count + other])
    }

    /// The number of vertices.
    pub(in crate::swiss) fn size(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn kind_count(&self) -> usize {
        self.kind_count
    }

    pub(super) fn kind(&self, vertex: usize) -> usize {
        self.kinds[vertex]
    }

    /// The largest weight.
    pub(super) fn highest(&self) -> W {
        self.values.iter().copied().max().unwrap_or(W::ZERO)
    }

    /// Doubles every weight.
    pub(super) fn double(&mut self) {
        self.values.iter_mut().for_each(|weight| *weight = weight.double());
    }
}
