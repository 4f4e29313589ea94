//! Tests of the training.

use chivalry_rules::{MoveList, Position, Variant};

use super::*;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::weights::Weights;
use crate::network::accumulator::Accumulator;
use crate::network::inputs::Inputs;
use crate::network::layers::Network;

fn variant() -> &'static Variant {
    Variant::named("camette").unwrap()
}

fn linear() -> Evaluator {
    Evaluator::new(variant(), Weights::built_in(variant()))
}

/// Positions of random games.
fn positions(count: usize) -> Vec<Position> {
    let mut list = MoveList::new();
    let (mut positions, mut step) = (Vec::new(), 0_usize);
    let mut position = Position::start(variant());
    while positions.len() < count {
        step += 1;
        position.legal_moves(&mut list);
        let index = (step * step + step / 7) % list.len().max(1);
        let next = list.get(index).map(|legal| position.after(&legal.effect));
        match next.filter(|next| next.ending().is_none()) {
            Some(next) => position = next,
            None => position = Position::start(variant()),
        }
        positions.push(position);
    }
    positions
}

/// The material of the seat to move minus that of the other.
fn material(position: &Position) -> i32 {
    let value = |seat| {
        let pieces = position.pieces(seat);
        pieces.len() as i32 * 100 + (pieces & position.knights()).len() as i32 * 50
    };
    let turn = position.turn();
    value(turn) - value(variant().next_seat(turn))
}

/// Samples whose score is the material.
fn material_samples(count: usize) -> Samples {
    let inputs = Inputs::for_variant(variant()).unwrap();
    let mut samples = Samples::default();
    for position in positions(count) {
        let score = material(&position);
        let half_points = (score.signum() + 1) as u8;
        samples.push(inputs, &position, score as i16, half_points);
    }
    samples
}

fn train_quietly(samples: &Samples, training: &Training<'_>) -> (Network, Vec<Epoch>) {
    let mut epochs = Vec::new();
    let network = train(variant(), samples, training, &mut |epoch| epochs.push(*epoch)).unwrap();
    (network, epochs)
}

#[test]
fn equal_seeds_give_equal_samples_and_networks() {
    let samples = self_play(&linear(), 100, 5..9);
    assert!(samples.len() > 20, "{} samples", samples.len());
    let mut parts = self_play(&linear(), 100, 5..7);
    parts.append(&self_play(&linear(), 100, 7..9));
    assert_eq!(samples, parts);
    let training =
        Training { epochs: 2, seed: 3, result_share: 0.2, weight_decay: 0.5, start: None };
    let (network, epochs) = train_quietly(&samples, &training);
    assert_eq!(train_quietly(&samples, &training), (network.clone(), epochs));
    let (other, _) = train_quietly(&samples, &Training { seed: 4, ..training });
    assert_ne!(network, other);
}

#[test]
fn a_network_learns_the_material() {
    let samples = material_samples(6_000);
    let training =
        Training { epochs: 30, seed: 1, result_share: 0.0, weight_decay: 0.0, start: None };
    let (network, epochs) = train_quietly(&samples, &training);
    let (first, last) = (epochs[0], epochs[29]);
    assert!(last.validation_error < first.validation_error / 10.0, "{first:?} {last:?}");
    // The integers agree with the errors of the floating point numbers.
    let mut accumulator = Accumulator::new(variant(), &network).unwrap();
    let (mut right, mut compared) = (0, 0);
    for position in positions(2_000) {
        let (expected, found) = (material(&position), accumulator.score(&network, &position));
        if expected != 0 {
            compared += 1;
            right += usize::from(expected.signum() == found.signum());
        }
    }
    assert!(compared > 500 && right * 100 > compared * 97, "{right} of {compared}");
}

#[test]
fn a_training_goes_on_from_a_network() {
    let samples = material_samples(6_000);
    let random = Training { epochs: 8, seed: 1, result_share: 0.0, weight_decay: 0.0, start: None };
    let (network, epochs) = train_quietly(&samples, &random);
    let later = Training { epochs: 1, start: Some(&network), ..random };
    let (_, passes) = train_quietly(&samples, &later);
    assert!(passes[0].validation_error <= epochs[7].validation_error, "{passes:?} {epochs:?}");
    assert_eq!(model::Model::of(&network).quantize(), network);
}

#[test]
fn weight_decay_reduces_the_weights_and_the_error_of_other_positions() {
    // Random scores can be learned by heart only.
    let inputs = Inputs::for_variant(variant()).unwrap();
    let mut samples = Samples::default();
    for (index, position) in positions(3_000).iter().enumerate() {
        let score = (index * index % 601) as i16 - 300;
        samples.push(inputs, position, score, (score.signum() + 1) as u8);
    }
    let training =
        Training { epochs: 12, seed: 1, result_share: 0.0, weight_decay: 0.0, start: None };
    let (plain, plain_epochs) = train_quietly(&samples, &training);
    let (decayed, epochs) = train_quietly(&samples, &Training { weight_decay: 10.0, ..training });
    let size = |network: &Network| -> u64 {
        let weights = network.input.as_flattened().iter();
        weights.map(|weight| u64::from(weight.unsigned_abs())).sum()
    };
    assert!(size(&decayed) < size(&plain), "{} {}", size(&decayed), size(&plain));
    let error = |epochs: &[Epoch]| epochs[11].validation_error;
    assert!(error(&epochs) < error(&plain_epochs), "{epochs:?} {plain_epochs:?}");
}

#[test]
fn rounding_changes_a_score_by_less_than_a_third_of_a_man() {
    let inputs = Inputs::for_variant(variant()).unwrap();
    let mut model = model::Model::random(inputs.len(), 9);
    // Weights as large as those of a trained network.
    for slice in model.slices() {
        slice.iter_mut().for_each(|value| *value *= 3.0);
    }
    let network = model.quantize();
    let mut accumulator = Accumulator::new(variant(), &network).unwrap();
    let start_pieces = Position::start(variant()).occupied().len();
    for position in positions(500) {
        let turn = position.turn();
        let sides = [turn, variant().next_seat(turn)].map(|seat| {
            let mut side = Vec::new();
            inputs.collect(&position, seat, &mut side);
            side
        });
        let bucket = crate::network::layers::bucket(position.occupied().len(), start_pieces);
        let active = model::Active { sides, bucket };
        let exact = model.output(&model.hidden(&active), bucket) * 400.0;
        let rounded = accumulator.score(&network, &position) as f32;
        assert!((exact - rounded).abs() < 33.0, "{exact} {rounded}");
    }
}

#[test]
fn a_variant_that_no_network_fits_is_refused() {
    let trees = Variant::all().iter().find(|variant| variant.has_trees()).unwrap();
    let training =
        Training { epochs: 1, seed: 1, result_share: 0.0, weight_decay: 0.0, start: None };
    let error = train(trees, &Samples::default(), &training, &mut |_| {}).unwrap_err();
    assert_eq!(error.code(), "unsupported_variant");
    assert!(self_play(&Evaluator::new(trees, Weights::built_in(trees)), 10, 0..2).is_empty());
}
