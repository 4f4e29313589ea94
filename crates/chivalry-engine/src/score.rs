//! Scores of a search, and the window between alpha and beta.

use std::fmt;
use std::ops::Neg;

use chivalry_rules::QUIET_TURNS;

/// The maximum search depth, in plies.
pub(crate) const MAX_PLY: usize = 120;

/// The score of a win on the board. Each ply before the win subtracts one.
const WIN: i32 = 30_000;

/// The longest forced win, in plies: one by endgame tables within the draw by lack of progress of a
/// game of four seats, which a search finds.
const LONGEST_WIN: i32 = (QUIET_TURNS as i32) * 4 + MAX_PLY as i32;

/// A score for the team to move, in hundredths of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(crate) i32);

impl Score {
    /// A draw, or an equal position.
    pub const DRAW: Score = Score(0);

    /// A bound above every score.
    pub(crate) const INFINITE: Score = Score(WIN + 1);

    /// A win of the team to move in `plies` plies.
    #[must_use]
    pub const fn win_in(plies: usize) -> Score {
        Score(WIN - plies as i32)
    }

    /// A loss of the team to move in `plies` plies.
    #[must_use]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - WIN)
    }

    /// The score in hundredths of a man.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::hundredths`]. Clamps values beyond a win or a
    /// loss on the board.
    #[must_use]
    pub fn from_hundredths(hundredths: i32) -> Score {
        Score(hundredths.clamp(-WIN, WIN))
    }

    /// The number of plies to a forced win, or its negative to a forced loss.
    /// `None` if the score is not decisive.
    #[must_use]
    pub const fn decided_in(self) -> Option<i32> {
        let plies = WIN - self.0.abs();
        if plies > LONGEST_WIN {
            None
        } else if self.0 > 0 {
            Some(plies)
        } else {
            Some(-plies)
        }
    }

    /// The number of moves to a forced win, or its negative to a forced loss: half of the plies,
    /// rounded up. `None` if the score is not decisive.
    #[must_use]
    pub const fn decided_in_moves(self) -> Option<i32> {
        match self.decided_in() {
            Some(plies) if plies > 0 => Some((plies + 1) / 2),
            Some(plies) => Some((plies - 1) / 2),
            None => None,
        }
    }

    /// Converts a score relative to the root into one relative to the node at
    /// `ply`, as stored in the transposition table.
    pub(crate) const fn relative_to_node(self, ply: usize) -> Score {
        match self.decided_in() {
            Some(plies) if plies > 0 => Score(self.0 + ply as i32),
            Some(_) => Score(self.0 - ply as i32),
            None => self,
        }
    }

    /// The inverse of [`Score::relative_to_node`].
    pub(crate) const fn relative_to_root(self, ply: usize) -> Score {
        match self.decided_in() {
            Some(plies) if plies > 0 => Score(self.0 - ply as i32),
            Some(_) => Score(self.0 + ply as i32),
            None => self,
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided_in_moves() {
            Some(moves) if moves > 0 => write!(f, "win in {moves}"),
            Some(moves) => write!(f, "loss in {}", -moves),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

/// An alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// The null window just above `alpha`.
    #[inline]
    pub(crate) fn above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }

    /// The null window just below `beta`.
    #[inline]
    pub(crate) fn below(beta: Score) -> Window {
        Window { alpha: Score(beta.0 - 1), beta }
    }

    /// True for every window but a null window.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }
}

impl Neg for Window {
    type Output = Window;

    /// The window of the opponent.
    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The expected points of a score in hundredths of a man, from 0 to 1, by the
/// logistic curve of steepness `scale`.
pub(crate) fn expected_points(hundredths: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-hundredths * scale).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decisive_score_states_its_distance() {
        assert_eq!(Score::win_in(7).decided_in(), Some(7));
        assert_eq!(Score::loss_in(4).decided_in(), Some(-4));
        assert_eq!(Score(250).decided_in(), None);
        for score in [Score::win_in(7), Score::loss_in(4), Score(250)] {
            assert_eq!(Score::from_hundredths(score.hundredths()), score);
        }
        assert_eq!(Score::from_hundredths(i32::MIN), Score::loss_in(0));
        assert_eq!(Score::win_in(7).to_string(), "win in 4");
        assert_eq!(Score::loss_in(4).to_string(), "loss in 2");
        // A move after which the other team wins at once, and one after which it loses.
        assert_eq!((-Score::win_in(1)).to_string(), "loss in 1");
        assert_eq!((-Score::loss_in(4)).to_string(), "win in 2");
        assert_eq!(Score(-35).to_string(), "-0.35");
    }

    #[test]
    fn a_table_score_counts_from_its_node() {
        for score in [Score::win_in(9), Score::loss_in(8), Score(120), Score::DRAW] {
            assert_eq!(score.relative_to_node(5).relative_to_root(5), score);
        }
        assert_eq!(Score::win_in(9).relative_to_node(5), Score::win_in(4));
    }
}
