//! Blossoms: cycles of an odd number of nodes that act as one node.

use super::bits::BitSet;

/// The absence of a node.
pub(super) const NONE: usize = usize::MAX;

/// The vertices, from 0, and the blossoms, from the number of vertices.
#[derive(Clone)]
pub(super) struct Blossoms {
    size: usize,
    /// The outermost blossom of each vertex, or the vertex itself.
    pub(super) top: Vec<usize>,
    pub(super) parent: Vec<usize>,
    /// The nodes of the cycle, the base first.
    pub(super) children: Vec<Vec<usize>>,
    /// The edge from each child to the next one.
    pub(super) links: Vec<Vec<(usize, usize)>>,
    /// The vertex that is matched outside the blossom.
    pub(super) base: Vec<usize>,
    /// The vertices of each blossom.
    vertices: Vec<Option<BitSet>>,
    unused: Vec<usize>,
}

impl Blossoms {
    pub(super) fn new(size: usize) -> Blossoms {
        Blossoms {
            size,
            top: (0..size).collect(),
            parent: vec![NONE; 2 * size],
            children: vec![Vec::new(); 2 * size],
            links: vec![Vec::new(); 2 * size],
            base: (0..size).chain(std::iter::repeat_n(NONE, size)).collect(),
            vertices: vec![None; size],
            unused: (size..2 * size).rev().collect(),
        }
    }

    pub(super) fn is_vertex(&self, node: usize) -> bool {
        node < self.size
    }

    /// The blossoms that are in no other.
    pub(super) fn outermost(&self) -> impl Iterator<Item = usize> {
        let is_used = |node: &usize| self.base[*node] != NONE;
        let is_outermost = |node: &usize| self.parent[*node] == NONE;
        (self.size..2 * self.size).filter(is_outermost).filter(is_used)
    }

    /// The vertices of a blossom. `None` for a vertex.
    pub(super) fn vertices(&self, node: usize) -> Option<&BitSet> {
        self.vertices[node.checked_sub(self.size)?].as_ref()
    }

    /// Makes a blossom of a cycle.
    pub(super) fn add(&mut self, children: Vec<usize>, links: Vec<(usize, usize)>) -> usize {
        let blossom = self.unused.pop().expect("fewer blossoms than vertices");
        self.base[blossom] = self.base[children[0]];
        self.parent[blossom] = NONE;
        let mut vertices = BitSet::new(self.size);
        for child in &children {
            self.parent[*child] = blossom;
            match self.vertices(*child) {
                Some(inside) => vertices.add_all(inside),
                None => vertices.insert(*child),
            }
        }
        vertices.iter().for_each(|vertex| self.top[vertex] = blossom);
        self.vertices[blossom - self.size] = Some(vertices);
        self.children[blossom] = children;
        self.links[blossom] = links;
        blossom
    }

    /// Removes a blossom that is in no other. Its children become outermost.
    pub(super) fn remove(&mut self, blossom: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let children = std::mem::take(&mut self.children[blossom]);
        for child in &children {
            self.parent[*child] = NONE;
            match child.checked_sub(self.size).and_then(|at| self.vertices[at].as_ref()) {
                Some(vertices) => vertices.iter().for_each(|vertex| self.top[vertex] = *child),
                None => self.top[*child] = *child,
            }
        }
        self.base[blossom] = NONE;
        self.vertices[blossom - self.size] = None;
        self.unused.push(blossom);
        (children, std::mem::take(&mut self.links[blossom]))
    }

    /// The child of a blossom that contains a vertex.
    pub(super) fn child_of(&self, blossom: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while self.parent[node] != blossom {
            node = self.parent[node];
        }
        node
    }
}
