//! Weights of a bracket graph, and its matchings of the greatest weight.

use std::collections::HashMap;

use integer_blossom::Weight as _;

use super::graph::{Gains, Graph, NodeKind};
use super::matching::{BipartiteMatching, EdgeWeights, WideInt, max_weight_matching};

/// Digits below those of the criteria, for the choice among best candidates.
pub(super) struct SecondaryWeights<'a> {
    pub(super) widths: &'a [usize],
    pub(super) gains: &'a dyn Fn(usize, usize, &mut Gains),
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

/// Returns a matching of the greatest weight by the criteria, and then by
/// `extra`.
pub(super) fn solve(graph: &Graph<'_>, extra: Option<&SecondaryWeights<'_>>) -> Mates {
    let numbers: Vec<usize> = (0..graph.size()).filter(|at| graph.active[*at]).collect();
    let weights = WeightLayout::new(graph, &numbers, extra);
    let matched = with_width!(weights.solve());
    let mut mates = vec![None; graph.size()];
    for (at, mate) in matched.into_iter().enumerate() {
        mates[numbers[at]] = mate.map(|mate| numbers[mate]);
    }
    mates
}

/// Returns the lexicographically first of the best matchings of two halves
/// (D.1), as the mate of each of `upper`. `mates` is any best matching. The
/// player of `lower` who is left over has the bye, if there is one.
pub(super) fn first_in_order(
    graph: &Graph<'_>,
    upper: &[usize],
    lower: &[usize],
    mates: &Mates,
) -> Vec<usize> {
    let bye = (graph.has_bye && graph.active[graph.players.len()]).then_some(graph.players.len());
    let numbers: Vec<usize> = upper.iter().chain(lower).copied().chain(bye).collect();
    let weights = WeightLayout::new(graph, &numbers, None);
    let firsts = with_width!(weights.first(upper, lower, mates));
    firsts.into_iter().map(|at| lower[at]).collect()
}

/// Some nodes of a graph, and the bit layout of the weights of their edges.
struct WeightLayout<'a> {
    graph: &'a Graph<'a>,
    numbers: &'a [usize],
    /// The index of the kind of each node. `None` for nodes without a kind.
    kinds: Vec<Option<usize>>,
    shifts: Vec<usize>,
    bits: usize,
    extra: Option<&'a SecondaryWeights<'a>>,
}

