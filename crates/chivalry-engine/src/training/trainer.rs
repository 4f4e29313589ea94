//! Training of a network by Adam (Kingma and Ba) with decoupled weight decay
//! (Loshchilov and Hutter).

use std::f32::consts::PI;

use chivalry_rules::Variant;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::model::{Active, MAX_WEIGHT, Model};
use super::samples::{Sample, Samples};
use crate::network::file::NetworkError;
use crate::network::inputs::Inputs;
use crate::network::layers::{Network, OUTPUT_UNIT, bucket};
use crate::score::expected_points;

/// The samples of one step.
const BATCH: usize = 2_048;

/// The learning rates of the first and the last step from random weights, joined
/// by a cosine.
const LEARNING_RATES: [f32; 2] = [2e-3, 1e-4];

/// The learning rates from the weights of a network.
const LATER_LEARNING_RATES: [f32; 2] = [5e-4, 1e-5];

/// The decay of the first and second moments.
const DECAYS: [f32; 2] = [0.9, 0.999];

/// One in so many samples measures the error and is not learned.
const VALIDATION_PERIOD: usize = 20;

/// The number of samples that determine the steepness of the expected points.
const SCALE_SAMPLES: usize = 50_000;

/// The options of a training.
#[derive(Clone, Copy, Debug)]
pub struct Training<'a> {
    /// The passes over all samples.
    pub epochs: usize,
    /// The seed of the initial weights and of the order of the samples.
    pub seed: u64,
    /// The share of the game's result in the target of a sample, from 0 to 1.
    /// The search score has the rest.
    pub result_share: f64,
    /// The share of a weight that it loses in each step at a learning rate of one. It keeps a
    /// network from learning single samples by heart.
    pub weight_decay: f32,
    /// The network whose weights are the initial ones, with lower learning rates.
    /// `None` for random initial weights.
    pub start: Option<&'a Network>,
}

/// The mean square errors after a pass over all samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The number of the pass, from 1.
    pub number: usize,
    /// The error of the samples that are learned, during the pass.
    pub training_error: f64,
    /// The error of the other samples, after the pass.
    pub validation_error: f64,
}

/// Trains a network on `samples`, and calls `on_epoch` after each pass. The last
/// samples measure the error. Equal arguments give equal networks.
///
/// # Errors
/// No network fits the variant.
pub fn train(
    variant: &'static Variant,
    samples: &Samples,
    training: &Training<'_>,
    on_epoch: &mut dyn FnMut(&Epoch),
) -> Result<Network, NetworkError> {
    let inputs = Inputs::for_variant(variant).ok_or(NetworkError::UnsupportedVariant)?;
    let mut trainer = Trainer::new(variant, inputs, samples, training);
    for number in 1..=training.epochs {
        let training_error = trainer.run_epoch(number);
        let validation_error = trainer.validation_error();
        on_epoch(&Epoch { number, training_error, validation_error });
    }
    Ok(trainer.model.quantize())
}

struct Trainer<'a> {
    inputs: &'a Inputs,
    samples: &'a Samples,
    training: &'a Training<'a>,
    start_pieces: usize,
    /// The steepness of the expected points.
    scale: f64,
    model: Model,
    gradient: Model,
    moments: [Model; 2],
    steps: i32,
    rng: StdRng,
    /// The samples that are learned, in random order.
    order: Vec<u32>,
}

