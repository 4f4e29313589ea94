//! A sequential probability ratio test (Wald) between two Elo differences.
//!
//! The unit is a pair of games from one opening with both colors, whose
//! results depend on each other. The ratio is that of the normal distribution
//! with the measured variance of the pairs.

/// The probability of each wrong decision.
pub const ERROR_RATE: f64 = 0.05;

/// The minimum number of pairs before a decision. The variance of fewer is
/// uncertain.
const MIN_PAIRS: u32 = 16;

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The lower Elo difference is the more likely one.
    Lower,
    /// The higher Elo difference is the more likely one.
    Higher,
}

/// A test in progress.
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    /// The expected points of a game at the lower and the higher difference.
    expected: [f64; 2],
    /// The number of pairs by the points of the first player, in half points.
    pairs: [u32; 5],
}

impl Sprt {
    /// Creates a test of two Elo differences of the first player. `None` if
    /// `lower` is not below `higher`, or a difference exceeds 1,000.
    #[must_use]
    pub fn new(lower: f64, higher: f64) -> Option<Sprt> {
        let is_valid = lower < higher && lower.abs() <= 1_000.0 && higher.abs() <= 1_000.0;
        let expected = [lower, higher].map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
        is_valid.then_some(Sprt { expected, pairs: [0; 5] })
    }

    /// Adds a pair of games in which the first player has `half_points`, from
    /// 0 to 4.
    pub fn add_pair(&mut self, half_points: u32) {
        self.pairs[half_points.min(4) as usize] += 1;
    }

    /// The logarithm of the likelihood ratio of the higher difference to the
    /// lower one.
    #[must_use]
    pub fn log_likelihood_ratio(&self) -> f64 {
        let count = f64::from(self.pairs.iter().sum::<u32>().max(1));
        let average = |value: &dyn Fn(f64) -> f64| -> f64 {
            let points = (0..5).map(|half_points| f64::from(half_points) / 4.0);
            let sums =
                points.zip(self.pairs).map(|(points, pairs)| value(points) * f64::from(pairs));
            sums.sum::<f64>() / count
        };
        let mean = average(&|points| points);
        let variance = average(&|points| (points - mean).powi(2));
        if variance <= 0.0 {
            return 0.0;
        }
        let [lower, higher] = self.expected;
        count * (higher - lower) * (2.0 * mean - lower - higher) / (2.0 * variance)
    }

    /// The decision, once the ratio is beyond a bound.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        let bound = ((1.0 - ERROR_RATE) / ERROR_RATE).ln();
        let ratio = self.log_likelihood_ratio();
        if self.pairs.iter().sum::<u32>() < MIN_PAIRS || ratio.abs() < bound {
            return None;
        }
        Some(if ratio > 0.0 { Decision::Higher } else { Decision::Lower })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    /// Runs a test of 0 against 40 with games that the first player wins with
    /// probability `share`.
    fn decide(share: f64, seed: u64) -> Decision {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut sprt = Sprt::new(0.0, 40.0).unwrap();
        loop {
            let wins = (0..2).filter(|_| rng.random::<f64>() < share).count();
            sprt.add_pair(2 * wins as u32);
            if let Some(decision) = sprt.decision() {
                return decision;
            }
        }
    }

    #[test]
    fn wrong_decisions_are_as_rare_as_stated() {
        let higher =
            |share| (0..400).filter(|&seed| decide(share, seed) == Decision::Higher).count();
        // An Elo difference of 40 has an expected share of 0.557.
        assert!(higher(0.5) <= 36, "of equal players");
        assert!(higher(0.557) >= 364, "of players 40 apart");
    }

    #[test]
    fn a_test_without_variance_or_with_few_games_is_undecided() {
        let mut sprt = Sprt::new(0.0, 10.0).unwrap();
        assert_eq!(sprt.decision(), None);
        for _ in 0..100 {
            sprt.add_pair(2);
        }
        assert_eq!((sprt.decision(), sprt.log_likelihood_ratio()), (None, 0.0));
        assert!(Sprt::new(10.0, 10.0).is_none());
        assert!(Sprt::new(0.0, f64::NAN).is_none());
    }
}
