//! Pairing of brackets: the steps that all editions have in common.

use std::collections::HashMap;

use super::color_allocation::first_side;
use super::criteria::{Cost, Costs, Criterion, Member};
use super::graph::Graph;
use super::matching::{BitSet, EdgeWeights, max_weight_matching};
use super::method::Method;
use super::player::{Player, meeting_degrees, open_edges};
use super::round::{BracketSummary, SwissPair, SwissRound};
use crate::ids::EntrantId;

/// The pairs and the downfloaters of a bracket.
pub(super) struct PairedBracket<'a> {
    pub(super) pairs: Vec<(&'a Player, &'a Player)>,
    pub(super) downfloaters: Vec<&'a Player>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BracketKind {
    Usual,
    /// The bracket had to leave specific players.
    Completing,
    /// The last bracket of a round of 2017 in which lower ones were collapsed.
    Collapsed,
}

pub(super) struct RoundPairer {
    pub(super) costs: Costs,
    pub(super) has_bye: bool,
    pub(super) method: Method,
    pub(super) result: SwissRound,
}

impl RoundPairer {
    /// True if a complete pairing exists in which players moved down do not
    /// meet each other.
    pub(super) fn can_complete(&self, moved_down: &[&Player], rest: &[&Player]) -> bool {
        let players = [moved_down, rest].concat();
        let size = players.len() + usize::from(self.has_bye);
        if size % 2 == 1 {
            return false;
        }
        let degrees = self.degrees(moved_down, &players);
        if has_dirac_degrees(&degrees) || self.completes_beside_bye(&players, &degrees) {
            return true;
        }
        let edges = open_edges(&players, moved_down.len(), self.has_bye);
        let mut weights = EdgeWeights::new(edges, BitSet::of(size, 0..size), vec![0; size]);
        let index = weights.add_value(1_i32);
        weights.set(0, 0, index);
        max_weight_matching(weights).iter().all(Option::is_some)
    }

    /// The number of possible opponents of each player, with the bye as one and
    /// last. Players moved down do not meet each other.
    fn degrees(&self, moved_down: &[&Player], players: &[&Player]) -> Vec<usize> {
        let mut degrees = meeting_degrees(players, players);
        for (degree, inner) in degrees.iter_mut().zip(meeting_degrees(moved_down, moved_down)) {
            *degree -= inner;
        }
        if self.has_bye {
            let may_have_bye = players.iter().map(|player| usize::from(player.may_have_bye));
            degrees.iter_mut().zip(may_have_bye).for_each(|(degree, bye)| *degree += bye);
            degrees.push(players.iter().filter(|player| player.may_have_bye).count());
        }
        degrees
    }

    /// True if the last player who may have the bye leaves a pairing of the
    /// others that exists by Dirac's theorem. Few players may have the bye.
    fn completes_beside_bye(&self, players: &[&Player], degrees: &[usize]) -> bool {
        let rests = players.iter().rposition(|player| player.may_have_bye);
        let Some(rests) = rests.filter(|_| self.has_bye) else { return false };
        // Counting an edge between two players moved down only makes this stricter.
        let without = |at: usize| {
            let player = players[at];
            let to_bye = usize::from(player.may_have_bye);
            degrees[at].saturating_sub(to_bye + usize::from(player.may_meet(players[rests])))
        };
        let others: Vec<usize> =
            (0..players.len()).filter(|at| *at != rests).map(without).collect();
        has_dirac_degrees(&others)
    }

    /// Adds a bracket to the round.
    pub(super) fn record_bracket(
        &mut self,
        moved_down: &[&Player],
        residents: &[&Player],
        paired: &PairedBracket<'_>,
        kind: BracketKind,
    ) {
        let ids = |players: &[&Player]| players.iter().map(|player| player.id).collect();
        let bracket = self.result.brackets.len();
        for (a, b) in &paired.pairs {
            let (first, second, colors) = first_side(a, b, self.costs.initial);
            let pair = SwissPair { first: first.id, second: second.id, colors, bracket };
            self.result.pairs.push(pair);
        }
        self.result.brackets.push(BracketSummary {
            points: residents.first().map_or(0, |player| player.points),
            moved_down: ids(moved_down),
            residents: ids(residents),
            downfloaters: ids(&paired.downfloaters),
            completing: kind == BracketKind::Completing,
            collapsed: kind == BracketKind::Collapsed,
            failures: self.failures(moved_down, paired),
        });
    }

    /// Returns the counted criteria that the bracket violates.
    fn failures(
        &self,
        moved_down: &[&Player],
        paired: &PairedBracket<'_>,
    ) -> Vec<(Criterion, u32)> {
        let mut counts = [0_u32; Criterion::ALL.len()];
        let mut count = |cost| {
            if let Cost::Count(criterion) = cost {
                counts[criterion as usize] += 1;
            }
        };
        for (a, b) in &paired.pairs {
            self.costs.of_pair(member(a, moved_down), member(b, moved_down), &mut count);
        }
        for player in &paired.downfloaters {
            self.costs.of_left_over(member(player, moved_down), 0, &mut count);
        }
        Criterion::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect()
    }

    /// Sorts the pairs by table (C.04.2).
    pub(super) fn assign_tables(&mut self, players: &[Player]) {
        let by_id: HashMap<EntrantId, &Player> =
            players.iter().map(|player| (player.id, player)).collect();
        let player = |id| by_id.get(&id).expect("a player");
        self.result.pairs.sort_by_cached_key(|pair| {
            let (a, b) = (player(pair.first), player(pair.second));
            let sum = std::cmp::Reverse(a.points + b.points);
            let high = if a.rank() <= b.rank() { a } else { b };
            (std::cmp::Reverse(high.points), sum, high.number)
        });
    }
}

fn member<'p>(player: &'p Player, moved_down: &[&Player]) -> Member<'p> {
    Member { player, is_moved_down: moved_down.iter().any(|other| other.id == player.id) }
}

/// True if a graph with these degrees has a Hamiltonian cycle by Dirac's
/// theorem. The alternate edges of the cycle are a perfect matching.
fn has_dirac_degrees(degrees: &[usize]) -> bool {
    degrees.iter().all(|degree| 2 * degree >= degrees.len())
}

/// Returns the bracket with the selected pairs of its graph.
pub(super) fn paired<'p>(graph: &Graph<'p>, pairs: &[(usize, usize)]) -> PairedBracket<'p> {
    let mut is_paired = vec![false; graph.inside];
    for (a, b) in pairs {
        is_paired[*a] = true;
        is_paired[*b] = true;
    }
    PairedBracket {
        pairs: pairs.iter().map(|(a, b)| (graph.player(*a), graph.player(*b))).collect(),
        downfloaters: (0..graph.inside)
            .filter(|at| !is_paired[*at])
            .map(|at| graph.player(at))
            .collect(),
    }
}
