//! The dual variables of vertices.
//!
//! Vertices of the same kind with the same variable form a class. The slack of
//! an edge depends on the classes of its ends, so few slacks are computed.

use integer_blossom::Weight;

use super::alternating_forest::AlternatingForest;
use super::bits::BitSet;
use super::blossoms::NONE;
use super::edge_weights::EdgeWeights;

/// Vertices of the same kind with the same dual variable.
struct Class<W> {
    kind: usize,
    dual: W,
    members: BitSet,
    /// The members of the classes to which edges have no slack, if known.
    tight: Option<BitSet>,
}

/// The weights of a graph, and the dual variables of its vertices. Both are
/// twice as large as usual, so that half a slack is an integer.
pub(super) struct Duals<W> {
    weights: EdgeWeights<W>,
    classes: Vec<Class<W>>,
    /// The class of each active vertex.
    class_of: Vec<usize>,
}

impl<W: Weight> Duals<W> {
    /// Returns equal variables without a negative slack.
    pub(super) fn new(mut weights: EdgeWeights<W>) -> Duals<W> {
        let (size, dual) = (weights.size(), weights.highest());
        weights.double();
        let class = |kind| Class { kind, dual, members: BitSet::new(size), tight: None };
        let mut classes: Vec<Class<W>> = (0..weights.kind_count()).map(class).collect();
        for vertex in weights.active.iter() {
            classes[weights.kind(vertex)].members.insert(vertex);
        }
        let mut duals = Duals { weights, classes: Vec::new(), class_of: vec![NONE; size] };
        duals.set_classes(classes);
        duals
    }

    fn set_classes(&mut self, classes: Vec<Class<W>>) {
        self.classes = classes.into_iter().filter(|class| !class.members.is_empty()).collect();
        for (at, class) in self.classes.iter().enumerate() {
            class.members.iter().for_each(|vertex| self.class_of[vertex] = at);
        }
    }

    /// The lowest variable of all vertices.
    pub(super) fn lowest(&self) -> W {
        self.classes.iter().map(|class| class.dual).min().unwrap_or(W::ZERO)
    }

    /// Returns the vertices whose variable is zero.
    pub(super) fn zeros(&self) -> BitSet {
        let mut zeros = BitSet::new(self.class_of.len());
        let is_zero = |class: &&Class<W>| class.dual == W::ZERO;
        self.classes.iter().filter(is_zero).for_each(|class| zeros.add_all(&class.members));
        zeros
    }

    /// The slack of the edges between two classes. `None` without edges.
    fn slack(&self, one: &Class<W>, other: &Class<W>) -> Option<W> {
        let weight = self.weights.of_kinds(one.kind, other.kind);
        (weight > W::ZERO).then(|| one.dual + other.dual - weight)
    }

    /// Computes the tight edges of a vertex for [`Duals::first_tight`].
    pub(super) fn find_tight(&mut self, vertex: usize) {
        self.find_tight_of_class(self.class_of[vertex]);
    }

    fn find_tight_of_class(&mut self, at: usize) {
        let class = &self.classes[at];
        if class.tight.is_some() {
            return;
        }
        let mut tight = BitSet::new(self.class_of.len());
        let is_tight = |other: &&Class<W>| self.slack(class, other) == Some(W::ZERO);
        self.classes.iter().filter(is_tight).for_each(|other| tight.add_all(&other.members));
        self.classes[at].tight = Some(tight);
    }

    /// Returns the outer vertices of all classes that have tight edges to outer or
    /// free vertices.
    pub(super) fn outer_with_tight_edges(&mut self, forest: &AlternatingForest) -> Vec<usize> {
        let mut vertices = Vec::new();
        for at in 0..self.classes.len() {
            let outer = self.classes[at].members.intersection(&forest.outer);
            if outer.is_empty() {
                continue;
            }
            self.find_tight_of_class(at);
            let leads_to =
                |set| self.classes[at].tight.as_ref().is_some_and(|it| it.intersects(set));
            if leads_to(&forest.outer) || leads_to(&forest.free) {
                vertices.extend(outer.iter());
            }
        }
        vertices
    }

    /// Returns the first vertex of `set`, but not of `except`, to which a vertex
    /// has a tight edge.
    #[inline]
    pub(super) fn first_tight(
        &self,
        vertex: usize,
        set: &BitSet,
        except: Option<&BitSet>,
    ) -> Option<usize> {
        let tight = self.classes[self.class_of[vertex]].tight.as_ref()?;
        self.weights.edges.first_related(vertex, [tight, set], except)
    }

    /// Returns the vertices to which a vertex has tight edges.
    pub(super) fn tight_set(&self, vertex: usize) -> BitSet {
        let size = self.class_of.len();
        match &self.classes[self.class_of[vertex]].tight {
            Some(tight) => BitSet::of(size, self.weights.edges.related(vertex, tight)),
            None => BitSet::new(size),
        }
    }

    /// Returns the step of the variables, at most `most`, by which an edge
    /// becomes tight that leads from an outer node to a free or an outer one.
    pub(super) fn step(&self, forest: &AlternatingForest, most: W) -> W {
        let mut step = most;
        let is_outer = |class: &Class<W>| class.members.intersects(&forest.outer);
        let outer: Vec<&Class<W>> = self.classes.iter().filter(|it| is_outer(it)).collect();
        for (at, class) in outer.iter().enumerate() {
            for other in &self.classes {
                if let Some(slack) = self.slack(class, other).filter(|slack| *slack < step)
                    && self.has_edge_to_free(class, other, forest)
                {
                    step = slack;
                }
            }
            for other in &outer[at..] {
                if let Some(slack) = self.slack(class, other).map(Weight::half)
                    && slack < step
                    && self.has_edge_to_outer(class, other, forest)
                {
                    step = slack;
                }
            }
        }
        step
    }

    fn has_edge_to_free(&self, from: &Class<W>, to: &Class<W>, forest: &AlternatingForest) -> bool {
        let to = to.members.intersection(&forest.free);
        let from = from.members.intersection(&forest.outer);
        if to.is_empty() {
            return false;
        }
        from.iter().any(|vertex| self.weights.edges.reaches(vertex, &to, None))
    }

    fn has_edge_to_outer(
        &self,
        from: &Class<W>,
        to: &Class<W>,
        forest: &AlternatingForest,
    ) -> bool {
        let to = to.members.intersection(&forest.outer);
        from.members.intersection(&forest.outer).iter().any(|vertex| {
            let own = forest.blossoms.vertices(forest.blossoms.top[vertex]);
            self.weights.edges.reaches(vertex, &to, own)
        })
    }

    /// Decreases the variables of outer vertices, and increases those of inner
    /// ones.
    pub(super) fn shift(&mut self, step: W, forest: &AlternatingForest) {
        let mut parts = Vec::with_capacity(2 * self.classes.len());
        for class in std::mem::take(&mut self.classes) {
            let outer = class.members.intersection(&forest.outer);
            let free = class.members.intersection(&forest.free);
            let mut inner = class.members;
            inner.remove_all(&outer);
            inner.remove_all(&free);
            let (kind, dual) = (class.kind, class.dual);
            for (members, dual) in [(outer, dual - step), (free, dual), (inner, dual + step)] {
                if !members.is_empty() {
                    parts.push(Class { kind, dual, members, tight: None });
                }
            }
        }
        parts.sort_unstable_by_key(|class| (class.kind, class.dual));
        parts.dedup_by(|other, class| {
            let is_same = (other.kind, other.dual) == (class.kind, class.dual);
            if is_same {
                class.members.add_all(&other.members);
            }
            is_same
        });
        self.set_classes(parts);
    }
}
