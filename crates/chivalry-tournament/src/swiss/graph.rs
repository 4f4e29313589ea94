//! A bracket as a weighted graph: who may meet whom, and how good it is.

use integer_blossom::{Weight as _, max_weight_matching};

use chivalry_rules::Team;

use super::criteria::{Cost, Digit, DigitLayout, left_over_costs, pair_costs};
use super::lexicographic_matching::BipartiteMatching;
use super::player::Player;
use super::wide_int::WideInt;

/// What is looked at beyond the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookahead {
    /// Nothing: whoever is left over does not matter to others.
    Nothing,
    /// The residents of the following bracket (C.7).
    Next,
    /// All who are left, who have to be paired as well (C.4).
    Rest,
}

/// The players of a bracket, and those beyond it, as numbers.
#[derive(Clone)]
pub(super) struct Graph<'a> {
    /// Who was moved down, then the residents, then those beyond; each by
    /// rank.
    players: Vec<&'a Player>,
    pub(super) moved_down: usize,
    /// Players of the bracket.
    pub(super) inside: usize,
    beyond: Lookahead,
    /// Whether somebody has to have the bye: the last number is for it.
    has_bye: bool,
    initial: Team,
    layout: DigitLayout,
    /// The lowest score of the bracket, in half points (A.8).
    lowest: u32,
    open: Vec<bool>,
    active: Vec<bool>,
}

/// What a choice adds to digits, by their place.
pub(super) type Gains = Vec<(usize, i64)>;

/// Digits below those of the criteria: the width of each in bits, and what an
/// edge adds to them.
pub(super) struct SecondaryWeights<'a> {
    pub(super) widths: &'a [usize],
    pub(super) gains: &'a dyn Fn(usize, usize, &mut Gains),
}

/// Who is matched with whom.
pub(super) type Mates = Vec<Option<usize>>;

