//! What a round's pairing knows of a player: colors, floats, opponents.

use std::collections::BTreeSet;

use chivalry_rules::Team;

use super::input::{Float, SwissInput, SwissPlayer};
use crate::ids::EntrantId;

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

/// Whether two of the players may meet at all (C.1 and C.3); `None` when one
/// of them is not among the players.
#[must_use]
pub fn may_meet(input: &SwissInput, one: EntrantId, other: EntrantId) -> Option<bool> {
    let find = |id| input.players.iter().find(|player| player.id == id);
    let [one, other] = [find(one)?, find(other)?].map(|it| Player::of(it, input));
    Some(one.may_meet(&other))
}
