//! The weights of a graph. A bracket has many edges and few weights.

use integer_blossom::Weight;

/// The weight of each edge, as an index into a table of weights.
pub(in crate::swiss) struct EdgeWeights<W> {
    size: usize,
    /// A symmetric matrix. Zero is no edge.
    indices: Vec<u32>,
    values: Vec<W>,
}

impl<W: Weight> EdgeWeights<W> {
    /// Returns the weights of a graph of `size` vertices without edges.
    pub(in crate::swiss) fn new(size: usize) -> EdgeWeights<W> {
        EdgeWeights { size, indices: vec![0; size * size], values: vec![W::ZERO] }
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

    /// Sets the weight of an edge by its index.
    pub(in crate::swiss) fn set(&mut self, a: usize, b: usize, index: u32) {
        self.indices[a * self.size + b] = index;
        self.indices[b * self.size + a] = index;
    }

    /// The weight of an edge. Zero where there is none.
    pub(in crate::swiss) fn get(&self, a: usize, b: usize) -> W {
        self.value(self.indices[a * self.size + b])
    }

    /// The number of vertices.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The indices of the weights of a vertex's edges.
    pub(super) fn row(&self, vertex: usize) -> &[u32] {
        &self.indices[vertex * self.size..(vertex + 1) * self.size]
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
