//! Augmenting paths.

use super::alternating_forest::AlternatingForest;

impl AlternatingForest {
    /// Exchanges the matched and the other edges of the path between two roots
    /// through an edge. Their trees are not used again in the phase.
    pub(super) fn augment(&mut self, (a, b): (usize, usize)) {
        self.augment_to_root(a, b);
        self.augment_to_root(b, a);
    }

    /// Exchanges the matched and the other edges of the path from an outer vertex
    /// to its root. The vertex gets a new mate, or none.
    pub(super) fn augment_to_root(&mut self, from: usize, to: usize) {
        let root = self.root[self.blossoms.top[from]];
        self.is_spent[root] = true;
        let (mut vertex, mut mate) = (from, to);
        loop {
            let outer = self.blossoms.top[vertex];
            self.rematch(outer, vertex);
            self.mate[vertex] = mate;
            let Some((above, _)) = self.entry[outer] else { break };
            let inner = self.blossoms.top[above];
            let (next, end) = self.entry[inner].expect("an inner node has a parent");
            self.rematch(inner, end);
            self.mate[end] = next;
            (vertex, mate) = (next, end);
        }
    }

    /// Matches the vertices of a node so that `vertex` becomes its base.
    fn rematch(&mut self, node: usize, vertex: usize) {
        if self.blossoms.is_vertex(node) {
            return;
        }
        let child = self.blossoms.child_of(node, vertex);
        self.rematch(child, vertex);
        let children = self.blossoms.children[node].clone();
        let links = self.blossoms.links[node].clone();
        let at = children.iter().position(|other| *other == child).expect("a child");
        let length = children.len();
        // The pairs of the even path from the child to the base.
        let pairs: Vec<usize> = match at % 2 {
            1 => (at + 1..length).step_by(2).collect(),
            _ => (0..at).step_by(2).collect(),
        };
        for first in pairs {
            let (one, other) = links[first];
            self.rematch(children[first], one);
            self.rematch(children[(first + 1) % length], other);
            self.mate[one] = other;
            self.mate[other] = one;
        }
        self.blossoms.children[node].rotate_left(at);
        self.blossoms.links[node].rotate_left(at);
        self.blossoms.base[node] = vertex;
    }
}
