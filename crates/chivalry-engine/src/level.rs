//! How strong the computer player plays.

use super::evaluation::Evaluation;
use super::search::{Limits, Search};
use super::table::Table;
use super::weakness::Weakness;
use super::weights::Weights;
use chivalry_rules::Variant;

/// A strength, from 1, which loses to beginners, to 8. It is a number of
/// positions looked at and how it plays worse than it could, so the same on
/// every machine. `docs/engine.md` has how often each beats the one below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

struct Strength {
    nodes: u64,
    weakness: Weakness,
}

const STRENGTHS: [Strength; 8] = [
    Strength { nodes: 50, weakness: Weakness { noise: 60, lapses: 60 } },
    Strength { nodes: 60, weakness: Weakness { noise: 60, lapses: 35 } },
    Strength { nodes: 80, weakness: Weakness { noise: 50, lapses: 16 } },
    Strength { nodes: 180, weakness: Weakness { noise: 40, lapses: 8 } },
    Strength { nodes: 500, weakness: Weakness { noise: 30, lapses: 4 } },
    Strength { nodes: 1_600, weakness: Weakness { noise: 20, lapses: 2 } },
    Strength { nodes: 6_000, weakness: Weakness { noise: 5, lapses: 0 } },
    Strength { nodes: 28_000, weakness: Weakness { noise: 0, lapses: 0 } },
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

    /// How it plays worse than it could.
    #[must_use]
    pub fn weakness(self) -> Weakness {
        self.strength().weakness
    }

    /// A search that plays at this level.
    #[must_use]
    pub fn search(self, variant: &'static Variant) -> Search {
        let evaluation = Evaluation::new(variant, Weights::built_in(variant));
        let mut search = Search::new(evaluation, Table::new(1 << 22));
        search.set_weakness(self.weakness());
        search
    }

    fn strength(self) -> &'static Strength {
        &STRENGTHS[usize::from(self.0) - 1]
    }
}
