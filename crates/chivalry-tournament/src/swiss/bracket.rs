//! Pairing of a round, bracket by bracket (A.9).

use integer_blossom::max_weight_matching;

use super::candidate_order::select_pairs;
use super::color_allocation::first_side;
use super::criteria::{Cost, Criterion, left_over_costs, pair_costs};
use super::graph::{Graph, Lookahead, accepts_any_downfloater};
use super::input::SwissInput;
use super::player::Player;
use super::round::{BracketSummary, SwissPair, SwissRound, Unpairable};
use super::weights::solve;

type Players<'a> = Vec<&'a Player>;

/// The pairs and the downfloaters of a bracket.
struct PairedBracket<'a> {
    pairs: Vec<(&'a Player, &'a Player)>,
    downfloaters: Players<'a>,
}

/// Pairs a round.
///
/// # Errors
/// No pairing satisfies the absolute criteria C.1 to C.3.
pub fn pair(input: &SwissInput) -> Result<SwissRound, Unpairable> {
    let mut players: Vec<Player> =
        input.players.iter().map(|contender| Player::of(contender, input)).collect();
    players.sort_by_key(Player::rank);
    let all: Players<'_> = players.iter().collect();
    let round = RoundPairer { input, has_bye: all.len() % 2 == 1 };
    if !round.can_complete(&[], &all) {
        return Err(Unpairable);
    }
    let mut result = SwissRound { pairs: Vec::new(), bye: None, brackets: Vec::new() };
    let groups: Vec<&[&Player]> = all.chunk_by(|a, b| a.points == b.points).collect();
    let mut moved_down: Players<'_> = Vec::new();
    let mut begin = 0;
    for (at, group) in groups.iter().enumerate() {
        begin += group.len();
        let rest = &all[begin..];
        let Some(next) = groups.get(at + 1) else {
            let paired = round.pair_last(&moved_down, group)?;
            round.record_bracket(&mut result, &moved_down, group, &paired, BracketKind::Last);
            result.bye = paired.downfloaters.first().map(|player| player.id);
            break;
        };
        let paired = round.pair_bracket(&moved_down, group, next);
        if round.can_complete(&paired.downfloaters, rest) {
            round.record_bracket(&mut result, &moved_down, group, &paired, BracketKind::Usual);
            moved_down = paired.downfloaters;
            continue;
        }
        let penultimate = round.pair_penultimate(&moved_down, group, rest)?;
        round.record_bracket(
            &mut result,
            &moved_down,
            group,
            &penultimate,
            BracketKind::Penultimate,
        );
        let last = round.pair_last(&penultimate.downfloaters, rest)?;
        round.record_bracket(
            &mut result,
            &penultimate.downfloaters,
            rest,
            &last,
            BracketKind::Collapsed,
        );
        result.bye = last.downfloaters.first().map(|player| player.id);
        break;
    }
    round.assign_tables(&mut result, &players);
    Ok(result)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BracketKind {
    Usual,
    Penultimate,
    Last,
    Collapsed,
}

struct RoundPairer<'a> {
    input: &'a SwissInput,
    has_bye: bool,
}

