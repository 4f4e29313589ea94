//! Selection of the first of the best candidates in the order of
//! section D of 2017, which is that of article 4 of 2026.

use super::exchange::exchange_halves;
use super::graph::{Gains, Graph};
use super::matching::BitSet;
use super::weights::{Mates, SecondaryWeights, edges, first_in_order, first_mates, solve};

/// The pairs of a bracket, as node indices of its graph.
pub(super) type Pairs = Vec<(usize, usize)>;

/// Selects the pairs of the bracket. `mates` is any best matching.
pub(super) fn select_pairs(graph: &mut Graph<'_>, mates: Mates) -> Pairs {
    let mut pairs = Pairs::new();
    let mates = pair_moved_down(graph, mates, &mut pairs);
    pair_remainder(graph, &mates, &mut pairs);
    pairs
}

/// Selects the pairs of a bracket of which everybody must be matched. `None` if
/// `mates`, any best matching, leaves a player.
pub(super) fn select_all_pairs(graph: &mut Graph<'_>, mates: Mates) -> Option<Pairs> {
    let is_whole = mates.iter().all(Option::is_some);
    is_whole.then(|| select_pairs(graph, mates))
}

/// B.7: selects the paired players of those moved down (D.3), and their
/// opponents (D.1).
fn pair_moved_down(graph: &mut Graph<'_>, mut mates: Mates, pairs: &mut Pairs) -> Mates {
    let count = graph.moved_down;
    if count == 0 {
        return mates;
    }
    let paired = |mates: &Mates, inside: usize| -> Vec<usize> {
        (0..count).filter(|at| mates[*at].is_some_and(|mate| mate < inside)).collect()
    };
    let inside = graph.inside;
    if paired(&mates, inside).len() < count {
        let gains = |a: usize, b: usize, gains: &mut Gains| {
            if a < count && b < inside {
                gains.push((a, 1));
            }
        };
        let (widths, part) = (vec![1; count], |at| (at < count).then_some(at));
        let extra = SecondaryWeights { widths: &widths, gains: &gains, part: &part };
        mates = solve(graph, Some(&extra));
    }
    let chosen = paired(&mates, inside);
    let is_chosen = |at: usize| at < count && chosen.contains(&at);
    let is_other = |at: usize| at < count && !chosen.contains(&at);
    let bracket = graph.nodes(|at| at < inside);
    let beyond = graph.nodes(|at| at >= inside);
    graph.open.remove_between(&graph.nodes(is_chosen), &beyond);
    graph.open.remove_between(&graph.nodes(is_other), &bracket);
    let residents = graph.residents();
    let mates = pair_in_turn(graph, mates, &chosen, &residents, pairs);
    graph.open.remove_between(&graph.nodes(|at| at < count), &bracket);
    mates
}

/// D.1: gives each of `upper`, in order, the first possible opponent of
/// `lower`. Returns a best matching of the others.
fn pair_in_turn(
    graph: &mut Graph<'_>,
    mut mates: Mates,
    upper: &[usize],
    lower: &[usize],
    pairs: &mut Pairs,
) -> Mates {
    let mut left = upper;
    while !left.is_empty() {
        let (mut opponents, mut rest) = match graph.is_plain {
            true => (Vec::new(), mates),
            false => first_mates(graph, left, lower),
        };
        if opponents.is_empty() {
            let opponent;
            (opponent, rest) = first_opponent(graph, &rest, left[0], lower);
            opponents.push(opponent);
        }
        for (number, opponent) in left.iter().zip(&opponents) {
            graph.deactivate_pair(*number, *opponent);
            pairs.push((*number, *opponent));
        }
        left = &left[opponents.len()..];
        mates = rest;
    }
    mates
}

/// Returns the first opponent of a node in the best matchings, of which `mates`
/// is one, and a best matching of the others.
fn first_opponent(
    graph: &mut Graph<'_>,
    mates: &Mates,
    number: usize,
    lower: &[usize],
) -> (usize, Mates) {
    let best = graph.total(edges(mates));
    let is_open = |other: &&usize| graph.is_open(number, **other);
    for opponent in lower.iter().filter(is_open).copied().collect::<Vec<usize>>() {
        graph.deactivate_pair(number, opponent);
        let rest = solve(graph, None);
        graph.activate_pair(number, opponent);
        let pair = (number.min(opponent), number.max(opponent));
        if graph.total(edges(&rest).chain([pair])) == best {
            return (opponent, rest);
        }
    }
    unreachable!("a best matching has an opponent for {number}")
}

/// B.6: pairs the remaining residents as a bracket of their own.
fn pair_remainder(graph: &mut Graph<'_>, mates: &Mates, pairs: &mut Pairs) {
    let residents = graph.residents();
    let is_active = |(a, b): &(usize, usize)| graph.is_open(*a, *b);
    let best_pairs: Pairs = edges(mates).filter(is_active).collect();
    let count = best_pairs.iter().filter(|(a, b)| graph.is_pair(*a, *b)).count();
    let best = graph.total(best_pairs);
    if count == 0 || pair_in_order(graph, &best, &residents, count, pairs) {
        return;
    }
    let (mates, upper) = match keep_halves(graph, &best, &residents[..count]) {
        Some(mates) => (mates, residents[..count].to_vec()),
        None => exchange_halves(graph, &residents, count),
    };
    let is_lower = |resident: &usize| !upper.contains(resident);
    let lower: Vec<usize> = residents.iter().copied().filter(is_lower).collect();
    close_halves(graph, &upper);
    if graph.is_isolated(lower.len() - upper.len()) {
        let firsts = first_in_order(graph, &upper, &lower);
        pairs.extend(upper.into_iter().zip(firsts));
    } else {
        pair_in_turn(graph, mates, &upper, &lower, pairs);
    }
}

/// Accepts the first candidate if it is as good as the best. Covers most
/// brackets of first rounds.
fn pair_in_order(
    graph: &mut Graph<'_>,
    best: &[i64],
    residents: &[usize],
    count: usize,
    pairs: &mut Pairs,
) -> bool {
    let first: Pairs = (0..count).map(|at| (residents[at], residents[count + at])).collect();
    if !first.iter().all(|(a, b)| graph.is_open(*a, *b)) {
        return false;
    }
    first.iter().for_each(|(a, b)| graph.deactivate_pair(*a, *b));
    let rest = solve(graph, None);
    if graph.total(edges(&rest).chain(first.iter().copied())) == best {
        pairs.extend(first);
        return true;
    }
    first.iter().for_each(|(a, b)| graph.activate_pair(*a, *b));
    false
}

/// Returns a best candidate with unchanged halves S1 and S2, if one exists.
fn keep_halves(graph: &Graph<'_>, best: &[i64], upper: &[usize]) -> Option<Mates> {
    let mut halved = graph.clone();
    close_halves(&mut halved, upper);
    let mates = solve(&halved, None);
    (graph.total(edges(&mates)) == best).then_some(mates)
}

/// Closes all edges except those between `upper` and the other residents.
fn close_halves(graph: &mut Graph<'_>, upper: &[usize]) {
    let inside = graph.inside;
    let upper = BitSet::of(graph.size(), upper.iter().copied());
    let lower = graph.nodes(|at| at < inside && !upper.contains(at));
    let beyond = graph.nodes(|at| at >= inside);
    graph.open.remove_between(&upper, &upper);
    graph.open.remove_between(&lower, &lower);
    graph.open.remove_between(&upper, &beyond);
}
