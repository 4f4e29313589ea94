//! Playing levels of the computer player.

use chivalry_rules::Variant;

use crate::evaluation::evaluator::Evaluator;
use crate::search::iterative_deepening::Search;
use crate::search::limits::SearchLimits;
use crate::search::strength::Strength;
use crate::search::transposition_table::TranspositionTable;

/// A playing level from 1 to 8. Level 1 loses to beginners.
///
/// A level sets a node limit and deliberate errors, so that it plays equally
/// well on every machine. `docs/engine.md` lists the results between levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

struct LevelSettings {
    nodes: u64,
    strength: Strength,
}

const SETTINGS: [LevelSettings; 8] = [
    LevelSettings { nodes: 50, strength: Strength { noise: 60, blunders: 60 } },
    LevelSettings { nodes: 60, strength: Strength { noise: 60, blunders: 35 } },
    LevelSettings { nodes: 80, strength: Strength { noise: 50, blunders: 16 } },
    LevelSettings { nodes: 180, strength: Strength { noise: 40, blunders: 8 } },
    LevelSettings { nodes: 500, strength: Strength { noise: 30, blunders: 4 } },
    LevelSettings { nodes: 1_600, strength: Strength { noise: 20, blunders: 2 } },
    LevelSettings { nodes: 6_000, strength: Strength { noise: 5, blunders: 0 } },
    LevelSettings { nodes: 28_000, strength: Strength { noise: 0, blunders: 0 } },
];

/// The size of the transposition table of a level.
const TABLE_BYTES: usize = 1 << 22;

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

    /// The search limits of the level.
    #[must_use]
    pub fn limits(self) -> SearchLimits {
        SearchLimits { nodes: Some(self.settings().nodes), depth: None }
    }

    /// The deliberate errors of the level.
    #[must_use]
    pub fn strength(self) -> Strength {
        self.settings().strength
    }

    /// Creates a search with the strength of the level. The caller passes
    /// [`Level::limits`] to each run.
    #[must_use]
    pub fn new_search(self, variant: &'static Variant) -> Search {
        let evaluator = Evaluator::built_in(variant);
        let mut search = Search::new(evaluator, TranspositionTable::new(TABLE_BYTES));
        search.set_strength(self.strength());
        search
    }

    fn settings(self) -> &'static LevelSettings {
        &SETTINGS[usize::from(self.0) - 1]
    }
}
