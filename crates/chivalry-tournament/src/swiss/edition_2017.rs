//! The order of brackets in the edition of 2017 (A.9): if a bracket leaves
//! players who cannot complete the round, lower brackets are collapsed.

use super::bracket::{BracketKind, PairedBracket, RoundPairer, paired};
use super::candidate_order::{select_all_pairs, select_pairs};
use super::graph::{Graph, Lookahead, accepts_any_downfloater};
use super::player::Player;
use super::round::Unpairable;
use super::weights::solve;

/// Pairs all players, who are sorted by rank.
pub(super) fn pair(round: &mut RoundPairer, players: &[Player]) -> Result<(), Unpairable> {
    let all: Vec<&Player> = players.iter().collect();
    if !round.can_complete(&[], &all) {
        return Err(Unpairable);
    }
    let groups: Vec<&[&Player]> = all.chunk_by(|a, b| a.points == b.points).collect();
    let mut moved_down: Vec<&Player> = Vec::new();
    let mut begin = 0;
    for (at, group) in groups.iter().enumerate() {
        begin += group.len();
        let rest = &all[begin..];
        let Some(next) = groups.get(at + 1) else {
            let last = pair_completely(round, &moved_down, group, &[])?;
            round.record_bracket(&moved_down, group, &last, BracketKind::Usual);
            round.result.bye = last.downfloaters.first().map(|player| player.id);
            break;
        };
        let usual = pair_bracket(round, &moved_down, group, next);
        if round.can_complete(&usual.downfloaters, rest) {
            round.record_bracket(&moved_down, group, &usual, BracketKind::Usual);
            moved_down = usual.downfloaters;
            continue;
        }
        let penultimate = pair_completely(round, &moved_down, group, rest)?;
        round.record_bracket(&moved_down, group, &penultimate, BracketKind::Completing);
        let last = pair_completely(round, &penultimate.downfloaters, rest, &[])?;
        round.record_bracket(&penultimate.downfloaters, rest, &last, BracketKind::Collapsed);
        round.result.bye = last.downfloaters.first().map(|player| player.id);
        break;
    }
    Ok(())
}

/// Pairs a bracket that is not the last.
fn pair_bracket<'p>(
    round: &RoundPairer,
    moved_down: &[&'p Player],
    residents: &[&'p Player],
    next: &[&'p Player],
) -> PairedBracket<'p> {
    let graph = |others: &[&'p Player], beyond| {
        Graph::new(moved_down, residents, others, beyond, false, round.costs, round.method)
    };
    let mut bracket = graph(&[], Lookahead::Nothing);
    let mut mates = solve(&bracket, None);
    let left = mates.iter().filter(|mate| mate.is_none()).count();
    // The lookahead is expensive. It is skipped if any downfloater suits the
    // next bracket.
    let any_downfloater_fits = !bracket.is_plain
        && left == 1
        && moved_down.is_empty()
        && accepts_any_downfloater(residents, next);
    if left > 0 && !any_downfloater_fits {
        bracket = graph(next, Lookahead::Next);
        mates = solve(&bracket, None);
    }
    let pairs = select_pairs(&mut bracket, mates);
    paired(&bracket, &pairs)
}

/// Pairs a bracket so that the rest can be completed (C.4). Without a rest, it
/// is the last bracket.
fn pair_completely<'p>(
    round: &RoundPairer,
    moved_down: &[&'p Player],
    residents: &[&'p Player],
    rest: &[&'p Player],
) -> Result<PairedBracket<'p>, Unpairable> {
    let RoundPairer { costs, method, has_bye, .. } = *round;
    let beyond = Lookahead::Rest;
    let mut graph = Graph::new(moved_down, residents, rest, beyond, has_bye, costs, method);
    let mates = solve(&graph, None);
    let pairs = select_all_pairs(&mut graph, mates).ok_or(Unpairable)?;
    Ok(paired(&graph, &pairs))
}
