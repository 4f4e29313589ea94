//! Costs of pairs and downfloaters by the criteria C.5 to C.19.

use chivalry_rules::Team;

use super::color_allocation::first_side;
use super::input::Float;
use super::player::{Player, Preference, Strength};

/// A quality criterion with a count (section C).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// C.8: color differences above two of topscorers and their opponents.
    WideDifference,
    /// C.9: the same color three times in a row for topscorers and their
    /// opponents.
    ThreeInARow,
    /// C.10: color preferences that are not granted.
    Preference,
    /// C.11: strong color preferences that are not granted.
    StrongPreference,
    /// C.12: downfloats that repeat the previous round.
    DownfloatAgain,
    /// C.13: upfloats that repeat the previous round.
    UpfloatAgain,
    /// C.14: downfloats that repeat the round before the previous one.
    DownfloatTwoBefore,
    /// C.15: upfloats that repeat the round before the previous one.
    UpfloatTwoBefore,
}

impl Criterion {
    /// All criteria, the most important first.
    pub const ALL: [Criterion; 8] = [
        Criterion::WideDifference,
        Criterion::ThreeInARow,
        Criterion::Preference,
        Criterion::StrongPreference,
        Criterion::DownfloatAgain,
        Criterion::UpfloatAgain,
        Criterion::DownfloatTwoBefore,
        Criterion::UpfloatTwoBefore,
    ];

    /// The clause.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        ["C.8", "C.9", "C.10", "C.11", "C.12", "C.13", "C.14", "C.15"][self as usize]
    }
}

/// A digit of the weight of a candidate. Criteria with one digit per score
/// difference compare lists of differences from the highest down (A.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digit {
    /// C.4 and C.2: a complete pairing exists.
    Complete,
    /// C.5.
    Pairs,
    /// C.6, by level.
    Difference(usize),
    /// C.7: pairs of the next bracket.
    NextPairs,
    /// C.7, by level.
    NextDifference(usize),
    /// C.8 to C.15.
    Count(Criterion),
    /// C.16 to C.19, by level.
    Repeated(RepeatedFloat, usize),
}

/// A repeated float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RepeatedFloat {
    Down = 0,
    Up = 1,
    DownTwoBefore = 2,
    UpTwoBefore = 3,
}

/// The positions of the digits, the most significant first.
#[derive(Clone, Debug)]
pub(super) struct DigitLayout {
    /// Possible score differences in half points, the highest first.
    levels: Vec<u32>,
}

impl DigitLayout {
    pub(super) fn new(differences: impl Iterator<Item = u32>) -> DigitLayout {
        let mut levels: Vec<u32> = differences.filter(|difference| *difference > 0).collect();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        levels.dedup();
        DigitLayout { levels }
    }

    /// Returns the level of a difference. A difference of zero has no level.
    pub(super) fn level(&self, difference: u32) -> Option<usize> {
        self.levels.iter().position(|level| *level == difference)
    }

    pub(super) fn len(&self) -> usize {
        3 + 8 + 6 * self.levels.len()
    }

    pub(super) fn index(&self, digit: Digit) -> usize {
        let levels = self.levels.len();
        match digit {
            Digit::Complete => 0,
            Digit::Pairs => 1,
            Digit::Difference(level) => 2 + level,
            Digit::NextPairs => 2 + levels,
            Digit::NextDifference(level) => 3 + levels + level,
            Digit::Count(criterion) => 3 + 2 * levels + criterion as usize,
            Digit::Repeated(repeat, level) => 11 + (2 + repeat as usize) * levels + level,
        }
    }
}

/// Reports the costs of a pair.
pub(super) fn pair_costs(a: &Player, b: &Player, initial: Team, mut cost: impl FnMut(Cost)) {
    let (high, low) = if a.points >= b.points { (a, b) } else { (b, a) };
    let difference = high.points - low.points;
    if let (Some(own), Some(their)) = (a.preference, b.preference)
        && own.side == their.side
    {
        denied_costs(a, b, initial, own.side, &mut cost);
    }
    if difference > 0 {
        cost(Cost::Difference(difference));
        float_again(high, Float::Down, difference, &mut cost);
        float_again(low, Float::Up, difference, &mut cost);
    }
}

/// Reports the costs of a downfloater. `difference` is that of A.8.
pub(super) fn left_over_costs(player: &Player, difference: u32, mut cost: impl FnMut(Cost)) {
    cost(Cost::Difference(difference));
    float_again(player, Float::Down, difference, &mut cost);
}

/// A cost of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    Difference(u32),
    Count(Criterion),
    Repeated(RepeatedFloat, u32),
}

fn denied_costs(a: &Player, b: &Player, initial: Team, wanted: Team, cost: &mut impl FnMut(Cost)) {
    let (first, second, _) = first_side(a, b, initial);
    let denied = if wanted == Team::First { second } else { first };
    let side = wanted.enemy();
    if (a.is_topscorer || b.is_topscorer) && denied.difference_with(side).abs() > 2 {
        cost(Cost::Count(Criterion::WideDifference));
    }
    if (a.is_topscorer || b.is_topscorer) && denied.would_have_three(side) {
        cost(Cost::Count(Criterion::ThreeInARow));
    }
    cost(Cost::Count(Criterion::Preference));
    let is_strong = |preference: Preference| preference.strength >= Strength::Strong;
    if denied.preference.is_some_and(is_strong) {
        cost(Cost::Count(Criterion::StrongPreference));
    }
}

fn float_again(player: &Player, float: Float, difference: u32, cost: &mut impl FnMut(Cost)) {
    let known = match float {
        Float::None => return,
        Float::Down => [
            (Criterion::DownfloatAgain, RepeatedFloat::Down),
            (Criterion::DownfloatTwoBefore, RepeatedFloat::DownTwoBefore),
        ],
        Float::Up => [
            (Criterion::UpfloatAgain, RepeatedFloat::Up),
            (Criterion::UpfloatTwoBefore, RepeatedFloat::UpTwoBefore),
        ],
    };
    for ((criterion, repeat), before) in known.into_iter().zip(player.floats) {
        if before == float {
            cost(Cost::Count(criterion));
            cost(Cost::Repeated(repeat, difference));
        }
    }
}
