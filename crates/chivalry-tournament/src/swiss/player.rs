//! The state of a player at the start of a round: colors, floats and opponents.

use std::collections::{BTreeSet, HashMap};

use chivalry_rules::Team;

use super::input::{Float, SwissInput, SwissPlayer};
use super::matching::{BitMatrix, BitSet};
use crate::ids::EntrantId;

/// The strength of a color preference (A.6, 1.7), in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Strength {
    Mild,
    Strong,
    Absolute,
}

/// A color preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Preference {
    pub(super) side: Team,
    pub(super) strength: Strength,
}

/// A player to pair.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) id: EntrantId,
    /// The pairing number, from 1.
    pub(super) number: u32,
    /// The score, in half points.
    pub(super) points: u32,
    pub(super) sides: Vec<Team>,
    /// The color difference: games with the first side minus games with the
    /// second.
    pub(super) difference: i32,
    pub(super) preference: Option<Preference>,
    /// Past rounds without a game.
    pub(super) unplayed: u32,
    /// The floats of the last round and the one before.
    pub(super) floats: [Float; 2],
    pub(super) may_have_bye: bool,
    pub(super) is_topscorer: bool,
    avoids: BTreeSet<EntrantId>,
}

impl Player {
    /// Returns the players of an input.
    pub(super) fn all(input: &SwissInput) -> Vec<Player> {
        let mut players: Vec<Player> =
            input.players.iter().map(|contender| Player::of(contender, input)).collect();
        let places: HashMap<EntrantId, usize> =
            players.iter().enumerate().map(|(at, player)| (player.id, at)).collect();
        for (a, b) in &input.forbidden {
            for (one, other) in [(a, b), (b, a)] {
                if let Some(place) = places.get(one) {
                    players[*place].avoids.insert(*other);
                }
            }
        }
        players
    }

    /// Returns a player without the forbidden pairs.
    fn of(contender: &SwissPlayer, input: &SwissInput) -> Player {
        let past = &contender.past;
        let sides: Vec<Team> = past.iter().filter_map(|past| past.side).collect();
        let count = |side| sides.iter().filter(|had| **had == side).count() as i32;
        let difference = count(Team::First) - count(Team::Second);
        let float = |back: usize| past.len().checked_sub(back).map(|at| past[at].float);
        let played = past.iter().filter(|past| past.side.is_some());
        let met = played.filter_map(|past| past.opponent);
        let most = input.win * u32::from(input.round.saturating_sub(1));
        Player {
            id: contender.id,
            number: contender.number,
            points: contender.points,
            preference: preference(&sides, difference),
            sides,
            difference,
            unplayed: past.iter().filter(|past| past.side.is_none()).count() as u32,
            floats: [1, 2].map(|back| float(back).unwrap_or(Float::None)),
            may_have_bye: !past.iter().any(|past| past.had_bye),
            is_topscorer: input.round >= input.rounds && 2 * contender.points > most,
            avoids: met.collect(),
        }
    }

    /// C.1 and C.3: true if the two players may meet.
    pub(super) fn may_meet(&self, other: &Player) -> bool {
        let has_conflict = self.binding_side().is_some_and(|it| other.binding_side() == Some(it));
        !has_conflict && !self.avoids.contains(&other.id)
    }

    /// C.3: the side that two players cannot both require.
    fn binding_side(&self) -> Option<Team> {
        let preference = self.preference.filter(|_| !self.is_topscorer)?;
        (preference.strength == Strength::Absolute).then_some(preference.side)
    }

    /// A.2, 1.2: ranks by score, then by pairing number.
    pub(super) fn rank(&self) -> (std::cmp::Reverse<u32>, u32) {
        (std::cmp::Reverse(self.points), self.number)
    }

    /// True if the side would be the third in a row.
    pub(super) fn would_have_three(&self, side: Team) -> bool {
        self.sides.len() >= 2 && self.sides.iter().rev().take(2).all(|had| *had == side)
    }

