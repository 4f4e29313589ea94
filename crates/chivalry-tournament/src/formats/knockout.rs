//! Knockout brackets: single and double elimination with seeding and byes.
//!
//! The number of entrants determines the bracket: a list of nodes, each fed by
//! seeds or by earlier nodes. The results of nodes determine the entrants of
//! the later ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::EntrantId;
use crate::seeded_shuffle::draw_lot;

/// The version of the bracket and of the color allocation.
pub const KNOCKOUT_VERSION: &str = "knockout/1";

/// A node of the bracket, at which two entrants meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The part of the bracket.
    pub branch: Branch,
    /// The round in which it is played, from 1. Later than all nodes that feed
    /// it.
    pub round: u16,
    /// The sources of its two entrants.
    pub sources: [Source; 2],
}

/// A part of the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The winners bracket, with its own round from 1.
    Winners(u16),
    /// The losers bracket, with its own round from 1.
    Losers(u16),
    /// The match of the losing semi-finalists.
    ThirdPlace,
    /// The final of a double elimination: the unbeaten entrant against the
    /// winner of the losers bracket.
    Final,
    /// The bracket reset: a second final after the unbeaten entrant lost the
    /// first.
    FinalAgain,
}

/// The source of an entrant. Nodes are named by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The entrant with that seed, from 1. A bye if there are fewer entrants.
    Seed(usize),
    /// The winner of a node.
    Winner(usize),
    /// The loser of a node.
    Loser(usize),
}

/// The state of one side of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Not known yet.
    Open,
    /// No entrant: a bye for the other side.
    Bye,
    /// The entrant.
    Entrant(EntrantId),
}

/// The state of a node after the results so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeState {
    /// The two sides.
    pub sides: [Slot; 2],
    /// The winner. Open until the node is decided.
    pub winner: Slot,
    /// The loser.
    pub loser: Slot,
}

/// The result of a decided node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeResult {
    /// The node.
    pub node: usize,
    /// The winner. `None` if both entrants were absent.
    pub winner: Option<EntrantId>,
    /// The loser, who continues in the losers bracket or the match for third
    /// place.
    pub loser: Option<EntrantId>,
}

/// Input of the knockout pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnockoutInput {
    /// The participants, the top seed first.
    pub seeds: Vec<EntrantId>,
    /// True for double elimination.
    pub double: bool,
    /// True if the losing semi-finalists play for third place.
    pub third_place: bool,
    /// The decided nodes.
    pub decided: Vec<NodeResult>,
    /// The nodes that are already paired.
    pub paired: Vec<usize>,
    /// Number of pairings that each seed has started with the first side.
    pub firsts: Vec<u32>,
}

/// A pair of a knockout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockoutPair {
    /// The node at which the two meet.
    pub node: usize,
    /// The round of the node.
    pub round: u16,
    /// The entrant with the first side in the first game.
    pub first: EntrantId,
    /// The entrant with the second side.
    pub second: EntrantId,
}

/// Returns the bracket for a number of entrants.
#[must_use]
pub fn nodes(entrants: usize, double: bool, third_place: bool) -> Vec<Node> {
    let size = entrants.max(2).next_power_of_two();
    let mut bracket = Bracket { nodes: Vec::new() };
    let order = seeding(size);
    let seeded = order.chunks(2).map(|pair| [Source::Seed(pair[0]), Source::Seed(pair[1])]);
    let mut winners = vec![bracket.row(Branch::Winners(1), seeded.collect())];
    while winners[winners.len() - 1].len() > 1 {
        let before = &winners[winners.len() - 1];
        let pairs = before.chunks(2).map(|pair| [Source::Winner(pair[0]), Source::Winner(pair[1])]);
        let branch = Branch::Winners(winners.len() as u16 + 1);
        winners.push(bracket.row(branch, pairs.collect()));
    }
    let last = winners[winners.len() - 1][0];
    if double {
        let challenger = bracket.losers(&winners);
        let finals = bracket.row(Branch::Final, vec![[Source::Winner(last), challenger]]);
        let again = [Source::Winner(finals[0]), Source::Loser(finals[0])];
        bracket.row(Branch::FinalAgain, vec![again]);
    } else if third_place && winners.len() > 1 {
        let semis = &winners[winners.len() - 2];
        let losers = [Source::Loser(semis[0]), Source::Loser(semis[1])];
        bracket.row(Branch::ThirdPlace, vec![losers]);
    }
    bracket.nodes
}

