//! The forest of alternating paths from unmatched vertices.

use integer_blossom::Weight;

use super::state::{Label, Search};

impl<W: Weight> Search<W> {
    /// Labels the node of a vertex as outer. It is a root without `from`.
    pub(super) fn label_outer(&mut self, vertex: usize, from: Option<usize>) {
        let node = self.blossoms.top[vertex];
        let entry = from.map(|from| (from, vertex));
        self.forest.set(vertex, Label::Outer, entry);
        self.forest.set(node, Label::Outer, entry);
        let root = from.map_or(vertex, |from| self.forest.root[self.blossoms.top[from]]);
        self.forest.root[node] = root;
        self.forest.queue.extend(self.blossoms.leaves(node));
    }

    /// Labels the node of a vertex as inner, and its mate as outer.
    pub(super) fn label_inner(&mut self, vertex: usize, from: usize) {
        let node = self.blossoms.top[vertex];
        let entry = Some((from, vertex));
        self.forest.set(vertex, Label::Inner, entry);
        self.forest.set(node, Label::Inner, entry);
        self.forest.root[node] = self.forest.root[self.blossoms.top[from]];
        let base = self.blossoms.base[node];
        self.label_outer(self.mate[base], Some(base));
    }

    /// Returns the base of the blossom that an edge between two outer nodes
    /// closes. `None` if they are in different trees.
    pub(super) fn common_ancestor(&self, a: usize, b: usize) -> Option<usize> {
        let [one, other] = [a, b].map(|vertex| self.blossoms.top[vertex]);
        if self.forest.root[one] != self.forest.root[other] {
            return None;
        }
        let mut is_above = vec![false; 2 * self.size];
        self.outer_path(one).for_each(|node| is_above[node] = true);
        self.outer_path(other).find(|node| is_above[*node]).map(|it| self.blossoms.base[it])
    }

    /// The outer nodes from `node` to its root.
    fn outer_path(&self, node: usize) -> impl Iterator<Item = usize> {
        let above = |node: &usize| {
            let (inner, _) = self.forest.entry[*node]?;
            let (outer, _) = self.forest.entry[self.blossoms.top[inner]]?;
            Some(self.blossoms.top[outer])
        };
        std::iter::successors(Some(node), above)
    }

    /// Contracts the cycle that an edge between two outer nodes closes.
    pub(super) fn add_blossom(&mut self, base: usize, edge: (usize, usize)) {
        let bottom = self.blossoms.top[base];
        let (mut children, mut links) = (Vec::new(), vec![edge]);
        let mut node = self.blossoms.top[edge.0];
        while node != bottom {
            children.push(node);
            let entry = self.forest.entry[node].expect("a node above the base has a parent");
            links.push(entry);
            node = self.blossoms.top[entry.0];
        }
        children.push(bottom);
        children.reverse();
        links.reverse();
        node = self.blossoms.top[edge.1];
        while node != bottom {
            children.push(node);
            let (above, end) = self.forest.entry[node].expect("a node above the base");
            links.push((end, above));
            node = self.blossoms.top[above];
        }
        let path = children.clone();
        let blossom = self.blossoms.add(children, links);
        self.forest.label[blossom] = Label::Outer;
        self.forest.entry[blossom] = self.forest.entry[bottom];
        self.forest.root[blossom] = self.forest.root[bottom];
        self.dual[blossom] = W::ZERO;
        for leaf in self.blossoms.leaves(blossom) {
            if self.forest.label[self.blossoms.top[leaf]] == Label::Inner {
                self.forest.queue.push(leaf);
            }
            self.blossoms.top[leaf] = blossom;
        }
        self.collect_best_edges(blossom, &path);
    }

    /// Finds the best edges of a new blossom to other outer nodes.
    fn collect_best_edges(&mut self, blossom: usize, children: &[usize]) {
        let mut best_to: Vec<Option<(usize, usize)>> = vec![None; 2 * self.size];
        for child in children {
            let known = self.forest.best_edges[*child].take();
            self.forest.best[*child] = None;
            let edges = known.unwrap_or_else(|| {
                let all = |leaf: usize| (0..self.size).map(move |other| (leaf, other));
                self.blossoms.leaves(*child).into_iter().flat_map(all).collect()
            });
            for edge in edges {
                let node = self.blossoms.top[edge.1];
                let is_outer = node != blossom && self.forest.label[node] == Label::Outer;
                if is_outer
                    && self.weight(edge.0, edge.1) > W::ZERO
                    && best_to[node].is_none_or(|it| self.slack(edge) < self.slack(it))
                {
                    best_to[node] = Some(edge);
                }
            }
        }
        let edges: Vec<(usize, usize)> = best_to.into_iter().flatten().collect();
        let slacks = edges.iter().map(|edge| (self.slack(*edge), *edge));
        let best = slacks.min_by_key(|(slack, _)| *slack);
        self.forest.best[blossom] = best.map(|(_, edge)| edge);
        self.forest.best_slack[blossom] = best.map_or(W::ZERO, |(slack, _)| slack);
        self.forest.best_edges[blossom] = Some(edges);
    }

    /// Removes outer blossoms whose dual variable is zero.
    pub(super) fn dissolve_outer_blossoms(&mut self) {
        let tops = self.blossoms.tops().filter(|node| !self.blossoms.is_vertex(*node));
        let is_outer = |node: &usize| self.forest.label[*node] == Label::Outer;
        let mut waiting: Vec<usize> = tops.filter(is_outer).collect();
        while let Some(blossom) = waiting.pop() {
            if self.dual[blossom] == W::ZERO {
                let (children, _) = self.blossoms.remove(blossom);
                waiting.extend(children.into_iter().filter(|it| !self.blossoms.is_vertex(*it)));
            }
        }
    }

    /// Replaces an inner blossom by the nodes of its cycle. Those on the even
    /// path from the entry to the base stay in the tree.
    pub(super) fn expand_inner(&mut self, blossom: usize) {
        let (above, end) = self.forest.entry[blossom].expect("an inner node has a parent");
        let root = self.forest.root[blossom];
        let entry_child = self.blossoms.child_of(blossom, end);
        let (children, links) = self.blossoms.remove(blossom);
        self.forest.label[blossom] = Label::Free;
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
        let base = children[0];
        for node in [entry.1, base] {
            self.forest.label[node] = Label::Inner;
            self.forest.entry[node] = Some(entry);
        }
        self.forest.root[base] = root;
        self.forest.best[base] = None;
        child = next(0);
        while children[child] != entry_child {
            self.relabel_child(children[child]);
            child = next(child);
        }
    }

    /// Labels a child of an expanded blossom that a tight edge leads to.
    fn relabel_child(&mut self, child: usize) {
        if self.forest.label[child] == Label::Outer {
            return;
        }
        let leaves = self.blossoms.leaves(child);
        let reached = leaves.into_iter().find(|leaf| self.forest.label[*leaf] != Label::Free);
        if let Some(leaf) = reached {
            let (from, _) = self.forest.entry[leaf].expect("a vertex that an edge leads to");
            self.label_inner(leaf, from);
        }
    }
}