    /// Returns everything about past games on which the costs of topscorers
    /// depend: the color difference, and the color that would be the third in a
    /// row. Players with equal preferences who differ in nothing else have equal
    /// costs, whichever of them is denied the color.
    pub(super) fn game_colors(&self) -> (i32, Option<Team>) {
        let third = [Team::First, Team::Second];
        (self.difference, third.into_iter().find(|side| self.would_have_three(*side)))
    }

    /// Returns the color difference after a game with that side.
    pub(super) fn difference_with(&self, side: Team) -> i32 {
        self.difference + if side == Team::First { 1 } else { -1 }
    }
}

/// Returns the pairs of players who may meet. The first ones were moved down and
/// do not meet each other. With a bye, it is the last node.
pub(super) fn open_edges(players: &[&Player], moved_down: usize, has_bye: bool) -> BitMatrix {
    let size = players.len() + usize::from(has_bye);
    let set = |is_member: &dyn Fn(usize) -> bool| {
        BitSet::of(size, (0..players.len()).filter(|at| is_member(*at)))
    };
    let mut open = BitMatrix::new(size);
    let (all, above) = (set(&|_| true), set(&|at| at < moved_down));
    open.insert_between(&all, &all);
    open.remove_between(&above, &above);
    for side in [Team::First, Team::Second] {
        let binding = set(&|at| players[at].binding_side() == Some(side));
        open.remove_between(&binding, &binding);
    }
    let places: HashMap<EntrantId, usize> =
        players.iter().enumerate().map(|(at, player)| (player.id, at)).collect();
    for (at, player) in players.iter().enumerate() {
        let avoided = player.avoids.iter().filter_map(|id| places.get(id));
        avoided.filter(|other| at < **other).for_each(|other| open.remove(at, *other));
    }
    if has_bye {
        let may_have_bye = set(&|at| players[at].may_have_bye);
        open.insert_between(&may_have_bye, &BitSet::of(size, [players.len()]));
    }
    open
}

/// Returns the number of `others` whom each of `players` may meet.
pub(super) fn meeting_degrees(players: &[&Player], others: &[&Player]) -> Vec<usize> {
    let places: HashMap<EntrantId, &Player> = others.iter().map(|it| (it.id, *it)).collect();
    let binding = |side| others.iter().filter(|it| it.binding_side() == Some(side)).count();
    let binding = [Team::First, Team::Second].map(|side| (side, binding(side)));
    let degree = |player: &&Player| {
        let side = player.binding_side();
        let itself = usize::from(places.contains_key(&player.id));
        let same = binding.iter().find(|(of, _)| side == Some(*of));
        let same = same.map_or(itself, |(_, count)| *count);
        let avoided = player.avoids.iter().filter(|id| **id != player.id);
        let avoided = avoided.filter_map(|id| places.get(id));
        let avoided = avoided.filter(|it| side.is_none() || it.binding_side() != side).count();
        others.len() - same - avoided
    };
    players.iter().map(degree).collect()
}

/// A.6, 1.7.
fn preference(sides: &[Team], difference: i32) -> Option<Preference> {
    let last = *sides.last()?;
    let twice = sides.len() >= 2 && sides[sides.len() - 2] == last;
    let of = |side, strength| Some(Preference { side, strength });
    match difference {
        2.. => of(Team::Second, Strength::Absolute),
        ..=-2 => of(Team::First, Strength::Absolute),
        _ if twice => of(last.other_of_two(), Strength::Absolute),
        1 => of(Team::Second, Strength::Strong),
        -1 => of(Team::First, Strength::Strong),
        _ => of(last.other_of_two(), Strength::Mild),
    }
}

/// Returns true if two players may meet (C.1 and C.3). `None` if one of them is
/// not among the players.
#[must_use]
pub fn may_meet(input: &SwissInput, one: EntrantId, other: EntrantId) -> Option<bool> {
    let find = |id| input.players.iter().find(|player| player.id == id);
    let is_forbidden = input.forbidden.iter().any(|it| [(one, other), (other, one)].contains(it));
    let [one, other] = [find(one)?, find(other)?].map(|it| Player::of(it, input));
    Some(!is_forbidden && one.may_meet(&other))
}
