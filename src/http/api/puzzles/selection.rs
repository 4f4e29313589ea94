//! The choice of the next puzzle for a player, and of the puzzle of a day.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::standing::Standing;
use chivalry_engine::puzzles::{GradedPuzzle, collection};
use chivalry_play::clock::Timestamp;

/// The variants of the first puzzles.
const FIRST_VARIANTS: [&str; 2] = ["camette", "camelot"];

/// The number of attempts with first puzzles: wins in two of simple variants.
const FIRST_PUZZLES: u32 = 6;

/// The rating of the first puzzle, and the points by which each next one is harder until the
/// rating of the player is reached.
const FIRST_RATING: u32 = 800;
const RATING_STEP: u32 = 60;

/// The number of puzzles with the closest ratings of which one is chosen at random.
const CHOICE: usize = 10;

/// The variants, ratings and lengths of the puzzles of the day.
const DAILY_VARIANTS: [&str; 3] = ["cam", "camelot", "camette"];
const DAILY_RATINGS: RangeInclusive<u16> = 900..=1_500;
const DAILY_MOVES: RangeInclusive<usize> = 2..=3;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Chooses a puzzle with a rating near that of the player. The first puzzles of a player are
/// easy, and simple if no filter applies. `pick` returns a number less than its argument.
pub(super) fn next_puzzle(
    mut puzzles: Vec<Arc<GradedPuzzle>>,
    is_filtered: bool,
    standing: &Standing,
    pick: impl FnOnce(u32) -> u32,
) -> Option<Arc<GradedPuzzle>> {
    let rating = u32::from(standing.rating.strength().rating);
    let target = rating.min(FIRST_RATING + RATING_STEP * standing.tried);
    if standing.tried < FIRST_PUZZLES
        && !is_filtered
        && puzzles.iter().any(|puzzle| is_simple(puzzle))
    {
        puzzles.retain(|puzzle| is_simple(puzzle));
    }
    puzzles.sort_by_key(|puzzle| u32::from(puzzle.rating).abs_diff(target));
    puzzles.truncate(CHOICE);
    let index = pick(u32::try_from(puzzles.len()).ok().filter(|count| *count > 0)?);
    puzzles.into_iter().nth(index as usize)
}

fn is_simple(puzzle: &GradedPuzzle) -> bool {
    FIRST_VARIANTS.contains(&puzzle.puzzle.position().variant().name()) && puzzle.moves == 2
}

/// The puzzle of the day that contains `now`. It follows from the day and the collection alone.
pub(super) fn daily_puzzle(now: Timestamp) -> Option<&'static Arc<GradedPuzzle>> {
    let suits = |it: &&Arc<GradedPuzzle>| {
        DAILY_VARIANTS.contains(&it.puzzle.position().variant().name())
            && DAILY_RATINGS.contains(&it.rating)
            && DAILY_MOVES.contains(&it.moves)
    };
    let count = collection().puzzles().iter().filter(suits).count();
    let day = usize::try_from(now.0.div_euclid(DAY_MS)).ok()?;
    // Ids are hashes, so that successive puzzles are unrelated. Each is shown once before the
    // first is shown again.
    collection().puzzles().iter().filter(suits).nth(day.checked_rem(count)?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_puzzle_of_the_day_changes_at_midnight_and_returns_after_all_others() {
        let on = |day: i64, ms: i64| daily_puzzle(Timestamp(day * DAY_MS + ms)).unwrap().id;
        assert_eq!(on(20_000, 0), on(20_000, DAY_MS - 1));
        assert_ne!(on(20_000, 0), on(20_001, 0));
        let days: HashSet<_> = (0..100).map(|day| on(20_000 + day, 5)).collect();
        assert_eq!(days.len(), 100);
    }

    #[test]
    fn the_first_puzzles_are_simple_and_become_harder() {
        let choose = |tried| {
            let standing = Standing { tried, ..Standing::NEW };
            next_puzzle(collection().puzzles().to_vec(), false, &standing, |_| 0).unwrap()
        };
        let ratings: Vec<u16> = (0..FIRST_PUZZLES).map(|tried| choose(tried).rating).collect();
        assert!(ratings.is_sorted() && ratings[0] < ratings[5], "{ratings:?}");
        assert!((0..FIRST_PUZZLES).all(|tried| is_simple(&choose(tried))));
        let later = choose(40);
        assert!(later.rating.abs_diff(1_000) < 100, "{later:?}");
    }

    #[test]
    fn no_puzzle_is_chosen_of_none() {
        assert!(next_puzzle(Vec::new(), false, &Standing::NEW, |_| 0).is_none());
    }
}
