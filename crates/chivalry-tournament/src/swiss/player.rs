//! What a round's pairing knows of a player: colors, floats, opponents.

use std::collections::BTreeSet;

use chivalry_rules::Team;

use super::super::EntrantId;
use super::{Float, SwissInput, SwissPlayer};

/// How much a player ought to have a side (C.04.3 A.6); the stronger is the
/// greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    Mild,
    Strong,
    Absolute,
}

/// The side that a player ought to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub(super) side: Team,
    pub(super) strength: Strength,
}

/// A player about to be paired.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) id: EntrantId,
    /// The place in the initial order, from 1.
    pub(super) number: u32,
    /// The score, in half points.
    pub(super) points: u32,
    pub(super) sides: Vec<Team>,
    /// Games with the first side less those with the second.
    pub(super) difference: i32,
    pub(super) preference: Option<Preference>,
    /// One round and two rounds before.
    pub(super) floats: [Float; 2],
    pub(super) may_have_bye: bool,
    pub(super) is_topscorer: bool,
    avoids: BTreeSet<EntrantId>,
}

impl Player {
    pub(super) fn of(contender: &SwissPlayer, input: &SwissInput) -> Player {
        let past = &contender.past;
        let sides: Vec<Team> = past.iter().filter_map(|past| past.side).collect();
        let count = |side| sides.iter().filter(|had| **had == side).count() as i32;
        let difference = count(Team::First) - count(Team::Second);
        let float = |back: usize| past.len().checked_sub(back).map(|at| past[at].float);
        let played = past.iter().filter(|past| past.side.is_some());
        let met = played.filter_map(|past| past.opponent);
        let forbidden = input.forbidden.iter().filter_map(|(a, b)| match contender.id {
            id if id == *a => Some(*b),
            id if id == *b => Some(*a),
            _ => None,
        });
        let most = input.win * u32::from(input.round.saturating_sub(1));
        Player {
            id: contender.id,
            number: contender.number,
            points: contender.points,
            preference: preference(&sides, difference),
            sides,
            difference,
            floats: [1, 2].map(|back| float(back).unwrap_or(Float::None)),
            may_have_bye: !past.iter().any(|past| past.had_bye),
            is_topscorer: input.round >= input.rounds && 2 * contender.points > most,
            avoids: met.chain(forbidden).collect(),
        }
    }

    /// C.1 and C.3: whether the two may meet at all.
    pub(super) fn may_meet(&self, other: &Player) -> bool {
        let same = match (self.preference, other.preference) {
            (Some(own), Some(their)) => own == their && own.strength == Strength::Absolute,
            _ => false,
        };
        let topscorers = self.is_topscorer || other.is_topscorer;
        !self.avoids.contains(&other.id) && (!same || topscorers)
    }

    /// A.2: the higher score, then the lower number.
    pub(super) fn rank(&self) -> (std::cmp::Reverse<u32>, u32) {
        (std::cmp::Reverse(self.points), self.number)
    }

    /// Whether the player would have the side a third time in a row.
    pub(super) fn would_have_three(&self, side: Team) -> bool {
        self.sides.len() >= 2 && self.sides.iter().rev().take(2).all(|had| *had == side)
    }

    /// The colour difference after a game with that side.
    pub(super) fn difference_with(&self, side: Team) -> i32 {
        self.difference + if side == Team::First { 1 } else { -1 }
    }
}

/// A.6.
fn preference(sides: &[Team], difference: i32) -> Option<Preference> {
    let last = *sides.last()?;
    let twice = sides.len() >= 2 && sides[sides.len() - 2] == last;
    let of = |side, strength| Some(Preference { side, strength });
    match difference {
        2.. => of(Team::Second, Strength::Absolute),
        ..=-2 => of(Team::First, Strength::Absolute),
        _ if twice => of(last.enemy(), Strength::Absolute),
        1 => of(Team::Second, Strength::Strong),
        -1 => of(Team::First, Strength::Strong),
        _ => of(last.enemy(), Strength::Mild),
    }
}

/// Which of the two has the first side (section E), and by which rule.
pub(super) fn first_side<'a>(
    a: &'a Player,
    b: &'a Player,
    initial: Team,
) -> (&'a Player, &'a Player, ColorRule) {
    let (high, low) = if a.rank() <= b.rank() { (a, b) } else { (b, a) };
    let (high_side, rule) = side_of_higher(high, low, initial);
    match high_side {
        Team::First => (high, low, rule),
        Team::Second => (low, high, rule),
    }
}

/// The rule by which sides are allocated (C.04.3 E).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorRule {
    /// E.1: both have what they prefer.
    Both,
    /// E.2: the stronger preference, or the wider difference.
    Stronger,
    /// E.3: other than when their sides were last different.
    Alternate,
    /// E.4: the higher ranked player's preference.
    Higher,
    /// E.5: by the lot and the higher ranked player's number.
    Lot,
}

fn side_of_higher(high: &Player, low: &Player, initial: Team) -> (Team, ColorRule) {
    let (own, their) = match (high.preference, low.preference) {
        (None, None) => {
            let is_odd = high.number % 2 == 1;
            return (if is_odd { initial } else { initial.enemy() }, ColorRule::Lot);
        }
        (Some(own), None) => return (own.side, ColorRule::Both),
        (None, Some(their)) => return (their.side.enemy(), ColorRule::Both),
        (Some(own), Some(their)) => (own, their),
    };
    if own.side != their.side {
        return (own.side, ColorRule::Both);
    }
    let width = |player: &Player, preference: Preference| {
        let is_absolute = preference.strength == Strength::Absolute;
        (preference.strength, if is_absolute { player.difference.abs() } else { 0 })
    };
    match width(high, own).cmp(&width(low, their)) {
        std::cmp::Ordering::Greater => return (own.side, ColorRule::Stronger),
        std::cmp::Ordering::Less => return (their.side.enemy(), ColorRule::Stronger),
        std::cmp::Ordering::Equal => {}
    }
    // Unplayed rounds are left out of the sequence (C.04.2 D.5).
    let mut back = high.sides.iter().rev().zip(low.sides.iter().rev());
    match back.find(|(own, their)| own != their) {
        Some((own, _)) => (own.enemy(), ColorRule::Alternate),
        None => (own.side, ColorRule::Higher),
    }
}
