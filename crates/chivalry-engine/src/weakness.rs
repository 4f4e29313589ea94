//! Playing worse on purpose, always alike for one position.

use super::score::Score;
use chivalry_rules::{Effect, MoveList, Position};

/// How a search plays worse than it can: the default is not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weakness {
    /// How wrong an evaluation may be either way, in hundredths of a man.
    pub noise: u32,
    /// Of a hundred positions, how many are not thought about: any legal move
    /// is played.
    pub lapses: u32,
}

impl Weakness {
    /// The evaluation of a position, as wrong as it may be.
    #[inline]
    pub(super) fn disturb(self, score: Score, hash: u64) -> Score {
        if self.noise == 0 {
            return score;
        }
        let width = 2 * u64::from(self.noise) + 1;
        Score(score.0 + (mixed(hash) % width) as i32 - self.noise as i32)
    }

    /// The move of a position that is not thought about.
    pub(super) fn lapse(self, position: &Position, list: &MoveList) -> Option<Effect> {
        let chance = mixed(!position.hash());
        if chance % 100 >= u64::from(self.lapses) {
            return None;
        }
        let index = (chance / 100) as usize % list.len().max(1);
        list.get(index).map(|legal| legal.effect)
    }
}

fn mixed(hash: u64) -> u64 {
    (hash ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::Variant;

    #[test]
    fn lapses_come_as_often_as_they_may_and_are_legal() {
        let weakness = Weakness { noise: 0, lapses: 30 };
        let mut position = Position::start(Variant::named("camelot").unwrap());
        let mut list = MoveList::new();
        let (mut lapses, mut positions) = (0, 0);
        while position.ending().is_none() && positions < 1000 {
            position.legal_moves(&mut list);
            let Some(next) = list.get(positions % list.len().max(1)) else { break };
            let lapse = weakness.lapse(&position, &list);
            assert_eq!(lapse, weakness.lapse(&position, &list));
            if let Some(effect) = lapse {
                lapses += 1;
                assert!(list.iter().any(|legal| legal.effect == effect));
            }
            assert_eq!(Weakness::default().lapse(&position, &list), None);
            position = position.after(&next.effect);
            positions += 1;
        }
        assert!((positions / 5..=positions * 2 / 5).contains(&lapses), "{lapses} of {positions}");
    }

    #[test]
    fn an_evaluation_is_wrong_by_no_more_than_it_may_be() {
        let weakness = Weakness { noise: 50, lapses: 0 };
        let off = (0..1000).map(|hash: u64| {
            weakness.disturb(Score::DRAW, hash.wrapping_mul(0x1234_5678_9abc_def1)).hundredths()
        });
        let (least, most) = off.fold((0, 0), |(least, most), off| (least.min(off), most.max(off)));
        assert!((-50..-40).contains(&least) && (41..=50).contains(&most), "{least} {most}");
    }
}
