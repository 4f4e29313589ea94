//! A network in floating point, with its gradient.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::network::layers::{BUCKETS, HIDDEN, HIDDEN_ONE, Network, OUTPUT_ONE};

/// The largest absolute weight, which keeps the sums of the integers in range.
pub(super) const MAX_WEIGHT: f32 = 1.98;

/// The range of the initial weights.
const INITIAL_WEIGHT: f32 = 0.1;

/// The mean of the initial biases. Most units start inside their range.
const INITIAL_BIAS: f32 = 0.25;

type Row = [f32; HIDDEN];

/// The hidden layer of both perspectives, before the activation.
pub(super) type Hidden = [Row; 2];

/// The active inputs of a position.
#[derive(Clone, Debug)]
pub(super) struct Active {
    /// The inputs of the seat to move and of the next seat.
    pub(super) sides: [Vec<u16>; 2],
    /// The set of output weights.
    pub(super) bucket: usize,
}

/// The weights of a network, their gradient, or its moments.
#[derive(Clone, Debug)]
pub(super) struct Model {
    input: Vec<Row>,
    bias: Row,
    output: [[Row; 2]; BUCKETS],
    output_bias: [f32; BUCKETS],
}

impl Model {
    pub(super) fn zero(inputs: usize) -> Model {
        Model {
            input: vec![[0.0; HIDDEN]; inputs],
            bias: [0.0; HIDDEN],
            output: [[[0.0; HIDDEN]; 2]; BUCKETS],
            output_bias: [0.0; BUCKETS],
        }
    }

    /// Random initial weights. All buckets start with the same ones.
    pub(super) fn random(inputs: usize, seed: u64) -> Model {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut uniform = || (rng.random::<f32>() * 2.0 - 1.0) * INITIAL_WEIGHT;
        let mut model = Model::zero(inputs);
        model.input.as_flattened_mut().fill_with(&mut uniform);
        model.bias.fill_with(|| uniform() + INITIAL_BIAS);
        let mut output = [[0.0; HIDDEN]; 2];
        output.as_flattened_mut().fill_with(&mut uniform);
        model.output = [output; BUCKETS];
        model
    }

    /// Sets all values to zero.
    pub(super) fn clear(&mut self) {
        for slice in self.slices() {
            slice.fill(0.0);
        }
    }

    pub(super) fn hidden(&self, active: &Active) -> Hidden {
        let [own, next] = &active.sides;
        [own, next].map(|inputs| {
            let mut sum = self.bias;
            for &input in inputs {
                add(&mut sum, &self.input[usize::from(input)]);
            }
            sum
        })
    }

    pub(super) fn output(&self, hidden: &Hidden, bucket: usize) -> f32 {
        let mut sums = [0.0; HIDDEN];
        for (side, weights) in hidden.iter().zip(&self.output[bucket]) {
            for ((sum, value), weight) in sums.iter_mut().zip(side).zip(weights) {
                let value = value.clamp(0.0, 1.0);
                *sum += value * value * weight;
            }
        }
        sums.iter().sum::<f32>() + self.output_bias[bucket]
    }

    /// Adds the gradient of a position of `model`, whose loss has the slope
    /// `slope` by the output.
    pub(super) fn add_gradient(
        &mut self,
        model: &Model,
        active: &Active,
        hidden: &Hidden,
        slope: f32,
    ) {
        let bucket = active.bucket;
        self.output_bias[bucket] += slope;
        for (side, inputs) in active.sides.iter().enumerate() {
            let mut slopes = [0.0; HIDDEN];
            let (weights, gradient) = (&model.output[bucket][side], &mut self.output[bucket][side]);
            for unit in 0..HIDDEN {
                let sum = hidden[side][unit];
                let value = sum.clamp(0.0, 1.0);
                gradient[unit] += slope * value * value;
                let is_inside = sum > 0.0 && sum < 1.0;
                slopes[unit] = if is_inside { slope * weights[unit] * 2.0 * value } else { 0.0 };
            }
            add(&mut self.bias, &slopes);
            for &input in inputs {
                add(&mut self.input[usize::from(input)], &slopes);
            }
        }
    }

    /// All values, as slices in an order that is the same for each model.
    pub(super) fn slices(&mut self) -> [&mut [f32]; 4] {
        [
            self.input.as_flattened_mut(),
            &mut self.bias,
            self.output.as_flattened_mut().as_flattened_mut(),
            &mut self.output_bias,
        ]
    }

    /// The weights of a network.
    pub(super) fn of(network: &Network) -> Model {
        let (hidden_one, output_one) = (f32::from(HIDDEN_ONE), f32::from(OUTPUT_ONE));
        let hidden = |row: &[i16; HIDDEN]| row.map(|value| f32::from(value) / hidden_one);
        let output = |row: &[i16; HIDDEN]| row.map(|value| f32::from(value) / output_one);
        Model {
            input: network.input.iter().map(hidden).collect(),
            bias: hidden(&network.bias),
            output: network.output.each_ref().map(|[own, next]| [output(own), output(next)]),
            output_bias: network.output_bias.map(|value| value as f32 / hidden_one / output_one),
        }
    }

    /// Rounds the weights to integers.
    pub(super) fn quantize(&self) -> Network {
        let (hidden_one, output_one) = (f32::from(HIDDEN_ONE), f32::from(OUTPUT_ONE));
        let hidden = |row: &Row| row.map(|value| (value * hidden_one).round() as i16);
        let output = |row: &Row| row.map(|value| (value * output_one).round() as i16);
        Network {
            input: self.input.iter().map(hidden).collect(),
            bias: hidden(&self.bias),
            output: self.output.map(|[own, next]| [output(&own), output(&next)]),
            output_bias: self
                .output_bias
                .map(|value| (value * hidden_one * output_one).round() as i32),
        }
    }
}

#[inline]
fn add(sum: &mut Row, row: &Row) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}
