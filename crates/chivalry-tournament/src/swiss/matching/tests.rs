//! Comparison with another implementation of the blossom algorithm.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::{EdgeWeights, max_weight_matching};

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

fn edge_weights(matrix: &[i32], size: usize) -> EdgeWeights<i32> {
    let mut weights = EdgeWeights::new(size);
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
