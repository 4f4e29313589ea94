//! A score bracket as a weighted graph.

use chivalry_rules::Team;

use super::criteria::{Cost, Costs, Digit, DigitLayout, Member};
use super::input::Float;
use super::matching::{BitMatrix, BitSet};
use super::method::Method;
use super::player::{Player, Preference, meeting_degrees, open_edges};
use crate::plan::edition::Edition;

/// Extent of the graph beyond the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookahead {
    /// None: the downfloaters do not affect other brackets.
    Nothing,
    /// The residents of the next bracket (C.7, C8).
    Next,
    /// All remaining players, who must be paired as well (C.4).
    Rest,
}

/// The players of a bracket and of the lookahead, as node indices.
#[derive(Clone)]
pub(super) struct Graph<'a> {
    /// Players moved down, then residents, then the lookahead, each by rank.
    pub(super) players: Vec<&'a Player>,
    pub(super) moved_down: usize,
    /// Players of the bracket.
    pub(super) inside: usize,
    /// The end of the residents of the next bracket, if its pairs count.
    next_end: usize,
    beyond: Lookahead,
    /// True if the last node stands for the bye.
    pub(super) has_bye: bool,
    /// True if the player with the bye has as few unplayed games as possible
    /// (C9 of 2026).
    pub(super) weighs_unplayed: bool,
    costs: Costs,
    pub(super) layout: DigitLayout,
    /// The lowest score of the bracket, in half points.
    lowest: u32,
    /// The pairs of nodes that may be matched.
    pub(super) open: BitMatrix,
    pub(super) active: BitSet,
    /// True if the costs of pairs depend on past games, not only on preferences.
    weighs_games: bool,
    /// True without kinds of nodes and special cases.
    pub(super) is_plain: bool,
}

/// Everything about a node that the contributions of its edges depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeKind {
    /// Moved down, resident, of the next bracket, below it, or the bye.
    zone: usize,
    points: u32,
    preference: Option<Preference>,
    floats: [Float; 2],
    /// The unplayed games, if they count.
    unplayed: u32,
    /// The color difference and the third color in a row, if they count.
    games: Option<(i32, Option<Team>)>,
}

/// Contributions of an edge to digits, by position.
pub(super) type Gains = Vec<(usize, i64)>;

impl<'a> Graph<'a> {
    pub(super) fn new(
        moved_down: &[&'a Player],
        residents: &[&'a Player],
        others: &[&'a Player],
        beyond: Lookahead,
        has_bye: bool,
        costs: Costs,
        method: Method,
    ) -> Graph<'a> {
        let players = [moved_down, residents, others].concat();
        let inside = moved_down.len() + residents.len();
        let lowest = players[..inside].iter().map(|player| player.points).min().unwrap_or(0);
        let size = players.len() + usize::from(has_bye);
        let looks_at_next = match beyond {
            Lookahead::Nothing => false,
            Lookahead::Next => true,
            Lookahead::Rest => costs.edition == Edition::Fide2026,
        };
        let is_next = |other: &&&Player| looks_at_next && other.points == others[0].points;
        let next_end = inside + others.iter().take_while(is_next).count();
        let layout = digit_layout(&players, inside, lowest, next_end);
        let open = open_edges(&players, moved_down.len(), has_bye);
        let weighs_games = players.iter().any(|player| player.is_topscorer);
        Graph {
            players,
            moved_down: moved_down.len(),
            inside,
            next_end,
            beyond,
            has_bye,
            weighs_unplayed: false,
            costs,
            layout,
            lowest,
            open,
            active: BitSet::of(size, 0..size),
            weighs_games,
            is_plain: method.is_plain,
        }
    }

    pub(super) fn size(&self) -> usize {
        self.players.len() + usize::from(self.has_bye)
    }

    pub(super) fn player(&self, number: usize) -> &'a Player {
        self.players[number]
    }

    /// The node that stands for the bye.
    pub(super) fn bye(&self) -> Option<usize> {
        self.has_bye.then_some(self.players.len())
    }

    /// True if both nodes lie in the bracket.
    pub(super) fn is_pair(&self, a: usize, b: usize) -> bool {
        a < self.inside && b < self.inside
    }

    /// Returns the residents without a selected pair.
    pub(super) fn residents(&self) -> Vec<usize> {
        (self.moved_down..self.inside).filter(|number| self.active.contains(*number)).collect()
    }

    pub(super) fn is_open(&self, a: usize, b: usize) -> bool {
        self.active.contains(a) && self.active.contains(b) && self.open.contains(a, b)
    }

    /// Returns the nodes that satisfy the condition.
    pub(super) fn nodes(&self, is_member: impl Fn(usize) -> bool) -> BitSet {
        BitSet::of(self.size(), (0..self.size()).filter(|at| is_member(*at)))
    }

    /// Removes a selected pair from the graph.
    pub(super) fn deactivate_pair(&mut self, a: usize, b: usize) {
        self.active.remove(a);
        self.active.remove(b);
    }

    /// Puts a pair back.
    pub(super) fn activate_pair(&mut self, a: usize, b: usize) {
        self.active.insert(a);
        self.active.insert(b);
    }

    /// Returns the kind of a node.
    pub(super) fn kind(&self, number: usize) -> NodeKind {
        let ends = [self.moved_down, self.inside, self.next_end, self.players.len()];
        let zone = ends.iter().filter(|end| number >= **end).count();
        let Some(player) = self.players.get(number) else {
            let floats = [Float::None; 2];
            return NodeKind {
                zone,
                points: 0,
                preference: None,
                floats,
                unplayed: 0,
                games: None,
            };
        };
        NodeKind {
            zone,
            points: player.points,
            preference: player.preference,
            floats: player.floats,
            unplayed: if self.weighs_unplayed { player.unplayed } else { 0 },
            games: self.weighs_games.then(|| player.game_colors()),
        }
    }

    /// Appends the contributions of an edge, in relation to leaving both
    /// players unpaired.
    pub(super) fn gains(&self, a: usize, b: usize, gains: &mut Gains) {
        let mut add = |digit, gain| gains.push((self.layout.index(digit), gain));
        if self.beyond == Lookahead::Rest {
            add(Digit::Complete, 1);
        }
        if b == self.players.len() {
            if self.weighs_unplayed {
                add(Digit::UnplayedGames, -i64::from(self.players[a].unplayed));
            }
            return;
        }
        let (one, other) = (self.member(a), self.member(b));
        if self.is_pair(a, b) {
            add(Digit::Pairs, 1);
            self.costs.of_pair(one, other, |cost| self.add_cost(cost, -1, &mut add));
            for member in [one, other] {
                let difference = member.player.points + 2 - self.lowest;
                self.costs
                    .of_left_over(member, difference, |cost| self.add_cost(cost, 1, &mut add));
            }
        } else if b < self.next_end {
            add(Digit::NextPairs, 1);
            let difference = one.player.points.abs_diff(other.player.points);
            if self.costs.edition == Edition::Fide2017
                && let Some(level) = self.layout.level(difference)
            {
                add(Digit::NextDifference(level), -1);
            }
        }
        // Neither player floats down from the next bracket.
        if self.inside < self.next_end && b < self.next_end {
            let next = self.players[self.inside].points;
            for member in [one, other] {
                let difference = member.player.points + 2 - next;
                if let Some(level) = self.layout.level(difference) {
                    add(Digit::NextDifference(level), 1);
                }
            }
        }
    }

    fn member(&self, number: usize) -> Member<'a> {
        Member { player: self.players[number], is_moved_down: number < self.moved_down }
    }

