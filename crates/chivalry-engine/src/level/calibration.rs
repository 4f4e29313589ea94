//! Handicaps with equal steps between levels, measured by games.

use chivalry_rules::{Team, Variant};

use super::Handicap;
use crate::arena::{SearchPlayer, Tally, play_game, random_opening};

/// The largest deviation of the points share of a level from the wanted one.
const TOLERANCE: f64 = 0.03;

/// The measurements of a level before the best one counts.
const MAX_MEASUREMENTS: usize = 6;

/// The first guess of the difference between level 8 and level 7.
const FIRST_STEP: f64 = 1.8;

/// The smallest difference of two levels.
const LEAST_STEP: f64 = 0.1;

/// The options of a calibration.
#[derive(Clone, Copy, Debug)]
pub struct Calibration {
    /// The games of a measurement.
    pub games: u32,
    /// The share of the points that a level scores against the one below.
    pub share: f64,
    /// The seed of the openings. Equal seeds give equal handicaps.
    pub seed: u64,
}

/// Returns the handicaps of levels 1 to 7, from games of each level against the
/// one above. Calls `on_level` with each handicap and its points share.
#[must_use]
pub fn calibrate(
    variant: &'static Variant,
    options: &Calibration,
    on_level: &mut dyn FnMut(Handicap, f64),
) -> [Handicap; 7] {
    let mut handicaps = [Handicap::NONE; 7];
    let (mut above, mut step) = (Handicap::NONE, FIRST_STEP);
    for handicap in handicaps.iter_mut().rev() {
        let (found, share) = level_below(variant, above, step, options);
        on_level(found, share);
        step = found.value() - above.value();
        *handicap = found;
        above = found;
    }
    handicaps
}

/// Returns the handicap against which `above` scores the wanted share, and the
/// share that it scores.
fn level_below(
    variant: &'static Variant,
    above: Handicap,
    mut step: f64,
    options: &Calibration,
) -> (Handicap, f64) {
    let deviation = |share: f64| (share - options.share).abs();
    // The steps that are too small and too large.
    let (mut small, mut large) = (0.0, f64::INFINITY);
    let mut best = (above, 0.5);
    for _ in 0..MAX_MEASUREMENTS {
        let value = ((above.value() + step.max(LEAST_STEP)) * 20.0).round() / 20.0;
        let below = Handicap::new(value).unwrap_or(Handicap::MAX);
        let share = points_share(variant, [above, below], options);
        if best.0 == above || deviation(share) < deviation(best.1) {
            best = (below, share);
        }
        if deviation(share) <= TOLERANCE || below == Handicap::MAX && share < options.share {
            break;
        }
        if share < options.share {
            small = step
        } else {
            large = step
        }
        // Elo grows with the step. A guess beyond a known bound is halfway to it.
        let guess = step * (elo(options.share) / elo(share.clamp(0.53, 0.97))).clamp(0.5, 2.0);
        step = if guess > small && guess < large { guess } else { (small + large) / 2.0 };
    }
    best
}

fn elo(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

/// The points share of the first of two players.
fn points_share(variant: &'static Variant, handicaps: [Handicap; 2], options: &Calibration) -> f64 {
    let [mut one, mut other] =
        handicaps.map(|handicap| SearchPlayer::with_handicap(handicap, variant));
    let mut tally = Tally::default();
    for opening in 0..u64::from(options.games.div_ceil(2)) {
        let mut game = random_opening(variant, options.seed + opening);
        let outcome = play_game(&mut game.clone(), &mut one, &mut other, None, &mut |_| {});
        tally.add(outcome, Team::First);
        let outcome = play_game(&mut game, &mut other, &mut one, None, &mut |_| {});
        tally.add(outcome, Team::Second);
    }
    tally.points_share()
}
