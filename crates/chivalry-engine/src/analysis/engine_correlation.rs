//! Correlation of a player's moves with the engine's, for moderators. A high
//! correlation is a reason to review the games, not a proof.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::move_quality::win_probability;
use super::review::Judgement;

/// Opening plies, which do not count.
const OPENING_PLIES: usize = 8;

/// The win probabilities of positions that count. In decided positions, many
/// moves are good.
const OPEN_POSITION: RangeInclusive<f64> = 0.1..=0.9;

/// The minimum number of moves for a report of suspicion.
const MIN_CHOICES: u32 = 60;

/// The agreement that is suspicious in any case: that of level 8
/// (`docs/engine.md`, "Engine correlation").
const SUSPICIOUS_AGREEMENT: f64 = 0.6;

/// The agreement that is suspicious with even move times: above that of level
/// 5.
const SUSPICIOUS_EVEN_AGREEMENT: f64 = 0.5;

/// The coefficient of variation below which move times are even.
const EVEN_TIME_VARIATION: f64 = 0.35;

/// Statistics of one player's moves compared with the engine's choices.
///
/// A move counts as a choice after the opening, if another move was legal and
/// the game was still open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EngineCorrelation {
    choices: u32,
    agreed: u32,
    lost: f64,
    timed: u32,
    seconds: f64,
    seconds_squared: f64,
}

impl EngineCorrelation {
    /// Adds a move of the player and the time it took, if it was a choice.
    pub fn add_move(&mut self, judgement: &Judgement, took: Option<Duration>) {
        let is_open = OPEN_POSITION.contains(&win_probability(judgement.before));
        if judgement.index < OPENING_PLIES || judgement.is_only || !is_open {
            return;
        }
        self.choices += 1;
        self.agreed += u32::from(judgement.is_best);
        self.lost += judgement.lost;
        if let Some(seconds) = took.map(|took| took.as_secs_f64()) {
            self.timed += 1;
            self.seconds += seconds;
            self.seconds_squared += seconds * seconds;
        }
    }

    /// Adds the moves of another match.
    pub fn merge(&mut self, other: &EngineCorrelation) {
        self.choices += other.choices;
        self.agreed += other.agreed;
        self.lost += other.lost;
        self.timed += other.timed;
        self.seconds += other.seconds;
        self.seconds_squared += other.seconds_squared;
    }

    /// The number of choices.
    #[must_use]
    pub fn choices(&self) -> u32 {
        self.choices
    }

    /// The share of choices equal to the engine's, from 0 to 1. `None` without
    /// choices.
    #[must_use]
    pub fn agreement(&self) -> Option<f64> {
        self.per_choice(f64::from(self.agreed))
    }

    /// The mean win probability lost per choice, from 0 to 1.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        self.per_choice(self.lost)
    }

    /// The mean time per choice. `None` without a clock.
    #[must_use]
    pub fn mean_time(&self) -> Option<Duration> {
        let mean = self.seconds / f64::from(self.timed);
        (self.timed > 0).then(|| Duration::from_secs_f64(mean))
    }

    /// The coefficient of variation of the times: standard deviation divided
    /// by mean. `None` for fewer than two times.
    #[must_use]
    pub fn time_variation(&self) -> Option<f64> {
        let count = f64::from(self.timed);
        let mean = self.seconds / count;
        let variance = (self.seconds_squared / count - mean * mean).max(0.0);
        (self.timed > 1 && mean > 0.0).then(|| variance.sqrt() / mean)
    }

    /// True if a moderator should review the games.
    #[must_use]
    pub fn is_suspicious(&self) -> bool {
        let Some(agreement) = self.agreement().filter(|_| self.choices >= MIN_CHOICES) else {
            return false;
        };
        let is_even = self.time_variation().is_some_and(|it| it < EVEN_TIME_VARIATION);
        agreement >= SUSPICIOUS_AGREEMENT || (agreement >= SUSPICIOUS_EVEN_AGREEMENT && is_even)
    }

    fn per_choice(&self, sum: f64) -> Option<f64> {
        (self.choices > 0).then(|| sum / f64::from(self.choices))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use chivalry_rules::Seat;

    fn judgement(is_best: bool) -> Judgement {
        Judgement {
            index: 20,
            seat: Seat::FIRST,
            before: Score::DRAW,
            after: Score::DRAW,
            best: Vec::new(),
            is_best,
            is_only: false,
            lost: 0.0,
            quality: None,
        }
    }

    fn player(agreed: u32, of: u32, seconds: impl Fn(u32) -> u64) -> EngineCorrelation {
        let mut correlation = EngineCorrelation::default();
        for number in 0..of {
            let took = Duration::from_secs(seconds(number));
            correlation.add_move(&judgement(number < agreed), Some(took));
        }
        correlation
    }

    #[test]
    fn high_agreement_or_even_times_are_suspicious() {
        let (even, uneven) = (|_| 5, |number| 1 + u64::from(number % 3) * 10);
        for (agreed, of, is_even, is_suspicious) in [
            (60, 100, false, true),
            (59, 100, false, false),
            (59, 100, true, true),
            (49, 100, true, false),
            (59, 59, true, false),
        ] {
            let correlation =
                if is_even { player(agreed, of, even) } else { player(agreed, of, uneven) };
            assert_eq!(
                correlation.is_suspicious(),
                is_suspicious,
                "{agreed} of {of}: {correlation:?}"
            );
        }
        let mut both = player(40, 50, uneven);
        assert!(!both.is_suspicious());
        both.merge(&player(40, 50, uneven));
        assert!(both.is_suspicious());
        assert_eq!((both.choices(), both.agreement()), (100, Some(0.8)));
    }

    #[test]
    fn openings_forced_moves_and_decided_positions_do_not_count() {
        let mut correlation = EngineCorrelation::default();
        let usual = judgement(true);
        correlation.add_move(&Judgement { index: 7, ..usual.clone() }, None);
        correlation.add_move(&Judgement { is_only: true, ..usual.clone() }, None);
        correlation.add_move(&Judgement { before: Score::win_in(3), ..usual }, None);
        assert_eq!(correlation, EngineCorrelation::default());
        assert_eq!(
            (correlation.agreement(), correlation.mean_time(), correlation.time_variation()),
            (None, None, None)
        );
    }
}
