//! Win probabilities, and the quality of a move by the probability it lost.

use crate::score::{Score, expected_points};

/// The steepness of the win probability. A man ahead gives about 60 %.
const WIN_PROBABILITY_SCALE: f64 = 0.004;

/// The classification of a bad move by the win probability that it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveQuality {
    /// A loss of 0.05 or more.
    Inaccuracy,
    /// A loss of 0.10 or more.
    Mistake,
    /// A loss of 0.15 or more.
    Blunder,
}

impl MoveQuality {
    /// All classes, mildest first.
    pub const ALL: [MoveQuality; 3] =
        [MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            MoveQuality::Inaccuracy => "inaccuracy",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        }
    }

    /// The annotation symbol, written after the move.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            MoveQuality::Inaccuracy => "?!",
            MoveQuality::Mistake => "?",
            MoveQuality::Blunder => "??",
        }
    }

    /// Classifies a move by the win probability it lost, from 0 to 1. `None`
    /// for a good move.
    #[must_use]
    pub fn from_loss(lost: f64) -> Option<MoveQuality> {
        match lost {
            lost if lost >= 0.15 => Some(MoveQuality::Blunder),
            lost if lost >= 0.10 => Some(MoveQuality::Mistake),
            lost if lost >= 0.05 => Some(MoveQuality::Inaccuracy),
            _ => None,
        }
    }
}

/// The win probability of the team to move, from 0 to 1. A draw counts half.
#[must_use]
pub fn win_probability(score: Score) -> f64 {
    match score.decided_in() {
        Some(plies) if plies > 0 => 1.0,
        Some(_) => 0.0,
        None => expected_points(f64::from(score.hundredths()), WIN_PROBABILITY_SCALE),
    }
}

/// The accuracy of a move that lost this win probability, in percent.
#[must_use]
pub fn accuracy(lost: f64) -> f64 {
    // The curve that Lichess fitted.
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_without_loss_is_fully_accurate() {
        assert_eq!(accuracy(0.0).round(), 100.0);
        assert_eq!(MoveQuality::from_loss(0.01), None);
        assert!(win_probability(Score(100)) > 0.59 && win_probability(Score(100)) < 0.61);
        let sum = win_probability(Score(100)) + win_probability(Score(-100));
        assert!((sum - 1.0).abs() < 1e-12);
    }
}
