//! Comparison with another implementation of the blossom algorithm.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::{BitMatrix, BitSet, EdgeWeights, Search, max_weight_matching};

fn total(weights: &[i32], size: usize, mates: &[Option<usize>]) -> i32 {
    let mut total = 0;
    for (vertex, mate) in mates.iter().enumerate() {
        let Some(mate) = *mate else { continue };
        assert_eq!(mates[mate], Some(vertex));
        let weight = weights[vertex * size + mate];
        assert!(weight > 0, "{vertex} and {mate} have no edge");
        total += if vertex < mate { weight } else { 0 };
    }
    total
}

fn random_weights(random: &mut StdRng, size: usize, values: i32, density: f64) -> Vec<i32> {
    let mut weights = vec![0; size * size];
    for a in 0..size {
        for b in a + 1..size {
            if random.random_bool(density) {
                let weight = random.random_range(1..=values);
                weights[a * size + b] = weight;
                weights[b * size + a] = weight;
            }
        }
    }
    weights
}

/// Returns a graph whose vertices have kinds of their own.
fn edge_weights(matrix: &[i32], size: usize) -> EdgeWeights<i32> {
    let mut edges = BitMatrix::new(size);
    let all = BitSet::of(size, 0..size);
    edges.insert_between(&all, &all);
    let mut weights = EdgeWeights::new(edges, all, (0..size).collect());
    for a in 0..size {
        for b in a + 1..size {
            let index = weights.add_value(matrix[a * size + b]);
            weights.set(a, b, index);
        }
    }
    weights
}

#[test]
fn matchings_are_as_heavy_as_those_of_another_implementation() {
    let mut random = StdRng::seed_from_u64(8);
    for case in 0..6_000 {
        let size = random.random_range(0..=if case % 100 == 0 { 90 } else { 22 });
        let values = [1, 2, 3, 10, 1_000][case % 5];
        let density = [0.15, 0.3, 0.6, 0.95][case % 4];
        let weights = random_weights(&mut random, size, values, density);
        let mates = max_weight_matching(edge_weights(&weights, size));
        let known = integer_blossom::max_weight_matching(&weights, size);
        let expected = total(&weights, size, &known);
        assert_eq!(total(&weights, size, &mates), expected, "case {case}: {weights:?}");
    }
}

#[test]
fn matchings_of_vertices_with_few_kinds_have_the_greatest_weight() {
    let mut random = StdRng::seed_from_u64(9);
    for case in 0..4_000 {
        let size = random.random_range(1..=if case % 50 == 0 { 150 } else { 24 });
        let kind_count = random.random_range(1..=8);
        let values = [1, 2, 3, 10, 1_000][case % 5];
        let by_kind = random_weights(&mut random, 2 * kind_count, values, 0.8);
        let weight = |one: usize, other: usize| by_kind[one * 2 * kind_count + kind_count + other];
        let kinds: Vec<usize> = (0..size).map(|_| random.random_range(0..kind_count)).collect();
        let is_active: Vec<bool> = (0..size).map(|_| random.random_bool(0.9)).collect();
        let active = BitSet::of(size, (0..size).filter(|at| is_active[*at]));
        let mut edges = BitMatrix::new(size);
        let mut matrix = vec![0; size * size];
        let density = [0.1, 0.5, 0.97][case % 3];
        for a in 0..size {
            for b in (a + 1..size).filter(|_| random.random_bool(density)) {
                edges.insert_between(&BitSet::of(size, [a]), &BitSet::of(size, [b]));
                let (one, other) = (kinds[a].min(kinds[b]), kinds[a].max(kinds[b]));
                if is_active[a] && is_active[b] {
                    matrix[a * size + b] = weight(one, other);
                    matrix[b * size + a] = weight(one, other);
                }
            }
        }
        let known = integer_blossom::max_weight_matching(&matrix, size);
        let mut weights = EdgeWeights::new(edges, active, kinds);
        for one in 0..weights.kind_count() {
            for other in one..weights.kind_count() {
                let index = weights.add_value(weight(one, other));
                weights.set(one, other, index);
            }
        }
        let mates = max_weight_matching(weights);
        assert_eq!(total(&matrix, size, &mates), total(&matrix, size, &known), "case {case}");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "how much was looked at")]
fn the_first_mates_of_best_matchings_are_fixed_in_turn() {
    let mut random = StdRng::seed_from_u64(10);
    let (mut decided, mut asked) = (0, 0);
    for case in 0..6_000 {
        let size = random.random_range(2..=16);
        let values = [1, 2, 3, 10][case % 4];
        let density = [0.3, 0.6, 0.95][case % 3];
        let mut weights = random_weights(&mut random, size, values, density);
        let upper: Vec<usize> = (0..random.random_range(1..=size / 2)).collect();
        let lower: Vec<usize> = (upper.len()..size).collect();
        // A heavy edge has each of `upper` matched with one of `lower`.
        for a in &upper {
            (0..size).for_each(|b| {
                let weight = if b < upper.len() { 0 } else { weights[a * size + b] };
                let weight = if weight > 0 { weight + 100 } else { 0 };
                (weights[a * size + b], weights[b * size + a]) = (weight, weight);
            });
        }
        let best = |weights: &[i32]| {
            total(weights, size, &integer_blossom::max_weight_matching(weights, size))
        };
        let known = integer_blossom::max_weight_matching(&weights, size);
        if upper.iter().any(|vertex| known[*vertex].is_none()) {
            continue;
        }
        let fixed = Search::run(edge_weights(&weights, size)).fix_first_mates(&upper, &lower);
        asked += upper.len();
        decided += fixed.len();
        for (vertex, mate) in upper.iter().zip(fixed) {
            let mut left = best(&weights);
            let first = lower.iter().find(|other| {
                let weight = weights[vertex * size + *other];
                let mut without = weights.clone();
                for at in 0..size {
                    for end in [vertex, *other] {
                        (without[at * size + end], without[end * size + at]) = (0, 0);
                    }
                }
                let is_first = weight > 0 && best(&without) + weight == left;
                if is_first {
                    left -= weight;
                    weights = without;
                }
                is_first
            });
            assert_eq!(first, Some(&mate), "case {case}, {vertex}");
        }
    }
    println!("{decided} of {asked} mates were decided");
    assert!(2 * decided > asked);
}
