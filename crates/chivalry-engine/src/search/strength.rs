//! Reduced playing strength, deterministic for each position and seed.

use chivalry_rules::{Effect, Position};

use super::transposition_table::PackedMove;
use crate::score::Score;

/// The errors that a search makes on purpose. The default is full strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// The maximum error of an evaluation, in hundredths of a man.
    pub noise: u32,
    /// The percentage of steps to an adjacent square that the search overlooks,
    /// for both sides and at every depth. It overlooks longer moves more often.
    /// At least one legal move remains.
    pub oversight: u32,
    /// Selects the errors. Equal positions have equal errors for each seed.
    pub seed: u64,
}

/// The maximum percentage of overlooked moves of any length.
const MAX_OVERSIGHT: u32 = 97;

impl Strength {
    /// True if a search makes no errors.
    pub(super) fn is_full(self) -> bool {
        self.noise == 0 && self.oversight == 0
    }

    /// Adds a pseudo-random error to the evaluation of a position.
    #[inline]
    pub(super) fn add_noise(self, score: Score, hash: u64) -> Score {
        if self.noise == 0 {
            return score;
        }
        let width = 2 * u64::from(self.noise) + 1;
        Score(score.0 + (mix(hash ^ self.seed) % width) as i32 - self.noise as i32)
    }

    /// True if the search overlooks a move in this position. A move over twice
    /// the distance of another is overlooked half as often again.
    #[inline]
    pub(super) fn overlooks(self, position: &Position, effect: &Effect) -> bool {
        let distance = distance(position, effect);
        let percentage = (self.oversight * (2 + distance / 2) / 2).min(MAX_OVERSIGHT);
        let hash = position.hash() ^ PackedMove::of(effect).hash() ^ self.seed;
        mix(hash) % 100 < u64::from(percentage)
    }
}

/// The number of steps from the start to the end of a move, by the shortest way.
fn distance(position: &Position, effect: &Effect) -> u32 {
    let board = position.variant().board();
    let [from, to] = [effect.from(), effect.to()].map(|square| board.name(square));
    let files = from.file.abs_diff(to.file);
    let ranks = from.rank.abs_diff(to.rank);
    u32::from(files.max(ranks))
}

fn mix(hash: u64) -> u64 {
    (hash ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::{MoveList, Variant};

    #[test]
    fn longer_moves_are_overlooked_more_often() {
        let strength = Strength { oversight: 30, ..Strength::default() };
        let mut position = Position::start(Variant::named("camelot").unwrap());
        let mut list = MoveList::new();
        // The moves and the overlooked ones, by distance.
        let mut counts = [[0_u32; 2]; 5];
        for ply in 0..400 {
            position.legal_moves(&mut list);
            for legal in list.iter() {
                let distance = distance(&position, &legal.effect).min(4) as usize;
                counts[distance][0] += 1;
                counts[distance][1] += u32::from(strength.overlooks(&position, &legal.effect));
                assert!(!Strength::default().overlooks(&position, &legal.effect));
            }
            let next = list.get(ply * 7 % list.len().max(1));
            position = match next.map(|legal| position.after(&legal.effect)) {
                Some(next) if next.ending().is_none() => next,
                _ => Position::start(position.variant()),
            };
        }
        for (distance, expected) in [(1, 30), (2, 45), (4, 60)] {
            let [moves, overlooked] = counts[distance];
            let percentage = 100 * overlooked / moves;
            assert!((expected - 6..=expected + 6).contains(&percentage), "{distance}: {counts:?}");
        }
    }

    #[test]
    fn noise_stays_within_its_bound() {
        let strength = Strength { noise: 50, ..Strength::default() };
        let noise = (0..1000).map(|hash: u64| {
            strength.add_noise(Score::DRAW, hash.wrapping_mul(0x1234_5678_9abc_def1)).hundredths()
        });
        let (min, max) = noise.fold((0, 0), |(min, max), noise| (min.min(noise), max.max(noise)));
        assert!((-50..-40).contains(&min) && (41..=50).contains(&max), "{min} {max}");
    }
}