impl<'a> Graph<'a> {
    pub(super) fn new(
        moved_down: &[&'a Player],
        residents: &[&'a Player],
        others: &[&'a Player],
        beyond: Lookahead,
        has_bye: bool,
        initial: Team,
    ) -> Graph<'a> {
        let players = [moved_down, residents, others].concat();
        let inside = moved_down.len() + residents.len();
        let lowest = players[..inside].iter().map(|player| player.points).min().unwrap_or(0);
        let size = players.len() + usize::from(has_bye);
        let layout = digit_layout(&players, inside, lowest, beyond);
        let mut graph = Graph {
            players,
            moved_down: moved_down.len(),
            inside,
            beyond,
            has_bye,
            initial,
            layout,
            lowest,
            open: vec![false; size * size],
            active: vec![true; size],
        };
        for a in 0..size {
            for b in a + 1..size {
                graph.open[a * size + b] = graph.may_match(a, b);
            }
        }
        graph
    }

    pub(super) fn size(&self) -> usize {
        self.active.len()
    }

    pub(super) fn player(&self, number: usize) -> &'a Player {
        self.players[number]
    }

    /// Whether the edge lies in the bracket.
    pub(super) fn is_pair(&self, a: usize, b: usize) -> bool {
        a < self.inside && b < self.inside
    }

    /// Residents not yet decided upon.
    pub(super) fn residents(&self) -> Vec<usize> {
        (self.moved_down..self.inside).filter(|number| self.active[*number]).collect()
    }

    pub(super) fn is_open(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        self.active[a] && self.active[b] && self.open[a * self.size() + b]
    }

    /// Closes the edges of which the condition holds.
    pub(super) fn close(&mut self, is_closed: impl Fn(usize, usize) -> bool) {
        let size = self.size();
        for a in 0..size {
            for b in a + 1..size {
                self.open[a * size + b] &= !is_closed(a, b);
            }
        }
    }

    /// Takes a pair that is decided upon out of the graph.
    pub(super) fn deactivate_pair(&mut self, a: usize, b: usize) {
        self.active[a] = false;
        self.active[b] = false;
    }

    /// Puts a pair back.
    pub(super) fn activate_pair(&mut self, a: usize, b: usize) {
        self.active[a] = true;
        self.active[b] = true;
    }

    fn may_match(&self, a: usize, b: usize) -> bool {
        if b == self.players.len() {
            return self.players[a].may_have_bye;
        }
        let both_moved_down = b < self.moved_down;
        !both_moved_down && self.players[a].may_meet(self.players[b])
    }

    /// What the edge adds to the digits of the criteria, compared with nobody
    /// of the two being paired.
    pub(super) fn gains(&self, a: usize, b: usize, gains: &mut Gains) {
        let mut add = |digit, gain| gains.push((self.layout.index(digit), gain));
        if self.beyond == Lookahead::Rest {
            add(Digit::Complete, 1);
        }
        if b == self.players.len() {
            return;
        }
        let (one, other) = (self.players[a], self.players[b]);
        if self.is_pair(a, b) {
            add(Digit::Pairs, 1);
            pair_costs(one, other, self.initial, |cost| self.add_cost(cost, -1, &mut add));
            for player in [one, other] {
                let difference = player.points + 2 - self.lowest;
                left_over_costs(player, difference, |cost| self.add_cost(cost, 1, &mut add));
            }
        } else if self.beyond == Lookahead::Next {
            add(Digit::NextPairs, 1);
            let difference = one.points.abs_diff(other.points);
            if let Some(level) = self.layout.level(difference) {
                add(Digit::NextDifference(level), -1);
            }
        }
        if self.beyond == Lookahead::Next {
            let next = self.players[self.inside].points;
            for player in [one, other] {
                let difference = player.points + 2 - next;
                if let Some(level) = self.layout.level(difference) {
                    add(Digit::NextDifference(level), 1);
                }
            }
        }
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

    /// The sum of what some edges add to each digit.
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

    /// A matching of the greatest weight: the best by the criteria, and among
    /// those by `extra`.
    pub(super) fn solve(&self, extra: Option<&SecondaryWeights<'_>>) -> Mates {
        let numbers: Vec<usize> = (0..self.size()).filter(|at| self.active[*at]).collect();
        let weights = WeightLayout::new(self, &numbers, extra);
        let matched = match weights.bits {
            ..=120 => weights.solve::<2>(),
            121..=248 => weights.solve::<4>(),
            249..=504 => weights.solve::<8>(),
            505..=1_016 => weights.solve::<16>(),
            1_017..=2_040 => weights.solve::<32>(),
            2_041..=4_088 => weights.solve::<64>(),
            _ => weights.solve::<256>(),
        };
        let mut mates = vec![None; self.size()];
        for (at, mate) in matched.into_iter().enumerate() {
            mates[numbers[at]] = mate.map(|mate| numbers[mate]);
        }
        mates
    }

    /// Among the best pairings of two halves, of which `mates` is one, the
    /// first in order (D.1): for each of `upper` its mate. Who of `lower` is
    /// left over has the bye, if there is one, and is worth the same as any
    /// other if there is none.
    pub(super) fn first_in_order(
        &self,
        upper: &[usize],
        lower: &[usize],
        mates: &Mates,
    ) -> Vec<usize> {
        let bye = (self.has_bye && self.active[self.players.len()]).then_some(self.players.len());
        let numbers: Vec<usize> = upper.iter().chain(lower).copied().chain(bye).collect();
        let weights = WeightLayout::new(self, &numbers, None);
        let firsts = match weights.bits {
            ..=120 => weights.first::<2>(upper, lower, mates),
            121..=248 => weights.first::<4>(upper, lower, mates),
            249..=504 => weights.first::<8>(upper, lower, mates),
            505..=1_016 => weights.first::<16>(upper, lower, mates),
            1_017..=2_040 => weights.first::<32>(upper, lower, mates),
            2_041..=4_088 => weights.first::<64>(upper, lower, mates),
            _ => weights.first::<256>(upper, lower, mates),
        };
        firsts.into_iter().map(|at| lower[at]).collect()
    }

    /// Whether nobody of the bracket but whom it has to leave over matters to
    /// those beyond.
    pub(super) fn is_isolated(&self, left_over: usize) -> bool {
        let next = &self.players[self.inside..];
        match self.beyond {
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

/// Whether the next bracket can be paired equally well (C.7) whichever one of
/// `floaters`, of one score, comes down to it: by Dirac's condition, with any
/// one of its own taken out.
pub(super) fn accepts_any_downfloater(floaters: &[&Player], next: &[&Player]) -> bool {
    let size = next.len();
    let among = |player: &Player| {
        next.iter().filter(|other| other.id != player.id && player.may_meet(other)).count()
    };
    size > 2
        && floaters.iter().all(|floater| 2 * among(floater) > size)
        && next.iter().all(|player| 2 * among(player) >= size + 2)
}

/// Edges among some of a graph's numbers, and how their weights are laid out.
struct WeightLayout<'a> {
    graph: &'a Graph<'a>,
    numbers: &'a [usize],
    edges: Vec<(usize, usize)>,
    shifts: Vec<usize>,
    bits: usize,
    extra: Option<&'a SecondaryWeights<'a>>,
}

impl<'a> WeightLayout<'a> {
    /// Gives each digit as many bits as all edges together can need.
    fn new(
        graph: &'a Graph<'a>,
        numbers: &'a [usize],
        extra: Option<&'a SecondaryWeights<'a>>,
    ) -> WeightLayout<'a> {
        let edges: Vec<(usize, usize)> = (0..numbers.len())
            .flat_map(|a| (a + 1..numbers.len()).map(move |b| (a, b)))
            .filter(|(a, b)| graph.is_open(numbers[*a], numbers[*b]))
            .collect();
        let mut most = vec![0_u64; graph.layout.len()];
        let mut gains = Gains::new();
        for (a, b) in &edges {
            gains.clear();
            graph.gains(numbers[*a], numbers[*b], &mut gains);
            for (place, gain) in merged(&mut gains) {
                most[place] = most[place].max(gain.unsigned_abs());
            }
        }
        let bits = |most: u64| (u64::BITS - (most * numbers.len() as u64).leading_zeros()) as usize;
        let width = |most: &u64| if *most == 0 { 0 } else { bits(*most) + 1 };
        let mut widths: Vec<usize> = most.iter().map(width).collect();
        widths.extend(extra.map_or(&[][..], |extra| extra.widths));
        let mut shifts = vec![0; widths.len()];
        let mut bits = 0;
        for (shift, width) in shifts.iter_mut().zip(&widths).rev() {
            *shift = bits;
            bits += width;
        }
        WeightLayout { graph, numbers, edges, shifts, bits, extra }
    }

    /// The weights of the edges, as a square; zero where there is none.
    fn weights<const N: usize>(&self) -> Vec<WideInt<N>> {
        debug_assert!(self.bits <= WideInt::<N>::BITS);
        let size = self.numbers.len();
        let own = self.graph.layout.len();
        let mut weights = vec![WideInt::ZERO; size * size];
        let (mut gains, mut more) = (Gains::new(), Gains::new());
        for (a, b) in &self.edges {
            let (one, other) = (self.numbers[*a], self.numbers[*b]);
            gains.clear();
            self.graph.gains(one, other, &mut gains);
            if let Some(extra) = self.extra {
                more.clear();
                (extra.gains)(one.min(other), one.max(other), &mut more);
                gains.extend(more.iter().map(|(place, gain)| (own + place, *gain)));
            }
            let weight = &mut weights[a * size + b];
            for (place, gain) in &gains {
                weight.add_shifted(*gain, self.shifts[*place]);
            }
        }
        weights
    }

    fn solve<const N: usize>(&self) -> Mates {
        max_weight_matching(&self.weights::<N>(), self.numbers.len())
    }

    /// The place in `lower` of the mate of each of `upper`.
    fn first<const N: usize>(&self, upper: &[usize], lower: &[usize], mates: &Mates) -> Vec<usize> {
        let weights = self.weights::<N>();
        let all = self.numbers.len();
        let size = lower.len();
        let has_bye = all > upper.len() + size;
        let mut worth = Vec::with_capacity(size * size);
        for row in 0..size {
            for column in 0..size {
                let is_left_over = row >= upper.len();
                let weight = match is_left_over {
                    false => weights[row * all + upper.len() + column],
                    true if has_bye => weights[(upper.len() + column) * all + all - 1],
                    true => WideInt::ZERO,
                };
                let is_edge = weight > WideInt::ZERO || is_left_over && !has_bye;
                worth.push(is_edge.then_some(weight));
            }
        }
        let place = |number| lower.iter().position(|lower| *lower == number);
        let mut column_of: Vec<usize> = upper
            .iter()
            .map(|number| mates[*number].and_then(place).expect("a pair for each of S1"))
            .collect();
        let left: Vec<usize> = (0..size).filter(|column| !column_of.contains(column)).collect();
        column_of.extend(left);
        let mut firsts = BipartiteMatching { size, worth, column_of }.first(upper.len());
        firsts.truncate(upper.len());
        firsts
    }
}

/// The gains with those of one digit added up.
fn merged(gains: &mut Gains) -> impl Iterator<Item = (usize, i64)> {
    gains.sort_unstable_by_key(|(place, _)| *place);
    gains.chunk_by(|a, b| a.0 == b.0).map(|same| {
        let sum = same.iter().map(|(_, gain)| gain).sum();
        (same[0].0, sum)
    })
}

/// The differences of scores that can be in a bracket and the one after it.
fn digit_layout(players: &[&Player], inside: usize, lowest: u32, beyond: Lookahead) -> DigitLayout {
    let scores = |players: &[&Player]| {
        let mut scores: Vec<u32> = players.iter().map(|player| player.points).collect();
        scores.sort_unstable();
        scores.dedup();
        scores
    };
    let own = scores(&players[..inside]);
    let pairs = own.iter().flat_map(|a| own.iter().map(move |b| a.abs_diff(*b)));
    let left_over = own.iter().map(|points| points + 2 - lowest);
    let next = players.get(inside).filter(|_| beyond == Lookahead::Next).map(|next| next.points);
    let beyond = next.into_iter().flat_map(|next| {
        let differences = own.iter().flat_map(move |points| [points - next, points - next + 2]);
        differences.chain([2])
    });
    DigitLayout::new(pairs.chain(left_over).chain(beyond))
}
