//! Weights from games: the program plays itself, and finds the weights that
//! foretell its results best.

use super::arena;
use super::evaluation::Evaluation;
use super::features::{FEATURES, Features, place};
use super::search::{Limits, Search};
use super::table::Table;
use super::weights::Weights;
use chivalry_rules::{Outcome, Team, Variant};

/// Rounds of descent over all samples.
const ROUNDS: usize = 400;

/// How far each round goes, in hundredths of a man.
const STEP: f64 = 1.5;

/// How much a weight is drawn back to where it began, so that what the games
/// do not tell stays.
const PULL: f64 = 5e-6;

/// The part of the result in what a sample is held to; the rest is what the
/// search said, which knows more than the position shows.
const RESULT: f64 = 0.3;

/// Positions that the search holds for nearly decided teach nothing about
/// quiet ones.
const MOST_SCORE: i32 = 700;

/// A quiet position of a game and what became of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its features, for the team to move.
    pub features: Features,
    /// What the search said, in hundredths.
    pub score: i32,
    /// The points that the team to move got: 1, 0.5 or 0.
    pub points: f64,
}

/// The quiet positions of games that the program plays against itself with
/// `weights`, looking at `nodes` positions a move; `seeds` number the openings.
/// The same arguments give the same samples.
#[must_use]
pub fn self_play(
    variant: &'static Variant,
    weights: &Weights,
    nodes: u64,
    seeds: std::ops::Range<u64>,
) -> Vec<Sample> {
    let evaluation = Evaluation::new(variant, weights.clone());
    let mut search = Search::new(evaluation, Table::new(1 << 20));
    let limits = Limits { nodes: Some(nodes), depth: None };
    let mut samples = Vec::new();
    for seed in seeds {
        let mut game = arena::opening(variant, seed);
        let mut seen = Vec::new();
        search.forget();
        let outcome = loop {
            if let Some(ending) = game.ending() {
                break ending.outcome;
            }
            if game.pass().is_ok() {
                continue;
            }
            let position = *game.position();
            let Some(found) = search.run(&game, &limits, &mut || false, &mut |_| {}) else {
                break Outcome::Draw;
            };
            let Some(best) = found.line.first() else { break Outcome::Draw };
            let score = found.score.hundredths();
            let is_quiet = !position.is_forced() && best.captured().is_empty();
            if is_quiet && score.abs() <= MOST_SCORE && found.depth > 0 {
                seen.push((Team::of(position.turn()), Features::of(&position), score));
            }
            game.play(best);
        };
        samples.extend(seen.into_iter().map(|(team, features, score)| {
            let points = match outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) => f64::from(u8::from(winner == team)),
            };
            Sample { features, score, points }
        }));
    }
    samples
}

/// The weights that foretell the points of `samples` best, beginning from
/// `start`, and the mean error of the expected points before and after.
#[must_use]
pub fn fit(samples: &[Sample], start: &Weights) -> (Weights, f64, f64) {
    let begin: [f64; FEATURES] = start.0.map(f64::from);
    let scale = best_scale(samples, &begin);
    let goals: Vec<f64> = samples
        .iter()
        .map(|sample| {
            let said = expected(f64::from(sample.score), scale);
            RESULT * sample.points + (1.0 - RESULT) * said
        })
        .collect();
    let mut weights = begin;
    let (mut mean, mut square) = ([0.0; FEATURES], [0.0; FEATURES]);
    for round in 1..=ROUNDS {
        let mut slope = [0.0; FEATURES];
        for (sample, goal) in samples.iter().zip(&goals) {
            let wrong = expected(sum(sample, &weights), scale) - goal;
            for (slope, &feature) in slope.iter_mut().zip(&sample.features.0) {
                *slope += wrong * f64::from(feature);
            }
        }
        // Adam, after Kingma and Ba.
        for place in 0..FEATURES {
            let slope =
                slope[place] / samples.len().max(1) as f64 + PULL * (weights[place] - begin[place]);
            mean[place] = 0.9 * mean[place] + 0.1 * slope;
            square[place] = 0.999 * square[place] + 0.001 * slope * slope;
            let mean = mean[place] / (1.0 - 0.9_f64.powi(round as i32));
            let square: f64 = square[place] / (1.0 - 0.999_f64.powi(round as i32));
            weights[place] -= STEP * mean / (square.sqrt() + 1e-9);
        }
    }
    let unit = 100.0 / a_man(samples, &weights);
    let rounded = weights.map(|weight| (weight * unit).round().clamp(-2_000.0, 2_000.0) as i16);
    let rounded = Weights(rounded);
    (rounded, error(samples, &begin, scale), error(samples, &weights, scale))
}

/// What a man is worth, whose place is that of the average man.
fn a_man(samples: &[Sample], weights: &[f64; FEATURES]) -> f64 {
    let men = place::MAN..place::KNIGHT;
    let kinds = if weights[men.clone()].iter().all(|&weight| weight == 0.0) {
        place::KNIGHT..place::GUARD
    } else {
        men
    };
    let (mut worth, mut count) = (0.0, 0.0);
    for sample in samples {
        for place in kinds.clone() {
            let men = f64::from(sample.features.0[place].abs());
            worth += men * weights[place];
            count += men;
        }
    }
    if worth > 0.0 { worth / count } else { 100.0 }
}

fn sum(sample: &Sample, weights: &[f64; FEATURES]) -> f64 {
    sample
        .features
        .0
        .iter()
        .zip(weights)
        .map(|(&feature, weight)| f64::from(feature) * weight)
        .sum()
}

/// The points expected of a score, by the logistic curve.
fn expected(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score * scale).exp())
}

fn error(samples: &[Sample], weights: &[f64; FEATURES], scale: f64) -> f64 {
    let wrong = |sample: &Sample| (expected(sum(sample, weights), scale) - sample.points).powi(2);
    (samples.iter().map(wrong).sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

/// How steep the curve is that fits the scores by `weights` best.
fn best_scale(samples: &[Sample], weights: &[f64; FEATURES]) -> f64 {
    let scales = (1..=60).map(|step| f64::from(step) / 4_000.0);
    scales
        .min_by(|one, other| {
            error(samples, weights, *one).total_cmp(&error(samples, weights, *other))
        })
        .unwrap_or(0.004)
}