/// Returns the seeds from the top of the bracket down. The two top seeds can
/// meet only in the final, the top four only from the semi-finals on.
fn seeding(size: usize) -> Vec<usize> {
    let mut order = vec![1];
    while order.len() < size {
        let both = 2 * order.len() + 1;
        order = order.iter().flat_map(|seed| [*seed, both - seed]).collect();
    }
    order
}

/// Returns the pairs that meet first, as indices into the seeding: those of the
/// first round, and those of the second that both had a bye.
pub(crate) fn first_pairs(entrants: usize) -> Vec<[usize; 2]> {
    let seeds = Vec::from_iter((1..=entrants as u32).map(EntrantId));
    let states = states(&nodes(entrants, false, false), &seeds, &[]);
    let index = |id: EntrantId| id.0 as usize - 1;
    let known = states.iter().filter_map(|state| match state.sides {
        [Slot::Entrant(a), Slot::Entrant(b)] => Some([index(a), index(b)]),
        _ => None,
    });
    known.collect()
}

struct Bracket {
    nodes: Vec<Node>,
}

impl Bracket {
    fn row(&mut self, branch: Branch, sources: Vec<[Source; 2]>) -> Vec<usize> {
        let begin = self.nodes.len();
        for sources in sources {
            let after = |source: &Source| match source {
                Source::Seed(_) => 0,
                Source::Winner(node) | Source::Loser(node) => self.nodes[*node].round,
            };
            let round = 1 + sources.iter().map(after).max().unwrap_or(0);
            self.nodes.push(Node { branch, round, sources });
        }
        (begin..self.nodes.len()).collect()
    }

    /// Adds the losers bracket and returns the source of its winner. Entrants
    /// drop into the opposite end, which delays rematches.
    fn losers(&mut self, winners: &[Vec<usize>]) -> Source {
        let mut alive: Vec<Source> = winners[0].iter().map(|node| Source::Loser(*node)).collect();
        let mut round = 0;
        for (at, row) in winners.iter().enumerate().skip(1) {
            round += 1;
            let pairs = alive.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
            let won = self.row(Branch::Losers(round), pairs);
            let mut dropped = row.clone();
            if at % 2 == 1 {
                dropped.reverse();
            } else {
                let half = dropped.len() / 2;
                dropped.rotate_left(half);
            }
            round += 1;
            let pairs = won.iter().zip(&dropped);
            let pairs = pairs.map(|(own, from)| [Source::Winner(*own), Source::Loser(*from)]);
            let won = self.row(Branch::Losers(round), pairs.collect());
            alive = won.into_iter().map(Source::Winner).collect();
        }
        alive[0]
    }
}