impl<'a> Trainer<'a> {
    fn new(
        variant: &Variant,
        inputs: &'a Inputs,
        samples: &'a Samples,
        training: &'a Training<'a>,
    ) -> Trainer<'a> {
        let zero = Model::zero(inputs.len());
        let learned = samples.len() - samples.len() / VALIDATION_PERIOD;
        Trainer {
            inputs,
            samples,
            training,
            start_pieces: variant.array().pieces.iter().flatten().count(),
            scale: fit_scale(samples.all()),
            model: match training.start {
                Some(network) => Model::of(network),
                None => Model::random(inputs.len(), training.seed),
            },
            gradient: zero.clone(),
            moments: [zero.clone(), zero],
            steps: 0,
            rng: StdRng::seed_from_u64(training.seed),
            order: (0..learned as u32).collect(),
        }
    }

    /// Learns each sample once, in random order, or its mirror image. Returns
    /// the mean square error.
    fn run_epoch(&mut self, number: usize) -> f64 {
        let mut order = std::mem::take(&mut self.order);
        for at in (1..order.len()).rev() {
            order.swap(at, self.rng.random_range(0..=at));
        }
        let (mut sum, mut learned) = (0.0, 0);
        for batch in order.chunks(BATCH) {
            self.gradient.clear();
            for &index in batch {
                let is_mirrored = self.rng.random::<bool>();
                sum += self.learn(index as usize, is_mirrored);
            }
            let passes = (number - 1) as f32 + learned as f32 / order.len() as f32;
            self.descend(batch.len(), passes / self.training.epochs as f32);
            learned += batch.len();
        }
        let count = order.len().max(1);
        self.order = order;
        sum / count as f64
    }

    /// Adds the gradient of the cross entropy of a sample. Returns its square
    /// error.
    fn learn(&mut self, index: usize, is_mirrored: bool) -> f64 {
        let active = self.active(index, is_mirrored);
        let hidden = self.model.hidden(&active);
        let error = self.error(index, self.model.output(&hidden, active.bucket));
        self.gradient.add_gradient(&self.model, &active, &hidden, error as f32);
        error * error
    }

    /// The expected points of a sample by the output of the network, minus the
    /// target.
    fn error(&self, index: usize, output: f32) -> f64 {
        let sample = self.samples.all()[index];
        let share = self.training.result_share;
        let expected = expected_points(f64::from(sample.score), self.scale);
        let target = share * f64::from(sample.half_points) / 2.0 + (1.0 - share) * expected;
        expected_points(f64::from(output) * f64::from(OUTPUT_UNIT), self.scale) - target
    }

    fn active(&self, index: usize, is_mirrored: bool) -> Active {
        let image = |&input: &u16| match is_mirrored {
            true => self.inputs.mirrored(input).unwrap_or(input),
            false => input,
        };
        let [own, next] = self.samples.inputs(index).map(|side| side.iter().map(image).collect());
        let bucket = bucket(self.inputs.pieces_of(Vec::len(&own)), self.start_pieces);
        Active { sides: [own, next], bucket }
    }

    /// One step of Adam with the gradient of `count` samples, after the share
    /// `progress` of the training.
    fn descend(&mut self, count: usize, progress: f32) {
        self.steps += 1;
        let [first_rate, last_rate] = match self.training.start {
            Some(_) => LATER_LEARNING_RATES,
            None => LEARNING_RATES,
        };
        let rate = last_rate + (first_rate - last_rate) * (1.0 + (progress * PI).cos()) / 2.0;
        let kept = 1.0 - rate * self.training.weight_decay;
        let [bias1, bias2] = DECAYS.map(|decay| 1.0 - decay.powi(self.steps));
        let [first, second] = &mut self.moments;
        let moments = first.slices().into_iter().zip(second.slices());
        let values = self.model.slices().into_iter().zip(self.gradient.slices());
        for ((values, slopes), (firsts, seconds)) in values.zip(moments) {
            let moments = firsts.iter_mut().zip(seconds);
            for ((value, slope), (first, second)) in values.iter_mut().zip(slopes).zip(moments) {
                let slope = *slope / count as f32;
                *first = DECAYS[0] * *first + (1.0 - DECAYS[0]) * slope;
                *second = DECAYS[1] * *second + (1.0 - DECAYS[1]) * slope * slope;
                let step = rate * (*first / bias1) / ((*second / bias2).sqrt() + 1e-8);
                *value = (*value * kept - step).clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
    }

    /// The mean square error of the samples that are not learned.
    fn validation_error(&self) -> f64 {
        let range = self.order.len()..self.samples.len();
        let count = range.len().max(1);
        let square = |index| {
            let active = self.active(index, false);
            let output = self.model.output(&self.model.hidden(&active), active.bucket);
            self.error(index, output).powi(2)
        };
        range.map(square).sum::<f64>() / count as f64
    }
}

/// The steepness of the logistic curve that fits the scores to the results best.
fn fit_scale(samples: &[Sample]) -> f64 {
    let error = |scale: f64| -> f64 {
        let chosen = samples.iter().step_by(samples.len() / SCALE_SAMPLES + 1);
        let square = |it: &Sample| {
            let points = f64::from(it.half_points) / 2.0;
            (expected_points(f64::from(it.score), scale) - points).powi(2)
        };
        chosen.map(square).sum()
    };
    let scales = (1..=60).map(|step| f64::from(step) / 4_000.0);
    scales.min_by(|one, other| error(*one).total_cmp(&error(*other))).unwrap_or(0.004)
}
