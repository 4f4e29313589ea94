//! Reduced playing strength, deterministic for each position.

use chivalry_rules::{Effect, MoveList, Position};

use crate::score::Score;

/// The errors that a search makes on purpose. The default is full strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// The maximum error of an evaluation, in hundredths of a man.
    pub noise: u32,
    /// The percentage of positions in which the search plays a random legal
    /// move.
    pub blunders: u32,
}

impl Strength {
    /// Adds a pseudo-random error to the evaluation of a position.
    #[inline]
    pub(super) fn add_noise(self, score: Score, hash: u64) -> Score {
        if self.noise == 0 {
            return score;
        }
        let width = 2 * u64::from(self.noise) + 1;
        Score(score.0 + (mix(hash) % width) as i32 - self.noise as i32)
    }

    /// Returns a random legal move if the search blunders in this position.
    pub(super) fn blunder(self, position: &Position, list: &MoveList) -> Option<Effect> {
        let random = mix(!position.hash());
        if random % 100 >= u64::from(self.blunders) {
            return None;
        }
        let index = (random / 100) as usize % list.len().max(1);
        list.get(index).map(|legal| legal.effect)
    }
}

fn mix(hash: u64) -> u64 {
    (hash ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::Variant;

    #[test]
    fn blunders_are_legal_and_have_the_given_frequency() {
        let strength = Strength { noise: 0, blunders: 30 };
        let mut position = Position::start(Variant::named("camelot").unwrap());
        let mut list = MoveList::new();
        let (mut blunders, mut positions) = (0, 0);
        while position.ending().is_none() && positions < 1000 {
            position.legal_moves(&mut list);
            let Some(next) = list.get(positions % list.len().max(1)) else { break };
            let blunder = strength.blunder(&position, &list);
            assert_eq!(blunder, strength.blunder(&position, &list));
            if let Some(effect) = blunder {
                blunders += 1;
                assert!(list.iter().any(|legal| legal.effect == effect));
            }
            assert_eq!(Strength::default().blunder(&position, &list), None);
            position = position.after(&next.effect);
            positions += 1;
        }
        assert!(
            (positions / 5..=positions * 2 / 5).contains(&blunders),
            "{blunders} of {positions}"
        );
    }

    #[test]
    fn noise_stays_within_its_bound() {
        let strength = Strength { noise: 50, blunders: 0 };
        let noise = (0..1000).map(|hash: u64| {
            strength.add_noise(Score::DRAW, hash.wrapping_mul(0x1234_5678_9abc_def1)).hundredths()
        });
        let (min, max) = noise.fold((0, 0), |(min, max), noise| (min.min(noise), max.max(noise)));
        assert!((-50..-40).contains(&min) && (41..=50).contains(&max), "{min} {max}");
    }
}
