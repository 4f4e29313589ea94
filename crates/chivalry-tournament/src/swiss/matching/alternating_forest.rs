//! The forest of alternating paths from unmatched vertices.

use super::bits::BitSet;
use super::blossoms::{Blossoms, NONE};

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

/// The matching and the forest. Everything is by node, which is a vertex or a
/// blossom. The forest consists of outermost nodes.
#[derive(Clone)]
pub(super) struct AlternatingForest {
    pub(super) active: BitSet,
    pub(super) mate: Vec<usize>,
    pub(super) blossoms: Blossoms,
    pub(super) label: Vec<Label>,
    /// The edge to the node, with its end in the node last. `None` for a root.
    pub(super) entry: Vec<Option<(usize, usize)>>,
    /// The unmatched vertex of the tree.
    pub(super) root: Vec<usize>,
    /// Outer vertices whose edges were not scanned.
    pub(super) queue: Vec<usize>,
    /// True for roots that were matched in this phase.
    pub(super) is_spent: Vec<bool>,
    /// The vertices of outer nodes. Those of spent trees are removed when found.
    pub(super) outer: BitSet,
    /// The vertices of free nodes.
    pub(super) free: BitSet,
}

impl AlternatingForest {
    /// Returns an empty matching of the active vertices.
    pub(super) fn new(active: BitSet, size: usize) -> AlternatingForest {
        AlternatingForest {
            active,
            mate: vec![NONE; size],
            blossoms: Blossoms::new(size),
            label: vec![Label::Free; 2 * size],
            entry: vec![None; 2 * size],
            root: vec![NONE; 2 * size],
            queue: Vec::new(),
            is_spent: vec![false; size],
            outer: BitSet::new(size),
            free: BitSet::new(size),
        }
    }

    /// Starts again with unmatched vertices as roots.
    pub(super) fn begin_phase(&mut self, roots: Vec<usize>) {
        self.label.fill(Label::Free);
        self.entry.fill(None);
        self.queue.clear();
        self.is_spent.fill(false);
        self.outer.clear();
        self.free.clone_from(&self.active);
        roots.into_iter().for_each(|root| self.label_outer(root, None));
    }

    /// Returns the active vertices that are not matched.
    pub(super) fn unmatched(&self) -> impl Iterator<Item = usize> {
        self.active.iter().filter(|vertex| self.mate[*vertex] == NONE)
    }

    /// Removes a vertex that is in no blossom. Its mate stays unmatched.
    pub(super) fn deactivate(&mut self, vertex: usize) {
        let mate = std::mem::replace(&mut self.mate[vertex], NONE);
        if mate != NONE {
            self.mate[mate] = NONE;
        }
        self.active.remove(vertex);
    }

    /// True if the vertex is in a tree whose root was matched in this phase.
    pub(super) fn is_spent(&self, vertex: usize) -> bool {
        self.is_spent[self.root[self.blossoms.top[vertex]]]
    }

    /// Labels the node of a vertex as outer. It is a root without `from`.
    fn label_outer(&mut self, vertex: usize, from: Option<usize>) {
        let node = self.blossoms.top[vertex];
        self.label[node] = Label::Outer;
        self.entry[node] = from.map(|from| (from, vertex));
        self.root[node] = from.map_or(vertex, |from| self.root[self.blossoms.top[from]]);
        self.add_outer(node);
        self.remove_free(node);
    }

    /// Labels the node of a vertex as inner, and its mate as outer.
    pub(super) fn label_inner(&mut self, vertex: usize, from: usize) {
        let node = self.blossoms.top[vertex];
        self.set_inner(node, (from, vertex));
        let base = self.blossoms.base[node];
        self.label_outer(self.mate[base], Some(base));
    }

    fn set_inner(&mut self, node: usize, entry: (usize, usize)) {
        self.label[node] = Label::Inner;
        self.entry[node] = Some(entry);
        self.root[node] = self.root[self.blossoms.top[entry.0]];
        self.remove_free(node);
    }