/// Returns the state of every node.
#[must_use]
pub fn states(nodes: &[Node], seeds: &[EntrantId], decided: &[NodeResult]) -> Vec<NodeState> {
    let decided: BTreeMap<usize, &NodeResult> =
        decided.iter().map(|result| (result.node, result)).collect();
    let mut states: Vec<NodeState> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let mut sides = node.sources.map(|source| match source {
            Source::Seed(seed) => seeds.get(seed - 1).map_or(Slot::Bye, |id| Slot::Entrant(*id)),
            Source::Winner(node) => states[node].winner,
            Source::Loser(node) => states[node].loser,
        });
        if node.branch == Branch::FinalAgain {
            let finals = states[at - 1];
            // The second final is not played if the unbeaten entrant won the
            // first, or if an entrant is missing.
            if finals.winner != Slot::Open && finals.winner != finals.sides[1]
                || finals.sides.contains(&Slot::Bye)
            {
                sides = [finals.winner, Slot::Bye];
            }
        }
        states.push(match (decided.get(&at), sides) {
            (Some(result), _) => {
                let slot = |id: Option<EntrantId>| id.map_or(Slot::Bye, Slot::Entrant);
                NodeState { sides, winner: slot(result.winner), loser: slot(result.loser) }
            }
            (None, [Slot::Bye, other] | [other, Slot::Bye]) => {
                NodeState { sides, winner: other, loser: Slot::Bye }
            }
            (None, _) => NodeState { sides, winner: Slot::Open, loser: Slot::Open },
        });
    }
    states
}

/// Returns every pair that can be played now, in bracket order. The entrant
/// with fewer first sides gets the first side. A lot decides ties.
#[must_use]
pub fn pair(input: &KnockoutInput, seed: u64) -> Vec<KnockoutPair> {
    let nodes = nodes(input.seeds.len(), input.double, input.third_place);
    let states = states(&nodes, &input.seeds, &input.decided);
    let firsts = |id: EntrantId| {
        let place = input.seeds.iter().position(|seed| *seed == id);
        place.and_then(|at| input.firsts.get(at)).copied().unwrap_or(0)
    };
    let is_decided = |node| input.decided.iter().any(|result| result.node == node);
    let mut pairs = Vec::new();
    for (at, state) in states.iter().enumerate() {
        let [Slot::Entrant(a), Slot::Entrant(b)] = state.sides else { continue };
        if input.paired.contains(&at) || is_decided(at) {
            continue;
        }
        let a_begins = match firsts(a).cmp(&firsts(b)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => draw_lot(seed, at as u64).is_multiple_of(2),
        };
        let (first, second) = if a_begins { (a, b) } else { (b, a) };
        pairs.push(KnockoutPair { node: at, round: nodes[at].round, first, second });
    }
    pairs
}

/// Returns the entrants by the round that they reached, the furthest first.
/// Entrants with equal results share a group.
#[must_use]
pub fn places(input: &KnockoutInput) -> Vec<Vec<EntrantId>> {
    let nodes = nodes(input.seeds.len(), input.double, input.third_place);
    let states = states(&nodes, &input.seeds, &input.decided);
    let mut reached: BTreeMap<(u16, u8), Vec<EntrantId>> = BTreeMap::new();
    for id in &input.seeds {
        let stands = |state: &NodeState| state.sides.contains(&Slot::Entrant(*id));
        let is_third = |at: usize| nodes[at].branch == Branch::ThirdPlace;
        let all = (0..nodes.len()).filter(|at| stands(&states[*at]));
        // The match for third place separates only the losing semi-finalists.
        let last = all.clone().filter(|at| !is_third(*at)).max_by_key(|at| nodes[*at].round);
        let third = all.clone().find(|at| is_third(*at));
        let won = |at: usize| u8::from(states[at].winner == Slot::Entrant(*id));
        let key =
            last.map_or((0, 0), |last| (nodes[last].round, 2 * won(last) + third.map_or(0, won)));
        reached.entry(key).or_default().push(*id);
    }
    reached.into_values().rev().collect()
}

/// Returns the nodes that depend on the result of a node.
#[must_use]
pub fn after(nodes: &[Node], node: usize) -> Vec<usize> {
    let mut led_to = vec![node];
    for (at, next) in nodes.iter().enumerate().skip(node + 1) {
        let is_fed = next.sources.iter().any(|source| match source {
            Source::Seed(_) => false,
            Source::Winner(from) | Source::Loser(from) => led_to.contains(from),
        });
        if is_fed {
            led_to.push(at);
        }
    }
    led_to.split_off(1)
}
