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

/// The levels of a variant.
struct Row {
    variant: &'static str,
    /// The handicaps of levels 1 to 7. Level 8 has none.
    handicaps: [Handicap; 7],
    /// The ratings of levels 1 to 8, if games between the levels were played.
    ratings: Option<[u16; 8]>,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("../../data/levels.txt").lines();
    let rows = lines.filter(|line| !line.starts_with('#')).map(read_row);
    rows.collect::<Option<_>>().expect("built-in levels")
});

/// The row of variants without measured handicaps.
const OTHER_VARIANTS: &str = "other";

fn read_row(line: &'static str) -> Option<Row> {
    let (handicaps, ratings) = line.split_once('|').unwrap_or((line, ""));
    let mut words = handicaps.split_whitespace();
    let variant = words.next()?;
    let handicaps = words.map(|word| Handicap::new(word.parse().ok()?));
    let handicaps: Vec<Handicap> = handicaps.collect::<Option<_>>()?;
    let ratings = ratings.split_whitespace().map(str::parse);
    let ratings: Vec<u16> = ratings.collect::<Result<_, _>>().ok()?;
    let ratings = match ratings.is_empty() {
        true => None,
        false => Some(ratings.try_into().ok()?),
    };
    Some(Row { variant, handicaps: handicaps.try_into().ok()?, ratings })
}

fn row_of(variant: &Variant) -> Option<&'static Row> {
    let is_of = |row: &&Row| variant.is_built_in() && row.variant == variant.name();
    ROWS.iter().find(is_of)
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
        let other = || ROWS.iter().find(|row| row.variant == OTHER_VARIANTS);
        let row = row_of(variant).or_else(other);
        let handicap = row.and_then(|row| row.handicaps.get(usize::from(self.0) - 1));
        handicap.copied().unwrap_or(Handicap::NONE)
    }

    /// The ratings of levels 1 to 8 in a variant, in Elo. Level 4 has 1500, the rating of a new
    /// player, and the differences are those of games between neighbouring levels. `None` for a
    /// variant in which no such games were played.
    #[must_use]
    pub fn ratings(variant: &Variant) -> Option<[u16; 8]> {
        row_of(variant)?.ratings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_of_a_variant_and_each_level_is_stronger_than_the_one_before() {
        for Row { variant, handicaps, ratings } in ROWS.iter() {
            assert!(*variant == OTHER_VARIANTS || Variant::named(variant).is_some(), "{variant}");
            let steps = handicaps.windows(2).all(|pair| pair[0].value() > pair[1].value());
            assert!(steps && handicaps[6].value() > 0.0, "{variant}");
            let is_rated = |it: [u16; 8]| it[3] == 1500 && it.is_sorted_by(|one, next| one < next);
            assert!(ratings.is_none_or(is_rated), "{variant}");
        }
    }

    #[test]
    fn only_measured_variants_have_ratings() {
        let of = |name| Level::ratings(Variant::named(name).unwrap());
        assert!(of("camelot").is_some());
        assert_eq!(of("chivalry-four-singles"), None);
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
