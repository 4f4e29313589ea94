//! The criteria of 2026 for the exhaustive search, as written.

use super::checker::may_meet;
use super::exhaustive::{ExhaustiveSearch, Pairs, Two};
use super::*;

/// The values of C6 to C21. Smaller is better.
type Value = Vec<Vec<i64>>;

pub(super) fn pair(input: &SwissInput) -> Option<(Pairs, Option<EntrantId>)> {
    let mut all: Vec<&SwissPlayer> = input.players.iter().collect();
    all.sort_by_key(|player| (std::cmp::Reverse(player.points), player.number));
    let search = ExhaustiveSearch { input };
    let rests = if all.len() % 2 == 1 { Some(lowest_bye(&search, &all)?) } else { None };
    if rests.is_none() && !completes(&search, &[], &all, None) {
        return None;
    }
    let mut pairs = Pairs::new();
    let mut down: Vec<&SwissPlayer> = Vec::new();
    let mut rest = &all[..];
    while !rest.is_empty() {
        let (own, below) = split_score(rest);
        let (next, after) = split_score(below);
        let best = search.best_candidate(&down, own, |pairs, left| {
            let next_value = next_value(&search, left, next, after, rests)?;
            Some(value(&search, pairs, left, &down, own, next_value, rests))
        });
        pairs.extend(best.pairs.iter().map(|(a, b)| (*a.min(b), *a.max(b))));
        down = best.down;
        rest = below;
    }
    pairs.sort();
    Some((pairs, down.first().map(|player| player.id)))
}

fn split_score<'a, 'p>(
    players: &'a [&'p SwissPlayer],
) -> (&'a [&'p SwissPlayer], &'a [&'p SwissPlayer]) {
    let own = players.iter().take_while(|player| player.points == players[0].points).count();
    players.split_at(own)
}

/// C5: the lowest score of a player with the bye in any complete pairing.
fn lowest_bye(search: &ExhaustiveSearch<'_>, all: &[&SwissPlayer]) -> Option<u32> {
    let scores = all.iter().map(|player| player.points);
    scores.filter(|points| completes(search, &[], all, Some(*points))).min()
}

/// True if a complete pairing exists in which players moved down do not meet,
/// and a player of the score `rests` has the bye.
fn completes(
    search: &ExhaustiveSearch<'_>,
    down: &[&SwissPlayer],
    rest: &[&SwissPlayer],
    rests: Option<u32>,
) -> bool {
    let left: Vec<(&SwissPlayer, bool)> = down
        .iter()
        .map(|player| (*player, true))
        .chain(rest.iter().map(|player| (*player, false)))
        .collect();
    completes_from(search, &left, rests)
}

fn completes_from(
    search: &ExhaustiveSearch<'_>,
    left: &[(&SwissPlayer, bool)],
    rests: Option<u32>,
) -> bool {
    let Some(((first, is_down), others)) = left.split_first() else { return rests.is_none() };
    let may_rest = rests == Some(first.points) && first.past.iter().all(|past| !past.had_bye);
    may_rest && completes_from(search, others, None)
        || (0..others.len()).any(|at| {
            let (other, other_is_down) = others[at];
            !(*is_down && other_is_down)
                && may_meet(search.input, first, other)
                && completes_from(search, &[&others[..at], &others[at + 1..]].concat(), rests)
        })
}

/// C4, C5 and C8: the number of pairs and the scores of the downfloaters of the
/// best pairing of the next bracket that completes the round.
fn next_value(
    search: &ExhaustiveSearch<'_>,
    down: &[&SwissPlayer],
    next: &[&SwissPlayer],
    after: &[&SwissPlayer],
    rests: Option<u32>,
) -> Option<Value> {
    let left: Vec<(&SwissPlayer, bool)> = down
        .iter()
        .map(|player| (*player, true))
        .chain(next.iter().map(|player| (*player, false)))
        .collect();
    let mut best = None;
    let mut consider = |floaters: &[&SwissPlayer]| {
        let mut scores: Vec<i64> = floaters.iter().map(|it| i64::from(it.points)).collect();
        scores.sort_by(|a, b| b.cmp(a));
        let value = vec![vec![floaters.len() as i64], scores];
        let is_better = best.as_ref().is_none_or(|best| value < *best);
        if is_better && completes(search, floaters, after, rests) {
            best = Some(value);
        }
    };
    every_matching(search, &left, &mut Vec::new(), &mut consider);
    best
}

fn every_matching<'p>(
    search: &ExhaustiveSearch<'_>,
    left: &[(&'p SwissPlayer, bool)],
    floaters: &mut Vec<&'p SwissPlayer>,
    consider: &mut impl FnMut(&[&SwissPlayer]),
) {
    let Some(((first, is_down), others)) = left.split_first() else { return consider(floaters) };
    for at in 0..others.len() {
        let (other, other_is_down) = others[at];
        if !(*is_down && other_is_down) && may_meet(search.input, first, other) {
            let left = [&others[..at], &others[at + 1..]].concat();
            every_matching(search, &left, floaters, consider);
        }
    }
    floaters.push(first);
    every_matching(search, others, floaters, consider);
    floaters.pop();
}

fn value(
    search: &ExhaustiveSearch<'_>,
    pairs: &[Two<'_>],
    left: &[&SwissPlayer],
    down: &[&SwissPlayer],
    own: &[&SwissPlayer],
    next_value: Value,
    rests: Option<u32>,
) -> Value {
    let is_down = |it: &SwissPlayer| down.iter().any(|other| other.id == it.id);
    let had = |it: &SwissPlayer, back: usize, float: Float| {
        it.past.len() >= back && it.past[it.past.len() - back].float == float
    };
    let resident = i64::from(own[0].points);
    let mut colors = vec![0_i64; 8];
    for (a, b) in pairs {
        search.count_colours(a, b, &mut colors);
    }
    let mut counts = [0_i64; 4];
    let mut differences: [Vec<i64>; 4] = Default::default();
    for back in [1, 2] {
        let at = 2 * (back - 1);
        // C14, C16.
        let again = left.iter().filter(|it| !is_down(it) && had(it, back, Float::Down));
        counts[at] += again.count() as i64;
        for (moved, opponent) in pairs.iter().filter(|(a, _)| is_down(a)) {
            let difference = i64::from(moved.points) - resident;
            // C18, C20.
            if had(moved, back, Float::Down) {
                differences[at].push(difference);
            }
            // C15, C17 and C19, C21.
            if had(opponent, back, Float::Up) {
                counts[at + 1] += 1;
                differences[at + 1].push(difference);
            }
        }
        for moved in left.iter().filter(|it| is_down(it) && had(it, back, Float::Down)) {
            differences[at].push(i64::from(moved.points) - (resident - 2));
        }
    }
    let descending = |mut list: Vec<i64>| {
        list.sort_by(|a, b| b.cmp(a));
        list
    };
    // C9.
    let unplayed = match left {
        [only] if Some(only.points) == rests => {
            only.past.iter().filter(|past| past.side.is_none()).count() as i64
        }
        _ => 0,
    };
    let scores = descending(left.iter().map(|it| i64::from(it.points)).collect());
    let mut value = vec![vec![left.len() as i64], scores];
    value.extend(next_value);
    value.push(vec![unplayed]);
    value.extend(colors[..4].iter().chain(&counts).map(|count| vec![*count]));
    value.extend(differences.map(descending));
    value
}
