//! The puzzle rating and the streak of a player, as a fold of the first attempts.

use crate::protocol::puzzles::{CountedView, PuzzleStandingView};
use crate::store::{CountedAttempt, Store, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use chivalry_play::rating::{Rating, Score};

/// The number of last attempts that a standing is computed from.
const ATTEMPTS: u32 = 1_000;

/// The rating of a player without an attempt. The first puzzles are easy.
const START: Rating = Rating { value: 1_000.0, deviation: 250.0, ..Rating::NEW };

/// The deviation of the rating of each puzzle.
const PUZZLE_DEVIATION: f64 = 80.0;

/// The success of a player at puzzles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) rating: Rating,
    pub(super) last_at: Timestamp,
    pub(super) tried: u32,
    pub(super) solved: u32,
    pub(super) streak: u32,
    pub(super) best_streak: u32,
}

impl Standing {
    /// The standing of a player without an attempt.
    pub(super) const NEW: Standing = Standing {
        rating: START,
        last_at: Timestamp(0),
        tried: 0,
        solved: 0,
        streak: 0,
        best_streak: 0,
    };

    /// Computes the standing of a player.
    pub(super) async fn of(store: &Store, player: PlayerId) -> Result<Standing, StoreError> {
        let attempts = store.puzzles().attempts(player, ATTEMPTS).await?;
        Ok(Standing::fold(&attempts))
    }

    /// Computes the standing after an attempt that was counted, and its change.
    pub(super) async fn after_counted(
        store: &Store,
        player: PlayerId,
    ) -> Result<CountedView, StoreError> {
        let attempts = store.puzzles().attempts(player, ATTEMPTS).await?;
        let before = Standing::fold(attempts.split_last().map_or(&[], |(_, before)| before));
        let after = attempts.last().map_or(before, |last| before.after(last));
        let points = |standing: Standing| i32::from(standing.rating.strength().rating);
        Ok(CountedView { change: points(after) - points(before), standing: after.view() })
    }

    fn fold(attempts: &[CountedAttempt]) -> Standing {
        attempts.iter().fold(Standing::NEW, |standing, attempt| standing.after(attempt))
    }

    /// Returns the standing after another attempt. It is a game against the puzzle, whose rating
    /// never changes.
    fn after(self, CountedAttempt { attempt, rating }: &CountedAttempt) -> Standing {
        let before = match self.tried {
            0 => self.rating,
            _ => self.rating.after_idle(attempt.at.since(self.last_at)),
        };
        let value = f64::from(*rating);
        let puzzle = Rating { value, deviation: PUZZLE_DEVIATION, ..Rating::NEW };
        let score = if attempt.solved { Score::Win } else { Score::Loss };
        let streak = if attempt.solved { self.streak + 1 } else { 0 };
        Standing {
            rating: before.after_games(&[(puzzle, score)]),
            last_at: attempt.at,
            tried: self.tried + 1,
            solved: self.solved + u32::from(attempt.solved),
            streak,
            best_streak: self.best_streak.max(streak),
        }
    }

    pub(super) fn view(self) -> PuzzleStandingView {
        let strength = self.rating.strength();
        PuzzleStandingView {
            rating: strength.rating,
            provisional: strength.provisional,
            tried: self.tried,
            solved: self.solved,
            streak: self.streak,
            best_streak: self.best_streak,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::PuzzleAttempt;

    fn attempts(results: &[bool]) -> Vec<CountedAttempt> {
        let attempt = |(solved, at): (&bool, i64)| CountedAttempt {
            attempt: PuzzleAttempt { solved: *solved, at: Timestamp(at) },
            rating: 1_200,
        };
        results.iter().zip(1..).map(attempt).collect()
    }

    #[test]
    fn a_streak_ends_with_a_failure_and_the_best_one_stays() {
        let standing = Standing::fold(&attempts(&[true, true, true, false, true])).view();
        assert_eq!((standing.tried, standing.solved), (5, 4));
        assert_eq!((standing.streak, standing.best_streak), (1, 3));
    }

    #[test]
    fn a_rating_rises_by_success_and_settles() {
        let rating = |results: &[bool]| Standing::fold(&attempts(results)).rating;
        assert!(rating(&[true]).value > START.value);
        assert!(rating(&[false]).value < START.value);
        let settled = rating(&[true, false].repeat(30));
        assert!((settled.value - 1_200.0).abs() < 40.0, "{settled:?}");
        assert!(!settled.is_provisional(), "{settled:?}");
    }
}
