//! The brackets in the edition of 2026: each leaves players who complete the
//! round (C4), with a bye of the lowest possible score (C5).

use super::bracket::{BracketKind, PairedBracket, RoundPairer, paired};
use super::candidate_order::{select_all_pairs, select_pairs};
use super::graph::{Graph, Lookahead, accepts_any_downfloater};
use super::player::Player;
use super::round::Unpairable;
use super::weights::solve;

/// Pairs all players, who are sorted by rank.
pub(super) fn pair(round: &mut RoundPairer, players: &mut [Player]) -> Result<(), Unpairable> {
    let bye_points = restrict_byes(round, players)?;
    let all: Vec<&Player> = players.iter().collect();
    let groups: Vec<&[&Player]> = all.chunk_by(|a, b| a.points == b.points).collect();
    let mut moved_down: Vec<&Player> = Vec::new();
    let mut begin = 0;
    for (at, group) in groups.iter().enumerate() {
        begin += group.len();
        let bracket = Bracket {
            round,
            moved_down: &moved_down,
            residents: group,
            rest: &all[begin..],
            next: groups.get(at + 1).copied().unwrap_or_default(),
            leaves_bye: bye_points.is_some_and(|points| group[0].points <= points),
        };
        let (paired, kind) = bracket.pair()?;
        round.record_bracket(&moved_down, group, &paired, kind);
        moved_down = paired.downfloaters;
    }
    round.result.bye = moved_down.first().map(|player| player.id);
    Ok(())
}

/// C5: finds the lowest score of a player with the bye, and excludes all others
/// from it.
fn restrict_byes(round: &RoundPairer, players: &mut [Player]) -> Result<Option<u32>, Unpairable> {
    let can_complete = |players: &[Player]| {
        let all: Vec<&Player> = players.iter().collect();
        round.can_complete(&[], &all)
    };
    if !round.has_bye {
        return if can_complete(players) { Ok(None) } else { Err(Unpairable) };
    }
    let may_have_bye: Vec<bool> = players.iter().map(|player| player.may_have_bye).collect();
    let candidates = players.iter().rev().filter(|player| player.may_have_bye);
    let mut scores: Vec<u32> = candidates.map(|player| player.points).collect();
    scores.dedup();
    for points in scores {
        for (player, may_have_bye) in players.iter_mut().zip(&may_have_bye) {
            player.may_have_bye = *may_have_bye && player.points == points;
        }
        if can_complete(players) {
            return Ok(Some(points));
        }
    }
    Err(Unpairable)
}

struct Bracket<'a, 'p> {
    round: &'a RoundPairer,
    moved_down: &'a [&'p Player],
    residents: &'a [&'p Player],
    /// All players below the bracket.
    rest: &'a [&'p Player],
    /// The residents of the next bracket.
    next: &'a [&'p Player],
    /// True if a player of the bracket, or one below it, has the bye.
    leaves_bye: bool,
}

impl<'p> Bracket<'_, 'p> {
    fn pair(&self) -> Result<(PairedBracket<'p>, BracketKind), Unpairable> {
        let is_last = self.rest.is_empty();
        if !self.leaves_bye && !is_last && !self.round.method.always_with_rest {
            let best = self.pair_without_rest();
            if self.completes(&best.downfloaters) {
                return Ok((best, BracketKind::Usual));
            }
        }
        let kind = if is_last { BracketKind::Usual } else { BracketKind::Completing };
        Ok((self.pair_with_rest()?, kind))
    }

    fn graph(&self, others: &[&'p Player], beyond: Lookahead) -> Graph<'p> {
        let has_bye = beyond == Lookahead::Rest && self.round.has_bye;
        let round = self.round;
        let costs = round.costs;
        Graph::new(self.moved_down, self.residents, others, beyond, has_bye, costs, round.method)
    }

    /// Pairs the bracket without regard to the players below the next one. If
    /// the round can be completed with the downfloaters, the candidate is also
    /// the best of those that complete the round.
    fn pair_without_rest(&self) -> PairedBracket<'p> {
        let mut graph = self.graph(&[], Lookahead::Nothing);
        let mut mates = solve(&graph, None);
        let left = mates.iter().filter(|mate| mate.is_none()).count();
        let any_downfloater_fits = !graph.is_plain
            && left == 1
            && self.moved_down.is_empty()
            && accepts_any_downfloater(self.residents, self.next);
        if left > 0 && !any_downfloater_fits {
            graph = self.graph(self.next, Lookahead::Next);
            mates = solve(&graph, None);
        }
        let pairs = select_pairs(&mut graph, mates);
        paired(&graph, &pairs)
    }

    /// True if the round can be completed after a best pairing of the next
    /// bracket (C8) with these downfloaters.
    fn completes(&self, downfloaters: &[&'p Player]) -> bool {
        if downfloaters.is_empty() {
            return self.round.can_complete(&[], self.rest);
        }
        let RoundPairer { costs, method, .. } = *self.round;
        let nothing = Lookahead::Nothing;
        let next = Graph::new(downfloaters, self.next, &[], nothing, false, costs, method);
        let mates = solve(&next, None);
        let left: Vec<&Player> =
            (0..next.size()).filter(|at| mates[*at].is_none()).map(|at| next.player(at)).collect();
        self.round.can_complete(&left, &self.rest[self.next.len()..])
    }

    /// Pairs the bracket together with all players below it.
    fn pair_with_rest(&self) -> Result<PairedBracket<'p>, Unpairable> {
        let mut graph = self.graph(self.rest, Lookahead::Rest);
        let mut mates = solve(&graph, None);
        if self.leaves_bye {
            let is_paired = |at: &usize| mates[*at].is_some_and(|mate| graph.is_pair(*at, mate));
            // C9 is about brackets with one downfloater, who has the bye.
            let paired = (0..graph.inside).filter(is_paired).count();
            if paired + 1 == graph.inside {
                graph.weighs_unplayed = true;
                mates = solve(&graph, None);
            }
        }
        let pairs = select_all_pairs(&mut graph, mates).ok_or(Unpairable)?;
        Ok(paired(&graph, &pairs))
    }
}
