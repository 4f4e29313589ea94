//! Weights of a bracket graph, and its matchings of the greatest weight.

use std::collections::HashMap;
use std::hash::Hash;

use integer_blossom::Weight;

use super::graph::{Gains, Graph};
use super::matching::{
    BipartiteMatching, BitSet, EdgeWeights, Search, WideInt, max_weight_matching,
};

/// Digits below those of the criteria, for the choice among best candidates.
pub(super) struct SecondaryWeights<'a> {
    pub(super) widths: &'a [usize],
    pub(super) gains: &'a dyn Fn(usize, usize, &mut Gains),
    /// Divides nodes of the same kind whose edges differ.
    pub(super) part: &'a dyn Fn(usize) -> Option<usize>,
}

/// Calls a method of a `WeightLayout` with the narrowest integer for its bits.
macro_rules! with_width {
    ($weights:ident.$method:ident($($argument:expr),*)) => {
        match $weights.bits {
            ..=56 => $weights.$method::<1>($($argument),*),
            57..=120 => $weights.$method::<2>($($argument),*),
            121..=184 => $weights.$method::<3>($($argument),*),
            185..=248 => $weights.$method::<4>($($argument),*),
            249..=504 => $weights.$method::<8>($($argument),*),
            505..=1_016 => $weights.$method::<16>($($argument),*),
            1_017..=2_040 => $weights.$method::<32>($($argument),*),
            2_041..=4_088 => $weights.$method::<64>($($argument),*),
            _ => $weights.$method::<256>($($argument),*),
        }
    };
}

/// The partner of each node.
pub(super) type Mates = Vec<Option<usize>>;

/// Returns the pairs of partners.
pub(super) fn edges(mates: &Mates) -> impl Iterator<Item = (usize, usize)> {
    mates.iter().enumerate().filter_map(|(a, mate)| mate.filter(|b| a < *b).map(|b| (a, b)))
}

/// Returns a matching of the greatest weight by the criteria, and then by
/// `extra`.
pub(super) fn solve(graph: &Graph<'_>, extra: Option<&SecondaryWeights<'_>>) -> Mates {
    let weights = WeightLayout::new(graph, extra);
    with_width!(weights.solve())
}

/// Returns the first possible mate of `lower`, which ascends, of each of `upper`
/// (D.1), and a best matching of the others. Ends early where only other
/// matchings show the mate.
pub(super) fn first_mates(
    graph: &Graph<'_>,
    upper: &[usize],
    lower: &[usize],
) -> (Vec<usize>, Mates) {
    let weights = WeightLayout::new(graph, None);
    with_width!(weights.first_mates(upper, lower))
}

/// Returns the lexicographically first of the best matchings of two halves
/// (D.1), as the mate of each of `upper`. The player of `lower` who is left over
/// has the bye, if there is one. All nodes are in ascending order.
pub(super) fn first_in_order(graph: &Graph<'_>, upper: &[usize], lower: &[usize]) -> Vec<usize> {
    let bye = graph.bye().filter(|bye| graph.active.contains(*bye));
    let mut halves = graph.clone();
    let nodes = upper.iter().chain(lower).copied().chain(bye);
    halves.active = BitSet::of(graph.size(), nodes);
    let weights = WeightLayout::new(&halves, None);
    with_width!(weights.first(upper, lower))
}

/// The kinds of the nodes of a graph, and the bit layout of the weights of
/// their edges.
struct WeightLayout<'a> {
    graph: &'a Graph<'a>,
    /// The index of the kind of each node.
    kinds: Vec<usize>,
    /// An edge between each two kinds that have edges.
    samples: Vec<(usize, usize)>,
    shifts: Vec<usize>,
    bits: usize,
    extra: Option<&'a SecondaryWeights<'a>>,
}

