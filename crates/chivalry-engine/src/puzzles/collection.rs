//! The puzzles that the crate contains.
//!
//! `chivalry puzzles mine` found them in games that the engine played against
//! itself, and `chivalry puzzles check` proved and graded them
//! (`docs/engine.md`, "Puzzles").

use std::sync::{Arc, LazyLock};

use super::graded::{GradedPuzzle, PuzzleLine};
use super::puzzle::PuzzleId;

/// The data, by variant.
pub(super) const DATA: [&str; 13] = [
    include_str!("../../data/puzzles/anti-camelot.tsv"),
    include_str!("../../data/puzzles/cam.tsv"),
    include_str!("../../data/puzzles/camelot.tsv"),
    include_str!("../../data/puzzles/camelot-1931.tsv"),
    include_str!("../../data/puzzles/camelot-all-knights.tsv"),
    include_str!("../../data/puzzles/camette.tsv"),
    include_str!("../../data/puzzles/camette-all-knights.tsv"),
    include_str!("../../data/puzzles/chivalry.tsv"),
    include_str!("../../data/puzzles/chivalry-1887.tsv"),
    include_str!("../../data/puzzles/chivalry-four-handed.tsv"),
    include_str!("../../data/puzzles/grand-cam.tsv"),
    include_str!("../../data/puzzles/grand-camelot.tsv"),
    include_str!("../../data/puzzles/river-camelot.tsv"),
];

static COLLECTION: LazyLock<Collection> = LazyLock::new(|| {
    let lines = DATA.iter().flat_map(|data| data.lines());
    let read = |line: &str| {
        let PuzzleLine { puzzle, grade } = PuzzleLine::parse(line).expect("a valid puzzle");
        Arc::new(GradedPuzzle::new(puzzle, grade))
    };
    let mut puzzles: Vec<Arc<GradedPuzzle>> = lines.map(read).collect();
    puzzles.sort_unstable_by_key(|puzzle| puzzle.id);
    Collection { puzzles }
});

/// Puzzles in the order of their ids, which is unrelated to their content.
#[derive(Debug)]
pub struct Collection {
    puzzles: Vec<Arc<GradedPuzzle>>,
}

/// Returns the puzzles that the crate contains. The first call reads them,
/// which takes some time.
#[must_use]
pub fn collection() -> &'static Collection {
    &COLLECTION
}

impl Collection {
    /// All puzzles.
    #[must_use]
    pub fn puzzles(&self) -> &[Arc<GradedPuzzle>] {
        &self.puzzles
    }

    /// Returns the puzzle with this id.
    #[must_use]
    pub fn get(&self, id: PuzzleId) -> Option<&Arc<GradedPuzzle>> {
        let index = self.puzzles.binary_search_by_key(&id, |puzzle| puzzle.id).ok()?;
        self.puzzles.get(index)
    }
}