impl<'a> WeightLayout<'a> {
    /// Assigns each digit the bits that a sum over all edges can require.
    fn new(
        graph: &'a Graph<'a>,
        numbers: &'a [usize],
        extra: Option<&'a SecondaryWeights<'a>>,
    ) -> WeightLayout<'a> {
        let mut layout = WeightLayout {
            graph,
            numbers,
            kinds: kinds(graph, numbers),
            shifts: Vec::new(),
            bits: 0,
            extra,
        };
        let mut most = vec![0_u64; graph.layout.len()];
        let mut is_known = KindTable::new(&layout.kinds);
        let mut gains = Gains::new();
        layout.for_each_edge(|a, b| {
            if is_known.get(a, b).is_some() {
                return;
            }
            is_known.set(a, b, ());
            gains.clear();
            graph.gains(numbers[a], numbers[b], &mut gains);
            for (place, gain) in merged(&mut gains) {
                most[place] = most[place].max(gain.unsigned_abs());
            }
        });
        let bits = |most: u64| (u64::BITS - (most * numbers.len() as u64).leading_zeros()) as usize;
        let width = |most: &u64| if *most == 0 { 0 } else { bits(*most) + 1 };
        let mut widths: Vec<usize> = most.iter().map(width).collect();
        widths.extend(extra.map_or(&[][..], |extra| extra.widths));
        layout.shifts = vec![0; widths.len()];
        for (shift, width) in layout.shifts.iter_mut().zip(&widths).rev() {
            *shift = layout.bits;
            layout.bits += width;
        }
        layout
    }

    /// Calls `visit` with the places of both ends of each edge in `numbers`.
    fn for_each_edge(&self, mut visit: impl FnMut(usize, usize)) {
        for (a, one) in self.numbers.iter().enumerate() {
            for (b, other) in self.numbers.iter().enumerate().skip(a + 1) {
                if self.graph.is_open(*one, *other) {
                    visit(a, b);
                }
            }
        }
    }

    /// Returns the weights of the edges. Edges between nodes of the same kinds share a value, which
    /// `extra` divides further.
    fn weights<const N: usize>(&self) -> EdgeWeights<WideInt<N>> {
        debug_assert!(self.bits <= WideInt::<N>::BITS);
        let own = self.graph.layout.len();
        let mut weights = EdgeWeights::new(self.numbers.len());
        let mut known = KindTable::new(&self.kinds);
        // The last weight with `extra` for each kind of the other node.
        let mut last: Vec<u32> = vec![0; self.numbers.len()];
        let mut gains = Gains::new();
        self.for_each_edge(|a, b| {
            let (one, other) = (self.numbers[a], self.numbers[b]);
            let mut index = known.get(a, b).unwrap_or_else(|| {
                gains.clear();
                self.graph.gains(one, other, &mut gains);
                let mut weight = WideInt::<N>::ZERO;
                for (place, gain) in &gains {
                    weight.add_shifted(*gain, self.shifts[*place]);
                }
                weights.add_value(weight)
            });
            known.set(a, b, index);
            if let Some(extra) = self.extra {
                let mut weight = weights.value(index);
                gains.clear();
                (extra.gains)(one.min(other), one.max(other), &mut gains);
                for (place, gain) in &gains {
                    weight.add_shifted(*gain, self.shifts[own + place]);
                }
                let before = &mut last[self.kinds[b].unwrap_or_default()];
                if weights.value(*before) != weight {
                    *before = weights.add_value(weight);
                }
                index = *before;
            }
            weights.set(a, b, index);
        });
        weights
    }

    fn solve<const N: usize>(&self) -> Mates {
        max_weight_matching(self.weights::<N>())
    }

    /// Returns the index in `lower` of the mate of each of `upper`.
    fn first<const N: usize>(&self, upper: &[usize], lower: &[usize], mates: &Mates) -> Vec<usize> {
        let weights = self.weights::<N>();
        let all = self.numbers.len();
        let size = lower.len();
        let has_bye = all > upper.len() + size;
        let mut worth = Vec::with_capacity(size * size);
        for row in 0..size {
            for column in 0..size {
                let is_left_over = row >= upper.len();
                let weight = match is_left_over {
                    false => weights.get(row, upper.len() + column),
                    true if has_bye => weights.get(upper.len() + column, all - 1),
                    true => WideInt::ZERO,
                };
                let is_edge = weight > WideInt::ZERO || is_left_over && !has_bye;
                worth.push(is_edge.then_some(weight));
            }
        }
        let place = |number| lower.iter().position(|lower| *lower == number);
        let mut column_of: Vec<usize> = upper
            .iter()
            .map(|number| mates[*number].and_then(place).expect("a pair for each of S1"))
            .collect();
        let left: Vec<usize> = (0..size).filter(|column| !column_of.contains(column)).collect();
        column_of.extend(left);
        let mut firsts = BipartiteMatching { size, worth, column_of }.first(upper.len());
        firsts.truncate(upper.len());
        firsts
    }
}

/// Returns the index of the kind of each node.
fn kinds(graph: &Graph<'_>, numbers: &[usize]) -> Vec<Option<usize>> {
    let mut indices: HashMap<NodeKind, usize> = HashMap::new();
    let mut index = |number: &usize| {
        let next = indices.len();
        graph.kind(*number).map(|kind| *indices.entry(kind).or_insert(next))
    };
    numbers.iter().map(&mut index).collect()
}

/// A value for each pair of kinds.
struct KindTable<'k, T> {
    kinds: &'k [Option<usize>],
    count: usize,
    values: Vec<Option<T>>,
}

impl<'k, T: Copy> KindTable<'k, T> {
    fn new(kinds: &'k [Option<usize>]) -> KindTable<'k, T> {
        let count = kinds.iter().flatten().max().map_or(0, |highest| highest + 1);
        KindTable { kinds, count, values: vec![None; count * count] }
    }

    fn index(&self, a: usize, b: usize) -> Option<usize> {
        Some(self.kinds[a]? * self.count + self.kinds[b]?)
    }

    fn get(&self, a: usize, b: usize) -> Option<T> {
        self.values[self.index(a, b)?]
    }

    fn set(&mut self, a: usize, b: usize, value: T) {
        if let Some(index) = self.index(a, b) {
            self.values[index] = Some(value);
        }
    }
}

/// Adds up the contributions to the same digit.
fn merged(gains: &mut Gains) -> impl Iterator<Item = (usize, i64)> {
    gains.sort_unstable_by_key(|(place, _)| *place);
    gains.chunk_by(|a, b| a.0 == b.0).map(|same| {
        let sum = same.iter().map(|(_, gain)| gain).sum();
        (same[0].0, sum)
    })
}
