//! Costs of pairs and downfloaters by the quality criteria: C.5 to C.19 of
//! 2017, and C6 to C21 of 2026.

use chivalry_rules::Team;

use super::color_allocation::first_side;
use super::input::Float;
use super::player::{Player, Preference, Strength};
use crate::plan::edition::Edition;

/// A quality criterion with a count. Each has a clause of 2017 and of 2026.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// C.8, C10: color differences above two of topscorers and their opponents.
    WideDifference,
    /// C.9, C11: the same color three times in a row for topscorers and their
    /// opponents.
    ThreeInARow,
    /// C.10, C12: color preferences that are not granted.
    Preference,
    /// C.11, C13: strong color preferences that are not granted.
    StrongPreference,
    /// C.12, C14: downfloats that repeat the previous round.
    DownfloatAgain,
    /// C.13, C15: upfloats that repeat the previous round.
    UpfloatAgain,
    /// C.14, C16: downfloats that repeat the round before the previous one.
    DownfloatTwoBefore,
    /// C.15, C17: upfloats that repeat the round before the previous one.
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

    /// Returns the clause of an edition.
    #[must_use]
    pub const fn clause(self, edition: Edition) -> &'static str {
        let clauses = match edition {
            Edition::Fide2017 => ["C.8", "C.9", "C.10", "C.11", "C.12", "C.13", "C.14", "C.15"],
            Edition::Fide2026 => ["C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17"],
        };
        clauses[self as usize]
    }
}

/// A digit of the weight of a candidate. Criteria with one digit per score
/// difference compare lists of differences from the highest down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digit {
    /// C.4 and C.2: a complete pairing exists. In 2026 also C5, by the players
    /// who may have the bye.
    Complete,
    /// C.5, C6.
    Pairs,
    /// C.6 of 2017 by pairs and downfloaters, C7 of 2026 by downfloaters, by
    /// level.
    Difference(usize),
    /// C.7, C8: pairs of the next bracket.
    NextPairs,
    /// C.7, C8, by level.
    NextDifference(usize),
    /// C9 of 2026: unplayed games of the player with the bye.
    UnplayedGames,
    /// C.8 to C.15, C10 to C17.
    Count(Criterion),
    /// C.16 to C.19, C18 to C21, by level.
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
        4 + 8 + 6 * self.levels.len()
    }

    pub(super) fn index(&self, digit: Digit) -> usize {
        let levels = self.levels.len();
        match digit {
            Digit::Complete => 0,
            Digit::Pairs => 1,
            Digit::Difference(level) => 2 + level,
            Digit::NextPairs => 2 + levels,
            Digit::NextDifference(level) => 3 + levels + level,
            Digit::UnplayedGames => 3 + 2 * levels,
            Digit::Count(criterion) => 4 + 2 * levels + criterion as usize,
            Digit::Repeated(repeat, level) => 12 + (2 + repeat as usize) * levels + level,
        }
    }
}

/// A cost of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    Difference(u32),
    Count(Criterion),
    Repeated(RepeatedFloat, u32),
}

/// A player of a bracket.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    pub(super) player: &'a Player,
    pub(super) is_moved_down: bool,
}

/// The costs of an edition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    pub(super) edition: Edition,
    /// The initial color.
    pub(super) initial: Team,
}

impl Costs {
    /// Reports the costs of a pair.
    pub(super) fn of_pair(self, a: Member<'_>, b: Member<'_>, mut cost: impl FnMut(Cost)) {
        if let (Some(own), Some(their)) = (a.player.preference, b.player.preference)
            && own.side == their.side
        {
            self.denied(a.player, b.player, own.side, &mut cost);
        }
        let (high, low) = if a.player.points >= b.player.points { (a, b) } else { (b, a) };
        let difference = high.player.points - low.player.points;
        match self.edition {
            Edition::Fide2017 if difference > 0 => {
                cost(Cost::Difference(difference));
                repeated(high.player, Float::Down, &mut |criterion, repeat| {
                    cost(Cost::Count(criterion));
                    cost(Cost::Repeated(repeat, difference));
                });
            }
            // C14 and C16 do not count players moved down, only C18 and C20.
            Edition::Fide2026 if difference > 0 => {
                repeated(high.player, Float::Down, &mut |_, repeat| {
                    cost(Cost::Repeated(repeat, difference));
                });
            }
            Edition::Fide2017 | Edition::Fide2026 => return,
        }
        repeated(low.player, Float::Up, &mut |criterion, repeat| {
            cost(Cost::Count(criterion));
            cost(Cost::Repeated(repeat, difference));
        });
    }

    /// Reports the costs of a downfloater. `difference` is that to a score of
    /// one point below the bracket (A.8 of 2017). The text of 2026 leaves the
    /// score difference of a downfloater open.
    pub(super) fn of_left_over(self, of: Member<'_>, difference: u32, mut cost: impl FnMut(Cost)) {
        cost(Cost::Difference(difference));
        let is_2017 = self.edition == Edition::Fide2017;
        repeated(of.player, Float::Down, &mut |criterion, repeat| {
            if is_2017 || !of.is_moved_down {
                cost(Cost::Count(criterion));
            }
            if is_2017 || of.is_moved_down {
                cost(Cost::Repeated(repeat, difference));
            }
        });
    }

    fn denied(self, a: &Player, b: &Player, wanted: Team, cost: &mut impl FnMut(Cost)) {
        let (first, second, _) = first_side(a, b, self.initial);
        let denied = if wanted == Team::First { second } else { first };
        let side = wanted.other_of_two();
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
}

/// Reports the criteria by which a float repeats earlier ones.
fn repeated(player: &Player, float: Float, found: &mut impl FnMut(Criterion, RepeatedFloat)) {
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
            found(criterion, repeat);
        }
    }
}
