//! Playing levels of the computer player.

mod calibration;
mod handicap;

use std::sync::LazyLock;

use chivalry_rules::Variant;

pub use calibration::{Calibration, calibrate};
pub use handicap::Handicap;

/// A playing level from 1, the weakest, to 8.
///
/// A level sets a node limit and deliberate errors for each variant, so that it
/// plays equally well on every machine. `docs/engine.md` lists the results
/// between levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The handicaps of levels 1 to 7 of each variant. Level 8 has none.
static HANDICAPS: LazyLock<Vec<(&str, [Handicap; 7])>> = LazyLock::new(|| {
    let lines = include_str!("../../data/levels.txt").lines();
    let rows = lines.filter(|line| !line.starts_with('#')).map(read_row);
    rows.collect::<Option<_>>().expect("built-in handicaps")
});

/// The row of variants without measured handicaps.
const OTHER_VARIANTS: &str = "other";

fn read_row(line: &str) -> Option<(&str, [Handicap; 7])> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let mut handicaps = [Handicap::NONE; 7];
    for handicap in &mut handicaps {
        *handicap = Handicap::new(words.next()?.parse().ok()?)?;
    }
    Some((name, handicaps))
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// Returns the level with this number, from 1 to 8.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// The number of the level, from 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The handicap of the level in a variant.
    #[must_use]
    pub fn handicap(self, variant: &Variant) -> Handicap {
        let name = if variant.is_built_in() { variant.name() } else { OTHER_VARIANTS };
        let find = |name| HANDICAPS.iter().find(|(row, _)| *row == name);
        let row = find(name).or_else(|| find(OTHER_VARIANTS));
        let handicap = row.and_then(|(_, handicaps)| handicaps.get(usize::from(self.0) - 1));
        handicap.copied().unwrap_or(Handicap::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_of_a_variant_and_each_level_is_stronger_than_the_one_before() {
        for (name, handicaps) in HANDICAPS.iter() {
            assert!(*name == OTHER_VARIANTS || Variant::named(name).is_some(), "{name}");
            let steps = handicaps.windows(2).all(|pair| pair[0].value() > pair[1].value());
            assert!(steps && handicaps[6].value() > 0.0, "{name}");
        }
    }

    #[test]
    fn every_variant_has_eight_levels() {
        for variant in Variant::all() {
            let handicaps = Level::ALL.map(|level| level.handicap(variant).value());
            assert!(handicaps.is_sorted_by(|one, next| one > next), "{}", variant.name());
            assert_eq!(handicaps[7], 0.0);
        }
    }
}