impl RoundPairer<'_> {
    /// Pairs a bracket that is not the last.
    fn pair_bracket<'p>(
        &self,
        moved_down: &[&'p Player],
        residents: &[&'p Player],
        next: &[&'p Player],
    ) -> PairedBracket<'p> {
        let initial = self.input.initial;
        let mut graph = Graph::new(moved_down, residents, &[], Lookahead::Nothing, false, initial);
        let left = solve(&graph, None).iter().filter(|mate| mate.is_none()).count();
        // The lookahead is expensive. It is skipped if any downfloater suits
        // the next bracket.
        let any_downfloater_fits =
            left == 1 && moved_down.is_empty() && accepts_any_downfloater(residents, next);
        if left > 0 && !any_downfloater_fits {
            graph = Graph::new(moved_down, residents, next, Lookahead::Next, false, initial);
        }
        let pairs = select_pairs(&mut graph, false).unwrap_or_default();
        paired(&graph, &pairs)
    }

    /// Pairs a bracket so that the rest can be completed (C.4).
    fn pair_penultimate<'p>(
        &self,
        moved_down: &[&'p Player],
        residents: &[&'p Player],
        rest: &[&'p Player],
    ) -> Result<PairedBracket<'p>, Unpairable> {
        let (has_bye, initial) = (self.has_bye, self.input.initial);
        let mut graph = Graph::new(moved_down, residents, rest, Lookahead::Rest, has_bye, initial);
        let pairs = select_pairs(&mut graph, true).ok_or(Unpairable)?;
        Ok(paired(&graph, &pairs))
    }

    /// Pairs the last bracket.
    fn pair_last<'p>(
        &self,
        moved_down: &[&'p Player],
        residents: &[&'p Player],
    ) -> Result<PairedBracket<'p>, Unpairable> {
        self.pair_penultimate(moved_down, residents, &[])
    }

    /// True if a complete pairing exists in which players moved down do not
    /// meet each other.
    fn can_complete(&self, moved_down: &[&Player], rest: &[&Player]) -> bool {
        let players = [moved_down, rest].concat();
        let size = players.len() + usize::from(self.has_bye);
        if size % 2 == 1 {
            return false;
        }
        let may = |a: usize, b: usize| match players.get(b) {
            Some(other) => b >= moved_down.len() && players[a].may_meet(other),
            None => players[a].may_have_bye,
        };
        let mut edges = vec![0_i32; size * size];
        let mut degrees = vec![0; size];
        for a in 0..size {
            for b in a + 1..size {
                let is_edge = may(a, b);
                edges[a * size + b] = i32::from(is_edge);
                degrees[a] += usize::from(is_edge);
                degrees[b] += usize::from(is_edge);
            }
        }
        // By Dirac's theorem a Hamiltonian cycle exists, and its alternate
        // edges are a perfect matching.
        degrees.iter().all(|degree| 2 * degree >= size)
            || max_weight_matching(&edges, size).iter().all(Option::is_some)
    }

    fn record_bracket<'p>(
        &self,
        result: &mut SwissRound,
        moved_down: &[&'p Player],
        residents: &[&'p Player],
        paired: &PairedBracket<'p>,
        kind: BracketKind,
    ) {
        let ids = |players: &[&Player]| players.iter().map(|player| player.id).collect();
        let bracket = result.brackets.len();
        for (a, b) in &paired.pairs {
            let (first, second, colors) = first_side(a, b, self.input.initial);
            let pair = SwissPair { first: first.id, second: second.id, colors, bracket };
            result.pairs.push(pair);
        }
        result.brackets.push(BracketSummary {
            points: residents.first().map_or(0, |player| player.points),
            moved_down: ids(moved_down),
            residents: ids(residents),
            downfloaters: ids(&paired.downfloaters),
            completing: kind == BracketKind::Penultimate,
            collapsed: kind == BracketKind::Collapsed,
            failures: self.failures(paired),
        });
    }

    /// Returns the criteria from C.8 on that the bracket violates, with counts.
    fn failures(&self, paired: &PairedBracket<'_>) -> Vec<(Criterion, u32)> {
        let mut counts = [0_u32; Criterion::ALL.len()];
        let mut count = |cost| {
            if let Cost::Count(criterion) = cost {
                counts[criterion as usize] += 1;
            }
        };
        for (a, b) in &paired.pairs {
            pair_costs(a, b, self.input.initial, &mut count);
        }
        for player in &paired.downfloaters {
            left_over_costs(player, 0, &mut count);
        }
        Criterion::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect()
    }

    /// Sorts the pairs by table (C.04.2 D.9).
    fn assign_tables(&self, result: &mut SwissRound, players: &[Player]) {
        let player = |id| players.iter().find(|player| player.id == id).expect("a player");
        result.pairs.sort_by_cached_key(|pair| {
            let (a, b) = (player(pair.first), player(pair.second));
            let sum = std::cmp::Reverse(a.points + b.points);
            let high = if a.rank() <= b.rank() { a } else { b };
            (std::cmp::Reverse(high.points), sum, high.number)
        });
    }
}

fn paired<'p>(graph: &Graph<'p>, pairs: &[(usize, usize)]) -> PairedBracket<'p> {
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
