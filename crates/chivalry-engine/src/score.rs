//! What a search says of a position.

use std::fmt;
use std::ops::Neg;

/// Longer lines than this are not looked at.
pub(super) const MOST_PLIES: usize = 120;

/// The score of a win on the board; each ply until then takes one off.
const WIN: i32 = 30_000;

/// How good a position is for the team to move: a man is about a hundred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(super) i32);

impl Score {
    /// Nobody is better, or nobody can win.
    pub const DRAW: Score = Score(0);

    /// Better than any.
    pub(super) const INFINITE: Score = Score(WIN + 1);

    /// The win of the team to move in `plies` plies.
    #[must_use]
    pub const fn win_in(plies: usize) -> Score {
        Score(WIN - plies as i32)
    }

    /// The loss of the team to move in `plies` plies.
    #[must_use]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - WIN)
    }

    /// The score in hundredths of a man.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// The score of which [`Score::hundredths`] gave this number.
    #[must_use]
    pub fn of(hundredths: i32) -> Score {
        Score(hundredths.clamp(-WIN, WIN))
    }

    /// In how many plies the game is won, positive, or lost, negative, if it
    /// is decided.
    #[must_use]
    pub const fn decided_in(self) -> Option<i32> {
        let plies = WIN - self.0.abs();
        if plies > MOST_PLIES as i32 {
            None
        } else if self.0 > 0 {
            Some(plies)
        } else {
            Some(-plies)
        }
    }

    /// As a table keeps it: counted from the position itself, not from the
    /// root of the search.
    pub(super) const fn seen_from_here(self, ply: usize) -> Score {
        match self.decided_in() {
            Some(plies) if plies > 0 => Score(self.0 + ply as i32),
            Some(_) => Score(self.0 - ply as i32),
            None => self,
        }
    }

    /// The reverse of [`Score::seen_from_here`].
    pub(super) const fn seen_from_root(self, ply: usize) -> Score {
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
        match self.decided_in() {
            Some(plies) if plies > 0 => write!(f, "win in {}", (plies + 1) / 2),
            Some(plies) => write!(f, "loss in {}", -plies / 2),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decided_score_says_when() {
        assert_eq!(Score::win_in(7).decided_in(), Some(7));
        assert_eq!(Score::loss_in(4).decided_in(), Some(-4));
        assert_eq!(Score(250).decided_in(), None);
        for score in [Score::win_in(7), Score::loss_in(4), Score(250)] {
            assert_eq!(Score::of(score.hundredths()), score);
        }
        assert_eq!(Score::of(i32::MIN), Score::loss_in(0));
        assert_eq!(Score::win_in(7).to_string(), "win in 4");
        assert_eq!(Score::loss_in(4).to_string(), "loss in 2");
        assert_eq!(Score(-35).to_string(), "-0.35");
    }

    #[test]
    fn a_table_counts_from_the_position() {
        for score in [Score::win_in(9), Score::loss_in(8), Score(120), Score::DRAW] {
            assert_eq!(score.seen_from_here(5).seen_from_root(5), score);
        }
        assert_eq!(Score::win_in(9).seen_from_here(5), Score::win_in(4));
    }
}