    fn add_outer(&mut self, node: usize) {
        match self.blossoms.vertices(node) {
            Some(vertices) => {
                self.outer.add_all(vertices);
                self.queue.extend(vertices.iter());
            }
            None => {
                self.outer.insert(node);
                self.queue.push(node);
            }
        }
    }

    fn remove_free(&mut self, node: usize) {
        match self.blossoms.vertices(node) {
            Some(vertices) => self.free.remove_all(vertices),
            None => self.free.remove(node),
        }
    }

    /// Returns the base of the blossom that an edge between two outer nodes
    /// closes. `None` if they are in different trees.
    pub(super) fn common_ancestor(&self, a: usize, b: usize) -> Option<usize> {
        let [one, other] = [a, b].map(|vertex| self.blossoms.top[vertex]);
        if self.root[one] != self.root[other] {
            return None;
        }
        let mut is_above = vec![false; self.label.len()];
        self.outer_path(one).for_each(|node| is_above[node] = true);
        self.outer_path(other).find(|node| is_above[*node]).map(|it| self.blossoms.base[it])
    }

    /// The outer nodes from `node` to its root.
    fn outer_path(&self, node: usize) -> impl Iterator<Item = usize> {
        let above = |node: &usize| {
            let (inner, _) = self.entry[*node]?;
            let (outer, _) = self.entry[self.blossoms.top[inner]]?;
            Some(self.blossoms.top[outer])
        };
        std::iter::successors(Some(node), above)
    }

    /// Contracts the cycle that an edge between two outer nodes closes. Returns
    /// the blossom.
    pub(super) fn add_blossom(&mut self, base: usize, edge: (usize, usize)) -> usize {
        let bottom = self.blossoms.top[base];
        let (mut children, mut links) = (Vec::new(), vec![edge]);
        let mut node = self.blossoms.top[edge.0];
        while node != bottom {
            children.push(node);
            let entry = self.entry[node].expect("a node above the base has a parent");
            links.push(entry);
            node = self.blossoms.top[entry.0];
        }
        children.push(bottom);
        children.reverse();
        links.reverse();
        node = self.blossoms.top[edge.1];
        while node != bottom {
            children.push(node);
            let (above, end) = self.entry[node].expect("a node above the base");
            links.push((end, above));
            node = self.blossoms.top[above];
        }
        for child in &children {
            if self.label[*child] == Label::Inner {
                self.add_outer(*child);
            }
        }
        let blossom = self.blossoms.add(children, links);
        self.label[blossom] = Label::Outer;
        self.entry[blossom] = self.entry[bottom];
        self.root[blossom] = self.root[bottom];
        blossom
    }

    /// Replaces an inner blossom by the nodes of its cycle. Those on the even
    /// path from the entry to the base stay in the tree. Returns all of them.
    pub(super) fn expand_inner(&mut self, blossom: usize) -> Vec<usize> {
        let (above, end) = self.entry[blossom].expect("an inner node has a parent");
        let entry_child = self.blossoms.child_of(blossom, end);
        if let Some(vertices) = self.blossoms.vertices(blossom) {
            self.free.add_all(vertices);
        }
        let (children, links) = self.blossoms.remove(blossom);
        self.label[blossom] = Label::Free;
        children.iter().for_each(|child| self.label[*child] = Label::Free);
        let length = children.len();
        let at = children.iter().position(|child| *child == entry_child).expect("a child");
        let is_forward = at % 2 == 1;
        // The edge from a child to the next one on the way to the base.
        let onwards = |child: usize| match is_forward {
            true => links[child],
            false => {
                let (a, b) = links[(child + length - 1) % length];
                (b, a)
            }
        };
        let next = |child: usize| (child + if is_forward { 1 } else { length - 1 }) % length;
        let (mut child, mut entry) = (at, (above, end));
        while child != 0 {
            self.label_inner(entry.1, entry.0);
            child = next(child);
            entry = onwards(child);
            child = next(child);
        }
        // The base keeps its mate, which is in the tree.
        self.set_inner(children[0], entry);
        children
    }
}
