//! Texel tuning of the weights from self-play games.

use std::ops::Range;

use chivalry_rules::{Game, Outcome, Variant};

use crate::arena::random_opening;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::features::{FEATURE_COUNT, Features, index};
use crate::evaluation::weights::Weights;
use crate::score::expected_points;
use crate::search::iterative_deepening::Search;
use crate::search::limits::SearchLimits;
use crate::search::transposition_table::TranspositionTable;

/// Iterations of gradient descent over all samples.
const ITERATIONS: usize = 400;

/// The learning rate, in hundredths of a man.
const LEARNING_RATE: f64 = 1.5;

/// The strength of L2 regularization towards the initial weights, which keeps
/// weights that the samples do not determine.
const REGULARIZATION: f64 = 5e-6;

/// The share of the game's result in the target of a sample. The search score
/// has the rest.
const RESULT_SHARE: f64 = 0.3;

/// The largest absolute score of a sample, in hundredths of a man. Decided
/// positions say little about quiet ones.
const MAX_SAMPLE_SCORE: i32 = 700;

/// The size of the transposition table of self-play.
const TABLE_BYTES: usize = 1 << 20;

/// A quiet position of a self-play game, with its score and result.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The features for the team to move.
    pub features: Features,
    /// The score of the search, in hundredths of a man.
    pub score: i32,
    /// The points of the team to move: 1, 0.5 or 0.
    pub points: f64,
}

type Values = [f64; FEATURE_COUNT];

/// Plays one game per opening seed with `weights` and `nodes` nodes per move.
/// Returns the quiet positions. Equal arguments give equal samples.
#[must_use]
pub fn self_play(
    variant: &'static Variant,
    weights: &Weights,
    nodes: u64,
    seeds: Range<u64>,
) -> Vec<Sample> {
    let evaluator = Evaluator::new(variant, weights.clone());
    let mut search = Search::new(evaluator, TranspositionTable::new(TABLE_BYTES));
    let limits = SearchLimits { nodes: Some(nodes), depth: None };
    let mut samples = Vec::new();
    for seed in seeds {
        search.new_game();
        play_and_sample(
            &mut search,
            &limits,
            random_opening(variant, seed).game().clone(),
            &mut samples,
        );
    }
    samples
}

/// Plays a game to its end and appends its quiet positions to `samples`.
fn play_and_sample(
    search: &mut Search,
    limits: &SearchLimits,
    mut game: Game,
    samples: &mut Vec<Sample>,
) {
    let mut quiet = Vec::new();
    let outcome = loop {
        if let Some(ending) = game.ending() {
            break ending.outcome;
        }
        if game.pass().is_ok() {
            continue;
        }
        let position = *game.position();
        let Some(result) = search.run(&game, limits, &mut || false, &mut |_| {}) else {
            break Outcome::Draw;
        };
        let Some(best) = result.pv.first() else { break Outcome::Draw };
        let score = result.score.hundredths();
        let is_quiet = !position.is_forced() && best.captured().is_empty();
        if is_quiet && score.abs() <= MAX_SAMPLE_SCORE && result.depth > 0 {
            quiet.push((
                position.variant().team_of(position.turn()),
                Features::of(&position),
                score,
            ));
        }
        game.play(best);
    };
    samples.extend(quiet.into_iter().map(|(team, features, score)| {
        let points = match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == team)),
        };
        Sample { features, score, points }
    }));
}

/// Fits weights to `samples`, starting from `initial`. Returns the weights and
/// the root mean square errors of the expected points before and after.
#[must_use]
pub fn fit(samples: &[Sample], initial: &Weights) -> (Weights, f64, f64) {
    let initial: Values = initial.0.map(f64::from);
    let scale = fit_scale(samples, &initial);
    let target = |sample: &Sample| {
        let expected = expected_points(f64::from(sample.score), scale);
        RESULT_SHARE * sample.points + (1.0 - RESULT_SHARE) * expected
    };
    let targets: Vec<f64> = samples.iter().map(target).collect();
    let weights = descend(samples, &targets, &initial, scale);
    let unit = 100.0 / mean_man_value(samples, &weights);
    let rounded = weights.map(|weight| (weight * unit).round().clamp(-2_000.0, 2_000.0) as i16);
    let before = rms_error(samples, &initial, scale);
    (Weights(rounded), before, rms_error(samples, &weights, scale))
}

/// Gradient descent by Adam (Kingma and Ba).
fn descend(samples: &[Sample], targets: &[f64], initial: &Values, scale: f64) -> Values {
    let mut weights = *initial;
    let (mut first_moments, mut second_moments) = ([0.0; FEATURE_COUNT], [0.0; FEATURE_COUNT]);
    for iteration in 1..=ITERATIONS as i32 {
        let gradient = gradient(samples, targets, &weights, scale);
        for feature in 0..FEATURE_COUNT {
            let slope = gradient[feature] / samples.len().max(1) as f64
                + REGULARIZATION * (weights[feature] - initial[feature]);
            let first = &mut first_moments[feature];
            let second = &mut second_moments[feature];
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            let mean = *first / (1.0 - 0.9_f64.powi(iteration));
            let square: f64 = *second / (1.0 - 0.999_f64.powi(iteration));
            weights[feature] -= LEARNING_RATE * mean / (square.sqrt() + 1e-9);
        }
    }
    weights
}

/// The gradient of the cross entropy, summed over all samples.
fn gradient(samples: &[Sample], targets: &[f64], weights: &Values, scale: f64) -> Values {
    let mut gradient = [0.0; FEATURE_COUNT];
    for (sample, target) in samples.iter().zip(targets) {
        let error = expected_points(weighted_sum(sample, weights), scale) - target;
        for (slope, &feature) in gradient.iter_mut().zip(&sample.features.0) {
            *slope += error * f64::from(feature);
        }
    }
    gradient
}

/// The mean value of a man over the squares of all men in `samples`, or of
/// a Knight if the variant has no men.
fn mean_man_value(samples: &[Sample], weights: &Values) -> f64 {
    let men = index::MAN..index::KNIGHT;
    let kinds = if weights[men.clone()].iter().all(|&weight| weight == 0.0) {
        index::KNIGHT..index::GUARD
    } else {
        men
    };
    let (mut value, mut count) = (0.0, 0.0);
    for sample in samples {
        for feature in kinds.clone() {
            let men = f64::from(sample.features.0[feature].abs());
            value += men * weights[feature];
            count += men;
        }
    }
    if value > 0.0 { value / count } else { 100.0 }
}

fn weighted_sum(sample: &Sample, weights: &Values) -> f64 {
    let features = sample.features.0.iter().zip(weights);
    features.map(|(&feature, weight)| f64::from(feature) * weight).sum()
}

/// The root mean square error of the expected points against the results.
fn rms_error(samples: &[Sample], weights: &Values, scale: f64) -> f64 {
    let square = |sample: &Sample| {
        (expected_points(weighted_sum(sample, weights), scale) - sample.points).powi(2)
    };
    (samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

/// The steepness of the logistic curve that fits the scores by `weights` best.
fn fit_scale(samples: &[Sample], weights: &Values) -> f64 {
    let scales = (1..=60).map(|step| f64::from(step) / 4_000.0);
    let error = |scale: &f64| rms_error(samples, weights, *scale);
    scales.min_by(|one, other| error(one).total_cmp(&error(other))).unwrap_or(0.004)
}
