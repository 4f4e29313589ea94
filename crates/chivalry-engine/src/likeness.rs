//! How like the engine's choices those of a player are: what moderators are told of somebody
//! who may have asked one. It is a reason to look, and proves nothing.

use std::time::Duration;

use super::analysis::{Judgement, chances};

/// Plies of openings, which are known by heart.
const OPENING: usize = 8;

/// Chances between which there is something to choose: who wins anyway finds many good moves.
const OPEN: std::ops::RangeInclusive<f64> = 0.1..=0.9;

/// Fewer choices than these say nothing.
const ENOUGH: u32 = 60;

/// The share of choices that are the engine's from which on they are striking: that of the
/// strongest level of the computer player (`docs/engine.md`, "Whose choices are an engine's").
const ALWAYS: f64 = 0.6;

/// The share from which on they are where the time for each is the same as well: more than that
/// of its fifth level.
const OFTEN: f64 = 0.5;

/// How uneven the times are that people take, at the least: their standard deviation, in parts
/// of their mean.
const EVEN: f64 = 0.35;

/// The choices of one player, beside those of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Likeness {
    choices: u32,
    agreed: u32,
    lost: f64,
    timed: u32,
    seconds: f64,
    seconds_squared: f64,
}

impl Likeness {
    /// Takes a move of the player into account, which took so long, if there was something to
    /// choose.
    pub fn note(&mut self, judgement: &Judgement, took: Option<Duration>) {
        let is_open = OPEN.contains(&chances(judgement.before));
        if judgement.index < OPENING || judgement.is_only || !is_open {
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

    /// Takes all of another match into account.
    pub fn add(&mut self, other: &Likeness) {
        self.choices += other.choices;
        self.agreed += other.agreed;
        self.lost += other.lost;
        self.timed += other.timed;
        self.seconds += other.seconds;
        self.seconds_squared += other.seconds_squared;
    }

    /// How many choices there were.
    #[must_use]
    pub fn choices(&self) -> u32 {
        self.choices
    }

    /// The share of them that are the engine's, from 0 to 1; `None` without any.
    #[must_use]
    pub fn agreement(&self) -> Option<f64> {
        self.of_each(f64::from(self.agreed))
    }

    /// How much of the chances each lost on average, from 0 to 1.
    #[must_use]
    pub fn lost(&self) -> Option<f64> {
        self.of_each(self.lost)
    }

    /// How long each took on average, where there was a clock.
    #[must_use]
    pub fn took(&self) -> Option<Duration> {
        let mean = self.seconds / f64::from(self.timed);
        (self.timed > 0).then(|| Duration::from_secs_f64(mean))
    }

    /// The standard deviation of those times, in parts of their mean; `None` where that says
    /// nothing.
    #[must_use]
    pub fn unevenness(&self) -> Option<f64> {
        let count = f64::from(self.timed);
        let mean = self.seconds / count;
        let variance = (self.seconds_squared / count - mean * mean).max(0.0);
        (self.timed > 1 && mean > 0.0).then(|| variance.sqrt() / mean)
    }

    /// Whether somebody should have a look.
    #[must_use]
    pub fn is_striking(&self) -> bool {
        let Some(agreement) = self.agreement().filter(|_| self.choices >= ENOUGH) else {
            return false;
        };
        let is_even = self.unevenness().is_some_and(|unevenness| unevenness < EVEN);
        agreement >= ALWAYS || (agreement >= OFTEN && is_even)
    }

    fn of_each(&self, sum: f64) -> Option<f64> {
        (self.choices > 0).then(|| sum / f64::from(self.choices))
    }
}

#[cfg(test)]
mod tests {
    use crate::Score;
    use chivalry_rules::Seat;

    use super::*;

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
            mark: None,
        }
    }

    fn player(agreed: u32, of: u32, seconds: impl Fn(u32) -> u64) -> Likeness {
        let mut likeness = Likeness::default();
        for number in 0..of {
            let took = Duration::from_secs(seconds(number));
            likeness.note(&judgement(number < agreed), Some(took));
        }
        likeness
    }

    #[test]
    fn who_always_agrees_or_often_and_evenly_is_striking() {
        let (even, uneven) = (|_| 5, |number| 1 + u64::from(number % 3) * 10);
        for (agreed, of, is_even, is_striking) in [
            (60, 100, false, true),
            (59, 100, false, false),
            (59, 100, true, true),
            (49, 100, true, false),
            (59, 59, true, false),
        ] {
            let likeness =
                if is_even { player(agreed, of, even) } else { player(agreed, of, uneven) };
            assert_eq!(likeness.is_striking(), is_striking, "{agreed} of {of}: {likeness:?}");
        }
        let mut both = player(40, 50, uneven);
        assert!(!both.is_striking());
        both.add(&player(40, 50, uneven));
        assert!(both.is_striking());
        assert_eq!((both.choices(), both.agreement()), (100, Some(0.8)));
    }

    #[test]
    fn where_there_is_nothing_to_choose_nobody_is_like_an_engine() {
        let mut likeness = Likeness::default();
        let usual = judgement(true);
        likeness.note(&Judgement { index: 7, ..usual.clone() }, None);
        likeness.note(&Judgement { is_only: true, ..usual.clone() }, None);
        likeness.note(&Judgement { before: Score::win_in(3), ..usual }, None);
        assert_eq!(likeness, Likeness::default());
        assert_eq!(
            (likeness.agreement(), likeness.took(), likeness.unevenness()),
            (None, None, None)
        );
    }
}
