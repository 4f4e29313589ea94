//! How strong the computer player plays.

use super::evaluation::Evaluation;
use super::search::{Limits, Search};
use super::table::Table;
use super::weights::Weights;
use crate::rules::Variant;

/// A strength, from 1, which loses to beginners, to 8. It is a number of
/// positions looked at, so the same on every machine, and how wrong the
/// evaluation may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

struct Strength {
    nodes: u64,
    noise: i32,
}

const STRENGTHS: [Strength; 8] = [
    Strength { nodes: 50, noise: 200 },
    Strength { nodes: 120, noise: 100 },
    Strength { nodes: 300, noise: 50 },
    Strength { nodes: 800, noise: 25 },
    Strength { nodes: 2_500, noise: 10 },
    Strength { nodes: 8_000, noise: 0 },
    Strength { nodes: 30_000, noise: 0 },
    Strength { nodes: 120_000, noise: 0 },
];

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// The level of that number, from 1 to 8.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// The number, from 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How far it looks.
    #[must_use]
    pub fn limits(self) -> Limits {
        Limits { nodes: Some(self.strength().nodes), depth: None }
    }

    /// How wrong its evaluations may be, in hundredths of a man.
    #[must_use]
    pub fn noise(self) -> i32 {
        self.strength().noise
    }

    /// A search that plays at this level.
    #[must_use]
    pub fn search(self, variant: &'static Variant) -> Search {
        let evaluation = Evaluation::new(variant, Weights::built_in(variant));
        let mut search = Search::new(evaluation, Table::new(1 << 22));
        search.set_noise(self.noise());
        search
    }

    fn strength(self) -> &'static Strength {
        &STRENGTHS[usize::from(self.0) - 1]
    }
}