    fn add_cost(&self, cost: Cost, times: i64, add: &mut impl FnMut(Digit, i64)) {
        let level = |difference| self.layout.level(difference).expect("a difference that can be");
        let digit = match cost {
            Cost::Difference(difference) => Digit::Difference(level(difference)),
            Cost::Count(criterion) => Digit::Count(criterion),
            Cost::Repeated(repeat, difference) => Digit::Repeated(repeat, level(difference)),
        };
        add(digit, times);
    }

    /// Returns the sum of the contributions of edges, by digit.
    pub(super) fn total(&self, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<i64> {
        let mut total = vec![0; self.layout.len()];
        let mut gains = Gains::new();
        for (a, b) in edges {
            gains.clear();
            self.gains(a, b, &mut gains);
            for (place, gain) in &gains {
                total[*place] += gain;
            }
        }
        total
    }

    /// True if the downfloaters do not affect the players beyond the bracket.
    pub(super) fn is_isolated(&self, left_over: usize) -> bool {
        let next = &self.players[self.inside..];
        match self.beyond {
            _ if self.is_plain => false,
            _ if next.is_empty() || left_over == 0 => true,
            Lookahead::Nothing => true,
            Lookahead::Next => {
                left_over == 1
                    && accepts_any_downfloater(&self.players[self.moved_down..self.inside], next)
            }
            Lookahead::Rest => false,
        }
    }
}

/// True if the next bracket can be paired equally well (C.7, C8) with any one of
/// `floaters`, who have equal scores. Uses Dirac's condition for the next
/// bracket without one of its residents.
pub(super) fn accepts_any_downfloater(floaters: &[&Player], next: &[&Player]) -> bool {
    let size = next.len();
    size > 2
        && meeting_degrees(floaters, next).iter().all(|degree| 2 * degree > size)
        && meeting_degrees(next, next).iter().all(|degree| 2 * degree >= size + 2)
}

/// Returns the layout for all score differences of the bracket and the
/// lookahead.
fn digit_layout(players: &[&Player], inside: usize, lowest: u32, next_end: usize) -> DigitLayout {
    let scores = |players: &[&Player]| {
        let mut scores: Vec<u32> = players.iter().map(|player| player.points).collect();
        scores.sort_unstable();
        scores.dedup();
        scores
    };
    let own = scores(&players[..inside]);
    let pairs = own.iter().flat_map(|a| own.iter().map(move |b| a.abs_diff(*b)));
    let left_over = own.iter().map(|points| points + 2 - lowest);
    let next = players.get(inside).filter(|_| inside < next_end).map(|next| next.points);
    let beyond = next.into_iter().flat_map(|next| {
        let differences = own.iter().flat_map(move |points| [points - next, points - next + 2]);
        differences.chain([2])
    });
    DigitLayout::new(pairs.chain(left_over).chain(beyond))
}