impl<'a> WeightLayout<'a> {
    /// Assigns each digit the bits that a sum over all edges can require.
    fn new(graph: &'a Graph<'a>, extra: Option<&'a SecondaryWeights<'a>>) -> WeightLayout<'a> {
        let kinds = kinds(graph);
        let samples = sample_edges(graph, &kinds);
        let mut most = vec![0_u64; graph.layout.len()];
        let mut gains = Gains::new();
        for (a, b) in &samples {
            gains.clear();
            graph.gains(*a, *b, &mut gains);
            for (place, gain) in merged(&mut gains) {
                most[place] = most[place].max(gain.unsigned_abs());
            }
        }
        let count = graph.active.iter().count() as u64;
        let bits = |most: u64| (u64::BITS - (most * count).leading_zeros()) as usize;
        let width = |most: &u64| if *most == 0 { 0 } else { bits(*most) + 1 };
        let mut widths: Vec<usize> = most.iter().map(width).collect();
        widths.extend(extra.map_or(&[][..], |extra| extra.widths));
        let (mut shifts, mut bits) = (vec![0; widths.len()], 0);
        for (shift, width) in shifts.iter_mut().zip(&widths).rev() {
            *shift = bits;
            bits += width;
        }
        WeightLayout { graph, kinds, samples, shifts, bits, extra }
    }

    /// Returns the weights of the edges by the criteria.
    fn weights<const N: usize>(&self) -> EdgeWeights<WideInt<N>> {
        debug_assert!(self.bits <= WideInt::<N>::BITS);
        let graph = self.graph;
        let (edges, active) = (graph.open.clone(), graph.active.clone());
        let mut weights = EdgeWeights::new(edges, active, self.kinds.clone());
        let mut gains = Gains::new();
        for (a, b) in &self.samples {
            gains.clear();
            graph.gains(*a, *b, &mut gains);
            let mut weight = WideInt::<N>::ZERO;
            for (place, gain) in &gains {
                weight.add_shifted(*gain, self.shifts[*place]);
            }
            let index = weights.add_value(weight);
            weights.set(self.kinds[*a], self.kinds[*b], index);
        }
        weights
    }

    /// Returns the weights of the edges by the criteria and by `extra`.
    fn divided_weights<const N: usize>(
        &self,
        extra: &SecondaryWeights<'_>,
    ) -> EdgeWeights<WideInt<N>> {
        let graph = self.graph;
        let by_kind = self.weights::<N>();
        let own = graph.layout.len();
        let kinds = indices((0..graph.size()).map(|node| (self.kinds[node], (extra.part)(node))));
        let (edges, active) = (graph.open.clone(), graph.active.clone());
        let mut weights = EdgeWeights::new(edges, active, kinds.clone());
        // The last weight for each kind of the other node.
        let mut last: Vec<u32> = vec![0; graph.size()];
        let mut gains = Gains::new();
        for (a, b) in sample_edges(graph, &kinds) {
            let mut weight = by_kind.get(a, b);
            gains.clear();
            (extra.gains)(a, b, &mut gains);
            for (place, gain) in &gains {
                weight.add_shifted(*gain, self.shifts[own + place]);
            }
            let before = &mut last[self.kinds[b]];
            if weights.value(*before) != weight {
                *before = weights.add_value(weight);
            }
            weights.set(kinds[a], kinds[b], *before);
        }
        weights
    }

    fn solve<const N: usize>(&self) -> Mates {
        let weights = match self.extra {
            Some(extra) => self.divided_weights::<N>(extra),
            None => self.weights(),
        };
        if self.graph.is_plain { plain_matching(&weights) } else { max_weight_matching(weights) }
    }

    fn first_mates<const N: usize>(&self, upper: &[usize], lower: &[usize]) -> (Vec<usize>, Mates) {
        let mut search = Search::run(self.weights::<N>());
        let firsts = search.fix_first_mates(upper, lower);
        (firsts, search.mates())
    }

    /// Returns the mate of each of `upper`.
    fn first<const N: usize>(&self, upper: &[usize], lower: &[usize]) -> Vec<usize> {
        let mut search = Search::run(self.weights::<N>());
        let mates = search.mates();
        let (mut tight, mut column_of) = (Vec::new(), Vec::new());
        for row in upper {
            tight.push(search.possible_mates(*row));
            column_of.push(mates[*row].expect("a pair for each of S1"));
        }
        // The player left over has the bye, or is unmatched in a best matching.
        let bye = self.graph.bye().filter(|bye| self.graph.active.contains(*bye));
        let left_over = match bye {
            Some(bye) => search.possible_mates(bye),
            None => search.possibly_unmatched(),
        };
        for column in lower.iter().filter(|column| mates[**column].is_none_or(|it| Some(it) == bye))
        {
            tight.push(left_over.clone());
            column_of.push(*column);
        }
        BipartiteMatching::new(tight, column_of).first(upper.len())
    }
}

/// Returns a matching of the greatest weight by a general implementation.
fn plain_matching<W: Weight>(weights: &EdgeWeights<W>) -> Mates {
    let size = weights.size();
    let weight = |at: usize| weights.get(at / size, at % size);
    integer_blossom::max_weight_matching(&(0..size * size).map(weight).collect::<Vec<W>>(), size)
}

/// Returns the index of the kind of each node.
fn kinds(graph: &Graph<'_>) -> Vec<usize> {
    if graph.is_plain {
        return (0..graph.size()).collect();
    }
    indices((0..graph.size()).map(|node| graph.kind(node)))
}

/// Numbers different values in order, and returns the number of each value.
fn indices<T: Eq + Hash>(values: impl Iterator<Item = T>) -> Vec<usize> {
    let mut indices: HashMap<T, usize> = HashMap::new();
    let mut index = |value| {
        let next = indices.len();
        *indices.entry(value).or_insert(next)
    };
    values.map(&mut index).collect()
}

/// Returns an edge between each two kinds of active nodes that have edges, with
/// the first node first.
fn sample_edges(graph: &Graph<'_>, kinds: &[usize]) -> Vec<(usize, usize)> {
    let count = kinds.iter().max().map_or(0, |highest| highest + 1);
    let mut members = vec![BitSet::new(kinds.len()); count];
    graph.active.iter().for_each(|node| members[kinds[node]].insert(node));
    let mut samples = Vec::new();
    for (kind, one) in members.iter().enumerate() {
        for other in &members[kind..] {
            let edge = |a| graph.open.related(a, other).next().map(|b| (a.min(b), a.max(b)));
            samples.extend(one.iter().find_map(edge));
        }
    }
    samples
}

/// Adds up the contributions to the same digit.
fn merged(gains: &mut Gains) -> impl Iterator<Item = (usize, i64)> {
    gains.sort_unstable_by_key(|(place, _)| *place);
    gains.chunk_by(|a, b| a.0 == b.0).map(|same| {
        let sum = same.iter().map(|(_, gain)| gain).sum();
        (same[0].0, sum)
    })
}
