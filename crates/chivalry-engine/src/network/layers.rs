//! The layers of a network, in integers.
//!
//! The hidden layer has a row of units for each of two perspectives: that of
//! the seat to move and that of the next seat. A unit is the sum of the weights
//! of its active inputs. Its activation is the square of the sum, clipped to
//! the range from 0 to 1. The output is the weighted sum of all activations,
//! with a set of weights for each range of the number of pieces.

/// Hidden units of each perspective.
pub(crate) const HIDDEN: usize = 64;

/// Sets of output weights, by the number of pieces.
pub(crate) const BUCKETS: usize = 8;

/// The score of an output of one, in hundredths of a man.
pub(crate) const OUTPUT_UNIT: i32 = 400;

/// The integer that stands for one in the hidden layer.
pub(crate) const HIDDEN_ONE: i16 = 255;

/// The integer that stands for one in the output weights.
pub(crate) const OUTPUT_ONE: i16 = 64;

/// The largest absolute output weight. A product with [`HIDDEN_ONE`] fits 16
/// bits.
pub(crate) const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The largest absolute score. A win on the board is far above it.
const MAX_SCORE: i32 = 20_000;

/// One value for each hidden unit of a perspective.
pub(crate) type Row = [i16; HIDDEN];

/// A network for the evaluation of positions of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The weights of each input.
    pub(crate) input: Vec<Row>,
    pub(crate) bias: Row,
    /// The output weights of each bucket, for both perspectives.
    pub(crate) output: [[Row; 2]; BUCKETS],
    pub(crate) output_bias: [i32; BUCKETS],
}

impl Network {
    /// The score of the perspectives of the seat to move and the next seat, in
    /// hundredths of a man.
    #[inline]
    pub(crate) fn score(&self, own: &Row, next: &Row, bucket: usize) -> i32 {
        let [own_weights, next_weights] = &self.output[bucket];
        let sum = weighted_squares(own, own_weights) + weighted_squares(next, next_weights);
        let output = sum / i32::from(HIDDEN_ONE) + self.output_bias[bucket];
        let score = output * OUTPUT_UNIT / (i32::from(HIDDEN_ONE) * i32::from(OUTPUT_ONE));
        score.clamp(-MAX_SCORE, MAX_SCORE)
    }
}

/// The sum of the squares of the clipped `values`, each multiplied by its
/// weight.
#[inline]
fn weighted_squares(values: &Row, weights: &Row) -> i32 {
    let mut sum = 0;
    for (value, weight) in values.iter().zip(weights) {
        let value = (*value).clamp(0, HIDDEN_ONE);
        sum += i32::from(value.wrapping_mul(*weight)) * i32::from(value);
    }
    sum
}

/// The set of output weights for `pieces` pieces, of a variant that starts with
/// `start_pieces`.
#[inline]
pub(crate) fn bucket(pieces: usize, start_pieces: usize) -> usize {
    (pieces.saturating_sub(1) * BUCKETS / start_pieces.max(1)).min(BUCKETS - 1)
}
