//! The exchange of players between the halves S1 and S2 of a bracket (D.2).
//!
//! The new S1 are the first players of all pairs. A place is the position of a
//! player among the residents, so the places of S1 come before those of S2.
//!
//! The best exchange is a matching of the greatest weight, in which the weight of
//! a pair depends on the place of its first player. The search is fast if there
//! are few weights, so the places are divided into parts. All players of a part
//! count as the one whose exchange is best. The exchange found is therefore the
//! best one if each exchanged player is the only one of a part. Otherwise the
//! parts of these players are divided.

use std::collections::BTreeSet;
use std::ops::Range;

use super::graph::{Gains, Graph};
use super::weights::{Mates, SecondaryWeights, edges, solve};

/// The number of parts into which a part is divided.
const DIVISIONS: usize = 4;

/// Exchanges players between S1, the first `count` residents, and S2. Returns a
/// best candidate, and its S1.
pub(super) fn exchange_halves(
    graph: &Graph<'_>,
    residents: &[usize],
    count: usize,
) -> (Mates, Vec<usize>) {
    let mut place_of = vec![None; graph.size()];
    for (place, resident) in residents.iter().enumerate() {
        place_of[*resident] = Some(place);
    }
    let mut parts = match graph.is_plain {
        true => Parts::of_one(residents.len(), count),
        false => Parts::growing(residents.len(), count),
    };
    loop {
        let mates = parts.best_candidate(graph, &place_of);
        let pairs = edges(&mates).filter(|(a, b)| graph.is_pair(*a, *b));
        let firsts: BTreeSet<usize> = pairs.filter_map(|(a, _)| place_of[a]).collect();
        let is_exchanged = |place: &usize| firsts.contains(place) != (*place < count);
        let exchanged = (0..residents.len()).filter(is_exchanged);
        if exchanged.filter(|place| parts.divide(*place)).count() == 0 {
            return (mates, firsts.into_iter().map(|place| residents[place]).collect());
        }
    }
}

/// Intervals of places. None has places of both halves.
struct Parts {
    /// The first place of each part.
    begins: BTreeSet<usize>,
    places: usize,
    /// The number of places in S1.
    count: usize,
}

impl Parts {
    /// Returns one part for each place.
    fn of_one(places: usize, count: usize) -> Parts {
        Parts { begins: (0..places).collect(), places, count }
    }

    /// Returns parts whose sizes grow with the distance from the other half.
    fn growing(places: usize, count: usize) -> Parts {
        let distances = || std::iter::successors(Some(1), |it| Some(it * DIVISIONS));
        let above = distances().take_while(|it| *it < count).map(|it| count - it);
        let below = distances().map(|it| count + it).take_while(|it| *it < places);
        Parts { begins: above.chain(below).chain([0, count]).collect(), places, count }
    }

    /// The part of a place.
    fn part(&self, place: usize) -> Range<usize> {
        let begin = self.begins.range(..=place).next_back().copied().unwrap_or(0);
        let end = self.begins.range(place + 1..).next().copied().unwrap_or(self.places);
        begin..end
    }

    /// Divides the part of a place. Returns false if it is a single place.
    fn divide(&mut self, place: usize) -> bool {
        let part = self.part(place);
        let size = part.len().div_ceil(DIVISIONS);
        self.begins.extend(part.clone().step_by(size));
        part.len() > 1
    }

    /// Returns a best candidate with a best exchange by the parts.
    fn best_candidate(&self, graph: &Graph<'_>, place_of: &[Option<usize>]) -> Mates {
        let upper_parts = self.begins.range(..self.count).count();
        // By place: the index of the part, and its place that is nearest to the
        // other half.
        let mut counts_as = Vec::with_capacity(self.places);
        for (index, begin) in self.begins.iter().enumerate() {
            let part = self.part(*begin);
            let nearest = if index < upper_parts { part.end - 1 } else { part.start };
            counts_as.extend(part.map(|_| (index, nearest)));
        }
        // The fewest exchanges win, then the smallest distance. The lowest of S1
        // leave, and the highest of S2 enter.
        let gains = |a: usize, b: usize, gains: &mut Gains| {
            let Some(first) = place_of[a].filter(|_| graph.is_pair(a, b)) else { return };
            let (index, nearest) = counts_as[first];
            gains.push((1, -(nearest as i64)));
            match index < upper_parts {
                true => gains.extend([(0, 1), (2 + upper_parts - 1 - index, -1)]),
                false => gains.push((2 + index, 1)),
            }
        };
        let bits = (usize::BITS - self.places.leading_zeros()) as usize;
        let mut widths = vec![bits + 1, 2 * bits + 1];
        // Several players of a part overflow its digit. Their exchange then counts
        // as better than it is, and the part is divided.
        widths.extend(vec![1; self.begins.len()]);
        let part = |node: usize| place_of[node].map(|place| counts_as[place].0);
        solve(graph, Some(&SecondaryWeights { widths: &widths, gains: &gains, part: &part }))
    }
}
